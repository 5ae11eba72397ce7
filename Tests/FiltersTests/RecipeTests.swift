import Filters
import Testing

@Suite("Recipes") struct RecipeTests {
    @Test("a recipe survives its JSON form")
    func roundTrips() throws {
        var recipe: Recipe = [Recipe.Stage("saturation", ["amount": 0.3]), Recipe.Stage("gaussian-blur")]
        recipe.stages[0].opacity = 0.25
        recipe.stages[1].isEnabled = false
        #expect(try Recipe(json: recipe.json) == recipe)
    }

    @Test("parts written by a newer Glint are kept and written back unchanged")
    func keepsWhatItDoesNotKnow() throws {
        let text = """
            {"glint": 1, "author": "somebody", "filters": [
              {"id": "from-the-future", "parameters": {"depth": {"near": [1, 2.5, null]}}, "blend": "glow"},
              {"id": "saturation", "parameters": {"amount": 0.3}, "region": {"x": true}}]}
            """
        let recipe = try Recipe(json: text)
        let again = try Recipe(json: recipe.json)
        #expect(again == recipe)
        for piece in ["somebody", "from-the-future", "near", "glow", "region"] {
            #expect(recipe.json.contains(piece))
        }
    }

    @Test(
        "an invalid recipe is rejected, reporting the location",
        arguments: [
            ("", "the end of the text"), ("{\"glint\": 1,\n \"filters\": [}", "line 2, column 14"),
            ("{\"glint\": 1", "a comma"), ("{glint: 1}", "a key in quotes"), ("{\"glint\": 01}", "a value"),
            ("[]", "object"),
            ("{\"filters\": []}", "glint"), ("{\"glint\": 1}", "filters"),
            ("{\"glint\": 1, \"filters\": [{}]}", "filter 1"),
            ("{\"glint\": 1, \"filters\": [{\"id\": \"x\", \"opacity\": 2}]}", "opacity"),
            ("{\"glint\": 1, \"filters\": [{\"id\": \"x\", \"enabled\": 1}]}", "enabled"),
            ("{\"glint\": 1, \"filters\": [{\"id\": \"x\", \"parameters\": []}]}", "parameters"),
            (region("\"x\": 0, \"y\": 0, \"width\": 1"), "no “height”"),
            (region("\"x\": \"left\", \"y\": 0, \"width\": 1, \"height\": 1"), "“x” is not a number"),
            (
                region("\"x\": 0, \"y\": 0, \"width\": 1, \"height\": 1, \"inverted\": 1"),
                "“inverted” must be true or false"
            ),
        ])
    func refusesOtherTexts(text: String, expected: String) {
        let error = #expect(throws: RecipeError.self) { try Recipe(json: text) }
        #expect(error?.description.contains(expected) == true, "\(String(describing: error))")
    }

    private static func region(_ keys: String) -> String {
        "{\"glint\": 1, \"filters\": [{\"id\": \"x\", \"region\": {\"shape\": \"ellipse\", \(keys)}}]}"
    }

    @Test("a gradient and a luminosity range survive both formats")
    func otherRegionsRoundTrip() throws {
        var gradient = Region.gradient(from: SIMD2(0.5, -0.25), to: SIMD2(0.75, 1.5))
        gradient.isInverted = true
        gradient.operation = .subtract
        let lights = Region.luminosity(0.7...1, feather: 0.125)
        #expect(Region(word: "gradient,0.5,-0.25,0.75,1.5,inverted,subtract") == gradient)
        #expect(Region(word: "luminosity,0.7,1,0.125") == lights)
        #expect(Region(word: "luminosity,0.7,1") == Region.luminosity(0.7...1))
        for word in [
            "gradient,0,0,1", "gradient,0,0,1,1,0.5", "luminosity,0", "luminosity,0,1,0,0",
            "luminosity,0,1,subtract,inverted",
        ] {
            #expect(Region(word: word) == nil, "\(word)")
        }
        for regions in [[gradient], [lights], [gradient, lights, gradient]] {
            var recipe: Recipe = [Recipe.Stage("saturation")]
            recipe.stages[0].regions = regions
            #expect(try Recipe(json: recipe.json) == recipe)
        }
        let text = """
            {"glint": 1, "filters": [{"id": "invert", "region": [
              {"shape": "gradient", "x": 0.5, "y": -0.25, "endX": 0.75, "endY": 1.5, "inverted": true,
               "operation": "subtract"},
              {"shape": "luminosity", "low": 0.7, "high": 1, "feather": 0.125}]}]}
            """
        #expect(try Recipe(json: text).stages[0].regions == [gradient, lights])
    }

