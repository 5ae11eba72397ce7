import Filters
import Testing

/// Setting, moving and removing keys at the time of a frame.
@Suite("Keys set at a frame") struct KeyEditingTests {
    private let catalog = FilterCatalog.builtIn
    /// Fifth frame of a clip with 25 frames per second.
    private let span = 0.16..<0.2

    private func parameter(_ filter: String, _ id: String) throws -> ParameterDeclaration {
        try #require(catalog.filter(filter)?.parameter(id))
    }

    /// The pairs of a recipe's JSON, which is what other programs read.
    private func pairs(_ value: ValueOverTime?) -> [[Double]] {
        guard case .object(let object)? = value?.json, case .array(let keys)? = object["keys"] else {
            return []
        }
        return keys.map { key in
            guard case .array(let pair) = key else { return [] }
            return pair.compactMap { if case .number(let number) = $0 { number } else { nil } }
        }
    }

    @Test("a key is inserted in order, and replaces all keys while the frame is shown")
    func set() {
        let value = ValueOverTime.keys([0: 0, 1: 1], ease: .smooth)
        let more = value.setting(0.5, in: span, range: 0...1)
        #expect(pairs(more) == [[0, 0], [0.16, 0.5], [1, 1]] && more.ease == .smooth)
        let crowded = ValueOverTime.keys([0.1: 0, 0.17: 0.2, 0.19: 0.3, 0.2: 1])
        #expect(pairs(crowded.setting(0.5, in: span, range: 0...1)) == [[0.1, 0], [0.16, 0.5], [0.2, 1]])
        #expect(pairs(value.setting(0.5, in: 0..<0.04, range: 0...1)) == [[0, 0.5], [1, 1]])
        #expect(pairs(value.setting(0.5, in: 2..<2.04, range: 0...1)) == [[0, 0], [1, 1], [2, 0.5]])
        #expect(value.hasKey(in: 0..<0.04) && value.hasKey(in: 1..<1.04))
        #expect(!value.hasKey(in: 0.96..<1) && !value.hasKey(in: span))
    }

    @Test("there are never more keys than a recipe can have")
    func limit() {
        let count = ValueOverTime.maximumOfKeys
        let full = ValueOverTime.keyed((0..<count).map { .init(seconds: Double($0), value: 0) }, .linear)
        #expect(full.setting(1, in: 0.5..<0.6, range: 0...1) == full)
        let changed = full.setting(1, in: 5..<5.04, range: 0...1)
        #expect(changed.problem == nil && changed.times == full.times && changed.number(at: 5) == 1)
        #expect(full.setting(1, in: 2e6..<2e6 + 1, range: 0...1) == full)
    }

    @Test("keys are removed and moved, in place of a key that is there")
    func move() {
        let value = ValueOverTime.keys([0: 0, 0.18: 0.4, 1: 1], ease: .hold)
        #expect(pairs(value.removingKeys(in: span)) == [[0, 0], [1, 1]])
        #expect(value.removingKeys(in: 0..<2) == nil)
        #expect(pairs(value.movingKeys(in: span, to: 0.6)) == [[0, 0], [0.6, 0.4], [1, 1]])
        #expect(pairs(value.movingKeys(in: span, to: 1)) == [[0, 0], [1, 0.4]])
        #expect(pairs(value.movingKeys(in: span, to: 3)) == [[0, 0], [1, 1], [3, 0.4]])
        #expect(value.movingKeys(in: 2..<3, to: 0.5) == value && value.movingKeys(in: span, to: -1) == value)
        #expect(value.movingKeys(in: span, to: 0.6).ease == .hold)
    }

    @Test("noise gets another mean, so that it has the value at that time and stays within its range")
    func noise() throws {
        let noise = ValueOverTime.wiggle(around: 0.5, by: 0.1, rate: 3, seed: 4)
        let moved = noise.setting(0.4, in: span, range: 0...1)
        #expect(abs(try #require(moved.number(at: 0.16)) - 0.4) < 1e-12)
        // The whole course moves by the same distance.
        let before = try #require(noise.number(at: 0.16))
        #expect(
            abs(try #require(moved.number(at: 2)) - (try #require(noise.number(at: 2)) + 0.4 - before))
                < 1e-12)
        for value in [0.0, 1] {
            let extreme = noise.setting(.number(value), in: span, range: 0...1)
            let course = (0..<2000).compactMap { extreme.number(at: Double($0) / 50) }
            #expect(course.allSatisfy { (-1e-12...1 + 1e-12).contains($0) })
        }
        #expect(noise.removingKeys(in: span) == noise && !noise.hasKey(in: 0..<100))
    }

