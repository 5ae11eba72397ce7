@testable import Filters
@testable import Rendering
import Testing

@Suite("Text in analog video") struct NTSCOverlayTests {
    private static let gray = FloatFrame(
        [SIMD4<Float>](repeating: SIMD4(0.3, 0.35, 0.4, 1), count: 480 * 480), width: 480)
    private static let lit = SIMD4<Float>(0.93, 0.93, 0.93, 1)
    private static let shade = SIMD4<Float>(0.1, 0.1, 0.1, 1)

    private func made(
        _ settings: NTSCSettings, _ text: [String: ParameterValue] = [:], frame: Int = 0
    ) throws -> [SIMD4<Float>] {
        var settings = settings
        for id in ["overlayLeft", "overlayRight", "overlayDate"] { settings.set(id, to: "") }
        for (id, value) in text { settings.set(id, to: value) }
        return try withSharedEngine { try $0.floats(settings.stage(frame: frame), of: Self.gray) }
    }

    @Test("a recorder's own is over the tape, untouched by it, on every copy")
    func recorder() throws {
        var settings = try NTSCPreset.read("worn-tape").settings
        settings.set("generations", to: 2)
        let plain = try made(settings)
        let texts: [[String: ParameterValue]] = [
            ["overlayLeft": "PLAY ►"], ["overlayRight": "SP"], ["overlayCounter": true],
        ]
        for text in texts {
            let written = try made(settings, text)
            let changed = zip(plain, written).filter { $0 != $1 }.map(\.1)
            let others = changed.count { ($0 - Self.lit).max() > 1e-6 && ($0 - Self.shade).max() > 1e-6 }
            #expect(changed.count > 400 && others == 0, "\(text)")
        }
    }

    @Test("a dot is three pixels of a television's 480 rows, never two")
    func dots() throws {
        let written = try made(NTSCSettings().still, ["overlayLeft": "I"])
        let rows = (0..<480).map { y in (0..<480).count { written[y * 480 + $0] == Self.lit } }
        // The top and bottom bars of the letter are three dots wide, its stem is one.
        #expect(
            rows.filter { $0 > 0 } == [Int](repeating: 9, count: 3) + [Int](repeating: 3, count: 15)
                + [Int](repeating: 9, count: 3))
    }

    /// The camera's date at the bottom, after the tape, compared with the same letters at the top, which the
    /// recorder adds after the tape.
    @Test(
        "a camera's can be read after a tape",
        arguments: ["camcorder", "fresh-tape", "long-play", "pal-tape"])
    func legibility(preset: String) throws {
        let settings = try NTSCPreset.read(preset).settings
        let text: ParameterValue = "JUN 14 1991"
        let plain = try made(settings)
        let sharp = try made(settings, ["overlayLeft": text])
        let worn = try made(settings, ["overlayDate": text])
        func rows(_ pixels: [SIMD4<Float>], _ range: Range<Int>) -> [Double] {
            pixels[range.lowerBound * 480..<range.upperBound * 480].map { Double($0.y) }
        }
        // Letters are ten dots from the edges and seven dots high.
        let (above, below) = (30..<51, 480 - 51..<480 - 30)
        let wanted = rows(sharp, above).map { $0 > 0.929 ? 1.0 : 0 }
        let seen = zip(rows(worn, below), rows(plain, below)).map { $0 - $1 }
        // The tape delays luma by a few pixels.
        let best =
            (0...8).map { delay in
                correlation(Array(wanted.dropLast(delay)), Array(seen.dropFirst(delay)))
            }.max() ?? 0
        #expect(best > 0.6, "\(best)")
    }

    private func correlation(_ one: [Double], _ two: [Double]) -> Double {
        func centered(_ values: [Double]) -> [Double] {
            let mean = values.reduce(0, +) / Double(values.count)
            return values.map { $0 - mean }
        }
        func product(_ one: [Double], _ two: [Double]) -> Double { zip(one, two).map(*).reduce(0, +) }
        let (one, two) = (centered(one), centered(two))
        return product(one, two) / (product(one, one) * product(two, two)).squareRoot()
    }

    @Test("every character of ISO 8859-1 has its own glyph")
    func letters() {
        let unknown = NTSCLetters.letters(of: "\u{2603}")
        #expect(unknown == NTSCLetters.letters(of: "?"))
        var seen: [[[SIMD2<Int>]]: Character] = [:]
        for code in Array(0x21...0x7E) + Array(0xA1...0xFF) where code != 0x3F && code != 0xAD {
            guard let scalar = Unicode.Scalar(code) else { continue }
            let letter = Character(scalar)
            let dots = NTSCLetters.letters(of: String(letter))
            #expect(!dots.isEmpty && dots != unknown && dots.allSatisfy { !$0.isEmpty }, "\(letter)")
            if let other = seen[dots] {
                #expect(other.uppercased() == letter.uppercased(), "\(other) \(letter)")
            }
            seen[dots] = letter
        }
        // Composed and decomposed Unicode give the same letters.
        #expect(NTSCLetters.letters(of: "n\u{303}u\u{308}") == NTSCLetters.letters(of: "ÑÜ"))
    }

    @Test("the counter is above the date if both do not fit side by side")
    func narrow() throws {
        func lowest(_ width: Int) throws -> Int {
            let frame = FloatFrame(
                [SIMD4<Float>](repeating: SIMD4(0.3, 0.35, 0.4, 1), count: width * 480), width: width)
            var settings = NTSCSettings().still
            settings.set("overlayCounter", to: true)
            settings.set("overlayDate", to: "JUN 14 1991")
            let pixels = try withSharedEngine { try $0.floats(settings.stage(), of: frame) }
            return (pixels.lastIndex(of: Self.lit) ?? 0) / width
        }
        #expect(try lowest(640) == 480 - 31)
        #expect(try lowest(300) == 480 - 31 - 36)
    }
}
