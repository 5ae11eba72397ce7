/// Which pixels of a GIF's screen its pictures have reached; the others are transparent, whatever a decoder makes of them.
struct GIFCoverage {
    /// The parts of the screen of the pictures up to a page.
    private let places: [(origin: SIMD2<Int>, size: SIMD2<Int>)]

    /// - Parameter page: the picture that is shown, from 1.
    init(_ file: UnsafeRawBufferPointer, page: Int) {
        var blocks = GIFBlocks { offset, bytes in
            guard offset < file.count else { return 0 }
            let found = UnsafeRawBufferPointer(rebasing: file[offset...].prefix(bytes.count))
            bytes.copyMemory(from: found)
            return found.count
        }
        var places: [(origin: SIMD2<Int>, size: SIMD2<Int>)] = []
        if blocks.skipHeader() {
            while places.count < page, blocks.skipToPicture(), let place = blocks.placeOfPicture() {
                places.append(place)
                guard blocks.skipRestOfPicture() else { break }
            }
        }
        self.places = places
    }

    /// Whether one of the pictures covers the whole screen, or nothing is known of them.
    func isWhole(width: Int, height: Int) -> Bool {
        places.isEmpty
            || places.contains { place in
                place.origin == .zero && place.size.x >= width && place.size.y >= height
            }
    }

    /// Makes what no picture has reached transparent, of rows of RGBA with 8 bits.
    func clear(_ pixels: UnsafeMutableBufferPointer<UInt8>, width: Int, height: Int) {
        for row in 0..<height {
            var covered = [Bool](repeating: false, count: width)
            for place in places where (place.origin.y..<place.origin.y + place.size.y).contains(row) {
                let (start, end) = (min(place.origin.x, width), min(place.origin.x + place.size.x, width))
                for column in start..<end { covered[column] = true }
            }
            for column in 0..<width where !covered[column] {
                for channel in 0..<4 { pixels[4 * (row * width + column) + channel] = 0 }
            }
        }
    }
}
