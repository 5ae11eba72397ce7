import Foundation
import GlintKit
import Rendering
import TestSupport
import Testing

/// Serialized, because the time limit of a check counts the CPU time of the driver, which includes that of an
/// endless loop in another test.
@Suite("Custom filters in other programs", .serialized) struct CustomFilterTests {
    private static let header = """
        // filter: dim
        // title: Dim
        // group: Own
        // summary: Divides light.

        """
    private static let dim =
        header + """
            // parameter: divisor "Divisor" number 1..4 default=2 identity=1
            vec4 dim(vec4 color, float divisor) { return vec4(color.rgb / divisor, color.a); }
            """

    private func picture() throws -> Picture {
        let bytes = (0..<40 * 30 * 3).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        let pixels = try PixelBuffer(bytes: bytes, width: 40, height: 30, channels: .rgb)
        return Picture(pixels: pixels, channels: .rgb)
    }

    @Test("a filter from text, or from a file with what it includes, is used like any other")
    func isUsed() throws {
        let picture = try picture()
        let expected = picture.pixels.bytes(as: .rgb).map { (Double($0) / 4).rounded() }
        let folder = try temporaryFolder()
        let path = folder.file("dim.glsl")
        let including = Self.dim.replacing("color.rgb / divisor", with: "divided(color.rgb, divisor)")
            .replacing("vec4 dim(", with: "#include \"divided.glsl\"\nvec4 dim(")
        let divided = "vec3 divided(vec3 color, float by) { return color / by; }"
        try including.write(toFile: path, atomically: true, encoding: .utf8)
        try divided.write(toFile: folder.file("divided.glsl"), atomically: true, encoding: .utf8)
        let filters = try [
            CustomFilter(source: Self.dim), CustomFilter(source: Self.dim.replacing("\n", with: "\r\n")),
            CustomFilter(contentsOf: path),
            CustomFilter(source: including, includes: ["divided.glsl": divided]),
        ]
        for filter in filters {
            let renderer = try Renderer(filters: [filter])
            #expect(renderer.catalog.filter("dim")?.title == "Dim")
            let result = try renderer.render(
                picture, [.invert(), .invert(), filter.stage(["divisor": 4])])
            let differences = zip(result.pixels.bytes(as: .rgb), expected).map { abs(Double($0) - $1) }
            #expect(try #require(differences.max()) <= 1)
        }
        #expect(throws: RecipeError.self) { try Renderer().render(picture, [filters[0].stage()]) }
    }

    @Test("errors in the header are reported with their lines before anything runs")
    func header() throws {
        let text = Self.dim.replacing("1..4", with: "4..1").replacing("// title: Dim\n", with: "")
        let error = try #require(throws: CustomFilterError.self) {
            try CustomFilter(source: text, name: "dim.glsl")
        }
        #expect(error.problems.map(\.line) == [1, 4] && error.problems.allSatisfy { $0.path == "dim.glsl" })
        #expect(error.problems[1].sourceLine?.contains("4..1") == true)
        #expect(error.description.contains("dim.glsl:4: "))
        #expect(throws: CustomFilterError.self) { try CustomFilter(contentsOf: "/nowhere/dim.glsl") }
        #expect(throws: CustomFilterError.self) { try CustomFilter(source: "") }
        #expect(throws: CustomFilterError.self) {
            try CustomFilter(source: Self.dim.replacing("dim", with: "invert"))
        }
    }

    @Test("errors in the GLSL are reported with their lines when a renderer adds the filter")
    func code() throws {
        let filter = try CustomFilter(
            source: Self.dim.replacing("/ divisor", with: "/ divider"), name: "a.glsl")
        let error = try #require(throws: CustomFilterError.self) { try Renderer(filters: [filter]) }
        #expect(error.problems.first?.path == "a.glsl" && error.problems.first?.line == 6)
        #expect(error.description.contains("divider"))
        let dim = try CustomFilter(source: Self.dim)
        let twice = try #require(throws: CustomFilterError.self) { try Renderer(filters: [dim, dim]) }
        #expect(twice.description.contains("dim"))
    }

    @Test("a filter that reads beyond its reach is rejected")
    func reach() throws {
        let far =
            Self.header + """
                // pass: result = far(entering) reach 1
                vec4 far(ivec2 p) { return entering(p + ivec2(5, 0)); }
                """
        let error = try #require(throws: CustomFilterError.self) {
            try Renderer(filters: [CustomFilter(source: far)])
        }
        #expect(
            error.description.contains(
                "reads at a distance of up to 5 along x, but the reach of its pass is 1"))
    }

    @Test("a custom filter's dispatch over the time limit is an error; others have no limit")
    func limit() throws {
        let filter = try CustomFilter(source: Self.dim)
        let renderer = try Renderer(filters: [filter])
        #expect(renderer.secondsPerDispatch == 30)
        renderer.secondsPerDispatch = 0
        let picture = try picture()
        #expect(throws: GPUError.tooSlow(seconds: 0)) { try renderer.render(picture, [filter.stage()]) }
        _ = try renderer.render(picture, [.invert()])
    }

    @Test("a loop without an end is an error")
    func loop() throws {
        let endless =
            Self.header + """
                vec4 dim(vec4 color) {
                    while (color.r < 2.0) color.g += 0.1;
                    return color;
                }
                """
        let error = try #require(throws: CustomFilterError.self) {
            try Renderer(filters: [CustomFilter(source: endless)])
        }
        #expect(error.description.contains("endless loop?"))
    }

    @Test("a filter that reads the whole picture is accepted, and a long loop in it is still rejected")
    func readsWholePicture() throws {
        let text =
            Self.header + """
                // pass: result = dim(entering) reach picture
                vec4 dim(ivec2 p) { return entering(ivec2(picture.xy / picture.zw) - 1 - p); }
                """
        let picture = try picture()
        let filter = try CustomFilter(source: text)
        let result = try Renderer(filters: [filter]).render(picture, [filter.stage()])
        let pixels = stride(from: 0, to: 40 * 30 * 4, by: 4).map {
            Array(picture.pixels.bytes()[$0..<$0 + 4])
        }
        #expect(result.pixels.bytes() == pixels.reversed().flatMap(\.self))
        let greedy = text.replacing(
            "return entering(", with: "for (int i = 0; i < 20000; i++) entering(p + i); return entering(")
        #expect(throws: CustomFilterError.self) { try Renderer(filters: [CustomFilter(source: greedy)]) }
    }
}
