import Filters
@testable import Rendering
import Testing

/// The built-in presets avoid the stripe at the left that the reference has because its filters start from
/// black.
@Suite("The left edge of analog video") struct NTSCLeftEdgeTests {
    private static let frame = FloatFrame(
        [SIMD4<Float>](repeating: SIMD4(0.6, 0.5, 0.4, 1), count: 200 * 24), width: 200)

    /// The largest difference in luma between the first ten columns and those in the middle.
    private func stripe(_ given: NTSCSettings) throws -> Float {
        var settings = given.still
        for id in ["steadyStart", "sharpComb", "singleDelay"] {
            settings.set(id, to: .toggle(given.isOn(id)))
        }
        for id in ["generations"] { settings.set(id, to: .number(given.number(id))) }
        settings.set("standard", to: .text(given.text("standard")))
        // The filter lengths of a television, although the picture has fewer rows.
        settings.set("scaleWithVideoSize", to: false)
        let pixels = try withSharedEngine { try $0.floats(settings.stage(), of: Self.frame) }
        let columns = (0..<200).map { x in
            (4..<20).reduce(Float(0)) { sum, y in
                let pixel = pixels[y * 200 + x]
                return sum + (0.299 * pixel.x + 0.587 * pixel.y + 0.114 * pixel.z) / 16
            }
        }
        return (0..<10).map { abs(columns[$0] - columns[100]) }.max() ?? 1
    }

    @Test("is as bright as the rest in all built-in presets", arguments: NTSCPreset.shippedNames)
    func presets(name: String) throws {
        let settings = try NTSCPreset.read(name).settings
        #expect(settings.isOn("steadyStart"))
        let stripe = try stripe(settings)
        #expect(stripe < 0.06)
    }

    @Test("is as bright as the rest at all knob positions")
    func easy() throws {
        for (speed, generations) in [(0, 1), (1, 1), (2, 2), (3, 4)] {
            var easy = NTSCEasy()
            (easy.tapeSpeed, easy.generations, easy.age) = (speed, generations, 0.8)
            let stripe = try stripe(easy.settings)
            #expect(stripe < 0.06, "\(speed) \(generations)")
        }
    }

    @Test("is the reference's by default, for shared presets")
    func byDefault() throws {
        #expect(try stripe(NTSCSettings()) > 0.2)
    }
}
