import Editing
import Filters
import Imaging
import Testing

@testable import glint

/// The change notifications that a window receives from its document.
@MainActor
@Suite("The document of a window") struct DocumentEditorTests {
    private let editor = DocumentEditor(catalog: .builtIn, autosave: AutosaveController(folder: nil))
    private let amount: ParameterDeclaration

    init() throws {
        amount = try #require(FilterCatalog.builtIn.filter("saturation")?.parameter("amount"))
    }

    private func document(_ recipe: Recipe) -> Document {
        let pixels = PixelBuffer(width: 4, height: 3, depth: .eight) { _ in }
        return Document(
            .picture(Picture(pixels: pixels, channels: .rgb)), file: nil, recipe: recipe, catalog: .builtIn)
    }

    /// The notifications that `change` causes.
    private func events(_ change: () -> Void) -> [DocumentEditor.Event] {
        var events: [DocumentEditor.Event] = []
        editor.happened = { events.append($0) }
        change()
        return events
    }

    @Test("without a picture nothing happens")
    func nothing() {
        let happened = events {
            editor.undo()
            editor.apply([.init("saturation")], as: Edit("Apply"))
            editor.change(as: Edit("Add")) { $0.append(.init("saturation")) }
            #expect(editor.change(.opacity(0.5), ofStage: 0, as: Edit("Opacity")) == nil)
        }
        #expect(happened.isEmpty && editor.document == nil && !editor.keepsEdits)
    }

    @Test("a control that changes its stage receives the new stage, and the panel is not rebuilt")
    func control() throws {
        #expect(events { editor.open(document([.init("invert"), .init("saturation")])) } == [.opened])
        let (half, edit) = (StageChange.parameter(amount, 0.5), Edit("Saturation Amount", subject: "1"))
        var stage: Recipe.Stage?
        #expect(events { stage = editor.change(half, ofStage: 1, as: edit) } == [.changed])
        #expect(try #require(stage) == .init("saturation", ["amount": 0.5]))
        #expect(editor.recipe == [.init("invert"), .init("saturation", ["amount": 0.5])])
        #expect(editor.document?.history.undoTitle == "Saturation Amount")
        #expect(events { stage = editor.change(half, ofStage: 1, as: edit) }.isEmpty)
        #expect(stage == nil)
        #expect(events { editor.undo() } == [.replaced])
        #expect(events { editor.redo() } == [.replaced])
        #expect(events { editor.redo() }.isEmpty)
    }

    @Test("a drag that goes on changes nothing but the recipe, until it is back where it began")
    func drag() {
        editor.open(document([.init("saturation", ["amount": 0.5])]))
        editor.setHeld(true)
        let edit = Edit("Saturation Amount", subject: "0")
        func moved(to value: ParameterValue) -> [DocumentEditor.Event] {
            events { editor.change(.parameter(amount, value), ofStage: 0, as: edit) }
        }
        #expect(moved(to: 0.4) == [.changed])
        #expect(moved(to: 0.3) == [.continued])
        #expect(editor.recipe == [.init("saturation", ["amount": 0.3])])
        #expect(editor.document?.history.undoTitle == "Saturation Amount")
        #expect(moved(to: 0.5) == [.changed])
        #expect(editor.document?.history.undoTitle == nil)
    }

    @Test("invalid parts of another program's recipe are reported, and the rest is applied")
    func elsewhere() {
        var reports: [String] = []
        editor.reported = { reports.append($0) }
        editor.open(document([]))
        let happened = events { editor.apply([.init("saturation", ["amount": 7])], as: Edit("Paste")) }
        #expect(happened == [.replaced] && reports.count == 1)
        #expect(editor.recipe == [.init("saturation", ["amount": 2])])
    }

    @Test("a save that ends after another picture was opened does not mark that one's edits as saved")
    func save() throws {
        editor.open(document([]))
        editor.change(as: Edit("Add")) { $0.append(.init("invert")) }
        let saved = try #require(editor.document)
        editor.open(document([]))
        editor.change(as: Edit("Add")) { $0.append(.init("sepia")) }
        #expect(events { editor.noteSaved(saved, at: "/nowhere/a.png") }.isEmpty)
        #expect(editor.document?.isEdited == true && editor.document?.savePath == nil)
        let newest = try #require(editor.document)
        #expect(events { editor.noteSaved(newest, at: "/nowhere/b.png") } == [.saved])
        #expect(editor.document?.isEdited == false && editor.document?.savePath == "/nowhere/b.png")
    }
}
