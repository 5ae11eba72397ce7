import CVips

/// A JPEG decoded at a half, a quarter or an eighth of its size, or a camera's raw file at a half: a preview while the whole
/// decodes, or for a thumbnail.
///
/// The decoder skips finer detail, so this takes a third of the time or less.
package struct ReducedPicture: Sendable {
    /// The reduced picture, upright, in the working form.
    package let pixels: PixelBuffer
    /// The size of the whole picture, upright.
    package let size: SIMD2<Int>
    /// The channels of its file.
    let channels: Channels
    /// What its file contains besides, as it is of the whole.
    let metadata: Metadata

    /// By how much a picture of this size, as stored, is to be reduced: 8, 4 or 2; nil where this does not pay.
    typealias Reduction = (_ size: SIMD2<Int>) -> Int?

    /// Nil for a picture that is wanted whole.
    private static func reduction(_ form: DecodedForm) -> Reduction? {
        // Smaller pictures decode while the window opens; the side is about that of a window.
        let (leastPixelCount, leastSide) = form == .preview ? (20_000_000, 1400) : (1, 240)
        guard form != .whole else { return nil }
        return { size in
            guard size.x * size.y >= leastPixelCount else { return nil }
            return [8, 4, 2].first { size.max() / $0 >= leastSide }
        }
    }

    /// Nil if the file is of another kind, too small for this to pay, or damaged, which reading the whole reports better.
    package init?(contentsOf path: String, _ form: DecodedForm = .preview) {
        guard let file = try? OpenFile(path: path) else { return nil }
        self.init(file, form)
    }

    init?(_ file: OpenFile, _ form: DecodedForm) {
        let path = file.path
        guard Self.mayExist(for: file), let contents = try? file.beginning(file.byteCount)
        else { return nil }
        defer { withExtendedLifetime(contents) {} }
        guard let reduction = Self.reduction(form) else { return nil }
        // Whatever the camera, half of its picture is more than a window shows.
        let isRaw = PictureKind(contents.bytes) == .raw
        self.init(contents.bytes, name: path, by: isRaw ? { _ in 2 } : reduction)
    }

    /// Nil if the bytes are of another kind, do not decode, or are not to be reduced.
    init?(
        _ bytes: UnsafeRawBufferPointer, options: DecodingOptions = DecodingOptions(), name: String,
        by reduction: Reduction
    ) {
        let made: ReducedPicture? =
            switch PictureKind(bytes) {
            case .raw: Self.halved(bytes, options: options, by: reduction)
            case .jpeg: Self.decode(bytes, options: options, name: name, by: reduction)
            default: nil
            }
        guard let made else { return nil }
        self = made
    }

    /// Made from rows as they are stored.
    package init?(stored pixels: PixelBuffer, _ header: PictureHeader, _ ending: PictureEnding) {
        let upright = try? pixels.with(header.colorSpace).oriented(ending.orientation, name: "")
        guard let upright else { return nil }
        self.init(pixels: upright, size: ending.wholeSize)
    }

    /// Whether the file is of a kind of which there are reduced forms.
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

    private init(
        pixels: PixelBuffer, size: SIMD2<Int>, channels: Channels = .rgb, metadata: Metadata = Metadata()
    ) {
        self.pixels = pixels
        self.size = size
        self.channels = channels
        self.metadata = metadata
    }

    private static func decode(
        _ bytes: UnsafeRawBufferPointer, options: DecodingOptions, name: String, by reduction: Reduction
    ) -> ReducedPicture? {
        guard (try? Vips.start()) != nil, var metadata = JPEGMetadata.read(bytes) else { return nil }
        var message = Vips.Message()
        var header = CVipsHeader()
        var request = CVipsRequest()
        request.loader = CVIPS_READS_JPEG
        request.shrink = 1
        let whole = message.fill {
            cvips_reader_create(bytes.baseAddress, bytes.count, &request, &header, $0)
        }
        guard let whole else { return nil }
        cvips_reader_destroy(whole)
        let size = SIMD2(Int(header.width), Int(header.height))
        if header.resolutionX > 0, header.resolutionY > 0 {
            metadata.resolution = .init(x: header.resolutionX, y: header.resolutionY)
        }
        // A picture with more pixels than usual is opened only after a question.
        guard size.x * size.y <= options.largestPixelCount, let shrink = reduction(size) else { return nil }

        request.shrink = Int32(shrink)
        let opened = message.fill {
            cvips_reader_create(bytes.baseAddress, bytes.count, &request, &header, $0)
        }
        guard let reader = opened else { return nil }
        defer { cvips_reader_destroy(reader) }
        guard !header.isSixteenBit, let pixels = try? VipsDecoder.pixels(reader, header, name: name) else {
            return nil
        }
        let orientation = Orientation(rawValue: Int(header.orientation)) ?? .upright
        guard let upright = try? pixels.oriented(orientation, name: name) else { return nil }
        let uprightSize = orientation.swapsSides ? SIMD2(size.y, size.x) : size
        if orientation != .upright { metadata.pixelsHaveMoved() }
        metadata.describe(
            width: uprightSize.x, height: uprightSize.y, turned: orientation.swapsSides,
            isSRGB: pixels.colorSpace.isSRGB)
        return ReducedPicture(
            pixels: upright, size: uprightSize,
            channels: Channels(isGray: header.isGray, hasAlpha: header.hasAlpha), metadata: metadata)
    }
}
