import System
import CImageLibraries

/// Compresses pieces of one zlib stream independently, so that several can be compressed in parallel.
///
/// A piece ends on a byte boundary, so pieces can be concatenated. Each uses the preceding bytes as a
/// dictionary, so splitting hardly increases the size. (The method of Mark Adler's pigz.)
enum Deflate {
    /// Compression level and strategy of zlib.
    struct Method {
        let level: Int32
        let strategy: Int32
    }

    /// The maximum distance of a match in bytes.
    static let window = 1 << 15

    /// The zlib header that precedes the first piece: a 32 KB window, no dictionary.
    static let header: [UInt8] = [0x78, 0x9C]

    /// The checksum of no bytes; the final checksum follows the last piece.
    static let emptyChecksum: UInt = 1

    static func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt {
        adler32_z(emptyChecksum, bytes.assumingMemoryBound(to: UInt8.self).baseAddress, bytes.count)
    }

    /// The combined checksum of two consecutive pieces, the second of which has `count` bytes.
    static func checksum(of first: UInt, then second: UInt, count: Int) -> UInt {
        adler32_combine(first, second, count)
    }

    /// Compresses a piece; nil if allocation fails.
    ///
    /// - Parameters:
    ///   - before: the bytes before the piece; only the last 32 KB matter.
    ///   - isLast: whether the stream ends with this piece.
    static func piece(
        of bytes: UnsafeRawBufferPointer, after before: UnsafeRawBufferPointer, _ method: Method, isLast: Bool
    ) -> (memory: MemoryBlock, count: Int)? {
        var stream = z_stream()
        // A negative window size omits the header and the checksum.
        let status = deflateInit2_(
            &stream, method.level, Z_DEFLATED, -15, MAX_MEM_LEVEL, method.strategy, ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size))
        guard status == Z_OK else { return nil }
        defer { deflateEnd(&stream) }
        let known = before.suffix(window)
        if !known.isEmpty {
            deflateSetDictionary(
                &stream,
                UnsafeRawBufferPointer(rebasing: known).assumingMemoryBound(to: UInt8.self).baseAddress,
                uInt(known.count))
        }
        // The bound does not include the empty block that aligns the piece to a byte boundary.
        let capacity = Int(deflateBound(&stream, uLong(bytes.count))) + 64
        guard let memory = try? MemoryBlock(byteCount: capacity) else { return nil }
        stream.next_in = UnsafeMutablePointer(
            mutating: bytes.assumingMemoryBound(to: UInt8.self).baseAddress)
        stream.avail_in = uInt(bytes.count)
        stream.next_out = memory.bytes.assumingMemoryBound(to: UInt8.self).baseAddress
        stream.avail_out = uInt(capacity)
        let end = deflate(&stream, isLast ? Z_FINISH : Z_SYNC_FLUSH)
        guard end == (isLast ? Z_STREAM_END : Z_OK), stream.avail_in == 0 else { return nil }
        return (memory, capacity - Int(stream.avail_out))
    }
}
