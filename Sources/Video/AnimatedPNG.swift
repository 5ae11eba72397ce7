import System
import Imaging

/// Distinguishes PNG files with several frames, which are videos, from those with one, without a decoder.
package enum AnimatedPNG {
    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    /// More chunks than any file has before its pixels.
    private static let maxChunks = 1000

    /// True if a file is a PNG with two frames or more; false if it cannot be read.
    package static func isAt(_ path: String) -> Bool {
        guard let file = try? OpenFile(path: path) else { return false }
        return control(in: file).map { $0.frames > 1 } ?? false
    }

    /// The loop count of a PNG, 0 for infinite; nil if it is not animated.
    static func loopCount(in file: OpenFile) -> Int? { control(in: file)?.plays }

    /// The acTL chunk, which states the number of frames and the loop count (PNG, third edition, 11.3.6.1);
    /// nil if there is none before the pixels.
    private static func control(in file: OpenFile) -> (frames: Int, plays: Int)? {
        func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
        guard file.bytes(from: 0, count: signature.count) == signature else { return nil }
        var offset = signature.count
        for _ in 0..<maxChunks {
            // A length, a name, and the contents.
            let chunk = file.bytes(from: offset, count: 16)
            guard chunk.count >= 12 else { return nil }
            switch String(decoding: chunk[4..<8], as: UTF8.self) {
            case "acTL": return chunk.count == 16 ? (number(chunk[8..<12]), number(chunk[12...])) : nil
            case "IDAT": return nil
            default: offset += 12 + number(chunk[..<4])
            }
        }
        return nil
    }
}
