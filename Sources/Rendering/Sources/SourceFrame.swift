import Filters
import GPU
import Imaging
import Wording

/// The identity of what frames come from: a picture, a clip or a camera. No two of a run of the program share one.
package struct SourceID: Sendable, Hashable {
    private let number: UInt64

    package init() { number = Self.counter.next() }

    private static let counter = Counter()
}

/// A frame of a source: where it is from, its time there, and how its pixels are read.
///
/// It is a value that any thread may hold, and keeps nothing on a device. A still, such as a picture, is a source that has
/// the same pixels at every time.
package struct SourceFrame: Sendable {
    /// The source it is from; a job for a frame of another source cancels a preview under way.
    package let sourceID: SourceID
    /// Its time in the source, which is also the time that filters read.
    package private(set) var time: FrameTime
    /// The frame's size in pixels.
    package let size: SIMD2<Int>
    /// The width of a pixel divided by its height, for who shows it: filters work on the pixels as they are.
    package var pixelAspect = 1.0
    /// What red, green and blue are in it, and in what filters make of it.
    package private(set) var primaries = Primaries.sRGB
    /// How its values become those of a file that keeps its colors; nil where they are these.
    package private(set) var outputValues: OutputValues?
    /// Whether those are of a file of gray: filters may make colors of it, which have no space of their own.
    private(set) var isGray = false
    /// Whether every pixel's alpha is known to be 1.
    private(set) var isOpaque = false
    /// Whether the source has these pixels at every time.
    package let isStill: Bool
    /// Nil once they were given back.
    private var pixels: (any FramePixels)?

    /// A frame of a clip or a camera; no two frames of a source have the same time.
    package init(of source: SourceID, at time: FrameTime, size: SIMD2<Int>, pixels: any FramePixels) {
        self.init(sourceID: source, time: time, size: size, isStill: false, pixels: pixels)
    }

    /// A still: a source of its own.
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

    /// The same pixels at another time, for a still that plays; a frame of a clip or a camera keeps its own time.
    package func at(_ time: FrameTime) -> SourceFrame {
        guard isStill else { return self }
        var frame = self
        frame.time = time
        return frame
    }

    /// The frame without its pixels, for those who only want to know which frame they have: a decoder or a camera that
    /// has few buffers gets this one's back.
    package var withoutPixels: SourceFrame {
        var frame = self
        frame.pixels = nil
        return frame
    }

    /// Whether both are the same frame of the same source; a still is the same at every time.
    package func isSame(as other: SourceFrame) -> Bool {
        id(readsTime: false) == other.id(readsTime: false)
    }

    /// The wanted part of the frame, as ``FramePixels/makeTexture(of:precision:on:)`` gives it.
    ///
    /// Throws ``PixelsGone`` if its pixels were given back.
    func makeTexture(of viewport: Viewport, precision: PixelFormat, on device: Device) throws -> Texture {
        guard let pixels else { throw PixelsGone() }
        return try pixels.makeTexture(of: viewport, precision: precision, on: device)
    }

    /// What distinguishes the frame's results from those of other frames.
    ///
    /// - Parameter readsTime: whether they depend on the time by more than the frame's pixels.
    func id(readsTime: Bool) -> FrameID {
        FrameID(sourceID: sourceID, time: isStill && !readsTime ? nil : time)
    }
}

/// The identity of what results are made from.
struct FrameID: Sendable, Hashable {
    let sourceID: SourceID
    /// Nil where they are the same at every time.
    let time: FrameTime?
}

/// The pixels of a frame as its source holds them: a picture in memory, the planes of a decoded frame, a buffer of a
/// camera. They are read on the thread of the engine that renders them, and let go of once nobody holds the frame.
package protocol FramePixels: Sendable {
    /// The wanted part of the frame, reduced to the viewport's grid; in the format of its pixels or of `precision`.
    func makeTexture(of viewport: Viewport, precision: PixelFormat, on device: Device) throws -> Texture
}

/// Thrown where the pixels of a frame are read that were given back to its source.
struct PixelsGone: Error, CustomStringConvertible {
    var description: String { tr("the pixels of this frame are gone; render a newer one") }
}

extension SourceFrame {
    /// A picture in memory.
    ///
    /// - Parameters:
    ///   - isOpaque: whether every pixel's alpha is known to be 1; such pictures are reduced in less time.
    ///   - size: the size of the picture that `pixels` represents; its own size if nil.
    package init(_ pixels: PixelBuffer, isOpaque: Bool = false, standingInFor size: SIMD2<Int>? = nil) {
        self.init(
            still: PicturePixels(pixels, isOpaque: isOpaque),
            size: size ?? SIMD2(pixels.width, pixels.height))
        self.isOpaque = isOpaque
        primaries = pixels.colorSpace.primaries
    }

    /// A picture that is decoded while it is exported.
    init(_ rows: StreamedRows) {
        let header = rows.stream.header
        self.init(still: rows, size: SIMD2(header.width, header.height))
        isOpaque = !header.channels.hasAlpha
        primaries = header.colorSpace.primaries
    }

    /// A picture in memory.
    package init(_ picture: Picture) {
        self.init(picture.pixels, isOpaque: !picture.channels.hasAlpha)
        isGray = picture.channels.isGray
        outputValues = OutputValues(keeping: picture.colorSpace, isGray: isGray)
    }

    /// A frame of a clip, in memory.
    ///
    /// - Parameter isOpaque: whether every pixel's alpha is known to be 1; such frames are reduced in less time.
    package init(_ pixels: PixelBuffer, isOpaque: Bool, of source: SourceID, at time: FrameTime) {
        self.init(
            of: source, at: time, size: SIMD2(pixels.width, pixels.height),
            pixels: PicturePixels(pixels, isOpaque: isOpaque))
        self.isOpaque = isOpaque
    }
}
