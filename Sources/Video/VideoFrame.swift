import Imaging

/// A decoded frame of a video.
public struct VideoFrame: Sendable {
    /// Its number in the file, from 0.
    public let number: Int
    /// Presentation time in ticks of the video.
    public let time: Int64
    /// Presentation time in seconds from the first frame.
    public let seconds: Double
    /// Duration in ticks; 0 if the file states none.
    public let duration: Int64
    /// The upright pixels.
    public var pixels: PixelBuffer { content.pixels }
    /// The pixels, or the samples from which they are computed each time.
    package let content: FrameContent
    /// Which of its fields comes first; nil if it is progressive.
    public let fieldOrder: VideoInfo.FieldOrder?
    /// True if a part of it was concealed because of damaged data.
    public let isDamaged: Bool

    package init(
        number: Int, time: Int64, seconds: Double, duration: Int64, content: FrameContent,
        fieldOrder: VideoInfo.FieldOrder? = nil, isDamaged: Bool = false
    ) {
        self.number = number
        self.time = time
        self.seconds = seconds
        self.duration = duration
        self.content = content
        self.fieldOrder = fieldOrder
        self.isDamaged = isDamaged
    }
}
