/// Handles positions within the picture, the resolution, and previews in an EXIF block.
extension ExifBlock {
    private enum Subject {
        static let area = 0x9214
        static let location = 0xA214
        static let tags: Set = [area, location]
        static let short = 3
    }

    /// Removes the subject's position; false if the block has none.
    mutating func removeSubject() -> Bool {
        exifDirectory.map { remove(tags: Subject.tags, from: $0) } ?? false
    }

    /// Rotates the subject's position along with the picture.
    ///
    /// It is a point, a circle with a diameter, or a rectangle around its center (EXIF 2.32, 4.6.5,
    /// SubjectArea).
    ///
    /// - Parameter stored: the picture's size before the rotation.
    mutating func turnSubject(_ orientation: Orientation, stored: SIMD2<Int>) {
        guard let directory = exifDirectory else { return }
        for start in Subject.tags.compactMap({ entryStart($0, at: directory) }) {
            guard integer(at: start + 2, size: 2) == Subject.short,
                let values = integer(at: start + 4, size: 4), (2...4).contains(values),
                let position = valueRange(at: start)?.lowerBound,
                let x = integer(at: position, size: 2), let y = integer(at: position + 2, size: 2)
            else { continue }
            let size = orientation.uprightSize(of: stored)
            let turned = orientation.inverse.source(x, y, width: size.x, height: size.y)
            put(max(0, turned.x), at: position, size: 2)
            put(max(0, turned.y), at: position + 2, size: 2)
            if values == 4, orientation.swapsSides {
                for offset in 0..<2 { bytes.swapAt(position + 4 + offset, position + 6 + offset) }
            }
        }
    }

    /// Sets the resolution to the file's, if the block has a different one.
    mutating func correct(_ resolution: Metadata.Resolution) {
        guard let stated = TIFFMetadata.resolution(of: bytes) else { return }
        func differs(_ one: Double, _ other: Double) -> Bool { !(abs(one - other) <= 0.001 * other) }
        guard differs(stated.x, resolution.x) || differs(stated.y, resolution.y),
            remove(tags: Self.resolutionTags),
            let corrected = ExifBlock(Self.stating(resolution, in: bytes))
        else { return }
        self = corrected
    }

    /// Overwrites previews with zeros: JPEG files within the block, as found in MakerNotes. Nothing moves, so
    /// the rest of the notes stays readable.
    mutating func erasePreviews() {
        var position = 9
        while position + 2 < bytes.count {
            guard let start = bytes[position...].firstIndex(of: Marker.start) else { return }
            if let end = Self.endOfJPEG(after: start, in: bytes) {
                // Includes the byte before 0xD8, which some manufacturers change from 0xFF.
                for index in start - 1..<end { bytes[index] = 0 }
                position = end
            } else {
                position = start + 1
            }
        }
    }

    private enum Marker {
        static let start: UInt8 = 0xD8
        static let end: UInt8 = 0xD9
        static let scan: UInt8 = 0xDA
        /// Quantization and Huffman tables and the frame header are required for a picture.
        static let tables: Set<UInt8> = [0xDB, 0xC4]
        static let frames: Set<UInt8> = [0xC0, 0xC1, 0xC2]
        /// Segments that have a length and precede the first scan.
        static let segments: ClosedRange<UInt8> = 0xC0...0xFE
    }

    /// An upper limit on segments before the scan; real previews have fewer.
    private static let maxSegments = 64

    /// The end of the JPEG whose first marker has its second byte at `start`; nil if there is no JPEG, for
    /// example because other data happens to contain the same bytes.
    private static func endOfJPEG(after start: Int, in bytes: [UInt8]) -> Int? {
        var position = start + 1
        var (hasTables, hasFrame) = (false, false)
        for _ in 0..<maxSegments {
            guard position + 4 <= bytes.count, bytes[position] == 0xFF,
                Marker.segments.contains(bytes[position + 1]), !(0xD0...0xD9).contains(bytes[position + 1])
            else { return nil }
            let length = Int(bytes[position + 2]) << 8 | Int(bytes[position + 3])
            guard length >= 2 else { return nil }
            guard bytes[position + 1] == Marker.scan else {
                hasTables = hasTables || Marker.tables.contains(bytes[position + 1])
                hasFrame = hasFrame || Marker.frames.contains(bytes[position + 1])
                position += 2 + length
                continue
            }
            guard hasTables, hasFrame else { return nil }
            return bytes[min(position + 2 + length, bytes.count)...].firstStart(of: [0xFF, Marker.end])
                .map { $0 + 2 } ?? bytes.count
        }
        return nil
    }
}
