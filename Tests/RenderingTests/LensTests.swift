import Filters
import Foundation
import GPU
import Imaging
@testable import Rendering
import TestSupport
import Testing

/// A camera and a lens of liblensfun's database, and a picture that they took.
struct LensCase: Sendable, CustomTestStringConvertible {
    var maker: String
    var model: String
    var lens: String?
    var focalLength: Double
    var aperture: Double
    var distance = 1000.0
    var size: SIMD2<Int>

    var testDescription: String { "\(model), \(lens ?? "its own lens"), \(size.x) × \(size.y)" }

    static let canon = LensCase(
        maker: "Canon", model: "Canon EOS 5D Mark III", lens: "EF24-105mm f/4L IS USM", focalLength: 24,
        aperture: 4, size: SIMD2(600, 400))
    /// With vignetting, but without distortion.
    static let zoom = LensCase(
        maker: "NIKON CORPORATION", model: "NIKON Z 6", lens: "NIKKOR Z 70-200mm f/2.8 VR S", focalLength: 70,
        aperture: 2.8, size: SIMD2(600, 400))

    /// Landscape and portrait, a focal length between calibrations, another crop factor and aspect ratio,
    /// each model of distortion and aberration, and cameras with a fixed lens.
    static let all = [
        canon,
        LensCase(
            maker: "Canon", model: "Canon EOS 5D Mark III", lens: "EF24-105mm f/4L IS USM",
            focalLength: 31, aperture: 6.3, distance: 2, size: SIMD2(2000, 3000)),
        LensCase(
            maker: "Canon", model: "Canon EOS 700D", lens: "EF24-105mm f/4L IS USM", focalLength: 24,
            aperture: 4, size: SIMD2(4000, 3000)),
        // A fifth-power polynomial.
        LensCase(
            maker: "Canon", model: "Canon PowerShot G12", lens: nil, focalLength: 6.1, aperture: 2.8,
            size: SIMD2(3648, 2736)),
        LensCase(
            maker: "Canon", model: "Canon PowerShot G15", lens: nil, focalLength: 6.1, aperture: 1.8,
            size: SIMD2(2736, 3648)),
        // A third-power polynomial.
        LensCase(
            maker: "FUJIFILM", model: "X-T1", lens: "XF55-200mmF3.5-4.8 R LM", focalLength: 55,
            aperture: 3.6, size: SIMD2(4896, 3264)),
        // A constant factor for red and blue.
        LensCase(
            maker: "NIKON CORPORATION", model: "NIKON D7000", lens: "Nikon AF-S DX Nikkor 35mm f/1.8G",
            focalLength: 35, aperture: 2, size: SIMD2(4928, 3264)),
        zoom,
    ]

    var photograph: Photograph {
        var photograph = Photograph()
        photograph.maker = maker
        photograph.model = model
        photograph.lens = lens
        photograph.focalLength = focalLength
        photograph.aperture = aperture
        photograph.distance = distance
        return photograph
    }

    var profile: LensProfile {
        get throws { try LensDatabase.system().profile(camera: "", lens: "", of: photograph, at: .init()) }
    }

    func correction(
        _ strengths: LensCorrection.Strengths = .init(), isScaled: Bool = true
    ) throws -> LensCorrection {
        LensCorrection(try profile, size: size, strengths: strengths, isScaled: isScaled)
    }

    /// Lines of numbers that a Python expression computes; `it` is liblensfun's correction, with the same
    /// enlargement.
    func lensfun(_ expression: String) throws -> [[Double]] {
        let output = try runPython(
            """
            import json, sys
            sys.path.insert(0, "\(support)")
            from lensfun import Correction
            case = json.loads(sys.argv[1])
            points = case.pop("points")
            it = Correction(**case)
            rows = \(expression)
            for row in rows: print(*row)
            """,
            arguments: [
                String(decoding: try JSONSerialization.data(withJSONObject: arguments), as: UTF8.self)
            ])
        return output.split(separator: "\n").map { $0.split(separator: " ").compactMap { Double($0) } }
    }

    private var support: String {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Support").path
    }

    private var arguments: [String: Any] {
        get throws {
            [
                "maker": maker, "model": model, "lens": lens ?? "", "crop": try profile.cropFactor,
                "focal": focalLength, "aperture": aperture, "distance": distance, "size": [size.x, size.y],
                "scale": 1 / (try correction().step), "points": points.map { [$0.x, $0.y] },
            ]
        }
    }

    /// The outer pixels and a grid of others, counted between the centers of pixels.
    var points: [SIMD2<Double>] {
        let last = SIMD2<Double>(size &- 1)
        let parts = (0...16).map { Double($0) / 16 }
        return parts.flatMap { v in parts.map { u in (last * SIMD2(u, v)).rounded(.down) } }
    }

