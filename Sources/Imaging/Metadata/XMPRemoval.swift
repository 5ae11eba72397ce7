extension XMPPacket {
    private static let spaces: Set<UInt8> = [0x09, 0x0A, 0x0D, 0x20]
    private static let endOfName: Set<UInt8> = spaces.union(Array("=/>".utf8))

    /// The packet without the properties (attributes or elements) whose names begin with one of `names`; nil
    /// if the end of one is missing.
    ///
    /// They are located by their usual syntax, without an XML parser. Time is linear in the packet's size,
    /// since the search stops at the first missing end.
    static func removing(_ names: [[UInt8]], from packet: [UInt8]) -> [UInt8]? {
        var result: [UInt8] = []
        result.reserveCapacity(packet.count)
        var position = 0
        while position < packet.count {
            switch property(named: names, in: packet, at: position) {
            case .ends(let end): position = end
            case .neverEnds: return nil
            case .none:
                result.append(packet[position])
                position += 1
            }
        }
        return result
    }

    private enum Removal {
        /// The property ends before this index.
        case ends(Int)
        case neverEnds
        /// There is no such property.
        case none
    }

    /// Classifies the text at an index: an element's `<`, or the space before an attribute.
    private static func property(
        named names: [[UInt8]], in packet: [UInt8], at position: Int
    ) -> Removal {
        let isElement = packet[position] == UInt8(ascii: "<")
        guard isElement || spaces.contains(packet[position]) else { return .none }
        let rest = packet[(position + 1)...]
        guard names.contains(where: rest.starts) else { return .none }
        let name = rest.prefix { !endOfName.contains($0) }
        return isElement ? element(named: name, in: packet) : attribute(after: name, in: packet)
    }

    private static func attribute(after name: ArraySlice<UInt8>, in packet: [UInt8]) -> Removal {
        let equals = packet[name.endIndex...].drop(while: spaces.contains)
        guard equals.first == UInt8(ascii: "=") else { return .none }
        let value = equals.dropFirst().drop(while: spaces.contains)
        guard let quote = value.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            return .none
        }
        return value.dropFirst().firstIndex(of: quote).map { .ends($0 + 1) } ?? .neverEnds
    }

    private static func element(named name: ArraySlice<UInt8>, in packet: [UInt8]) -> Removal {
        guard let tagEnd = packet[name.endIndex...].firstIndex(of: UInt8(ascii: ">")) else {
            return .neverEnds
        }
        if packet[tagEnd - 1] == UInt8(ascii: "/") { return .ends(tagEnd + 1) }
        let closing = Array("</".utf8) + name
        var rest = packet[tagEnd...]
        while let start = rest.firstIndex(of: closing[0]) {
            rest = rest[start...]
            if rest.starts(with: closing) {
                let end = rest.dropFirst(closing.count).drop(while: spaces.contains)
                // A longer name may begin with this one.
                if end.first == UInt8(ascii: ">") { return .ends(end.startIndex + 1) }
            }
            rest = rest.dropFirst()
        }
        return .neverEnds
    }
}
