import Filters
import GPU
import Imaging
import Testing

@testable import Rendering

/// The iteration limit of loops in custom filters.
struct LoopLimitTests {
    @Test(
        "the condition of each loop counts its iterations, and nothing else changes",
        arguments: [
            ("while (a < b) a++;", "while (glint_turn() && (a < b)) a++;"),
            (
                "for (int i = 0; i < f(n, (2)); i++) {}",
                "for (int i = 0;glint_turn() && ( i < f(n, (2))); i++) {}"
            ),
            ("for (;;) {}", "for (;glint_turn();) {}"),
            ("do { a++; } while (a < 3.0);", "do { a++; } while (glint_turn() && (a < 3.0));"),
            ("while (bool go = next()) {}", "while (bool go = glint_turn() && ( next())) {}"),
            ("while\n  (a) for(;b;) c();", "while\n  (glint_turn() && (a)) for(;glint_turn() && (b);) c();"),
            (
                "while (a /* ) */ && // (\n b) {}",
                "while (glint_turn() && (a /* ) */ && // (\n b)) {}"
            ),
            (
                "#define EACH for (int i = 0; i < 4; i++)",
                "#define EACH for (int i = 0;glint_turn() && ( i < 4); i++)"
            ),
            ("// while (a)\n/* for (;;) */ float forward = meanwhile(1);", nil),
            ("while", nil), ("for (int i = 0; i", "for (int i = 0; glint_turn() && ( "),
            ("vec4 own(vec4 c) { return c; }", nil),
        ] as [(String, String?)])
    func text(source: String, expected: String?) {
        guard source != "for (int i = 0; i" else {
            // For code that does not compile, the rewriting only has to terminate.
            #expect(LoopLimit.limited(source).hasPrefix("for (int i = 0;"))
            return
        }
        #expect(LoopLimit.limited(source) == expected ?? source)
    }

    @Test("an endless loop does not prevent other kernels from being compiled")
    func endless() throws {
        let text = """
            // filter: own
            // title: Own
            // group: Own
            // summary: Counts up.
            vec4 own(vec4 color) {
                int turns = 0;
                while (color.r < 0.5) { color.g = 1.0 - color.g; turns++; }
                for (int i = 0; i < 1000; i++) color.b += 0.0001;
                return color;
            }
            """
        var filter = try #require(try DeclarationParser.parse(text, file: "own.glsl"))
        filter.isOwn = true
        let engine = try Engine(
            context: HeadlessContext(), catalog: FilterCatalog.builtIn.adding([filter]))
        let bytes: [UInt8] = (0..<64).flatMap { [UInt8($0 < 32 ? 255 : 0), 100, 0, 255] }
        let source = SourceFrame(try PixelBuffer(bytes: bytes, width: 64, height: 1, channels: .rgba))
        let texture = try engine.render(
            Recipe([Recipe.Stage("own")]), of: source, viewport: Viewport(wholeAt: source.size),
            precision: .rgba32f, outputFormat: .rgba32f)
        let pixels = try engine.device.floats(of: texture)
        #expect(pixels.count == 64)
        for pixel in pixels.prefix(32) {
            let difference = pixel - SIMD4(1, 100.0 / 255, 0.1, 1)
            #expect((difference * difference).sum() < 1e-6, "\(pixel)")
        }
        // Mesa 22.3 ends such a loop earlier, and also all loops after it.
        for pixel in pixels.dropFirst(32) {
            #expect(pixel == .zero || pixel.w == 1, "\(pixel)")
        }
    }
}