    /// The stage that names the camera and the lens itself.
    func stage(_ parameters: [String: ParameterValue] = [:]) throws -> Recipe.Stage {
        let profile = try profile
        let own: [String: ParameterValue] = [
            "camera": .text(try #require(profile.camera)), "lens": .text(profile.lens),
            "focalLength": .number(focalLength), "aperture": .number(aperture),
            "distance": .number(distance),
        ]
        return Recipe.Stage("lens", own.merging(parameters) { $1 })
    }
}

@Suite("The lens correction") struct LensTests {
    @Test("takes the colors from where liblensfun does, within 0.05 pixels", arguments: LensCase.all)
    func coordinates(of lens: LensCase) throws {
        let correction = try lens.correction()
        let rows = try lens.lensfun("[it.places(x, y) for x, y in points]")
        #expect(rows.count == lens.points.count)
        var worst = 0.0
        for (point, row) in zip(lens.points, rows) {
            let way = point + 0.5 - correction.center
            let factors = correction.factors(at: (way * way).sum().squareRoot())
            for channel in 0..<3 {
                let place = correction.center + way * factors[channel] - 0.5
                let expected = SIMD2(row[2 * channel], row[2 * channel + 1])
                worst = max(worst, ((place - expected) * (place - expected)).sum().squareRoot())
            }
        }
        #expect(worst < 0.05)
    }

    @Test("corrects brightness as liblensfun does, within 0.2 %", arguments: LensCase.all)
    func brightness(of lens: LensCase) throws {
        let correction = try lens.correction()
        let rows = try lens.lensfun("[[it.gain(x, y)] for x, y in points]")
        #expect(rows.count == lens.points.count)
        var worst = 0.0
        for (point, row) in zip(lens.points, rows) {
            let way = point + 0.5 - correction.center
            let gain = 1 / correction.brightness(at: (way * way).sum().squareRoot())
            worst = max(worst, abs(gain / row[0] - 1))
        }
        #expect(worst < 0.002)
        #expect(try lens.profile.vignetting == nil || correction.changesLight)
    }

    @Test("fills the corners with the smallest enlargement", arguments: LensCase.all)
    func corners(of lens: LensCase) throws {
        let correction = try lens.correction()
        guard correction.moves else { return }
        // liblensfun's own scale has a reserve of 0.1 or 0.2 %, and regards neither the colors nor the edges.
        let scale = try lens.lensfun("[[it.auto_scale() * case['scale']]]")[0][0]
        #expect(abs(1 / correction.step / scale - 1) < 0.004)
        let last = SIMD2<Double>(lens.size &- 1)
        func outermost(_ step: Double) throws -> Double {
            let rows = try lens.lensfun(
                """
                [it.places(x, y) for x in range(0, case['size'][0], 7) for y in (0, case['size'][1] - 1)] + \\
                [it.places(x, y) for y in range(0, case['size'][1], 7) for x in (0, case['size'][0] - 1)] + \\
                [it.places(x, y) for x, y in points]
                """)
            return rows.flatMap { row in
                (0..<3).map { channel in
                    let place = SIMD2(row[2 * channel], row[2 * channel + 1])
                    return max((-place).max(), (place - last).max())
                }
            }.max() ?? 0
        }
        let outermost = try outermost(correction.step)
        #expect(outermost < 0.05, "a corner comes from outside the picture")
        #expect(outermost > -0.2, "a smaller enlargement would do")
    }

    /// The whole filter in double precision, on premultiplied colors of an opaque picture.
    private func corrected(_ picture: Reference, by correction: LensCorrection) -> Reference {
        func weights(_ t: Double) -> [Double] {
            (-1...2).map { index in
                let d = abs(t - Double(index))
                if d < 1 { return 1.5 * d * d * d - 2.5 * d * d + 1 }
                return d < 2 ? -0.5 * d * d * d + 2.5 * d * d - 4 * d + 2 : 0
            }
        }
        return picture.made { x, y in
            let way = SIMD2(Double(x), Double(y)) + 0.5 - correction.center
            let factors = correction.factors(at: (way * way).sum().squareRoot())
            var color = SIMD4<Double>(0, 0, 0, 1)
            for channel in 0..<3 {
                let moved = way * factors[channel]
                let place = correction.center + moved - 0.5
                let corner = place.rounded(.down)
                let (u, v) = (weights(place.x - corner.x), weights(place.y - corner.y))
                var sum = 0.0
                for row in 0..<4 {
                    for column in 0..<4 {
                        let pixel = picture[Int(corner.x) + column - 1, Int(corner.y) + row - 1]
                        sum += u[column] * v[row] * pixel[channel]
                    }
                }
                let light = correction.brightness(at: (moved * moved).sum().squareRoot())
                color[channel] = encoded(decoded(sum) / light)
            }
            return color
        }
    }

