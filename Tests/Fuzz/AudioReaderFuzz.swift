@testable import Audio

/// Any bytes in any split: the same frames or the same error, and no more frames than the bytes can
/// hold.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: data, count: size))
    // Each input in one way only: it is quicker, and others come in the other ways.
    let kinds = [AudioReader.Kind.automatic, .automatic, .wav, .raw]
    let kind = kinds[size % kinds.count]
    let whole = outcome(of: [input], kind)
    precondition(whole == outcome(of: input.map { [$0] }, kind), "one byte a read")
    if let first = input.first {
        let cut = Int(first) % size
        let halves = [Array(input[..<cut]), Array(input[cut...])]
        precondition(whole == outcome(of: halves, kind), "two reads")
    }
    if case .success(let sound) = whole {
        // A byte can be a frame at the lowest rate, which becomes sixteen.
        precondition(!sound.frames.isEmpty && sound.frames.count <= 16 * size + 16)
    }
    return 0
}

private struct Sound: Equatable {
    var frames: [Int16]
    var warning: AudioFileWarning?
}

private func outcome(
    of reads: [[UInt8]], _ kind: AudioReader.Kind
) -> Result<Sound, AudioFileError> {
    var reader = AudioReader(kind)
    var frames: [Int16] = []
    do throws(AudioFileError) {
        for read in reads { frames += try reader.read(read) }
        frames += try reader.finish()
        return .success(Sound(frames: frames, warning: reader.warning))
    } catch {
        precondition(!error.reason.isEmpty && !error.remedy.isEmpty)
        return .failure(error)
    }
}
