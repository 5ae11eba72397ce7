import Filters
import Testing

/// Values that change over time: their course, their forms and their checks.
@Suite("Values over time") struct ValueOverTimeTests {
    private let catalog = FilterCatalog.builtIn

    private func parameter(_ filter: String, _ id: String) throws -> ParameterDeclaration {
        try #require(catalog.filter(filter)?.parameter(id))
    }

    private func recipe(_ stage: String) throws -> Recipe {
        try Recipe(json: #"{"glint": 1, "filters": [\#(stage)]}"#)
    }

    @Test("between keys a value is linear or held, and beyond them constant")
    func proceeds() throws {
        let keys: KeyValuePairs<Double, ParameterValue> = [1: 0.2, 2: 1, 4: 0]
        let times = [0, 1, 1.25, 2, 3, 4, 99]
        func numbers(_ ease: ValueOverTime.Ease) -> [Double?] {
            times.map { ValueOverTime.keys(keys, ease: ease).number(at: $0) }
        }
        #expect(numbers(.linear) == [0.2, 0.2, 0.4, 1, 0.5, 0, 0])
        #expect(numbers(.hold) == [0.2, 0.2, 0.2, 1, 1, 0, 0])
        #expect(ValueOverTime.keys([1: 0.2, 2: 1], ease: .smooth).number(at: 1.25) == 0.4)
    }

    /// Values of SciPy 1.10: `PchipInterpolator(times, values)(time)`.
    @Test(
        "smooth values are those of SciPy",
        arguments: [
            (0.25, 0.1696875), (0.5, 0.32749999999999996), (0.9, 0.55062), (1.4, 0.80992),
            (1.9, 0.9931200000000002), (2.7, 0.9718249999999999), (3.9, 0.900725), (4.2, 0.9),
        ])
    func isSmooth(time: Double, expected: Double) throws {
        let value = ValueOverTime.keys([0: 0, 1: 0.6, 2: 1, 4: 0.9, 4.5: 0.9], ease: .smooth)
        #expect(abs(try #require(value.number(at: time)) - expected) < 1e-15)
    }

    @Test("integers are rounded, points and colors change by component, choices and toggles jump")
    func kinds() throws {
        let count = try parameter("posterize", "levels")
        let levels = ValueOverTime.keys([0: 2, 1: 5])
        #expect([0.1, 0.2, 0.5].map { levels.value(at: $0, for: count) } == [2, 3, 4])
        let center = ValueOverTime.keys([0: .point(SIMD2(0, 1)), 2: .point(SIMD2(1, 0.5))])
        #expect(
            center.value(at: 1, for: try parameter("zoom-blur", "center")) == .point(SIMD2(0.5, 0.75)))
        let color = ValueOverTime.keys([0: "#ff0000", 1: .color(SIMD3(0, 0, 1))])
        #expect(
            color.value(at: 0.25, for: try parameter("border", "color")) == .color(SIMD3(0.75, 0, 0.25)))
        let isLinear = ValueOverTime.keys([0: true, 1: false], ease: .hold)
        let toggle = try parameter("resize", "linear")
        #expect([0.5, 1].map { isLinear.value(at: $0, for: toggle) } == [true, false])
        #expect(levels.value(at: 0, for: toggle) == nil)
    }

    @Test("noise stays within its bounds around its mean, and depends on seed and time alone")
    func wiggles() throws {
        let times = (0..<40_000).map { Double($0) / 37 }
        func course(_ seed: Int) -> [Double] {
            let value = ValueOverTime.wiggle(around: 0.5, by: 0.1, rate: 2, seed: seed)
            return times.compactMap { value.number(at: $0) }
        }
        let one = course(1)
        #expect(one.count == times.count && one == course(1) && one != course(2))
        #expect(one.allSatisfy { (0.4...0.6).contains($0) })
        #expect(one.contains { $0 < 0.41 } && one.contains { $0 > 0.59 })
        #expect(abs(one.reduce(0, +) / Double(one.count) - 0.5) < 0.005)
        // The steepest change is from one bound to the other, with a slope of 1.5.
        #expect(zip(one, one.dropFirst()).allSatisfy { abs($0 - $1) <= 0.2 * 1.5 * 2 / 37 })
    }

    @Test("noise follows its documented formula")
    func formula() throws {
        func mix(_ bits: UInt64) -> UInt64 {
            let first = (bits ^ (bits >> 30)) &* 0xbf58_476d_1ce4_e5b9
            let second = (first ^ (first >> 27)) &* 0x94d0_49bb_1331_11eb
            return second ^ (second >> 31)
        }
        func lattice(_ index: UInt64, _ component: UInt64) -> Double {
            let bits = mix(mix(7 * 4 + component) &+ index &* 0x9e37_79b9_7f4a_7c15)
            return Double(bits >> 11) / 9_007_199_254_740_992 * 2 - 1
        }
        let value = ValueOverTime.wiggle(around: .point(SIMD2(0.5, 0.25)), by: 0.2, rate: 4, seed: 7)
        let center = try parameter("zoom-blur", "center")
        // A quarter of the way from the 12th change to the 13th.
        let weight = 0.25 * 0.25 * 2.5
        let expected = [0, 1].map { component in
            lattice(12, component) * (1 - weight) + lattice(13, component) * weight
        }
        guard case .point(let point)? = value.value(at: 3.0625, for: center) else {
            Issue.record("there is no point")
            return
        }
        #expect(abs(point.x - 0.5 - 0.2 * expected[0]) < 1e-12)
        #expect(abs(point.y - 0.25 - 0.2 * expected[1]) < 1e-12)
    }

    @Test(
        "a recipe keeps values over time in every place",
        arguments: [
            #"{"id":"saturation","parameters":{"amount":{"keys":[[0,0.2],[2.5,1]]}}}"#,
            #"{"id":"saturation","parameters":{"amount":{"keys":[[0,0.2],[2.5,1],[3,0]],"ease":"smooth"}}}"#,
            #"{"id":"invert","parameters":{"amount":{"wiggle":{"by":0.1,"rate":2,"seed":1},"around":0.5}}}"#,
            ##"{"id":"border","parameters":{"color":{"keys":[[0,"#FF0000"],[1,[0.1,0.2,0.3]]]}}}"##,
            #"{"id":"invert","parameters":{},"opacity":{"keys":[[0,0],[1,1]]}}"#,
            #"""
            {"id":"invert","parameters":{},"region":{"shape":"ellipse","x":{"keys":[[0,0.1],[2,0.7]]},"y":0.1,
            "width":0.2,"height":{"wiggle":{"by":0.1,"rate":1,"seed":0},"around":0.3}}}
            """#,
        ])
    func survives(stage: String) throws {
        let recipe = try recipe(stage)
        try catalog.validate(recipe)
        #expect(recipe.changes && catalog.readsTime(recipe))
        let again = try Recipe(json: recipe.json)
        #expect(again == recipe && again.json == recipe.json)
        #expect(recipe.normalized(in: catalog).changes)
        #expect(recipe.isEquivalent(to: again, in: catalog))
        #expect(try Recipe(json: recipe.normalized(in: catalog).json).changes)
        // Without the change, it is another recipe.
        let fixed = Recipe(
            recipe.stages.compactMap { stage in catalog.filter(of: stage).map { stage.at(0, of: $0) } })
        #expect(!fixed.changes && !fixed.isEquivalent(to: recipe, in: catalog))
    }

    @Test("what is set in Swift is what its JSON says")
    func isSetInSwift() throws {
        var stage = Recipe.Stage("border")
        stage.set("color", to: .keys([0: .color(SIMD3(1, 0, 0)), 1: "#00ff00"]))
        stage.setOpacity(to: .keys([0: 0.25, 1: 1]))
        #expect(stage.opacity == 0.25)
        let again = try Recipe(json: Recipe([stage]).json)
        #expect(again.stages == [stage])
        // A new value takes the place of the change.
        stage.opacity = 0.5
        stage.set("color", to: "#ffffff")
        #expect(!stage.changes)
        var region = Region.ellipse(x: 0.1, y: 0.2, width: 0.3, height: 0.4)
            .moving(\.x, .keys([0: 0, 2: 0.5])).moving(\.angle, .keys([0: 10, 1: 20]))
        #expect(region.at(1) == .ellipse(x: 0.25, y: 0.2, width: 0.3, height: 0.4, angle: 20))
        region.x = 0.9
        #expect(region.at(1).x == 0.9 && region.at(1).angle == 20)
    }

    @Test("a stage that changes is not at identity, even if it begins there")
    func isNotDropped() throws {
        var stage = Recipe.Stage("saturation")
        stage.set("amount", to: .keys([1: 1, 2: 0]))
        let filter = try #require(catalog.filter("saturation"))
        #expect(!stage.isIdentity(of: filter))
        #expect(stage.at(0.5, of: filter).isIdentity(of: filter))
        #expect(Recipe([stage]).normalized(in: catalog).stages == [stage])
        #expect(Recipe([stage]).sampleTimes.map(\.sourceSeconds) == [0, 1, 2, 0.5, 1.5])
    }

    @Test(
        "invalid values have a sentence each",
        arguments: [
            (#"{"keys":[]}"#, "amount: there must be at least one key"),
            (#"{"keys":7}"#, "amount: “keys” must be a list of [seconds, value]"),
            (#"{"keys":[[0,1],[1]]}"#, "amount: key 2 must be [seconds, value]"),
            (#"{"keys":[["0:01",1]]}"#, "amount: key 1 must be [seconds, value]"),
            (#"{"keys":[[-1,1]]}"#, "amount: the time of key 1 must be from 0 to 1000000 seconds"),
            (#"{"keys":[[2.5,1],[1,1]]}"#, "the times of keys must increase, but 1 comes after 2.5"),
            (#"{"keys":[[1,1],[1,2]]}"#, "the times of keys must increase, but 1 comes after 1"),
            (#"{"keys":[[0,1]],"ease":"bounce"}"#, "amount: “ease” must be linear, smooth or hold"),
            (#"{"keys":[[0,1]],"color":1}"#, "amount: a value over time has no “color”"),
            (#"{"keys":[[0,1],[1,2.5]]}"#, "amount is 2.5 but must be a number from 0 to 2"),
            (#"{"keys":[[0,1],[1,true]]}"#, "amount must be a number from 0 to 2"),
            (#"{"wiggle":{"rate":1},"around":1}"#, "amount: “by” must be a number of at least 0"),
            (#"{"wiggle":{"by":1,"rate":0},"around":1}"#, "“rate” must be a number above 0 and at most 1000"),
            (#"{"wiggle":{"by":1,"seed":0.5},"around":1}"#, "“seed” must be a whole number"),
            (#"{"wiggle":{"by":1,"speed":1},"around":1}"#, "amount: a value over time has no “speed”"),
            (#"{"wiggle":{"by":1}}"#, "amount: “around” must be the value around which it varies"),
            (#"{"wiggle":{"by":1.5},"around":1}"#, "amount is -0.5 but must be a number from 0 to 2"),
            (#"{"foo":1}"#, "amount must be a number from 0 to 2"),
        ])
    func isRefused(value: String, sentence: String) throws {
        let recipe = try recipe(#"{"id":"saturation","parameters":{"amount":\#(value)}}"#)
        #expect {
            try catalog.validate(recipe)
        } throws: {
            "\($0)".hasPrefix("saturation: ") && "\($0)".contains(sentence)
        }
        // What this version cannot use is written back.
        #expect(try Recipe(json: recipe.json) == recipe)
    }

    @Test(
        "invalid values of other places have a sentence each",
        arguments: [
            (#""parameters":{"linear":{"keys":[[0,true]]}}"#, "its keys must have the ease hold"),
            (#""parameters":{"fit":{"keys":[[0,"cover"],[1,"x"]],"ease":"hold"}}"#, "must be one of"),
            (#""opacity":{"keys":[[0,2]]}"#, "“opacity” is not a number from 0 to 1"),
            (#""opacity":{"keys":[[1,0],[0,0]]}"#, "“opacity”: the times of keys must increase"),
            (#""opacity":{"a":1}"#, "“opacity” is not a number from 0 to 1"),
        ])
    func isRefusedElsewhere(keys: String, sentence: String) {
        #expect {
            try catalog.validate(try recipe(#"{"id":"resize",\#(keys)}"#))
        } throws: {
            "\($0)".contains(sentence)
        }
    }

    @Test(
        "the path of a file, a curve and a region's numbers out of range are refused",
        arguments: [
            (#"{"id":"lut","parameters":{"file":{"keys":[[0,"a.cube"]]}}}"#, "file cannot change over time"),
            (
                #"""
                {"id":"invert","region":{"shape":"ellipse","x":{"keys":[[0,0],[1,3]]},"y":0,"width":1,"height":1}}
                """#, "the region's x must be a number from -2 to 2"
            ),
            (
                #"""
                {"id":"invert","region":{"shape":"ellipse","x":{"keys":[]},"y":0,"width":1,"height":1}}
                """#, "the region's x: there must be at least one key"
            ),
            (
                #"""
                {"id":"invert","region":{"shape":"luminosity","low":{"keys":[[0,0],[1,0.9]]},"high":0.5}}
                """#, "low value must not exceed"
            ),
        ])
    func isRefusedInPlace(stage: String, sentence: String) {
        #expect {
            try catalog.validate(try recipe(stage))
        } throws: {
            "\($0)".contains(sentence)
        }
    }

    @Test("at most 10,000 keys are allowed")
    func countsKeys() throws {
        let amount = try parameter("saturation", "amount")
        func problem(_ count: Int) -> String? {
            let keys = (0..<count).map { ValueOverTime.Key(seconds: Double($0), value: 1) }
            return amount.problem(with: .keyed(keys, .linear))
        }
        #expect(problem(10_000) == nil)
        #expect(problem(10_001)?.contains("10001 keys, but at most 10000") == true)
    }

    @Test(
        "the command line's words are values over time",
        arguments: [
            ("0:0.2 2.5:1", ValueOverTime.keys([0: 0.2, 2.5: 1])),
            ("0:0.2 2.5:1 smooth", .keys([0: 0.2, 2.5: 1], ease: .smooth)),
            ("1:02.5:0.2 1:00:00:1 hold", .keys([62.5: 0.2, 3600: 1], ease: .hold)),
            ("0.5 wiggle by 0.1 rate 2 seed 1", .wiggle(around: 0.5, by: 0.1, rate: 2, seed: 1)),
            ("0.5 wiggle by 0.1", .wiggle(around: 0.5, by: 0.1)),
        ])
    func words(word: String, expected: ValueOverTime) throws {
        let value = try ValueOverTime(word: word) { ParameterValue(word: $0, kind: .number) }
        #expect(value == expected)
    }

    @Test("other words are no values over time")
    func otherWords() throws {
        for word in ["0.5", "", "#ff0000", "much", "0.2,0.3"] {
            #expect(try ValueOverTime(word: word) { ParameterValue(word: $0, kind: .number) } == nil)
        }
        let points = try ValueOverTime(word: "0:0.2,0.3 2:0.8,0.5") {
            ParameterValue(word: $0, kind: .point)
        }
        #expect(points == .keys([0: .point(SIMD2(0.2, 0.3)), 2: .point(SIMD2(0.8, 0.5))]))
        let region = try #require(Region(word: "ellipse,0:0.1 2:0.7,0.2,0.3,0.4,inverted"))
        #expect(region.at(1).x == 0.4 && region.isInverted && region.width == 0.3)
    }
}