    @Test("one region is written in the original format, and several as an array")
    func formOfRegions() throws {
        var recipe: Recipe = [Recipe.Stage("invert")]
        recipe.stages[0].region = Region(.ellipse, x: 0.25, y: 0.5, width: 0.5, height: 0.25)
        let one = """
                  "region" : {
                    "angle" : 0,
                    "feather" : 0,
                    "height" : 0.25,
                    "inverted" : false,
                    "shape" : "ellipse",
                    "width" : 0.5,
                    "x" : 0.25,
                    "y" : 0.5
                  }
            """
        #expect(recipe.json.contains(one))
        let inArray =
            #"{"glint": 1, "filters": [{"id": "invert", "region": [{"shape": "ellipse", "x": 0.25, "y": 0.5, "width": 0.5, "height": 0.25}]}]}"#
        #expect(try Recipe(json: inArray).stages[0].regions == recipe.stages[0].regions)
        recipe.stages[0].regions.append(.luminosity(0...1))
        #expect(recipe.json.contains("\"region\" : [\n"))
        let empty = #"{"glint": 1, "filters": [{"id": "invert", "region": []}]}"#
        #expect(try Recipe(json: empty).stages[0].regions.isEmpty)
    }

    @Test(
        "too many regions, a reversed range and an operation of a newer version are rejected")
    func refusesRegions() throws {
        var stage = Recipe.Stage("invert")
        stage.regions = .init(repeating: .luminosity(0...1), count: Region.maximumInStage)
        try FilterCatalog.builtIn.validate(stage)
        stage.regions.append(.luminosity(0...1))
        #expect { try FilterCatalog.builtIn.validate(stage) } throws: {
            "\($0)".contains("9 regions, but at most 8")
        }
        stage.regions = [.luminosity(0.25...1)]
        stage.regions[0].high = 0.125
        #expect { try FilterCatalog.builtIn.validate(stage) } throws: {
            "\($0)".contains("low value must not exceed its high value")
        }
        #expect(stage.regions[0].broughtInside == Region.luminosity(0.25...0.25))
        let text =
            #"{"glint": 1, "filters": [{"id": "invert", "region": [{"shape": "luminosity", "low": 0, "high": 1, "operation": "exclude"}]}]}"#
        let recipe = try Recipe(json: text)
        #expect(recipe.stages[0].regions.isEmpty && recipe.json.contains("exclude"))
        #expect { try FilterCatalog.builtIn.validate(recipe) } throws: {
            "\($0)".contains("one of add, subtract, intersect")
        }
    }

    @Test("numbers of brushes that are out of range are brought inside")
    func brushesInside() {
        let point = BrushStroke.Point(x: 1e300, y: -1e300, pressure: 7)
        let stroke = BrushStroke(points: [point], radius: 1e300, hardness: -1, flow: 9)
        let many = BrushStroke(points: .init(repeating: .init(x: 0, y: 0), count: 30_000), radius: 0.1)
        let empty = BrushStroke(points: [], radius: 0.1)
        let region = Region.brush(
            [stroke, empty, many], refinement: BrushRefinement(radius: 1e300, epsilon: -1)
        ).broughtInside
        #expect(
            region.strokes.first
                == BrushStroke(points: [.init(x: 2, y: -2, pressure: 1)], radius: 1, hardness: 0, flow: 1))
        #expect(region.strokes.map(\.points.count) == [1, Region.maximumOfPoints - 1])
        #expect(region.refinement == BrushRefinement(radius: 0.1, epsilon: 0.000001))
        #expect(Region.problem(with: [region]) == nil)
    }

    @Test("only names that are no files are patterns of numbered masks")
    func maskPatterns() {
        for (path, name) in [
            ("m_%04d.png", "m_0012.png"), ("m_%d.png", "m_12.png"), ("m_{frame}.png", "m_000012.png"),
            ("my%20dog.png", "my%20dog.png"), ("50%done.png", "5012one.png"),
        ] {
            #expect(Region.file(path).file(ofFrame: 12) == name)
        }
    }

    @Test("regions by color and control points survive the formats of a recipe and of the command line")
    func regionsByColor() throws {
        var color = Region.color(SIMD3(32, 96, 192) / 255, tolerance: 0.25, feather: 0.5)
        color.operation = .intersect
        let point = Region.point(x: 0.5, y: 0.25, radius: 0.125, tolerance: 0.4)
        var recipe: Recipe = [Recipe.Stage("saturation")]
        recipe.stages[0].regions = [point, color]
        #expect(try Recipe(json: recipe.json) == recipe)
        #expect(Region(word: "color,#2060c0,0.25,0.5,intersect") == color)
        #expect(Region(word: "color,#2060c0,0.25")?.feather == 0.1)
        #expect(Region(word: "point,0.5,0.25,0.125,0.4") == point)
        #expect(Region(word: "point,0.5,0.25,0.125")?.tolerance == 0.3)
        for word in ["color", "color,red,0.2", "color,0.2", "point,0.5,0.5", "point,0,0,0.1,0.2,0.3"] {
            #expect(Region(word: word) == nil, "\(word)")
        }
        func regions(_ json: String) throws -> [Region] {
            let text = #"{"glint": 1, "filters": [{"id": "invert", "region": \#(json)}]}"#
            return try Recipe(json: text).stages[0].regions
        }
        #expect(
            try regions(##"{"shape": "color", "color": "#2060c0"}"##)
                == [.color(SIMD3(32, 96, 192) / 255, tolerance: 0.2, feather: 0.1)])
        #expect(
            try regions(#"{"shape": "point", "x": 0.5, "y": 0.25, "radius": 0.125}"#)
                == [.point(x: 0.5, y: 0.25, radius: 0.125, tolerance: 0.3)])
        #expect(throws: RecipeError.self) { try regions(#"{"shape": "color", "color": "blue"}"#) }
        #expect(throws: RecipeError.self) { try regions(#"{"shape": "point", "x": 0.5, "y": 0.25}"#) }
    }

    @Test(
        "a region survives the formats of a recipe and of the command line",
        arguments: [Region.Shape.rectangle, .ellipse])
    func regionsRoundTrip(shape: Region.Shape) throws {
        var region = Region(shape, x: -0.1, y: 0.25, width: 0.5, height: 1.5)
        region.feather = 0.3
        region.angle = -20
        region.isInverted = true
        var recipe: Recipe = [Recipe.Stage("saturation")]
        recipe.stages[0].region = region
        #expect(try Recipe(json: recipe.json) == recipe)
        #expect(Region(word: "\(shape.rawValue),-0.1,0.25,0.5,1.5,0.3,-20,inverted") == region)
        #expect(Region(word: "\(shape.rawValue),0,0,1,1")?.feather == 0)
        for word in ["", "circle,0,0,1,1", "ellipse,0,0,1", "ellipse,0,0,1,1,0,0,0", "ellipse,0,0,1,x"] {
            #expect(Region(word: word) == nil)
        }
    }

    @Test("parts of a region written by a newer Glint are kept and written back unchanged")
    func keepsRegionsItDoesNotKnow() throws {
        let text = """
            {"glint": 1, "filters": [
              {"id": "saturation", "region": {"shape": "star", "points": 5}},
              {"id": "invert", "region": {"shape": "ellipse", "x": 0, "y": 0, "width": 1, "height": 1, "falloff": "gaussian"}}]}
            """
        let recipe = try Recipe(json: text)
        #expect(recipe.stages.map { $0.region == nil } == [true, false])
        #expect(try Recipe(json: recipe.json) == recipe)
        for piece in ["star", "points", "falloff", "gaussian"] { #expect(recipe.json.contains(piece)) }
        let error = #expect(throws: RecipeError.self) { try FilterCatalog.builtIn.validate(recipe) }
        #expect(error?.description.contains("rectangle, ellipse, gradient, luminosity") == true)
    }

    @Test("a region is rejected if its numbers are out of range, and by filters that change the shape")
    func validatesRegions() throws {
        var stage = Recipe.Stage("invert")
        stage.region = Region(.ellipse, x: 0, y: 0, width: 1, height: 1)
        try FilterCatalog.builtIn.validate(stage)
        for value in [-0.1, 1.1, .nan, .infinity] {
            stage.region?.feather = value
            #expect(
                throws: RecipeError.badRegion(
                    filter: "invert", problem: "the region's feather must be a number from 0 to 1")
            ) { try FilterCatalog.builtIn.validate(stage) }
        }
        for filter in ["crop", "rotate", "flip", "resize"] {
            var stage = Recipe.Stage(filter)
            stage.region = Region(.ellipse, x: 0, y: 0, width: 1, height: 1)
            #expect { try FilterCatalog.builtIn.validate(stage) } throws: {
                "\($0)".contains("cannot be limited to a region")
            }
        }
    }

    @Test("a region that reaches too far is read unchanged, to be rejected or clamped")
    func regionsOutOfRange() throws {
        let text = Self.region(#""x": -7, "y": 1e300, "width": 0, "height": 1, "feather": 1.5, "angle": 400"#)
        let recipe = try Recipe(json: text)
        #expect(try Recipe(json: recipe.json) == recipe)
        let region = try #require(recipe.stages[0].region)
        #expect(region.problem == "the region's x must be a number from -2 to 2")
        var inside = Region(.ellipse, x: -2, y: 2, width: 0.001, height: 1)
        inside.feather = 1
        inside.angle = 180
        #expect(region.broughtInside == inside && inside.problem == nil)
    }

    @Test("a recipe of a newer version is rejected by its version")
    func refusesNewerVersions() {
        #expect(throws: RecipeError.newer(version: 2)) { try Recipe(json: "{\"glint\": 2, \"filters\": []}") }
    }

    @Test("a newer version that is read as far as known is written back unchanged")
    func keepsNewerVersions() throws {
        let text =
            #"{"glint":7,"layers":[1],"filters":[{"id":"invert","parameters":{"amount":0.5},"when":"dusk"}]}"#
        var recipe = try Recipe(json: text, acceptsNewer: true)
        recipe.stages[0].set("amount", to: 0.25)
        let written = recipe.json
        for piece in ["7", "layers", "dusk", "0.25"] { #expect(written.contains(piece)) }
        #expect(try Recipe(json: written, acceptsNewer: true) == recipe)
    }

    @Test("a version must be an integer of at least 1", arguments: ["1.5", "-1", "0", "true"])
    func refusesOddVersions(version: String) {
        #expect { try Recipe(json: "{\"glint\": \(version), \"filters\": []}") } throws: {
            if case RecipeError.malformed = $0 { true } else { false }
        }
    }

    @Test("numbers that JSON cannot represent leave the rest of a recipe readable")
    func writesOddNumbers() throws {
        let nowhere = SIMD3(Double.nan, .infinity, -1)
        let recipe: Recipe = [
            Recipe.Stage("saturation", ["amount": .number(.nan)]),
            Recipe.Stage("x", ["tint": .color(nowhere)]),
        ]
        let read = try Recipe(json: recipe.json)
        #expect(read.stages.map(\.filter) == ["saturation", "x"])
        #expect(read.stages[1].value(of: .numbers("tint")) == .color(.zero))
        #expect(throws: RecipeError.self) {
            try FilterCatalog.builtIn.validate(Recipe.Stage("gradient-map", ["shadows": .color(nowhere)]))
        }
    }

    @Test("unknown filters, parameters and values are rejected with a list of the known ones")
    func validates() throws {
        let catalog = FilterCatalog.builtIn
        #expect { try catalog.validate(Recipe.Stage("saturate")) } throws: {
            "\($0)" == "there is no filter “saturate”"
        }
        #expect { try catalog.validate(Recipe.Stage("saturation", ["strength": 1])) } throws: {
            "\($0)".contains("strength") && "\($0)".contains("amount")
        }
        for value: ParameterValue in [2.01, -0.01, .number(.nan), .number(.infinity), "much", true] {
            #expect { try catalog.validate(Recipe.Stage("saturation", ["amount": value])) } throws: {
                "\($0)".contains("from 0 to 2")
            }
        }
        try catalog.validate([Recipe.Stage("saturation", ["amount": 2]), Recipe.Stage("invert")])
    }

    @Test(
        "command-line arguments become values of the parameter's kind, or nil",
        arguments: [
            ("0.3", ParameterKind.number, ParameterValue.number(0.3)), ("x", .number, nil),
            ("true", .toggle, .toggle(true)), ("yes", .toggle, nil),
            ("#ff0080", .color, .color(SIMD3(1, 0, 128 / 255.0))), ("#ff00", .color, nil),
            ("1,0,0.00002", .color, .color(SIMD3(1, 0, 0.00002))), ("1,0", .color, nil),
            ("1,0,x", .color, nil), ("1,0,0,0", .color, nil), ("1,0,", .color, nil),
            ("0.5,1", .point, .point(SIMD2(0.5, 1))), ("0.5", .point, nil),
            ("0,0;1,1", .curve, .curve([SIMD2(0, 0), SIMD2(1, 1)])), ("0,0;1", .curve, nil),
        ] as [(String, ParameterKind, ParameterValue?)])
    func readsArguments(word: String, kind: ParameterKind, expected: ParameterValue?) {
        #expect(ParameterValue(word: word, kind: kind) == expected)
        if let expected {
            #expect(ParameterValue(json: expected.json, kind: kind) == expected)
        }
    }
}
