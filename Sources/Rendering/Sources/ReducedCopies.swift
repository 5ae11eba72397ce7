import Imaging
import Synchronization

/// A picture, and copies of it at a quarter of its size, a sixteenth and so on, each made when it is first needed.
///
/// From a copy a much smaller view is made in a sixteenth of the time. A quarter is the first step since a
/// half would take up to half as much memory again as the picture; the copies take at most an eighth.
final class ReducedCopies: Sendable {
    let original: PixelBuffer
    private let isOpaque: Bool
    private let copies = Mutex<[PixelBuffer]>([])

    /// By how much each copy is smaller than the one before.
    private static let step = 4

    /// A view is made from the smallest copy of at least so many times its size. Reduced from four times its size, a
    /// picture with the hardest edges and finest detail differs from one reduced in a single step by no more than
    /// 0.3 levels of 255, and by 2 within two pixels of its rim; from three times its size by 1 and 3.
    private static let margin = 4

    init(of original: PixelBuffer, isOpaque: Bool) {
        self.original = original
        self.isOpaque = isOpaque
    }

    /// What a view with the whole picture on a grid of `gridSize` is made from.
    ///
    /// Throws ``ImagingError`` where there is no memory for a copy.
    func source(for gridSize: SIMD2<Int>) throws -> Reducer.Source {
        try copies.withLock { copies in
            var best = Reducer.Source(pixels: original, isOpaque: isOpaque)
            var index = 0
            while let smaller = Self.smaller(best.size), Self.suffices(smaller, for: gridSize) {
                if index == copies.count { copies.append(try reduced(best, to: smaller)) }
                best = Self.source(copies[index], isOpaque: isOpaque)
                index += 1
            }
            return best
        }
    }

    private static func smaller(_ size: SIMD2<Int>) -> SIMD2<Int>? {
        let smaller = pointwiseMax((size &+ (step / 2)) / step, .one)
        return smaller == size ? nil : smaller
    }

    private static func suffices(_ size: SIMD2<Int>, for gridSize: SIMD2<Int>) -> Bool {
        size.x >= margin * gridSize.x && size.y >= margin * gridSize.y
    }

    /// The channels of a copy: 16 bits for -1/2…3/2, since the cubic overshoots at edges, by as much as the next
    /// reduction takes back; colors multiplied by alpha.
    private static func source(_ copy: PixelBuffer, isOpaque: Bool) -> Reducer.Source {
        Reducer.Source(pixels: copy, isPremultiplied: true, isOpaque: isOpaque, scale: 2, offset: -0.5)
    }

    private func reduced(_ source: Reducer.Source, to size: SIMD2<Int>) throws -> PixelBuffer {
        try PixelBuffer(
            width: size.x, height: size.y, depth: .sixteen, name: "a reduced copy of the picture"
        ) { bytes in
            nonisolated(unsafe) let words = bytes.bindMemory(to: SIMD4<UInt16>.self)
            // What a view of four times less than the copy shows is eight times coarser than the squares.
            let reducer = Reducer(source: source, keepsPremultiplied: true, halvesFirst: true)
            reducer.run(Viewport(wholeAt: size)) { row, pixels in
                let start = row * size.x
                for place in pixels.indices {
                    let share = (pixels[place] + 0.5) / 2
                    let scaled = share.clamped(lowerBound: .zero, upperBound: .one) * 65535
                    // Floats from 2^23 on have no fraction, and whole numbers in their last bits: four numbers
                    // are rounded at once, where Swift's conversion takes one at a time.
                    let rounded = unsafeBitCast(scaled + 0x1p23, to: SIMD4<UInt32>.self)
                    words[start &+ place] = SIMD4<UInt16>(truncatingIfNeeded: rounded)
                }
            }
        }
    }
}
