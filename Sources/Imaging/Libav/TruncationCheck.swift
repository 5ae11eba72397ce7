/// Checks whether a file ends as its format requires, for decoders in libavcodec that decode truncated data
/// without an error.
enum TruncationCheck {
    /// "The Quite OK Image Format", specification 1.0: the data ends with seven zeros and a one.
    static func isWholeQOI(_ file: UnsafeRawBufferPointer) -> Bool {
        file.suffix(8).elementsEqual([0, 0, 0, 0, 0, 0, 0, 1])
    }

    /// The end marker of a JPEG's data, before any trailing bytes that programs add.
    static func hasEndOfImage(_ file: UnsafeRawBufferPointer) -> Bool {
        guard file.count > 4 else { return false }
        return (max(0, file.count - 65_536)..<file.count - 1).reversed().contains {
            file[$0] == 0xFF && file[$0 + 1] == 0xD9
        }
    }
}
