/// Pixels in memory: interleaved RGBA with straight alpha, sRGB-encoded, rows from the top, no padding.
///
/// The bytes are written once, while the buffer is made, and never change after; so a buffer can be
/// shared between threads and copied for nothing.
public struct PixelBuffer: Sendable {
    /// Bits per channel; sixteen-bit samples are in the machine's byte order.
    public enum Depth: Int, Sendable, CaseIterable {
        case eight = 8
        case sixteen = 16

        /// The bytes of one RGBA pixel.
        public var bytesPerPixel: Int { rawValue / 8 * 4 }
    }

    /// Width in pixels, at least 1.
    public let width: Int
    /// Height in pixels, at least 1.
    public let height: Int
    /// Bits per channel.
    public let depth: Depth
    private let storage: Storage

    /// The bytes of one row.
    public var bytesPerRow: Int { width * depth.bytesPerPixel }

    /// Makes a buffer and has `fill` write its `bytesPerRow * height` bytes, which begin as zeros.
    public init(
        width: Int, height: Int, depth: Depth,
        fill: (UnsafeMutableRawBufferPointer) throws -> Void
    ) rethrows {
        precondition(width > 0 && height > 0, "a picture has at least one pixel")
        self.width = width
        self.height = height
        self.depth = depth
        storage = Storage(byteCount: width * height * depth.bytesPerPixel)
        try fill(storage.bytes)
    }

    /// Gives `body` the bytes, row after row.
    public func withUnsafeBytes<Result>(
        _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
        try withExtendedLifetime(storage) { try body(UnsafeRawBufferPointer(storage.bytes)) }
    }

    /// Zeroed pages that the system provides only as they are touched.
    private final class Storage: @unchecked Sendable {
        let bytes: UnsafeMutableRawBufferPointer

        init(byteCount: Int) {
            bytes = .allocate(byteCount: byteCount, alignment: 64)
            bytes.initializeMemory(as: UInt8.self, repeating: 0)
        }

        deinit { bytes.deallocate() }
    }
}
