import Filters
import Localization

/// The passes that compute the weights of a region that is not a formula; the last one has them as red.
enum MaskPasses {
    /// - Parameters:
    ///   - picture: the stage's input.
    ///   - frame: the number of the frame, for numbered masks.
    ///   - number: distinguishes the masks of a recipe.
    ///
    /// Throws ``FilterError/file(path:reason:)`` if a mask file cannot be found.
    static func passes(
        of region: Region, in picture: WorkingPicture, frame: Int, number: String
    ) throws(FilterError) -> [FilterPass] {
        region.shape == .file
            ? [try file(region, frame: frame)] : BrushMask(region, in: picture, number: number).passes
    }

    private static func file(_ region: Region, frame: Int) throws(FilterError) -> FilterPass {
        if region.isMadeByCommand {
            throw .file(
                path: region.file,
                reason: tr("a mask of the recipe is made by a program: give it with --mask-command"))
        }
        var pass = FilterPass(name: "mask", kernel: "engine/mask-file.glsl")
        pass.inputs = [.entering]
        pass.constants = ["ALPHA": region.channel == .alpha ? 1 : 0]
        pass.textures = [try PictureTexture(name: "mask", path: region.file(ofFrame: frame))]
        return pass
    }
}
