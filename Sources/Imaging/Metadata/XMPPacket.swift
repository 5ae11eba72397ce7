/// Reads and changes the few parts of an XMP packet that Glint needs. They are located by their usual syntax,
/// without an XML parser, in time linear in the packet's size.
enum XMPPacket {
    private static let orientation = Array("tiff:Orientation".utf8)
    private static let extendedNote = Array("xmpNote:HasExtendedXMP".utf8)
    private static let rdfStart = Array("<rdf:RDF".utf8)
    static let rdfEnd = Array("</rdf:RDF>".utf8)
    private static let opening = UInt8(ascii: "<")
    private static let closing = UInt8(ascii: ">")
    private static let equals = UInt8(ascii: "=")
    private static let quotes: Set = [UInt8(ascii: "\""), UInt8(ascii: "'")]
    private static let spaces: Set<UInt8> = [0x09, 0x0A, 0x0D, 0x20]
    private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")

    /// True if a block of unknown type begins like a packet.
    static func isPacket(_ block: [UInt8]) -> Bool {
        let beginning = block.prefix(1024)
        return ["<?xpacket", "<x:xmpmeta", "<rdf:RDF"].contains {
            beginning.firstStart(of: Array($0.utf8)) != nil
        }
    }

    /// The packet with every tiff:Orientation set to 1, whether attribute or element.
    static func upright(_ packet: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var copied = 0
        let numbers = properties(orientation, in: packet).map { $0.content.prefix(while: digits.contains) }
        // Sorted by position, since an element's value follows the attributes in its tag; two properties may
        // share a value.
        for number in numbers.sorted(by: { $0.startIndex < $1.startIndex })
        where !number.isEmpty && number.startIndex >= copied {
            result += packet[copied..<number.startIndex] + [UInt8(ascii: "1")]
            copied = number.endIndex
        }
        return result + packet[copied...]
    }

    // Extended XMP: the part of a packet that does not fit in a JPEG's first XMP segment (XMP specification,
    // part 3).

    /// The hexadecimal name by which a packet refers to its extension.
    static func extensionName(_ packet: [UInt8]) -> [UInt8]? {
        properties(extendedNote, in: packet).first.map { Array($0.content.prefix(ExtendedXMP.nameLength)) }
    }

    /// A packet that contains only the name of its extension, which holds everything else.
    static func naming(_ name: [UInt8]) -> [UInt8] {
        wrapped(
            Array(
                """
                <x:xmpmeta xmlns:x="adobe:ns:meta/">\
                <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" \
                xmlns:xmpNote="http://ns.adobe.com/xmp/note/" \
                xmpNote:HasExtendedXMP="\(String(decoding: name, as: UTF8.self))"/></rdf:RDF></x:xmpmeta>
                """.utf8))
    }

    /// Adds the processing instructions that let programs find a packet without knowing the file format.
    static func wrapped(_ content: [UInt8]) -> [UInt8] {
        Array("<?xpacket begin=\"\u{FEFF}\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>".utf8) + content
            + Array("<?xpacket end=\"w\"?>".utf8)
    }

    /// The content between those instructions, without the padding reserved for edits.
    static func unwrapped(_ packet: [UInt8]) -> [UInt8] {
        let mark = Array("<?xpacket".utf8)
        var content = packet[...]
        if let start = content.firstStart(of: mark),
            let end = content[start...].firstIndex(of: closing),
            content[..<start].allSatisfy({ $0 >= 0x80 || spaces.contains($0) })
        {
            content = content[(end + 1)...]
        }
        if let start = content.lastStart(of: mark) { content = content[..<start] }
        while let last = content.last, spaces.contains(last) { content = content.dropLast() }
        return Array(content.drop(while: spaces.contains))
    }

    /// Merges a packet with its extension; nil if either is not structured as expected.
    static func joined(_ packet: [UInt8], _ addition: [UInt8]) -> [UInt8]? {
        // Glint itself writes packets that contain only the extension's name.
        if let name = extensionName(packet), packet == naming(name) { return wrapped(addition) }
        let main = withoutExtensionName(packet)
        guard let mainTag = main[...].firstStart(of: rdfStart), let mainEnd = main[...].lastStart(of: rdfEnd),
            let tag = addition[...].firstStart(of: rdfStart), let end = addition[...].lastStart(of: rdfEnd),
            let tagEnd = addition[tag...].firstIndex(of: closing), tagEnd < end, mainTag < mainEnd
        else { return nil }
        let tagLength = rdfStart.count
        guard let mainTagEnd = main[mainTag...].firstIndex(of: closing), mainTagEnd < mainEnd else {
            return nil
        }
        // The extension's elements depend on the namespace declarations around them.
        let known = Set(declarations(in: main[..<mainTagEnd]).map(\.name))
        let missing = declarations(in: addition[..<tagEnd]).filter { !known.contains($0.name) }
        var result = Array(main[..<(mainTag + tagLength)])
        for declaration in missing { result += [0x20] + declaration.text }
        result += main[(mainTag + tagLength)..<mainEnd]
        result += addition[(tagEnd + 1)..<end]
        return result + main[mainEnd...]
    }

