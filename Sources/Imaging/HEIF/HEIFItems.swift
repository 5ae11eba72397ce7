/// What the `meta` box of an AVIF or HEIF says of the items in the file (ISO/IEC 14496-12, section 8.11, and 23008-12).
struct HEIFItems {
    struct Item {
        let id: Int
        let type: String
        /// Its box.
        let range: Range<Int>
    }

    /// A kind of relation from one item to others.
    struct Reference {
        let type: String
        let from: Int
        var to: [Int]
    }

    /// The box of all this, and the boxes in it.
    let meta: ISOBox
    let boxes: [ISOBox]
    /// The item that is the main picture.
    let main: Int
    let items: [Item]
    private(set) var references: [Reference] = []
    /// The bytes of a number of an item in a reference: 2 or 4.
    private(set) var referenceSize = 2
    /// The items that have bytes in the file.
    private var stored: Set<Int> = []
    /// What auxiliary pictures are, by item.
    private var auxiliaryTypes: [Int: String] = [:]
    /// The items that have properties.
    private var described: Set<Int> = []
    /// How items are turned counterclockwise, in quarters, and which are mirrored.
    private var quarters: [Int: Int] = [:]
    private var mirrored: Set<Int> = []
    /// The items whose codec has no colors.
    private var gray: Set<Int> = []

    /// Nil where there is no such box, or where it contradicts itself.
    init?(_ file: UnsafeRawBufferPointer) {
        guard let meta = ISOBox.list(file, in: 0..<file.count).first(where: { $0.type == "meta" }),
            meta.content.count >= 4
        else { return nil }
        self.meta = meta
        let boxes = ISOBox.list(file, in: meta.content.lowerBound + 4..<meta.content.upperBound)
        self.boxes = boxes
        func part(_ type: String) -> ISOBox? { boxes.first { $0.type == type } }
        guard let main = part("pitm").flatMap({ Self.main(file, $0) }),
            let items = part("iinf").flatMap({ Self.items(file, $0) })
        else { return nil }
        (self.main, self.items) = (main, items)
        if let box = part("iref") { readReferences(file, box) }
        if let box = part("iloc") { readPlaces(file, box, data: part("idat")?.content.count ?? 0) }
        if let box = part("iprp") { readProperties(file, box) }
    }

    /// Whether the file says how much brighter the main picture becomes on screens that can show more: as ISO 21496-1 has it, or
    /// as Apple had before.
    var hasGainMap: Bool {
        items.contains { $0.type == Self.toneMapType }
            || auxiliaryTypes.values.contains { $0.hasPrefix("urn:com:apple:photo:2020:aux:hdrgainmap") }
    }

    /// Whether the main picture, or what it is made of, has no colors.
    var isGray: Bool {
        let parts = references.filter { $0.type == "dimg" && $0.from == main }.flatMap(\.to)
        return gray.contains(main) || !parts.isEmpty && parts.allSatisfy(gray.contains)
    }

    /// How the main picture's rows are turned; nil where they are mirrored, too.
    var turn: Orientation? {
        guard !mirrored.contains(main) else { return nil }
        return [.upright, .turnedRight, .upsideDown, .turnedLeft][quarters[main] ?? 0]
    }

    /// A picture that is made of the main one and a gain map.
    static let toneMapType = "tmap"

    /// What the main picture is made of, with itself.
    var parts: Set<Int> {
        var parts: Set<Int> = []
        var waiting = [main]
        while let item = waiting.popLast() {
            guard parts.insert(item).inserted else { continue }
            waiting += references.filter { $0.type == "dimg" && $0.from == item }.flatMap(\.to)
        }
        return parts
    }

    /// The items without which the main picture is not whole: what it is made of, and its alpha.
    var needed: Set<Int> {
        var neighbors: [Int: [Int]] = [:]
        for reference in references {
            if reference.type == "dimg" {
                neighbors[reference.from, default: []] += reference.to
            } else if reference.type == "auxl", isAlpha(reference.from) {
                for item in reference.to { neighbors[item, default: []].append(reference.from) }
            }
        }
        var needed: Set<Int> = []
        var waiting = [main]
        while let item = waiting.popLast() {
            if needed.insert(item).inserted { waiting += neighbors[item] ?? [] }
        }
        return needed
    }

    /// Whether there is something to decode of it.
    func isWhole(_ item: Item) -> Bool {
        // An item that is another turned has no bytes of its own.
        let isPicture = Self.codedTypes.contains(item.type)
        return item.type == "iden" || stored.contains(item.id) && (!isPicture || described.contains(item.id))
    }

    private static let codedTypes: Set = ["hvc1", "av01", "grid", "iovl", "tmap", "j2k1", "jpeg", "avc1"]

    private func isAlpha(_ item: Int) -> Bool {
        let types = ["urn:mpeg:hevc:2015:auxid:1", "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha"]
        return auxiliaryTypes[item].map(types.contains) ?? false
    }

    private static func main(_ file: UnsafeRawBufferPointer, _ box: ISOBox) -> Int? {
        var reader = BigEndianReader(file, box.content)
        guard let version = reader.number(1), reader.number(3) != nil else { return nil }
        return reader.number(version == 0 ? 2 : 4)
    }

