internal import Audio
internal import CALSA
internal import Glibc

/// One open capture device, mono 16-bit at 16 kHz, nonblocking.
///
/// Opening, starting, dropping and closing can block for seconds where a sound server hangs: never
/// call them from a thread that anybody waits for. Errors are `CaptureError`s with the C function's
/// name.
struct PCM: ~Copyable {
    private let handle: OpaquePointer
    let device: String

    /// Opens a device by any name that ALSA's configuration knows; nothing is captured yet.
    ///
    /// Hardware named directly takes only its own rates and channels, so `hw:` is read as
    /// `plughw:`. The corresponding C function is `snd_pcm_open`.
    init(opening device: String) throws(CaptureError) {
        ALSAMessages.silence()
        self.device = device
        let name = device.hasPrefix("hw:") ? "plug" + device : device
        var opened: OpaquePointer?
        let result = snd_pcm_open(&opened, name, SND_PCM_STREAM_CAPTURE, SND_PCM_NONBLOCK)
        guard result >= 0, let opened else {
            throw CaptureError(
                operation: "snd_pcm_open", device: device, code: result < 0 ? result : -ENODEV)
        }
        handle = opened
    }

    deinit {
        snd_pcm_close(handle)
    }

    private func check(_ operation: String, _ result: Int32) throws(CaptureError) {
        guard result < 0 else { return }
        throw CaptureError(operation: operation, device: device, code: result)
    }

    /// Sets format and buffering: 20 ms periods, and four seconds for a late reader, or what the
    /// device has. On a busy machine the reader was seen to come a second late, and words were lost.
    ///
    /// The corresponding C functions are `snd_pcm_hw_params` and `snd_pcm_sw_params`.
    func configure() throws(CaptureError) {
        var hardware: OpaquePointer?
        try check("snd_pcm_hw_params_malloc", snd_pcm_hw_params_malloc(&hardware))
        defer { snd_pcm_hw_params_free(hardware) }
        try check("snd_pcm_hw_params_any", snd_pcm_hw_params_any(handle, hardware))
        try check(
            "snd_pcm_hw_params_set_access",
            snd_pcm_hw_params_set_access(handle, hardware, SND_PCM_ACCESS_RW_INTERLEAVED))
        try check(
            "snd_pcm_hw_params_set_format",
            snd_pcm_hw_params_set_format(handle, hardware, SND_PCM_FORMAT_S16_LE))
        try check(
            "snd_pcm_hw_params_set_channels", snd_pcm_hw_params_set_channels(handle, hardware, 1))
        try check(
            "snd_pcm_hw_params_set_rate",
            snd_pcm_hw_params_set_rate(handle, hardware, UInt32(AudioFormat.sampleRate), 0))
        // What a device cannot do here it does as near as it can: neither value matters to
        // correctness.
        var period = snd_pcm_uframes_t(AudioFormat.blockFrames)
        var direction: Int32 = 0
        snd_pcm_hw_params_set_period_size_near(handle, hardware, &period, &direction)
        var buffer = snd_pcm_uframes_t(4 * AudioFormat.sampleRate)
        snd_pcm_hw_params_set_buffer_size_near(handle, hardware, &buffer)
        try check("snd_pcm_hw_params", snd_pcm_hw_params(handle, hardware))
        snd_pcm_hw_params_get_period_size(hardware, &period, &direction)
        snd_pcm_hw_params_get_buffer_size(hardware, &buffer)

        var software: OpaquePointer?
        try check("snd_pcm_sw_params_malloc", snd_pcm_sw_params_malloc(&software))
        defer { snd_pcm_sw_params_free(software) }
        try check("snd_pcm_sw_params_current", snd_pcm_sw_params_current(handle, software))
        snd_pcm_sw_params_set_avail_min(handle, software, max(1, min(period, buffer / 2)))
        try check("snd_pcm_sw_params", snd_pcm_sw_params(handle, software))
    }

    /// Lets frames come: at the first time, and after every recovery, which leaves capture prepared
    /// but not running. The corresponding C function is `snd_pcm_start`.
    func start() throws(CaptureError) {
        try check("snd_pcm_start", snd_pcm_start(handle))
    }

