import Imaging
import Localization

/// The format of standard output, if OUTPUT is `-`.
enum PipedOutput {
    case picture(PictureFormat)
    /// Frames as raw samples without a header.
    case raw
    /// Y4M frames.
    case y4m

    /// The names of the formats on the command line.
    static let names = PictureFormat.allCases.compactMap(\.fileExtensions.first) + [rawWord, y4mWord]
    private static let rawWord = "raw"
    private static let y4mWord = "y4m"

    init(word: String) throws(CommandError) {
        if word == Self.rawWord {
            self = .raw
        } else if word == Self.y4mWord {
            self = .y4m
        } else if let format = PictureFormat(fileName: "a.\(word)") {
            self = .picture(format)
        } else {
            throw .usage(
                "--format must be one of \(Self.names.joined(separator: ", ")), not \(word.quoted)"
                    + NearName.hint(word, among: Self.names))
        }
    }

    /// The format of a picture; nil for frames.
    var format: PictureFormat? { if case .picture(let format) = self { format } else { nil } }
    var isRaw: Bool { if case .raw = self { true } else { false } }
    var isY4M: Bool { if case .y4m = self { true } else { false } }
}
