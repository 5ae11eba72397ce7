import Foundation
import Imaging
import Testing

/// The table of readable formats, and everything that must be consistent with it.
@Suite struct PictureKinds {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().path

    private func lines(_ path: String) throws -> [String] {
        try String(contentsOfFile: "\(Self.root)/\(path)", encoding: .utf8)
            .split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    }

    @Test func desktopEntriesListAllReadableTypes() throws {
        let types = PictureKind.allCases.flatMap(\.traits.mimeTypes)
        #expect(Set(types).count == types.count)
        let entry = try #require(
            try lines("Resources/io.github.glintapp.Glint.desktop").first { $0.hasPrefix("MimeType=") })
        let offered = entry.dropFirst("MimeType=".count).split(separator: ";").map(String.init)
        #expect(offered.filter { $0.hasPrefix("image/") } == types)
        let metainfo = try lines("Resources/io.github.glintapp.Glint.metainfo.xml")
            .filter { $0.hasPrefix("<mediatype>image/") }
        #expect(metainfo == types.map { "<mediatype>\($0)</mediatype>" })
    }

    @Test func whatIsWrittenIsRead() {
        for format in PictureFormat.allCases {
            #expect(format.fileExtensions.allSatisfy { PictureKind.isNamed(byExtensionOf: "a.\($0)") })
        }
        let extensions = PictureKind.allCases.flatMap(\.traits.fileExtensions)
        #expect(Set(extensions).count == extensions.count)
        #expect(PictureKind.isNamed(byExtensionOf: "A.NEF") && !PictureKind.isNamed(byExtensionOf: "a.txt"))
    }

    @Test func pagesListTheFormats() throws {
        func text(_ path: String) throws -> String { try lines(path).joined(separator: " ") }
        func listed(_ formats: [PictureFormat], _ conjunction: String) -> String {
            formats.dropLast().map(\.name).joined(separator: ", ")
                + formats.suffix(1).map { " \(conjunction) \($0.name)" }.joined()
        }
        let all = PictureFormat.allCases
        let (readme, window) = (try text("README.md"), try text("Resources/man/glint.1"))
        let commandLine = try text("Resources/man/glint-cli.1")
        #expect(readme.contains("Glint writes \(listed(all, "and")), and reads"))
        #expect(window.contains("at full resolution as \(listed(all, "or")), and keeps"))
        #expect(commandLine.contains("sets the format: \(listed(all, "or")) for pictures;"))
        #expect(commandLine.contains("Quality of \(listed(all.filter(\.hasQuality), "and")), from 1 to 100."))
        #expect(commandLine.contains("pixels of \(listed(all.filter(\.canBeLossless), "and")) exactly"))

        let names = PictureKind.allCases.flatMap { $0.traits.name.components(separatedBy: ", ") }
        let read = try #require(window.firstMatch(of: /Pictures are read from (.*?) and many other/)?.1)
        for name in String(read).components(separatedBy: ", ") {
            #expect(names.contains(name), "\(name)")
        }
    }
}
