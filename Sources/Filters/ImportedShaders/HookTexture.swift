import Localization

/// A table of colors that an mpv shader contains.
struct HookTexture: Sendable {
    let table: LookupTable
    let isSmooth: Bool
    let repeats: Bool

    private static let maxTexels = 1 << 22

    /// The table in a `TEXTURE` block: its size, its format and its bytes in hexadecimal digits.
    init(_ block: HookBlocks.Block, name: String) throws(ShaderMistake) {
        isSmooth = block.value("FILTER")?.text == "LINEAR"
        let border = block.value("BORDER")
        repeats = border?.text == "REPEAT"
        if let border, border.text == "MIRROR" {
            throw ShaderMistake(
                line: border.line, message: tr("textures that continue mirrored are not supported"))
        }
        let sizes = block.value("SIZE")?.text.split(separator: " ").compactMap { Int($0) } ?? []
        guard (1...2).contains(sizes.count), sizes.allSatisfy({ (1...16384).contains($0) }),
            sizes.reduce(1, *) <= Self.maxTexels
        else {
            throw ShaderMistake(
                line: block.value("SIZE")?.line ?? block.line,
                message: tr("a texture needs a SIZE of one or two numbers from 1 to 16384"))
        }
        let (width, height) = (sizes[0], sizes.count > 1 ? sizes[1] : 1)
        let format = String(block.value("FORMAT")?.text ?? "rgba8")
        guard let parsed = format.wholeMatch(of: /(r|rg|rgb|rgba)(8|16|16hf|16f|32f)/) else {
            throw ShaderMistake(
                line: block.value("FORMAT")?.line ?? block.line,
                message: tr("textures of the format \(format.quoted) are not supported"))
        }
        let channels = parsed.1.count
        let bytes = try Self.bytes(block)
        // In the file, halves are written as 32-bit floats unless the format says otherwise.
        let kind = String(parsed.2)
        let perChannel = kind == "8" ? 1 : kind == "16" || kind == "16hf" ? 2 : 4
        guard bytes.count == width * height * channels * perChannel else {
            throw ShaderMistake(
                line: block.bodyLine,
                message: tr(
                    "the texture has \(bytes.count) bytes instead of \(width * height * channels * perChannel)"
                ))
        }
        func word(_ index: Int) -> Float {
            let start = index * perChannel
            switch kind {
            case "8": return Float(bytes[start]) / 255
            case "16": return Float(UInt16(bytes[start]) | UInt16(bytes[start + 1]) << 8) / 65535
            case "16hf": return Self.half(UInt16(bytes[start]) | UInt16(bytes[start + 1]) << 8)
            default:
                let bits = (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[start + $1]) << (8 * UInt32($1)) }
                return Float(bitPattern: bits)
            }
        }
        let colors = (0..<width * height).map { texel in
            var color = SIMD4<Float>(0, 0, 0, 1)
            for channel in 0..<channels { color[channel] = word(texel * channels + channel) }
            return color
        }
        table = LookupTable(name: name, width: width, height: height, colors: colors)
    }

    /// A half float, which Swift's own type does not decode on every processor.
    private static func half(_ bits: UInt16) -> Float {
        let sign: Float = bits & 0x8000 == 0 ? 1 : -1
        let exponent = Int(bits >> 10 & 31)
        let fraction = Float(bits & 1023) / 1024
        if exponent == 0 { return sign * fraction * 0x1p-14 }
        if exponent == 31 { return sign * (fraction == 0 ? .infinity : .nan) }
        return sign * Float(sign: .plus, exponent: exponent - 15, significand: 1 + fraction)
    }

    private static func bytes(_ block: HookBlocks.Block) throws(ShaderMistake) -> [UInt8] {
        var bytes: [UInt8] = []
        for (index, line) in block.body.enumerated() {
            var high: UInt8?
            for character in line.utf8 where character > 0x20 {
                let digit: UInt8
                switch character {
                case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = character - UInt8(ascii: "0")
                case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = character - UInt8(ascii: "a") + 10
                case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = character - UInt8(ascii: "A") + 10
                default:
                    throw ShaderMistake(
                        line: block.bodyLine + index, message: tr("a texture consists of hexadecimal digits"))
                }
                if let first = high {
                    bytes.append(first << 4 | digit)
                    high = nil
                } else {
                    high = digit
                }
            }
        }
        return bytes
    }
}
