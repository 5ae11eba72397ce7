import Filters
import Foundation
import GPU
import Imaging
@testable import Rendering
import Shaders
import TestSupport
import Testing

/// A deterministic random number generator (G. Steele, D. Lea, C. Flood, SplitMix64, 2014).
struct Dice: RandomNumberGenerator {
    private var state: UInt64

    /// A separate seed for each name.
    init(_ name: String) {
        state = name.utf8.reduce(14_695_981_039_346_656_037) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    mutating func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &self) }
}

extension ParameterDeclaration {
    /// A random allowed value.
    func sample(_ dice: inout Dice) -> ParameterValue {
        switch kind {
        case .number: .number(dice.number((min ?? 0)...(max ?? 1)))
        // Sizes in pixels have such a large range that hardly one value in a hundred would be small.
        case .integer where unit == "px":
            .number(dice.number((min ?? 0)...Swift.min(max ?? 1, (min ?? 0) + 600)).rounded())
        case .integer: .number(dice.number((min ?? 0)...(max ?? 1)).rounded())
        case .toggle: .toggle(Bool.random(using: &dice))
        case .choice: .text(choices.randomElement(using: &dice)?.id ?? "")
        case .color: .color(SIMD3(0, 0, 0).map { _ in dice.number(0...255) / 255 })
        case .point where Perspective.corners.contains(id):
            .point(inward(SIMD2(dice.number(0...0.3), dice.number(0...0.3))))
        case .point: .point(SIMD2(dice.number(0...1), dice.number(0...1)))
        case .curve:
            .curve((0...3).map { SIMD2(Double($0) / 3, dice.number(0...1)) })
        case .text: .text(lensSample ?? textSamples[dice.next() % 2 == 0 ? 0 : 1])
        case .file: .text(fileSample)
        }
    }

    /// A position this far from a corner of a picture, which is the default.
    private func inward(_ way: SIMD2<Double>) -> SIMD2<Double> {
        guard case .point(let corner) = defaultValue else { return way }
        return corner + (1 - 2 * corner) * way
    }

    /// A camera or a lens of liblensfun's database.
    private var lensSample: String? {
        ["camera": "Canon EOS 5D Mark III", "lens": "Canon EF 24-105mm f/4L IS USM"][id]
    }

    /// A file of the kind that the parameter needs.
    private var fileSample: String {
        if id == "preset" { return samplePreset }
        if title == "Picture" { return samplePicture }
        return fileExtension.hasPrefix("cube") ? sampleFile : sampleShader
    }

    /// Two texts of the kind that the parameter needs.
    private var textSamples: [String] { id == "ratio" ? ["3:2", "2:5"] : ["Aa 7", "Glint"] }

    /// The ends of the range, or other values that are far apart.
    var extremes: [ParameterValue] {
        switch kind {
        case .number, .integer: [.number(min ?? 0), .number(max ?? 1)]
        case .toggle: [false, true]
        case .choice: choices.map { .text($0.id) }
        case .color: [.color(SIMD3(0, 0, 0)), .color(SIMD3(1, 1, 1)), .color(SIMD3(1, 0, 0))]
        case .point where Perspective.corners.contains(id):
            [defaultValue, .point(inward(SIMD2(0.25, 0.1)))]
        case .point: [.point(SIMD2(0, 0)), .point(SIMD2(1, 1))]
        case .curve:
            [.curve([SIMD2(0, 1), SIMD2(1, 0)]), .curve([SIMD2(0, 0), SIMD2(0.5, 1), SIMD2(1, 1)])]
        case .text: [""] + textSamples.map { .text($0) }
        case .file: [.text(fileSample)]
        }
    }

    /// Values that recipes must not contain.
    var wrong: [JSONValue] {
        switch kind {
        case .number:
            [
                .number((min ?? 0) - 1e-6), .number((max ?? 1) + 1e-6), .number(.nan), .number(.infinity),
                .bool(true), .string("1"), .null,
            ]
        case .integer: [.number((min ?? 0) - 1), .number((max ?? 1) + 1), .number((min ?? 0) + 0.5), .null]
        case .toggle: [.number(1), .string("true"), .null]
        case .choice: [.string("no such choice"), .number(0)]
        case .color:
            [
                .string("red"), .string("#12345"), .string("#12345g"), .array([.number(1)]),
                .array([.number(0), .number(1.01), .number(0)]),
                .array([.number(0), .number(-0.01), .number(0)]),
            ]
        case .point: [.array([.number(0.5)]), .array([.number(0.5), .number(1.01)]), .string("0.5,0.5")]
        case .curve:
            [
                .array([.array([.number(0), .number(0)])]),
                .array([.array([.number(1), .number(0)]), .array([.number(0), .number(1)])]),
                .array([.array([.number(0), .number(-0.1)]), .array([.number(1), .number(1)])]),
            ]
        case .text, .file: [.number(1), .null]
        }
    }
}

