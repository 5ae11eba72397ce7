import CGLib

/// XMP packets too large for one JPEG segment (XMP specification, part 3, 1.1.3.1): the main packet refers to
/// an extension by the MD5 digest of its content, and the extension is stored in separate segments.
enum ExtendedXMP {
    /// The signature of extension segments.
    static let mark = Array("http://ns.adobe.com/xmp/extension/\0".utf8)
    /// The name is the digest in hexadecimal.
    static let nameLength = 32
    /// The signature is followed by the name, the extension's total length, and the offset of this segment's
    /// part.
    private static let headerLength = nameLength + 8
    /// The size recommended by the specification.
    private static let partLength = 65_400

    /// An extension, split into JPEG segments.
    struct Segments {
        let name: [UInt8]
        let segments: [[UInt8]]
    }

    static func segments(of content: [UInt8]) -> Segments {
        let name = digest(content)
        let segments = stride(from: 0, to: content.count, by: partLength).map { start in
            mark + name + bigEndian(content.count) + bigEndian(start)
                + content[start..<min(start + partLength, content.count)]
        }
        return Segments(name: name, segments: segments)
    }

    /// The extension with this name, assembled from the segments without their signatures; nil if a part is
    /// missing or altered.
    static func content(named name: [UInt8], in segments: [ArraySlice<UInt8>]) -> [UInt8]? {
        let parts = segments.filter { $0.count > headerLength && $0.starts(with: name) }
            .map { segment in
                (
                    offset: number(segment.dropFirst(nameLength + 4).prefix(4)),
                    bytes: segment.dropFirst(headerLength)
                )
            }
            .sorted { $0.offset < $1.offset }
        var content: [UInt8] = []
        for part in parts {
            // Tolerates a part that occurs twice.
            guard part.offset <= content.count else { return nil }
            content += part.bytes.dropFirst(content.count - part.offset)
        }
        let isWhole = name.count == nameLength && digest(content) == name.map(upper)
        return isWhole ? content : nil
    }

    private static func digest(_ bytes: [UInt8]) -> [UInt8] {
        guard let text = g_compute_checksum_for_data(G_CHECKSUM_MD5, bytes, gsize(bytes.count)) else {
            return []
        }
        defer { g_free(text) }
        return String(cString: text).uppercased().utf8.map { $0 }
    }

    private static func upper(_ letter: UInt8) -> UInt8 {
        (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(letter) ? letter - 32 : letter
    }

    private static func bigEndian(_ value: Int) -> [UInt8] { littleEndian(value, 4).reversed() }

    private static func number(_ field: ArraySlice<UInt8>) -> Int { field.reduce(0) { $0 << 8 | Int($1) } }
}
