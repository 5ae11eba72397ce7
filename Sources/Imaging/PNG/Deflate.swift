import System
import CImageLibraries

/// Pieces of one zlib stream, each compressed independently, so that several can be compressed at once.
///
/// A piece ends on a byte boundary, so pieces can be concatenated; each is compressed with the preceding
/// bytes as a dictionary, so splitting hardly increases the size. (The method of Mark Adler's pigz.)
enum Deflate {
    /// How zlib searches for matches.
    struct Method {
        let level: Int32
        let strategy: Int32
    }

    /// The maximum distance of a match, in bytes.
    static let window = 1 << 15

    /// The zlib header before the first piece: a window of 32 KB, no dictionary.
    static let header: [UInt8] = [0x78, 0x9C]

    /// The initial value of the checksum that follows the last piece.
    static let emptyChecksum: UInt = 1

    static func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt {
        adler32_z(emptyChecksum, bytes.assumingMemoryBound(to: UInt8.self).baseAddress, bytes.count)
    }

    /// The checksum of two concatenated pieces, the second of which has `count` bytes.
    static func checksum(of first: UInt, then second: UInt, count: Int) -> UInt {
        adler32_combine(first, second, count)
    }

    /// A piece, or nil if memory is short.
    ///
    /// - Parameters:
    ///   - before: the bytes before the piece; only the last 32 KB matter.
    ///   - isLast: whether the stream ends with this piece.
    static func piece(
        of bytes: UnsafeRawBufferPointer, after before: UnsafeRawBufferPointer, _ method: Method, isLast: Bool
    ) -> (memory: MemoryBlock, count: Int)? {
        var stream = z_stream()
        // A negative window size omits header and checksum.
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
        // The bound does not include the empty block that aligns a piece to a byte boundary.
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
