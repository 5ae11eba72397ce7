import Imaging
import Synchronization
import Localization

/// A picture, with copies at a quarter of its size, a sixteenth and so on, each created when first needed.
///
/// Scaling down a copy to a much smaller view takes a sixteenth of the time. The first step is a quarter
/// because a copy at half the size would need up to half as much memory as the picture itself; these copies
/// together need at most about an eighth.
final class ReducedCopies: Sendable {
    let original: PixelBuffer
    private let isOpaque: Bool
    private let copies = Mutex<[PixelBuffer]>([])

    /// The ratio between the sizes of successive copies.
    private static let step = 4

    /// A view is created from the smallest copy that is at least this many times the view's size. The result
    /// for a picture with the hardest edges and the finest detail, compared with scaling it down in a single
    /// step, differs by at most 0.3 levels of 255, or 2 within two pixels of the rim. With three times the
    /// size, it would differ by 1 and 3.
    private static let margin = 4

    init(of original: PixelBuffer, isOpaque: Bool) {
        self.original = original
        self.isOpaque = isOpaque
    }

    /// The pixels from which to create a view, if the whole picture has the size `gridSize` in it.
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

    /// A copy as the input of a reduction. 16-bit values represent -1/2…3/2, because the cubic kernel
    /// overshoots at edges and the next reduction cancels the overshoot; floats are used directly. Alpha is
    /// premultiplied.
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
            // The view is at most a quarter of the copy's size, and thus at least eight times coarser than
            // the squares.
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
                    // Floats of 2^23 and above have no fraction and contain an integer in their lowest bits,
                    // so this rounds four numbers at once, whereas Swift's conversion handles one at a time.
                    let rounded = unsafeBitCast(scaled + 0x1p23, to: SIMD4<UInt32>.self)
                    words[start &+ index] = SIMD4<UInt16>(truncatingIfNeeded: rounded)
                }
            }
        }
    }
}
