import Localization

/// A value that changes over time: keys with the values in between, or noise around a value.
///
/// Numbers, colors and points of a stage can change, and so can its opacity and the numbers of its regions:
///
///     [.saturation().moving("amount", .keys([0: 0.2, 2.5: 1], ease: .smooth))]
///
/// Times are seconds of the source, whichever part of it is rendered. In a recipe, in place of the value:
///
///     {"keys": [[0, 0.2], [2.5, 1]], "ease": "smooth"}
///     {"wiggle": {"by": 0.1, "rate": 2, "seed": 1}, "around": 0.5}
public enum ValueOverTime: Sendable, Hashable {
    /// The values at some times, in order of time, and how the value proceeds from one to the next. Before
    /// the first and after the last, it stays the same.
    case keyed([Key], Ease)
    /// Seeded noise around a value.
    case wiggling(Wiggle, around: ParameterValue)

    /// A value at a time.
    public struct Key: Sendable, Hashable {
        /// Seconds from the beginning of the source, from 0 to ``ValueOverTime/maximumOfSeconds``.
        public var seconds: Double
        /// The value, within the range of the parameter.
        public var value: ParameterValue

        /// - Parameters: see the properties.
        public init(seconds: Double, value: ParameterValue) {
            self.seconds = seconds
            self.value = value
        }
    }

    /// How a value proceeds from one key to the next. Components of points and of sRGB-encoded colors do so
    /// independently.
    public enum Ease: String, Sendable, CaseIterable {
        /// In proportion to the time.
        case linear
        /// Along cubic polynomials with a continuous slope that never leave the range between two keys:
        /// PCHIP, with the slopes of Fritsch and Butland, “A Method for Constructing Local Monotone Piecewise
        /// Cubic Interpolants”, 1984, and at both ends those of SciPy's `PchipInterpolator`. With two keys,
        /// it is linear.
        case smooth
        /// By jumping at each key. Toggles and choices have no other.
        case hold
    }

    /// Smooth noise: at the times i / ``rate``, with whole numbers i, it is uniformly distributed, and it
    /// proceeds from one to the next with the weight f² (3 - 2 f) of the latter, where f goes from 0 to 1.
    ///
    /// The value at i is 2 h(i) - 1, times ``by``. h(i) is the upper 53 bits of
    /// mix(mix(seed × 4 + component) + i × 9e3779b97f4a7c15₁₆) as a fraction of 2⁵³; mix is the output
    /// function of SplitMix64 (Steele, Lea and Flood, “Fast Splittable Pseudorandom Number Generators”,
    /// 2014). Points have the components 0 and 1, and colors 0 to 2.
    public struct Wiggle: Sendable, Hashable {
        /// The maximum distance from the value around which it varies, at least 0; its mean is 0.
        public var by: Double
        /// The number of changes per second, above 0 and at most 1000.
        public var rate: Double
        /// Selects one of many courses, 0…4294967295.
        public var seed: Int

        /// - Parameters: see the properties.
        public init(by: Double, rate: Double = 1, seed: Int = 0) {
            self.by = by
            self.rate = rate
            self.seed = seed
        }
    }

    /// The maximum number of keys.
    public static let maximumOfKeys = 10_000
    /// The maximum time of a key: eleven days.
    public static let maximumOfSeconds = 1e6

    /// The values at some times.
    ///
    /// - Parameters:
    ///   - values: the values by time in seconds of the source, in order of time.
    ///   - ease: how the value proceeds from one to the next.
    public static func keys(_ values: KeyValuePairs<Double, ParameterValue>, ease: Ease = .linear) -> Self {
        .keyed(values.map { Key(seconds: $0.key, value: $0.value) }, ease)
    }

    /// Seeded noise.
    ///
    /// - Parameters:
    ///   - around: the value around which it varies.
    ///   - by: the maximum distance from it, for each component of a point or a color; at least 0.
    ///   - rate: the number of changes per second, above 0 and at most 1000.
    ///   - seed: selects one of many courses, 0…4294967295.
    public static func wiggle(
        around: ParameterValue, by: Double, rate: Double = 1, seed: Int = 0
    ) -> Self {
        .wiggling(Wiggle(by: by, rate: rate, seed: seed), around: around)
    }
}

// The value at a time

extension ValueOverTime {
    /// The value at a time, which must be valid for the parameter; nil if it is of another kind.
    ///
    /// - Parameter seconds: the time in the source.
    package func value(at seconds: Double, for parameter: ParameterDeclaration) -> ParameterValue? {
        let value = value(at: seconds) { StageValue($0).value(for: parameter) }
        guard parameter.kind == .integer, case .number(let number)? = value else { return value }
        return .number(number.rounded(.toNearestOrAwayFromZero))
    }

