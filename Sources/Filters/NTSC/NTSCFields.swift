import Glibc

/// How the rows of a picture are assigned to fields.
enum NTSCFields: Int, Sendable {
    case progressive = 0
    case interleavedUpperFirst = 1
    case interleavedLowerFirst = 2
    case upper = 3
    case lower = 4

    /// - Parameter useField: the setting: alternating, upper, lower, both, interleaved upper or lower first.
    ///   Frames that are themselves interlaced with the lower field first are interleaved that way.
    init(useField: Int, time: FrameTime) {
        switch useField {
        case 0: self = time.frame % 2 == 0 ? .lower : .upper
        case 1: self = .upper
        case 2: self = .lower
        case 3: self = .progressive
        case 4: self = time.startsWithLowerField ? .interleavedLowerFirst : .interleavedUpperFirst
        default: self = .interleavedLowerFirst
        }
    }

    /// A row of a field.
    struct Line {
        /// The row's number in the field, and the number of rows in the field.
        let row: Int
        let rows: Int
        /// The field's number in temporal order.
        let frame: Int
    }

    /// The distance from a row to the one above it in the same field.
    var stride: Int { self == .progressive ? 1 : 2 }

    /// True if only one field is processed; rows of the other field are then interpolated.
    var isSingle: Bool { self == .upper || self == .lower }

    /// The line for row `y`; same as `lineAt` in `Shaders/include/ntsc.glsl`.
    func line(_ y: Int, of height: Int, frame: Int) -> Line {
        let parity = y & 1
        let rows = (height + 1 - parity) / 2
        switch self {
        case .progressive: return Line(row: y, rows: height, frame: frame)
        case .interleavedUpperFirst: return Line(row: y / 2, rows: rows, frame: 2 * frame + parity)
        case .interleavedLowerFirst: return Line(row: y / 2, rows: rows, frame: 2 * frame + 1 - parity)
        case .upper, .lower: return Line(row: y / 2, rows: rows, frame: frame)
        }
    }
}

extension NTSCFields.Line {
    /// How much of a drifting band of tracking errors covers the line, 0…1; same as `bandShare` in the
    /// kernels.
    func bandShare(_ settings: NTSCSettings) -> Double {
        let amount = settings.number("tracking")
        guard amount > 0 else { return 0 }
        let position = settings.number("trackingPosition") + Double(frame) * NTSCFields.bandSpeed
        // The band cycles through the height of the picture plus a fifth.
        let center = (position - (position / 1.2).rounded(.down) * 1.2 - 0.1) * Double(rows)
        let share = 1 - abs(Double(row) - center) / ((0.04 + 0.1 * amount) * Double(rows))
        return max(0, share)
    }
}

extension NTSCFields {
    /// How far the band moves per field, in picture heights.
    static let bandSpeed = 0.0043
}
