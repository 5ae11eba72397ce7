import Video

/// The source of a ``SoundOutput``: stereo at 48 kHz as interleaved 32-bit floats. Not thread-safe.
package protocol SoundSource: AnyObject {
    /// Seeks to a sample; 0 is the start of the video.
    func seek(to sample: Int) throws
    /// Reads samples and returns their number per channel; 0 at the end.
    func read(into samples: UnsafeMutableBufferPointer<Float>) throws -> Int
}

extension SoundReader: SoundSource {}
