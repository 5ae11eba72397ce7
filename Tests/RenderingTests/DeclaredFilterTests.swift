import Filters
import GPU
import Imaging
import Rendering
import TestSupport
import Testing

/// A filter with passes, created from the lines after its title.
func declaredFilter(_ text: String, id: String = "declared", includes: [String: String] = [:]) throws
    -> FilterDeclaration
{
    let head = "// filter: \(id)\n// title: Declared\n// group: G\n// summary: S.\n"
    let parsed = try DeclarationParser.parse(head + text, file: "/filters/\(id).glsl", includes: includes)
    var filter = try #require(parsed)
    filter.isOwn = true
    return filter
}

/// The result of a declared filter on a 16-bit picture, as floats.
func declared(
    _ filter: FilterDeclaration, _ values: [String: ParameterValue] = [:], of picture: Reference,
    viewport: Viewport? = nil
) throws -> [SIMD4<Float>] {
    let catalog = FilterCatalog.builtIn.adding([filter])
    #expect(catalog.errors.isEmpty, "\(catalog.errors)")
    return try withSharedEngine { engine in
        let source = SourceFrame(picture.buffer(.sixteen))
        let texture = try engine.render(
            [Recipe.Stage(filter.id, values)], of: source,
            viewport: viewport ?? Viewport(wholeAt: source.size),
            precision: .rgba32f, outputFormat: .rgba32f, keepsResults: false, catalog: catalog)
        return try engine.device.floats(of: texture)
    }
}

@Suite("Filters whose header declares their passes") struct DeclaredFilterTests {
    private static let picture = testPicture(alpha: true).rounded(to: .sixteen)
    private static let opaque = testPicture().rounded(to: .sixteen)

    @Test("passes along x and y give the mean of a square, and the first input keeps its name")
    func alongBothAxes() throws {
        let filter = try declaredFilter(
            """
            // colors: premultiplied
            // parameter: radius "Radius" number 0..50 default=3
            // pass: result = mean(entering) along xy reach radius
            vec4 mean(ivec2 p) {
                vec4 sum = vec4(0.0);
                for (int i = -reach; i <= reach; i++) sum += from(p + i * step);
                return sum / float(2 * reach + 1) + 0.0 * entering(p);
            }
            """)
        let expected = Reference(width: 97, height: 61) { x, y in
            var sum = SIMD4<Double>.zero
            for j in -3...3 { for i in -3...3 { sum += Self.picture[x + i, y + j].premultiplied } }
            return (sum / 49).unpremultiplied
        }
        #expect(largestDifference(try declared(filter, of: Self.picture), expected) < 1e-5)
    }

    @Test("a custom Gaussian equals the built-in one within a level of 255")
    func gaussian() throws {
        let filter = try declaredFilter(
            """
            // colors: premultiplied
            // parameter: radius "Radius" number 0..50 default=8
            // pass: result = gaussian(entering) along xy reach 1.5 × radius
            vec4 gaussian(ivec2 p) {
                vec4 sum = vec4(0.0);
                float weights = 0.0;
                float sigma = 0.5 * radius / dot(vec2(step), picture.zw);
                for (int i = -reach; i <= reach; i++) {
                    float weight = exp(-0.5 * float(i * i) / (sigma * sigma));
                    sum += weight * from(p + i * step);
                    weights += weight;
                }
                return sum / weights;
            }
            """)
        let own = try declared(filter, of: Self.opaque)
        let builtIn = try withSharedEngine {
            try $0.values(
                [Recipe.Stage("gaussian-blur", ["radius": 8])],
                of: SourceFrame(Self.opaque.buffer(.sixteen)),
                precision: .rgba32f)
        }
        let difference = zip(own, builtIn).map { abs(($0 - $1).max()) }.max() ?? 1
        #expect(difference < 1.0 / 255)
    }

    @Test("a custom unsharp mask equals the built-in one bit for bit, also in parts")
    func unsharp() throws {
        let filter = try declaredFilter(
            """
            // parameter: amount "Amount" number 0..3 default=1
            // parameter: radius "Radius" number 0..100 default=4
            // parameter: threshold "Threshold" number 0..1 default=0.02
            // pass: blurred = filter gaussian-blur(entering, radius=radius)
            // pass: result = mask(entering, blurred)
            vec4 mask(ivec2 p) {
                vec4 c = entering(p);
                vec3 d = c.rgb - blurred(p).rgb;
                return vec4(c.rgb + amount * (d - clamp(d, -threshold, threshold)), c.a);
            }
            """)
        let values: [String: ParameterValue] = ["amount": 1.5, "radius": 12, "threshold": 0.02]
        for region in [
            PixelRegion(size: SIMD2(97, 61)), PixelRegion(origin: SIMD2(11, 30), size: SIMD2(60, 20)),
        ] {
            let viewport = Viewport(gridSize: SIMD2(97, 61), region: region)
            let builtIn = try withSharedEngine {
                try $0.values(
                    [Recipe.Stage("unsharp-mask", values)],
                    of: SourceFrame(Self.picture.buffer(.sixteen)),
                    viewport: viewport, precision: .rgba32f)
            }
            #expect(try declared(filter, values, of: Self.picture, viewport: viewport) == builtIn)
        }
    }

