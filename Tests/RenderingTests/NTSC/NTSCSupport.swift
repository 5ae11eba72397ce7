import Filters
import Foundation
import Imaging
import Rendering
import Testing

/// Fixtures and test pictures for the analog video chain.
enum NTSCFixtures {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path
    static let pictures = ["bars", "coffee"]
    /// The double-precision model of the chain.
    static let model = folder + "/model.py"

    static func picture(_ name: String) throws -> PixelBuffer {
        try Picture(contentsOf: "\(folder)/Fixtures/\(name).png").pixels
    }

    /// A picture as numbers, 0…1.
    static func frame(_ name: String) throws -> FloatFrame {
        let picture = try picture(name)
        let pixels = picture.withUnsafeBytes { bytes in
            bytes.bindMemory(to: SIMD4<UInt16>.self).map { SIMD4<Float>($0) / 65535 }
        }
        return FloatFrame(pixels, width: picture.width)
    }

    /// The presets by name, as in the file.
    static func presets() throws -> [String: JSONValue] {
        let data = try Data(contentsOf: URL(fileURLWithPath: folder + "/Fixtures/settings.json"))
        return try JSONDecoder().decode([String: JSONValue].self, from: data)
    }

    static func preset(_ name: String) throws -> NTSCPreset {
        try NTSCPreset(json: try #require(try presets()[name]).text)
    }

    /// The names of all built-in presets.
    static let names: [String] = ((try? presets()) ?? [:]).keys.sorted()
}

/// Runs `body` on the engine shared by the filter tests, with a fixed variant of the row passes.
func withRows<Result>(_ variant: RowVariant, _ body: (Engine) throws -> Result) throws -> Result {
    try withSharedEngine { engine in
        let before = engine.rowVariant
        engine.rowVariant = variant
        defer { engine.rowVariant = before }
        return try body(engine)
    }
}

extension NTSCSettings {
    /// A stage with these settings that keeps the picture's own row count.
    func stage(frame: Int = 0) -> Recipe.Stage {
        var stage = Recipe.Stage(NTSC.id, parameters)
        stage.set("resize480", to: false)
        stage.set("frame", to: .number(Double(frame)))
        return stage
    }

    /// The settings without randomness.
    var still: NTSCSettings {
        var settings = self
        for id in [
            "compositeNoise", "lumaNoise", "chromaNoise", "headSwitching", "trackingNoise",
            "vhsEdgeWaveEnabled",
        ] {
            settings.set(id, to: false)
        }
        for id in [
            "snowIntensity", "chromaPhaseNoiseIntensity", "vhsChromaLoss", "dropouts", "tracking", "jump",
            "roll",
        ] {
            settings.set(id, to: 0)
        }
        for id in ["overlayLeft", "overlayRight", "overlayDate"] { settings.set(id, to: "") }
        settings.set("overlayCounter", to: false)
        settings.set("generations", to: 1)
        settings.set("standard", to: "ntsc")
        for id in ["steadyStart", "truePhase", "singleDelay", "noiseInShadows", "sharpComb"] {
            settings.set(id, to: false)
        }
        return settings
    }

    /// Random values for all settings.
    static func random(_ dice: inout Dice) -> NTSCSettings {
        var settings = NTSCSettings()
        for parameter in presetParameters { settings.set(parameter.id, to: parameter.sample(&dice)) }
        settings.set("generations", to: 1)
        return settings
    }
}
