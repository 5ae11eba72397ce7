import Glibc

/// Iterates over the segments of a JPEG in file order, including those between scans.
struct JPEGSegments: IteratorProtocol {
    struct Segment {
        /// The second byte of the marker: 0xE1 for APP1.
        let marker: UInt8
        /// The content, after the length field.
        let bytes: Slice<UnsafeRawBufferPointer>
        /// True if it follows a scan.
        let isBehindPixels: Bool
    }

    private let file: UnsafeRawBufferPointer
    private var position = 0
    private var isBehindPixels = false

    private static let endOfImage: UInt8 = 0xD9
    private static let startOfScan: UInt8 = 0xDA
    /// Second bytes that begin no segment: an escaped byte in a scan, restart markers, start of image, and
    /// fill bytes.
    private static let passedOver = Set<UInt8>([0x00, 0x01, 0xFF] + Array(0xD0...0xD8))

    init(_ file: UnsafeRawBufferPointer) {
        self.file = file
    }

    mutating func next() -> Segment? {
        while let marker = nextMarker() {
            if Self.passedOver.contains(marker) { continue }
            guard marker != Self.endOfImage, position + 2 <= file.count else { return nil }
            let length = Int(file[position]) << 8 | Int(file[position + 1])
            guard length >= 2, length <= file.count - position else { return nil }
            defer {
                position += length
                if marker == Self.startOfScan { isBehindPixels = true }
            }
            return Segment(
                marker: marker, bytes: file[position + 2..<position + length], isBehindPixels: isBehindPixels)
        }
        return nil
    }

    /// Moves past the next 0xFF and the byte after it, which is returned.
    private mutating func nextMarker() -> UInt8? {
        guard let base = file.baseAddress, position < file.count,
            let found = memchr(base + position, 0xFF, file.count - position)
        else { return nil }
        position = UnsafeRawPointer(found) - base + 1
        guard position < file.count else { return nil }
        // Of several consecutive 0xFF bytes, the last one begins the marker.
        if file[position] != 0xFF { position += 1 }
        return file[position - 1]
    }
}
