import Filters
import Foundation
import Testing

@Suite("Filters of light against their formulas in double precision") struct LightFormulaTests {
    @Test("exposure multiplies linear light by a power of two", arguments: [-5, -1.3, -0.02, 0.02, 0.7, 5])
    func exposure(stops: Double) throws {
        try expect("exposure", ["stops": .number(stops)]) { $0.each { encoded(decoded($0) * exp2(stops)) } }
    }

    @Test("brightness is Schlick's bias", arguments: [-1, -0.4, 0.1, 1])
    func brightness(amount: Double) throws {
        // b is the output for 0.5.
        let b = 1 / (1 + pow(4, -amount))
        try expect("brightness", ["amount": .number(amount)]) { $0.each { extendedBias($0, b) } }
    }

    @Test("contrast is Schlick's gain", arguments: [-1, -0.4, 0.1, 1])
    func contrast(amount: Double) throws {
        let b = 1 / (1 + pow(2, -1.5 * amount))
        try expect("contrast", ["amount": .number(amount)]) {
            $0.each { x in
                // Schlick's formula inside 0…1, its tangents outside.
                let k = 1 / (1 - b) - 2
                if x < 0 || x > 1 { return x < 0 ? x / (1 + k) : 1 + (x - 1) / (1 + k) }
                return x < 0.5 ? x / (k * (1 - 2 * x) + 1) : (k * (1 - 2 * x) - x) / (k * (1 - 2 * x) - 1)
            }
        }
    }

    @Test("highlights multiply by the luma's position between 0.3 and 1", arguments: [-1, -0.3, 0.6, 1])
    func highlights(amount: Double) throws {
        try expect("highlights", ["amount": .number(amount)]) {
            $0 * pow(2, 0.35 * amount * smooth(0.3, 1, $0.luma))
        }
    }

    @Test("shadows multiply by the luma's position between 0 and 0.7", arguments: [-1, -0.3, 0.6, 1])
    func shadows(amount: Double) throws {
        try expect("shadows", ["amount": .number(amount)]) { $0 * pow(2, amount * smooth(0.7, 0, $0.luma)) }
    }

    @Test(
        "highlights and shadows never reverse the order of tones", arguments: ["highlights", "shadows"],
        [-1.0, 1])
    func rises(filter: String, amount: Double) throws {
        let grays = (-50...150).map { SIMD4(SIMD3(repeating: Float($0) / 100), 1) }
        let values = try withSharedEngine {
            try $0.floats(
                Recipe.Stage(filter, ["amount": .number(amount)]), of: FloatFrame(grays, width: 201))
        }
        #expect(zip(values, values.dropFirst()).allSatisfy { $0.x < $1.x })
    }

    @Test("whites add a cubic that continues linearly", arguments: [-1, -0.3, 0.6, 1])
    func whites(amount: Double) throws {
        try expect("whites", ["amount": .number(amount)]) {
            $0.each { x in x + amount / 4 * (x > 1 ? 3 * x - 2 : pow(max(x, 0), 3)) }
        }
    }

    @Test("blacks add a cubic that continues linearly", arguments: [-1, -0.3, 0.6, 1])
    func blacks(amount: Double) throws {
        try expect("blacks", ["amount": .number(amount)]) {
            $0.each { x in x + amount / 5 * (x < 0 ? 1 - 3 * x : pow(max(1 - x, 0), 3)) }
        }
    }

    @Test("gamma is a power", arguments: [0.3, 0.8, 1.5, 3])
    func gamma(gamma: Double) throws {
        try expect("gamma", ["gamma": .number(gamma)], tolerance: 1e-4) {
            $0.each { mirroredPower($0, 1 / gamma) }
        }
    }

    @Test(
        "levels stretch, apply gamma and stretch again",
        arguments: [
            (0.1, 0.8, 1.4, 0.2, 0.9), (0.7, 0.3, 1, 0, 1), (0, 1, 0.5, 1, 0), (0.2, 0.25, 2, 0.1, 0.1),
        ])
    func levels(black: Double, white: Double, gamma: Double, outputBlack: Double, outputWhite: Double) throws
    {
        let parameters: [String: ParameterValue] = [
            "black": .number(black), "white": .number(white), "gamma": .number(gamma),
            "outputBlack": .number(outputBlack), "outputWhite": .number(outputWhite),
        ]
        try expect("levels", parameters, tolerance: 1e-4) {
            $0.each { x in
                let t = mirroredPower((x - black) / (white - black), 1 / gamma)
                return outputBlack + t * (outputWhite - outputBlack)
            }
        }
    }

    /// Schlick's bias in its original notation, with its tangents outside 0…1.
    private func extendedBias(_ x: Double, _ b: Double) -> Double {
        let k = 1 / b - 2
        if x < 0 { return x / (k + 1) }
        return x > 1 ? 1 + (x - 1) * (k + 1) : x / (k * (1 - x) + 1)
    }
}
