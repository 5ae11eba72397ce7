/// BMP (Windows' bitmaps).
enum BitmapFile {
    /// The lengths of the headers that bitmaps have had, from OS/2's to the fifth version of Windows'.
    private static let headerLengths: Set<UInt32> = [12, 16, 40, 52, 56, 64, 108, 124]

    /// Whether behind the two letters stands a header: other files, such as texts, begin with them too.
    static func isHeader(_ beginning: UnsafeRawBufferPointer) -> Bool {
        headerLengths.contains(
            beginning.loadUnaligned(fromByteOffset: 14, as: UInt32.self).littleEndian)
    }
}
