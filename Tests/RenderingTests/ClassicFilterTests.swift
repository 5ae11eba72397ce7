import Filters
import Foundation
import Imaging
import Rendering
import TestSupport
import Testing

/// Filters that other programs also have, compared with Pillow, scikit-image, ImageMagick and Python's
/// colorsys.
@Suite("Classic filters compared with other programs") struct ClassicFilterTests {
    private static let preamble = """
        import sys, colorsys, subprocess
        import numpy as np
        from PIL import Image, ImageOps
        a = np.fromfile(sys.argv[1], "u1").reshape(61, 97, 4)
        rgb, alpha = a[..., :3], a[..., 3:]
        f = rgb / 255
        """

    /// The largest difference, in 8-bit levels, between an export and the result `r` of the script: colors of
    /// 0…255, or floats of 0…1.
    private func difference(
        _ filter: String, _ parameters: [String: ParameterValue], from script: String
    ) throws -> Int {
        let folder = try temporaryFolder()
        var dice = Dice("classic")
        let scene = testPicture(alpha: true)
        var picture = scene
        for index in scene.pixels.indices where index % 2 == 0 {
            let color = SIMD3(dice.number(0...1), dice.number(0...1), dice.number(0...1))
            picture.pixels[index] = SIMD4(color, scene.pixels[index].w)
        }
        let buffer = picture.buffer(.eight)
        try Data(buffer.withUnsafeBytes { Array($0) }).write(to: URL(fileURLWithPath: folder.file("in")))
        let lines = [
            Self.preamble, script,
            "r = np.asarray(r)",
            "if r.dtype.kind == 'f': r = np.floor(np.clip(r, 0, 1) * 255 + .5).astype('u1')",
            "np.concatenate([np.broadcast_to(r, rgb.shape), alpha], 2).astype('u1').tofile(sys.argv[2])",
        ]
        try runPython(
            lines.joined(separator: "\n"),
            arguments: [folder.file("in"), folder.file("out"), folder.file("a.png")])
        let theirs = try Data(contentsOf: URL(fileURLWithPath: folder.file("out")))
        let ours = try withSharedEngine {
            try $0.export(buffer, [Recipe.Stage(filter, parameters)], depth: .eight)
        }
        #expect(theirs.count == ours.count)
        return zip(theirs, ours).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
    }

    @Test("hue compared with scikit-image's YIQ", arguments: [-180, -45, 30, 120])
    func hue(angle: Double) throws {
        let script = """
            from skimage.color import rgb2yiq, yiq2rgb
            t = -np.radians(\(angle))
            y, i, q = np.moveaxis(rgb2yiq(f), 2, 0)
            r = yiq2rgb(np.stack([y, i * np.cos(t) - q * np.sin(t), i * np.sin(t) + q * np.cos(t)], 2))
            """
        #expect(try difference("hue", ["angle": .number(angle)], from: script) <= 1)
    }

    @Test("sepia compared with Pillow's matrix")
    func sepia() throws {
        let script = """
            r = Image.fromarray(rgb).convert("RGB", (
                .393, .769, .189, 0, .349, .686, .168, 0, .272, .534, .131, 0))
            """
        #expect(try difference("sepia", [:], from: script) <= 1)
    }

    @Test("posterize compared with ImageMagick", arguments: [2, 4, 7])
    func posterize(levels: Int) throws {
        let script = """
            Image.fromarray(rgb).save(sys.argv[3])
            r = np.frombuffer(subprocess.run(
                ["convert", sys.argv[3], "+dither", "-posterize", "\(levels)", "-depth", "8", "rgb:-"],
                check=True, stdout=subprocess.PIPE).stdout, "u1").reshape(rgb.shape)
            """
        #expect(try difference("posterize", ["levels": .number(Double(levels))], from: script) <= 1)
    }

    @Test("solarize compared with Pillow", arguments: [64, 128, 200])
    func solarize(threshold: Int) throws {
        let script = "r = ImageOps.solarize(Image.fromarray(rgb), \(threshold))"
        // Pillow inverts values at the threshold, Glint only those above it.
        let value = (Double(threshold) - 0.5) / 255
        #expect(try difference("solarize", ["threshold": .number(value)], from: script) == 0)
    }

