import System
import Glibc
import Localization

/// The pixels of a picture and the metadata of its file.
public struct Picture: Sendable {
    /// The pixels, upright, in the working format, with their color space.
    public let pixels: PixelBuffer
    /// The channels of its file.
    public let channels: Channels
    /// Bits per channel of its file; the pixels have more if the file's curve is not the sRGB curve.
    public let depth: PixelBuffer.Depth
    /// The contents of its file other than pixels.
    public let metadata: Metadata
    /// The format of its file; nil if Glint cannot write that format or the picture is not from a file.
    public let format: PictureFormat?
    /// The damage to the pixels in a damaged file that was accepted, as a clause of a sentence; nil if there
    /// is none.
    public let damage: String?
    /// The number of the picture within its file.
    public let page: PageNumber
    /// The HDR encoding of its file, whose pixels were converted to standard range; nil if there is none.
    public let dynamicRange: HighDynamicRange?

    /// The name of its file without the folder and the extension; nil if it is not from a file.
    public var name: String?

    /// Width in pixels.
    public var width: Int { pixels.width }
    /// Height in pixels.
    public var height: Int { pixels.height }
    /// The color space of its pixels.
    public var colorSpace: ColorSpace { pixels.colorSpace }

    /// Creates a picture from pixels.
    ///
    /// - Parameters:
    ///   - pixels: the pixels.
    ///   - channels: the channels to save.
    ///   - depth: bits per channel to save; nil for those of the pixels.
    ///   - metadata: the metadata to save.
    ///   - format: the format of the picture's file, if Glint can write it.
    ///   - damage: the damage to its file, as a clause of a sentence.
    ///   - page: the number of the picture within its file.
    ///   - dynamicRange: the HDR encoding of its file.
    public init(
        pixels: PixelBuffer, channels: Channels, depth: PixelBuffer.Depth? = nil,
        metadata: Metadata = Metadata(), format: PictureFormat? = nil, damage: String? = nil,
        page: PageNumber = .single, dynamicRange: HighDynamicRange? = nil
    ) {
        self.pixels = pixels
        self.channels = channels
        self.depth = depth ?? pixels.depth
        self.metadata = metadata
        self.format = format
        self.damage = damage
        self.page = page
        self.dynamicRange = dynamicRange
    }

    /// Reads a picture file in any format listed in `docs/files.md`.
    ///
    /// The content determines the format, not the extension. The orientation is applied. Colors keep the
    /// primaries of the file's profile, but use the sRGB curve; more than 8 bits per channel become 16, and
    /// floats stay floats. A damaged file is an error, not a partial picture, unless the options accept
    /// damage.
    ///
    /// The file is decoded in the calling process, by libpng, libjpeg-turbo, LibRaw, libjxl, lcms2, libvips,
    /// OpenEXR and libavcodec, so reading untrusted files is only as safe as these libraries. Glint's own
    /// programs decode in a sandboxed process.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - options: how to read it.
    /// - Throws: ``ImagingError`` that names the path.
    public init(contentsOf path: String, options: DecodingOptions = DecodingOptions()) throws(ImagingError) {
        try self.init(ImagingError.wrap(OpenFile(path: path)), options: options)
    }

    /// Reads a picture from an open file.
    package init(_ file: OpenFile, options: DecodingOptions) throws(ImagingError) {
        let path = file.path
        // A file that is not a picture may be huge, so only its beginning is read at first.
        let beginning = try ImagingError.wrap(file.beginning(min(file.byteCount, PictureKind.length)))
        defer { withExtendedLifetime(beginning) {} }
        guard let kind = PictureKind(beginning.bytes) else { throw .notAPicture(path: path) }
        if kind == .png {
            self = try Self.decoded(options, name: path) { options throws(ImagingError) in
                try PNGDecoder.decode(file, options: options, name: path)
            }
            name = PathName.stem(of: path)
            return
        }
        let contents = try ImagingError.wrap(file.beginning(file.byteCount))
        defer { withExtendedLifetime(contents) {} }
        try self.init(encoded: contents.bytes, name: path, options: options)
        name = PathName.stem(of: path)
    }

    /// Reads a picture from the bytes of a file, for example a pasted or downloaded one.
    ///
    /// - Parameters:
    ///   - bytes: the whole file.
    ///   - name: the name to show in error messages.
    ///   - options: how to read it.
    /// - Throws: ``ImagingError``, as ``init(contentsOf:options:)-(String,_)`` does.
    public init(
        encoded bytes: some Collection<UInt8>, name: String = "the picture",
        options: DecodingOptions = DecodingOptions()
    ) throws(ImagingError) {
        let made = bytes.withContiguousStorageIfAvailable { storage in
            Result { () throws(ImagingError) in
                try Picture(encoded: UnsafeRawBufferPointer(storage), name: name, options: options)
            }
        }
        guard let made else {
            self = try Picture(encoded: Array(bytes), name: name, options: options)
            return
        }
        self = try made.get()
    }

