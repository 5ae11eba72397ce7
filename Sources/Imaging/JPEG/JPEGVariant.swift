import Localization

/// Variants of the JPEG format.
enum JPEGVariant {
    /// Supported by libjpeg.
    case ordinary
    /// Lossless JPEG with prediction, as used in medical imaging (ITU-T T.81, annex H).
    case lossless
    /// JPEG-LS, whose frame header may follow segments of other kinds.
    case jpegLS
    /// Not supported by any available decoder; the string gives the reason as a clause.
    case unread(String)

    /// The frame header's marker in JPEG-LS.
    static let startOfJPEGLS: UInt8 = 0xF7

    init(of file: UnsafeRawBufferPointer) {
        var segments = JPEGSegments(file)
        while let segment = segments.next(), !segment.isBehindPixels {
            switch segment.marker {
            case 0xC3: self = .lossless
            case Self.startOfJPEGLS: self = .jpegLS
            case 0xC0, 0xC1, 0xC2, 0xC9, 0xCA:
                let bits = segment.bytes.first ?? 8
                self =
                    bits == 8
                    ? .ordinary
                    : .unread(
                        tr("it is a JPEG with \(bits) bits per channel; save it as a 16-bit TIFF or PNG"))
            case 0xC5...0xC7, 0xCB, 0xCD...0xCF:
                self = .unread(
                    tr(
                        """
                        it is a hierarchical or arithmetically coded lossless JPEG, which few programs can \
                        read
                        """
                    )
                )
            default: continue
            }
            return
        }
        self = .ordinary
    }
}
