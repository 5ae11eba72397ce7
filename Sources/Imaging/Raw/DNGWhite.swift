import System

/// Handles the white balance of DNG files that specify it as chromaticities (AsShotWhiteXY). LibRaw misuses
/// these: it multiplies them into the color matrix and estimates the white balance itself.
///
/// DNG specification 1.7, chapter 6, "Translating White Balance xy Coordinates to Camera Neutral
/// Coordinates".
enum DNGWhite {
    private enum Tag {
        static let colorMatrices = [50721, 50722]
        static let calibrations = [50723, 50724]
        static let analogBalance = 50727
        static let neutral = 50728
        static let white = 50729
        static let illuminants = [50778, 50779]
        static let cameraSignature = 50931
        static let profileSignature = 50932
    }

    /// The file with the chromaticities replaced by the camera's response to a neutral object
    /// (AsShotNeutral); nil if the file specifies its white balance differently or not at all.
    static func statingNeutral(_ file: UnsafeRawBufferPointer) -> FileBytes? {
        guard let reader = TIFFReader(file), reader.layout == .classic,
            let neutral = neutral(reader),
            let entry = reader.entryOffset(of: Tag.white, at: reader.firstDirectory),
            let value = reader.value(ofEntryAt: entry), value + 16 <= file.count
        else { return nil }
        return FileBytes.copy(of: file) { copy in
            func put(_ bytes: [UInt8], at offset: Int) {
                copy[offset..<offset + bytes.count].copyBytes(
                    from: file[0] == 0x4D ? bytes.reversed() : bytes)
            }
            // Three floats, which take less space than the two fractions they replace.
            put(littleEndian(Tag.neutral, 2), at: entry)
            put(littleEndian(11, 2), at: entry + 2)
            put(littleEndian(3, 4), at: entry + 4)
            for channel in 0..<3 {
                put(littleEndian(Int(Float(neutral[channel]).bitPattern), 4), at: value + 4 * channel)
            }
        }
    }

    private static func neutral(_ reader: TIFFReader) -> SIMD3<Double>? {
        let wanted = Set(
            Tag.colorMatrices + Tag.calibrations + Tag.illuminants + [
                Tag.analogBalance, Tag.neutral, Tag.white, Tag.cameraSignature, Tag.profileSignature,
            ])
        let entries = reader.entries(at: reader.firstDirectory, wanted: wanted.contains)
        func numbers(_ tag: Int) -> [Double]? { entries.first { $0.tag == tag }.flatMap(Self.numbers) }
        func matrix(_ tag: Int) -> Matrix3? { numbers(tag).flatMap(Matrix3.init(numbers:)) }
        guard !reader.has(Tag.neutral, at: reader.firstDirectory),
            let entry = entries.first(where: { $0.tag == Tag.white }), entry.type == 5, entry.count == 2,
            let white = numbers(Tag.white),
            white.allSatisfy({ $0 > 0 && $0 < 1 })
        else { return nil }
        // Calibration matrices only apply to profiles with the same signature.
        func text(_ tag: Int) -> [UInt8] { entries.first { $0.tag == tag }?.bytes ?? [0] }
        let isCalibrated = text(Tag.cameraSignature) == text(Tag.profileSignature)
        func toCamera(_ index: Int) -> Matrix3? {
            guard let color = matrix(Tag.colorMatrices[index]) else { return nil }
            guard isCalibrated, let calibration = matrix(Tag.calibrations[index]) else { return color }
            return calibration * color
        }
        guard let first = toCamera(0) ?? toCamera(1) else { return nil }
        var matrix = first
        if let second = toCamera(1), let (low, high) = temperatures(numbers) {
            let share = share(of: temperature(white), between: low, high)
            matrix = blended(first, second, share)
        }
        let xyz = SIMD3(white[0] / white[1], 1, (1 - white[0] - white[1]) / white[1])
        let balance = numbers(Tag.analogBalance) ?? [1, 1, 1]
        guard balance.count == 3 else { return nil }
        let neutral = SIMD3(balance[0], balance[1], balance[2]) * (matrix * xyz)
        guard neutral.min() > 0, neutral.max().isFinite else { return nil }
        return neutral / neutral.max()
    }

    private static func temperatures(_ numbers: (Int) -> [Double]?) -> (Double, Double)? {
        let known = Tag.illuminants.compactMap {
            numbers($0)?.first.flatMap { Int(exactly: $0) }.flatMap { temperatures[$0] }
        }
        return known.count == 2 && known[0] != known[1] ? (known[0], known[1]) : nil
    }

    /// The color temperatures of EXIF's light sources in kelvins.
    private static let temperatures = [
        1: 5500.0, 2: 4150, 3: 2850, 4: 5500, 9: 5500, 10: 6500, 11: 7500, 12: 6430, 13: 5050, 14: 4150,
        15: 3450, 17: 2856, 18: 4874, 19: 6774, 20: 5503, 21: 6504, 22: 7504, 23: 5003, 24: 3200,
    ]

    /// The correlated color temperature of a white point (McCamy's formula).
    private static func temperature(_ white: [Double]) -> Double {
        let slope = (white[0] - 0.3320) / (0.1858 - white[1])
        return ((449 * slope + 3525) * slope + 6823.3) * slope + 5520.33
    }

    /// The weight of the second matrix, interpolated by inverse temperature.
    private static func share(of temperature: Double, between first: Double, _ second: Double) -> Double {
        guard temperature.isFinite, temperature > 0 else { return 0 }
        return min(max((1 / temperature - 1 / first) / (1 / second - 1 / first), 0), 1)
    }

    private static func blended(_ first: Matrix3, _ second: Matrix3, _ share: Double) -> Matrix3 {
        func row(_ first: SIMD3<Double>, _ second: SIMD3<Double>) -> SIMD3<Double> {
            first + (second - first) * share
        }
        return Matrix3(
            row(first.rows.0, second.rows.0), row(first.rows.1, second.rows.1),
            row(first.rows.2, second.rows.2))
    }

    /// The values of an entry of 16-bit or 32-bit integers, or of fractions.
    private static func numbers(_ entry: TIFFDirectory.Entry) -> [Double] {
        func number(_ start: Int, _ size: Int) -> UInt32 {
            entry.bytes[start..<start + size].reversed().reduce(0) { $0 << 8 | UInt32($1) }
        }
        func offsets(_ size: Int) -> StrideTo<Int> {
            stride(from: 0, to: entry.bytes.count - size + 1, by: size)
        }
        return switch entry.type {
        case 3: offsets(2).map { Double(number($0, 2)) }
        case 4: offsets(4).map { Double(number($0, 4)) }
        case 5: offsets(8).map { Double(number($0, 4)) / Double(number($0 + 4, 4)) }
        case 10:
            offsets(8).map {
                Double(Int32(bitPattern: number($0, 4))) / Double(Int32(bitPattern: number($0 + 4, 4)))
            }
        default: []
        }
    }
}