    /// Namespace declarations such as `xmlns:dc="…"`, without duplicates.
    private static func declarations(
        in tags: ArraySlice<UInt8>
    ) -> [(name: [UInt8], text: ArraySlice<UInt8>)] {
        let mark = Array("xmlns:".utf8)
        var found: [(name: [UInt8], text: ArraySlice<UInt8>)] = []
        var names: Set<[UInt8]> = []
        var rest = tags
        while let start = rest.firstStart(of: mark) {
            rest = rest[(start + mark.count)...]
            let name = rest.prefix { $0 != equals && !spaces.contains($0) && $0 != closing }
            rest = rest[name.endIndex...]
            let value = rest.drop(while: spaces.contains).dropFirst().drop(
                while: spaces.contains)
            guard let quote = value.first, quotes.contains(quote),
                let end = value.dropFirst().firstIndex(of: quote)
            else { continue }
            if names.insert(Array(name)).inserted { found.append((Array(name), tags[start...end])) }
            rest = tags[(end + 1)...]
        }
        return found
    }

    private static func withoutExtensionName(_ packet: [UInt8]) -> [UInt8] {
        guard let property = properties(extendedNote, in: packet).first else { return packet }
        let rest = property.content.dropFirst(ExtendedXMP.nameLength)
        let end = property.isElement ? Array("</".utf8) + extendedNote + [closing] : Array(rest.prefix(1))
        guard rest.starts(with: end), property.isElement || end.first.map(quotes.contains) == true else {
            return packet
        }
        let start = property.isElement ? property.start - 1 : property.start
        return Array(packet[..<start] + packet[(rest.startIndex + end.count)...])
    }

    /// A property found at some position in a packet.
    private struct Property {
        let isElement: Bool
        /// The index at which its name starts.
        let start: Int
        /// Its value and everything after it.
        let content: ArraySlice<UInt8>
    }

    private static func properties(_ name: [UInt8], in packet: [UInt8]) -> [Property] {
        var found: [Property] = []
        var rest = packet[...]
        while let start = rest.firstStart(of: name) {
            rest = rest[(start + name.count)...]
            let isElement = start > 0 && packet[start - 1] == opening
            guard let content = isElement ? elementContent(rest) : attributeValue(rest) else { continue }
            found.append(Property(isElement: isElement, start: start, content: content))
        }
        return found
    }

    /// The text after ` = "`.
    private static func attributeValue(_ rest: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let rest = rest.drop(while: spaces.contains)
        guard rest.first == equals else { return nil }
        let value = rest.dropFirst().drop(while: spaces.contains)
        guard let quote = value.first, quotes.contains(quote) else { return nil }
        return value.dropFirst().drop(while: spaces.contains)
    }

    /// The content after the tag and its attributes. A tag contains no other tag, so no byte is searched
    /// twice for the end of a tag.
    private static func elementContent(_ rest: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard let end = rest.firstIndex(where: { $0 == closing || $0 == opening }), rest[end] == closing,
            end == rest.startIndex || spaces.contains(rest[rest.startIndex])
        else { return nil }
        return rest[(end + 1)...].drop(while: spaces.contains)
    }
}

extension ArraySlice<UInt8> {
    /// The index of the first occurrence of `pattern`.
    func firstStart(of pattern: [UInt8]) -> Int? {
        var rest = self
        while let start = rest.firstIndex(of: pattern[0]) {
            rest = rest[start...]
            if rest.starts(with: pattern) { return start }
            rest = rest.dropFirst()
        }
        return nil
    }

    /// The index of the last occurrence of `pattern`.
    func lastStart(of pattern: [UInt8]) -> Int? {
        var rest = self
        while let start = rest.lastIndex(of: pattern[0]) {
            if self[start...].starts(with: pattern) { return start }
            rest = rest[..<start]
        }
        return nil
    }
}