    @Test("gamma compared with scikit-image", arguments: [0.4, 1.8, 3])
    func gamma(gamma: Double) throws {
        let script = "from skimage.exposure import adjust_gamma; r = adjust_gamma(f, 1 / \(gamma))"
        #expect(try difference("gamma", ["gamma": .number(gamma)], from: script) <= 1)
    }

    @Test("levels compared with scikit-image")
    func levels() throws {
        // scikit-image clips between the two steps, and Glint at the end; with the full output range the
        // results are equal.
        let script = """
            from skimage.exposure import rescale_intensity, adjust_gamma
            r = adjust_gamma(rescale_intensity(f, in_range=(.2, .85), out_range=(0., 1.)), 1 / 1.5)
            """
        let parameters: [String: ParameterValue] = ["black": 0.2, "white": 0.85, "gamma": 1.5]
        #expect(try difference("levels", parameters, from: script) <= 1)
    }

    @Test("exposure compared with scikit-image's linear light", arguments: [-2, 1.5])
    func exposure(stops: Double) throws {
        let script = """
            from skimage.color import rgb2xyz, xyz2rgb
            r = xyz2rgb(rgb2xyz(f) * 2 ** \(stops))
            """
        #expect(try difference("exposure", ["stops": .number(stops)], from: script) <= 1)
    }

    @Test("black & white compared with Pillow's gray")
    func blackWhite() throws {
        let script = "r = np.asarray(Image.fromarray(rgb).convert('L'))[..., None]"
        #expect(try difference("black-white", [:], from: script) <= 1)
    }

    @Test("threshold compared with Pillow", arguments: [40, 128, 220])
    func threshold(level: Int) throws {
        // Pillow's luma coefficients are rounded to three decimals.
        let script = """
            gray = np.asarray(Image.fromarray(rgb).convert("F"))
            r = ((gray >= \(level)) * 255)[..., None]
            """
        let parameters: [String: ParameterValue] = [
            "level": .number((Double(level) - 0.0005) / 255), "softness": 0,
        ]
        #expect(try difference("threshold", parameters, from: script) == 0)
    }

    @Test("colorize compared with Python's colorsys", arguments: [(0, 1.0), (35, 0.4), (250, 0.7)])
    func colorize(hue: Double, saturation: Double) throws {
        let script = """
            y = f @ [.299, .587, .114]
            r = np.array([[colorsys.hls_to_rgb(\(hue) / 360, l, \(saturation)) for l in row] for row in y])
            """
        let parameters: [String: ParameterValue] = ["hue": .number(hue), "saturation": .number(saturation)]
        #expect(try difference("colorize", parameters, from: script) <= 1)
    }

    @Test("HSL hue rotation compared with Python's colorsys", arguments: [-1, 0.5, 1])
    func hsl(turn: Double) throws {
        let script = """
            def turned(c):
                h, s, v = colorsys.rgb_to_hsv(*c)
                return colorsys.hsv_to_rgb((h + \(turn) * 30 / 360) % 1, s, v)
            r = np.array([[turned(c) for c in row] for row in f])
            """
        var parameters: [String: ParameterValue] = [:]
        for color in ["red", "orange", "yellow", "green", "aqua", "blue", "purple", "magenta"] {
            parameters[color + "Hue"] = .number(turn)
        }
        #expect(try difference("hsl", parameters, from: script) <= 1)
    }

    @Test("a gradient map of two colors compared with Pillow's colorize")
    func gradientMap() throws {
        let script = "r = ImageOps.colorize(Image.fromarray(rgb).convert('L'), (20, 10, 90), (255, 230, 170))"
        let parameters: [String: ParameterValue] = [
            "shadows": .color(SIMD3(20, 10, 90) / 255), "highlights": .color(SIMD3(255, 230, 170) / 255),
            "usesMidtones": false,
        ]
        #expect(try difference("gradient-map", parameters, from: script) <= 1)
    }
}