    @Test(
        "computes on the GPU what the formulas say",
        arguments: [
            LensCorrection.Strengths(),
            LensCorrection.Strengths(distortion: 2, aberration: 1.5, vignetting: 0.5),
            LensCorrection.Strengths(distortion: 0, aberration: 1, vignetting: 0),
            LensCorrection.Strengths(distortion: 0, aberration: 0, vignetting: 1),
        ], [true, false])
    func pixels(strengths: LensCorrection.Strengths, isScaled: Bool) throws {
        var lens = LensCase.canon
        lens.size = SIMD2(97, 61)
        let picture = testPicture()
        var source = SourceFrame(picture.buffer(.float), isOpaque: true)
        source.photograph = lens.photograph
        let stage = Recipe.Stage(
            "lens",
            [
                "distortion": .number(strengths.distortion), "aberration": .number(strengths.aberration),
                "vignetting": .number(strengths.vignetting), "autoScale": .toggle(isScaled),
            ])
        let values = try withSharedEngine { try $0.values([stage], of: source, precision: .rgba32f) }
        let correction = LensCorrection(
            try lens.profile, size: lens.size, strengths: strengths, isScaled: isScaled)
        #expect(largestDifference(values, corrected(picture, by: correction)) < 1e-3)
    }

    @Test("at strengths of 0 gives the picture back, bit for bit")
    func nothing() throws {
        let picture = testPicture().buffer(.sixteen)
        let stage = try LensCase.canon.stage(["distortion": 0, "aberration": 0, "vignetting": 0])
        let saved = try withSharedEngine { try $0.export(picture, [stage], depth: .sixteen) }
        #expect(saved == picture.withUnsafeBytes { Array($0) })
    }

    @Test("moves nothing if only vignetting is calibrated")
    func onlyVignetting() throws {
        let profile = try LensCase.zoom.profile
        #expect(profile.distortion == nil && profile.red == nil && profile.vignetting != nil)
        let correction = try LensCase.zoom.correction()
        #expect(!correction.moves && correction.changesLight)
        #expect(profile.gap?.contains("distortion") == true)
    }

    @Test("gives the same picture in strips as in one piece")
    func strips() throws {
        let picture = testPicture(width: 301, height: 207).buffer(.sixteen)
        let stage = try LensCase.canon.stage(["distortion": 2])
        let (whole, tiled) = try withSharedEngine { engine in
            (
                try engine.export(picture, [stage], depth: .sixteen),
                try engine.export(picture, [stage], depth: .sixteen, sizeLimit: 96)
            )
        }
        #expect(whole == tiled)
        #expect(whole != picture.withUnsafeBytes { Array($0) })
    }

    @Test("in a smaller view looks like the whole picture, reduced")
    func preview() throws {
        // Smooth enough that the order of the reduction and the correction hardly matters.
        let size = SIMD2(480, 320)
        let picture = Reference(width: size.x, height: size.y) { x, y in
            let (u, v) = (Double(x) / 40, Double(y) / 30)
            return SIMD4(0.4 + 0.3 * sin(u), 0.4 + 0.3 * cos(v), 0.4 + 0.3 * sin(u + v), 1)
        }
        let stage = try LensCase.canon.stage()
        let half = Viewport(wholeAt: size / 2)
        let difference = try withSharedEngine { engine -> Double in
            let source = SourceFrame(picture.buffer(.float), isOpaque: true)
            let seen = try engine.values([stage], of: source, viewport: half, precision: .rgba32f)
            let whole = try engine.values([stage], of: source, precision: .rgba32f)
            let file = Reference(width: size.x, height: size.y) { x, y in
                SIMD4<Double>(whole[y * size.x + x])
            }
            let reduced = try engine.values(
                [], of: SourceFrame(file.buffer(.float), isOpaque: true), viewport: half, precision: .rgba32f)
            return zip(seen, reduced).reduce(0) { largest, pair in
                let difference = SIMD4<Double>(pair.0 - pair.1)
                return max(largest, abs(difference.min()), abs(difference.max()))
            }
        }
        #expect(difference < 0.01)
    }

