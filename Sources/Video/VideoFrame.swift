import Imaging

/// A decoded frame of a video.
public struct VideoFrame: Sendable {
    /// Its number in the file, from 0.
    public let number: Int
    /// When it is shown, in ticks of the video.
    public let time: Int64
    /// When it is shown, in seconds from the first frame.
    public let seconds: Double
    /// How long it is shown, in ticks; 0 where the file does not say.
    public let duration: Int64
    /// The pixels, turned upright.
    public let pixels: PixelBuffer
    /// Which of its fields comes first; nil if it is progressive.
    public let fieldOrder: VideoInfo.FieldOrder?
    /// Whether a part of it was made up in place of damaged bytes.
    public let isDamaged: Bool

    package init(
        number: Int, time: Int64, seconds: Double, duration: Int64, pixels: PixelBuffer,
        fieldOrder: VideoInfo.FieldOrder? = nil, isDamaged: Bool = false
    ) {
        self.number = number
        self.time = time
        self.seconds = seconds
        self.duration = duration
        self.pixels = pixels
        self.fieldOrder = fieldOrder
        self.isDamaged = isDamaged
    }
}
