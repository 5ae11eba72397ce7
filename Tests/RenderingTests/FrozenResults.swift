import Filters
import Foundation
import Imaging
import Rendering
import TestSupport
import Testing

/// Recipes of earlier versions render the same pictures as they did then. Whether the pictures are correct is
/// checked by each filter's own tests.
@Suite("Frozen results") struct FrozenResults {
    private static let folder = frozenFolder("0.1")

    @Test func everyFilterMakesWhatItMade() throws {
        let renderer = try Renderer()
        let picture = try Picture(contentsOf: Self.folder + "/picture.png")
        var count = 0
        for file in try FileManager.default.contentsOfDirectory(atPath: Self.folder + "/edits") {
            var recipe = try Recipe(
                json: String(contentsOfFile: "\(Self.folder)/edits/\(file)", encoding: .utf8))
            guard recipe.stages.count == 1 else { continue }
            let filter = recipe.stages[0].filter
            // The recipe contains the table's path on the user's machine.
            if filter == "lut" { recipe.stages[0].set("file", to: .text(Self.folder + "/look.cube")) }
            var name = filter
            if filter == NTSC.id {
                // In version 0.1, later copies of a tape degraded incorrectly and texts were illegible, so
                // these are left out.
                recipe.stages[0].set("generations", to: .number(1))
                for text in ["overlayDate", "overlayLeft", "overlayRight"] {
                    recipe.stages[0].set(text, to: .text(""))
                }
                name = "ntsc-one-copy"
            }
            let result = try renderer.render(picture, recipe)
            let expected = try Picture(contentsOf: "\(Self.folder)/results/\(name).png")
            expectSame(result, expected, filter)
            count += 1
        }
        #expect(count == 59)
    }

    /// Drivers may round differently, which filters with steps amplify: in at most one pixel of 200.
    private func expectSame(_ picture: Picture, _ expected: Picture, _ filter: String) {
        guard picture.width == expected.width, picture.height == expected.height else {
            Issue.record("\(filter) has \(picture.width) × \(picture.height) pixels")
            return
        }
        let differing = picture.pixels.withUnsafeBytes { bytes in
            expected.pixels.withUnsafeBytes { expected in
                zip(bytes, expected).count { abs(Int($0) - Int($1)) > 1 }
            }
        }
        #expect(differing <= picture.width * picture.height * 4 / 200, "\(filter): \(differing)")
    }
}
