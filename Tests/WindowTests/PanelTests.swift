import System
import Filters
import Imaging
import Testing

@testable import glint

/// The panel's number formats.
@Suite struct NumberFormatTests {
    private func format(_ filter: String, _ parameter: String) throws -> NumberFormat {
        let filter = try #require(FilterCatalog.builtIn.filter(filter))
        return NumberFormat(try #require(filter.parameter(parameter)))
    }

    @Test func numbersHaveTheDigitsOfTheStep() throws {
        let gamma = try format("gamma", "gamma")
        #expect(gamma.text(1) == "1.00")
        #expect(gamma.text(0.3) == "0.30")
        #expect(gamma.text(1.999) == "1.999")
    }

    @Test func amountsAroundTheMiddleAreShownAroundZero() throws {
        let saturation = try format("saturation", "amount")
        #expect([0, 0.3, 1, 1.25, 1.999].map(saturation.text) == ["−100", "−70", "0", "+25", "+99.9"])
        #expect(saturation.value("−70") == 0.3 && saturation.value("+25 %") == 1.25)
        #expect(saturation.value("0") == 1)
        let contrast = try format("contrast", "amount")
        #expect(contrast.text(0.4) == "+40" && contrast.text(-0.000_01) == "0")
        let stops = try format("exposure", "stops")
        #expect(stops.text(0.5) == "+0.50 EV" && stops.value("0,5") == 0.5)
    }

    @Test func otherPartsOfAWholeAreInPercent() throws {
        let sepia = try format("sepia", "amount")
        #expect(sepia.text(1) == "100 %" && sepia.text(0.075) == "7.5 %")
        #expect(sepia.value("7,5") == 0.075 && sepia.value("7.5%") == 0.075)
        let threshold = try format("unsharp-mask", "threshold")
        #expect(threshold.text(0.005) == "0.5 %" && threshold.value("25 %") == 0.25)
        let mixed = try format("channel-mixer", "redRed")
        #expect(mixed.text(1) == "100 %" && mixed.value("-200") == -2)
    }

    @Test func everyNumberIsReadAsItIsShown() throws {
        let parameters = FilterCatalog.builtIn.filters.flatMap(\.parameters) + NTSCEasy.knobs
        for parameter in parameters where [.number, .integer].contains(parameter.kind) {
            let (format, range) = (NumberFormat(parameter), SliderRange(parameter))
            let length = (range.limits.upperBound - range.limits.lowerBound) / range.step
            let steps = (0...40).map { (length * Double($0) / 40).rounded(.down) * range.step }
            for value in steps.map({ range.limits.lowerBound + $0 }) + [range.resting] {
                let text = format.text(value)
                let read = try #require(format.value(text), "\(text) of \(parameter.id)")
                // Two decimals more than those of the step are shown.
                #expect(abs(read - value) < 0.006 * range.step, "\(parameter.id): \(value), \(text), \(read)")
                #expect(format.text(read) == text)
            }
        }
    }

    @Test func digitsOfOtherLanguagesAreRead() throws {
        let sepia = try format("sepia", "amount")
        #expect(sepia.value("٧٥٫٥ ٪") == 0.755 && sepia.value("７５") == 0.75)
    }

    @Test func unitsAreWrittenAndNeedNotBeTyped() throws {
        let radius = try format("gaussian-blur", "radius")
        #expect(radius.text(12) == "12 px")
        #expect(radius.text(12.5) == "12.5 px")
        #expect(radius.value("12,5 px") == 12.5)
        #expect(radius.value(" 7") == 7)
    }

    /// The decimal separator of the tests' language is a point.
    @Test func separatorsOfThousandsAreReadAsSuch() throws {
        let amount = try format("temperature", "amount")
        #expect(amount.value("3,940 K") == -100 && amount.value("9,640") == 50)
        // Otherwise a comma is a decimal comma.
        let radius = try format("gaussian-blur", "radius")
        #expect(radius.value("0,125") == 0.125 && radius.value("12,125") == 12.125)
    }

    @Test func temperaturesReadInKelvin() throws {
        let amount = try format("temperature", "amount")
        #expect(amount.text(0) == "6500 K")
        // The number is the light to be neutralized, here 153.75 + 100 mired.
        #expect(amount.text(-100) == "3940 K")
        #expect(amount.text(50) == "9640 K")
        #expect(amount.value("3940 K") == -100)
        #expect(amount.value("9640") == 50)
        #expect(amount.value("-85 mired") == -85)
        #expect(amount.value("0") == nil && amount.value("-100") == nil)
    }

    @Test func tintsReadAsWaysToGreenAndMagenta() throws {
        let amount = try format("tint", "amount")
        #expect(amount.text(12) == "+12.0" && amount.text(-8) == "−8.0")
        #expect(amount.spoken(12) == "12.0 towards magenta" && amount.spoken(-8) == "8.0 towards green")
        #expect(amount.value("+12") == 12 && amount.value("−8") == -8)
    }

    @Test(arguments: ["", "px", "abc", "1.2.3", "inf", "nan"])
    func whatIsNoNumberIsNotTaken(text: String) throws {
        #expect(try format("gaussian-blur", "radius").value(text) == nil)
    }
}

/// The scales of sliders.
@Suite struct SliderRangeTests {
    private func range(_ filter: String, _ parameter: String) throws -> SliderRange {
        let filter = try #require(FilterCatalog.builtIn.filter(filter))
        return SliderRange(try #require(filter.parameter(parameter)))
    }

    @Test func aSquareCurveGivesSmallValuesMoreSpace() throws {
        let radius = try range("gaussian-blur", "radius")
        #expect(radius.value(at: 0) == 0 && radius.value(at: 200) == 200)
        #expect(radius.value(at: 100) == 50)
        for value in [0, 0.5, 1, 10, 120, 200] {
            #expect(abs(radius.value(at: radius.position(of: value)) - value) < 1e-9)
        }
    }

    @Test func withoutACurveThePositionIsTheValue() throws {
        let amount = try range("saturation", "amount")
        #expect(amount.value(at: 0.3) == 0.3 && amount.position(of: 0.3) == 0.3)
    }
}

/// The list of actions from which the menus, the shortcuts and the shortcuts window are generated.
@MainActor
@Suite struct ActionTests {
    @Test func noTwoActionsShareAKeyOrAName() {
        // Space plays clips, and takes a picture with a camera; only one of these is enabled at a time.
        // Shift+O goes to a clip's out point, unless the regions of a filter are open.
        let keys = Action.all.filter { $0.name != Action.showMask.name }
            .flatMap { $0.name == Action.takePicture.name ? $0.keys.filter { $0 != "space" } : $0.keys }
        let names = Action.all.map(\.name)
        #expect(Set(keys).count == keys.count)
        #expect(Set(names).count == names.count)
    }

