import Filters
import GPU

/// A small picture of what a recipe makes, in memory.
package struct Thumbnail: Sendable {
    package let size: SIMD2<Int>
    /// Red, green, blue and straight alpha of each pixel, row by row from the top.
    package let bytes: [UInt8]

    /// What a thumbnail is made of.
    package struct Request: Sendable {
        package var recipe: Recipe
        package var source: SourceFrame
        /// The longer side, in pixels.
        package var side: Int

        package init(recipe: Recipe, source: SourceFrame, side: Int) {
            self.recipe = recipe
            self.source = source
            self.side = side
        }
    }

    /// Lengths such as a blur's radius are those of the whole picture, as in a preview.
    init(_ request: Request, on engine: Engine, shouldStop: @escaping () -> Bool) throws {
        let whole = try engine.catalog.size(of: request.recipe, entering: request.source.size)
        let scale = min(1, Double(request.side) / Double(whole.max()))
        let grid = pointwiseMax(SIMD2<Int>((SIMD2<Double>(whole) * scale).rounded(.toNearestOrEven)), .one)
        let texture = try engine.render(
            request.recipe, of: request.source, viewport: Viewport(wholeAt: grid), outputFormat: .rgba8,
            keepsResults: false, shouldStop: shouldStop)
        size = SIMD2(texture.width, texture.height)
        var bytes: [UInt8] = []
        let readback = Readback(on: engine.device)
        try readback.start(texture) { bytes = Array($0) }
        try readback.finish()
        self.bytes = bytes
    }
}