    /// The number at a time; nil if the value is of another kind.
    package func number(at seconds: Double) -> Double? {
        guard case .number(let number)? = value(at: seconds, reading: { $0 }) else { return nil }
        return number
    }

    /// - Parameter read: the value of a key as its parameter understands it.
    private func value(
        at seconds: Double, reading read: (ParameterValue) -> ParameterValue?
    ) -> ParameterValue? {
        switch self {
        case .keyed(let keys, let ease):
            return keys.isEmpty
                ? nil : Self.value(at: seconds, of: keys, next: keys.index(after: seconds), ease, read)
        case .wiggling(let wiggle, let around):
            guard let value = read(around), let middle = value.components else { return read(around) }
            return value.with(middle + wiggle.offset(at: seconds))
        }
    }

    /// - Parameter next: the index of the first key after the time.
    private static func value(
        at seconds: Double, of keys: [Key], next: Int, _ ease: Ease,
        _ read: (ParameterValue) -> ParameterValue?
    ) -> ParameterValue? {
        guard next > 0 else { return read(keys[0].value) }
        let index = next - 1
        let start = read(keys[index].value)
        guard ease != .hold, next < keys.count, let from = start?.components,
            let to = read(keys[next].value)?.components
        else { return start }
        let (length, passed) = (keys[next].seconds - keys[index].seconds, seconds - keys[index].seconds)
        let slope = (to - from) / length
        var result = from + slope * passed
        if ease == .smooth, keys.count > 2 {
            let around = (max(0, index - 1)...min(keys.count - 1, next + 1)).map { index in
                (keys[index].seconds, read(keys[index].value)?.components ?? from)
            }
            let (slopes, first) = (MonotoneSlopes(around), index == 0 ? 0 : 1)
            let (begins, ends) = (slopes[first], slopes[first + 1])
            let curvature = (begins + ends - 2 * slope) / length
            let quadratic = (slope - begins) / length - curvature
            result = from + begins * passed + quadratic * passed * passed
            result += curvature / length * passed * passed * passed
        }
        // Rounding must not leave the range.
        let (low, high) = (pointwiseMin(from, to), pointwiseMax(from, to))
        return start?.with(result.clamped(lowerBound: low, upperBound: high))
    }
}

