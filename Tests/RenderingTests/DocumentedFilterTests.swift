import Filters
import Foundation
import GPU
import Imaging
@testable import Rendering
import Shaders
import Testing

/// The filter that docs/writing-a-filter.md adds, from the page's own text.
@Suite("The documented filter of several passes") struct DocumentedFilterTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().path

    private func blocks(_ language: String) throws -> [String] {
        let page = try String(contentsOfFile: Self.root + "/docs/writing-a-filter.md", encoding: .utf8)
        return page.components(separatedBy: "```\(language)\n").dropFirst().map {
            $0.components(separatedBy: "```")[0]
        }
    }

    @Test("its Swift half is what is compiled here")
    func swiftHalf() throws {
        let compiled = try String(
            contentsOfFile: Self.root + "/Tests/RenderingTests/LocalContrast.swift", encoding: .utf8)
        #expect(try blocks("swift") == [String(compiled.dropFirst("import Filters\n\n".count))])
    }

    @Test("it does what the page says")
    func pixels() throws {
        let shaders = try blocks("glsl")
        let files = ["local-contrast.glsl": shaders[1], "local-contrast-mean.glsl": shaders[2]]
        let catalog = FilterCatalog(files: files, multiPass: ["local-contrast": LocalContrast()])
        #expect(catalog.errors.isEmpty)
        let picture = testPicture(width: 64, height: 48)
        let (amount, reach) = (0.8, 3)
        let recipe: Recipe = [
            Recipe.Stage("local-contrast", ["amount": .number(amount), "radius": .number(Double(reach))])
        ]
        let log = DebugLog()
        let engine = try Engine(context: HeadlessContext(), catalog: catalog, log: log)
        let source = SourceFrame(picture.buffer(.sixteen))
        let viewport = Viewport(wholeAt: source.size)
        // The page's kernels stand in the cache before they are asked for by the names of files.
        let plan = try Plan(
            recipe: recipe, catalog: catalog, sourceSize: source.size, viewport: viewport,
            precision: .rgba32f, outputFormat: .rgba32f)
        #expect(plan.passes.count == 3)
        for (index, pass) in plan.passes.enumerated() {
            let formats = index == 0 ? [.rgba16] : index == 1 ? [.rgba32f] : [.rgba16, PixelFormat.rgba32f]
            let shape = KernelShape(of: pass, inputFormats: formats, outputFormat: .rgba32f)
            _ = try engine.device.kernels.kernel(for: shape) {
                KernelGenerator.source(for: shape).replacingMissingFiles(with: files)
            }
        }
        let values = try engine.values(recipe, of: source, precision: .rgba32f)
        #expect(log.errors.isEmpty)
        let before = picture.rounded(to: .sixteen)
        let side = 2 * reach + 1
        let expected = Reference(width: 64, height: 48) { x, y in
            var sum = SIMD4<Double>.zero
            for j in -reach...reach { for i in -reach...reach { sum += before[x + i, y + j] } }
            var color = before[x, y] + amount * (before[x, y] - sum / Double(side * side))
            color.w = before[x, y].w
            return color
        }
        #expect(largestDifference(values, expected) < 1e-5)
    }
}

extension KernelSource {
    /// The text with files in it that are not among the shaders, and what those include.
    fileprivate func replacingMissingFiles(with files: [String: String]) -> KernelSource {
        var result = KernelSource(label: label)
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let missing = files.first { line == "#error there is no file \($0.key)" }
            for part in (missing?.value ?? String(line)).split(
                separator: "\n", omittingEmptySubsequences: false)
            {
                let isInclude = part.hasPrefix("#include")
                let path = isInclude ? part.split(separator: "\"")[1] : ""
                result.add(text: isInclude ? Shaders.text[String(path)] ?? "" : String(part), file: "page")
            }
        }
        return result
    }
}
