/// Tells the files of cameras from others: most of them are TIFF files, with a small picture where others have theirs.
enum RawFile {
    private enum Tag {
        static let photometric = 262
        static let subdirectories = 330
        static let dngVersion = 50706
    }

    /// A mosaic of colors, and what was made of one without developing it (DNG 1.7, PhotometricInterpretation).
    private static let rawPhotometrics = [32_803, 34_892]
    /// More directories than any camera writes.
    private static let mostDirectories = 32

    /// Panasonic's and Olympus' own forms of TIFF, Fujifilm's, Sigma's and Minolta's.
    private static let marks: [[UInt8]] = [
        [0x49, 0x49, 0x55, 0], Array("IIRO".utf8), Array("IIRS".utf8), Array("MMOR".utf8),
        Array("FUJIFILM".utf8), Array("FOVb".utf8), [0, 0x4D, 0x52, 0x4D],
    ]

    /// Whether a file of another form than TIFF begins like a camera's.
    static func hasMark(_ beginning: UnsafeRawBufferPointer) -> Bool {
        marks.contains { beginning.starts(with: $0) }
            || beginning.dropFirst(4).starts(with: "ftypcrx ".utf8)
    }

    /// Whether a TIFF holds what a camera's sensor saw, as far as its bytes are there.
    static func isRaw(_ file: UnsafeRawBufferPointer) -> Bool {
        // Canon's CR2 says so behind the header.
        if file.dropFirst(8).starts(with: "CR".utf8) { return true }
        guard let reader = TIFFReader(file) else { return false }
        var waiting = [reader.firstDirectory]
        var seen: Set<Int> = []
        while let directory = waiting.popLast(), seen.count < mostDirectories {
            guard seen.insert(directory).inserted else { continue }
            let entries = reader.entries(at: directory) {
                $0 == Tag.photometric || $0 == Tag.subdirectories || $0 == Tag.dngVersion
            }
            for entry in entries {
                let values = numbers(of: entry)
                switch entry.tag {
                case Tag.dngVersion: return true
                case Tag.photometric:
                    if values.contains(where: rawPhotometrics.contains) { return true }
                default: waiting += values.prefix(mostDirectories)
                }
            }
        }
        return false
    }

    private static func numbers(of entry: TIFFDirectory.Entry) -> [Int] {
        let size = entry.type == 3 ? 2 : 4
        return stride(from: 0, to: entry.bytes.count - size + 1, by: size).map { start in
            (0..<size).reduce(0) { $0 | Int(entry.bytes[start + $1]) << (8 * $1) }
        }
    }
}
