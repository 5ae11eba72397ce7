import Foundation
import TestSupport
import Testing

/// The documentation of the API, built like `make api-docs` builds it.
@Suite("The documentation") struct DocumentationTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().path

    private struct Graph: Decodable {
        struct Symbol: Decodable {
            struct Comment: Decodable {
                struct Line: Decodable { let text: String }
                let lines: [Line]
            }
            let pathComponents: [String]
            let docComment: Comment?
        }
        let symbols: [Symbol]
    }

    @Test("is built without a warning, as one module, and covers every public symbol")
    func isWhole() throws {
        let folder = try temporaryFolder()
        let built = URL(fileURLWithPath: try builtProgram("glint-cli")).deletingLastPathComponent().path
        let run = try runProgram(
            "\(Self.root)/docs/api-docs", arguments: [built, folder.file("symbols"), folder.file("pages")])
        #expect(run.status == 0, "\(run.output)\(run.errors)")
        for page in ["recipe/stage", "renderer", "gettingstarted", "customfilters"] {
            let path = folder.file("pages/documentation/glintkit/\(page)/index.html")
            #expect(FileManager.default.fileExists(atPath: path), "\(page)")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("symbols")).count == 1)
        let data = try Data(contentsOf: URL(fileURLWithPath: folder.file("symbols/GlintKit.symbols.json")))
        let symbols = try JSONDecoder().decode(Graph.self, from: data).symbols
        let names = Set(symbols.map { $0.pathComponents.joined(separator: ".") })
        let some: Set = [
            "Picture", "Renderer", "Recipe.Stage.sepia(amount:)", "VideoReader", "Camera", "CustomFilter",
        ]
        #expect(names.isSuperset(of: some))
        for symbol in symbols {
            let words = symbol.docComment?.lines.map(\.text).joined() ?? ""
            #expect(!words.isEmpty, "\(symbol.pathComponents.joined(separator: ".")) has no comment")
        }
    }

    @Test("the first program of the documentation is one of the built examples")
    func firstProgram() throws {
        let page = try String(
            contentsOfFile: Self.root + "/Sources/GlintKit/GlintKit.docc/GettingStarted.md", encoding: .utf8)
        let program = try String(
            contentsOfFile: Self.root + "/Examples/postcard/main.swift", encoding: .utf8)
        let code = program.split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
            .joined(separator: "\n")
        #expect(page.contains("```swift\n\(code)```"))
    }

    @Test("it lists the packages that the package is built from")
    func packages() throws {
        let list = try String(contentsOfFile: Self.root + "/packaging/packages/build", encoding: .utf8)
        // Packages needed only by the window and Glint's own programs.
        let others: Set = ["libgtk-4-dev", "libadwaita-1-dev", "libseccomp-dev"]
        let needed = Set(list.split(separator: "\n").map(String.init).filter { $0.hasSuffix("-dev") })
            .subtracting(others)
        for page in ["Sources/GlintKit/GlintKit.docc/GettingStarted.md", "README.md"] {
            let text = try String(contentsOfFile: "\(Self.root)/\(page)", encoding: .utf8)
            for name in needed { #expect(text.contains(name), "\(page) lacks \(name)") }
        }
    }
}