    private static func items(_ file: UnsafeRawBufferPointer, _ box: ISOBox) -> [Item]? {
        var reader = BigEndianReader(file, box.content)
        guard let version = reader.number(1), reader.number(3) != nil,
            let count = reader.number(version == 0 ? 2 : 4)
        else { return nil }
        var items: [Item] = []
        for entry in ISOBox.list(file, in: reader.place..<box.content.upperBound) where entry.type == "infe" {
            var reader = BigEndianReader(file, entry.content)
            guard let version = reader.number(1), reader.number(3) != nil,
                let id = reader.number(version < 3 ? 2 : 4), reader.number(2) != nil
            else { return nil }
            // Before version 2 an item has no type.
            items.append(
                Item(id: id, type: version < 2 ? "" : reader.text(4) ?? "", range: entry.range))
        }
        return items.count == count ? items : nil
    }

    private mutating func readReferences(_ file: UnsafeRawBufferPointer, _ box: ISOBox) {
        var reader = BigEndianReader(file, box.content)
        guard let version = reader.number(1), reader.number(3) != nil else { return }
        referenceSize = version == 0 ? 2 : 4
        for entry in ISOBox.list(file, in: reader.place..<box.content.upperBound) {
            var reader = BigEndianReader(file, entry.content)
            guard let from = reader.number(referenceSize), let count = reader.number(2) else { continue }
            // As many as there are: the count may be any.
            let to = (0..<min(count, entry.content.count / referenceSize)).compactMap { _ in
                reader.number(referenceSize)
            }
            references.append(Reference(type: entry.type, from: from, to: to))
        }
    }

    /// - Parameter data: the number of bytes in `meta` itself.
    private mutating func readPlaces(_ file: UnsafeRawBufferPointer, _ box: ISOBox, data: Int) {
        var reader = BigEndianReader(file, box.content)
        guard let version = reader.number(1), reader.number(3) != nil, let sizes = reader.number(2),
            let count = reader.number(version < 2 ? 2 : 4)
        else { return }
        let (offsetSize, lengthSize) = (sizes >> 12, sizes >> 8 & 15)
        let (baseSize, indexSize) = (sizes >> 4 & 15, version == 0 ? 0 : sizes & 15)
        for _ in 0..<count {
            guard let id = reader.number(version < 2 ? 2 : 4),
                let method = version == 0 ? 0 : reader.number(2).map({ $0 & 15 }),
                reader.number(2) != nil, let base = reader.number(baseSize), let extents = reader.number(2)
            else { return }
            // The bytes of other items, which method 2 reads, are not looked into.
            let room = method == 0 ? file.count : method == 1 ? data : Int.max
            var isWhole = extents > 0
            // Where they take no bytes all are alike.
            let isEmpty = indexSize + offsetSize + lengthSize == 0
            for _ in 0..<(isEmpty ? min(extents, 1) : extents) {
                guard reader.number(indexSize) != nil, let offset = reader.number(offsetSize),
                    let length = reader.number(lengthSize)
                else { return }
                isWhole =
                    isWhole && base <= room && offset <= room - base && length <= room - base - offset
                    // Without a length, the whole of it.
                    && (length > 0 || lengthSize == 0)
            }
            if isWhole { stored.insert(id) }
        }
    }

    private mutating func readProperties(_ file: UnsafeRawBufferPointer, _ box: ISOBox) {
        let parts = ISOBox.list(file, in: box.content)
        guard let container = parts.first(where: { $0.type == "ipco" }) else { return }
        let properties = ISOBox.list(file, in: container.content)
        for associations in parts where associations.type == "ipma" {
            var reader = BigEndianReader(file, associations.content)
            guard let version = reader.number(1), let flags = reader.number(3), let count = reader.number(4)
            else { continue }
            let size = flags & 1 == 0 ? 1 : 2
            for _ in 0..<count {
                guard let id = reader.number(version == 0 ? 2 : 4), let indices = reader.number(1) else {
                    break
                }
                for _ in 0..<indices {
                    // The highest bit says whether a reader must know it; numbers begin with 1.
                    guard let index = reader.number(size).map({ $0 & (size == 1 ? 0x7F : 0x7FFF) }) else {
                        break
                    }
                    described.insert(id)
                    guard index > 0, index <= properties.count else { continue }
                    let content = file[properties[index - 1].content]
                    switch properties[index - 1].type {
                    case "auxC":
                        let text = content.dropFirst(4).prefix { $0 != 0 }
                        auxiliaryTypes[id] = String(decoding: text, as: UTF8.self)
                    case "irot": quarters[id] = Int(content.first ?? 0) & 3
                    case "imir": mirrored.insert(id)
                    // The flag `monochrome` (AV1 Codec ISO Media File Format Binding, section 2.3.3).
                    case "av1C" where content.dropFirst(2).first.map { $0 & 0x10 != 0 } == true:
                        gray.insert(id)
                    // `chroma_format_idc` (ISO/IEC 14496-15, section 8.3.3.1.2).
                    case "hvcC" where content.dropFirst(16).first.map { $0 & 3 == 0 } == true:
                        gray.insert(id)
                    default: break
                    }
                }
            }
        }
    }
}
