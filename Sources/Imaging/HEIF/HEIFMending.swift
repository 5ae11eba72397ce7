import Wording

/// A HEIF or AVIF of which libheif refuses all for something beside its main picture, without that.
///
/// Older libheif knows no items that are made of a picture and its gain map (`tmap`), and refuses whatever refers to them, as all
/// of an iPhone's do since iOS 18. It also refuses all of a file with an item that has no bytes.
enum HEIFMending {
    /// The file with another `meta` box behind all others, so that nothing moves, and the old one skipped; nil where there is
    /// nothing to leave out. Throws where the main picture's own data is not in the file.
    static func mended(_ file: UnsafeRawBufferPointer, name: String) throws(ImagingError) -> FileBytes? {
        guard let items = HEIFItems(file), let left = Remainder(of: items),
            let meta = left.meta(of: items, file)
        else { return nil }
        // The new box would be taken for what is missing at the end.
        let needed = items.needed
        guard items.items.allSatisfy({ !needed.contains($0.id) || items.isWhole($0) }) else {
            throw .damaged(path: name, reason: tr("its data is wrong or ends too early"))
        }
        // A last box that takes the rest of the file would take the new one in.
        let last = ISOBox.list(file, in: 0..<file.count).last.flatMap { box in
            box.range.upperBound == file.count && file[box.range].prefix(4).allSatisfy { $0 == 0 }
                ? box.range : nil
        }
        guard last.map({ $0.count <= UInt32.max }) ?? true else { return nil }
        return FileBytes.copy(of: file, room: meta.count) { bytes in
            bytes[file.count...].copyBytes(from: meta)
            let start = items.meta.range.lowerBound
            bytes[start + 4..<start + 8].copyBytes(from: "free".utf8)
            if let last { bytes[last.prefix(4)].copyBytes(from: bigEndian(last.count, 4)) }
        }
    }

    /// What is kept of the items.
    private struct Remainder {
        private(set) var dropped: Set<Int>
        private(set) var references: [HEIFItems.Reference] = []

        /// Nil where all is kept.
        init?(of items: HEIFItems) {
            let needed = items.needed
            dropped = Set(
                items.items.filter {
                    !needed.contains($0.id) && ($0.type == HEIFItems.toneMapType || !items.isWhole($0))
                }.map(\.id))
            var known = Set(items.items.map(\.id)).subtracting(dropped)
            var hasChanged = !dropped.isEmpty
            for reference in items.references where !dropped.contains(reference.from) {
                var kept = reference
                if ["auxl", "thmb", "cdsc"].contains(reference.type) {
                    // An item that belongs to several is taken for the main picture's.
                    let to = reference.to.filter(known.contains)
                    kept.to = to.contains(items.main) ? [items.main] : Array(to.prefix(1))
                    hasChanged = hasChanged || kept.to != reference.to
                    if kept.to.isEmpty {
                        // What belongs to none would count as another picture of the file.
                        if reference.type != "cdsc", !needed.contains(reference.from) {
                            dropped.insert(reference.from)
                            known.remove(reference.from)
                        }
                        continue
                    }
                }
                references.append(kept)
            }
            references.removeAll { dropped.contains($0.from) }
            guard hasChanged, !dropped.contains(items.main) else { return nil }
        }

        /// The box of them; nil where numbers do not fit it.
        func meta(of items: HEIFItems, _ file: UnsafeRawBufferPointer) -> [UInt8]? {
            // The version and flags of the box.
            var content = Array(file[items.meta.content].prefix(4))
            for box in items.boxes {
                switch box.type {
                case "iinf":
                    let kept = items.items.filter { !dropped.contains($0.id) }
                    let size = file[box.content].first == 0 ? 2 : 4
                    content += HEIFMending.box(
                        "iinf",
                        Array(file[box.content].prefix(4)) + bigEndian(kept.count, size)
                            + kept.flatMap { file[$0.range] })
                case "iref":
                    // A box of no references is none.
                    guard !references.isEmpty else { continue }
                    content += HEIFMending.box(
                        "iref",
                        Array(file[box.content].prefix(4))
                            + references.flatMap { encoded($0, items.referenceSize) })
                default: content += file[box.range]
                }
            }
            return content.count < UInt32.max - 8 ? HEIFMending.box("meta", content) : nil
        }

        private func encoded(_ reference: HEIFItems.Reference, _ size: Int) -> [UInt8] {
            HEIFMending.box(
                reference.type,
                bigEndian(reference.from, size) + bigEndian(reference.to.count, 2)
                    + reference.to.flatMap { bigEndian($0, size) })
        }
    }

    private static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
        bigEndian(content.count + 8, 4) + Array(type.utf8) + content
    }

    private static func bigEndian(_ value: Int, _ size: Int) -> [UInt8] {
        littleEndian(value, size).reversed()
    }
}
