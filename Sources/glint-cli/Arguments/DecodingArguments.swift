import Imaging

extension CommandOption {
    static let acceptDamaged = CommandOption(
        long: "accept-damaged",
        summary: "Use what can be read of a damaged picture (default: it is an error).")
    static let large = CommandOption(
        long: "large",
        summary: "Read pictures of more than 2³⁰ pixels, of up to 2³² (default: they are an error).")
}

extension ParsedArguments {
    /// How to decode pictures.
    var decoding: DecodingOptions {
        DecodingOptions(
            acceptsDamage: has(.acceptDamaged),
            largestPixelCount: has(.large)
                ? DecodingOptions.greatestPixelCount : DecodingOptions.ordinaryPixelCount)
    }
}

extension ImagingError {
    /// The error as a sentence, with an option that helps, if any.
    var sentenceWithOption: String {
        switch self {
        case .unusuallyLarge: "\(self); \(CommandOption.large.spelling) reads it all the same"
        default: description
        }
    }
}

extension Picture {
    /// Reports damage in a file that was accepted nevertheless.
    func tellOfDamage(in path: String) {
        guard let damage else { return }
        Console.complain("\(path) is damaged, and only what could be read of it is used: \(damage)")
    }
}
