import Filters
import Imaging
import Localization

/// The format of the frames that a client of `stream` sends.
package struct StreamFormat: Equatable, Sendable {
    package let layout: RawLayout
    /// Frames per second, which filters read.
    package let rate: Double

    /// The limits of a frame's sides, and of its number of pixels.
    private static let sides = 1...Int(Int32.max)
    private static let largestPixelCount = DecodingOptions.ordinaryPixelCount
    private static let rates = 0.001...1e6

    init(_ fields: inout StreamRequest.Fields) throws(StreamError) {
        guard let version = try fields.integer("version", in: 0...Int(Int32.max)) else {
            throw fields.missing("version")
        }
        guard version == StreamRequest.version else {
            throw StreamError(
                "version \(version) of the protocol is not supported, only \(StreamRequest.version)")
        }
        guard let width = try fields.integer("width", in: Self.sides) else { throw fields.missing("width") }
        guard let height = try fields.integer("height", in: Self.sides) else {
            throw fields.missing("height")
        }
        guard width <= Self.largestPixelCount / height else {
            throw StreamError(
                "frames of \(width) × \(height) pixels are too large; the maximum is \(Self.largestPixelCount) pixels"
            )
        }
        guard let name = try fields.string("format") else { throw fields.missing("format") }
        guard let (channels, depth) = Self.formats[name] else {
            let known = Self.formats.keys.sorted()
            throw StreamError(
                "unknown format \(name.quoted)\(NearName.hint(name, among: known)); "
                    + "the formats are \(known.joined(separator: ", "))")
        }
        layout = RawLayout(width: width, height: height, channels: channels, depth: depth)
        rate = try fields.number("rate", in: Self.rates) ?? FrameTime.stillRate
    }

    /// The pixel formats by name.
    private static let formats: [String: (Channels, PixelBuffer.Depth)] = Dictionary(
        uniqueKeysWithValues: [Channels.gray, .rgb, .rgba].flatMap { channels in
            PixelBuffer.Depth.allCases.map {
                (name(of: RawLayout(width: 1, height: 1, channels: channels, depth: $0)), (channels, $0))
            }
        })

    /// The name of a layout's pixel format, such as `rgba8` or `rgbf`.
    package static func name(of layout: RawLayout) -> String {
        let channels =
            switch layout.channels {
            case .gray, .grayAlpha: "gray"
            case .rgb: "rgb"
            case .rgba: "rgba"
            }
        return channels + (layout.depth == .float ? "f" : "\(layout.depth.rawValue)")
    }
}

/// The time of a frame, as its client states it.
package struct StreamTime: Equatable, Sendable {
    /// Seconds since the first frame.
    let seconds: Double?
    /// The number of the frame, from 0.
    let number: Int?

    private static let latest = 1e9

    init(_ fields: inout StreamRequest.Fields) throws(StreamError) {
        seconds = try fields.number("time", in: 0...Self.latest)
        number = try fields.integer("number", in: 0...Int(Int32.max))
    }

    /// The time that filters read. The seconds follow from the number and the rate if only the number is
    /// given, and the number from the seconds if only these are given.
    package func frameTime(at rate: Double) -> FrameTime {
        guard let seconds else { return FrameTime(frame: number ?? 0, rate: rate) }
        return FrameTime(
            frame: number ?? Int(min((seconds * rate).rounded(), Double(Int32.max))), rate: rate,
            seconds: seconds)
    }
}
