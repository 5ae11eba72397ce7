import Imaging

/// Tells PNG files with several frames, which are videos, from those with one, without a decoder.
package enum AnimatedPNG {
    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    /// More chunks than any file has before its pixels.
    private static let mostChunks = 1000

    /// Whether a file is a PNG with two frames or more; false if it cannot be read.
    package static func isAt(_ path: String) -> Bool {
        guard let file = try? OpenFile(path: path) else { return false }
        func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
        guard file.bytes(from: 0, count: signature.count) == signature else { return false }
        var offset = signature.count
        for _ in 0..<mostChunks {
            // A length, a name, and where frames are told of (PNG, third edition, 11.3.6.1), how many.
            let chunk = file.bytes(from: offset, count: 12)
            guard chunk.count == 12 else { return false }
            switch String(decoding: chunk[4..<8], as: UTF8.self) {
            case "acTL": return number(chunk[8...]) > 1
            case "IDAT": return false
            default: offset += 12 + number(chunk[..<4])
            }
        }
        return false
    }
}

/// Tells pictures that move from others.
package enum AnimatedPicture {
    /// Whether a file is a GIF, a PNG or a WebP with two frames or more; false if it cannot be read.
    package static func isAt(_ path: String) -> Bool {
        AnimatedGIF.isAt(path) || AnimatedPNG.isAt(path) || AnimatedWebP.isAt(path)
    }
}