    @Test("a diamond adds the value that is shown, removes it again, and leaves a constant at last")
    func toggle() throws {
        let amount = try parameter("saturation", "amount")
        let start = Recipe.Stage("saturation", ["amount": 0.3])
        let one = start.changingKeys(of: amount, .toggle, during: span)
        #expect(pairs(one.change(of: amount)) == [[0.16, 0.3]])
        var two = one
        two.set("amount", to: .keys([0.16: 0.3, 1.16: 0.8]))
        let three = two.changingKeys(of: amount, .toggle, during: 0.56..<0.6)
        let keys = pairs(three.change(of: amount))
        #expect(keys.map { $0[0] } == [0.16, 0.56, 1.16] && abs(keys[1][1] - 0.5) < 1e-12)
        #expect(three.changingKeys(of: amount, .toggle, during: 0.56..<0.6) == two)
        #expect(one.changingKeys(of: amount, .toggle, during: span) == start)
        let smooth = two.changingKeys(of: amount, .ease(.smooth), during: span)
        #expect(smooth.change(of: amount)?.ease == .smooth && smooth.keyTimes == two.keyTimes)
        let constant = two.changingKeys(of: amount, .removeAll, during: 0.56..<0.6)
        #expect(!constant.changes)
        guard case .number(let value) = constant.value(of: amount) else { return #expect(Bool(false)) }
        #expect(abs(value - 0.5) < 1e-12)
    }

    @Test("choices and toggles get keys that are valid in a recipe")
    func held() throws {
        for (filter, id) in [("resize", "linear"), ("edge-detect", "lines")] {
            let parameter = try parameter(filter, id)
            let stage = Recipe.Stage(filter).changingKeys(of: parameter, .toggle, during: span)
            #expect(stage.change(of: parameter)?.ease == .hold)
            try catalog.validate(Recipe([stage]))
        }
    }

    @Test("an opacity gets keys, and becomes constant again")
    func opacity() {
        var stage = Recipe.Stage("invert")
        stage.opacity = 0.25
        let keyed = stage.changingKeysOfOpacity(.toggle, during: span)
        #expect(pairs(keyed.changingOpacity) == [[0.16, 0.25]] && keyed.opacity == 0.25)
        #expect(keyed.changingKeysOfOpacity(.toggle, during: span) == stage)
        var constant = keyed
        constant.setOpacity(to: 0.25)
        #expect(constant == stage)
    }

    @Test("all keys of a stage move and vanish together")
    func together() throws {
        let x = ValueOverTime.keys([0: 0.1, 0.16: 0.4])
        var stage = Recipe.Stage("saturation")
        stage.set("amount", to: .keys([0.16: 0.3, 1: 0.6]))
        stage.setOpacity(to: .keys([0.18: 0.5]))
        stage.regions = [Region.ellipse(x: 0.1, y: 0.2, width: 0.3, height: 0.4).moving(\.x, x)]
        #expect(stage.keyTimes == [0, 0.16, 0.18, 1])
        let moved = stage.movingKeys(in: span, to: 0.4)
        #expect(moved.keyTimes == [0, 0.4, 1])
        #expect(moved.changingOpacity?.times == [0.4] && moved.regions[0].changing["x"]?.times == [0, 0.4])
        let removed = stage.movingKeys(in: span, to: nil)
        #expect(removed.keyTimes == [0, 1] && removed.changingOpacity == nil && removed.opacity == 0.5)
        #expect(removed.regions[0].changing["x"]?.times == [0])
        #expect(!stage.movingKeys(in: 0..<2, to: nil).changes)
        try catalog.validate(Recipe([moved, removed]))
    }

    @Test("a region gets keys for its numbers, and a drag changes those that moved")
    func regions() throws {
        let start = Region.ellipse(x: 0.1, y: 0.2, width: 0.3, height: 0.4)
        let keyed = start.changingKeys(.toggle, during: span)
        #expect(Set(keyed.changing.keys) == ["x", "y", "width", "height", "feather", "angle"])
        var shown = keyed.at(1)
        shown.x = 0.5
        shown.isInverted = true
        let dragged = keyed.keyed(by: shown, during: 1..<1.04)
        #expect(pairs(dragged.changing["x"]) == [[0.16, 0.1], [1, 0.5]])
        #expect(pairs(dragged.changing["y"]) == [[0.16, 0.2]] && dragged.isInverted)
        #expect(abs(dragged.at(0.58).x - 0.3) < 1e-12)
        // At a frame where only some numbers have keys, the diamond is on, and removes them.
        let removed = dragged.changingKeys(.toggle, during: 1..<1.04)
        #expect(pairs(removed.changing["x"]) == [[0.16, 0.1]] && removed.changing.count == 6)
        #expect(keyed.changingKeys(.removeAll, during: span) == start)
        // A number without keys stays constant.
        shown = start.at(1)
        shown.x = 0.7
        #expect(start.keyed(by: shown, during: 1..<1.04) == shown)
    }

    @Test("the ends of a range of luminosity never pass each other between keys")
    func luminosity() throws {
        var region = Region.luminosity(0.2...0.3).changingKeys(.toggle, during: 0..<0.04)
        var shown = region.at(1)
        (shown.low, shown.high) = (0.8, 0.9)
        region = region.keyed(by: shown, during: 1..<1.04)
        shown = region.at(0.5)
        shown.low = 0.6
        region = region.keyed(by: shown, during: 0.5..<0.54)
        #expect(region.problem == nil && region.at(0.5).low == 0.6)
        #expect(region.changing["low"]?.times == region.changing["high"]?.times)
    }

    @Test("an adjustment gets a stage with its first key, and loses it with the last")
    func adjustments() throws {
        let exposure = try #require(Adjustment.all.first { $0.filter == "exposure" })
        let start: Recipe = [.init("contrast", ["amount": 0.2])]
        let keyed = start.changingKeys(of: exposure, .toggle, during: span, within: 1, in: catalog)
        #expect(keyed.stages.map(\.filter) == ["exposure", "contrast"])
        #expect(keyed.adjustmentCount(in: catalog) == 2)
        #expect(pairs(keyed.change(of: exposure, within: 2, in: catalog)) == [[0.16, 0]])
        #expect(keyed.changingKeys(of: exposure, .toggle, during: span, within: 2, in: catalog) == start)
        var moving = keyed
        moving.stages[0].set("stops", to: .keys([0: 0, 1: 2]))
        #expect(moving.value(of: exposure, within: 2, in: catalog, at: 0.25) == 0.5)
        // A value of no effect is a key like others.
        #expect(moving.moving(exposure, to: 0, within: 2, in: catalog, keepsKeys: true)?.stage == 0)
        #expect(moving.moving(exposure, to: 0, within: 2, in: catalog) == nil)
    }
}