    @Test func everyActionOfAMenuIsInTheList() {
        let names = Set(Action.all.map { $0.name })
        let menus = [
            Action.mainMenu, Action.viewMenu, Action.pictureMenu, Action.clipMenu, Action.zoomMenu,
            Action.histogramMenu,
        ]
        for action in (menus + [Action.recipeMenu]).joined().joined() {
            #expect(names.contains(action.name) && !action.title.isEmpty)
        }
    }

    @Test func everyGroupOfTheShortcutsFitsOnAPage() {
        for group in Action.groups {
            let rows = group.actions.count { !$0.keys.isEmpty } + group.widgetKeys.count
            #expect(rows <= Action.mostRows, "\(group.title)")
        }
    }

    @Test func noKeyTakesAltWithALetterOrUnicodeEntry() {
        for action in Action.all {
            for key in action.keys {
                #expect(!(key.hasPrefix("<Alt>") && key.dropFirst(5).count == 1) && !key.contains("<Super>"))
                // When typing a Unicode code point, an entry must receive the digits before the window does.
                #expect(
                    action.keyScope == .afterFocus || key.wholeMatch(of: /<Control><Shift>[a-f0-9]/) == nil)
            }
        }
    }
}

/// File names suggested for saving.
@Suite struct FileNameTests {
    @Test(arguments: [
        ("photo.jpg", "photo", "jpg"), ("a.b.png", "a.b", "png"), ("photo", "photo", ""),
        (".hidden", ".hidden", ""),
    ])
    func theExtensionIsWhatFollowsTheLastDot(name: String, stem: String, suffix: String) {
        #expect((PathName.stem(of: name), PathName.suffix(of: name)) == (stem, suffix))
    }
}

/// The search terms of filters.
@Suite struct FilterSynonymTests {
    @Test(arguments: [
        ("white balance", "temperature"), ("monochrome", "black-white"), ("grayscale", "black-white"),
        ("b&w", "black-white"), ("denoise", "noise-reduction"), ("bokeh", "lens-blur"),
        ("mosaic", "pixelate"),
        ("glow", "bloom"), ("vintage", "sepia"), ("vhs", "ntsc"), ("sharpness", "sharpen"),
        ("curves", "tone-curve"),
        ("straighten", "rotate"),
    ])
    func aCommonTermFindsTheFilter(word: String, filter: String) {
        let found = FilterSearch.find(word, in: FilterSearch.listed(FilterCatalog.builtIn.filters))
        #expect(found.prefix(3).contains { $0.id == filter })
    }

    @Test func lightAndColorComeFirst() {
        let groups = FilterSearch.listed(FilterCatalog.builtIn.filters).map(\.group)
        var order: [String] = []
        for group in groups where order.last != group { order.append(group) }
        #expect(order.prefix(2) == ["Light", "Color"])
        #expect(order.count == Set(order).count)
    }
}

/// The aspect ratios of a crop.
@Suite struct CropRatioTests {
    @Test("a crop with one of the offered ratios keeps it")
    func kept() {
        // A picture of 3000 × 2000 pixels, cropped to 1600 × 2000.
        let portrait = CropRectangle(low: SIMD2(0.2, 0), high: SIMD2(0.2 + 1600.0 / 3000, 1))
        #expect(CropRatio(keptBy: portrait, aspect: 1.5) == .sides(4, 5))
        let half = CropRectangle(low: SIMD2(0.25, 0.25), high: SIMD2(0.75, 0.75))
        #expect(CropRatio(keptBy: half, aspect: 1.37) == .original)
        #expect(CropRatio(keptBy: .whole, aspect: 1.5) == .free)
        #expect(CropRatio(keptBy: CropRectangle(low: .zero, high: SIMD2(1, 0.3)), aspect: 1.5) == .free)
    }

    @Test func ratiosAreRead() {
        #expect(CropRatio(typed: "21:9") == .sides(21, 9))
        #expect(CropRatio(typed: " 2,35 : 1") == .sides(2.35, 1))
        #expect(CropRatio(typed: "4x5") == .sides(4, 5))
        #expect(CropRatio(typed: "1.5") == .sides(1.5, 1))
        for text in ["", "0:1", "a:b", "1:2:3", "-4:5", "1:1000"] { #expect(CropRatio(typed: text) == nil) }
    }
}
