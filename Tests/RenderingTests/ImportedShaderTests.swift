import Filters
import FoundationEssentials
import Glibc
import Imaging
import Rendering
import Testing

/// Shader files made for other programs, compared with their formulas in double precision.
@Suite("Imported shaders") struct ImportedShaderTests {
    private static let size = SIMD2(24, 16)

    /// A picture in which every pixel differs from its neighbors.
    private static let picture: [SIMD4<Double>] = (0..<size.x * size.y).map { index in
        let (x, y) = (index % size.x, index / size.x)
        let levels = SIMD3((x * 11 + y * 3) % 256, (x * 7 + y * 13) % 256, (255 - x * 5 - y * 9) % 256)
        return SIMD4(SIMD3<Double>(levels) / 255, 1)
    }

    private static func pixel(_ x: Int, _ y: Int) -> SIMD4<Double> {
        picture[min(max(y, 0), size.y - 1) * size.x + min(max(x, 0), size.x - 1)]
    }

    /// Renders the picture with a shader whose text is written to a file.
    private func render(
        _ text: String, name: String = "test.fs", vertex: String? = nil,
        parameters: [String: ParameterValue] = [:]
    ) throws -> FloatFrame {
        let folder = FileManager.default.temporaryDirectory.appending(path: "glint-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: name)
        try Data(text.utf8).write(to: file)
        if let vertex { try Data(vertex.utf8).write(to: folder.appending(path: "test.vs")) }
        let source = FloatFrame(Self.picture.map { SIMD4<Float>($0) }, width: Self.size.x)
        let stage = Recipe.Stage(
            "shader", parameters.merging(["file": .text(file.path)]) { given, _ in given })
        return try withSharedEngine { try $0.frame([stage], of: source) }
    }

    private func color(_ x: Int, _ y: Int, of frame: FloatFrame) -> SIMD4<Double> {
        SIMD4<Double>(frame.pixels[y * frame.size.x + x])
    }

    /// Compares a result with a formula of the pixel's position; true if all are within a level of 255.
    private func expect(
        _ result: FloatFrame, sourceLocation: SourceLocation = #_sourceLocation,
        equals formula: (Int, Int) -> SIMD4<Double>
    ) throws {
        var farthest = 0.0
        for y in 0..<result.size.y {
            for x in 0..<result.size.x {
                let difference =
                    color(x, y, of: result) - formula(x, y).clamped(lowerBound: .zero, upperBound: .one)
                farthest = max(farthest, difference.max() * 255, -difference.min() * 255)
            }
        }
        #expect(farthest <= 1, sourceLocation: sourceLocation)
    }

    @Test("an ISF filter computes its formula with its inputs, and its y axis points up")
    func isf() throws {
        let text = """
            /*{ "ISFVSN": "2", "CREDIT": "by a test", "INPUTS": [
                {"NAME": "inputImage", "TYPE": "image"},
                {"NAME": "gain", "TYPE": "float", "DEFAULT": 0.5, "MIN": 0, "MAX": 2},
                {"NAME": "tint", "TYPE": "color", "DEFAULT": [1, 1, 1, 1]},
                {"NAME": "mode", "TYPE": "long", "VALUES": [3, 7], "LABELS": ["Three", "Seven"], "DEFAULT": 3},
                {"NAME": "swap", "TYPE": "bool", "DEFAULT": false},
                {"NAME": "center", "TYPE": "point2D", "DEFAULT": [0.5, 0.5], "MIN": [0, 0], "MAX": [1, 1]},
            ]}*/
            void main() {
                vec4 color = IMG_THIS_PIXEL(inputImage) * gain * tint;
                if (mode == 7) color.rg = isf_FragNormCoord;
                if (swap) color.rgb = color.bgr;
                color.b += center.y * 0.1;
                gl_FragColor = vec4(color.rgb, 1.0);
            }
            """
        try expect(render(text)) { x, y in
            let color = Self.pixel(x, y) * 0.5
            return SIMD4(color.x, color.y, color.z + 0.05, 1)
        }
        let parameters: [String: ParameterValue] = [
            "gain": 1.5, "tint": .color(SIMD3(0.2, 0.4, 1)), "mode": 7, "swap": true,
            "center": .point(SIMD2(0, 1)),
        ]
        try expect(render(text, parameters: parameters)) { x, y in
            let color = Self.pixel(x, y).z * 1.5
            let across = (Double(x) + 0.5) / Double(Self.size.x)
            let up = 1 - (Double(y) + 0.5) / Double(Self.size.y)
            return SIMD4(color, up, across + 0.1, 1)
        }
    }

    @Test("an ISF filter with several passes reads its buffers at their sizes")
    func passes() throws {
        let text = """
            /*{ "INPUTS": [{"NAME": "inputImage", "TYPE": "image"}],
                "PASSES": [{"TARGET": "small", "WIDTH": "floor($WIDTH/2.0)", "HEIGHT": "$HEIGHT / 2.0"}, {}] }*/
            void main() {
                if (PASSINDEX == 0) gl_FragColor = vec4(RENDERSIZE / 100.0, 0.25, 1.0);
                else gl_FragColor = IMG_THIS_PIXEL(small) + vec4(0.0, 0.0, IMG_SIZE(small).y / 100.0, 0.0);
            }
            """
        try expect(render(text)) { _, _ in SIMD4(0.12, 0.08, 0.33, 1) }
    }

    @Test("an ISF filter's own vertex shader moves the picture, and the rest is transparent")
    func vertexShader() throws {
        let text = """
            /*{ "INPUTS": [{"NAME": "inputImage", "TYPE": "image"}] }*/
            varying vec2 place;
            void main() { gl_FragColor = vec4(texture2D(inputImage, place).rgb, 1.0); }
            """
        // The upper half of the area, since y points up.
        let vertex = """
            varying vec2 place;
            void main() {
                isf_vertShaderInit();
                place = vec2(0.5);
                gl_Position.y = max(gl_Position.y, 0.0);
            }
            """
        let result = try render(text, vertex: vertex)
        #expect(color(3, 3, of: result).w == 1)
        #expect(color(3, Self.size.y - 3, of: result).w == 0)
    }

    /// An effect in ISF form, and its formula for a pixel, with y counted from the top.
    struct Effect: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let code: String
        let formula: @Sendable (Int, Int) -> SIMD4<Double>

        init(_ name: String, _ code: String, _ formula: @escaping @Sendable (Int, Int) -> SIMD4<Double>) {
            (testDescription, self.code, self.formula) = (name, code, formula)
        }
    }

