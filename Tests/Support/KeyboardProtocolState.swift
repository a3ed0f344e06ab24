/// The keyboard protocol of a terminal as programs set it: flags by screen, focus reports, win32-input-mode.
///
/// Behaves as the specification says (kovidgoyal/kitty, docs/keyboard-protocol.rst): a stack of flags for each
/// screen, eight deep, the oldest dropped when full; popping past the end clears the flags.
public struct KeyboardProtocolState: Hashable, Sendable {
    /// Pushed flags of the main screen, the current last.
    public private(set) var mainStack: [Int] = []
    public private(set) var alternateStack: [Int] = []
    public private(set) var isAlternate = false
    public private(set) var reportsFocus = false
    public private(set) var win32Input = false
    public private(set) var bracketedPaste = false
    public private(set) var cursorVisible = true
    private var mainBase = 0
    private var alternateBase = 0

    public init() {}

    /// The flags in force on the current screen.
    public var flags: Int {
        isAlternate ? alternateStack.last ?? alternateBase : mainStack.last ?? mainBase
    }

    /// Whether everything is as in a terminal that no program has touched.
    public var isPristine: Bool {
        self == KeyboardProtocolState()
    }

    public mutating func apply(_ function: ControlFunction) {
        switch (function.prefix, function.final) {
        case (UInt8(ascii: ">"), UInt8(ascii: "u")):
            push(function.number(0, or: 0))
        case (UInt8(ascii: "<"), UInt8(ascii: "u")):
            pop(function.number(0, or: 1))
        case (UInt8(ascii: "="), UInt8(ascii: "u")):
            set(function.number(0, or: 0), mode: function.number(1, or: 1))
        case (UInt8(ascii: "?"), UInt8(ascii: "h")), (UInt8(ascii: "?"), UInt8(ascii: "l")):
            for parameter in function.parameters {
                setMode(
                    parameter.first.flatMap { $0 } ?? 0, on: function.final == UInt8(ascii: "h"))
            }
        default:
            break
        }
    }

    private mutating func push(_ flags: Int) {
        withStack { stack, _ in
            if stack.count == 8 { stack.removeFirst() }
            stack.append(flags)
        }
    }

    private mutating func pop(_ count: Int) {
        withStack { stack, base in
            if count > stack.count { base = 0 }
            stack.removeLast(min(count, stack.count))
        }
    }

    private mutating func set(_ flags: Int, mode: Int) {
        withStack { stack, base in
            let old = stack.last ?? base
            let new = mode == 2 ? old | flags : mode == 3 ? old & ~flags : flags
            if stack.isEmpty {
                base = new
            } else {
                stack[stack.count - 1] = new
            }
        }
    }

    private mutating func withStack(_ change: (inout [Int], inout Int) -> Void) {
        if isAlternate {
            change(&alternateStack, &alternateBase)
        } else {
            change(&mainStack, &mainBase)
        }
    }

    private mutating func setMode(_ mode: Int, on: Bool) {
        switch mode {
        case 25: cursorVisible = on
        case 47, 1047, 1049: isAlternate = on
        case 1004: reportsFocus = on
        case 2004: bracketedPaste = on
        case 9001: win32Input = on
        default: break
        }
    }
}
