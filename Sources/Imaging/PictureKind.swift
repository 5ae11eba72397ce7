/// The kinds of picture files that Glint reads: the table that the file dialogs, the desktop entry and the page about files
/// follow.
///
/// A file's kind, according to its first bytes, alone selects the decoder: asking libvips would pass the bytes to all of its
/// decoders, including those not trusted with them.
package enum PictureKind: String, Sendable, CaseIterable {
    case png, jpeg, tiff, webp, gif, heif
    /// What a camera's sensor saw.
    case raw

    /// The name people know it by.
    package var name: String {
        switch self {
        case .gif: "GIF"
        case .heif: "HEIF and AVIF"
        case .raw: "Raw files of cameras"
        case .png, .jpeg, .tiff, .webp: format?.name ?? rawValue
        }
    }

    /// The extensions that such files have, in lowercase.
    package var fileExtensions: [String] {
        switch self {
        case .png: ["png"]
        case .jpeg: ["jpg", "jpeg", "jpe", "jfif"]
        case .tiff: ["tif", "tiff"]
        case .webp: ["webp"]
        case .gif: ["gif"]
        case .heif: ["heic", "heif", "avif"]
        case .raw:
            [
                "dng", "nef", "nrw", "cr2", "cr3", "crw", "arw", "sr2", "srf", "raf", "rw2", "orf", "pef",
                "srw",
                "erf", "kdc", "dcr", "mrw", "x3f", "3fr", "iiq", "rwl",
            ]
        }
    }

    /// Their types, as shared-mime-info has them.
    package var mimeTypes: [String] {
        switch self {
        case .png: ["image/png"]
        case .jpeg: ["image/jpeg"]
        case .tiff: ["image/tiff"]
        case .webp: ["image/webp"]
        case .gif: ["image/gif"]
        case .heif: ["image/heif", "image/avif"]
        case .raw:
            [
                "image/x-adobe-dng", "image/x-nikon-nef", "image/x-nikon-nrw", "image/x-canon-cr2",
                "image/x-canon-cr3",
                "image/x-canon-crw", "image/x-sony-arw", "image/x-sony-sr2", "image/x-sony-srf",
                "image/x-fuji-raf",
                "image/x-panasonic-rw2", "image/x-olympus-orf", "image/x-pentax-pef", "image/x-samsung-srw",
                "image/x-epson-erf", "image/x-kodak-kdc", "image/x-kodak-dcr", "image/x-minolta-mrw",
                "image/x-sigma-x3f", "image/x-dcraw",
            ]
        }
    }

    /// What of such files is read, and what of them is written, as a row of the page about files has it.
    package var summary: (read: String, written: String?) {
        switch self {
        case .png: ("8 and 16 bits, gray and colored, transparency", "the same")
        case .jpeg: ("8 bits: gray, RGB and CMYK", "8 bits, gray and RGB")
        case .tiff:
            (
                "8, 16 and 32 bits, floats (clipped to 0…1), gray, RGB, CMYK and Lab, transparency; the first page",
                "8 and 16 bits, gray and RGB, transparency"
            )
        case .webp:
            ("8 bits, transparency; the first frame", "8 bits, transparency; exactly with `--lossless`")
        case .gif: ("the first frame; as a clip where a video is asked for", nil)
        case .heif: ("8 bits, and 10 and 12 as 16, transparency", nil)
        case .raw:
            (
                "developed by LibRaw at full size in 16 bits, with the camera's white balance, in ProPhoto RGB",
                nil
            )
        }
    }

    /// Whether a file of this name is probably a picture.
    package static func isNamed(byExtensionOf name: String) -> Bool {
        let suffix = PathName.suffix(of: name).lowercased()
        return allCases.contains { $0.fileExtensions.contains(suffix) }
    }

    /// The number of bytes examined of all but TIFF files.
    static let length = 16
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
        try self.init(of: OpenFile(path: path))
    }

    init?(of file: OpenFile) throws(ImagingError) {
        let beginning = try file.beginning(min(file.byteCount, Self.length))
        defer { withExtendedLifetime(beginning) {} }
        guard let signature = Self(beginning.bytes) else { return nil }
        guard signature == .tiff else {
            self = signature
            return
        }
        self = RawFile.isRaw { file.bytes(from: $0, count: $1) } ? .raw : .tiff
    }

    /// Nil for anything but a picture that Glint reads. Which TIFF files are those of a camera is known only with their
    /// directories.
    init?(_ beginning: UnsafeRawBufferPointer) {
        func has(_ text: String, at offset: Int) -> Bool {
            beginning.dropFirst(offset).starts(with: text.utf8)
        }
        if beginning.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if beginning.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if Self.tiffHeaders.contains(where: { beginning.starts(with: $0) }) {
            self = RawFile.isRaw(beginning) ? .raw : .tiff
        } else if RawFile.hasMark(beginning) {
            self = .raw
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
        case .gif, .heif, .raw: nil
        }
    }
}
