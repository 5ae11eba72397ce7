/// The kind of a picture file, according to its first bytes.
///
/// This alone selects the decoder: asking libvips would pass the bytes to all of its decoders, including those not
/// trusted with them.
package enum FileSignature: String, Sendable {
    case png, jpeg, tiff, webp, gif, heif

    /// The number of bytes examined.
    static let length = 12

    /// Classic and BigTIFF, little-endian and big-endian.
    private static let tiffHeaders: [[UInt8]] = [
        [0x49, 0x49, 42, 0], [0x4D, 0x4D, 0, 42], [0x49, 0x49, 43, 0], [0x4D, 0x4D, 0, 43],
    ]

    /// The major brands of HEIF and AVIF still pictures and sequences (ISO/IEC 23008-12, annex B).
    private static let heifBrands = [
        "heic", "heix", "hevc", "heim", "heis", "hevm", "hevs", "mif1", "msf1", "avif",
    ]

    /// The kind of a file; nil for anything but a picture that Glint reads.
    package init?(ofFile path: String) throws(ImagingError) {
        let file = try OpenFile(path: path)
        let beginning = try file.beginning(min(file.byteCount, Self.length))
        defer { withExtendedLifetime(beginning) {} }
        self.init(beginning.bytes)
    }

    /// Nil for anything but a picture that Glint reads.
    init?(_ beginning: UnsafeRawBufferPointer) {
        func has(_ text: String, at offset: Int) -> Bool {
            beginning.dropFirst(offset).starts(with: text.utf8)
        }
        if beginning.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if beginning.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if Self.tiffHeaders.contains(where: { beginning.starts(with: $0) }) {
            self = .tiff
        } else if has("RIFF", at: 0), has("WEBP", at: 8) {
            self = .webp
        } else if has("GIF87a", at: 0) || has("GIF89a", at: 0) {
            self = .gif
        } else if has("ftyp", at: 4), Self.heifBrands.contains(where: { has($0, at: 8) }) {
            self = .heif
        } else {
            return nil
        }
    }

    /// The format, where Glint writes it too.
    var format: PictureFormat? {
        switch self {
        case .png: .png
        case .jpeg: .jpeg
        case .tiff: .tiff
        case .webp: .webp
        case .gif, .heif: nil
        }
    }
}
