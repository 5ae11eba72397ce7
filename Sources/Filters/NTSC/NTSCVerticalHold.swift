/// Loss of vertical sync: the picture jumps for a frame now and then, and rolls.
///
/// It is the television showing the tape that loses its hold, so this comes last and happens once, whatever
/// the number of copies, and a recorder's text moves as well.
struct NTSCVerticalHold {
    let settings: NTSCSettings
    let time: FrameTime
    /// Size of the picture, in pixels.
    let size: SIMD2<Int>

    /// Keeps the random numbers apart from those of other stages; see ``SnowTable``.
    private static let stage: UInt64 = 24
    /// The maximum distance of a jump, in pictures.
    private static let jumpReach = 0.25

    /// The pass that moves the picture; nil if it never moves.
    ///
    /// It is there even for frames that stay in place, so that all frames of a clip are divided alike.
    var pass: FilterPass? {
        guard settings.number("jump") > 0 || settings.number("roll") != 0 else { return nil }
        var pass = FilterPass(name: "ntsc, vertical hold", kernel: "ntsc/vertical-hold.glsl")
        pass.grid = size
        // Rows that leave at one edge come back at the other.
        pass.footprint = .whole
        let shifts = (0..<fieldCount).map(shift)
        let periods = (0..<fieldCount).map { period(rows: rows(ofField: $0)) }
        pass.uniforms = [
            "rowCount": .int(size.y), "fieldCount": .int(fieldCount),
            "shifts": .ivec2(SIMD2(shifts[0], shifts[fieldCount - 1])),
            "periods": .ivec2(SIMD2(periods[0], periods[fieldCount - 1])),
        ]
        return pass
    }

    private var fields: NTSCFields { NTSCFields(useField: settings.choice("useField"), time: time) }

    /// 2 if odd and even rows are shown one after the other, otherwise 1.
    private var fieldCount: Int { fields.stride == 2 && !fields.isSingle ? 2 : 1 }

    /// - Parameter field: 0 or 1, from top to bottom.
    private func rows(ofField field: Int) -> Int { (size.y + fieldCount - 1 - field) / fieldCount }

    /// The number of rows from one picture to the next, including those of the blanking interval: 525 for 480
    /// visible ones, or 625 for 576 (ITU-R BT.1700).
    private func period(rows: Int) -> Int {
        let isPAL = settings.choice("standard") == 1
        return Int((Double(rows) * (isPAL ? 625.0 / 576 : 525.0 / 480)).rounded())
    }

    /// How far down a field is, in its own rows, less than a period.
    private func shift(ofField field: Int) -> Int {
        let isLater = fields == .interleavedLowerFirst ? field == 0 : field == 1
        let seconds = time.seconds + (isLater ? 0.5 / time.rate : 0)
        let pictures = settings.number("roll") * seconds + jump
        let period = period(rows: rows(ofField: field))
        guard period > 0 else { return 0 }
        return Int(((pictures - pictures.rounded(.down)) * Double(period)).rounded(.down)) % period
    }

    /// The frame's jump, in pictures; both fields jump together.
    private var jump: Double {
        var dice = SplitMix(keys: [
            UInt64(bitPattern: Int64(settings.number("randomSeed"))), Self.stage,
            UInt64(bitPattern: Int64(time.frame)),
        ])
        guard dice.number() < settings.number("jump") else { return 0 }
        return dice.number(-Self.jumpReach, Self.jumpReach)
    }
}
