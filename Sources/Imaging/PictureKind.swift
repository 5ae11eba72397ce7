import System

/// The kinds of picture files that Glint reads: the table used for the file dialogs, the desktop entry and
/// the documentation of file formats.
///
/// A file's first bytes alone determine its kind, and thus the decoder. libvips' own detection would pass the
/// bytes to all of its loaders, including untrusted ones.
package enum PictureKind: String, Sendable, CaseIterable {
    case png, jpeg
    case jpegXL = "jxl"
    case tiff, webp, gif, heif
    /// A camera's raw sensor data.
    case raw
    case exr
    /// Radiance HDR pictures.
    case radiance
    case psd, svg, bmp
    /// Netpbm's portable maps, including the float format.
    case pnm
    case qoi, tga, ico
    case jpegLS

    /// A row in the table of kinds.
    package struct Traits: Sendable {
        /// The common name.
        package let name: String
        /// File extensions in lowercase.
        package let fileExtensions: [String]
        /// MIME types as in shared-mime-info.
        package let mimeTypes: [String]
        /// The variants that Glint can read.
        package let read: String
        /// The variants that Glint can write; nil if none.
        package var written: String?
        /// The format for writing; nil if Glint cannot write it.
        var format: PictureFormat?
    }

    package var traits: Traits {
        switch self {
        case .png:
            Traits(
                name: "PNG", fileExtensions: ["png"], mimeTypes: ["image/png"],
                read:
                    "8 and 16 bits, gray and color, transparency; an animation as a clip if a video is requested",
                written: "the same", format: .png)
        case .jpeg:
            Traits(
                name: "JPEG", fileExtensions: ["jpg", "jpeg", "jpe", "jfif"], mimeTypes: ["image/jpeg"],
                read: "8 bits: gray, RGB and CMYK; lossless: gray with 8 to 16 bits, RGB with 8 to 12",
                written: "8 bits, gray and RGB", format: .jpeg)
        case .jpegXL:
            Traits(
                name: "JPEG XL", fileExtensions: ["jxl"], mimeTypes: ["image/jxl"],
                read: "8 and 16 bits, floats, gray and RGB, transparency; any frame",
                written: "8 and 16 bits, gray and RGB, transparency; lossless with `--lossless`",
                format: .jpegXL)
        case .tiff:
            Traits(
                name: "TIFF", fileExtensions: ["tif", "tiff"], mimeTypes: ["image/tiff"],
                read:
                    "8-, 16- and 32-bit integers, 16- to 64-bit floats, gray, RGB, CMYK, Lab, transparency; any page",
                written: "8- and 16-bit integers, 32-bit floats, gray and RGB, transparency", format: .tiff)
        case .webp:
            Traits(
                name: "WebP", fileExtensions: ["webp"], mimeTypes: ["image/webp"],
                read: "8 bits, transparency; any frame",
                written:
                    "8 bits, transparency; lossless with `--lossless`, except colors under full transparency",
                format: .webp)
        case .gif:
            Traits(
                name: "GIF", fileExtensions: ["gif"], mimeTypes: ["image/gif"],
                read: "any frame; as a clip if a video is requested")
        case .heif:
            Traits(
                name: "AVIF, HEIF", fileExtensions: ["avif", "heic", "heif"],
                mimeTypes: ["image/avif", "image/heif"],
                read: "8 bits, 10 and 12 bits as 16, transparency; any picture",
                written:
                    "AVIF: 8 bits, or 12 for 16-bit pictures, gray and RGB, transparency; lossless with `--lossless`",
                format: .avif)
        case .raw:
            Traits(
                name: "Camera raw",
                fileExtensions: [
                    "dng", "nef", "nrw", "cr2", "cr3", "crw", "arw", "sr2", "srf", "raf", "rw2", "orf", "pef",
                    "srw", "erf", "kdc", "dcr", "mrw", "x3f", "3fr", "iiq", "rwl",
                ],
                mimeTypes: [
                    "image/x-adobe-dng", "image/x-nikon-nef", "image/x-nikon-nrw", "image/x-canon-cr2",
                    "image/x-canon-cr3", "image/x-canon-crw", "image/x-sony-arw", "image/x-sony-sr2",
                    "image/x-sony-srf", "image/x-fuji-raf", "image/x-panasonic-rw2", "image/x-olympus-orf",
                    "image/x-pentax-pef", "image/x-samsung-srw", "image/x-epson-erf", "image/x-kodak-kdc",
                    "image/x-kodak-dcr", "image/x-minolta-mrw", "image/x-sigma-x3f", "image/x-dcraw",
                ],
                read:
                    "developed by LibRaw at full size in 16 bits, with the camera's white balance, in ProPhoto RGB"
            )
        case .exr:
            Traits(
                name: "OpenEXR", fileExtensions: ["exr"], mimeTypes: ["image/x-exr"],
                read:
                    "16- and 32-bit floats, transparency, layers, single channels, luminance with chroma; the first part that is a picture, no deep pixels",
                written: "32-bit floats, transparency", format: .exr)
        case .radiance:
            Traits(
                name: "Radiance HDR", fileExtensions: ["hdr"], mimeTypes: ["image/vnd.radiance"],
                read: "RGBE, as floats")
        case .psd:
            Traits(
                name: "Photoshop", fileExtensions: ["psd"], mimeTypes: ["image/vnd.adobe.photoshop"],
                read: "the flattened picture: 1 to 16 bits and floats, gray, RGB and CMYK, transparency")
        case .svg:
            Traits(
                name: "SVG", fileExtensions: ["svg"], mimeTypes: ["image/svg+xml"],
                read: "rendered at its own size, or at that of `--size`; nothing outside the file is loaded")
        case .bmp:
            Traits(
                name: "BMP", fileExtensions: ["bmp", "dib"], mimeTypes: ["image/bmp"],
                read: "1, 4, 8, 16, 24 and 32 bits per pixel, transparency with 32")
        case .pnm:
            Traits(
                name: "PBM, PGM, PPM, PAM and PFM",
                fileExtensions: ["pbm", "pgm", "ppm", "pnm", "pam", "pfm"],
                mimeTypes: [
                    "image/x-portable-bitmap", "image/x-portable-graymap", "image/x-portable-pixmap",
                    "image/x-portable-anymap",
                ],
                read: "8 and 16 bits, and PFM floats")
        case .qoi:
            Traits(
                name: "QOI", fileExtensions: ["qoi"], mimeTypes: ["image/qoi"],
                read: "8 bits, transparency")
        case .tga:
            Traits(
                name: "Targa", fileExtensions: ["tga"], mimeTypes: ["image/x-tga"],
                read: "8 to 32 bits per pixel, transparency with 32")
        case .ico:
            Traits(
                name: "Windows icons", fileExtensions: ["ico", "cur"],
                mimeTypes: ["image/vnd.microsoft.icon"],
                read: "the largest picture, or any other")
        case .jpegLS:
            Traits(
                name: "JPEG-LS", fileExtensions: ["jls"], mimeTypes: ["image/jls"],
                read: "gray with 8 to 16 bits, RGB with 8")
        }
    }

    /// True if the name's extension is that of a picture file.
    package static func isNamed(byExtensionOf name: String) -> Bool {
        let suffix = PathName.suffix(of: name).lowercased()
        return allCases.contains { $0.traits.fileExtensions.contains(suffix) }
    }

    /// The number of bytes examined, except for TIFF files.
    static let length = 1024
    /// Classic and BigTIFF, little-endian and big-endian.
    private static let tiffHeaders: [[UInt8]] = [
        [0x49, 0x49, 42, 0], [0x4D, 0x4D, 0, 42], [0x49, 0x49, 43, 0], [0x4D, 0x4D, 0, 43],
    ]

    /// The major brands of HEIF and AVIF stills and sequences (ISO/IEC 23008-12, annex B and later annexes),
    /// and of stills with other codecs.
    private static let heifBrands = [
        "heic", "heix", "hevc", "heim", "heis", "hevm", "hevs", "mif1", "msf1", "avif",
        "mif2", "avci", "jpeg", "j2ki", "vvic", "evbi",
    ]

    /// The kind of a file; nil if it is not a supported picture.
    package init?(ofFile path: String) throws(ImagingError) {
        try self.init(of: ImagingError.wrap(OpenFile(path: path)))
    }

    /// The kind of an open file; nil if it is not a supported picture.
    package init?(of file: OpenFile) throws(ImagingError) {
        let beginning = try ImagingError.wrap(file.beginning(min(file.byteCount, Self.length)))
        defer { withExtendedLifetime(beginning) {} }
        guard let signature = Self(beginning.bytes) else { return nil }
        guard signature == .tiff else {
            self = signature
            return
        }
        self = RawFile.isRaw { file.bytes(from: $0, count: $1) } ? .raw : .tiff
    }

    /// Nil if it is not a supported picture. Whether a TIFF file is a camera's raw file depends on its
    /// directories.
    init?(_ beginning: UnsafeRawBufferPointer) {
        func has(_ text: String, at offset: Int) -> Bool {
            beginning.dropFirst(offset).starts(with: text.utf8)
        }
        if beginning.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if beginning.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = beginning.dropFirst(3).first == JPEGVariant.startOfJPEGLS ? .jpegLS : .jpeg
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
        } else if JPEGXLDecoder.marks.contains(where: { beginning.starts(with: $0) }) {
            self = .jpegXL
        } else if beginning.starts(with: EXRFile.mark) {
            self = .exr
        } else if has("#?RADIANCE", at: 0) || has("#?RGBE", at: 0) {
            self = .radiance
        } else if has("8BPS", at: 0) {
            self = .psd
        } else if has("BM", at: 0), beginning.count >= 26, BitmapFile.isHeader(beginning) {
            self = .bmp
        } else if PortableMap.codec(of: beginning) != nil || FloatMap.isHeader(beginning) {
            self = .pnm
        } else if has("qoif", at: 0) {
            self = .qoi
        } else if IconFile.isHeader(beginning) {
            self = .ico
        } else if Drawing.isDrawing(beginning) {
            self = .svg
        } else if TargaFile.isHeader(beginning) {
            // TGA has no signature, so all other kinds are tested first.
            self = .tga
        } else {
            return nil
        }
    }

    /// The format for writing; nil if Glint cannot write it.
    var format: PictureFormat? { traits.format }
}
