import Imaging

extension CommandOption {
    static let acceptDamaged = CommandOption(
        long: "accept-damaged",
        summary: "Use the readable part of a damaged file (default: damage is an error).")
    static let large = CommandOption(
        long: "large",
        summary: "Allow pictures of more than 2³⁰ pixels, up to 2³² (default: they are an error).")
    static let page = CommandOption(
        long: "page", value: "N",
        summary:
            "Page of a TIFF, frame of an animation, or picture of an icon, largest first; numbered from 1 (default: 1)."
    )
    static let drawingSize = CommandOption(
        long: "size", value: "WxH",
        summary:
            "Size in pixels to fit an SVG into (default: its own), or size of raw frames."
    )
}

extension ParsedArguments {
    /// The options for decoding pictures.
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
            throw .usage("--page must be a whole number of 1 or more, not \(word.quoted)")
        }
        return page
    }

    /// A size such as 1280x720.
    static func size(_ word: String) throws(CommandError) -> SIMD2<Int> {
        let sides = word.lowercased().split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard sides.count == 2, let width = sides[0], let height = sides[1],
            (1...16_384).contains(width), (1...16_384).contains(height)
        else { throw .usage("--size must be a size in pixels such as 1280x720, not \(word.quoted)") }
        return SIMD2(width, height)
    }
}

extension ImagingError {
    /// The error message, followed by an option that helps, if there is one.
    var sentenceWithOption: String {
        switch self {
        case .unusuallyLarge: "\(self); \(CommandOption.large.spelling) allows it"
        default: description
        }
    }
}

extension Picture {
    /// Reports the damage in a file that was accepted despite it.
    func reportDamage(in path: String) {
        guard let damage else { return }
        Console.complain("\(path) is damaged; only its readable part is used: \(damage)")
    }
}