    /// Reads a picture from the bytes of a file, which are only used during the call.
    ///
    /// - Parameters:
    ///   - bytes: the whole file.
    ///   - name: the name to show in error messages.
    ///   - options: how to read it.
    /// - Throws: ``ImagingError``, as ``init(contentsOf:options:)-(String,_)`` does.
    public init(
        encoded bytes: UnsafeRawBufferPointer, name: String = "the picture",
        options: DecodingOptions = DecodingOptions()
    ) throws(ImagingError) {
        guard !bytes.isEmpty else { throw .file(.empty(path: name)) }
        guard let kind = PictureKind(bytes) else { throw .notAPicture(path: name) }
        self = try Self.decoded(options, name: name) { options throws(ImagingError) in
            switch kind {
            case .png: return try PNGDecoder.decode(bytes, options: options, name: name)
            case .raw: return try RawDecoder.decode(bytes, options: options, name: name)
            case .jpegXL: return try JPEGXLDecoder.decode(bytes, options: options, name: name)
            case .exr: return try EXRDecoder.decode(bytes, options: options, name: name)
            case .psd: return try PhotoshopFile.decode(bytes, options: options, name: name)
            case .ico: return try IconFile.decode(bytes, options: options, name: name)
            case .bmp: return try BitmapFile.decode(bytes, options: options, name: name)
            case .qoi:
                // The last byte of the header is 1 if all channels are linear.
                let isLinear = bytes.count > 13 && bytes[13] == 1
                return try StillDecoder.decode(
                    bytes, codec: "qoi", findings: .init(colors: isLinear ? .space(.linearSRGB) : nil),
                    isWhole: TruncationCheck.isWholeQOI(bytes), options: options, name: name)
            case .tga: return try TargaFile.decode(bytes, options: options, name: name)
            case .jpegLS:
                return try StillDecoder.decodeJPEGLS(bytes, options: options, name: name)
            case .pnm:
                guard let codec = PortableMap.codec(of: bytes) else {
                    return try FloatMap.decode(bytes, options: options, name: name)
                }
                return try StillDecoder.decode(bytes, codec: codec, options: options, name: name)
            case .jpeg:
                switch JPEGVariant(of: bytes) {
                case .ordinary: return try JPEGDecoder.decode(bytes, options: options, name: name)
                case .jpegLS:
                    return try StillDecoder.decodeJPEGLS(bytes, options: options, name: name)
                case .lossless: return try StillDecoder.decodeJPEG(bytes, options: options, name: name)
                case .unread(let reason): throw .unsupported(path: name, reason: reason)
                }
            case .tiff, .webp, .gif, .heif, .radiance, .svg:
                return try VipsDecoder.decode(bytes, as: kind, options: options, name: name)
            }
        }
    }

    /// Decodes a file as if it were intact; if that fails and damage is accepted, decodes what is readable.
    private static func decoded(
        _ options: DecodingOptions, name: String, _ decode: (DecodingOptions) throws(ImagingError) -> Picture
    ) throws(ImagingError) -> Picture {
        let picture: Picture
        do throws(ImagingError) {
            var intact = options
            intact.acceptsDamage = false
            picture = try decode(intact)
        } catch {
            let reason: String
            switch error {
            // A corrupted byte may make a file look like an unsupported variant.
            case .damaged(_, let message), .unsupported(_, let message): reason = message
            default: throw error
            }
            guard options.acceptsDamage, let rest = try? decode(options) else { throw error }
            picture = Picture(
                pixels: rest.pixels, channels: rest.channels, depth: rest.depth, metadata: rest.metadata,
                format: rest.format, damage: reason, page: rest.page,
                dynamicRange: rest.dynamicRange)
        }
        // Decoders for formats with one picture per file ignore the page.
        guard picture.page.number == options.page else {
            throw .noSuchPage(path: name, page: options.page, count: picture.page.count)
        }
        return picture
    }
}

extension PixelBuffer {
    /// Allocates pixels for the size that a file claims, up to `atMost` pixels. They are zeroed unless the
    /// caller overwrites all of them.
    static func claimed(
        width: Int, height: Int, depth: Depth, atMost: Int = DecodingOptions.greatestPixelCount,
        isOverwritten: Bool = false, name: String
    ) throws(ImagingError) -> PixelBuffer {
        let pixelCount = Double(width) * Double(height)
        let memory = Double(sysconf(Int32(_SC_PHYS_PAGES))) * Double(sysconf(Int32(_SC_PAGESIZE)))
        guard width > 0, height > 0 else { throw .damaged(path: name, reason: tr("it has no pixels")) }
        guard pixelCount <= Double(DecodingOptions.greatestPixelCount),
            pixelCount * Double(depth.bytesPerPixel) <= memory
        else { throw .tooLarge(path: name, width: width, height: height) }
        guard pixelCount <= Double(atMost) else {
            throw .unusuallyLarge(
                path: name, width: width, height: height, byteCount: width * height * depth.bytesPerPixel)
        }
        let buffer = PixelBuffer(
            madeWithWidth: width, height: height, depth: depth, isOverwritten: isOverwritten)
        guard let buffer else { throw .tooLarge(path: name, width: width, height: height) }
        return buffer
    }
}