    /// Makes a stopped, overrun or suspended device ready to start; its unread frames are lost.
    /// The corresponding C function is `snd_pcm_prepare`.
    func prepare() throws(CaptureError) {
        try check("snd_pcm_prepare", snd_pcm_prepare(handle))
    }

    /// True if a suspended device runs again with its frames, false if it does not yet.
    ///
    /// The state has the last word: plugins' own refusals come back as success. `snd_pcm_recover`
    /// does the same with a wait of a second inside. The corresponding C function is
    /// `snd_pcm_resume`.
    func resume() -> Bool {
        snd_pcm_resume(handle)
        return snd_pcm_state(handle) == SND_PCM_STATE_RUNNING
    }

    /// Ends capture at once. Never `snd_pcm_drain`, which hangs on a capture device.
    /// The corresponding C function is `snd_pcm_drop`.
    func drop() {
        snd_pcm_drop(handle)
    }

    /// What the C library says the device is doing.
    var state: snd_pcm_state_t {
        snd_pcm_state(handle)
    }

    /// Frames that can be read at once. The corresponding C function is `snd_pcm_avail_update`.
    var available: Int {
        max(0, snd_pcm_avail_update(handle))
    }

    /// The age of the next frame to be read: how long ago it was sound.
    ///
    /// Includes what a sound server holds, which can wait for its answer. The corresponding C
    /// function is `snd_pcm_delay`.
    var delay: Duration {
        var frames: snd_pcm_sframes_t = 0
        let known = snd_pcm_delay(handle, &frames) >= 0
        return .frames(max(available, known ? frames : 0))
    }

    /// At most `limit` frames; empty if there are none yet. The corresponding C function is
    /// `snd_pcm_readi`.
    func read(atMost limit: Int) throws(CaptureError) -> [Int16] {
        // Zeros first, because some devices (`null`) report frames that they never write.
        var frames = [Int16](repeating: 0, count: limit)
        let count = snd_pcm_readi(handle, &frames, snd_pcm_uframes_t(limit))
        if count == -Int(EAGAIN) || count == -Int(EINTR) { return [] }
        try check("snd_pcm_readi", Int32(truncatingIfNeeded: min(count, 0)))
        if count < limit { frames.removeLast(limit - count) }
        return frames
    }

    /// What waiting for a device brought.
    enum Readiness {
        /// Frames, or an error that reading will report.
        case readable
        /// Only `wake`, or the end of the time.
        case other
        /// POLLERR or nothing of use, although the wait ended: do not go round at once.
        case spurious
    }

    /// Waits until there is something to read, `wake` is set, or `timeout` has passed.
    ///
    /// The descriptors are fetched anew each time, because their number can change. An error of
    /// `snd_pcm_poll_descriptors_revents` is thrown: whoever takes it for "nothing yet" spins.
    func wait(orUntil wake: Latch, for timeout: Duration?) throws(CaptureError) -> Readiness {
        let count = snd_pcm_poll_descriptors_count(handle)
        try check("snd_pcm_poll_descriptors_count", count)
        var descriptors = [pollfd](repeating: pollfd(), count: Int(count) + 1)
        let filled = snd_pcm_poll_descriptors(handle, &descriptors, UInt32(count))
        try check("snd_pcm_poll_descriptors", filled)
        descriptors.removeLast(descriptors.count - Int(filled))
        descriptors.append(pollfd(fd: wake.descriptor, events: Int16(POLLIN), revents: 0))
        guard pollAll(&descriptors, for: timeout) > 0 else { return .other }
        let woken = descriptors.removeLast().revents != 0
        guard descriptors.contains(where: { $0.revents != 0 }) else {
            return woken ? .other : .spurious
        }
        var events: UInt16 = 0
        try check(
            "snd_pcm_poll_descriptors_revents",
            snd_pcm_poll_descriptors_revents(
                handle, &descriptors, UInt32(descriptors.count), &events))
        if Int32(events) & POLLIN != 0 { return .readable }
        if Int32(events) & (POLLERR | POLLNVAL | POLLHUP) != 0 { return .spurious }
        return woken ? .other : .spurious
    }
}
