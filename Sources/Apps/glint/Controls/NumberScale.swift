/// The scale on which a number is shown and typed. It follows from the parameter's range, so that custom
/// filters have it, too:
///
/// - A number with a unit and a whole number are shown as they are. So is a factor that is never 0 and can
///   exceed 1, such as a gamma, and a number that can exceed 3.
/// - Other numbers are parts of a whole, shown in hundredths. If “no effect” is in the middle of the range,
///   it is shown as 0 and the ends as −100 and +100: a saturation of 0…2 as well as a contrast of −1…1.
///   Otherwise they are in percent.
/// - A number has a sign if “no effect” is in the middle of its range.
struct NumberScale {
    /// The value shown as 0.
    private let zero: Double
    /// What is shown for a difference of 1.
    let factor: Double
    /// The unit shown; empty for none.
    let unit: String
    /// The unit that may be typed; it never changes the number.
    let typedUnit: String
    /// True if positive numbers have a sign.
    let isSigned: Bool

    /// The maximum of a part, as shown in percent: 300 %.
    private static let maximumPart = 3.0

    init(_ range: SliderRange) {
        let (low, high) = (range.limits.lowerBound, range.limits.upperBound)
        let middle = (low + high) / 2
        // A range from −1 to 1 without a declared identity has its neutral value in the middle as well.
        let neutral = range.identity ?? (range.unit.isEmpty && middle == 0 ? 0 : nil)
        isSigned = neutral.map { abs($0 - middle) < 1e-9 } ?? false
        let isBalance = isSigned && high - middle <= 1
        let isShare =
            isBalance || (low <= 0 || high <= 1) && max(-low, high) <= Self.maximumPart
        if range.isWhole || !range.unit.isEmpty || !isShare {
            (zero, factor) = (0, 1)
            // The colors of the slider say more than the unit of color correction filters.
            (unit, typedUnit) = (range.unit == "CC" ? "" : range.unit, range.unit)
        } else {
            (zero, factor) = (isBalance ? middle : 0, 100)
            (unit, typedUnit) = (isBalance ? "" : "%", "%")
        }
    }

    /// The number to show for a value.
    func shown(_ value: Double) -> Double { (value - zero) * factor }

    /// The value of a number shown, without binary rounding errors.
    func value(_ shown: Double) -> Double { ((shown / factor + zero) * 1e9).rounded() / 1e9 }
}
