/// Distinguishes cameras' raw files from other files: most of them are TIFF files whose first picture is a
/// thumbnail.
enum RawFile {
    private enum Tag {
        static let photometric = 262
        static let subdirectories = 330
        static let subfileType = 254
        static let maker = 271
        static let dngVersion = 50706
    }

    /// Color filter array, and linear raw (DNG 1.7, PhotometricInterpretation).
    private static let rawPhotometrics = [32_803, 34_892]
    /// An upper limit; cameras write fewer directories.
    private static let maxDirectories = 32

    /// Panasonic's and Olympus' variants of TIFF, and the formats of Fujifilm, Sigma and Minolta.
    private static let marks: [[UInt8]] = [
        [0x49, 0x49, 0x55, 0], Array("IIRO".utf8), Array("IIRS".utf8), Array("MMOR".utf8),
        [0x49, 0x49, 0x1A, 0, 0, 0] + Array("HEAPCCDR".utf8), Array("FUJIFILM".utf8), Array("FOVb".utf8),
        [0, 0x4D, 0x52, 0x4D],
    ]

    /// True if a file that is not a standard TIFF has the signature of a raw file.
    static func hasMark(_ beginning: UnsafeRawBufferPointer) -> Bool {
        marks.contains { beginning.starts(with: $0) }
            || beginning.dropFirst(4).starts(with: "ftypcrx ".utf8)
    }

    /// Reads bytes of a file from an offset; fewer at the end of the file.
    typealias Read = (_ offset: Int, _ count: Int) -> [UInt8]

    /// True if a TIFF contains raw sensor data. Its directories may be anywhere in the file.
    static func isRaw(_ read: Read) -> Bool {
        let header = read(0, 10)
        guard header.count == 10, header[0] == header[1], header[0] == 0x49 || header[0] == 0x4D else {
            return false
        }
        // Canon's CR2 has a signature after the header.
        if header[8...] == [0x43, 0x52] { return true }
        let isBigEndian = header[0] == 0x4D
        func number(_ bytes: ArraySlice<UInt8>) -> Int {
            let ordered = isBigEndian ? Array(bytes) : bytes.reversed()
            return ordered.reduce(0) { $0 << 8 | Int($1) }
        }
        guard number(header[2..<4]) == 42 else { return false }
        var waiting = [number(header[4..<8])]
        var seen: Set<Int> = []
        // If the first directory of a camera's file is a reduced picture, any full-size picture is the sensor
        // data, regardless of its format.
        var (isOfCamera, isReduced) = (false, false)
        while let directory = waiting.popLast(), seen.count < maxDirectories {
            guard directory >= 8, seen.insert(directory).inserted else { continue }
            let isFirst = seen.count == 1
            let length = read(directory, 2)
            guard length.count == 2 else { continue }
            let entries = read(directory + 2, 12 * number(length[...]))
            for start in stride(from: 0, to: entries.count - 11, by: 12) {
                let field = entries[start + 8..<start + 12]
                let count = number(entries[start + 4..<start + 8])
                switch number(entries[start..<start + 2]) {
                case Tag.dngVersion: return true
                case Tag.maker where isFirst: isOfCamera = true
                case Tag.subfileType where isFirst: isReduced = number(field) & 1 != 0
                case Tag.subfileType where isOfCamera && isReduced && number(field) == 0: return true
                case Tag.photometric:
                    // A SHORT is stored in the first bytes of the field.
                    if rawPhotometrics.contains(number(field.prefix(2))) { return true }
                case Tag.subdirectories where count == 1: waiting.append(number(field))
                case Tag.subdirectories:
                    let offsets = read(number(field), 4 * min(count, maxDirectories))
                    waiting += stride(from: 0, to: offsets.count - 3, by: 4).map {
                        number(offsets[$0..<$0 + 4])
                    }
                default: break
                }
            }
        }
        return false
    }

    /// True if a TIFF in memory contains raw sensor data.
    static func isRaw(_ file: UnsafeRawBufferPointer) -> Bool {
        isRaw { offset, count in
            guard offset >= 0, offset < file.count else { return [] }
            return [UInt8](file[offset..<min(offset + count, file.count)])
        }
    }
}
