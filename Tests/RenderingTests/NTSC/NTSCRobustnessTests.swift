import Filters
import Foundation
import TestSupport
import Testing

@testable import Rendering

/// With any settings, each frame renders, contains no NaN, and does not affect the next one.
@Suite("The analog video chain withstands anything") struct NTSCRobustnessTests {
    /// The settings that kernels are compiled for; all others can change from frame to frame without
    /// recompiling.
    private static let compiledFor: Set = [
        "useField", "filterType", "inputLumaFilter", "chromaLowpassIn", "chromaDemodulation",
        "compositeNoise", "lumaNoise", "chromaNoise", "compositeNoiseDetail", "lumaNoiseDetail",
        "chromaNoiseDetail", "vhsChromaVertBlend", "chromaLowpassOut", "vhsSettings", "vhsTapeSpeed",
        "noiseInShadows",
    ]

    /// Choices that exercise each filter in turn.
    private static let choices: [[String: ParameterValue]] = [
        [:],
        [
            "filterType": "constant-k", "inputLumaFilter": "box", "chromaLowpassIn": "light",
            "chromaDemodulation": "box", "useField": "both", "compositeNoiseDetail": 5, "vhsTapeSpeed": "ep",
            "noiseInShadows": true,
        ],
        [
            "inputLumaFilter": "none", "chromaLowpassIn": "none", "chromaDemodulation": "comb-1",
            "useField": "upper", "lumaNoiseDetail": 5, "vhsSettings": false, "chromaLowpassOut": "none",
        ],
        [
            "filterType": "constant-k", "chromaDemodulation": "comb-2", "useField": "alternating",
            "chromaNoiseDetail": 5, "vhsChromaVertBlend": false, "chromaLowpassOut": "light",
        ],
    ]

    /// Random values, every third at an end of its range, where divisions by zero hide. Three of four
    /// settings leave rows in place, since shifted rows have black beside them, which would hide NaN.
    private static func preset(_ dice: inout Dice, choices: [String: ParameterValue]) -> NTSCSettings {
        var settings = NTSCSettings()
        for (id, value) in choices { settings.set(id, to: value) }
        for parameter in NTSCSettings.presetParameters where !compiledFor.contains(parameter.id) {
            guard parameter.kind != .text, parameter.id != "generations" else { continue }
            let isAtEnd = dice.next() % 3 == 0
            let end = isAtEnd ? parameter.extremes.randomElement(using: &dice) : nil
            settings.set(parameter.id, to: end ?? parameter.sample(&dice))
        }
        if dice.next() % 4 != 0 {
            for id in ["headSwitching", "trackingNoise"] { settings.set(id, to: false) }
            for id in ["tracking", "jump", "roll"] { settings.set(id, to: 0) }
        }
        return settings
    }

    /// A picture without black.
    private static func picture(width: Int, height: Int) -> FloatFrame {
        FloatFrame(testPicture(width: width, height: height).map { SIMD4(repeating: 0.25) + 0.75 * $0 })
    }

    /// True if no kernel computed NaN. A kernel that does writes black or the largest half float, so neither
    /// may occur, except black beside shifted rows and between pictures, and values that many generations
    /// amplify.
    private func isSound(_ pixels: [SIMD4<Float>], of stage: Recipe.Stage) -> Bool {
        let shifts =
            stage.isOn("headSwitching") || stage.isOn("trackingNoise")
            || ["tracking", "jump", "roll"].contains { id in
                stage.parameters[id].map { $0 != StageValue(0) } ?? false
            }
        let limit: Float = stage.parameters["generations"] == StageValue(1) ? 65503 : 65504
        return pixels.withUnsafeBufferPointer { pixels in
            for pixel in pixels {
                let largest = max(abs(pixel.min()), abs(pixel.max()))
                // In minimum and maximum, NaN counts as less than everything.
                guard largest <= limit, shifts || pixel.x != 0 || pixel.y != 0 || pixel.z != 0 else {
                    return false
                }
            }
            return true
        }
    }

    /// Half of the presets each, since a run uses only one core: 400 in all, so that every slider is at each
    /// of its ends in about sixty; in the long variant 10 000.
    @Test("in presets at random", arguments: [0, 1])
    func presets(half: Int) throws {
        var dice = Dice("numbers \(half)" + (longTestsSeed ?? ""))
        let (frame, wide) = (Self.picture(width: 24, height: 10), Self.picture(width: 300, height: 3))
        let plain = NTSCSettings().stage()
        try withEngine { engine in
            let before = try engine.floats(plain, of: frame)
            for index in 0..<rounds(200, long: 5000) {
                let choices = Self.choices[(index / 16) % Self.choices.count]
                let stage = Self.preset(&dice, choices: choices).stage(frame: index)
                let values = try engine.floats(stage, of: index % 16 == 0 ? wide : frame)
                if !isSound(values, of: stage) { Issue.record("\(stage.parameters)") }
            }
            let after = try engine.floats(plain, of: frame)
            let next = try engine.floats(NTSCSettings().stage(frame: 1), of: frame)
            let (isSame, moves) = (after == before, next != after)
            #expect(isSame && moves)
        }
    }

    @Test("with everything at random, including choices")
    func everything() throws {
        var dice = Dice("presets")
        let frame = Self.picture(width: 70, height: 26)
        for index in 0..<80 {
            let stage = NTSCSettings.random(&dice).stage(frame: index)
            let values = try withSharedEngine { try $0.floats(stage, of: frame) }
            let isSound = isSound(values, of: stage)
            #expect(isSound, "\(stage.parameters)")
        }
    }

    @Test(
        "with each slider at each end, in pictures of any size",
        arguments: [(1, 1), (1, 9), (7, 1), (5, 3), (70, 26)])
    func extremes(size: (width: Int, height: Int)) throws {
        let frame = Self.picture(width: size.width, height: size.height)
        // With and without the effects that are on by default, since these hide some errors.
        let others = size.height > 9 ? [NTSCSettings(), NTSCSettings().still] : [NTSCSettings().still]
        var checked = 0
        for parameter in NTSCSettings.declared where !["preset", "resize480"].contains(parameter.id) {
            for (value, others) in parameter.extremes.flatMap({ value in others.map { (value, $0) } }) {
                var stage = others.stage()
                stage.set(parameter.id, to: value)
                let values = try withSharedEngine { try $0.floats(stage, of: frame) }
                #expect(values.count == size.width * size.height)
                let isSound = isSound(values, of: stage)
                #expect(isSound, "\(parameter.id)=\(value.word)")
                checked += 1
            }
        }
        #expect(checked >= 2 * 76)
    }

    @Test("with all sliders at one end at once", arguments: [0, 1])
    func allAtOnce(end: Int) throws {
        var settings = NTSCSettings()
        for parameter in NTSCSettings.presetParameters where parameter.kind != .text {
            let extremes = parameter.extremes
            settings.set(parameter.id, to: end == 0 ? extremes[0] : extremes[extremes.count - 1])
        }
        for resizes in [false, true] {
            var stage = settings.stage(frame: 1_000_000 * end)
            stage.set("resize480", to: .toggle(resizes))
            let frame = Self.picture(width: resizes ? 4 : 70, height: 26)
            let values = try withSharedEngine { try $0.floats(stage, of: frame) }
            let isSound = isSound(values, of: stage)
            #expect(isSound, "\(end) \(resizes)")
        }
    }
}

extension Recipe.Stage {
    fileprivate func isOn(_ id: String) -> Bool { parameters[id] == StageValue(true) }
}
