import Dispatch
import Filters
import Imaging
import Rendering
import TestSupport
import Testing

@Suite("Renderer") struct RendererTests {
    private let picture = Picture(
        pixels: testPicture().buffer(.eight), channels: .rgb, metadata: Metadata(), format: .png)

    private func bytes(_ picture: Picture) -> [UInt8] {
        picture.pixels.withUnsafeBytes { Array($0) }
    }

    private func negative(_ bytes: [UInt8]) -> [UInt8] {
        bytes.enumerated().map { $0.offset % 4 == 3 ? $0.element : 255 - $0.element }
    }

    @Test("two renderers take turns on a thread, whichever goes first")
    func takesTurns() throws {
        let first = try Renderer()
        do {
            let second = try Renderer()
            #expect(bytes(try first.render(picture, [Recipe.Stage("invert")])) == negative(bytes(picture)))
            #expect(bytes(try second.render(picture, [Recipe.Stage("invert")])) == negative(bytes(picture)))
            #expect(bytes(try first.render(picture, [Recipe.Stage("invert")])) == negative(bytes(picture)))
        }
        #expect(bytes(try first.render(picture, [Recipe.Stage("invert")])) == negative(bytes(picture)))
    }

    @Test("progress reaches 1 only when the file is in place", arguments: ["a.png", "a.tif", "a.webp"])
    func progress(name: String) throws {
        let folder = try temporaryFolder()
        var parts: [Double] = []
        try Renderer().render(picture, [Recipe.Stage("invert")], to: folder.file(name)) { part in
            parts.append(part)
            if part >= 1 { #expect(folder.names == [name]) }
        }
        #expect(parts.last == 1 && parts.dropLast().allSatisfy { $0 < 1 } && parts == parts.sorted())
    }

    @Test(
        "progress of a picture rendered in few pieces rises in small steps",
        arguments: [
            Recipe.Stage("gaussian-blur", ["radius": 40]), Recipe.Stage("ntsc", ["resize480": false]),
            Recipe.Stage("kuwahara"),
        ], [false, true])
    func smallSteps(stage: Recipe.Stage, isShared: Bool) throws {
        let picture = Picture(
            pixels: testPicture(width: 1600, height: 1200).buffer(.eight), channels: .rgb,
            metadata: Metadata(), format: .png)
        let renderer = try Renderer()
        renderer.betweenSteps = isShared ? { rest in rest() } : nil
        var parts = [0.0]
        let folder = try temporaryFolder()
        try renderer.render(picture, [stage], to: folder.file("a.png")) { parts.append($0) }
        // Encoding fills the rest of the progress gradually, so no step is large.
        let steps = zip(parts, parts.dropFirst()).map { $1 - $0 }
        #expect(steps.allSatisfy { $0 > 0 && $0 < 0.12 }, "\(steps.max() ?? 0) of \(parts.count)")
        parts = [0]
        _ = try renderer.render(picture, [stage]) { parts.append($0) }
        #expect(parts.count > 10 && parts.last == 1 && parts == parts.sorted(), "\(parts.count)")
    }

    @Test("a renderer may be used from one thread after another, like by an actor")
    func changesThreads() async throws {
        let shared = Shared(try Renderer())
        let expected = negative(bytes(picture))
        for _ in 0..<4 {
            let inverted = try await shared.invert(picture)
            #expect(bytes(inverted) == expected)
        }
    }

    private actor Shared {
        private let renderer: Renderer

        init(_ renderer: sending Renderer) {
            self.renderer = renderer
        }

        func invert(_ picture: Picture) throws -> Picture {
            try renderer.render(picture, [Recipe.Stage("invert")])
        }
    }

    @Test("a recipe that does not match the filters is rejected before anything runs")
    func validates() throws {
        let renderer = try Renderer()
        #expect(throws: RecipeError.self) {
            try renderer.render(picture, [Recipe.Stage("saturation", ["amount": 3])])
        }
    }
}