extension SIMD3<Double> {
    fileprivate func map(_ body: (Double) -> Double) -> Self { Self(body(x), body(y), body(z)) }
}

extension FilterDeclaration {
    /// The filter with all parameters random, in a way that keeps small pictures small and halvable.
    func sample(_ dice: inout Dice) -> Recipe.Stage {
        for _ in 0..<100 {
            var values: [String: ParameterValue] = [:]
            for parameter in parameters {
                values[parameter.id] = parameter.sample(&dice)
            }
            var stage = Recipe.Stage(id, values)
            if id == FilterCatalog.retouch { stage.spots = Self.spots(&dice) }
            if stage.keepsSmall, stage.canBeHalved { return stage }
        }
        return Recipe.Stage(id)
    }

    /// A few spots and a stroke, some of which overlap.
    private static func spots(_ dice: inout Dice) -> [RetouchSpot] {
        func place() -> SIMD2<Double> { SIMD2(dice.number(0...1), dice.number(0...1)) }
        return (0..<5).map { index in
            RetouchSpot(
                points: (0..<(index == 3 ? 4 : 1)).map { _ in place() }, radius: dice.number(0.02...0.15),
                source: place(), mode: index % 2 == 0 ? .heal : .clone, feather: dice.number(0...1),
                opacity: dice.number(0.3...1))
        }
    }

    /// The filter with its defaults, or with random values if the defaults change nothing.
    func lively(_ dice: inout Dice) -> Recipe.Stage {
        let stage = Recipe.Stage(id)
        // Without a photo's EXIF block, no lens is found.
        return stage.isIdentity(of: self) || id == "lens" ? sample(&dice) : stage
    }

    /// The filter with every parameter at its identity; nil if a parameter has none.
    var identity: Recipe.Stage? {
        var values: [String: ParameterValue] = [:]
        for parameter in parameters { values[parameter.id] = parameter.identity }
        return values.count == parameters.count && !values.isEmpty ? Recipe.Stage(id, values) : nil
    }

    /// True if each output pixel depends only on the same input pixel.
    var isPoint: Bool { FilterCatalog.builtIn.multiPass(id) == nil }
}

extension Recipe.Stage {
    /// The filter's output size for a picture.
    func size(entering size: SIMD2<Int>) throws -> SIMD2<Int> {
        try FilterCatalog.builtIn.size(of: [self], entering: size)
    }

    /// True if the picture can be reduced to half its size.
    var canBeHalved: Bool {
        guard let size = try? size(entering: SIMD2(480, 320)) else { return false }
        return size.x >= 2 && size.y >= 2
    }

    /// True if the tests' pictures stay small enough to be rendered often.
    var keepsSmall: Bool {
        guard let size = try? size(entering: SIMD2(480, 320)) else { return false }
        return size.x <= 2000 && size.y <= 2000
    }
}

/// A color table for parameters that need a file.
let sampleFile: String = {
    let path = NSTemporaryDirectory() + "glint-sample-\(ProcessInfo.processInfo.processIdentifier).cube"
    let table = "LUT_3D_SIZE 2\n0 0 .2\n1 .1 0\n0 .9 0\n1 1 0\n.1 0 1\n1 0 .8\n0 1 1\n.9 1 1\n"
    try? table.write(toFile: path, atomically: true, encoding: .utf8)
    atexit { unlink(NSTemporaryDirectory() + "glint-sample-\(getpid()).cube") }
    return path
}()

/// A shader file that swaps channels, and whose result depends on the size of the output.
let sampleShader: String = {
    let path = NSTemporaryDirectory() + "glint-sample-\(ProcessInfo.processInfo.processIdentifier).glsl"
    let hook = """
        //!HOOK MAIN
        //!BIND HOOKED
        vec4 hook() { return HOOKED_tex(HOOKED_pos).gbra * (target_size.x > 3.0 * input_size.x ? 0.5 : 1.0); }

        """
    try? hook.write(toFile: path, atomically: true, encoding: .utf8)
    atexit { unlink(NSTemporaryDirectory() + "glint-sample-\(getpid()).glsl") }
    return path
}()