    @Test("points on the picture are mapped through the correction and back")
    func points() throws {
        let lens = LensCase.canon
        let recipe: Recipe = [
            Recipe.Stage("exposure", ["stops": 1]), Recipe.Stage("lens"),
            Recipe.Stage("crop", ["left": 10, "top": 20]),
        ]
        let coordinates = try StageCoordinates(
            stage: 0, of: recipe, catalog: .builtIn, entering: lens.size, photograph: lens.photograph)
        let correction = try lens.correction()
        for pixel in [SIMD2(0.0, 0.0), SIMD2(100, 200), SIMD2(530, 310)] {
            let place = coordinates.coordinates(ofPixel: pixel)
            let expected = correction.source(of: pixel + SIMD2(60, 80))
            #expect(((place * SIMD2<Double>(lens.size)) - expected).max() < 1e-6)
            let back = coordinates.pixel(of: place)
            #expect(abs((back - pixel).max()) < 1e-3 && abs((back - pixel).min()) < 1e-3)
        }
    }
}

@Suite("The search for a lens") struct LensSearchTests {
    private func problem(_ change: (inout Photograph) -> Void, lens: String = "", camera: String = "")
        -> String
    {
        var photograph = LensCase.canon.photograph
        change(&photograph)
        do {
            let profile = try LensDatabase.system().profile(
                camera: camera, lens: lens, of: photograph, at: .init())
            return profile.lens
        } catch {
            return "\(error)"
        }
    }

    @Test("says what is missing")
    func problems() {
        #expect(problem { $0.lens = "Weird 7mm" }.hasPrefix("no lens profile for “Weird 7mm” on the Canon"))
        #expect(problem { $0.lens = nil }.contains("does not record the lens of the Canon EOS 5D Mark III"))
        #expect(problem { $0 = Photograph() }.contains("does not record its camera and lens"))
        #expect(problem { $0.model = "Canon EOS 0D" }.contains("no camera profile for “Canon EOS 0D”"))
        #expect(problem({ $0.focalLength = nil }).contains("does not record the focal length"))
        #expect(problem({ _ in }, lens: "no such lens").contains("no lens profile for “no such lens”"))
        #expect(problem({ _ in }, camera: "no such camera").contains("no camera profile"))
    }

    @Test("takes names as they are typed")
    func names() {
        #expect(
            problem({ $0.lens = nil }, lens: "ef 24-105mm f/4l is usm") == "Canon EF 24-105mm f/4L IS USM")
        #expect(problem({ $0.lens = nil }, lens: "24-105mm 4L usm") == "Canon EF 24-105mm f/4L IS USM")
        #expect(
            problem({ $0 = Photograph() }, lens: "Canon EF 50mm f/1.8 II", camera: "canon eos 700d")
                == "Canon EF 50mm f/1.8 MkII")
    }

    @Test("lists the lenses that fit a camera")
    func lists() throws {
        let database = try LensDatabase.system()
        #expect(database.cameras.contains("Canon EOS 5D Mark III"))
        let fitting = database.lenses(camera: "", of: LensCase.canon.photograph)
        #expect(fitting.contains("Canon EF 24-105mm f/4L IS USM"))
        #expect(!fitting.contains { $0.hasPrefix("Fujifilm XF") })
        #expect(database.lenses(camera: "", of: nil).count > fitting.count)
    }

    @Test("reads the camera and the settings from EXIF")
    func exif() throws {
        let folder = try temporaryFolder()
        let path = folder.file("photo.jpg")
        try runPython(
            """
            import sys
            from PIL import Image
            Image.new("RGB", (48, 32), (90, 120, 150)).save(sys.argv[1])
            """, arguments: [path])
        let tags = [
            "Make=Canon", "Model=Canon EOS 5D Mark III", "LensModel=EF24-105mm f/4L IS USM", "FocalLength=24",
            "FNumber=4", "SubjectDistance=2.5", "FocalLengthIn35mmFormat=24", "ExposureTime=1/250", "ISO=200",
            "DateTimeOriginal=2024:05:01 12:30:00",
        ]
        let written = try runProgram(
            "/usr/bin/exiftool", arguments: ["-q", "-overwrite_original"] + tags.map { "-\($0)" } + [path])
        #expect(written.status == 0, "\(written.errors)")
        let picture = try Picture(contentsOf: path)
        let photograph = try #require(SourceFrame(picture).photograph)
        #expect(photograph.camera == "Canon EOS 5D Mark III" && photograph.maker == "Canon")
        #expect(photograph.lens == "EF24-105mm f/4L IS USM" && photograph.focalLength == 24)
        #expect(photograph.aperture == 4 && photograph.distance == 2.5 && photograph.cropFactor == 1)
        #expect(photograph.exposureTime == 1.0 / 250 && photograph.sensitivity == 200)
        #expect(photograph.date == "2024:05:01 12:30:00")
        let renderer = try Renderer()
        let corrected = try renderer.render(picture, [Recipe.Stage("lens")])
        #expect(
            corrected.pixels.withUnsafeBytes { Array($0) } != picture.pixels.withUnsafeBytes { Array($0) })
        #expect(corrected.width == 48 && corrected.height == 32)
        let histogram = try renderer.histogram(of: picture, [Recipe.Stage("lens")])
        #expect(try histogram == renderer.histogram(of: corrected))
    }
}
