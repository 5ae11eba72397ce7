import Filters
import Imaging
import Localization

extension Renderer {
    /// The weights of a stage's regions as a gray picture of the size of the stage's input.
    ///
    /// - Throws: what ``render(_:_:depth:progress:)`` throws.
    package func mask(
        ofStage index: Int, in recipe: Recipe, of picture: Picture, depth: PixelBuffer.Depth
    ) throws -> Picture {
        let before = Recipe(Array(recipe.stages[...index]))
        try prepare(for: before)
        guard let masked = RegionMask.recipe(ofStage: index, in: before, catalog: catalog) else {
            preconditionFailure("the stage has regions")
        }
        let input = Picture(pixels: picture.pixels, channels: .rgba, depth: picture.depth)
        let result = try rendered(input, at: .zero, masked, depth: depth) { _ in }
        return Picture(pixels: try Self.gray(result.pixels), channels: .gray, depth: depth)
    }

    /// The opacity of pixels as gray.
    private static func gray(_ pixels: PixelBuffer) throws -> PixelBuffer {
        try PixelBuffer(width: pixels.width, height: pixels.height, depth: pixels.depth, name: tr("the mask"))
        {
            bytes in
            pixels.withUnsafeBytes { source in
                let count = pixels.width * pixels.height
                func copy<Channel: FixedWidthInteger & SIMDScalar>(_ type: Channel.Type) {
                    let (from, to) = (
                        source.bindMemory(to: SIMD4<Channel>.self), bytes.bindMemory(to: SIMD4<Channel>.self)
                    )
                    for index in 0..<count {
                        let weight = from[index].w
                        to[index] = SIMD4(weight, weight, weight, Channel.max)
                    }
                }
                if pixels.depth == .eight { copy(UInt8.self) } else { copy(UInt16.self) }
            }
        }
    }
}