    @Test("a pass is skipped if its formula is 0, and its input becomes its result")
    func when() throws {
        let filter = try declaredFilter(
            """
            // parameter: first "First" number 0..1 default=0
            // parameter: second "Second" number 0..1 default=0
            // pass: a = doubled(entering) when first > 0.5
            // pass: result = inverted(a) when second
            vec4 doubled(ivec2 p) { return vec4(2.0 * entering(p).rgb, 1.0); }
            vec4 inverted(ivec2 p) { return vec4(1.0 - a(p).rgb, 1.0); }
            """)
        for (first, second) in [(0.0, 0.0), (1, 0), (0, 1), (1, 1)] {
            let expected = Self.opaque.map { color in
                var color = first > 0.5 ? SIMD4(2 * color.x, 2 * color.y, 2 * color.z, 1) : color
                if second > 0 { color = SIMD4(1 - color.x, 1 - color.y, 1 - color.z, 1) }
                return color
            }
            let values = try declared(
                filter, ["first": .number(first), "second": .number(second)], of: Self.opaque)
            #expect(largestDifference(values, expected) < 1e-5)
        }
    }

    @Test("a point filter can be a pass, with numbers and toggles from formulas")
    func pointFilter() throws {
        let filter = try declaredFilter(
            """
            // parameter: share "Share" number 0..1 default=0.25
            // pass: plain = filter saturation(entering, amount=2 × share)
            // pass: result = same(plain)
            vec4 same(ivec2 p) { return plain(p); }
            """)
        let expected = Self.opaque.map { color in
            let luma = SIMD4(color.luma, color.luma, color.luma, color.w)
            return luma + 0.5 * (color - luma)
        }
        #expect(largestDifference(try declared(filter, of: Self.opaque), expected) < 2e-5)
    }

    @Test("a pass on a coarser grid combines pixels, which later passes address by dividing")
    func grid() throws {
        let filter = try declaredFilter(
            """
            // pass: blocks = mean(entering) grid 4 reach 4
            // pass: result = spread(blocks) reach 1
            vec4 mean(ivec2 p) {
                vec4 sum = vec4(0.0);
                for (int i = 0; i < 16; i++) sum += entering(4 * p + ivec2(i % 4, i / 4));
                return sum / 16.0;
            }
            vec4 spread(ivec2 p) { return blocks(p / 4); }
            """)
        let expected = Reference(width: 97, height: 61) { x, y in
            var sum = SIMD4<Double>.zero
            for i in 0..<16 { sum += Self.opaque[x / 4 * 4 + i % 4, y / 4 * 4 + i / 4] }
            return sum / 16
        }
        for part in [
            PixelRegion(size: SIMD2(97, 61)), PixelRegion(origin: SIMD2(33, 18), size: SIMD2(40, 31)),
        ] {
            let values = try declared(
                filter, of: Self.opaque, viewport: Viewport(gridSize: SIMD2(97, 61), region: part))
            let wanted = Reference(width: part.size.x, height: part.size.y) {
                expected[$0 + part.origin.x, $1 + part.origin.y]
            }
            #expect(largestDifference(values, wanted) < 1e-5)
        }
    }

    @Test("functions receive numbers from their pass, and every kind of parameter by name")
    func settings() throws {
        let filter = try declaredFilter(
            """
            // parameter: count "Count" integer 0..9 default=3
            // parameter: on "On" toggle default=true
            // parameter: way "Way" choice a="A" b="B" default=b
            // parameter: tint "Tint" color default=#ff0080
            // parameter: spot "Spot" point default=0.25,0.75
            // parameter: bend "Bend" curve default=0,1;1,0
            // pass: one = values1(entering, share=count ÷ 4)
            // pass: result = values2(one, share=on + way)
            vec4 values1(ivec2 p) { return vec4(share, tint.r - tint.b, spot.y - spot.x, 1.0); }
            vec4 values2(ivec2 p) { return vec4(one(p).xy, share + curve(bend, 0.25) + one(p).z, 1.0); }
            """)
        let values = try declared(filter, of: Self.opaque)
        let wanted = SIMD4<Float>(0.75, 1 - 128 / 255, 2 + 0.75 + 0.5, 1)
        #expect(values.allSatisfy { abs(($0 - wanted).max()) < 1e-4 && abs(($0 - wanted).min()) < 1e-4 })
    }

