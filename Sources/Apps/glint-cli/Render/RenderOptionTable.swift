import Imaging
import Video
import Localization

/// The options of the `render` command, in the groups shown by help.
extension RenderOptions {
    static var declared: [CommandOption] { groups.flatMap(\.options) }

    static let groups: [(title: String, options: [CommandOption])] = [
        (
            "Options",
            [output, recipe, .preset, overwrite, keep, recursive, jobs, json, quiet, verbose, timings]
        ),
        (
            "Input",
            [.page, .drawingSize, .acceptDamaged, .large, .inputFormat, .channels, .inputDepth]
        ),
        (
            "Picture output",
            [
                format, depth, quality, lossless, compression, tiffCompression, profile, intent, strip,
                keepRecipe, embedShaders, maskCommand,
            ]
        ),
        ("Videos", ClipOptions.declared),
    ]

    /// The names of the picture formats that have a property.
    private static func formats(where hasProperty: (PictureFormat) -> Bool) -> String {
        listed(PictureFormat.allCases.filter(hasProperty).map(\.name))
    }

    static let output = CommandOption(
        short: "o", long: "output", value: "OUTPUT", summary: "Output file, folder or pattern.")
    static let format = CommandOption(
        long: "format", value: PipedOutput.names.joined(separator: "|"),
        summary:
            "Format on standard output, if OUTPUT is -: a picture, Y4M, or headerless raw frames.")
    static let recipe = CommandOption(
        long: "recipe", value: "FILE",
        summary: "Apply a recipe saved by the window; repeatable, applied in order.", isRepeatable: true)
    static let depth = CommandOption(
        long: "depth", value: "8|16|32",
        summary:
            "Bits per channel, 32 for floats, as far as OUTPUT's format supports it (default: the input's)."
    )
    static let quality = CommandOption(
        long: "quality", value: "1…100",
        summary: "Quality of \(formats { $0.hasQuality }) (default: \(EncodingOptions().quality)).")
    static let compression = CommandOption(
        long: "compression", value: "fast|balanced|smallest",
        summary: "Compression effort for PNG and JPEG (default: fast).")
    static let tiffCompression = CommandOption(
        long: "tiff-compression", value: "none|lzw|deflate|zstd",
        summary: "Compression of TIFF (default: deflate).")
    static let lossless = CommandOption(
        long: "lossless",
        summary: "Keep the pixels of \(formats { $0.canBeLossless }) exactly, regardless of --quality.")
    static let profile = CommandOption(
        long: "profile", value: "keep|srgb|p3|FILE",
        summary:
            "Color space of OUTPUT: the input's, sRGB, Display P3, or an ICC profile (default: keep)."
    )
    static let intent = CommandOption(
        long: "intent", value: "relative|perceptual",
        summary: "Rendering intent for colors outside the gamut of a table-based profile (default: relative)."
    )
    static let strip = CommandOption(
        long: "strip", value: "all|location",
        summary: "Remove INPUT's metadata, or only the location where it was taken.")
    static let keepRecipe = CommandOption(
        long: "keep-recipe",
        summary: "Store the filters in OUTPUT's XMP; Glint offers to apply them when it opens the file.")
    static let embedShaders = CommandOption(
        long: "embed-shaders",
        summary:
            "Store the filters like --keep-recipe, with the text of shader files, so that they work elsewhere."
    )
    static let maskCommand = CommandOption(
        long: "mask-command", value: "COMMAND",
        summary:
            "Make the masks of regions whose file is @command, such as 'rembg i {in} {out}', once per INPUT.")
    static let overwrite = CommandOption(short: "y", summary: "Replace an existing OUTPUT.")
    static let keep = CommandOption(
        short: "n", summary: "Skip an existing OUTPUT (default: it is an error).")
    static let recursive = CommandOption(
        short: "r", long: "recursive",
        summary: "Process the pictures in an INPUT that is a folder, and in its subfolders.")
    static let jobs = CommandOption(
        short: "j", long: "jobs", value: "N", summary: "Number of files processed at once (default: 1).")
    static let timings = CommandOption(
        long: "timings", summary: "Print the milliseconds of each pass on standard error.")

    static let json = CommandOption(
        long: "json", summary: "Print one line of JSON per file on standard output.")
    static let quiet = CommandOption(
        short: "q", long: "quiet",
        summary: "Print only errors, without warnings and progress.")
    static let verbose = CommandOption(
        long: "verbose", summary: "Print the size and the time of each saved file.")
}
