import Filters
import GPU
import Imaging

/// A small picture in memory that shows a recipe's result.
package struct Thumbnail: Sendable {
    package let size: SIMD2<Int>
    /// Red, green, blue and straight alpha of each pixel, row by row from the top, in the picture's
    /// primaries.
    package let bytes: [UInt8]
    /// The pixels in sRGB, for display.
    package let shownBytes: [UInt8]

    /// The source and settings of a thumbnail.
    package struct Request: Sendable {
        package var recipe: Recipe
        package var source: SourceFrame
        /// The length of the longer side in pixels.
        package var side: Int
        package var part: Part

        package init(recipe: Recipe, source: SourceFrame, side: Int, part: Part = .whole) {
            self.recipe = recipe
            self.source = source
            self.side = side
            self.part = part
        }
    }

    /// The part of the result that a thumbnail shows.
    package enum Part: Sendable {
        case whole
        /// The lower left corner, a third of the picture high: for effects that are too fine to be visible in
        /// the whole picture.
        case lowerLeft

        /// The rectangle that this part covers in a picture of the given size, in pixels.
        func region(of size: SIMD2<Int>) -> PixelRegion {
            guard self == .lowerLeft else { return PixelRegion(size: size) }
            let height = max(1, size.y / 3)
            let part = SIMD2(min(size.x, max(1, height * 3 / 2)), height)
            return PixelRegion(from: SIMD2(0, size.y - height), to: SIMD2(part.x, size.y))
        }
    }

    /// The mean color of the 3×3 pixels around a position, gamma-encoded, 0…1; nil if all are transparent.
    ///
    /// - Parameter position: each coordinate 0…1.
    package func color(at position: SIMD2<Double>) -> SIMD3<Double>? { Self.color(at: position, size, bytes) }

    /// The same in sRGB.
    package func shownColor(at position: SIMD2<Double>) -> SIMD3<Double>? {
        Self.color(at: position, size, shownBytes)
    }

    private static func color(
        at position: SIMD2<Double>, _ size: SIMD2<Int>, _ bytes: [UInt8]
    ) -> SIMD3<Double>? {
        guard size.min() > 0 else { return nil }
        let middle = SIMD2<Int>((position * SIMD2<Double>(size)).rounded(.down))
        var (sum, weight) = (SIMD3<Double>.zero, 0.0)
        for y in middle.y - 1...middle.y + 1 {
            for x in middle.x - 1...middle.x + 1 {
                let pixel = min(max(y, 0), size.y - 1) * size.x + min(max(x, 0), size.x - 1)
                let (red, green, blue) = (bytes[4 * pixel], bytes[4 * pixel + 1], bytes[4 * pixel + 2])
                let alpha = Double(bytes[4 * pixel + 3])
                sum += SIMD3(Double(red), Double(green), Double(blue)) / 255 * alpha
                weight += alpha
            }
        }
        return weight > 0 ? sum / weight : nil
    }

    /// Lengths, such as a blur's radius, scale with the whole picture, as in a preview.
    init(_ request: Request, on engine: Engine, shouldStop: @escaping () -> Bool) throws {
        let whole = try engine.catalog.size(of: request.recipe, entering: request.source.size)
        let longest = request.part.region(of: whole).size.max()
        let scale = min(1, Double(request.side) / Double(longest))
        let grid = pointwiseMax(SIMD2<Int>((SIMD2<Double>(whole) * scale).rounded(.toNearestOrEven)), .one)
        let viewport = Viewport(gridSize: grid, region: request.part.region(of: grid))
        let texture = try engine.render(
            request.recipe, of: request.source, viewport: viewport, outputFormat: .rgba8,
            keepsResults: false, shouldStop: shouldStop)
        size = SIMD2(texture.width, texture.height)
        var bytes: [UInt8] = []
        let readback = Readback(on: engine.device)
        try readback.start(texture) { bytes = Array($0) }
        try readback.finish()
        self.bytes = bytes
        let space = ColorSpace(primaries: request.source.primaries)
        if let conversion = ColorConversion(from: space, to: .sRGB) {
            bytes.withUnsafeMutableBytes { conversion.convert(eightBit: $0) }
        }
        shownBytes = bytes
    }
}
