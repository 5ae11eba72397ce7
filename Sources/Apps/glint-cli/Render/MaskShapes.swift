import Decoding
import Filters
import Rendering

/// Remarks about mask files whose proportions differ from those of what they mask, since they are stretched.
enum MaskShapes {
    /// - Parameters:
    ///   - input: the path of the picture, for the remark.
    ///   - size: its size in pixels.
    static func note(_ recipe: Recipe, of input: String, entering size: SIMD2<Int>) {
        for (index, stage) in recipe.stages.enumerated() where stage.isEnabled {
            for region in stage.regions where region.shape == .file && !region.isMadeByCommand {
                // A mask that cannot be read is reported when it is used.
                guard !region.isNumbered,
                    let header = try? RemotePictureDecoder.shared.header(contentsOf: region.file),
                    let masked = try? StageCoordinates(
                        stage: index, of: recipe, catalog: FilterSet.catalog, entering: size
                    ).size
                else { continue }
                let mask = SIMD2(Double(header.width), Double(header.height))
                guard abs(mask.x * masked.y / (mask.y * masked.x) - 1) > tolerance else { continue }
                Console.note(
                    "\(input): the mask \(region.file) is stretched from \(text(mask)) to \(text(masked))")
            }
        }
    }

    /// A difference of proportions that rounding to whole pixels can cause in a small mask.
    private static let tolerance = 0.02

    private static func text(_ size: SIMD2<Double>) -> String { "\(Int(size.x)) × \(Int(size.y)) pixels" }
}
