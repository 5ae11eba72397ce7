/// JPEG application segments that are not kept, such as a thermal camera's data or signed provenance (C2PA).
struct UnknownSegments {
    /// Their names without duplicates, such as "APP11 JP".
    private(set) var names: [String] = []
    /// True if a segment announces a gain map stored after the picture (ISO 21496-1).
    private(set) var hasGainMap = false

    /// The marker of APP0.
    private static let first: UInt8 = 0xE0

    /// The signatures of segments whose loss does not matter: JFIF and its thumbnail, Motion JPEG's,
    /// Photoshop's quality and color mode, the type of Adobe's color transform, the index of further pictures
    /// (MPF), Apple's curve for the gain map, and the FlashPix segments of cameras.
    private static let ordinary: [(number: UInt8, mark: [UInt8])] = [
        (0, "JFIF"), (0, "JFXX"), (0, "AVI1"), (2, "ICC_PROFILE\0"), (2, "MPF\0"), (2, "FPXR\0"),
        (10, "AROT\0"), (12, "Ducky"),
        (13, "Adobe_CM"), (14, "Adobe"),
    ].map { ($0.0, Array($0.1.utf8)) }
    private static let gainMap = Array("urn:iso:std:iso:ts:21496:-1\0".utf8)

    /// Records a segment that Glint does not read.
    mutating func add(_ segment: JPEGSegments.Segment) {
        guard (Self.first...Self.first + 15).contains(segment.marker), !segment.bytes.isEmpty else { return }
        let number = segment.marker - Self.first
        if segment.bytes.starts(with: Self.gainMap) {
            hasGainMap = true
        } else if !Self.ordinary.contains(where: {
            $0.number == number && segment.bytes.starts(with: $0.mark)
        }) {
            // By convention, a segment begins with the name of its type.
            let kind = segment.bytes.prefix(32).prefix { (0x21...0x7E).contains($0) }
            let name = "APP\(number)" + (kind.count < 2 ? "" : " " + String(decoding: kind, as: UTF8.self))
            if names.count < Self.maxNames, !names.contains(name) { names.append(name) }
        }
    }

    /// The maximum number of names to record; messages show fewer.
    private static let maxNames = 32
}
