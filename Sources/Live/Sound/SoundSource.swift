import Video

/// What a ``SoundOutput`` plays: stereo at 48 kHz as 32-bit floats, left and right in turns. One thread uses it.
package protocol SoundSource: AnyObject {
    /// Goes on at a sample; 0 is the start of the video.
    func seek(to sample: Int) throws
    /// Reads samples and gives how many of each channel; 0 is the end.
    func read(into samples: UnsafeMutableBufferPointer<Float>) throws -> Int
}

extension SoundReader: SoundSource {}
