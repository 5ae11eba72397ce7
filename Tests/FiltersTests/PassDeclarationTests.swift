import Filters
import Testing

@Suite("Declared passes") struct PassDeclarationTests {
    private static let head = "// filter: a-filter\n// title: T\n// group: G\n// summary: S.\n"
    private static let functions = "vec4 f(ivec2 p) { return a(p); }\nvec4 g(ivec2 p) { return vec4(1.0); }\n"

    private func errors(_ lines: String, _ code: String = functions) -> [DeclarationError] {
        do throws(DeclarationErrors) {
            let filter = try DeclarationParser.parse(Self.head + lines + "\n" + code, file: "a.glsl")
            return filter.map { FilterCatalog.builtIn.problems(of: $0) } ?? []
        } catch {
            return error.errors
        }
    }

    @Test(
        "errors are reported with the line",
        arguments: [
            ("// pass: r = g(a)", 5, "there is no pass “a” to read"),
            ("// pass: a = g(b)\n// pass: b = f(a)", 5, "read each other in a cycle"),
            ("// pass: a = g(a)", 5, "read each other in a cycle"),
            // Another error on a later line takes precedence over the cycle.
            ("// pass: a = g(a)\n// pass: r = g()", 6, "expected an input, but found"),
            ("// pass: a = g(entering)\n// pass: a = f(a)", 6, "two passes named a"),
            ("// pass: g = g(entering)", 5, "already a function named g"),
            ("// pass: a = g(entering)\n// pass: r = g(entering)", 5, "the pass a is never read"),
            (
                "// pass: a = g(entering)\n// pass: r = f(entering)", 6,
                "f reads a, which is not an input"
            ),
            ("// pass: r = missing(entering)", 5, "there is no function “vec4 missing(ivec2 p)”"),
            ("// pass: r = g(entering) reach 1 ÷ (2 - 2)", 5, "divides by a value that can be zero"),
            (
                "// parameter: x \"X\" number -1..1 default=0\n// pass: r = g(entering) reach 1 ÷ x", 6,
                "divides by a value that can be zero"
            ),
            (
                "// parameter: x \"X\" number -1..1 default=0\n// pass: r = g(entering) reach sqrt(x)", 6,
                "it takes the root of a value that can be negative"
            ),
            ("// pass: r = g(entering) reach 4097", 5, "the maximum is 4096"),
            (
                "// parameter: x \"X\" number 0..5000 default=0\n// pass: r = g(entering) reach 0.9 × x", 6,
                "the maximum is 4096"
            ),
            ("// pass: r = g(entering) reach y", 5, "“y”, which is not a numeric parameter of the filter"),
            ("// pass: r = g(entering) grid 2", 5, "cannot have its own grid"),
            ("// pass: r = g(entering) grid 0.5", 5, "grid must be a whole number"),
            ("// pass: r = g(entering) along z", 5, "along must be x, y or xy"),
            ("// pass: r = g(entering) reech 2", 5, "“reech” is not one of"),
            ("// pass: r = g()", 5, "expected an input, but found"),
            ("// pass: r = g(entering", 5, "found the end of the pass"),
            ("// pass: r = filter gaussian-blurr(entering)", 5, "did you mean gaussian-blur?"),
            ("// pass: r = filter gaussian-blur(entering, radios=2)", 5, "did you mean radius?"),
            ("// pass: r = filter crop(entering)", 5, "changes the picture's shape"),
            ("// pass: reach = g(entering)", 5, "reach is already taken"),
            (
                "// pass: r = g(entering, reach=2)", 5,
                "reach is already taken; give the number another name"
            ),
            (
                "// parameter: x \"X\" number 0..1 default=0\n// pass: r = g(entering, x=2)", 6,
                "x is already taken; give the number another name"
            ),
            ("// pass: r = g(entering, k=2, l=k)", 5, "“k”, which is not a numeric parameter of the filter"),
            (
                "// pass: a = g(entering) grid 4\n// pass: r = f(a) when 1", 6,
                "must have the same grid as its first input"
            ),
            (
                "// pass: a = g(entering) grid 4\n// pass: r = filter sharpen(a)", 6,
                "to an input with the full grid"
            ),
            ("// pass: r = g(entering) reach \(String(repeating: "(", count: 200))1", 5, "nested more than"),
            (
                "// pass: r = g(entering) reach 1\(String(repeating: "+1", count: 600))", 5,
                "at most 1000 characters"
            ),
            (
                "// pass: r = g(entering) reach 1\(String(repeating: "0", count: 400)) - 1", 5,
                "is not a number"
            ),
            ("// pass: r = gaussian-blur(entering)", 5, "filter gaussian-…(entering)"),
            ("// parameter: x \"X\" number -inf..inf default=0", 5, "needs a range"),
            ("// parameter: my-x \"X\" number 0..1 default=0", 5, "“my-x” is not in camelCase"),
            (
                "// color: premultiplied\n// pass: r = g(entering)", 5,
                "“color” is not a header keyword; did you mean “colors:”?"
            ),
            ("\n// pass: r = g(entering)", 6, "the header ends at line 5, before this “pass:” line"),
            ("// pass: smooth = g(entering)", 5, "smooth is a GLSL keyword"),
            (
                "// parameter: half \"H\" number 0..1 default=0\n// pass: r = g(entering)", 5,
                "half has the name of a GLSL keyword"
            ),
            (
                "// sumary: X.\n// pass: r = g(entering)", 5,
                "“sumary” is not a header keyword; did you mean “summary:”?"
            ),
            ("// colors: linear\n// pass: r = g(entering)", 5, "premultiplied"),
            ("// texture: paper \"Paper\" file", 5, "must declare its passes"),
            ("// texture: paper \"Paper\" number\n// pass: r = g(entering)", 5, "a texture is declared as"),
        ])
    func mistakes(lines: String, line: Int, message: String) {
        let errors = errors(lines)
        #expect(errors.contains { $0.line == line && $0.message.contains(message) }, "\(errors)")
    }

    @Test("all errors are reported at once")
    func severalMistakes() {
        let errors = errors("// parameter: x\n// pass: r = g(\n// makes: noise")
        #expect(errors.map(\.line) == [5, 6, 7], "\(errors)")
    }

    @Test("a comment with a colon is a comment")
    func comments() {
        #expect(
            errors(
                "// Note: this is a comment.\n// source: a book\n// color: red\n// takes: time\n// example: one\n// simple: yes\n// tile: 8\n// pass: r = g(entering)"
            )
            .isEmpty)
    }