    static let effects = [
        Effect("negative", "vec4(1.0 - here.rgb, here.a)") { x, y in opaque(1 - pixel(x, y)) },
        Effect("gain", "vec4(here.rgb * 1.5, here.a)") { x, y in opaque(pixel(x, y) * 1.5) },
        Effect("swapped channels", "here.gbra") { x, y in
            let color = pixel(x, y)
            return SIMD4(color.y, color.z, color.x, 1)
        },
        Effect("gray", "vec4(vec3(dot(here.rgb, vec3(0.299, 0.587, 0.114))), 1.0)") { x, y in
            let color = pixel(x, y)
            return opaque(SIMD4(repeating: 0.299 * color.x + 0.587 * color.y + 0.114 * color.z))
        },
        Effect("mirror", "IMG_NORM_PIXEL(inputImage, vec2(1.0 - isf_FragNormCoord.x, isf_FragNormCoord.y))") {
            x, y in pixel(size.x - 1 - x, y)
        },
        Effect("upside down", "IMG_PIXEL(inputImage, vec2(gl_FragCoord.x, RENDERSIZE.y - gl_FragCoord.y))") {
            x, y in pixel(x, size.y - 1 - y)
        },
        Effect("shift", "IMG_PIXEL(inputImage, gl_FragCoord.xy + vec2(2.0, 3.0))") { x, y in
            pixel(min(x + 2, size.x - 1), max(y - 3, 0))
        },
        Effect(
            "blur of three columns",
            """
            (IMG_PIXEL(inputImage, gl_FragCoord.xy - vec2(1.0, 0.0)) + here
                + IMG_PIXEL(inputImage, gl_FragCoord.xy + vec2(1.0, 0.0))) / 3.0
            """
        ) { x, y in
            (pixel(max(x - 1, 0), y) + pixel(x, y) + pixel(min(x + 1, size.x - 1), y)) / 3
        },
        Effect("vignette", "vec4(here.rgb * (1.0 - distance(isf_FragNormCoord, vec2(0.5))), 1.0)") { x, y in
            let place = SIMD2(Double(x) + 0.5, Double(y) + 0.5) / SIMD2<Double>(size) - 0.5
            return opaque(pixel(x, y) * (1 - (place * place).sum().squareRoot()))
        },
        Effect(
            "checkerboard",
            "mod(floor(gl_FragCoord.x) + floor(gl_FragCoord.y), 2.0) < 0.5 ? here : vec4(0.0, 0.0, 0.0, 1.0)"
        ) { x, y in
            (x + size.y - 1 - y).isMultiple(of: 2) ? pixel(x, y) : SIMD4(0, 0, 0, 1)
        },
    ]

