import Localization

/// Truevision TGA files, which have no signature at the beginning.
enum TargaFile {
    private static let headerLength = 18

    /// True if all header fields have valid values.
    static func isHeader(_ beginning: UnsafeRawBufferPointer) -> Bool {
        guard beginning.count > headerLength else { return false }
        let (mapKind, kind) = (beginning[1], beginning[2])
        let hasMap = mapKind == 1
        let mapFields = beginning[3..<8]
        // 16-bit gray consists of 8 bits of gray and 8 of alpha.
        let depths: Set<UInt8> = hasMap ? [8, 16] : kind & 3 == 3 ? [8, 16] : [15, 16, 24, 32]
        return [1, 2, 3, 9, 10, 11].contains(kind) && mapKind <= 1
            && (hasMap ? [15, 16, 24, 32].contains(beginning[7]) : mapFields.allSatisfy { $0 == 0 })
            && (kind & 3 == 1) == hasMap && depths.contains(beginning[16])
            && beginning[12] | beginning[13] != 0 && beginning[14] | beginning[15] != 0
            && beginning[17] & 0xC0 == 0 && beginning[17] & 0x0F <= 8
    }

    static func decode(
        _ bytes: UnsafeRawBufferPointer, options: DecodingOptions, name: String
    ) throws(ImagingError) -> Picture {
        let (kind, depth, attributes) = (bytes[2], bytes[16], bytes[17] & 0x0F)
        // libavcodec treats such pixels as colors.
        guard kind & 3 == 2 || depth == 8 else {
            throw .unsupported(
                path: name,
                reason: kind & 3 == 3
                    ? tr("it is a grayscale TGA with an alpha channel")
                    : tr("it is a TGA with a large palette"))
        }
        return try StillDecoder.decode(
            bytes, codec: "targa", findings: .init(ignoresEmptyAlpha: attributes == 0),
            isWhole: isWhole(bytes),
            options: options, name: name)
    }

    /// True if there is data for all pixels, which libavcodec does not check.
    private static func isWhole(_ bytes: UnsafeRawBufferPointer) -> Bool {
        func number(_ offset: Int) -> Int { Int(bytes[offset]) | Int(bytes[offset + 1]) << 8 }
        let palette = bytes[1] == 1 ? number(5) * ((Int(bytes[7]) + 7) / 8) : 0
        var offset = headerLength + Int(bytes[0]) + palette
        let (pixelCount, pixelBytes) = (number(12) * number(14), (Int(bytes[16]) + 7) / 8)
        guard bytes[2] & 8 != 0 else { return offset + pixelCount * pixelBytes <= bytes.count }
        var count = 0
        while count < pixelCount, offset < bytes.count {
            // The length minus one; the highest bit is the flag for a repeated pixel.
            let length = Int(bytes[offset] & 0x7F) + 1
            offset += 1 + (bytes[offset] & 0x80 != 0 ? 1 : length) * pixelBytes
            count += length
        }
        return count >= pixelCount && offset <= bytes.count
    }
}