    @Test("a texture is read in its own pixels, and is a transparent pixel if none is chosen")
    func texture() throws {
        let folder = try temporaryFolder()
        let paper = testPicture(width: 20, height: 10, alpha: true).rounded(to: .eight)
        try Picture(pixels: paper.buffer(.eight), channels: Channels(isGray: false, hasAlpha: true))
            .write(to: folder.file("paper.png"))
        let filter = try declaredFilter(
            """
            // texture: paper "Paper" file
            // pass: result = tiled(entering)
            vec4 tiled(ivec2 p) { return paper(p % paperSize) + vec4(0.0, 0.0, float(paperSize.x), 0.0); }
            """)
        let expected = Reference(width: 97, height: 61) { paper[$0 % 20, $1 % 10] + SIMD4(0, 0, 20, 0) }
        let values = try declared(filter, ["paper": .text(folder.file("paper.png"))], of: Self.opaque)
        #expect(largestDifference(values, expected) < 1e-5)
        #expect(try declared(filter, of: Self.opaque).allSatisfy { $0 == SIMD4(0, 0, 1, 0) })
        #expect {
            try declared(filter, ["paper": .text(folder.file("none.png"))], of: Self.opaque)
        } throws: { error in
            "\(error)".contains("none.png cannot be found; choose the picture again")
        }
        try "no picture".write(toFile: folder.file("bad.png"), atomically: true, encoding: .utf8)
        #expect(throws: FilterError.self) {
            try declared(filter, ["paper": .text(folder.file("bad.png"))], of: Self.opaque)
        }
    }

    @Test("files included from a filter's folder are part of it, and their names do not clash with Glint's")
    func includes() throws {
        let filter = try declaredFilter(
            """
            // parameter: values "Values" number 0..1 default=0.5
            // parameter: area "Area" number 0..1 default=0.25
            // pass: load = half1(entering)
            // pass: result = store(load)
            #include "helpers.glsl"
            vec4 half1(ivec2 p) { return scaled(entering(p), values); }
            vec4 store(ivec2 p) { return scaled(load(p), area); }
            """, includes: ["helpers.glsl": "vec4 scaled(vec4 color, float by) { return color * by; }"])
        let expected = Self.opaque.map { $0 * 0.125 }
        #expect(largestDifference(try declared(filter, of: Self.opaque), expected) < 1e-5)
    }

    @Test(
        "sampling between pixels gives premultiplied colors, whatever the passes use",
        arguments: [true, false])
    func sampling(premultiplied: Bool) throws {
        let filter = try declaredFilter(
            """
            \(premultiplied ? "// colors: premultiplied" : "// pixels: straight")
            // pass: result = moved(entering) reach 3
            #include "include/sampling.glsl"
            vec4 moved(ivec2 p) { return \(premultiplied ? "" : "straight")(linearSample(vec2(p) + vec2(0.25, 0.0))); }
            """)
        let expected = Reference(width: 97, height: 61) { x, y in
            (0.75 * Self.picture[x, y].premultiplied + 0.25 * Self.picture[x + 1, y].premultiplied)
                .unpremultiplied
        }
        #expect(largestDifference(try declared(filter, of: Self.picture), expected) < 1e-5)
    }

    @Test("a single reach is equal along both axes, even if the view's scales round it differently")
    func reachOfUnevenScales() throws {
        let filter = try declaredFilter(
            """
            // pass: result = far(entering) reach 30
            vec4 far(ivec2 p) { return entering(p + reach); }
            """)
        // 30 pixels of the picture are 9.99 pixels of this grid along x, and 10.01 along y.
        let plan = try Plan(
            recipe: [Recipe.Stage("declared")], catalog: .builtIn.adding([filter]),
            sourceSize: SIMD2(3000, 3000), viewport: Viewport(wholeAt: SIMD2(999, 1001)), precision: .rgba16f)
        #expect(plan.passes[0].halo == SIMD2(11, 11))
        guard case .file(let pass) = plan.passes[0].work else {
            Issue.record("the pass runs no function")
            return
        }
        #expect(pass.uniforms["reach"] == .int(11))
    }

    @Test("a probe counts what a function reads and how far away")
    func probe() throws {
        let filter = try declaredFilter(
            """
            // pass: result = far(entering) reach 2
            vec4 far(ivec2 p) { return entering(p + ivec2(-5, 1)) + entering(p) + entering(p - ivec2(0, 3)); }
            """)
        let catalog = FilterCatalog.builtIn.adding([filter])
        let source = SourceFrame(Self.opaque.buffer(.sixteen))
        let plan = try Plan(
            recipe: [Recipe.Stage("declared")], catalog: catalog, sourceSize: source.size,
            viewport: Viewport(wholeAt: source.size), precision: .rgba32f)
        #expect(plan.passes.count == 1 && plan.passes[0].halo == SIMD2(2, 2))
        let probe = try #require(plan.probing(0))
        let counts = try withSharedEngine { try $0.floats(of: probe, from: source) }
        #expect(counts.allSatisfy { $0 == SIMD4(3, 5, 3, 1) })
    }
}

extension SIMD4<Double> {
    fileprivate var premultiplied: SIMD4 { SIMD4(x * w, y * w, z * w, w) }
    fileprivate var unpremultiplied: SIMD4 { w > 0 ? SIMD4(x / w, y / w, z / w, w) : .zero }
}
