import Localization

/// Reads BMP files (Windows bitmaps), including the header fields that libavcodec ignores.
///
/// "Bitmap Header Types", Win32 documentation.
struct BitmapFile {
    private let bytes: UnsafeRawBufferPointer

    /// The header lengths of all known versions, from OS/2's to Windows' version 5.
    private static let headerLengths: Set<UInt32> = [12, 16, 40, 52, 56, 64, 108, 124]
    private static let fileHeader = 14
    private static let fifthHeader = 124
    private static let embeddedProfile = 0x4D42_4544
    private static let uncompressed = [0, 3]
    private static let readBits = [1, 4, 8, 16, 24, 32]

    /// True if the two letters are followed by a valid header: other files, such as text, may begin with the
    /// same letters.
    static func isHeader(_ beginning: UnsafeRawBufferPointer) -> Bool {
        headerLengths.contains(
            beginning.loadUnaligned(fromByteOffset: fileHeader, as: UInt32.self).littleEndian)
    }

    static func decode(
        _ bytes: UnsafeRawBufferPointer, options: DecodingOptions, name: String
    ) throws(ImagingError) -> Picture {
        let file = BitmapFile(bytes: bytes)
        guard readBits.contains(file.bits) else {
            throw .unsupported(path: name, reason: tr("it has \(file.bits) bits per pixel"))
        }
        return try StillDecoder.decode(
            bytes, codec: "bmp", findings: .init(profile: file.profile), isWhole: file.isWhole,
            options: options,
            name: name)
    }

    private func number(_ offset: Int, _ size: Int = 4) -> Int {
        guard offset + size <= bytes.count else { return 0 }
        return bytes[offset..<offset + size].reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    /// The oldest header stores sizes in two bytes.
    private var isOldest: Bool { number(Self.fileHeader) == 12 }
    private var bits: Int { isOldest ? number(24, 2) : number(28, 2) }

    /// True if all pixel data is present, which libavcodec does not check: every row, or as many compressed
    /// bytes as the header specifies.
    private var isWhole: Bool {
        let pixels = number(10)
        let width = isOldest ? number(18, 2) : number(18)
        let height = isOldest ? number(20, 2) : abs(Int(Int32(truncatingIfNeeded: number(22))))
        if !isOldest, !Self.uncompressed.contains(number(30)) { return pixels + number(34) <= bytes.count }
        guard width <= 1 << 24, height <= 1 << 24 else { return false }
        // Rows are padded to four bytes. Some programs omit the padding, which libavcodec detects from the
        // file's length.
        return pixels + (width * bits + 31) / 32 * 4 * height <= bytes.count
            || pixels + (width * bits + 7) / 8 * height == bytes.count
    }

    /// The profile of a version 5 header; nil if there is none.
    private var profile: [UInt8]? {
        guard number(Self.fileHeader) == Self.fifthHeader,
            number(Self.fileHeader + 56) == Self.embeddedProfile
        else { return nil }
        let (start, size) = (Self.fileHeader + number(Self.fileHeader + 112), number(Self.fileHeader + 116))
        guard size > 0, start + size <= bytes.count else { return nil }
        return Array(bytes[start..<start + size])
    }
}
