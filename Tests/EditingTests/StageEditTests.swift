import Editing
import Filters
import Testing

/// How changes of a stage are called, and which of them belong together.
@Suite("Names of edits") struct StageEditTests {
    private func edit(_ id: String, _ change: (inout Recipe.Stage) -> Void) throws -> Edit {
        let old = Recipe.Stage(id)
        var new = old
        change(&new)
        let filter = try #require(FilterCatalog.builtIn.filter(id))
        return Edit(from: old, to: new, of: filter, named: filter.title, place: 2)
    }

    @Test("a change is called by what it changes")
    func names() throws {
        #expect(try edit("saturation") { $0.set("amount", to: 0.3) }.title == "Saturation Amount")
        #expect(try edit("saturation") { $0.opacity = 0.5 }.title == "Saturation Opacity")
        #expect(try edit("saturation") { $0.blend = .multiply }.title == "Saturation Blend Mode")
        #expect(try edit("saturation") { $0.isEnabled = false }.title == "Switch Saturation Off")
        let region = Region(.ellipse, x: 0, y: 0, width: 1, height: 1)
        #expect(try edit("saturation") { $0.region = region }.title == "Add Saturation Region")
        #expect(
            try edit("levels") {
                $0.set("black", to: 0.1)
                $0.set("white", to: 0.9)
            }.title == "Reset Levels")
    }

    @Test("sliders, points and curves have gestures, and choices are one by one")
    func subjects() throws {
        let amount = try edit("saturation") { $0.set("amount", to: 0.3) }
        #expect(
            try amount.subject != nil
                && amount.subject == edit("saturation") { $0.set("amount", to: 1.3) }.subject)
        #expect(try edit("saturation") { $0.opacity = 0.5 }.subject != amount.subject)
        #expect(try edit("swirl") { $0.set("center", to: .point(SIMD2(0, 1))) }.subject != nil)
        #expect(try edit("edge-detect") { $0.set("lines", to: "dark") }.subject == nil)
        #expect(try edit("saturation") { $0.isEnabled = false }.subject == nil)
    }
}
