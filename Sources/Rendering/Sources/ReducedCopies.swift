import Imaging
import Synchronization
import Localization

/// A picture, with copies at a quarter of its size, a sixteenth and so on, each created when first needed.
///
/// Creating a much smaller view from a copy takes a sixteenth of the time. The first step is a quarter
/// because a half would need up to half as much memory again as the picture; the copies need about an eighth
/// at most.
final class ReducedCopies: Sendable {
    let original: PixelBuffer
    private let isOpaque: Bool
    private let copies = Mutex<[PixelBuffer]>([])

    /// The size ratio between successive copies.
    private static let step = 4

    /// A view is created from the smallest copy that is at least this many times its size. Reduced from four
    /// times its size, a picture with the hardest edges and finest detail differs from one reduced in a
    /// single step by no more than 0.3 levels of 255, and by 2 within two pixels of its rim; from three times
    /// its size by 1 and 3.
    private static let margin = 4

    init(of original: PixelBuffer, isOpaque: Bool) {
        self.original = original
        self.isOpaque = isOpaque
    }

    /// The source for a view that has the whole picture on a grid of `gridSize`.
    ///
    /// Throws ``ImagingError`` if there is no memory for a copy.
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

    /// A copy as a source: 16-bit values represent -1/2…3/2, since the cubic overshoots at edges, which the
    /// next reduction cancels; floats represent themselves; colors are multiplied by alpha.
    private static func source(_ copy: PixelBuffer, isOpaque: Bool) -> Reducer.Source {
        copy.depth == .float
            ? Reducer.Source(pixels: copy, isPremultiplied: true, isOpaque: isOpaque)
            : Reducer.Source(pixels: copy, isPremultiplied: true, isOpaque: isOpaque, scale: 2, offset: -0.5)
    }

    private func reduced(_ source: Reducer.Source, to size: SIMD2<Int>) throws -> PixelBuffer {
        let isFloat = source.pixels.depth == .float
        return try PixelBuffer(
            width: size.x, height: size.y, depth: isFloat ? .float : .sixteen,
            name: tr("a reduced copy of the picture")
        ) { bytes in
            // A view at most a quarter of the copy's size is at least eight times coarser than the squares.
            let reducer = Reducer(source: source, keepsPremultiplied: true, halvesFirst: true)
            if isFloat {
                nonisolated(unsafe) let floats = bytes.bindMemory(to: SIMD4<Float>.self)
                reducer.run(Viewport(wholeAt: size)) { row, pixels in
                    for index in pixels.indices { floats[row * size.x &+ index] = pixels[index] }
                }
                return
            }
            nonisolated(unsafe) let words = bytes.bindMemory(to: SIMD4<UInt16>.self)
            reducer.run(Viewport(wholeAt: size)) { row, pixels in
                let start = row * size.x
                for index in pixels.indices {
                    let share = (pixels[index] + 0.5) / 2
                    let scaled = share.clamped(lowerBound: .zero, upperBound: .one) * 65535
                    // Floats from 2^23 on have no fraction and contain a whole number in their lowest bits:
                    // this rounds four numbers at once, whereas Swift's conversion takes one at a time.
                    let rounded = unsafeBitCast(scaled + 0x1p23, to: SIMD4<UInt32>.self)
                    words[start &+ index] = SIMD4<UInt16>(truncatingIfNeeded: rounded)
                }
            }
        }
    }
}
