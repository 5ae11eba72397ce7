import CGLib

/// XMP packets too large for one JPEG segment (XMP specification, part 3, 1.1.3.1): the main packet names its
/// extension by the extension's MD5 digest, and the extension is in separate segments.
enum ExtendedXMP {
    /// The beginning of an extension segment.
    static let mark = Array("http://ns.adobe.com/xmp/extension/\0".utf8)
    /// The digest in hexadecimal.
    static let nameLength = 32
    /// After the signature: the name, the extension's length, and the offset of the segment's part in it.
    private static let headerLength = nameLength + 8
    /// The size that the specification recommends.
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

    /// The extension with this name, from the content after each segment's signature; nil if a part is
    /// missing or changed.
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
            // A part may occur twice.
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
