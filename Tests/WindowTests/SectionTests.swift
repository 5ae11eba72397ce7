import Filters
import Testing

@testable import glint

/// The sections of a filter that are collapsed, and the parameters that switch a section on or off.
@Suite struct SectionTests {
    private let video: FilterDeclaration
    private let power: ParameterDeclaration

    init() throws {
        video = try #require(FilterCatalog.builtIn.filter("ntsc"))
        power = try #require(video.parameter("ringingPower"))
    }

    @Test func onlyFiltersWithManyParametersFoldThem() {
        let folded = FilterCatalog.builtIn.filters.filter(\.foldsSections).map(\.id)
        #expect(folded.contains("ntsc") && folded.contains("hsl"))
        #expect(!folded.contains("tone-curve") && !folded.contains("channel-mixer"))
    }

    @Test func aToggleWithTheTitleOfItsSectionIsItsSwitch() {
        let switches = video.parameters.filter(\.switchesSection).map(\.id)
        #expect(switches.contains("headSwitching") && switches.contains("vhsSettings"))
        // These are not switches: without them, other effects of their section remain.
        #expect(!switches.contains("trackingNoise") && !switches.contains("compositeNoise"))
    }

    @Test func aValueThatIsNotTheDefaultStandsOut() {
        let plain = Recipe.Stage("ntsc")
        let changed = Recipe.Stage("ntsc", ["ringingPower": 5])
        #expect(power.stands(out: changed, before: nil))
        #expect(power.stands(out: changed, before: plain))
        #expect(!power.stands(out: plain, before: changed))
        #expect(!power.stands(out: changed, before: changed))
        #expect(!power.stands(out: Recipe.Stage("ntsc", ["ringingPower": 4]), before: nil))
    }

    @Test func timeGoesByWithoutNotice() throws {
        let frame = try #require(video.parameter("frame"))
        let later = Recipe.Stage("ntsc", ["frame": 5])
        #expect(!frame.stands(out: later, before: Recipe.Stage("ntsc")))
        #expect(frame.stands(out: later, before: nil))
    }
}
