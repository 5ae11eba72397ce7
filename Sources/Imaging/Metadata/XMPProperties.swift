/// The elements and attributes of an XMP packet with their namespaces, in document order.
///
/// Parsed in one pass over the bytes, in time linear in the packet's size.
struct XMPProperties {
    /// An element or an attribute.
    struct Property {
        let namespace: String
        /// The local name, without the prefix.
        let name: String
        /// The whole range: from `<` to the final `>` of an element, or an attribute with the space before
        /// it.
        var whole: Range<Int>
        /// The content of an element, or the text between an attribute's quotes.
        var content: Range<Int>
        let isElement: Bool
        /// The index of the enclosing element; nil for the outermost.
        let parent: Int?
    }

    private(set) var all: [Property] = []
    let packet: [UInt8]

    /// Nil if the bytes are not well-formed XML in UTF-8, or declare entities.
    init?(_ packet: [UInt8]) {
        self.packet = packet
        var parser = Parser(packet)
        guard parser.run() else { return nil }
        all = parser.found
    }

    /// The packet without the properties to remove; unchanged if there are none.
    func removing(where isUnwanted: (Property) -> Bool) -> [UInt8] {
        var result: [UInt8] = []
        var copied = 0
        // An element precedes its content, so the content of a removed element is skipped.
        for property in all where property.whole.lowerBound >= copied && isUnwanted(property) {
            result += packet[copied..<property.whole.lowerBound]
            copied = property.whole.upperBound
        }
        return copied == 0 ? packet : result + packet[copied...]
    }

    /// The packet with the values of those properties replaced for which `number` returns a new value.
    func replacingNumbers(_ number: (Property) -> String?) -> [UInt8] {
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        let changes = all.compactMap { property -> (range: Range<Int>, text: String)? in
            guard let text = number(property) else { return nil }
            let value = packet[property.content]
            // Only spaces may surround the value, which may be a fraction.
            guard let first = value.firstIndex(where: digits.contains),
                let last = value.lastIndex(where: digits.contains),
                value.allSatisfy({
                    digits.contains($0) || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ".") || $0 <= 0x20
                })
            else { return nil }
            return (first..<last + 1, text)
        }
        var result: [UInt8] = []
        var copied = 0
        for change in changes.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
            result += packet[copied..<change.range.lowerBound] + Array(change.text.utf8)
            copied = change.range.upperBound
        }
        return result + packet[copied...]
    }

    /// True if a property has child elements.
    func hasElements(in property: Property) -> Bool {
        property.isElement && packet[property.content].contains(UInt8(ascii: "<"))
    }

    /// The text of a property.
    func text(_ property: Property) -> String { String(decoding: packet[property.content], as: UTF8.self) }
}

/// An XML parser for the subset that packets use.
private struct Parser {
    typealias Property = XMPProperties.Property

    private let packet: [UInt8]
    private var position = 0
    private(set) var found: [Property] = []
    /// The open elements: their indices, qualified names, and the prefixes they declare.
    private var open: [(index: Int, name: ArraySlice<UInt8>, prefixes: [String])] = []
    /// The namespaces of each prefix, innermost last.
    private var namespaces: [String: [String]] = [:]

    private static let spaces: Set<UInt8> = [0x09, 0x0A, 0x0D, 0x20]
    private static let endOfName = spaces.union(Array("=/>".utf8))
    /// An upper limit on nesting; real packets are less deep.
    private static let maxDepth = 256

    init(_ packet: [UInt8]) { self.packet = packet }

    mutating func run() -> Bool {
        while let start = packet[position...].firstIndex(of: UInt8(ascii: "<")) {
            position = start
            let isRead =
                if begins("<!--") {
                    skip(to: "-->")
                } else if begins("<![CDATA[") {
                    skip(to: "]]>")
                } else if begins("<?") {
                    skip(to: "?>")
                } else if begins("</") {
                    readEnd()
                } else {
                    readStart()
                }
            guard isRead else { return false }
        }
        return open.isEmpty
    }

    private func begins(_ text: String) -> Bool { packet[position...].starts(with: text.utf8) }

    private mutating func skip(to text: String) -> Bool {
        guard let end = packet[position...].firstStart(of: Array(text.utf8)) else { return false }
        position = end + text.utf8.count
        return true
    }