    private static func opaque(_ color: SIMD4<Double>) -> SIMD4<Double> {
        SIMD4(color.x, color.y, color.z, 1)
    }

    @Test("ISF effects compute their formulas", arguments: effects)
    func isfEffects(_ effect: Effect) throws {
        let text = """
            /*{"ISFVSN": "2", "INPUTS": [{"NAME": "inputImage", "TYPE": "image"}]}*/
            void main() {
                vec4 here = IMG_THIS_PIXEL(inputImage);
                gl_FragColor = \(effect.code);
            }
            """
        try expect(render(text)) { effect.formula($0, $1) }
    }

    @Test("ShaderToy code reads the picture as its first channel, with y pointing up")
    func shaderToy() throws {
        let text = """
            void mainImage(out vec4 fragColor, in vec2 fragCoord) {
                vec2 uv = fragCoord / iResolution.xy;
                fragColor.rgb = texture(iChannel0, vec2(1.0 - uv.x, uv.y)).bgr;
                if (fragCoord.y < 1.0) fragColor.rgb = texelFetch(iChannel0, ivec2(2, 0), 0).rgb;
            }
            """
        try expect(render(text, name: "test.glsl")) { x, y in
            if y == Self.size.y - 1 { return Self.pixel(2, y) }
            let color = Self.pixel(Self.size.x - 1 - x, y)
            return SIMD4(color.z, color.y, color.x, 1)
        }
    }