extension [ValueOverTime.Key] {
    /// The index of the first key after a time, or the number of keys; found by halving, since keys are in
    /// order of time.
    fileprivate func index(after seconds: Double) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle].seconds <= seconds { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

/// The slopes at points of a monotone piecewise cubic.
private struct MonotoneSlopes {
    private let points: [(time: Double, value: SIMD3<Double>)]

    /// - Parameter points: at least three consecutive points, of which only those at the ends of the curve,
    ///   and those that have neighbors here, have slopes.
    init(_ points: [(Double, SIMD3<Double>)]) { self.points = points }

    subscript(index: Int) -> SIMD3<Double> {
        let last = points.count - 1
        var result = SIMD3<Double>.zero
        for axis in 0..<3 {
            result[axis] =
                switch index {
                case 0: end(pieces: 0, 1, axis)
                case last: end(pieces: last - 1, last - 2, axis)
                default: inner(pieces: index - 1, index, axis)
                }
        }
        return result
    }

    private func length(_ piece: Int) -> Double { points[piece + 1].time - points[piece].time }

    private func slope(_ piece: Int, _ axis: Int) -> Double {
        (points[piece + 1].value[axis] - points[piece].value[axis]) / length(piece)
    }

    /// Between two pieces: the weighted harmonic mean of their slopes, or 0 at an extremum.
    private func inner(pieces first: Int, _ second: Int, _ axis: Int) -> Double {
        let (before, after) = (slope(first, axis), slope(second, axis))
        guard before * after > 0 else { return 0 }
        let (weight, other) = (2 * length(second) + length(first), length(second) + 2 * length(first))
        return 1 / ((weight / before + other / after) / (weight + other))
    }

    /// At an end: that of the parabola through three points, limited to preserve the shape.
    private func end(pieces first: Int, _ second: Int, _ axis: Int) -> Double {
        let (own, next) = (slope(first, axis), slope(second, axis))
        let (length, other) = (length(first), length(second))
        let parabola = ((2 * length + other) * own - length * next) / (length + other)
        if parabola.signum != own.signum { return 0 }
        return own.signum != next.signum && abs(parabola) > 3 * abs(own) ? 3 * own : parabola
    }
}

extension Double {
    fileprivate var signum: Int { self > 0 ? 1 : self < 0 ? -1 : 0 }
}

extension ValueOverTime.Wiggle {
    /// The value around which the noise has to vary to have a given one at the beginning of a span of time,
    /// as near to it as the range of each component allows.
    func middle(
        of value: ParameterValue, _ span: Range<Double>, _ range: ClosedRange<Double>
    ) -> ParameterValue {
        guard let components = value.components else { return value }
        let (low, high) = (range.lowerBound + by, range.upperBound - by)
        let wanted = components - offset(at: span.lowerBound)
        return value.with(
            wanted.clamped(
                lowerBound: SIMD3(repeating: Swift.min(low, (low + high) / 2)),
                upperBound: SIMD3(repeating: Swift.max(high, (low + high) / 2))))
    }

    /// The distance from the value around which it varies, for up to three components.
    fileprivate func offset(at seconds: Double) -> SIMD3<Double> {
        let position = seconds * rate
        let cell = position.rounded(.down)
        guard let index = Int64(exactly: cell) else { return .zero }
        let part = position - cell
        let weight = part * part * (3 - 2 * part)
        var result = SIMD3<Double>.zero
        for component in 0..<3 {
            let (before, after) = (noise(index, component), noise(index &+ 1, component))
            result[component] = by * (before + (after - before) * weight)
        }
        return result
    }

    /// A number from -1 to 1 for each change.
    private func noise(_ index: Int64, _ component: Int) -> Double {
        let start = Self.mix(UInt64(truncatingIfNeeded: seed &* 4 &+ component))
        let bits = Self.mix(start &+ UInt64(bitPattern: index) &* 0x9e37_79b9_7f4a_7c15)
        return 2 * (Double(bits >> 11) / Double(1 << 53)) - 1
    }

    private static func mix(_ bits: UInt64) -> UInt64 {
        var bits = bits
        bits = (bits ^ bits >> 30) &* 0xbf58_476d_1ce4_e5b9
        bits = (bits ^ bits >> 27) &* 0x94d0_49bb_1331_11eb
        return bits ^ bits >> 31
    }

    /// The time of the change, among the first ones, at which a component is lowest or highest.
    fileprivate var extremes: [Double] {
        (0..<3).flatMap { component -> [Double] in
            let values = (0..<Int64(64)).map { noise($0, component) }
            return [values.min(), values.max()].compactMap { value in
                value.flatMap(values.firstIndex).map { Double($0) / rate }
            }
        }
    }
}

extension ParameterValue {
    /// The number, the coordinates or the components; nil for values that have nothing in between.
    fileprivate var components: SIMD3<Double>? {
        switch self {
        case .number(let number): SIMD3(number, 0, 0)
        case .point(let point): SIMD3(point.x, point.y, 0)
        case .color(let color): color
        case .text(let text): HexadecimalColor.color(text)
        case .toggle, .curve: nil
        }
    }

    /// A value of the same kind with other ``components``.
    fileprivate func with(_ components: SIMD3<Double>) -> ParameterValue {
        switch self {
        case .number: .number(components.x)
        case .point: .point(SIMD2(components.x, components.y))
        case .color, .text: .color(components)
        case .toggle, .curve: self
        }
    }
}

// Changes and checks

extension ValueOverTime {
    /// The times of the keys; empty for noise.
    package var times: [Double] {
        if case .keyed(let keys, _) = self { keys.map(\.seconds) } else { [] }
    }

    /// A few times at which the value, or one of its components, is lowest or highest; for values without an
    /// order, a time for each value.
    package var extremes: [Double] {
        switch self {
        case .wiggling(let wiggle, _): return wiggle.extremes
        case .keyed(let keys, _):
            let components = keys.compactMap(\.value.components)
            guard components.count == keys.count else {
                var found: [ParameterValue: Double] = [:]
                for key in keys where found[key.value] == nil { found[key.value] = key.seconds }
                return Array(found.values.sorted().prefix(Self.maximumOfExtremes))
            }
            return (0..<3).flatMap { axis -> [Double] in
                let isLess = { components[$0][axis] < components[$1][axis] }
                return [keys.indices.min(by: isLess), keys.indices.max(by: isLess)]
                    .compactMap { $0.map { keys[$0].seconds } }
            }
        }
    }

    private static let maximumOfExtremes = 64

    /// The value with its numbers changed.
    ///
    /// - Parameter factor: what the changes of noise are multiplied by.
    package func mapNumbers(scaledBy factor: Double = 1, _ change: (Double) -> Double) -> ValueOverTime {
        func changed(_ value: ParameterValue) -> ParameterValue {
            if case .number(let number) = value { .number(change(number)) } else { value }
        }
        switch self {
        case .keyed(let keys, let ease):
            return .keyed(keys.map { Key(seconds: $0.seconds, value: changed($0.value)) }, ease)
        case .wiggling(var wiggle, let around):
            wiggle.by *= factor
            return .wiggling(wiggle, around: changed(around))
        }
    }

    /// The value with its numbers clamped to a range.
    package func broughtInside(_ range: ClosedRange<Double>) -> ValueOverTime {
        if case .wiggling(var wiggle, .number(let around)) = self {
            let middle = Swift.min(Swift.max(around, range.lowerBound), range.upperBound)
            wiggle.by = Swift.min(wiggle.by, middle - range.lowerBound, range.upperBound - middle)
            return .wiggling(wiggle, around: .number(middle))
        }
        return mapNumbers { Swift.min(Swift.max($0, range.lowerBound), range.upperBound) }
    }

    /// The first problem with the keys or the noise, whatever the parameter allows.
    package var problem: String? {
        switch self {
        case .keyed(let keys, _):
            if keys.isEmpty { return tr("there must be at least one key") }
            if keys.count > Self.maximumOfKeys {
                return tr("there are \(keys.count) keys, but at most \(Self.maximumOfKeys) are allowed")
            }
            for (index, key) in keys.enumerated() {
                guard (0...Self.maximumOfSeconds).contains(key.seconds) else {
                    return tr("the time of key \(index + 1) must be from 0 to 1000000 seconds")
                }
                guard index > 0, keys[index - 1].seconds >= key.seconds else { continue }
                return tr(
                    """
                    the times of keys must increase, but \(plain(key.seconds)) comes after \
                    \(plain(keys[index - 1].seconds))
                    """)
            }
            return nil
        case .wiggling(let wiggle, _):
            guard wiggle.by.isFinite, wiggle.by >= 0 else { return tr("“by” must be a number of at least 0") }
            guard wiggle.rate > 0, wiggle.rate <= 1000 else {
                return tr("“rate” must be a number above 0 and at most 1000")
            }
            return (0...Int(UInt32.max)).contains(wiggle.seed)
                ? nil : tr("“seed” must be a whole number from 0 to 4294967295")
        }
    }

    /// The first problem with the values, each of which `problem` judges.
    package func problem(ofEach problem: (ParameterValue) -> String?) -> String? {
        let values: [ParameterValue]
        switch self {
        case .keyed(let keys, _): values = keys.map(\.value)
        case .wiggling(let wiggle, let around):
            let limits = around.components.map { [$0 - wiggle.by, $0 + wiggle.by] } ?? []
            values = [around] + limits.map(around.with)
        }
        for value in values {
            if let problem = problem(value) { return problem }
        }
        return nil
    }

    /// Why the value is not one of numbers within a range; nil if it is.
    ///
    /// - Parameters:
    ///   - name: the name of the value in messages.
    ///   - demand: the sentence that states the range.
    package func problem(of name: String, in range: ClosedRange<Double>, demand: String) -> String? {
        if let problem { return tr("\(name): \(problem)") }
        return problem { value in
            if case .number(let number) = value, range.contains(number) { nil } else { demand }
        }
    }
}

extension ParameterDeclaration {
    /// True if the parameter's values can change over time.
    package var canChange: Bool {
        switch kind {
        case .number, .integer, .toggle, .choice, .color, .point: true
        case .curve, .text, .file: false
        }
    }

    /// Why a value over time is not allowed for this parameter; nil if it is allowed.
    package func problem(with motion: ValueOverTime) -> String? {
        guard canChange else { return tr("\(id) cannot change over time") }
        if let problem = motion.problem { return tr("\(id): \(problem)") }
        if kind == .toggle || kind == .choice {
            guard case .keyed(_, .hold) = motion else {
                return tr("\(id) has no values in between, so its keys must have the ease hold")
            }
        }
        return motion.problem { value in
            guard let value = StageValue(value).value(for: self) else { return demand }
            // The numbers at the limits of noise are rounded.
            if kind == .integer, case .wiggling = motion, case .number(let number) = value {
                return problem(with: .number(number.rounded(.toNearestOrAwayFromZero)))
            }
            return problem(with: value)
        }
    }
}
