/// A header of an OpenEXR file as libavcodec reads it: it keeps texts of less than 256 bytes only, of longer attributes takes the
/// rest for others, and knows colors by the names R, G, B, Y and A alone.
enum EXRPlainHeader {
    private struct Attribute {
        let name: String
        let range: Range<Int>
        let value: Range<Int>
    }

    /// A channel of the list: its name, and the numbers after it.
    private struct Channel {
        let name: String
        let numbers: [UInt8]

        /// What is before the last point of its name.
        var layer: Substring { name.lastIndex(of: ".").map { name[..<$0] } ?? "" }
        /// What is behind it.
        var color: Substring { name.lastIndex(of: ".").map { name[name.index(after: $0)...] } ?? name[...] }
    }

    /// What libavcodec asks for.
    private static let needed: Set = [
        "channels", "compression", "dataWindow", "displayWindow", "lineOrder", "pixelAspectRatio", "tiles",
        "chunkCount", "type", "name", "view", "version",
    ]
    private static let longest = 255
    /// More parts than any file has.
    private static let mostParts = 1000

    /// The file with the attributes in use alone, the channels named as colors, and in the place of all else attributes that mean
    /// nothing, so that nothing moves; nil where it needs no other header.
    static func rewritten(_ file: UnsafeRawBufferPointer) -> FileBytes? {
        guard file.starts(with: EXRHeader.mark), file.count > 8 else { return nil }
        var headers: [(range: Range<Int>, bytes: [UInt8])] = []
        var place = 8
        // Of several parts, the headers end with an empty one.
        for part in 0..<(EXRHeader.hasParts(file) ? mostParts : 1) {
            if part > 0, place < file.count, file[place] == 0 { break }
            guard let attributes = attributes(file, from: place), let last = attributes.last else { break }
            let range = place..<last.range.upperBound
            place = range.upperBound + 1
            let names = part == 0 ? renamed(file, attributes) : nil
            let isLong = attributes.contains { $0.name != "channels" && $0.value.count > longest }
            guard names != nil || isLong else { continue }
            guard let bytes = header(file, attributes, channels: names, count: range.count) else {
                return nil
            }
            headers.append((range, bytes))
        }
        guard !headers.isEmpty else { return nil }
        return FileBytes.copy(of: file) { copy in
            for header in headers { copy[header.range].copyBytes(from: header.bytes) }
        }
    }

    /// Whether a channel has fewer samples than the picture has pixels, as the colors beside a luminance do.
    static func isSubsampled(_ file: UnsafeRawBufferPointer) -> Bool {
        guard let list = attributes(file, from: 8)?.first(where: { $0.name == "channels" }) else {
            return false
        }
        return channels(file, list.value).contains { $0.numbers[8...] != [1, 0, 0, 0, 1, 0, 0, 0] }
    }

    /// The attributes up to the empty name that ends them; nil where they do not end.
    private static func attributes(_ file: UnsafeRawBufferPointer, from start: Int) -> [Attribute]? {
        var attributes: [Attribute] = []
        var place = start
        while attributes.count < EXRHeader.mostAttributes {
            let beginning = place
            guard let name = EXRHeader.text(file, &place) else { return nil }
            if name.isEmpty { return attributes }
            guard EXRHeader.text(file, &place) != nil, place + 4 <= file.count else { return nil }
            let size = Int(file.loadUnaligned(fromByteOffset: place, as: UInt32.self).littleEndian)
            place += 4
            guard size <= file.count - place else { return nil }
            attributes.append(
                Attribute(name: name, range: beginning..<place + size, value: place..<place + size))
            place += size
        }
        return nil
    }

    private static func channels(_ file: UnsafeRawBufferPointer, _ list: Range<Int>) -> [Channel] {
        let bytes = UnsafeRawBufferPointer(rebasing: file[list])
        var channels: [Channel] = []
        var place = 0
        while let name = EXRHeader.text(bytes, &place), !name.isEmpty, place + 16 <= bytes.count {
            channels.append(Channel(name: name, numbers: Array(bytes[place..<place + 16])))
            place += 16
        }
        return channels
    }

    /// The value of the list of channels with the colors of a layer, or a lone channel, named as libavcodec knows them; nil where
    /// they have such names, or are no colors.
    private static func renamed(_ file: UnsafeRawBufferPointer, _ attributes: [Attribute]) -> [UInt8]? {
        guard let list = attributes.first(where: { $0.name == "channels" }) else { return nil }
        let channels = channels(file, list.value)
        let known: Set<Substring> = ["R", "G", "B", "A"]
        let colors = Dictionary(grouping: channels, by: \.layer).mapValues { Set($0.map(\.color)) }
        func hasColors(_ layer: Substring) -> Bool { colors[layer]?.isSuperset(of: ["R", "G", "B"]) == true }
        guard !hasColors(""), !channels.contains(where: { $0.name == "Y" }) else { return nil }
        let layers = channels.map(\.layer).filter(hasColors)
        let names: [String?]
        if let layer = layers.first(where: isMain) ?? layers.first {
            names = channels.map { channel in
                guard known.contains(channel.color) else { return nil }
                if channel.layer == layer { return String(channel.color) }
                // Of the same name as one of the layer's, it would be taken for that.
                return channel.layer.isEmpty ? "_" + channel.color : nil
            }
        } else {
            // A lone channel is gray.
            guard channels.count(where: { $0.color != "A" }) == 1 else { return nil }
            names = channels.map { $0.color == "A" ? "A" : "Y" }
        }
        var value: [UInt8] = []
        for (channel, name) in zip(channels, names) {
            value += Array((name ?? channel.name).utf8)
            value.append(0)
            value += channel.numbers
        }
        return value + [0]
    }

    /// Whether renderers call the picture itself so, beside layers of other things.
    private static func isMain(_ layer: Substring) -> Bool {
        let name = layer.lowercased()
        return ["combined", "beauty", "rgba", "composite"].contains { name.hasSuffix($0) }
    }

    /// Attributes that take `count` bytes; nil where that cannot be.
    private static func header(
        _ file: UnsafeRawBufferPointer, _ attributes: [Attribute], channels: [UInt8]?, count: Int
    ) -> [UInt8]? {
        var bytes: [UInt8] = []
        for attribute in attributes where needed.contains(attribute.name) {
            guard attribute.name == "channels" || attribute.value.count <= longest else { continue }
            if attribute.name == "channels", let channels {
                bytes += file[attribute.range.lowerBound..<attribute.value.lowerBound - 4]
                bytes += littleEndian(channels.count, 4) + channels
            } else {
                bytes += file[attribute.range]
            }
        }
        let (overhead, most) = (8, 200)
        guard bytes.count == count || bytes.count <= count - overhead else { return nil }
        while bytes.count < count {
            let left = count - bytes.count
            // What is left for the next one has to be enough for one.
            let size = left <= most ? left : min(most, left - overhead)
            bytes += [UInt8(ascii: "x"), 0, UInt8(ascii: "x"), 0] + littleEndian(size - overhead, 4)
            bytes += [UInt8](repeating: 0, count: size - overhead)
        }
        return bytes
    }
}
