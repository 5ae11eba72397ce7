import Glibc

/// PNG text chunks, which may also contain XMP and IPTC.
enum PNGText {
    /// The keyword for XMP packets, according to the XMP specification, part 3.
    static let xmpKeyword = "XML:com.adobe.xmp"
    /// ImageMagick's and ExifTool's convention: a block in hexadecimal under "Raw profile type NAME".
    private static let rawProfilePrefix = "Raw profile type "
    /// The names of blocks to keep. Color profiles and unknown blocks would be stale.
    private static let rawProfileNames: Set = ["exif", "app1", "generic profile", "xmp", "iptc", "8bim"]

    static func add(
        keyword: String, bytes: UnsafeRawBufferPointer, isUTF8: Bool, to metadata: inout Metadata
    ) {
        if keyword == xmpKeyword {
            metadata.xmp = Array(bytes)
        } else if keyword.hasPrefix(rawProfilePrefix) {
            let name = keyword.dropFirst(rawProfilePrefix.count).lowercased()
            if rawProfileNames.contains(name) { addRawProfile(bytes, to: &metadata) }
        } else {
            let text = isUTF8 ? String(decoding: bytes, as: UTF8.self) : latin1(bytes)
            metadata.texts.append(.init(keyword: keyword, text: text))
        }
    }

    /// Reads a null-terminated Latin-1 string, such as a PNG keyword.
    static func latin1(_ text: UnsafePointer<CChar>) -> String {
        latin1(UnsafeRawBufferPointer(start: text, count: strlen(text)))
    }

    private static func latin1(_ bytes: UnsafeRawBufferPointer) -> String {
        String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }

    /// A valid PNG keyword in Latin-1: at most 79 printable characters, with single spaces between words. Nil
    /// if no characters are left.
    private static func keyword(_ text: String) -> [UInt8]? {
        let space: UInt8 = 0x20
        let bytes = text.unicodeScalars.map { scalar in
            UInt8(exactly: scalar.value).flatMap { isPrintable($0) ? $0 : nil } ?? space
        }
        let words = Array(bytes.split(separator: space).joined(separator: [space])).prefix(79)
        let keyword = words.last == space ? words.dropLast() : words
        return keyword.isEmpty ? nil : Array(keyword)
    }

    private static func isPrintable(_ byte: UInt8) -> Bool {
        (0x21...0x7E).contains(byte) || byte >= 0xA1
    }

    /// A text chunk to write: iTXt if `isUTF8`, else tEXt.
    struct Chunk {
        let keyword: [UInt8]
        let text: [UInt8]
        let isUTF8: Bool
    }

    /// The texts to write: the picture's own, its XMP and its IPTC. ASCII is written as tEXt, which every
    /// decoder supports; XMP is always iTXt, as its specification requires.
    static func chunks(of metadata: Metadata) -> [Chunk] {
        var chunks = metadata.texts.compactMap { entry -> Chunk? in
            guard let keyword = keyword(entry.keyword) else { return nil }
            let text = Array(entry.text.utf8)
            return Chunk(keyword: keyword, text: text, isUTF8: text.contains { $0 >= 0x80 })
        }
        if let xmp = metadata.xmp {
            chunks.append(Chunk(keyword: Array(xmpKeyword.utf8), text: xmp, isUTF8: true))
        }
        if let iptc = metadata.iptc {
            let text = rawProfile("iptc", IPTC.photoshopBlock(iptc))
            chunks.append(Chunk(keyword: Array((rawProfilePrefix + "iptc").utf8), text: text, isUTF8: false))
        }
        return chunks
    }

    /// Blocks that a dedicated chunk also contains are skipped. A block's type is determined by its first
    /// bytes, since programs disagree on names, and APP1 has two meanings.
    private static func addRawProfile(_ text: UnsafeRawBufferPointer, to metadata: inout Metadata) {
        guard let block = parseRawProfile(text) else { return metadata.losses.append(.unreadable(.text)) }
        if let exif = ExifBlock.withoutJPEGPrefix(block) {
            metadata.exif = metadata.exif ?? exif
        } else if XMPPacket.isPacket(block) {
            metadata.xmp = metadata.xmp ?? JPEGMetadata.withoutXMPMark(block)
        } else {
            let iptc = IPTC.contents(of: block)
            metadata.iptc = metadata.iptc ?? iptc.records
            if iptc.isBroken { metadata.losses.append(.unreadable(.iptc)) }
        }
    }

    /// The format is a line with a name of one or more words, a line with the length, the bytes in
    /// hexadecimal, then anything.
    private static func parseRawProfile(_ text: UnsafeRawBufferPointer) -> [UInt8]? {
        let lines = text.split(separator: 0x0A, maxSplits: 2)
        guard lines.count == 3 else { return nil }
        let spaces: Set<UInt8> = [0x09, 0x0A, 0x0D, 0x20]
        let length = Int(String(decoding: lines[1].filter { !spaces.contains($0) }, as: UTF8.self))
        guard let length, length > 0, length <= lines[2].count / 2 else { return nil }
        var block: [UInt8] = []
        block.reserveCapacity(length)
        var high: UInt8?
        for digit in lines[2] {
            if block.count == length { break }
            if spaces.contains(digit) { continue }
            guard let value = hexDigit(digit) else { return nil }
            if let known = high {
                block.append(known << 4 | value)
                high = nil
            } else {
                high = value
            }
        }
        return block.count == length ? block : nil
    }

    private static func hexDigit(_ letter: UInt8) -> UInt8? {
        switch letter {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): letter - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): letter - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): letter - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    private static func rawProfile(_ name: String, _ block: [UInt8]) -> [UInt8] {
        let digits = Array("0123456789abcdef".utf8)
        var text = Array("\n\(name)\n\(block.count)".utf8)
        for (index, byte) in block.enumerated() {
            if index % 36 == 0 { text.append(0x0A) }
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        text.append(0x0A)
        return text
    }
}
