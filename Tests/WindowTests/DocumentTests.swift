import Editing
import Filters
import Foundation
import Gtk
import Imaging
import TestSupport
import Testing

@testable import glint

/// A picture being edited, as represented in its window.
@Suite("Documents") struct DocumentTests {
    private let folder: TemporaryFolder
    private let path: String
    private static let amount = Edit("Invert Amount", subject: "0/amount")

    init() throws {
        folder = try TemporaryFolder()
        path = folder.file("a.png")
        try runPython(
            "import sys; from PIL import Image; Image.new('RGB', (4, 3)).save(sys.argv[1])", arguments: [path]
        )
    }

    private func document() throws -> Document {
        Document(
            .picture(try Picture(contentsOf: path)), file: File(path: path),
            recipe: [.init("invert", ["amount": 0])],
            catalog: .builtIn)
    }

    private func change(_ document: inout Document, to amount: Double) {
        document.history.record([.init("invert", ["amount": .number(amount)])], as: Self.amount)
    }

    @Test("an undone edit no longer counts as an edit, and a redone one does")
    func undo() throws {
        var document = try document()
        change(&document, to: 0.5)
        #expect(document.isEdited && document.history.undoTitle == "Invert Amount")
        #expect(document.history.undo() == "Invert Amount" && !document.isEdited)
        #expect(document.history.redo() == "Invert Amount" && document.isEdited)
        #expect(document.history.redo() == nil)
    }

    @Test("after a reset of everything, the previous edits can be discarded")
    func discarded() throws {
        let opened: Recipe = [.init("invert", ["amount": 0.7])]
        var document = Document(
            .picture(try Picture(contentsOf: path)), file: File(path: path), recipe: opened, catalog: .builtIn
        )
        change(&document, to: 0.5)
        #expect(document.discarded == [.init("invert", ["amount": 0.5])])
        change(&document, to: 0)
        #expect(document.isEdited && document.isUntouched)
        #expect(document.discarded == opened)
    }

    @Test("edits are stored under the picture's path, but not for one that has them in its pixels")
    func autosavePath() throws {
        var document = try document()
        change(&document, to: 0.5)
        #expect(document.autosavePath == path)
        document.wasSaved(document.recipe, at: folder.file("b.png"))
        #expect(document.autosavePath == path)
        #expect(!document.hasReplacedOriginal)
        // The path of the original is recognized however it is spelled.
        for spelling in [path, folder.path + "/./a.png"] {
            document.wasSaved(document.recipe, at: spelling)
            #expect(document.autosavePath == nil && document.hasReplacedOriginal)
        }
    }

    @Test("a changed or deleted file is noticed, once, and one that is only touched is not")
    func fileState() throws {
        var document = try document()
        #expect(document.fileState == .same)
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 0)], ofItemAtPath: path)
        #expect(document.fileState == .same)
        try Data("something else".utf8).write(to: URL(fileURLWithPath: path))
        #expect(document.fileState == .changed)
        document.noteFile()
        #expect(document.fileState == .same)
        try FileManager.default.removeItem(atPath: path)
        #expect(document.fileState == .gone)
        document.noteFile()
        #expect(document.fileState == .same)
        document.noteFile()
        // A file whose content is back to what it was counts as unchanged.
        try Data("something else".utf8).write(to: URL(fileURLWithPath: path))
        #expect(document.fileState == .same)
        try Data("and now another".utf8).write(to: URL(fileURLWithPath: path))
        #expect(document.fileState == .changed)
    }

    @Test(
        "exported edits count as saved, but Save still asks, and a smaller copy does not save a pasted picture"
    )
    func exports() throws {
        var document = try document()
        document.history.record([.init("invert", ["amount": 1])], as: Edit("Invert"))
        #expect(document.isEdited)
        document.wasExported(document.recipe, isWhole: false)
        #expect(!document.isEdited && document.savePath == nil)
        document.isInNoFile = true
        document.wasExported(document.recipe, isWhole: false)
        #expect(document.isEdited)
        document.wasExported(document.recipe, isWhole: true)
        #expect(!document.isEdited)
        // A pasted picture's edits are not stored, so they must not be stored for a smaller copy either.
        var pasted = Document(
            .picture(try Picture(contentsOf: path)), file: nil, recipe: [.init("invert", ["amount": 0])],
            catalog: .builtIn)
        change(&pasted, to: 0.5)
        pasted.wasSaved(pasted.recipe, at: folder.file("whole.png"))
        #expect(!pasted.isEdited)
        change(&pasted, to: 0.7)
        pasted.wasExported(pasted.recipe, isWhole: false)
        #expect(pasted.isEdited)
    }

    @Test("a save over the original is not a change by another program")
    func ownSave() throws {
        var document = try document()
        try Data("what was saved".utf8).write(to: URL(fileURLWithPath: path))
        document.wasSaved(document.recipe, at: path)
        #expect(document.fileState == .same)
    }
}

/// Files that are opened together in one window.
@Suite struct ChosenFilesTests {
    @Test func theyAreSteppedThroughInTheirOrderOnce() {
        let files = ChosenFiles(["/b", "/a", "/b", "/c"])
        #expect(files.paths == ["/b", "/a", "/c"])
        #expect(files.path(1, from: "/b", past: nil) == "/a" && files.path(-1, from: "/b", past: nil) == nil)
        #expect(files.path(1, from: "/c", past: nil) == nil && files.path(1, from: "/x", past: nil) == nil)
    }

    @Test func aFileThatCannotBeShownIsPassed() {
        let files = ChosenFiles(["/a", "/b", "/c", "/d"])
        // From b, c was tried and could not be shown.
        #expect(files.path(1, from: "/b", past: "/c") == "/d")
        // Back from c leads to b itself, and so beyond it.
        #expect(files.path(-1, from: "/b", past: "/c") == "/a")
    }

    @Test func theRecipeIsForTheFirstTimeOfEachFile() {
        let recipe: Recipe = [Recipe.Stage("invert")]
        var files = ChosenFiles(["/a", "/b"], recipe: recipe)
        #expect(files.recipe(for: "/a") == recipe && files.recipe(for: "/x") == nil)
        files.noteShown("/a")
        #expect(files.recipe(for: "/a") == nil && files.recipe(for: "/b") == recipe)
    }
}
