import Filters
import Foundation
import Imaging
import TestSupport
import Testing

@testable import Editing

/// Edits that persist between runs.
@Suite("Kept edits") struct StoreTests {
    private let folder: TemporaryFolder
    private let picture: String
    private let edits: String
    private let store: EditStore

    init() throws {
        folder = try TemporaryFolder()
        picture = folder.file("picture.png")
        edits = folder.file("state/glint/edits")
        try Data("not really a picture".utf8).write(to: URL(fileURLWithPath: picture))
        store = EditStore(folder: edits)
    }

    private static func recipe(_ amount: Double) -> Recipe {
        [.init("saturation", ["amount": .number(amount)])]
    }

    /// The files in the folder whose names contain a string.
    private func kept(_ part: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: edits)) ?? []
        return names.filter { $0.contains(part) }.map { "\(edits)/\($0)" }
    }

    @Test("edits of a picture are restored, and no file is created beside the picture")
    func comesBack() throws {
        #expect(store.read(picture) == nil)
        try store.write(Self.recipe(0.3), of: picture)
        #expect(EditStore(folder: edits).read(picture) == .init(recipe: Self.recipe(0.3)))
        #expect(folder.names == ["picture.png", "state"])
    }

    @Test("the undo and redo history is restored, the newest 200 steps of each")
    func keepsSteps() throws {
        var history = EditHistory(Self.recipe(0))
        for step in 1...250 { history.record(Self.recipe(Double(step) / 1000), as: Edit("Step \(step)")) }
        for _ in 1...3 { history.undo() }
        try store.write(history.recipe, of: picture, steps: history.steps)
        // Writing without undo steps leaves the stored steps unchanged.
        try store.write(history.recipe, of: picture, isExported: true)
        let stored = try #require(EditStore(folder: edits).read(picture))
        #expect(stored.isExported && stored.recipe == Self.recipe(0.247))
        var again = EditHistory(stored.recipe, steps: stored.steps)
        #expect(again.undoTitle == "Step 247" && again.redoTitle == "Step 248")
        var count = 0
        while again.undo() != nil { count += 1 }
        #expect(count == 200 && again.recipe == Self.recipe(0.047))
        for _ in 0..<203 { again.redo() }
        #expect(again.recipe == Self.recipe(0.25))
    }

    @Test("unreadable steps do not affect anything else")
    func damagedSteps() throws {
        var history = EditHistory(Self.recipe(0))
        history.record(Self.recipe(0.3), as: Edit("Step"))
        try store.write(history.recipe, of: picture, steps: history.steps)
        let path = try #require(kept("steps").first)
        try "{".write(toFile: path, atomically: true, encoding: .utf8)
        #expect(store.read(picture) == .init(recipe: Self.recipe(0.3)))
        try store.forget(picture)
        #expect(kept("steps").isEmpty)
    }

    @Test("a recipe keeps parts unknown to this version")
    func keepsUnknown() throws {
        let text =
            #"{"glint":1,"by":"me","filters":[{"id":"from-the-future","parameters":{"x":[1]},"mask":2}]}"#
        let recipe = try Recipe(json: text)
        try store.write(recipe, of: picture)
        #expect(store.read(picture)?.recipe == recipe)
    }

    @Test("a picture is known by any of its names")
    func knowsLinks() throws {
        let link = folder.file("link.png")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: picture)
        try store.write(Self.recipe(0.3), of: link)
        #expect(store.read(folder.path + "/./picture.png")?.recipe == Self.recipe(0.3))
    }

    @Test("changed picture contents are detected, and a missing picture loses nothing")
    func noticesOtherContents() throws {
        try store.write(Self.recipe(0.3), of: picture)
        try Data("another picture of it".utf8).write(to: URL(fileURLWithPath: picture))
        #expect(store.read(picture)?.isOfAnotherPicture == true)
        try FileManager.default.removeItem(atPath: picture)
        #expect(store.read(picture)?.recipe == Self.recipe(0.3))
        try store.write(Self.recipe(0.4), of: picture)
        #expect(store.read(picture)?.recipe == Self.recipe(0.4))
    }

    @Test("wherever a file is truncated, the previous version is used")
    func survivesCuts() throws {
        try store.write(Self.recipe(0.3), of: picture)
        try store.write(Self.recipe(0.6), of: picture)
        let file = try #require(kept(".json").first { !$0.contains("before") })
        let whole = try Data(contentsOf: URL(fileURLWithPath: file))
        // The last byte is the newline, without which a recipe is still complete.
        for count in 0..<whole.count - 1 {
            try whole.prefix(count).write(to: URL(fileURLWithPath: file))
            #expect(store.read(picture) == .init(recipe: Self.recipe(0.3), isVersionBefore: true))
        }
        // The next write replaces the broken version, and keeps the intact one before it.
        try store.write(Self.recipe(0.9), of: picture)
        #expect(store.read(picture)?.recipe == Self.recipe(0.9))
        try Data().write(to: URL(fileURLWithPath: file))
        #expect(store.read(picture)?.recipe == Self.recipe(0.3))
    }

    @Test("of two windows on one picture the newest wins, both are notified, and neither's edits are lost")
    func twoWindows() throws {
        let other = EditStore(folder: edits)
        #expect(try store.write(Self.recipe(0.1), of: picture) == false)
        _ = other.read(picture)
        #expect(try other.write(Self.recipe(0.2), of: picture) == false)
        #expect(try store.write(Self.recipe(0.3), of: picture) == true)
        #expect(store.read(picture) == .init(recipe: Self.recipe(0.3), other: Self.recipe(0.2)))
        #expect(try other.write(Self.recipe(0.4), of: picture) == true)
        #expect(try other.write(Self.recipe(0.5), of: picture) == false)
        #expect(other.read(picture) == .init(recipe: Self.recipe(0.5), other: Self.recipe(0.3)))
    }

    @Test("if a picture is started over, the edits of an earlier run are not lost")
    func beginsAgain() throws {
        try store.write(Self.recipe(0.1), of: picture)
        let later = EditStore(folder: edits)
        #expect(later.read(picture) == .init(recipe: Self.recipe(0.1)))
        // This store has not written anything yet, so forgetting has no effect.
        try later.forget(picture)
        #expect(later.read(picture) == .init(recipe: Self.recipe(0.1)))
        try later.write(Self.recipe(0.2), of: picture)
        try later.write(Self.recipe(0.3), of: picture)
        #expect(later.read(picture) == .init(recipe: Self.recipe(0.3), other: Self.recipe(0.1)))
        try later.forget(picture)
        #expect(EditStore(folder: edits).read(picture) == .init(recipe: Self.recipe(0.1)))
    }

    @Test("edits stored by another window since are not lost by an undo here")
    func forgetsItsEdits() throws {
        let other = EditStore(folder: edits)
        try store.write(Self.recipe(0.3), of: picture)
        _ = other.read(picture)
        try other.write(Self.recipe(0.6), of: picture)
        try store.forget(picture)
        #expect(EditStore(folder: edits).read(picture)?.recipe == Self.recipe(0.6))
        try store.forget(picture)
        #expect(EditStore(folder: edits).read(picture)?.recipe == Self.recipe(0.6))
    }

    @Test("resumed edits of an earlier run form one history")
    func takesUpAgain() throws {
        try store.write(Self.recipe(0.1), of: picture)
        let later = EditStore(folder: edits)
        _ = try #require(later.read(picture))
        later.resume(picture)
        try later.write(Self.recipe(0.3), of: picture)
        #expect(later.read(picture) == .init(recipe: Self.recipe(0.3)))
    }

    @Test("restored edits are forgotten once they are saved, without a change in between")
    func forgetsResumed() throws {
        try store.write(Self.recipe(0.1), of: picture)
        let later = EditStore(folder: edits)
        _ = try #require(later.read(picture))
        later.resume(picture)
        try later.forget(picture)
        #expect(later.read(picture) == nil)
    }

    @Test("steps are those of the edits they were stored with, whichever window stored either")
    func stepsOfOthers() throws {
        let mine = EditHistory.Steps(past: [.init(title: "Mine", recipe: [])])
        let theirs = EditHistory.Steps(past: [.init(title: "Theirs", recipe: Self.recipe(0.9))])
        try store.write(Self.recipe(0.1), of: picture, steps: mine)
        // Edits stored without undo steps keep the stored steps.
        try store.write(Self.recipe(0.2), of: picture)
        #expect(store.read(picture)?.steps == mine)
        let other = EditStore(folder: edits)
        try other.write(Self.recipe(0.5), of: picture, steps: theirs)
        try store.write(Self.recipe(0.3), of: picture)
        #expect(store.read(picture)?.recipe == Self.recipe(0.3) && store.read(picture)?.steps.isEmpty == true)
        try other.write(Self.recipe(0.6), of: picture, steps: theirs)
        #expect(store.read(picture)?.steps == theirs)
    }

    @Test("discarded edits are kept for restoring, and forgotten ones are deleted")
    func setsAsideAndForgets() throws {
        try store.write(Self.recipe(0.3), of: picture, isSetAside: true)
        #expect(store.read(picture) == .init(recipe: Self.recipe(0.3), isSetAside: true))
        try store.forget(picture)
        #expect(store.read(picture) == nil && kept(".json").isEmpty)
        try store.forget(picture)
    }

    /// An earlier implementation had moved the previous version away by the time a write failed.
    @Test(
        "a failed write leaves the stored edits the newest",
        arguments: [
            "int fsync(int file) { errno = ENOSPC; return -1; }",
            """
            #include <string.h>
            #include <sys/syscall.h>
            #include <unistd.h>
            int rename(const char *from, const char *to) {
                if (strstr(from, ".tmp")) { errno = EIO; return -1; }
                return syscall(SYS_rename, from, to);
            }
            """,
        ])
    func failsWithoutLoss(refusing: String) throws {
        let probe = try builtProgram("probe")
        #expect(try runProgram(probe, arguments: ["store", edits, picture, "1", "2"]).status == 0)
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        let library = try preloadedLibrary(refusingUnnamedFiles + refusing + "\n", in: folder)
        let failed = try runProgram(
            "/usr/bin/env", arguments: ["LD_PRELOAD=" + library, probe, "store", edits, picture, "10", "10"])
        #expect(failed.status == 1, "\(failed)")
        #expect(store.read(picture)?.recipe.stages.first.flatMap(Self.number) == 2)
    }

    @Test("a folder that cannot be written gives an error message that names it")
    func reportsBadFolders() throws {
        // A file where a folder is expected is an error even for root.
        let store = EditStore(folder: picture + "/edits")
        let error = #expect(throws: EditStoreError.self) { try store.write(Self.recipe(0.3), of: picture) }
        #expect("\(try #require(error))".contains(picture))
        #expect(store.read(picture) == nil)
    }

    @Test("a killed writer's partial file is removed, and one in progress is not")
    func removesRemains() throws {
        try store.write(Self.recipe(0.3), of: picture)
        for name in [".glint-left.tmp", ".glint-held.tmp"] {
            try Data("{".utf8).write(to: URL(fileURLWithPath: "\(edits)/\(name)"))
        }
        // A writer holds a lock as long as its process exists, however that ends.
        let writer = open("\(edits)/.glint-held.tmp", O_RDWR | O_CLOEXEC)
        #expect(flock(writer, LOCK_EX | LOCK_NB) == 0)
        defer { close(writer) }
        store.removeRemains()
        #expect(kept(".tmp").map { ($0 as NSString).lastPathComponent } == [".glint-held.tmp"])
        #expect(store.read(picture)?.recipe == Self.recipe(0.3))
    }

    @Test(
        "a process killed at any moment, fifty times, leaves a complete version, and no reported one is lost")
    func survivesKill() throws {
        let probe = try builtProgram("probe")
        var random = SeededRandom(state: 9)
        var newest = 0
        for _ in 0..<50 {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: probe)
            process.arguments = ["store", edits, picture, "\(newest + 1)"]
            let output = Pipe()
            process.standardOutput = output
            try process.run()
            // Waits for the first reported version, however long it takes.
            var reported = output.fileHandleForReading.availableData
            usleep(.random(in: 0..<40_000, using: &random))
            kill(process.processIdentifier, SIGKILL)
            reported += output.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            let lines = String(decoding: reported, as: UTF8.self).split(separator: "\n")
            let last = try #require(lines.compactMap { Int($0) }.last, "\(lines)")
            #expect(last > newest)
            let found = try #require(store.read(picture))
            let number = try #require(found.recipe.stages.first.flatMap(Self.number))
            // A process killed after the rename has stored the edits without reporting them; one killed
            // before it leaves the previous edits.
            #expect(number == last || number == last + 1)
            #expect(found.recipe.stages.count == 1 + number % 40)
            #expect(Set(found.recipe.stages).count == 1 && !found.isVersionBefore)
            newest = max(number, last)
        }
    }

    private static func number(_ stage: Recipe.Stage) -> Int? {
        guard case .number(let value)? = stage.parameters["amount"]?.value(of: .number) else { return nil }
        return Int(exactly: value)
    }
}
