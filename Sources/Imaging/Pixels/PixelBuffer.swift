import Glibc
import Localization

/// Pixels in memory: interleaved RGBA with straight alpha, rows from top to bottom, no padding. Values use
/// the sRGB curve and the primaries of their color space.
///
/// The bytes are written once, while the buffer is created, and never change afterwards, so buffers can be
/// shared between threads and copied at no cost.
public struct PixelBuffer: Sendable {
    /// Bits per channel; samples have native byte order.
    public enum Depth: Int, Sendable, CaseIterable, Comparable, CustomStringConvertible {
        /// Integers; 255 represents 1.0.
        case eight = 8
        /// Integers; 65,535 represents 1.0.
        case sixteen = 16
        /// Floats, which may lie outside 0…1.
        case float = 32

        /// A description for the user.
        public var description: String {
            self == .float ? tr("32-bit floats per channel") : tr("\(rawValue) bits per channel")
        }

        /// Compares by number of bits.
        public static func < (left: Depth, right: Depth) -> Bool { left.rawValue < right.rawValue }

        /// The number of bytes per RGBA pixel.
        public var bytesPerPixel: Int { rawValue / 8 * 4 }
    }

    /// Width in pixels, at least 1.
    public let width: Int
    /// Height in pixels, at least 1.
    public let height: Int
    /// Bits per channel.
    public let depth: Depth
    /// The color space of the values; it also defines the samples of a file with these pixels.
    public private(set) var colorSpace = ColorSpace.sRGB
    private let storage: Storage

    /// The number of bytes per row.
    public var bytesPerRow: Int { width * depth.bytesPerPixel }

    /// Creates a buffer; `fill` writes its `bytesPerRow * height` bytes, which are initially zero.
    ///
    /// Like a Swift collection, it terminates the program if there are no pixels or memory cannot be
    /// allocated; use ``init(width:height:depth:name:fill:)`` for pictures of arbitrary size.
    package init<Failure: Error>(
        width: Int, height: Int, depth: Depth,
        fill: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        let buffer = PixelBuffer(madeWithWidth: width, height: height, depth: depth, isOverwritten: false)
        guard let buffer else {
            preconditionFailure("no memory for a picture of \(width) × \(height) pixels")
        }
        self = buffer
        try fill(storage.bytes)
    }

    /// Creates a buffer; `fill` writes its bytes. Terminates the program if there are no pixels or memory
    /// cannot be allocated.
    @available(
        *, deprecated,
        message: "use init(width:height:depth:name:fill:), which throws instead of ending the program"
    )
    @_disfavoredOverload
    public init(
        width: Int, height: Int, depth: Depth, fill: (UnsafeMutableRawBufferPointer) throws -> Void
    ) rethrows {
        let buffer = PixelBuffer(madeWithWidth: width, height: height, depth: depth, isOverwritten: false)
        guard let buffer else {
            preconditionFailure("no memory for a picture of \(width) × \(height) pixels")
        }
        self = buffer
        try fill(storage.bytes)
    }

    /// Creates a buffer; `fill` writes its `bytesPerRow * height` bytes, which are initially zero.
    ///
    /// - Parameters:
    ///   - width: width in pixels, at least 1.
    ///   - height: height in pixels, at least 1.
    ///   - depth: bits per channel.
    ///   - name: the picture's name in error messages.
    ///   - fill: writes the bytes, RGBA row after row.
    /// - Throws: ``ImagingError/noPixels(path:width:height:)``, ``ImagingError/tooLarge(path:width:height:)``
    ///   if this machine's memory cannot hold it, and any error of `fill`.
    public init(
        width: Int, height: Int, depth: Depth, name: String,
        fill: (UnsafeMutableRawBufferPointer) throws -> Void
    ) throws {
        guard width > 0, height > 0 else {
            throw ImagingError.noPixels(path: name, width: width, height: height)
        }
        self = try PixelBuffer.claimed(width: width, height: height, depth: depth, name: name)
        try fill(storage.bytes)
    }

    /// Creates a buffer whose pages the system allocates on first access; nil if allocation fails. It is
    /// zeroed, unless `isOverwritten`: then it may have old contents.
    init?(madeWithWidth width: Int, height: Int, depth: Depth, isOverwritten: Bool) {
        precondition(width > 0 && height > 0, "a picture has at least one pixel")
        let (pixels, overflow) = width.multipliedReportingOverflow(by: height)
        guard !overflow, pixels <= Int.max / depth.bytesPerPixel else { return nil }
        let byteCount = pixels * depth.bytesPerPixel
        let provided = PixelMemory.provided(width: width, height: height, depth: depth)
        if let provided, !provided.isZero, !isOverwritten {
            UnsafeMutableRawBufferPointer(rebasing: provided.bytes[..<byteCount]).initializeMemory(
                as: UInt8.self, repeating: 0)
        }
        let storage =
            provided.map { Storage(mapping: $0.bytes, byteCount: byteCount) } ?? Storage(byteCount: byteCount)
        guard let storage else { return nil }
        self.width = width
        self.height = height
        self.depth = depth
        self.storage = storage
    }

    /// Uses pixels at the start of a memory block that belongs to `owner`.
    package init?(
        width: Int, height: Int, depth: Depth, memory: UnsafeMutableRawBufferPointer,
        owner: any AnyObject & Sendable
    ) {
        let (pixels, overflow) = width.multipliedReportingOverflow(by: height)
        guard width > 0, height > 0, !overflow, pixels <= memory.count / depth.bytesPerPixel else {
            return nil
        }
        self.width = width
        self.height = height
        self.depth = depth
        storage = Storage(
            bytes: UnsafeMutableRawBufferPointer(rebasing: memory[..<(pixels * depth.bytesPerPixel)]),
            owner: owner)
    }

    /// The same values, interpreted in another color space.
    package func with(_ space: ColorSpace) -> PixelBuffer {
        var copy = self
        copy.colorSpace = space
        return copy
    }

    /// Lets `body` write to a buffer that is not shared yet.
    func withBytesWhileMaking<Result, Failure: Error>(
        _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        defer { withExtendedLifetime(storage) {} }
        return try body(storage.bytes)
    }

    /// Calls `body` with the bytes, row after row.
    public func withUnsafeBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        defer { withExtendedLifetime(storage) {} }
        return try body(UnsafeRawBufferPointer(storage.bytes))
    }

    private final class Storage: @unchecked Sendable {
        let bytes: UnsafeMutableRawBufferPointer
        /// The mapping to unmap when this object is deallocated; nil if the memory has another owner.
        private let mapping: UnsafeMutableRawBufferPointer?
        private let owner: (any AnyObject & Sendable)?

        /// Fresh pages are zero without being accessed. Huge pages, if available, avoid a hundred thousand
        /// page faults for a 400-megapixel picture.
        init?(byteCount: Int) {
            let base = mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
            guard let base, base != MAP_FAILED else { return nil }
            madvise(base, byteCount, MADV_HUGEPAGE)
            bytes = UnsafeMutableRawBufferPointer(start: base, count: byteCount)
            mapping = bytes
            owner = nil
        }

        init(mapping: UnsafeMutableRawBufferPointer, byteCount: Int) {
            self.mapping = mapping
            bytes = UnsafeMutableRawBufferPointer(rebasing: mapping[..<byteCount])
            owner = nil
        }

        init(bytes: UnsafeMutableRawBufferPointer, owner: any AnyObject & Sendable) {
            self.bytes = bytes
            mapping = nil
            self.owner = owner
        }

        deinit { if let mapping { munmap(mapping.baseAddress, mapping.count) } }
    }
}
