@preconcurrency import CImageFormats

/// Codecs of HEIF items other than HEVC and AV1, which every libheif build can decode.
enum HEIFCodec: String {
    case avc = "avc1"
    case jpeg
    case vvc = "vvc1"
    case evc = "evc1"
    case jpeg2000 = "j2k1"
    case uncompressed = "unci"
    case mask = "mski"

    var name: String {
        switch self {
        case .avc: "AVC (H.264)"
        case .jpeg: "JPEG"
        case .vvc: "VVC (H.266)"
        case .evc: "EVC"
        case .jpeg2000: "JPEG 2000"
        case .uncompressed: "uncompressed samples"
        case .mask: "masks"
        }
    }

    /// The codec's number in libheif's `heif_compression_format`; older versions do not define all of them.
    private var number: UInt32 {
        switch self {
        case .avc: 2
        case .jpeg: 3
        case .vvc: 5
        case .evc: 6
        case .jpeg2000: 7
        case .uncompressed: 8
        case .mask: 9
        }
    }

    /// The codec that libheif lacks for a file's main picture or a part of it; nil if it can decode all.
    static func missing(in items: HEIFItems) -> HEIFCodec? {
        let parts = items.parts
        return items.items.lazy.filter { parts.contains($0.id) }.compactMap { HEIFCodec(rawValue: $0.type) }
            .first { libheif.heif_have_decoder_for_format(heif_compression_format($0.number)) == 0 }
    }
}
