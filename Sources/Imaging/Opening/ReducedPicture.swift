import System

/// A picture decoded at reduced size, as a preview while the whole picture is decoded, or for a thumbnail: a
/// JPEG at a half, a quarter or an eighth, or a camera's raw file at a half.
///
/// The decoder skips fine detail, so this takes a third of the time or less.
package struct ReducedPicture: Sendable {
    /// The reduced picture, upright, in the working format.
    package let pixels: PixelBuffer
    /// The size of the whole picture, upright.
    package let size: SIMD2<Int>
    /// The channels of its file.
    let channels: Channels
    /// The contents of its file other than pixels, as for the whole picture.
    package let metadata: Metadata

    /// Returns the reduction factor for a stored size: 8, 4 or 2; nil if reducing is not worthwhile.
    typealias Reduction = (_ size: SIMD2<Int>) -> Int?

    /// Nil if the whole picture is needed.
    private static func reduction(_ extent: DecodingExtent) -> Reduction? {
        // Pictures with fewer pixels are decoded while the window opens; the side is about that of a window.
        let (leastPixelCount, leastSide) = extent == .preview ? (20_000_000, 1400) : (1, 240)
        guard extent != .whole else { return nil }
        return { size in
            guard size.x * size.y >= leastPixelCount else { return nil }
            return [8, 4, 2].first { size.max() / $0 >= leastSide }
        }
    }

    /// Nil if the file is of another kind, too small for a reduction to be worthwhile, or damaged, since
    /// reading the whole file gives better error messages.
    package init?(contentsOf path: String, _ extent: DecodingExtent = .preview) {
        guard let file = try? OpenFile(path: path) else { return nil }
        self.init(file, extent)
    }

    init?(_ file: OpenFile, _ extent: DecodingExtent) {
        let path = file.path
        guard Self.mayExist(for: file), let contents = try? file.beginning(file.byteCount)
        else { return nil }
        defer { withExtendedLifetime(contents) {} }
        guard let reduction = Self.reduction(extent) else { return nil }
        // Half the size of any camera's picture is still larger than a window.
        let isRaw = PictureKind(contents.bytes) == .raw
        self.init(contents.bytes, name: path, by: isRaw ? { _ in 2 } : reduction)
    }

    /// Nil if the bytes are of another kind, cannot be decoded, or should not be reduced.
    init?(
        _ bytes: UnsafeRawBufferPointer, options: DecodingOptions = DecodingOptions(), name: String,
        by reduction: Reduction
    ) {
        let made: ReducedPicture? =
            switch PictureKind(bytes) {
            case .raw: Self.halved(bytes, options: options, by: reduction)
            case .jpeg: JPEGDecoder.reduced(bytes, options: options, name: name, by: reduction)
            default: nil
            }
        guard let made else { return nil }
        self = made
    }

    /// Creates a reduced picture from rows in stored order.
    package init?(stored pixels: PixelBuffer, _ header: PictureHeader, _ ending: PictureTrailer) {
        let upright = try? pixels.with(header.colorSpace).oriented(ending.orientation, name: "")
        guard let upright else { return nil }
        self.init(pixels: upright, size: ending.wholeSize, metadata: ending.metadata)
    }

    /// True if this kind of file can be decoded at a reduced size.
    package static func mayExist(for file: OpenFile) -> Bool {
        guard let signature = try? PictureKind(of: file) else { return false }
        return signature == .jpeg || signature == .raw
    }

    private static func halved(
        _ bytes: UnsafeRawBufferPointer, options: DecodingOptions, by reduction: Reduction
    ) -> ReducedPicture? {
        guard let size = try? RawDecoder.size(of: bytes, name: ""), reduction(size) != nil,
            let half = try? RawDecoder.decode(bytes, isHalved: true, options: options, name: "")
        else { return nil }
        return ReducedPicture(
            pixels: half.pixels, size: size, channels: half.channels, metadata: half.metadata)
    }

    init(
        pixels: PixelBuffer, size: SIMD2<Int>, channels: Channels = .rgb, metadata: Metadata = Metadata()
    ) {
        self.pixels = pixels
        self.size = size
        self.channels = channels
        self.metadata = metadata
    }
}
