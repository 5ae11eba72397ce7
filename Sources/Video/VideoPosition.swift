/// A position in a video as the user writes it: seconds, `h:mm:ss.fff`, or a frame number such as `120f`.
public enum VideoPosition: Sendable, Equatable {
    /// Seconds from the first frame.
    case seconds(Double)
    /// A frame's number, from 0.
    case frame(Int)

    /// Nil if the text is not a position.
    public init?(_ text: String) {
        if text.hasSuffix("f") {
            let digits = text.dropLast()
            guard let number = Int(digits), number >= 0, digits.allSatisfy(\.isNumber) else { return nil }
            self = .frame(number)
            return
        }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (1...3).contains(parts.count), let last = parts.last, let seconds = Self.decimal(last) else {
            return nil
        }
        var total = 0.0
        for (index, part) in parts.dropLast().enumerated() {
            guard let number = Int(part), part.allSatisfy(\.isNumber), index == 0 || number < 60 else {
                return nil
            }
            total = (total + Double(number)) * 60
        }
        guard parts.count == 1 || seconds < 60 else { return nil }
        self = .seconds(total + seconds)
    }

    /// A number with only digits and a point: no sign, no exponent, no infinity.
    private static func decimal(_ text: Substring) -> Double? {
        let isPlain = text.allSatisfy { $0 == "." || ("0"..."9").contains($0) }
        return isPlain ? Double(text) : nil
    }

    /// The first frame that is shown at or after the position, where a range begins or ends;
    /// ``FrameTable/count`` after the last.
    public func frame(in table: FrameTable) -> Int {
        switch self {
        case .frame(let number): min(max(number, 0), table.count)
        case .seconds(let seconds): table.firstFrame(atOrAfter: seconds)
        }
    }

    /// The frame that is shown at the position.
    public func frameShown(in table: FrameTable) -> Int {
        switch self {
        case .frame(let number): number
        case .seconds(let seconds): seconds < table.duration ? table.frame(at: seconds) : table.count
        }
    }
}
