/// The items of an AVIF or HEIF file, from its `meta` box (ISO/IEC 14496-12, section 8.11, and 23008-12).
struct HEIFItems {
    struct Item {
        let id: Int
        let type: String
        /// The range of its `infe` box.
        let range: Range<Int>
    }

    /// A typed reference from one item to others.
    struct Reference {
        let type: String
        let from: Int
        var to: [Int]
    }

    /// The `meta` box, and the boxes in it.
    let meta: ISOBox
    let boxes: [ISOBox]
    /// The id of the primary item.
    let main: Int
    let items: [Item]
    private(set) var references: [Reference] = []
    /// The size in bytes of an item id in a reference: 2 or 4.
    private(set) var referenceSize = 2
    /// The items whose data lies completely within the file.
    private var stored: Set<Int> = []
    /// The auxiliary types of items that have one.
    private var auxiliaryTypes: [Int: String] = [:]
    /// The items that have properties.
    private var described: Set<Int> = []
    /// The rotations of items, in counterclockwise quarter turns, and the items that are mirrored.
    private var quarters: [Int: Int] = [:]
    private var mirrored: Set<Int> = []
    /// The monochrome items.
    private var gray: Set<Int> = []

    /// Nil if there is no `meta` box, or if it is inconsistent.
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
        if let box = part("iloc") { readLocations(file, box, data: part("idat")?.content.count ?? 0) }
        if let box = part("iprp") { readProperties(file, box) }
    }

    /// True if the file has a gain map for displaying the main picture on HDR screens, as defined by ISO
    /// 21496-1 or in Apple's earlier format.
    var hasGainMap: Bool {
        items.contains { $0.type == Self.toneMapType }
            || auxiliaryTypes.values.contains { $0.hasPrefix("urn:com:apple:photo:2020:aux:hdrgainmap") }
    }

    /// True if the main picture, or every item it is derived from, is monochrome.
    var isGray: Bool {
        let parts = references.filter { $0.type == "dimg" && $0.from == main }.flatMap(\.to)
        return gray.contains(main) || !parts.isEmpty && parts.allSatisfy(gray.contains)
    }

    /// The rotation of the main picture; nil if it is also mirrored.
    var turn: Orientation? {
        guard !mirrored.contains(main) else { return nil }
        return [.upright, .turnedRight, .upsideDown, .turnedLeft][quarters[main] ?? 0]
    }

    /// The type of an item derived from the main picture and a gain map.
    static let toneMapType = "tmap"

    /// The main picture and the items that it is derived from.
    var parts: Set<Int> {
        var parts: Set<Int> = []
        var waiting = [main]
        while let item = waiting.popLast() {
            guard parts.insert(item).inserted else { continue }
            waiting += references.filter { $0.type == "dimg" && $0.from == item }.flatMap(\.to)
        }
        return parts
    }

    /// The items required to decode the main picture: itself, those it is derived from, and their alpha
    /// planes.
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

    /// True if all data needed to decode the item is present.
    func isWhole(_ item: Item) -> Bool {
        // A derived item, such as a rotation, has no data of its own.
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
        for entry in ISOBox.list(file, in: reader.position..<box.content.upperBound)
        where entry.type == "infe" {
            var reader = BigEndianReader(file, entry.content)
            guard let version = reader.number(1), reader.number(3) != nil,
                let id = reader.number(version < 3 ? 2 : 4), reader.number(2) != nil
            else { return nil }
            // Before version 2 an entry has no item type.
            items.append(
                Item(id: id, type: version < 2 ? "" : reader.text(4) ?? "", range: entry.range))
        }
        return items.count == count ? items : nil
    }

    private mutating func readReferences(_ file: UnsafeRawBufferPointer, _ box: ISOBox) {
        var reader = BigEndianReader(file, box.content)
        guard let version = reader.number(1), reader.number(3) != nil else { return }
        referenceSize = version == 0 ? 2 : 4
        for entry in ISOBox.list(file, in: reader.position..<box.content.upperBound) {
            var reader = BigEndianReader(file, entry.content)
            guard let from = reader.number(referenceSize), let count = reader.number(2) else { continue }
            // Limited to what the box holds, since the count is not trustworthy.
            let to = (0..<min(count, entry.content.count / referenceSize)).compactMap { _ in
                reader.number(referenceSize)
            }
            references.append(Reference(type: entry.type, from: from, to: to))
        }
    }

    /// - Parameter data: the size of the `idat` box, in bytes.
    private mutating func readLocations(_ file: UnsafeRawBufferPointer, _ box: ISOBox, data: Int) {
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
            // With construction method 2, the data is in other items and is not checked.
            let room = method == 0 ? file.count : method == 1 ? data : Int.max
            var isWhole = extents > 0
            // If all field sizes are 0, the fields of an extent take no bytes, and all extents are the same.
            let isEmpty = indexSize + offsetSize + lengthSize == 0
            for _ in 0..<(isEmpty ? min(extents, 1) : extents) {
                guard reader.number(indexSize) != nil, let offset = reader.number(offsetSize),
                    let length = reader.number(lengthSize)
                else { return }
                isWhole =
                    isWhole && base <= room && offset <= room - base && length <= room - base - offset
                    // Without a length field, an extent is the whole resource.
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
                    // The highest bit marks an essential property; indices start at 1.
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
