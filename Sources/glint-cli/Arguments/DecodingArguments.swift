import Imaging

extension CommandOption {
    static let acceptDamaged = CommandOption(
        long: "accept-damaged",
        summary: "Use what can be read of a damaged picture (default: it is an error).")
    static let large = CommandOption(
        long: "large",
        summary: "Read pictures of more than 2³⁰ pixels, of up to 2³² (default: they are an error).")
    static let page = CommandOption(
        long: "page", value: "N",
        summary:
            "Which page of a TIFF, frame of an animation or picture of an icon, the largest first, from 1 (default: 1)."
    )
    static let drawingSize = CommandOption(
        long: "size", value: "WxH",
        summary:
            "The size in pixels that an SVG is drawn to fit into (default: its own), and that of raw frames."
    )
}

extension ParsedArguments {
    /// How to decode pictures.
    func decoding() throws(CommandError) -> DecodingOptions {
        DecodingOptions(
            acceptsDamage: has(.acceptDamaged),
            largestPixelCount: has(.large)
                ? DecodingOptions.greatestPixelCount : DecodingOptions.ordinaryPixelCount,
            page: try value(of: .page).map(Self.page) ?? 1,
            drawingSize: try value(of: .drawingSize).map(Self.size))
    }

    private static func page(_ word: String) throws(CommandError) -> Int {
        guard let page = Int(word), (1...Int(Int32.max)).contains(page) else {
            throw .usage("--page is \(word.quoted) and has to be a whole number from 1")
        }
        return page
    }

    /// A size such as 1280x720.
    static func size(_ word: String) throws(CommandError) -> SIMD2<Int> {
        let sides = word.lowercased().split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard sides.count == 2, let width = sides[0], let height = sides[1],
            (1...16_384).contains(width), (1...16_384).contains(height)
        else { throw .usage("--size is \(word.quoted) and has to be a size in pixels such as 1280x720") }
        return SIMD2(width, height)
    }
}

extension ImagingError {
    /// The error message, including an option that helps, if any.
    var sentenceWithOption: String {
        switch self {
        case .unusuallyLarge: "\(self); \(CommandOption.large.spelling) reads it all the same"
        default: description
        }
    }
}

extension Picture {
    /// Reports damage in a file that was accepted regardless.
    func tellOfDamage(in path: String) {
        guard let damage else { return }
        Console.complain("\(path) is damaged, and only what could be read of it is used: \(damage)")
    }
}
