import Imaging
import Video

/// The options of the `render` command, in the groups in which help lists them.
extension RenderOptions {
    static var declared: [CommandOption] { groups.flatMap(\.options) }

    static let groups: [(title: String, options: [CommandOption])] = [
        (
            "Options",
            [output, recipe, .preset, overwrite, keep, recursive, jobs, json, quiet, verbose, timings]
        ),
        (
            "What is read",
            [.page, .drawingSize, .acceptDamaged, .large, .inputFormat, .channels, .inputDepth]
        ),
        (
            "Pictures that are written",
            [
                format, depth, quality, lossless, compression, tiffCompression, profile, intent, strip,
                keepRecipe,
            ]
        ),
        ("Videos", ClipOptions.declared),
    ]

    static let output = CommandOption(
        short: "o", long: "output", value: "OUTPUT", summary: "Where to save.")
    static let format = CommandOption(
        long: "format", value: PipedOutput.words.joined(separator: "|"),
        summary:
            "What goes to standard output, where OUTPUT is -: a picture, Y4M, or samples without a header.")
    static let recipe = CommandOption(
        long: "recipe", value: "FILE",
        summary: "Apply a recipe that the window saved; several are applied in turn.", isRepeatable: true)
    static let depth = CommandOption(
        long: "depth", value: "8|16|32",
        summary: "Bits per channel, 32 for floats, as far as OUTPUT's format has them (default: the input's)."
    )
    static let quality = CommandOption(
        long: "quality", value: "1…100", summary: "Quality of JPEG, WebP, JPEG XL and AVIF (default: 92).")
    static let compression = CommandOption(
        long: "compression", value: "fast|balanced|smallest",
        summary: "How hard to squeeze PNG and JPEG (default: fast).")
    static let tiffCompression = CommandOption(
        long: "tiff-compression", value: "none|lzw|deflate|zstd",
        summary: "How TIFF is compressed (default: deflate).")
    static let lossless = CommandOption(
        long: "lossless", summary: "Keep the pixels of WebP, JPEG XL and AVIF exactly, whatever the quality.")
    static let profile = CommandOption(
        long: "profile", value: "keep|srgb|p3|FILE",
        summary:
            "The colors of OUTPUT: the input's, sRGB, Display P3, or those of an ICC profile (default: keep)."
    )
    static let intent = CommandOption(
        long: "intent", value: "relative|perceptual",
        summary: "What becomes of colors outside of a profile made of tables (default: relative).")
    static let strip = CommandOption(
        long: "strip", value: "all|location",
        summary: "Leave out what INPUT says beside its pixels, or where it was taken.")
    static let keepRecipe = CommandOption(
        long: "keep-recipe",
        summary: "Write the filters into OUTPUT's XMP, from where Glint offers them again.")
    static let overwrite = CommandOption(short: "y", summary: "Replace an OUTPUT that exists.")
    static let keep = CommandOption(
        short: "n", summary: "Leave an OUTPUT that exists as it is (default: it is an error).")
    static let recursive = CommandOption(
        short: "r", long: "recursive",
        summary: "Take the pictures in an INPUT that is a folder, and in the folders in it.")
    static let jobs = CommandOption(
        short: "j", long: "jobs", value: "N", summary: "Make so many files at once (default: 1).")
    static let timings = CommandOption(
        long: "timings", summary: "Tell the milliseconds of each pass on standard error.")

    static let json = CommandOption(
        long: "json", summary: "Tell of each file in a line of JSON on standard output.")
    static let quiet = CommandOption(
        short: "q", long: "quiet",
        summary: "Tell of errors alone, not of what is left out, and show no progress.")
    static let verbose = CommandOption(
        long: "verbose", summary: "Tell of each file that is saved, how large it is, and how long it took.")
}
