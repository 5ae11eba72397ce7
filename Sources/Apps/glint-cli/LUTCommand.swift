import Filters
import GPU
import Imaging
import Localization
import Rendering
import System

/// `lut`: saves filters as a color table, a .cube file or a HaldCLUT picture.
enum LUTCommand {
    private static let size = CommandOption(
        long: "size", value: "N",
        summary: "Entries per axis of a .cube file, 2…\(CubeFile.largestSide) (default: 33).")
    private static let hald = CommandOption(
        long: "hald", value: "N",
        summary:
            "Level of a HaldCLUT picture, \(HaldCLUT.levels.lowerBound)…\(HaldCLUT.levels.upperBound) (default: 12)."
    )
    private static let strict = CommandOption(
        long: "strict",
        summary: "Fail if a filter does not map each color to another, instead of leaving it out.")

    static let options = [
        RenderOptions.output, RenderOptions.recipe, .preset, size, hald, strict, RenderOptions.overwrite,
        RenderOptions.keep,
    ]

    static func run(_ arguments: ParsedArguments) throws(CommandError) {
        let typed = try StageArguments.stages(arguments.afterDashes ?? [], catalog: FilterSet.catalog)
        if let word = arguments.operands.first { throw .usage("lut takes no input, such as \(word.quoted)") }
        guard let output = arguments.value(of: RenderOptions.output), !output.isEmpty else {
            throw .usage("lut needs -o OUTPUT: \(Command.lut.usage)")
        }
        let isCube = PathName.suffix(of: output).lowercased() == "cube"
        guard isCube || ["png", "tif", "tiff"].contains(PathName.suffix(of: output).lowercased()) else {
            throw .usage("OUTPUT must be a .cube file or a HaldCLUT, .png or .tif, not \(output.shortened)")
        }
        let size = try number(arguments, size, in: 2...CubeFile.largestSide) ?? 33
        let level = try number(arguments, hald, in: HaldCLUT.levels) ?? 12
        if arguments.has(RenderOptions.keep), PathName.exists(output) {
            return Console.note("\(output.shortened) already exists and was skipped")
        }
        let recipe = try FilterSet.recipe(stored: arguments.recipes().stages(), typed: typed)
        let (kept, others) = FilterSet.catalog.colorStages(of: recipe)
        if !others.isEmpty {
            let names = listed(others)
            if arguments.has(strict) {
                throw .files("a color table maps each color to another, which does not describe \(names)")
            }
            Console.note("left out, since a color table maps each color to another: \(names)")
        }
        do {
            let renderer = try Renderer.forFilters()
            let overwrites = arguments.has(RenderOptions.overwrite)
            if isCube {
                let table = try renderer.colorTable(of: kept, size: size)
                try AtomicFile.write(
                    table.text(title: PathName.stem(of: output)), to: output, overwrite: overwrites)
            } else {
                try renderer.haldCLUT(of: kept, level: level).write(to: output, overwrite: overwrites)
            }
        } catch let error as ImagingError {
            throw .files(error.sentenceWithOption)
        } catch let error as FileError {
            throw .files(error.description)
        } catch {
            throw .files("\(output.shortened): \(error)")
        }
    }

    private static func number(
        _ arguments: ParsedArguments, _ option: CommandOption, in range: ClosedRange<Int>
    ) throws(CommandError) -> Int? {
        guard let word = arguments.value(of: option) else { return nil }
        guard let number = Int(word), range.contains(number) else {
            throw .usage(
                "\(option.spelling) takes a whole number from \(range.lowerBound) to \(range.upperBound), "
                    + "not \(word.quoted)")
        }
        return number
    }
}
