import Foundation
import Imaging
import Testing

/// The table of readable formats, and everything that must agree with it.
@Suite struct PictureKinds {
    private static let resources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Resources").path

    private func lines(_ name: String) throws -> [String] {
        try String(contentsOfFile: "\(Self.resources)/io.github.glintapp.Glint.\(name)", encoding: .utf8)
            .split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    }

    @Test func desktopEntriesListAllReadableTypes() throws {
        let types = PictureKind.allCases.flatMap(\.traits.mimeTypes)
        #expect(Set(types).count == types.count)
        let entry = try #require(try lines("desktop").first { $0.hasPrefix("MimeType=") })
        let offered = entry.dropFirst("MimeType=".count).split(separator: ";").map(String.init)
        #expect(offered.filter { $0.hasPrefix("image/") } == types)
        let metainfo = try lines("metainfo.xml").filter { $0.hasPrefix("<mediatype>image/") }
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
}
