import Localization

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
        guard let seconds = ClockTime.seconds(text) else { return nil }
        self = .seconds(seconds)
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
