import Imaging
import Localization

extension CommandOption {
    static let inputFormat = CommandOption(
        long: "input-format", value: "raw",
        summary: "Read INPUT as headerless raw frames, one after another.")
    static let channels = CommandOption(
        long: "channels", value: "rgb|rgba|gray",
        summary: "Channels of raw INPUT (default: rgb).")
    static let inputDepth = CommandOption(
        long: "input-depth", value: "8|16|32",
        summary: "Bits per channel of raw INPUT, 32 for floats (default: that of --depth, or 8).")
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
                throw .usage(
                    "\(option.spelling) requires --input-format raw; other formats state this themselves")
            }
            return nil
        }
        guard word == "raw" else {
            throw .usage(
                "--input-format must be raw, not \(word.quoted); other formats are detected")
        }
        guard operands.count <= 1 else { throw .usage("--input-format raw takes one INPUT") }
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
            throw .usage("\(option.spelling) must be 8, 16 or 32, not \(word.quoted)")
        }
        return depth
    }
}
