/// Random numbers that are the same in every run: SplitMix64 (Steele, Lea and Flood, "Fast splittable
/// pseudorandom number generators", 2014).
package struct SplitMix: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    /// Numbers keyed by use.
    package init(keys: [UInt64]) {
        state = 0
        for key in keys { state = next() ^ key }
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
        return bits ^ bits >> 31
    }

    /// A number from 0 up to, but not including, 1.
    package mutating func number() -> Double { Double(next() >> 11) * 0x1p-53 }

    mutating func number(_ from: Double, _ to: Double) -> Double { from + (to - from) * number() }
}