    private mutating func skipSpaces() {
        while position < packet.count, Self.spaces.contains(packet[position]) { position += 1 }
    }

    private mutating func readName() -> ArraySlice<UInt8> {
        let name = packet[position...].prefix { !Self.endOfName.contains($0) }
        position = name.endIndex
        return name
    }

    private mutating func readEnd() -> Bool {
        let start = position
        position += 2
        let name = readName()
        skipSpaces()
        guard position < packet.count, packet[position] == UInt8(ascii: ">"), let element = open.popLast(),
            element.name == name
        else { return false }
        position += 1
        for prefix in element.prefixes { namespaces[prefix]?.removeLast() }
        found[element.index].whole = found[element.index].whole.lowerBound..<position
        found[element.index].content = found[element.index].content.lowerBound..<start
        return true
    }

    private mutating func readStart() -> Bool {
        let start = position
        position += 1
        let name = readName()
        guard let first = name.first, first != UInt8(ascii: "!"), open.count < Self.maxDepth else {
            return false
        }
        var attributes: [(name: ArraySlice<UInt8>, whole: Range<Int>, value: Range<Int>)] = []
        while true {
            let before = position
            skipSpaces()
            guard position < packet.count else { return false }
            if packet[position] == UInt8(ascii: ">") || packet[position] == UInt8(ascii: "/") { break }
            guard position > before, let attribute = readAttribute(from: before) else { return false }
            attributes.append(attribute)
        }
        let isEmpty = packet[position] == UInt8(ascii: "/")
        if isEmpty { position += 1 }
        guard position < packet.count, packet[position] == UInt8(ascii: ">") else { return false }
        position += 1
        var prefixes: [String] = []
        for attribute in attributes {
            guard let prefix = Self.declaredPrefix(attribute.name) else { continue }
            namespaces[prefix, default: []].append(String(decoding: packet[attribute.value], as: UTF8.self))
            prefixes.append(prefix)
        }
        let index = found.count
        let (namespace, local) = resolved(name, isElement: true)
        found.append(
            Property(
                namespace: namespace, name: local, whole: start..<position, content: position..<position,
                isElement: true, parent: open.last?.index))
        for attribute in attributes where Self.declaredPrefix(attribute.name) == nil {
            let (namespace, local) = resolved(attribute.name, isElement: false)
            found.append(
                Property(
                    namespace: namespace, name: local, whole: attribute.whole, content: attribute.value,
                    isElement: false, parent: index))
        }
        if isEmpty {
            for prefix in prefixes { namespaces[prefix]?.removeLast() }
        } else {
            open.append((index, name, prefixes))
        }
        return true
    }

    private mutating func readAttribute(
        from before: Int
    ) -> (name: ArraySlice<UInt8>, whole: Range<Int>, value: Range<Int>)? {
        let name = readName()
        skipSpaces()
        guard !name.isEmpty, position < packet.count, packet[position] == UInt8(ascii: "=") else {
            return nil
        }
        position += 1
        skipSpaces()
        guard position < packet.count,
            packet[position] == UInt8(ascii: "\"") || packet[position] == UInt8(ascii: "'"),
            let end = packet[(position + 1)...].firstIndex(of: packet[position])
        else { return nil }
        let value = position + 1..<end
        position = end + 1
        return (name, before..<position, value)
    }

    /// The prefix that an attribute declares; nil for any other attribute.
    private static func declaredPrefix(_ name: ArraySlice<UInt8>) -> String? {
        let mark = Array("xmlns".utf8)
        guard name.starts(with: mark) else { return nil }
        let rest = name.dropFirst(mark.count)
        if rest.isEmpty { return "" }
        return rest.first == UInt8(ascii: ":") ? String(decoding: rest.dropFirst(), as: UTF8.self) : nil
    }

    private func resolved(_ name: ArraySlice<UInt8>, isElement: Bool) -> (namespace: String, name: String) {
        guard let colon = name.firstIndex(of: UInt8(ascii: ":")) else {
            let namespace = isElement ? namespaces[""]?.last ?? "" : ""
            return (namespace, String(decoding: name, as: UTF8.self))
        }
        let prefix = String(decoding: name[..<colon], as: UTF8.self)
        let local = String(decoding: name[(colon + 1)...], as: UTF8.self)
        return (namespaces[prefix]?.last ?? XMPNamespace.usual[prefix] ?? "", local)
    }
}
