import Glibc

/// The segments of a JPEG in order, including those between its scans.
struct JPEGSegments: IteratorProtocol {
    struct Segment {
        /// The second byte of the marker: 0xE1 for APP1.
        let marker: UInt8
        /// The content after the length.
        let bytes: Slice<UnsafeRawBufferPointer>
        /// True if a scan precedes it.
        let isBehindPixels: Bool
    }

    private let file: UnsafeRawBufferPointer
    private var position = 0
    private var isBehindPixels = false

    private static let endOfImage: UInt8 = 0xD9
    private static let startOfScan: UInt8 = 0xDA
    /// Not segment markers: an escaped byte in a scan, restart markers, the start of image, and fill bytes.
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

    /// The byte after the next 0xFF; moves the position past it.
    private mutating func nextMarker() -> UInt8? {
        guard let base = file.baseAddress, position < file.count,
            let found = memchr(base + position, 0xFF, file.count - position)
        else { return nil }
        position = UnsafeRawPointer(found) - base + 1
        guard position < file.count else { return nil }
        // In a run of 0xFF bytes, each may be the start of a marker.
        if file[position] != 0xFF { position += 1 }
        return file[position - 1]
    }
}
