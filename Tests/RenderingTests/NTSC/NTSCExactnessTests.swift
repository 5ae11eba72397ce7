import Filters
import Foundation
import GPU
import Imaging
@testable import Rendering
import TestSupport
import Testing

@Suite("The analog video chain is exact") struct NTSCExactnessTests {
    @Test("reproduces the pictures of the reference", arguments: NTSCFixtures.names, NTSCFixtures.pictures)
    func fixtures(name: String, picture: String) throws {
        let preset = try NTSCFixtures.preset(name)
        let input = try NTSCFixtures.picture("input_" + picture)
        let wanted = try NTSCFixtures.picture("\(name)__\(picture)")
        for variant in RowVariant.allCases {
            let made = try withRows(variant) {
                try $0.export(input, [preset.settings.stage()], depth: .sixteen)
            }
            let differences: [Double] = made.withUnsafeBytes { made in
                wanted.withUnsafeBytes { wanted in
                    zip(made.bindMemory(to: UInt16.self), wanted.bindMemory(to: UInt16.self))
                        .map { abs(Double($0) - Double($1)) / 65535 }
                }
            }
            #expect(differences.count == 192 * 96 * 4)
            let largest: Double = differences.max() ?? 1
            let sum: Double = differences.reduce(0, +)
            #expect(largest <= 0.0001, "\(variant)")
            #expect(sum / Double(192 * 96 * 3) <= 0.00001, "\(variant)")
        }
    }

    /// Compares the result for a picture, with given settings and frame numbers, with the model's.
    private func compare(
        _ cases: [(settings: NTSCSettings, frame: Int)], of frame: FloatFrame, tolerance: Double,
        variant: RowVariant = .streamed
    ) throws {
        let folder = try temporaryFolder()
        func write(_ pixels: [SIMD4<Float>], to name: String) throws {
            let floats = pixels.flatMap { [$0.x, $0.y, $0.z] }
            try floats.withUnsafeBytes { Data($0) }.write(to: URL(fileURLWithPath: folder.file(name)))
        }
        try write(frame.pixels, to: "input")
        for (index, (settings, number)) in cases.enumerated() {
            let made = try withRows(variant) { try $0.floats(settings.stage(frame: number), of: frame) }
            try write(made, to: "made\(index)")
            try NTSCPreset(settings).json.write(
                toFile: folder.file("preset\(index)"), atomically: true, encoding: .utf8)
        }
        let script = """
            import json, os, sys
            import numpy as np
            sys.path.insert(0, os.path.dirname(sys.argv[1]))
            sys.dont_write_bytecode = True
            import model
            os.chdir(sys.argv[2])
            width, tolerance = int(sys.argv[3]), float(sys.argv[4])
            picture = np.fromfile("input", np.float32).reshape(-1, width, 3).astype(float)
            for index, number in enumerate(sys.argv[5:]):
                settings = json.load(open(f"preset{index}"))
                wanted = model.chain(settings, picture, int(number))
                made = np.fromfile(f"made{index}", np.float32).reshape(wanted.shape)
                error = np.abs(made - wanted).max() / max(1, np.abs(wanted).max())
                if not error <= tolerance:
                    position = np.unravel_index(np.abs(made - wanted).argmax(), wanted.shape)
                    print(f"frame {number}: {error:.2g} at {position} with preset {index}")
            """
        let wrong = try runPython(
            script,
            arguments: [NTSCFixtures.model, folder.path, "\(frame.size.x)", "\(tolerance)"]
                + cases.map { "\($0.frame)" })
        #expect(wrong.isEmpty, "\(wrong.split(separator: "\n").map { note($0, cases.map(\.settings)) })")
    }

    /// A line of the model's report, followed by those of its settings that differ from the defaults.
    private func note(_ line: Substring, _ settings: [NTSCSettings]) -> String {
        guard let index = line.split(separator: " ").last.flatMap({ Int($0) }) else { return String(line) }
        let defaults = NTSCSettings().parameters
        let changed = settings[index].parameters.filter { defaults[$0.key] != $0.value }
        return line + ": " + changed.map { "\($0.key)=\($0.value.word)" }.sorted().joined(separator: " ")
    }

    @Test("agrees with scipy's filters in double precision, whatever the settings")
    func randomSettings() throws {
        var dice = Dice("chain")
        let cases = (0..<120).map { index in
            var settings = NTSCSettings.random(&dice).still
            settings.set("sharpComb", to: .toggle(index % 2 == 0))
            return (settings: settings, frame: index % 7)
        }
        try compare(cases, of: try NTSCFixtures.frame("input_coffee"), tolerance: 1e-5)
    }