    @Test("a channel of ShaderToy code can be noise, which is evenly distributed and repeats")
    func shaderToyNoise() throws {
        let text = """
            void mainImage(out vec4 color, in vec2 place) {
                vec4 sum = vec4(0.0), squares = vec4(0.0);
                for (int i = 0; i < 256; i++) for (int j = 0; j < 256; j += 8) {
                    vec4 noise = texelFetch(iChannel1, ivec2(i, j), 0);
                    sum += noise; squares += noise * noise;
                }
                vec4 mean = sum / 8192.0;
                vec4 deviation = sqrt(squares / 8192.0 - mean * mean);
                color = place.y > 1.0 ? mean : deviation;
                if (distance(texture(iChannel1, vec2(0.3)), texture(iChannel1, vec2(1.3, 2.3))) > 0.01) color = vec4(0.0);
                color.a = 1.0;
            }
            """
        let result = try render(text, name: "a.glsl", parameters: ["iChannel1": "noise"])
        // Numbers from 0 to 1 have a mean of 1/2 and a standard deviation of 1/√12.
        for (y, expected) in [(3, 0.5), (Self.size.y - 1, 1 / 12.0.squareRoot())] {
            let seen = color(3, y, of: result)
            for channel in 0..<3 { #expect(abs(seen[channel] - expected) < 0.02) }
        }
    }

    @Test("an mpv shader saves textures, reads neighbors and changes the size if its condition holds")
    func hooks() throws {
        let text = """
            // A license comes first.
            //!PARAM strength
            //!TYPE float
            //!MINIMUM 0
            //!MAXIMUM 2
            1.0

            //!HOOK MAIN
            //!BIND HOOKED
            //!SAVE RIGHT
            //!DESC neighbors
            vec4 hook() { return HOOKED_texOff(vec2(1.0, 0.0)); }

            //!HOOK MAIN
            //!BIND HOOKED
            //!BIND RIGHT
            //!WHEN OUTPUT.w HOOKED.w >
            //!WIDTH HOOKED.w 2 *
            //!HEIGHT HOOKED.h 2 *
            vec4 hook() {
                bool isLeft = fract(HOOKED_pos.x * HOOKED_size.x) < 0.5;
                vec2 place = (floor(HOOKED_pos * MAIN_size) + 0.5) * HOOKED_pt;
                return strength * (isLeft ? HOOKED_tex(place) : RIGHT_tex(place));
            }
            """
        let doubled = try render(text, name: "test.glsl", parameters: ["strength": 0.5])
        #expect(doubled.size == 2 &* Self.size)
        try expect(doubled) { x, y in
            let color = Self.pixel(x / 2 + x % 2, y / 2) * 0.5
            return SIMD4(color.x, color.y, color.z, 1)
        }
        let same = try render(text, name: "test.glsl", parameters: ["outputScale": 1])
        try expect(same) { x, y in Self.pixel(x, y) }
    }

    @Test("an mpv shader's compute pass writes its image in blocks, with shared memory")
    func computeHook() throws {
        let text = """
            //!HOOK MAIN
            //!BIND HOOKED
            //!WIDTH HOOKED.w 2 *
            //!COMPUTE 8 4 4 4
            shared vec4 tile[16];
            void hook() {
                ivec2 place = ivec2(gl_WorkGroupID.xy) * ivec2(8, 4) + ivec2(gl_LocalInvocationID.xy) * ivec2(2, 1);
                tile[15u - gl_LocalInvocationIndex] = HOOKED_tex(HOOKED_map(place));
                barrier();
                vec4 color = tile[15u - gl_LocalInvocationIndex];
                imageStore(out_image, place, color * 0.5);
                imageStore(out_image, place + ivec2(1, 0), texelFetch(HOOKED_raw, ivec2(place.x / 2, place.y), 0));
            }
            """
        let result = try render(text, name: "test.glsl")
        #expect(result.size == SIMD2(2 * Self.size.x, Self.size.y))
        // The left of two pixels reads a quarter of a pixel to the left of its source.
        try expect(result) { x, y in
            let color = Self.pixel(x / 2, y)
            guard x.isMultiple(of: 2) else { return SIMD4(color.x, color.y, color.z, 1) }
            let mixed = color * 0.75 + Self.pixel(max(0, x / 2 - 1), y) * 0.25
            return SIMD4(mixed.x / 2, mixed.y / 2, mixed.z / 2, 1)
        }
    }

    @Test("what an mpv shader shifts is moved back, in pixels of its result")
    func shiftedHook() throws {
        let text = """
            //!HOOK MAIN
            //!BIND HOOKED
            //!WIDTH HOOKED.w 2 *
            //!HEIGHT HOOKED.h 2 *
            //!OFFSET 1 -1
            vec4 hook() {
                ivec2 place = ivec2(gl_FragCoord.xy) + ivec2(-1, 1);
                return texelFetch(HOOKED_raw, clamp(place / 2, ivec2(0), ivec2(HOOKED_size) - 1), 0);
            }
            """
        let result = try render(text, name: "test.glsl")
        try expect(result) { x, y in
            // The first row and the last column lie outside of what the pass makes.
            let color = Self.pixel(min(x, 2 * Self.size.x - 2) / 2, max(y, 1) / 2)
            return SIMD4(color.x, color.y, color.z, 1)
        }
    }

    @Test("an mpv shader that hooks linear light gets it, and luma has the range of video")
    func lightAndPlanes() throws {
        let linear = """
            //!HOOK LINEAR
            //!BIND HOOKED
            vec4 hook() { return HOOKED_tex(HOOKED_pos) * 0.5; }
            """
        func decoded(_ x: Double) -> Double { x <= 0.04045 ? x / 12.92 : pow((x + 0.055) / 1.055, 2.4) }
        func encoded(_ x: Double) -> Double { x <= 0.0031308 ? 12.92 * x : 1.055 * pow(x, 1 / 2.4) - 0.055 }
        try expect(render(linear, name: "test.glsl")) { x, y in
            let color = Self.pixel(x, y)
            return SIMD4(
                encoded(decoded(color.x) / 2), encoded(decoded(color.y) / 2), encoded(decoded(color.z) / 2), 1
            )
        }
        let luma = """
            //!HOOK LUMA
            //!BIND HOOKED
            vec4 hook() { return vec4(16.0 / 255.0 + 0.5 * (HOOKED_tex(HOOKED_pos).x - 16.0 / 255.0)); }
            """
        try expect(render(luma, name: "test.glsl")) { x, y in
            // Luma is halved while the differences from it stay.
            let color = Self.pixel(x, y)
            let half = (0.2126 * color.x + 0.7152 * color.y + 0.0722 * color.z) / 2
            return SIMD4(color.x - half, color.y - half, color.z - half, 1)
        }
    }

    @Test("mistakes are reported with the line of the file")
    func mistakes() throws {
        let isf =
            "/*{\"INPUTS\": [{\"NAME\": \"inputImage\", \"TYPE\": \"image\"}]}*/\n\nvoid main() {\n    oops;\n}\n"
        #expect(reason(isf, name: "test.fs").contains("test.fs:4:"))
        #expect(reason("//!HOOK ELSEWHERE\nvec4 hook() { }\n", name: "a.glsl").contains("a.glsl:1: "))
        #expect(reason("//!HOOK MAIN\n//!WHEN 1 +\nvec4 hook() { }", name: "a.glsl").contains("a.glsl:2: "))
        let sound = "/*{\"INPUTS\": [{\"NAME\": \"volume\", \"TYPE\": \"audio\"}]}*/\nvoid main() {}"
        #expect(reason(sound, name: "test.fs").contains("volume"))
        #expect(reason("void main() {}", name: "a.glsl").contains("mpv"))
    }

    @Test("a saved picture is not shifted, whatever its height")
    func savedPictures() throws {
        let text = """
            void mainImage(out vec4 color, in vec2 place) { color = vec4(vec3(floor(place.y) / 100.0), 1.0); }
            """
        let folder = FileManager.default.temporaryDirectory.appending(path: "glint-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "rows.glsl")
        try Data(text.utf8).write(to: file)
        let size = SIMD2(20, 17)
        let picture = PixelBuffer(width: size.x, height: size.y, depth: .eight) {
            _ = $0.initializeMemory(as: UInt8.self, repeating: 255)
        }
        let rows = try withSharedEngine {
            try $0.export(picture, [Recipe.Stage("shader", ["file": .text(file.path)])], depth: .eight)
        }
        for y in 0..<size.y {
            let expected = Double(size.y - 1 - y) / 100 * 255
            #expect(abs(Double(rows[y * size.x * 4]) - expected) <= 1, "row \(y)")
        }
    }

    /// The error of rendering with a text; empty if there is none.
    private func reason(_ text: String, name: String) -> String {
        do {
            _ = try render(text, name: name)
            return ""
        } catch { return "\(error)" }
    }

    @Test("hostile numbers, names and sizes are mistakes, not crashes")
    func hostileFiles() throws {
        func isf(_ input: String, passes: String = "[{}]") -> String {
            """
            /*{"INPUTS": [{"NAME": "inputImage", "TYPE": "image"}, \(input)], "PASSES": \(passes)}*/
            void main() { gl_FragColor = vec4(1.0); }
            """
        }
        let float = #"{"NAME": "a", "TYPE": "float", "MIN": "nan", "MAX": "inf", "DEFAULT": "nan"}"#
        #expect(reason(isf(float), name: "test.fs") == "")
        let long = #"{"NAME": "a", "TYPE": "long", "DEFAULT": 1e30, "MAX": 1e300}"#
        #expect(reason(isf(long), name: "test.fs") == "")
        let color = #"{"NAME": "a", "TYPE": "color", "DEFAULT": [0, 0, 0, "nan"]}"#
        #expect(reason(isf(color), name: "test.fs") == "")
        #expect(reason(isf(float + ", " + float), name: "test.fs").contains("“a”"))
        let large = #"[{"TARGET": "b", "WIDTH": "16384", "HEIGHT": "16384"}, {}]"#
        #expect(reason(isf(float, passes: large), name: "test.fs").contains("64 megapixels"))
        let plain = "//!HOOK MAIN\n//!BIND HOOKED\nvec4 hook() { return vec4(1.0); }\n"
        let wide = plain.replacing("vec4 hook", with: "//!WIDTH 1e9\nvec4 hook", maxReplacements: 1)
        #expect(reason(wide, name: "a.glsl").contains("64 megapixels"))
        let parameter = "//!PARAM a\n//!TYPE int\n//!MINIMUM nan\n//!MAXIMUM inf\n1e30\n"
        #expect(reason(parameter + plain, name: "a.glsl") == "")
        // A plane that nothing replaces can still be read later.
        let unused = """
            //!HOOK LUMA
            //!BIND HOOKED
            //!SAVE OTHER
            vec4 hook() { return HOOKED_tex(HOOKED_pos); }

            """
        let later = plain.replacing("HOOKED\n", with: "HOOKED\n//!BIND OTHER\n").replacing(
            "vec4(1.0)", with: "OTHER_tex(HOOKED_pos)")
        #expect(reason(unused + later, name: "a.glsl") == "")
    }

    @Test("a loop that never ends does not keep the other pixels from being computed")
    func endlessLoop() throws {
        let text = """
            void mainImage(out vec4 color, in vec2 place) {
                color = vec4(0.2, 0.4, 0.6, 1.0);
                if (place.x < 1.0) while (true) { color.r += 0.1; }
            }
            """
        let result = try render(text, name: "a.glsl")
        let expected = SIMD4(0.2, 0.4, 0.6, 1.0)
        for x in 1..<Self.size.x {
            #expect(abs((color(x, 5, of: result) - expected).sum()) < 1e-3)
        }
    }
}
