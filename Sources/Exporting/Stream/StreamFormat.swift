import Filters
import Imaging
import Localization

/// The format of the frames that a client of `stream` sends.
package struct StreamFormat: Equatable, Sendable {
    package let layout: FrameLayout
    /// Frames per second, which filters read.
    package let rate: Double

    /// The limits of a frame's sides, and of its number of pixels.
    private static let sides = 1...Int(Int32.max)
    private static let largestPixelCount = DecodingOptions.ordinaryPixelCount
    private static let rates = 0.001...1e6

    /// The format in a request; throws if a key is missing or invalid.
    init(_ fields: inout StreamRequest.Fields) throws(StreamError) {
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
        layout = try Self.layout(name, width, height, &fields)
        rate = try fields.number("rate", in: Self.rates) ?? FrameTime.stillRate
    }

    private static func layout(
        _ name: String, _ width: Int, _ height: Int, _ fields: inout StreamRequest.Fields
    ) throws(StreamError) -> FrameLayout {
        let matrix = try fields.choice("matrix", of: PlanarLayout.Matrix.self)
        let range = try fields.choice("range", of: PlanarLayout.Range.self)
        let siting = try fields.choice("siting", of: PlanarLayout.Siting.self)
        let isInterlaced = try fields.flag("interlaced")
        if let order = PlanarLayout.Order(rawValue: name) {
            return .planar(
                PlanarLayout(
                    width: width, height: height, order: order,
                    matrix: matrix ?? .usual(ofHeight: height), range: range ?? .limited,
                    siting: siting ?? .left, isInterlaced: isInterlaced ?? false))
        }
        guard let (channels, depth) = Self.rawFormats[name] else {
            let known = Self.rawFormats.keys.sorted() + PlanarLayout.Order.allCases.map(\.rawValue)
            throw StreamError(
                "unknown format \(name.quoted)\(NearName.hint(name, among: known)); "
                    + "the formats are \(known.joined(separator: ", "))")
        }
        guard matrix == nil, range == nil, siting == nil, isInterlaced == nil else {
            let orders = PlanarLayout.Order.allCases.map(\.rawValue).joined(separator: " and ")
            throw StreamError("“matrix”, “range”, “siting” and “interlaced” apply only to \(orders)")
        }
        return .raw(RawLayout(width: width, height: height, channels: channels, depth: depth))
    }

    /// The formats of gray, RGB and RGBA by name.
    private static let rawFormats: [String: (Channels, PixelBuffer.Depth)] = Dictionary(
        uniqueKeysWithValues: [Channels.gray, .rgb, .rgba].flatMap { channels in
            PixelBuffer.Depth.allCases.map {
                (name(of: RawLayout(width: 1, height: 1, channels: channels, depth: $0)), (channels, $0))
            }
        })

    /// The name of a layout's pixel format, such as `rgba8`, `rgbf` or `i420`.
    package static func name(of layout: FrameLayout) -> String {
        switch layout {
        case .raw(let raw): name(of: raw)
        case .planar(let planar): planar.order.rawValue
        }
    }

    private static func name(of layout: RawLayout) -> String {
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
