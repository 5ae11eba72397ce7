import Localization

/// PFM, Netpbm's float format: a short text header, followed by rows of linear light from bottom to top.
///
/// Decoded here because libavcodec in Debian 12 stores the first row at the top. "PFM format",
/// <https://www.pauldebevec.com/Research/HDR/PFM/>.
enum FloatMap {
    static func isHeader(_ beginning: UnsafeRawBufferPointer) -> Bool {
        guard beginning.count > 8, beginning[0] == UInt8(ascii: "P") else { return false }
        return (beginning[1] == UInt8(ascii: "F") || beginning[1] == UInt8(ascii: "f"))
            && isSpace(beginning[2])
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    static func decode(
        _ bytes: UnsafeRawBufferPointer, options: DecodingOptions, name: String
    ) throws(ImagingError) -> Picture {
        var offset = 2
        func word() -> String? {
            while offset < bytes.count, isSpace(bytes[offset]) { offset += 1 }
            let start = offset
            while offset < min(bytes.count, start + 40), !isSpace(bytes[offset]) { offset += 1 }
            return start < offset ? String(decoding: bytes[start..<offset], as: UTF8.self) : nil
        }
        let (first, second, third) = (word(), word(), word())
        guard let width = first.flatMap({ Int($0) }), let height = second.flatMap({ Int($0) }),
            let scale = third.flatMap({ Float($0) }), scale.isFinite, scale != 0, width > 0, height > 0,
            width <= Int32.max, height <= Int32.max
        else { throw .damaged(path: name, reason: tr("its header is invalid")) }
        // A single whitespace byte ends the header.
        offset += 1
        let isGray = bytes[1] == UInt8(ascii: "f")
        let channelCount = isGray ? 1 : 3
        guard (bytes.count - offset) / (4 * channelCount) / width >= height else {
            throw .damaged(path: name, reason: tr("it ends too early"))
        }
        let (pixels, _) = try PixelBuffer.working(
            width: width, height: height, depth: .float, from: .space(.linearSRGB), inksHaveAlpha: true,
            options: options, name: name
        ) { target throws(ImagingError) in
            let samples = target.assumingMemoryBound(to: SIMD4<Float>.self)
            func value(_ index: Int) -> Float {
                let bits = bytes.loadUnaligned(fromByteOffset: offset + 4 * index, as: UInt32.self)
                // A negative scale means little-endian; its magnitude is irrelevant for pictures.
                return Float(bitPattern: scale < 0 ? bits.littleEndian : bits.bigEndian)
            }
            for y in 0..<height {
                let row = (height - 1 - y) * width
                for x in 0..<width {
                    let first = (row + x) * channelCount
                    samples[y * width + x] =
                        isGray
                        ? SIMD4(SIMD3(repeating: value(first)), 1)
                        : SIMD4(value(first), value(first + 1), value(first + 2), 1)
                }
            }
            return height
        }
        return Picture(pixels: pixels, channels: isGray ? .gray : .rgb, depth: .float)
    }
}
