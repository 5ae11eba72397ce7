import Filters
import Foundation
import Imaging
import Rendering
import TestSupport
import Testing

@testable import glint

/// The options for exporting a picture.
@Suite struct ExportChoicesTests {
    @Test(
        "a size is nothing, pixels, or percent",
        arguments: [
            ("", ExportChoices.Size.full), ("  ", .full), ("500", .longestSide(500)),
            (" 2048 px ", .longestSide(2048)),
            ("50%", .percent(50)), ("33.3 %", .percent(33.3)), ("33,3%", .percent(33.3)),
        ])
    func sizes(text: String, size: ExportChoices.Size) {
        #expect(ExportChoices.Size(text) == size)
        #expect(ExportChoices.Size(size.text) == size)
    }

    @Test(
        "anything else is no size",
        arguments: ["0", "-5", "60001", "ten", "0 %", "401 %", "%", "1e9%", "5.5", "nan%"])
    func noSizes(text: String) { #expect(ExportChoices.Size(text) == nil) }

    @Test("the longest side is as requested, and never enlarged")
    func pixels() {
        #expect(ExportChoices.Size.longestSide(500).pixels(of: SIMD2(3000, 2000)) == SIMD2(500, 333))
        #expect(ExportChoices.Size.longestSide(500).pixels(of: SIMD2(2000, 3000)) == SIMD2(333, 500))
        #expect(ExportChoices.Size.longestSide(500).pixels(of: SIMD2(400, 300)) == SIMD2(400, 300))
        #expect(ExportChoices.Size.longestSide(1).pixels(of: SIMD2(3000, 2)) == SIMD2(1, 1))
        #expect(ExportChoices.Size.percent(50).pixels(of: SIMD2(301, 200)) == SIMD2(151, 100))
        #expect(ExportChoices.Size.percent(200).pixels(of: SIMD2(300, 200)) == SIMD2(600, 400))
        #expect(ExportChoices.Size.full.pixels(of: SIMD2(7, 5)) == SIMD2(7, 5))
    }

    @Test("pictures too small to be reduced are detected")
    func notEnlarged() {
        let size = ExportChoices.Size.longestSide(2048)
        #expect(size.isLarger(than: size.pixels(of: SIMD2(384, 480))))
        #expect(!size.isLarger(than: size.pixels(of: SIMD2(3000, 2000))))
        #expect(!ExportChoices.Size.percent(400).isLarger(than: SIMD2(4, 4)))
        #expect(!ExportChoices.Size.full.isLarger(than: SIMD2(4, 4)))
    }

    @Test("the result of a recipe is resized after its filters, and a full size adds nothing")
    func recipes() throws {
        let catalog = FilterCatalog.builtIn
        var choices = ExportChoices()
        let recipe: Recipe = [.init("crop", ["left": .number(0.5)])]
        #expect(try choices.sized(recipe, entering: SIMD2(4000, 1000), in: catalog) == recipe)
        let cropped = try catalog.size(of: recipe, entering: SIMD2(4000, 1000))
        choices.size = .longestSide(500)
        let sized = try choices.sized(recipe, entering: SIMD2(4000, 1000), in: catalog)
        #expect(sized.stages.first == recipe.stages.first)
        #expect(
            try catalog.size(of: sized, entering: SIMD2(4000, 1000))
                == SIMD2(500, Int((500 * Double(cropped.y) / Double(cropped.x)).rounded())))
    }

    @Test("options that a format does not support are not offered")
    func formats() {
        func asked(_ formats: PictureFormat...) -> [Bool] {
            let choices = ExportChoices()
            return [
                choices.hasQuality(in: formats), choices.hasDepth(in: formats),
                choices.hasCompression(in: formats),
            ]
        }
        #expect(asked(.png) == [false, true, true])
        #expect(asked(.jpeg) == [true, false, true])
        #expect(asked(.tiff) == [false, true, false])
        #expect(asked(.webp) == [true, false, false])
        #expect(asked(.tiff, .webp) == [true, true, false])
    }

    @Test("choices are remembered, and invalid ones are not")
    func rememberedChoices() {
        var choices = ExportChoices(
            format: .webp, quality: 41, size: .percent(12.5), depth: .sixteen, compression: .smallest)
        choices.isLossless = true
        choices.tiffCompression = .lzw
        choices.keepsRecipe = true
        choices.intent = .perceptual
        choices.background = .black
        var read = ExportChoices()
        read.take(choices.values)
        #expect(read == choices)
        read.take(["format": "gif", "quality": "much", "size": "-", "compression": "x"])
        #expect(read == choices)
        read.take(["quality": "700", "format": "same"])
        #expect(read.quality == 100 && read.format == nil)
    }

    @MainActor @Test("choices and folders are in the settings")
    func settings() throws {
        let folder = try TemporaryFolder()
        let settings = Settings(path: folder.file("settings.ini"))
        let choices = ExportChoices(format: .jpeg, quality: 80, size: .longestSide(500))
        settings.setExportValues(choices.values, "Export")
        settings.setExportFolder("/there/ä", of: "/here/[a]=b")
        var read = ExportChoices()
        read.take(settings.exportValues("Export"))
        #expect(read == choices)
        #expect(settings.exportFolder(of: "/here/[a]=b") == "/there/ä")
        #expect(settings.exportFolder(of: "/here") == nil && settings.exportValues("Batch").isEmpty)
        settings.setExportFolder("/b", of: "/here")
        #expect(settings.exportFolder(of: "/here") == "/b" && settings.exportFolder(of: "/here/[a]=b") == nil)
    }
}

/// The destination of an exported picture.
@Suite struct ExportDestinationTests {
    @Test("the name follows the format")
    func following() {
        func name(_ name: String, _ format: PictureFormat) -> String {
            var destination = ExportDestination(folder: "/a", name: name)
            destination.follow(format)
            return destination.name
        }
        #expect(name("x.png", .jpeg) == "x.jpg")
        #expect(name("x.jpeg", .jpeg) == "x.jpeg" && name("x.TIF", .tiff) == "x.TIF")
        #expect(name("x", .webp) == "x.webp" && name("x.y.png", .tiff) == "x.y.tif")
        #expect(name("/b.c/x.png", .jpeg) == "/b.c/x.jpg")
    }

    @Test("a typed path is used, and a name without an extension gets one")
    func paths() {
        #expect(ExportDestination(folder: "/a", name: "x.png").path(as: .png) == "/a/x.png")
        #expect(ExportDestination(folder: "/", name: "x").path(as: .jpeg) == "/x.jpg")
        #expect(ExportDestination(folder: "/", name: "x.").path(as: .png) == "/x.png")
        #expect(ExportDestination(folder: "/a.b", name: "/c/x.webp").path(as: .webp) == "/c/x.webp")
    }

    @Test("invalid names are reported")
    func problems() throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(
            atPath: folder.file("b.png"), withIntermediateDirectories: false)
        func problem(_ name: String) -> String? {
            ExportDestination(folder: folder.file(""), name: name).problem(as: .png)
        }
        #expect(problem("a.png") == nil && problem("a") == nil)
        #expect(problem("a.gif")?.contains("Glint cannot write .gif files") == true)
        #expect(problem("")?.contains("name") == true && problem("/nowhere/")?.contains("name") == true)
        #expect(problem("/nowhere/a.png")?.contains("/nowhere") == true)
        #expect(problem("b.png")?.contains("folder") == true)
    }
}
