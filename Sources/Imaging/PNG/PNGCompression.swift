import CImageLibraries

/// The compression methods to try for a PNG.
///
/// Noise contains few repeated strings, so for photographs, run lengths and Huffman coding achieve nearly all
/// of the compression in a tenth of the time; drawings and former JPEGs profit from matching strings. A
/// sample decides which method to use for each stripe.
///
/// Measured on one core against libpng's defaults, in seconds and MB: 12 megapixels of a blurred photograph,
/// `balanced` 0.3 and 1.87, libpng 0.9 and 1.98; 6 megapixels with grain 0.3 and 10.75, libpng 1.1 and 10.81;
/// 6 megapixels from a JPEG 1.1 and 7.51 (`fast` 0.2 and 7.81, `smallest` 5.3 and 7.35), libpng 1.3 and 7.58.
struct PNGCompression: Sendable {
    let filters: [PNGRowFilter]
    /// True to test filters on only half of each row.
    let triesHalf: Bool
    private let methods: [Deflate.Method]

    init(_ compression: Compression) {
        let runs = Deflate.Method(level: 1, strategy: Z_RLE)
        triesHalf = compression == .balanced
        switch compression {
        case .fast:
            filters = [.paeth]
            methods = [runs]
        case .balanced:
            filters = PNGRowFilter.allCases
            methods = [runs, .init(level: 6, strategy: Z_FILTERED)]
        case .smallest:
            filters = PNGRowFilter.allCases
            methods = [
                runs, .init(level: 9, strategy: Z_FILTERED), .init(level: 9, strategy: Z_DEFAULT_STRATEGY),
            ]
        }
    }

    /// The size of the sample in bytes; a stripe that is not much larger is tested as a whole.
    private static let sampleSize = 1 << 16
    /// The relative size below which a slower method is worthwhile.
    private static let worthwhile = 0.995

    /// The method that compresses a sample of `bytes` best.
    func method(for bytes: UnsafeRawBufferPointer, after before: UnsafeRawBufferPointer) -> Deflate.Method {
        guard methods.count > 1 else { return methods[0] }
        var sample = bytes
        var known = before
        if bytes.count > 2 * Self.sampleSize {
            let start = (bytes.count - Self.sampleSize) / 2
            sample = UnsafeRawBufferPointer(rebasing: bytes[start..<start + Self.sampleSize])
            known = UnsafeRawBufferPointer(rebasing: bytes[max(0, start - Deflate.window)..<start])
        }
        var best = methods[0]
        var least = Double.infinity
        for method in methods {
            let size = Deflate.piece(of: sample, after: known, method, isLast: true)?.count ?? .max
            if Double(size) < least * Self.worthwhile { (best, least) = (method, Double(size)) }
        }
        return best
    }
}
