import Filters
import GPU
import Imaging
import Rendering

/// Thumbnails of a filter's effect: the unfiltered picture on the left, the filtered one on the right.
struct Thumbnails {
    private let picture: Picture
    private let engine: Engine

    /// The area that each half is fitted into.
    private static let half = SIMD2(300, 200)
    private static let gap = 4

    init(of path: String) throws {
        picture = try Picture(contentsOf: path)
        engine = try Engine(context: HeadlessContext())
    }

    func write(_ filter: FilterDeclaration, to path: String) throws {
        let halves = [try pixels(Recipe()), try pixels(Recipe([Recipe.Stage(sampleOf: filter)]))]
        let width = Self.half.x * 2 + Self.gap
        let bytesPerRow = width * 4
        let both = PixelBuffer(width: width, height: Self.half.y, depth: .eight) { bytes in
            // White around pictures with another aspect ratio, and behind transparent parts.
            bytes.copyBytes(from: [UInt8](repeating: 255, count: bytes.count))
            for (index, (size, pixels)) in halves.enumerated() {
                let left = index * (Self.half.x + Self.gap) + (Self.half.x - size.x) / 2
                let top = (Self.half.y - size.y) / 2
                for y in 0..<size.y {
                    for x in 0..<size.x {
                        let source = (y * size.x + x) * 4
                        let target = (top + y) * bytesPerRow + (left + x) * 4
                        let alpha = Int(pixels[source + 3])
                        for channel in 0..<3 {
                            let value = Int(pixels[source + channel]) * alpha + 255 * (255 - alpha)
                            bytes[target + channel] = UInt8((value + 127) / 255)
                        }
                    }
                }
            }
        }
        try Picture(pixels: both, channels: .rgb)
            .write(to: path, options: EncodingOptions(quality: 82), overwrite: true)
    }

    /// Renders what a window of that size would show.
    private func pixels(_ recipe: Recipe) throws -> (size: SIMD2<Int>, [UInt8]) {
        let source = SourceFrame(picture)
        let size = try engine.catalog.size(of: recipe, entering: source.size)
        let placement = Placement(pictureSize: size, areaSize: Self.half, zoom: .fitted(.fit))
        let texture = try engine.render(
            recipe, of: source, viewport: placement.viewport, outputFormat: .rgba8ui, keepsResults: false)
        let readback = Readback(on: engine.device)
        var pixels: [UInt8] = []
        try readback.start(texture) { pixels = Array($0) }
        try readback.finish()
        return (SIMD2(texture.width, texture.height), pixels)
    }
}
