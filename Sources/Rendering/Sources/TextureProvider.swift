import GPU

/// A source of frames: a picture, or a stream that has a new frame now and then.
///
/// A provider is shared between threads and keeps nothing on a device; the engine keeps the textures.
package protocol TextureProvider: Sendable {
    /// Distinguishes the frame from every other; results are kept under it.
    var frameID: FrameID { get }
    /// The frame's size in pixels.
    var size: SIMD2<Int> { get }
    /// The wanted part of the frame, reduced to the viewport's grid; in the format of its pixels or of `precision`.
    func makeTexture(
        of viewport: Viewport, precision: PixelFormat, on device: Device
    ) throws -> Texture
}

/// The identity of a frame; no two frames of a run of the program share one.
package struct FrameID: Sendable, Hashable {
    private let number: UInt64

    package init() {
        number = Self.counter.next()
    }

    private static let counter = Counter()
}