    @Test("passes run after those that they read, whatever the order in the file")
    func order() throws {
        let filter = try #require(
            try DeclarationParser.parse(
                Self.head + "// pass: b = f(a)\n// pass: a = g(entering)\n// pass: r = g(b)\n"
                    + Self.functions,
                file: "a.glsl"))
        #expect(filter.passes.map(\.name) == ["a", "b", "r"])
    }

    @Test(
        "formulas follow the rules of arithmetic",
        arguments: [
            ("1 + 2 × 3 − 4 ÷ 2", 5.0), ("(1 + 2) * 3", 9), ("-2 - -3", 1), ("max(1, x) > 2", 1),
            ("2 > x", 0),
            ("min(ceil(1.2), floor(2.9)) + sqrt(9) + abs(0 - x)", 9), ("sin(0) + cos(0)", 1),
        ])
    func formulas(text: String, value: Double) throws {
        let filter = try #require(
            try DeclarationParser.parse(
                Self.head
                    + "// parameter: x \"X\" number 0..9 default=4\n// pass: r = g(entering, k=\(text))\n"
                    + Self.functions, file: "a.glsl"))
        #expect(filter.passes[0].settings["k"]?.value(["x": 4]) == value)
    }

    @Test("a variable may have the name of a pass, which is a function")
    func variables() {
        let code = """
            vec4 f(ivec2 p) { vec4 result = a(p); return result; }
            vec4 g(ivec2 p) { vec4 a = entering(p); return a; }
            """
        #expect(errors("// pass: a = g(entering)\n// pass: result = f(a)", code).isEmpty)
        let macro = """
            #define READ(q) a(q)
            vec4 f(ivec2 p) { return READ(p); }
            vec4 g(ivec2 p) { return entering(p); }
            """
        let lines = "// pass: a = g(entering)\n// pass: b = f(a)\n// pass: r = f(b)"
        #expect(
            errors(lines, macro).contains {
                $0.message.contains("f reads a, which is not an input of r")
            })
    }

    @Test("passes are at most 64")
    func manyPasses() {
        let lines = (0..<70).map { "// pass: p\($0) = g(\($0 == 0 ? "entering" : "p\($0 - 1)"))" }
        #expect(errors(lines.joined(separator: "\n")).contains { $0.message.contains("at most 64 passes") })
    }
}
