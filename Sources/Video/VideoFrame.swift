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
    public var pixels: PixelBuffer {
        switch content {
        case .pixels(let pixels): pixels
        case .planes(let planes):
            planes.pixels()
                ?? PixelBuffer(width: planes.size.x, height: planes.size.y, depth: planes.depth) { _ in }
        }
    }
    /// The pixels, or the samples from which they are computed each time.
    package let content: Content
    /// Which of its fields comes first; nil if it is progressive.
    public let fieldOrder: VideoInfo.FieldOrder?
    /// True if a part of it was concealed because of damaged data.
    public let isDamaged: Bool

    /// How the pixels of a frame are stored.
    package enum Content: Sendable {
        /// RGBA.
        case pixels(PixelBuffer)
        /// As the decoder stores them, for devices that convert them.
        case planes(FramePlanes)

        /// The size in memory.
        package var byteCount: Int {
            switch self {
            case .pixels(let pixels): pixels.bytesPerRow * pixels.height
            case .planes(let planes): planes.byteCount
            }
        }

        /// The size of the frame in pixels.
        package var size: SIMD2<Int> {
            switch self {
            case .pixels(let pixels): SIMD2(pixels.width, pixels.height)
            case .planes(let planes): planes.size
            }
        }
    }

    package init(
        number: Int, time: Int64, seconds: Double, duration: Int64, content: Content,
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