/// An analog video preset for parameters that need one.
let samplePreset: String = {
    let path = NSTemporaryDirectory() + "glint-sample-\(ProcessInfo.processInfo.processIdentifier).json"
    try? #"{"version": 1, "ringing_scale": 2, "vhs_tape_speed": 3}"#
        .write(toFile: path, atomically: true, encoding: .utf8)
    atexit { unlink(NSTemporaryDirectory() + "glint-sample-\(getpid()).json") }
    return path
}()

/// A small picture with transparent parts.
let samplePicture: String = {
    let path = NSTemporaryDirectory() + "glint-sample-\(ProcessInfo.processInfo.processIdentifier).png"
    let picture = Reference(width: 7, height: 5) { x, y in
        SIMD4(Double(x) / 6, 1 - Double(y) / 5, Double((x + y) % 3) / 2, Double((2 * x + y) % 4) / 3)
    }
    try? Picture(pixels: picture.buffer(.eight), channels: .rgba).write(to: path)
    atexit { unlink(NSTemporaryDirectory() + "glint-sample-\(getpid()).png") }
    return path
}()

/// A still of arbitrary floats, including NaN.
struct FloatFrame {
    let pixels: [SIMD4<Float>]
    /// The still as a source for an engine.
    let source: SourceFrame

    var size: SIMD2<Int> { source.size }

    init(_ pixels: [SIMD4<Float>], width: Int) {
        self.pixels = pixels
        let size = SIMD2(width, pixels.count / width)
        source = SourceFrame(still: FloatPixels(pixels: pixels, size: size), size: size)
    }

    init(_ picture: Reference) {
        self.init(picture.pixels.map { SIMD4<Float>($0) }, width: picture.width)
    }
}

private struct FloatPixels: FramePixels {
    let pixels: [SIMD4<Float>]
    let size: SIMD2<Int>

    func makeTexture(of viewport: Viewport, precision: PixelFormat, on device: Device) throws -> Texture {
        let region = viewport.region
        let texture = try device.textures.texture(
            width: region.size.x, height: region.size.y, format: .rgba32f)
        let isWhole = region.size == size && viewport.gridSize == size
        let part =
            isWhole
            ? pixels
            : (0..<region.size.y).flatMap { y in
                (0..<region.size.x).map { x in
                    // For other sizes, takes the nearest pixel.
                    let pixel = (region.origin &+ SIMD2(x, y)) &* size / viewport.gridSize
                    return pixels[pixel.y * size.x + pixel.x]
                }
            }
        try part.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            try device.upload(base, pixelsPerRow: region.size.x, to: texture)
        }
        return texture
    }
}

/// One engine for all filter tests, so that each kernel is compiled only once; tests take turns using it.
private final class SharedEngine: @unchecked Sendable {
    static let shared = SharedEngine()
    private let lock = NSLock()
    private let log = DebugLog()
    private var engine: Engine?

    func use<Result>(_ body: (Engine) throws -> Result) throws -> Result {
        try lock.withLock {
            let engine = try engine ?? Engine(context: HeadlessContext(), log: log)
            self.engine = engine
            return try engine.device.withContext {
                let result = try body(engine)
                #expect(log.errors.isEmpty)
                return result
            }
        }
    }
}

/// Runs `body` on the engine that the filter tests share.
func withSharedEngine<Result>(_ body: (Engine) throws -> Result) throws -> Result {
    try SharedEngine.shared.use(body)
}

extension Engine {
    /// The output of an export of the picture.
    func export(
        _ picture: PixelBuffer, _ recipe: Recipe, depth: PixelBuffer.Depth, sizeLimit: Int? = nil
    ) throws -> [UInt8] {
        let limit = device.textures.sizeLimit
        defer { device.textures.sizeLimit = limit }
        if let sizeLimit { device.textures.sizeLimit = sizeLimit }
        var rows: [UInt8] = []
        let exporter = try Exporter(picture, recipe: recipe, depth: depth, on: self) { bytes, _ in
            rows += bytes
        }
        while try exporter.step() {}
        return rows
    }

    /// A recipe applied to a frame in floats.
    func frame(_ recipe: Recipe, of frame: FloatFrame) throws -> FloatFrame {
        let size = try catalog.size(of: recipe, entering: frame.size)
        let pixels = try values(
            recipe, of: frame.source, viewport: Viewport(wholeAt: size), precision: .rgba32f)
        return FloatFrame(pixels, width: size.x)
    }

    /// A stage applied to a frame in floats.
    func floats(_ stage: Recipe.Stage, of frame: FloatFrame) throws -> [SIMD4<Float>] {
        try self.frame([stage], of: frame).pixels
    }
}
