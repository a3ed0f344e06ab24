public import Glibc
import Synchronization

/// Restores the terminal when the program crashes.
///
/// A crash cannot run the orderly way out, yet a terminal left in raw mode with keyboard flags pushed makes the
/// shell unusable. So everything needed is laid down beforehand, outside the Swift heap, and the handler of the
/// crash signals only writes those bytes, sets those settings and lets the signal take its course. The handler
/// touches nothing that could allocate, lock or be initialised lazily: it may have interrupted `malloc`.
public enum CrashGuard {
    /// The signals by which a program dies of its own fault.
    public static let signals = [SIGSEGV, SIGBUS, SIGILL, SIGABRT, SIGFPE, SIGTRAP, SIGSYS]

    /// Arms the guard for one terminal; a later call replaces what an earlier one laid down.
    ///
    /// - Parameters:
    ///   - restoring: what to write, for example the sequence that pops the keyboard flags.
    ///   - settings: the settings to put back.
    public static func arm(descriptor: Int32, restoring bytes: [UInt8], settings: termios) {
        installHandlers()
        let block = UnsafeMutablePointer<Block>.allocate(capacity: 1)
        let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: max(1, bytes.count))
        copy.initialize(from: bytes, count: bytes.count)
        block.initialize(
            to: Block(descriptor: descriptor, bytes: copy, count: bytes.count, settings: settings))
        replace(with: block)
    }

    /// The terminal is as it was found: a crash has nothing to restore any more.
    public static func disarm() {
        replace(with: nil)
    }

    private static func replace(with block: UnsafeMutablePointer<Block>?) {
        let old = armed.exchange(UInt(bitPattern: block), ordering: .acquiringAndReleasing)
        guard let old = UnsafeMutablePointer<Block>(bitPattern: old) else { return }
        old.pointee.bytes.deallocate()
        old.deallocate()
    }

    private static func installHandlers() {
        guard handlerStack.load(ordering: .relaxed) == 0 else { return }
        // A stack overflow leaves no room for a handler: it gets a stack of its own, for as long as the process lives.
        let size = 64 * 1024
        let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
        handlerStack.store(UInt(bitPattern: memory), ordering: .relaxed)
        var stack = stack_t(ss_sp: memory, ss_flags: 0, ss_size: size)
        sigaltstack(&stack, nil)
        for signal in signals {
            var action = sigaction()
            action.__sigaction_handler.sa_handler = restoreAndDie
            // SA_RESETHAND: whatever goes wrong in the handler itself ends the program at once.
            action.sa_flags = Int32(SA_ONSTACK) | Int32(bitPattern: UInt32(SA_RESETHAND))
            sigaction(signal, &action, nil)
        }
    }
}

/// What the handler needs.
private struct Block {
    var descriptor: Int32
    var bytes: UnsafeMutablePointer<UInt8>
    var count: Int
    var settings: termios
}

/// The address of the block in force, or 0.
private let armed = Atomic<UInt>(0)
/// The address of the handlers' stack, or 0 while they are not installed.
private let handlerStack = Atomic<UInt>(0)

private func restoreAndDie(_ number: Int32) {
    if let block = UnsafeMutablePointer<Block>(
        bitPattern: armed.exchange(0, ordering: .acquiring)),
        // In the background the terminal is another program's, and setting it would stop this one.
        tcgetpgrp(block.pointee.descriptor) == getpgrp()
    {
        var left = block.pointee.count
        var next = block.pointee.bytes
        while left > 0 {
            let count = write(block.pointee.descriptor, next, left)
            if count <= 0 { break }
            next += count
            left -= count
        }
        tcflush(block.pointee.descriptor, TCIFLUSH)
        tcsetattr(block.pointee.descriptor, TCSANOW, &block.pointee.settings)
    }
    // The default action is in force again (SA_RESETHAND) and the signal is blocked until the handler returns.
    raise(number)
}
