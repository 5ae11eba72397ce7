import CImageLibraries

/// The structure of a PNG file: chunks of a length, a name, data and a checksum.
enum PNGFile {
    private static let signatureLength = 8

    static func chunk(_ name: String, _ data: some Collection<UInt8>) -> [UInt8] {
        let named = Array(name.utf8) + data
        return bigEndian(data.count) + named + bigEndian(checksum(named[...]))
    }

    /// The file with a chunk inserted directly after its header.
    static func inserting(_ chunk: [UInt8], into file: [UInt8]) -> [UInt8] {
        let header = signatureLength + 25
        return file[..<header] + chunk + file[header...]
    }

    /// The file with all checksums corrected, since the decoder would reject nearly every mutation for its
    /// checksum.
    static func withRightChecksums(_ file: [UInt8]) -> [UInt8] {
        var file = file
        var start = signatureLength
        while start + 12 <= file.count {
            let length = file[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
            let end = start + 8 + length
            guard end + 4 <= file.count else { break }
            file.replaceSubrange(end..<end + 4, with: bigEndian(checksum(file[start + 4..<end])))
            start = end + 4
        }
        return file
    }

    /// The zlib stream of `bytes`, stored without compression.
    static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var length = compressBound(uLong(bytes.count))
        var packed = [UInt8](repeating: 0, count: Int(length))
        let status = compress2(&packed, &length, bytes, uLong(bytes.count), 0)
        demand(status == Z_OK, "zlib stores")
        return Array(packed.prefix(Int(length)))
    }

    private static func checksum(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.withUnsafeBufferPointer { Int(crc32(0, $0.baseAddress, uInt($0.count))) }
    }

    private static func bigEndian(_ number: Int) -> [UInt8] {
        (0..<4).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}
