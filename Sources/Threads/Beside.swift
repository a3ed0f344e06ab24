internal import Glibc

/// Work on a thread of its own, whose result somebody will wait for.
///
/// Where there can be no thread it is done by whoever waits: late is better than never.
public final class Beside<Value: Sendable>: @unchecked Sendable {
    private let work: @Sendable () -> Value
    private var thread = pthread_t()
    private var isStarted = false
    /// Written by the thread before it ends, read only after it was joined.
    private var value: Value?

    /// Begins at once.
    public init(_ work: @escaping @Sendable () -> Value) {
        self.work = work
        let box = Unmanaged.passRetained(self)
        let code = pthread_create(
            &thread, nil,
            { argument in
                guard let argument else { return nil }
                let work = Unmanaged<AnyObject>.fromOpaque(argument).takeRetainedValue()
                (work as? any Runnable)?.run()
                return nil
            }, box.toOpaque())
        isStarted = code == 0
        if !isStarted { box.release() }
    }

    /// The result, once it is there. Only one thread may ask, and only it may let go of this.
    public func wait() -> Value {
        if isStarted {
            pthread_join(thread, nil)
            isStarted = false
        }
        if let value { return value }
        let late = work()
        value = late
        return late
    }

    deinit {
        // Nobody asked: the thread, which has ended or holds no reference any more, cleans up after itself.
        if isStarted { pthread_detach(thread) }
    }
}

/// What a thread can be handed without its type.
private protocol Runnable: AnyObject {
    func run()
}

extension Beside: Runnable {
    fileprivate func run() { value = work() }
}
