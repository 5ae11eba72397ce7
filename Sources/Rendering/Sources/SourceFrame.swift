import Filters
import GPU
import Imaging
import Localization

/// The identity of a source of frames: a picture, a clip or a camera. It is unique within a run of the
/// program.
package struct SourceID: Sendable, Hashable {
    private let number: UInt64

    package init() { number = Self.counter.next() }

    private static let counter = Counter()
}

/// A frame of a source: its source, its time, and how to read its pixels.
///
/// A frame is a value that any thread may hold, and uses no device resources. A still, such as a picture, is
/// a source that has the same pixels at all times.
package struct SourceFrame: Sendable {
    /// The frame's source. A job for another source's frame cancels a preview in progress.
    package let sourceID: SourceID
    /// The frame's time in the source, which is also the time that filters read.
    package private(set) var time: FrameTime
    /// The frame's size in pixels.
    package let size: SIMD2<Int>
    /// The width of a pixel divided by its height, for display only: filters work on the unscaled pixels.
    package var pixelAspect = 1.0
    /// The primaries of the frame and of the filters' results.
    package private(set) var primaries = Primaries.sRGB
    /// The conversion from the frame's values to those of a file in the frame's colors; nil if they are the
    /// same.
    package private(set) var outputValues: OutputValues?
    /// True if such a file is gray: if filters add color, the result needs another color space.
    private(set) var isGray = false
    /// True if every pixel's alpha is known to be 1.
    private(set) var isOpaque = false
    /// How the picture was taken, if its file records that.
    package var photograph: Photograph?
    /// True if the source has these pixels at all times.
    package let isStill: Bool
    /// Nil once the pixels have been returned.
    private var pixels: (any FramePixels)?

    /// A frame of a clip or a camera; no two frames of a source have the same time.
    ///
    /// - Parameter isOpaque: whether every pixel's alpha is known to be 1.
    package init(
        of source: SourceID, at time: FrameTime, size: SIMD2<Int>, pixels: any FramePixels,
        isOpaque: Bool = false
    ) {
        self.init(sourceID: source, time: time, size: size, isStill: false, pixels: pixels)
        self.isOpaque = isOpaque
    }

    /// A still, with a source of its own.
    ///
    /// - Parameter isOpaque: whether every pixel's alpha is known to be 1.
    package init(still pixels: any FramePixels, size: SIMD2<Int>, isOpaque: Bool = false) {
        self.init(sourceID: SourceID(), time: .zero, size: size, isStill: true, pixels: pixels)
        self.isOpaque = isOpaque
    }

    private init(
        sourceID: SourceID, time: FrameTime, size: SIMD2<Int>, isStill: Bool, pixels: any FramePixels
    ) {
        self.sourceID = sourceID
        self.time = time
        self.size = size
        self.isStill = isStill
        self.pixels = pixels
    }

    /// The same pixels at another time, for a still that is played; a frame of a clip or a camera keeps its
    /// own time.
    package func at(_ time: FrameTime) -> SourceFrame {
        guard isStill else { return self }
        var frame = self
        frame.time = time
        return frame
    }

    /// The frame without its pixels, for code that only needs its identity: this way, a decoder or a camera
    /// with few buffers gets the frame's buffer back.
    package var withoutPixels: SourceFrame {
        var frame = self
        frame.pixels = nil
        return frame
    }

    /// True if both are the same frame of the same source; a still is the same frame at all times.
    package func isSame(as other: SourceFrame) -> Bool {
        id(readsTime: false) == other.id(readsTime: false)
    }

    /// The requested part of the frame; see ``FramePixels/makeTexture(of:precision:on:)``.
    ///
    /// Throws ``PixelsGone`` if its pixels have been returned.
    func makeTexture(of viewport: Viewport, precision: PixelFormat, on device: Device) throws -> Texture {
        guard let pixels else { throw PixelsGone() }
        return try pixels.makeTexture(of: viewport, precision: precision, on: device)
    }

    /// The identity of results computed from the frame, as opposed to other frames.
    ///
    /// - Parameter readsTime: whether the results depend on the time as well as on the frame's pixels.
    func id(readsTime: Bool) -> FrameID {
        FrameID(sourceID: sourceID, time: isStill && !readsTime ? nil : time)
    }
}

/// The identity of the input from which results are computed.
struct FrameID: Sendable, Hashable {
    let sourceID: SourceID
    /// Nil if the results are the same at all times.
    let time: FrameTime?
}

/// The pixels of a frame as its source stores them: a picture in memory, the planes of a decoded frame, a
/// buffer of a camera. They are read on the thread of the engine that renders them, and released with the
/// last reference to the frame.
package protocol FramePixels: Sendable {
    /// The requested part of the frame, scaled down to the viewport's grid, in the format of the pixels or in
    /// `precision`.
    func makeTexture(of viewport: Viewport, precision: PixelFormat, on device: Device) throws -> Texture
}

/// Thrown if the pixels of a frame are read after they have been returned to its source.
struct PixelsGone: Error, CustomStringConvertible {
    var description: String { tr("the pixels of this frame are no longer available; render a newer one") }
}

extension SourceFrame {
    /// A picture in memory.
    ///
    /// - Parameters:
    ///   - isOpaque: whether every pixel's alpha is known to be 1; such pictures are scaled down faster.
    ///   - size: the size of the picture that `pixels` represents; the size of `pixels` if nil.
    package init(_ pixels: PixelBuffer, isOpaque: Bool = false, standingInFor size: SIMD2<Int>? = nil) {
        self.init(
            still: PicturePixels(pixels, isOpaque: isOpaque),
            size: size ?? SIMD2(pixels.width, pixels.height))
        self.isOpaque = isOpaque
        primaries = pixels.colorSpace.primaries
    }

    /// A picture that is decoded while it is exported.
    init(_ stream: RowStream) {
        let header = stream.header
        self.init(
            still: stream, size: SIMD2(header.width, header.height), isOpaque: !header.channels.hasAlpha)
        primaries = header.colorSpace.primaries
        photograph = Photograph(header.ending?.metadata ?? Metadata(), name: stream.name)
    }

    /// A picture in memory.
    package init(_ picture: Picture) {
        self.init(picture.pixels, isOpaque: !picture.channels.hasAlpha)
        isGray = picture.channels.isGray
        outputValues = OutputValues(keeping: picture.colorSpace, isGray: isGray)
        photograph = Photograph(picture)
    }

    /// A frame of a clip or a camera.
    ///
    /// - Parameter isOpaque: whether every pixel's alpha is known to be 1, which makes reductions and blurs
    ///   faster.
    package init(_ content: FrameContent, isOpaque: Bool, of source: SourceID, at time: FrameTime) {
        let pixels: any FramePixels =
            switch content {
            case .pixels(let pixels): PicturePixels(pixels, isOpaque: isOpaque)
            case .planes(let planes): PlanarPixels(planes: planes)
            }
        self.init(of: source, at: time, size: content.size, pixels: pixels, isOpaque: isOpaque)
    }
}
