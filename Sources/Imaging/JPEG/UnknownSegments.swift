/// Application segments of JPEG files that are dropped, such as a thermal camera's data or signed provenance
/// (C2PA).
struct UnknownSegments {
    /// Their names, such as "APP11 JP", each once.
    private(set) var names: [String] = []
    /// True if a segment announces a gain map after the picture (ISO 21496-1).
    private(set) var hasGainMap = false

    /// The marker of APP0.
    private static let first: UInt8 = 0xE0

    /// The signatures of segments with no information beyond what is kept: JFIF and its preview, Motion
    /// JPEG's, Photoshop's quality and color mode, the kind of Adobe's color transform, pictures after the
    /// first (MPF) and Apple's curve for the gain map, and FlashPix segments of cameras.
    private static let ordinary: [(number: UInt8, mark: [UInt8])] = [
        (0, "JFIF"), (0, "JFXX"), (0, "AVI1"), (2, "ICC_PROFILE\0"), (2, "MPF\0"), (2, "FPXR\0"),
        (10, "AROT\0"), (12, "Ducky"),
        (13, "Adobe_CM"), (14, "Adobe"),
    ].map { ($0.0, Array($0.1.utf8)) }
    private static let gainMap = Array("urn:iso:std:iso:ts:21496:-1\0".utf8)

    /// Records a segment that is not read.
    mutating func add(_ segment: JPEGSegments.Segment) {
        guard (Self.first...Self.first + 15).contains(segment.marker), !segment.bytes.isEmpty else { return }
        let number = segment.marker - Self.first
        if segment.bytes.starts(with: Self.gainMap) {
            hasGainMap = true
        } else if !Self.ordinary.contains(where: {
            $0.number == number && segment.bytes.starts(with: $0.mark)
        }) {
            // As a rule, a segment begins with the name of its kind.
            let kind = segment.bytes.prefix(32).prefix { (0x21...0x7E).contains($0) }
            let name = "APP\(number)" + (kind.count < 2 ? "" : " " + String(decoding: kind, as: UTF8.self))
            if names.count < Self.maxNames, !names.contains(name) { names.append(name) }
        }
    }

    /// More names than are displayed.
    private static let maxNames = 32
}
