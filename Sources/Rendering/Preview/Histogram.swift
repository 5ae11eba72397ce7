import Filters
import Imaging

/// How often each of the 256 values of a channel occurs in a picture.
///
/// Values are those of 8 bits; 16 bits are rounded as a save with 8 bits rounds them. Every pixel counts once,
/// however transparent.
public struct Histogram: Sendable, Hashable {
    /// What is counted.
    public enum Channel: Int, Sendable, CaseIterable {
        /// The red of each pixel.
        case red
        /// The green of each pixel.
        case green
        /// The blue of each pixel.
        case blue
        /// 0.299 R + 0.587 G + 0.114 B (ITU-R BT.601) of the rounded values, itself rounded.
        case luma

        /// The name that programs read.
        public var name: String { "\(self)" }
    }

    /// An end of the range, where values clip.
    public enum End: Sendable, CaseIterable {
        /// The value 0.
        case black
        /// The value 255.
        case white
    }

    /// The values of a channel.
    public static let valueCount = 256

    private var counts: [Int]

    /// A histogram of nothing.
    public init() {
        counts = [Int](repeating: 0, count: Channel.allCases.count * Self.valueCount)
    }

    /// For each value, from 0 to 255, how many pixels have it.
    public subscript(_ channel: Channel) -> ArraySlice<Int> {
        let start = channel.rawValue * Self.valueCount
        return counts[start..<start + Self.valueCount]
    }

    /// How many pixels were counted.
    public var pixelCount: Int { self[.luma].reduce(0, +) }

    /// How many pixels have the value at an end.
    public func clipped(_ channel: Channel, at end: End) -> Int {
        (end == .black ? self[channel].first : self[channel].last) ?? 0
    }

    /// The largest share of the pixels, 0…1, that any of the colors has at an end.
    public func clippedShare(at end: End) -> Double {
        let most = [Channel.red, .green, .blue].map { clipped($0, at: end) }.max() ?? 0
        return Double(most) / Double(max(1, pixelCount))
    }

    /// Adds counts: the values of red, green, blue and luma one after the other.
    mutating func add(_ more: [UInt32]) {
        for (index, count) in zip(counts.indices, more) { counts[index] += Int(count) }
    }
}

extension Renderer {
    /// The histogram of a picture with `recipe` applied at full size: counts of what a save with 8 bits holds, which are exact
    /// where the file has the curve of sRGB, and elsewhere but for rounding.
    ///
    /// - Parameters:
    ///   - picture: what the recipe is applied to.
    ///   - recipe: the filters; none by default.
    /// - Throws: as ``Renderer/render(_:_:depth:progress:)``.
    public func histogram(of picture: Picture, _ recipe: Recipe = []) throws -> Histogram {
        try prepare(for: recipe)
        let channels = engine.catalog.channels(of: recipe, over: picture.channels)
        let output = OutputValues(keeping: picture.colorSpace, isGray: channels.isGray)
        return try engine.device.withContext {
            let counter = try HistogramCounter(on: engine.device)
            var histogram = Histogram()
            let exporter = try Exporter(
                picture.pixels, isOpaque: !picture.channels.hasAlpha, recipe: recipe,
                depth: output == nil ? .eight : .sixteen, on: engine,
                shouldStop: stops
            ) { texture, part in
                try counter.count(texture, part, as: output)
                histogram.add(try counter.take())
            }
            while try exporter.step() {}
            return histogram
        }
    }
}
