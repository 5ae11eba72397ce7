extension Fraction {
    /// Parses a frame rate as usually written: `24`, `29.97`, `30000/1001`; nil for anything else, and
    /// outside 1/1000…1000. An abbreviated television rate becomes the exact one.
    public init?(ofRate text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        if parts.count == 2, let above = Int(parts[0]), let below = Int(parts[1]) {
            self.init(above, below)
            guard above > 0, below > 0, above <= 1_000_000_000, below <= 1_000_000_000 else { return nil }
        } else {
            guard text.allSatisfy({ $0 == "." || ("0"..."9").contains($0) }), let value = Double(text) else {
                return nil
            }
            guard (0.001...1000).contains(value) else { return nil }
            self.init(nearestRate: value)
        }
        guard (0.001...1000).contains(value) else { return nil }
    }

    private init(nearestRate value: Double) {
        let television = [24, 30, 48, 60, 120].map { Fraction($0 * 1000, 1001) }
        // 29.97 is off by 0.00003; 29.9 is another rate.
        if let rate = television.first(where: { abs($0.value - value) < 0.005 }) {
            self = rate
        } else if value.rounded() == value, value < 1_000_000 {
            self.init(Int(value))
        } else {
            self.init(Int((min(value, 1_000_000) * 1000).rounded()), 1000)
        }
    }
}
