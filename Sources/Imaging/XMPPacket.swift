/// The one place of an XMP packet that upright pixels make untrue.
enum XMPPacket {
    private static let orientation = Array("tiff:Orientation".utf8)
    private static let equals = UInt8(ascii: "=")
    private static let quotes: Set = [UInt8(ascii: "\""), UInt8(ascii: "'")]
    private static let spaces: Set<UInt8> = [0x09, 0x0A, 0x0D, 0x20]
    private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")

    /// The packet with tiff:Orientation 1 wherever it states one, as an attribute or as an element.
    static func upright(_ packet: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var copied = 0
        for value in orientations(packet) {
            result += packet[copied..<value.lowerBound] + [UInt8(ascii: "1")]
            copied = value.upperBound
        }
        return result + packet[copied...]
    }

    /// Where the numbers stand.
    private static func orientations(_ packet: [UInt8]) -> [Range<Int>] {
        var values: [Range<Int>] = []
        var rest = packet[...]
        while let mark = rest.firstIndex(of: orientation[0]) {
            rest = rest[mark...]
            guard rest.starts(with: orientation) else {
                rest = rest.dropFirst()
                continue
            }
            rest = rest.dropFirst(orientation.count)
            let isElement = mark > 0 && packet[mark - 1] == UInt8(ascii: "<")
            guard let content = isElement ? elementContent(rest) : attributeValue(rest) else { continue }
            let number = content.prefix { digits.contains($0) }
            if !number.isEmpty { values.append(number.startIndex..<number.endIndex) }
        }
        return values
    }

    /// What follows ` = "`.
    private static func attributeValue(_ rest: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let rest = rest.drop(while: spaces.contains)
        guard rest.first == equals else { return nil }
        let value = rest.dropFirst().drop(while: spaces.contains)
        guard let quote = value.first, quotes.contains(quote) else { return nil }
        return value.dropFirst().drop(while: spaces.contains)
    }

    /// What follows the tag, whose attributes are passed over.
    private static func elementContent(_ rest: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard let end = rest.firstIndex(of: UInt8(ascii: ">")),
            spaces.contains(rest[rest.startIndex]) || end == rest.startIndex
        else { return nil }
        return rest[(end + 1)...].drop(while: spaces.contains)
    }
}
