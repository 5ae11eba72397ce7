import System
import Localization

/// Repairs HEIF and AVIF files that libheif rejects because of items that the main picture does not need, by
/// removing those items.
///
/// Older versions of libheif do not support items derived from a picture and its gain map (`tmap`), and
/// reject everything that refers to them, which affects all iPhone pictures since iOS 18. They also reject
/// files with an item that has no data.
enum HEIFRepair {
    /// The file with a new `meta` box at its end, so that no offsets change, and with the old box marked as
    /// free space; nil if there is nothing to remove. Throws if the main picture's own data is not in the
    /// file.
    static func repaired(_ file: UnsafeRawBufferPointer, name: String) throws(ImagingError) -> FileBytes? {
        guard let items = HEIFItems(file), let left = Remainder(of: items),
            let meta = left.meta(of: items, file)
        else { return nil }
        // If data were missing at the end, the appended box would be taken for it.
        let needed = items.needed
        guard items.items.allSatisfy({ !needed.contains($0.id) || items.isWhole($0) }) else {
            throw .damaged(path: name, reason: tr("its data is invalid or ends too early"))
        }
        // If the last box extends to the end of the file, it needs an explicit length, or it would include
        // the new box.
        let last = ISOBox.list(file, in: 0..<file.count).last.flatMap { box in
            box.range.upperBound == file.count && file[box.range].prefix(4).allSatisfy { $0 == 0 }
                ? box.range : nil
        }
        guard last.map({ $0.count <= UInt32.max }) ?? true else { return nil }
        return FileBytes.copy(of: file, padding: meta.count) { bytes in
            bytes[file.count...].copyBytes(from: meta)
            let start = items.meta.range.lowerBound
            bytes[start + 4..<start + 8].copyBytes(from: "free".utf8)
            if let last { bytes[last.prefix(4)].copyBytes(from: bigEndian(last.count, 4)) }
        }
    }

    /// The items and references to keep.
    private struct Remainder {
        private(set) var dropped: Set<Int>
        private(set) var references: [HEIFItems.Reference] = []

        /// Nil if nothing is removed.
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
                    // An item that refers to several pictures is assigned to one: the main one if that is
                    // among them, else the first.
                    let to = reference.to.filter(known.contains)
                    kept.to = to.contains(items.main) ? [items.main] : Array(to.prefix(1))
                    hasChanged = hasChanged || kept.to != reference.to
                    if kept.to.isEmpty {
                        // An auxiliary item without a picture would count as another picture of the file.
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

        /// The new `meta` box; nil if a number does not fit its field.
        func meta(of items: HEIFItems, _ file: UnsafeRawBufferPointer) -> [UInt8]? {
            // The version and flags of the box.
            var content = Array(file[items.meta.content].prefix(4))
            for box in items.boxes {
                switch box.type {
                case "iinf":
                    let kept = items.items.filter { !dropped.contains($0.id) }
                    let size = file[box.content].first == 0 ? 2 : 4
                    content += HEIFRepair.box(
                        "iinf",
                        Array(file[box.content].prefix(4)) + bigEndian(kept.count, size)
                            + kept.flatMap { file[$0.range] })
                case "iref":
                    // A box without references is omitted.
                    guard !references.isEmpty else { continue }
                    content += HEIFRepair.box(
                        "iref",
                        Array(file[box.content].prefix(4))
                            + references.flatMap { encoded($0, items.referenceSize) })
                default: content += file[box.range]
                }
            }
            return content.count < UInt32.max - 8 ? HEIFRepair.box("meta", content) : nil
        }

        private func encoded(_ reference: HEIFItems.Reference, _ size: Int) -> [UInt8] {
            HEIFRepair.box(
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
