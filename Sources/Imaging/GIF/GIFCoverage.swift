/// The area of a GIF's screen that its pictures have covered so far; the rest is transparent, regardless of
/// what a decoder returns for it.
struct GIFCoverage {
    /// The rectangles of the pictures up to the displayed one.
    private let bounds: [(origin: SIMD2<Int>, size: SIMD2<Int>)]

    /// - Parameter page: the number of the displayed picture, starting at 1.
    init(_ file: UnsafeRawBufferPointer, page: Int) {
        var blocks = GIFBlocks { offset, bytes in
            guard offset < file.count else { return 0 }
            let found = UnsafeRawBufferPointer(rebasing: file[offset...].prefix(bytes.count))
            bytes.copyMemory(from: found)
            return found.count
        }
        var bounds: [(origin: SIMD2<Int>, size: SIMD2<Int>)] = []
        if blocks.skipHeader() {
            while bounds.count < page, blocks.skipToPicture(), let picture = blocks.pictureBounds() {
                bounds.append(picture)
                guard blocks.skipPictureData() else { break }
            }
        }
        self.bounds = bounds
    }

    /// True if one of the pictures covers the whole screen, or if their bounds are unknown.
    func isWhole(width: Int, height: Int) -> Bool {
        bounds.isEmpty
            || bounds.contains { picture in
                picture.origin == .zero && picture.size.x >= width && picture.size.y >= height
            }
    }

    /// Makes pixels that no picture has covered transparent, in 8-bit RGBA rows.
    func clear(_ pixels: UnsafeMutableBufferPointer<UInt8>, width: Int, height: Int) {
        for row in 0..<height {
            var covered = [Bool](repeating: false, count: width)
            for picture in bounds where (picture.origin.y..<picture.origin.y + picture.size.y).contains(row) {
                let (start, end) = (
                    min(picture.origin.x, width), min(picture.origin.x + picture.size.x, width)
                )
                for column in start..<end { covered[column] = true }
            }
            for column in 0..<width where !covered[column] {
                for channel in 0..<4 { pixels[4 * (row * width + column) + channel] = 0 }
            }
        }
    }
}
