import CVideo

/// Changes the sound of a video before it is encoded.
package protocol SoundEffect: Sendable {
    /// Begins a track.
    ///
    /// - Parameters:
    ///   - rate: samples per second in each channel.
    ///   - first: the index of the first sample that will be passed; that at the time of the video's first
    ///     frame has the index 0.
    ///   - wanted: the index of the first sample that is to be returned.
    func begin(rate: Int, channelCount: Int, first: Int, wanted: Int) -> any SoundProcessing
}

/// A track of sound that is being changed. Samples are interleaved 32-bit floats.
package protocol SoundProcessing: AnyObject {
    /// Takes the next samples, and returns those that are complete, in order.
    func add(_ samples: UnsafeBufferPointer<Float>) -> [Float]
    /// Returns the remaining samples, so that there are as many as have been passed.
    func finish() -> [Float]
}

/// A sound effect as C functions.
final class SoundEffectFunctions {
    /// Valid as long as this object.
    let pointer: UnsafeMutablePointer<CVideoSoundEffect>
    private let effect: any SoundEffect

    init(_ effect: any SoundEffect) {
        self.effect = effect
        pointer = .allocate(capacity: 1)
        pointer.initialize(to: CVideoSoundEffect())
        pointer.pointee.context = Unmanaged.passUnretained(self).toOpaque()
        pointer.pointee.begin = { context, rate, channels, first, wanted in
            guard let context else { return nil }
            let functions = Unmanaged<SoundEffectFunctions>.fromOpaque(context).takeUnretainedValue()
            let processing = functions.effect.begin(
                rate: Int(rate), channelCount: Int(channels), first: Int(first), wanted: Int(wanted))
            return Unmanaged.passRetained(SoundTrack(processing, channelCount: Int(channels))).toOpaque()
        }
        pointer.pointee.process = { track, samples, count, output in
            guard let track else { return -1 }
            let (first, done) = Unmanaged<SoundTrack>.fromOpaque(track).takeUnretainedValue()
                .process(samples, Int(count))
            output?.pointee = first
            return Int32(done)
        }
        pointer.pointee.end = { track in
            if let track { Unmanaged<SoundTrack>.fromOpaque(track).release() }
        }
    }

    deinit { pointer.deallocate() }
}

/// A track, with the samples that C reads.
private final class SoundTrack {
    private let processing: any SoundProcessing
    private let channelCount: Int
    private var result = UnsafeMutableBufferPointer<Float>.allocate(capacity: 0)

    init(_ processing: any SoundProcessing, channelCount: Int) {
        self.processing = processing
        self.channelCount = channelCount
    }

    deinit { result.deallocate() }

    /// - Parameters:
    ///   - samples: nil at the end.
    ///   - count: the number of samples in each channel.
    /// - Returns: the result and its number of samples in each channel.
    func process(_ samples: UnsafePointer<Float>?, _ count: Int) -> (UnsafePointer<Float>?, Int) {
        let values =
            samples.map { processing.add(UnsafeBufferPointer(start: $0, count: count * channelCount)) }
            ?? processing.finish()
        if result.count < values.count {
            result.deallocate()
            result = .allocate(capacity: values.count)
        }
        _ = result.update(fromContentsOf: values)
        return (UnsafePointer(result.baseAddress), values.count / channelCount)
    }
}
