internal import Glibc

/// A failed operation on a capture device.
public struct CaptureError: Error, Hashable, Sendable {
    /// The C function that failed, for example `snd_pcm_open`.
    public var operation: String
    /// The device as configured.
    public var device: String
    /// The negative error code that ALSA returned.
    public var code: Int32

    public init(operation: String, device: String, code: Int32) {
        self.operation = operation
        self.device = device
        self.code = code
    }
}

extension CaptureError {
    /// What is wrong, as far as a person can do something about it.
    public enum Kind: Hashable, Sendable, CaseIterable {
        /// No device or card of that name, or the sound server has no such source.
        case noSuchDevice
        /// Another program has it.
        case busy
        /// This user may not open it.
        case permission
        /// The sound server that the device belongs to does not run.
        case noServer
        /// Opening it, or its data, has not come for seconds.
        case notAnswering
        /// It does not capture, or not in a form that can be converted to 16 kHz mono.
        case unsupported
        /// It was there and is not any more: unplugged, or its server ended.
        case disconnected
        /// Anything else; `code` says what.
        case other
    }

    /// The kind of failure that `operation` and `code` amount to.
    public var kind: Kind {
        let opening = operation == "snd_pcm_open" || operation.hasPrefix("snd_pcm_hw_params")
        switch -code {
        case ENOENT, ENXIO: return .noSuchDevice
        case ENODEV: return opening ? .noSuchDevice : .disconnected
        case EBUSY, EAGAIN: return .busy
        case EACCES, EPERM: return .permission
        case ECONNREFUSED, EHOSTDOWN, ENOTCONN, EHOSTUNREACH, ENETUNREACH: return .noServer
        case ETIMEDOUT: return .notAnswering
        case EINVAL, ENOTSUP, ENOTTY, ENOSYS: return opening ? .unsupported : .other
        // A sound server answers so for a source that it does not have.
        case EIO: return opening ? .noSuchDevice : .disconnected
        case EBADFD, EPIPE, ECONNRESET, ESTRPIPE: return opening ? .other : .disconnected
        default: return .other
        }
    }

    /// The library's words for `code`, for example "Device or resource busy".
    public var reason: String {
        String(cString: strerror(-code))
    }
}
