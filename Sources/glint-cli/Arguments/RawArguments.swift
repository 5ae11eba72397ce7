import Imaging
import Wording

extension CommandOption {
    static let inputFormat = CommandOption(
        long: "input-format", value: "raw",
        summary: "Read INPUT as frames of samples without a header, one after another to its end.")
    static let channels = CommandOption(
        long: "channels", value: "rgb|rgba|gray",
        summary: "The samples of a pixel of raw INPUT (default: rgb).")
    static let inputDepth = CommandOption(
        long: "input-depth", value: "8|16|32",
        summary: "Bits per sample of raw INPUT, 32 for floats (default: that of --depth, or 8).")
}

extension ParsedArguments {
    private enum RawChannels: String, CaseIterable {
        case rgb, rgba, gray

        var channels: Channels {
            switch self {
            case .rgb: .rgb
            case .rgba: .rgba
            case .gray: .gray
            }
        }
    }

    /// The layout of raw input frames; nil if INPUT is an ordinary file.
    ///
    /// - Parameter depth: the value of the option `--depth`.
    func rawLayout(depth: PixelBuffer.Depth?) throws(CommandError) -> RawLayout? {
        guard let word = value(of: .inputFormat) else {
            for option in [CommandOption.channels, .inputDepth] where value(of: option) != nil {
                throw .usage("\(option.spelling) is for --input-format raw; other files say so themselves")
            }
            return nil
        }
        guard word == "raw" else {
            throw .usage(
                "--input-format is \(word.quoted) and has to be raw; what other files are is found out")
        }
        guard words.count <= 1 else { throw .usage("--input-format raw takes one INPUT") }
        guard let sizeWord = value(of: .drawingSize) else {
            throw .usage("--input-format raw needs --size WxH, the size of a frame in pixels")
        }
        let size = try Self.size(sizeWord)
        let channels = try choice(.channels, of: RawChannels.allCases) ?? .rgb
        let inputDepth = try self.depth(.inputDepth)
        return RawLayout(
            width: size.x, height: size.y, channels: channels.channels, depth: inputDepth ?? depth ?? .eight)
    }

    /// Bits per channel.
    func depth(_ option: CommandOption) throws(CommandError) -> PixelBuffer.Depth? {
        guard let word = value(of: option) else { return nil }
        guard let depth = PixelBuffer.Depth.allCases.first(where: { String($0.rawValue) == word }) else {
            throw .usage("\(option.spelling) is \(word.quoted) and has to be 8, 16 or 32")
        }
        return depth
    }
}
