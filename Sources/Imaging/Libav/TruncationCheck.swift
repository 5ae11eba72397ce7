/// Checks whether a file ends as its format requires, since some libavcodec decoders accept truncated data
/// without an error.
enum TruncationCheck {
    /// "The Quite OK Image Format", specification 1.0: the data ends with seven 0 bytes and a 1.
    static func isWholeQOI(_ file: UnsafeRawBufferPointer) -> Bool {
        file.suffix(8).elementsEqual([0, 0, 0, 0, 0, 0, 0, 1])
    }

    /// True if JPEG data has its end marker; some programs append bytes after it.
    static func hasEndOfImage(_ file: UnsafeRawBufferPointer) -> Bool {
        guard file.count > 4 else { return false }
        return (max(0, file.count - 65_536)..<file.count - 1).reversed().contains {
            file[$0] == 0xFF && file[$0 + 1] == 0xD9
        }
    }
}
