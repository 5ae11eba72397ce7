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

    /// The pictures that are reduced, and how far.
    private struct Reduction {
        /// Smaller pictures are not reduced.
        let leastPixelCount: Int
        /// The least length of the reduced picture's longer side.
        let leastSide: Int

        /// Nil for a picture that is wanted whole.
        init?(_ form: DecodedForm) {
            switch form {
            case .whole: return nil
            // Smaller ones decode while the window opens; the side is about that of a window.
            case .preview: (leastPixelCount, leastSide) = (20_000_000, 1400)
            case .thumbnail: (leastPixelCount, leastSide) = (1, 240)
            }
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
        let isRaw = PictureKind(contents.bytes) == .raw
        let made = isRaw ? Self.halved(contents.bytes, form) : Self.decode(contents.bytes, form, name: path)
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

    private static func halved(_ bytes: UnsafeRawBufferPointer, _ form: DecodedForm) -> ReducedPicture? {
        guard form != .whole, let size = try? RawDecoder.size(of: bytes, name: ""),
            let half = try? RawDecoder.decode(bytes, isHalved: true, options: DecodingOptions(), name: "")
        else { return nil }
        return ReducedPicture(pixels: half.pixels, size: size)
    }

    private init(pixels: PixelBuffer, size: SIMD2<Int>) {
        self.pixels = pixels
        self.size = size
    }

    private static func decode(_ bytes: UnsafeRawBufferPointer, _ form: DecodedForm, name: String)
        -> ReducedPicture?
    {
        guard let reduction = Reduction(form) else { return nil }
        guard (try? Vips.start()) != nil, JPEGMetadata.read(bytes) != nil else { return nil }
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
        let shrink = [8, 4, 2].first { size.max() / $0 >= reduction.leastSide }
        // A picture with more pixels than usual is opened only after a question.
        guard let shrink, size.x * size.y >= reduction.leastPixelCount,
            size.x * size.y <= DecodingOptions.ordinaryPixelCount
        else { return nil }

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
        return ReducedPicture(
            pixels: upright, size: orientation.swapsSides ? SIMD2(size.y, size.x) : size)
    }
}
