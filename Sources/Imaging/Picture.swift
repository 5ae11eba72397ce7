import CPNG
import CVips
import Glibc

/// A picture: its pixels, and what its file says about them.
public struct Picture: Sendable {
    /// The pixels, upright and in sRGB.
    public let pixels: PixelBuffer
    /// The channels its file has.
    public let channels: Channels
    /// What its file says beside the pixels.
    public let metadata: Metadata
    /// The format of its file; nil for one that Glint only reads, or for a picture not from a file.
    public let format: PictureFormat?
    /// What is wrong with the pixels of a file that was accepted although it is damaged, as a clause of a sentence;
    /// nil where all is well.
    public let damage: String?

    /// Width in pixels.
    public var width: Int { pixels.width }
    /// Height in pixels.
    public var height: Int { pixels.height }

    /// A picture from pixels.
    public init(
        pixels: PixelBuffer, channels: Channels, metadata: Metadata = Metadata(),
        format: PictureFormat? = nil, damage: String? = nil
    ) {
        self.pixels = pixels
        self.channels = channels
        self.metadata = metadata
        self.format = format
        self.damage = damage
    }

    /// Reads a picture file: PNG, JPEG, TIFF, WebP, and what else libvips reads. The content decides, not
    /// the extension. The orientation is applied, the color profile converted to sRGB; more than 8 bits
    /// per channel give sixteen. A damaged file is an error, not a part of a picture.
    ///
    /// The file is decoded inside the process that calls, by libpng, libjpeg-turbo and libvips: whoever reads files
    /// from strangers is as safe as these. Glint's own programs decode in a process that can do nothing else.
    public init(contentsOf path: String, options: DecodingOptions = DecodingOptions()) throws(ImagingError) {
        try self.init(OpenFile(path: path), options: options)
    }

    init(_ file: OpenFile, options: DecodingOptions) throws(ImagingError) {
        let path = file.path
        let beginning = try file.beginning(min(file.byteCount, Self.beginningLength))
        defer { withExtendedLifetime(beginning) {} }
        if cpng_is_png(beginning.bytes.baseAddress, beginning.bytes.count) {
            self = try PNGDecoder.decode(file, name: path)
            return
        }
        // Before the rest is read: what is no picture may be of any size.
        guard try Self.isPicture(beginning.bytes) else { throw .notAPicture(path: path) }
        let contents = try file.beginning(file.byteCount)
        defer { withExtendedLifetime(contents) {} }
        try self.init(encoded: contents.bytes, name: path)
    }

    /// Every format is known by fewer bytes.
    private static let beginningLength = 1 << 16

    /// Classic and BigTIFF, little-endian and big-endian.
    private static let tiffHeaders: [[UInt8]] = [
        [0x49, 0x49, 42, 0], [0x4D, 0x4D, 0, 42], [0x49, 0x49, 43, 0], [0x4D, 0x4D, 0, 43],
    ]

    /// Whether the first bytes of a file are those of a picture.
    private static func isPicture(_ beginning: UnsafeRawBufferPointer) throws(ImagingError) -> Bool {
        // libvips also looks for the directory, which may stand at a TIFF's end.
        if tiffHeaders.contains(where: beginning.starts) { return true }
        try Vips.start()
        return cvips_knows(beginning.baseAddress, beginning.count)
    }

    /// Reads a picture from the bytes of a file, for example a pasted one; `name` stands in errors.
    public init(
        encoded bytes: [UInt8], name: String, options: DecodingOptions = DecodingOptions()
    ) throws(ImagingError) {
        self = try bytes.withUnsafeBytes { bytes in
            Result { () throws(ImagingError) in try Picture(encoded: bytes, name: name) }
        }.get()
    }

    /// Reads a picture from the bytes of a file, which need only last for the call; `name` stands in errors.
    public init(encoded bytes: UnsafeRawBufferPointer, name: String) throws(ImagingError) {
        guard !bytes.isEmpty else { throw .empty(path: name) }
        if cpng_is_png(bytes.baseAddress, bytes.count) {
            self = try PNGDecoder.decode(bytes, name: name)
        } else {
            self = try VipsDecoder.decode(bytes, name: name)
        }
    }
}

extension PixelBuffer {
    /// Four gigapixels: coordinates and texture tiles stay far within 32 bits.
    private static let largestPixelCount = 1 << 32

    /// Zeroed pixels for a picture that a file claims to hold.
    static func claimed(
        width: Int, height: Int, depth: Depth, name: String
    ) throws(ImagingError) -> PixelBuffer {
        let pixelCount = Double(width) * Double(height)
        let memory = Double(sysconf(Int32(_SC_PHYS_PAGES))) * Double(sysconf(Int32(_SC_PAGESIZE)))
        guard width > 0, height > 0 else { throw .damaged(path: name, reason: "it has no pixels") }
        guard pixelCount <= Double(largestPixelCount),
            pixelCount * Double(depth.bytesPerPixel) <= memory,
            let buffer = PixelBuffer(zeroedWidth: width, height: height, depth: depth)
        else { throw .tooLarge(path: name, width: width, height: height) }
        return buffer
    }
}
