import Filters
import Imaging

/// How often each of the 256 values of a channel occurs in a picture.
///
/// Values have 8 bits; 16-bit values are rounded as in a save with 8 bits. Every pixel counts once, whatever
/// its opacity.
public struct Histogram: Sendable, Hashable {
    /// A channel of the histogram.
    public enum Channel: Int, Sendable, CaseIterable {
        /// The red of each pixel.
        case red
        /// The green of each pixel.
        case green
        /// The blue of each pixel.
        case blue
        /// 0.299 R + 0.587 G + 0.114 B (ITU-R BT.601) of the rounded values, rounded to 8 bits.
        case luma

        /// The name in machine-readable output.
        public var name: String { "\(self)" }
    }

    /// An end of the range, at which values are clipped.
    public enum End: Sendable, CaseIterable {
        /// The value 0.
        case black
        /// The value 255.
        case white
    }

    /// The counts of a channel's values.
    public static let valueCount = 256

    private var counts: [Int]

    /// An empty histogram.
    public init() {
        counts = [Int](repeating: 0, count: Channel.allCases.count * Self.valueCount)
    }

    /// The number of pixels for each value, from 0 to 255.
    public subscript(_ channel: Channel) -> ArraySlice<Int> {
        let start = channel.rawValue * Self.valueCount
        return counts[start..<start + Self.valueCount]
    }

    /// The number of pixels counted.
    public var pixelCount: Int { self[.luma].reduce(0, +) }

    /// The number of pixels whose value is at the given end.
    public func clipped(_ channel: Channel, at end: End) -> Int {
        (end == .black ? self[channel].first : self[channel].last) ?? 0
    }

    /// The largest fraction of pixels, 0…1, that any color channel has at the given end.
    public func clippedShare(at end: End) -> Double {
        let maximum = [Channel.red, .green, .blue].map { clipped($0, at: end) }.max() ?? 0
        return Double(maximum) / Double(max(1, pixelCount))
    }

    /// Counts interleaved 8-bit samples.
    mutating func add(_ samples: [UInt8], isGray: Bool) {
        let count = isGray ? 1 : 3
        for first in stride(from: 0, to: samples.count - count + 1, by: count) {
            let red = Int(samples[first])
            let (green, blue) = isGray ? (red, red) : (Int(samples[first + 1]), Int(samples[first + 2]))
            counts[red] += 1
            counts[Self.valueCount + green] += 1
            counts[2 * Self.valueCount + blue] += 1
            counts[3 * Self.valueCount + (299 * red + 587 * green + 114 * blue + 500) / 1000] += 1
        }
    }

    /// Adds counts: all values of red, followed by those of green, blue and luma.
    mutating func add(_ more: [UInt32]) {
        for (index, count) in zip(counts.indices, more) { counts[index] += Int(count) }
    }
}

extension Renderer {
    /// The histogram of a picture with `recipe` applied at full size: exact counts of the values in a save
    /// with 8 bits.
    ///
    /// - Parameters:
    ///   - picture: the input of the recipe.
    ///   - recipe: the filters; none by default.
    /// - Throws: the same errors as ``Renderer/render(_:_:depth:progress:)``.
    public func histogram(of picture: Picture, _ recipe: Recipe = []) throws -> Histogram {
        try prepare(for: recipe)
        let channels = engine.catalog.channels(of: recipe, over: picture.channels)
        if OutputValues(keeping: picture.colorSpace, isGray: channels.isGray) != nil {
            return try histogramOfFile(of: picture, channels, recipe)
        }
        return try engine.device.withContext {
            let counter = try HistogramCounter(on: engine.device)
            var histogram = Histogram()
            let exporter = try Exporter(
                picture.pixels, isOpaque: !picture.channels.hasAlpha,
                photograph: Photograph(picture), recipe: recipe, depth: .eight, on: engine,
                shouldStop: stops
            ) { texture, part in
                try counter.count(texture, part)
                histogram.add(try counter.take())
            }
            while try exporter.step() {}
            return histogram
        }
    }

    /// Counts the samples of the saved file, for files whose samples differ from those of the textures.
    private func histogramOfFile(
        of picture: Picture, _ channels: Channels, _ recipe: Recipe
    ) throws -> Histogram {
        var histogram = Histogram()
        let colors = try OutputColors(
            of: picture.colorSpace, isGray: channels.isGray, depth: .eight, as: .png, options: .init())
        let depth = colors.rowDepth(for: .eight, of: picture.pixels.depth)
        let rows = FileRows(countedFor: colors, from: depth)
        try engine.device.withContext {
            let exporter = try Exporter(
                picture.pixels, isOpaque: !picture.channels.hasAlpha,
                photograph: Photograph(picture), recipe: recipe, depth: depth, on: engine,
                shouldStop: stops
            ) { bytes, _ in
                let samples = try rows.samples(bytes, pixelCount: bytes.count / depth.bytesPerPixel)
                histogram.add(samples, isGray: colors.isGray)
            }
            while try exporter.step() {}
        }
        return histogram
    }
}