    /// On identical gray rows whose phase does not change, only the luma filters have an effect.
    @Test("filters rows like scipy, each filter alone, within 1e-5", arguments: RowVariant.allCases)
    func filtersAlone(variant: RowVariant) throws {
        var plain = NTSCSettings().still
        let off: [String: ParameterValue] = [
            "useField": "both", "inputLumaFilter": "none", "chromaLowpassIn": "none",
            "compositePreemphasis": 0,
            "chromaDemodulation": "comb-1", "lumaSmear": 0, "ringing": false, "vhsSettings": false,
            "vhsSharpenEnabled": false, "vhsChromaVertBlend": false, "chromaLowpassOut": "none",
            "videoScanlinePhaseShift": "0",
        ]
        for (id, value) in off { plain.set(id, to: value) }
        var changes: [[String: ParameterValue]] = [
            ["inputLumaFilter": "notch"], ["inputLumaFilter": "box"], ["chromaDemodulation": "notch"],
            ["compositePreemphasis": 2], ["compositePreemphasis": -1], ["chromaDemodulation": "box"],
        ]
        for kind in ["constant-k", "butterworth"] as [ParameterValue] {
            for scale in [0.125, 0.5, 1, 2.5, 8] as [ParameterValue] {
                let base: [String: ParameterValue] = ["filterType": kind, "bandwidthScale": scale]
                let more: [[String: ParameterValue]] = [
                    ["chromaLowpassIn": "full"], ["chromaLowpassIn": "light"], ["chromaLowpassOut": "full"],
                    ["chromaLowpassOut": "light"], ["vhsSettings": true, "vhsTapeSpeed": "ep"],
                    ["vhsSettings": true, "vhsTapeSpeed": "sp"],
                    [
                        "vhsSettings": true, "vhsSharpenEnabled": true, "vhsSharpen": 5,
                        "vhsSharpenFrequency": 4,
                    ],
                    ["lumaSmear": 0.02], ["lumaSmear": 1],
                ]
                changes += more.map { $0.merging(base) { one, _ in one } }
            }
        }
        for frequency in [0.003, 0.1, 0.45, 0.8, 0.99] as [ParameterValue] {
            for power in [1, 4, 10] as [ParameterValue] {
                changes.append(
                    [
                        "ringing": true, "ringingFrequency": frequency, "ringingPower": power,
                        "ringingScale": 1,
                    ])
            }
        }
        if variant == .chunked {
            // A software renderer takes a second to compile a chunked kernel, so some are tested only in
            // RowVariantTests.
            changes.removeAll { change in
                change["inputLumaFilter"] == "box" || change.values.contains("light")
                    || change["filterType"] == "constant-k"
            }
        }
        let cases = changes.map { change in
            var settings = plain
            for (id, value) in change { settings.set(id, to: value) }
            return (settings: settings, frame: 0)
        }
        var dice = Dice("rows")
        let gray = (0..<331).map { _ in Float(dice.number(0...1)) }
        let rows = (0..<5).flatMap { _ in gray.map { SIMD4($0, $0, $0, 1) } }
        try compare(cases, of: FloatFrame(rows, width: 331), tolerance: 1e-5, variant: variant)
        let colors = (0..<331).map { _ in
            SIMD4(Float(dice.number(0...1)), Float(dice.number(0...1)), Float(dice.number(0...1)), 1)
        }
        try compare(
            cases, of: FloatFrame((0..<5).flatMap { _ in colors }, width: 331), tolerance: 1e-5,
            variant: variant)
    }

    @Test(
        "weaves and bobs fields of pictures of odd sizes",
        arguments: [(1, 1), (2, 1), (5, 3), (3, 2), (9, 8), (18, 7)])
    func fields(size: (width: Int, height: Int)) throws {
        var dice = Dice("fields")
        let pixels = (0..<size.width * size.height).map { _ in
            SIMD4(Float(dice.number(0...1)), Float(dice.number(0...1)), Float(dice.number(0...1)), 1)
        }
        let choices = try #require(NTSCSettings.declared.first { $0.id == "useField" }?.choices)
        let cases = choices.flatMap { choice in
            (0..<3).map { frame in
                var settings = NTSCSettings().still
                settings.set("useField", to: .text(choice.id))
                settings.set("chromaDemodulation", to: frame == 1 ? "comb-2" : "notch")
                settings.set("sharpComb", to: .toggle(choice.id == "both"))
                return (settings: settings, frame: frame)
            }
        }
        try compare(cases, of: FloatFrame(pixels, width: size.width), tolerance: 1e-5)
    }
}
