import Decoding
import Exporting
import Filters
import GPU
import Imaging
import Localization
import Rendering
import System

/// `mask`: saves the weights of a stage's regions as a gray picture, which can be a mask file.
enum MaskCommand {
    private static let stage = CommandOption(
        long: "stage", value: "N", summary: "The filter whose regions are saved, counted from 1 (default: 1)."
    )
    private static let depth = CommandOption(
        long: "depth", value: "8|16", summary: "Bits per pixel of OUTPUT (default: 8).")

    static let options = [
        RenderOptions.output, RenderOptions.recipe, .preset, stage, depth, RenderOptions.overwrite,
        .acceptDamaged, .large,
    ]

    static func run(_ arguments: ParsedArguments) throws(CommandError) {
        let typed = try StageArguments.stages(arguments.afterDashes ?? [], catalog: FilterSet.catalog)
        guard arguments.operands.count == 1, let input = arguments.operands.first, !input.isEmpty else {
            throw .usage("mask needs one picture: \(Command.mask.usage)")
        }
        guard let output = arguments.value(of: RenderOptions.output), !output.isEmpty else {
            throw .usage("mask needs -o OUTPUT: \(Command.mask.usage)")
        }
        guard !FileIdentity.isSame(input, output) else {
            throw .files("\(BatchPlan.Problem.isInput(output: output))")
        }
        let word = arguments.value(of: stage) ?? "1"
        guard let number = Int(word), number >= 1 else {
            throw .usage("--stage takes a number from 1, not \(word.quoted)")
        }
        let bits = arguments.value(of: depth) ?? "8"
        guard bits == "8" || bits == "16" else { throw .usage("--depth takes 8 or 16, not \(bits.quoted)") }
        let recipe = try FilterSet.recipe(stored: arguments.recipes().stages(), typed: typed)
        guard number <= recipe.stages.count else {
            throw .usage("there is no filter \(number): there are \(recipe.stages.count)")
        }
        guard !recipe.stages[number - 1].regions.isEmpty else {
            throw .usage("filter \(number) has no regions: it acts everywhere")
        }
        do {
            let picture = try RemotePictureDecoder.shared.picture(
                contentsOf: input, options: arguments.decoding())
            let mask = try Renderer.forFilters().mask(
                ofStage: number - 1, in: recipe, of: picture, depth: bits == "16" ? .sixteen : .eight)
            picture.reportDamage(in: input)
            try mask.write(to: output, overwrite: arguments.has(RenderOptions.overwrite))
        } catch let error as ImagingError {
            throw .files(error.sentenceWithOption)
        } catch {
            throw .files("\(input.shortened): \(error)")
        }
    }
}
