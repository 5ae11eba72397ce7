import Foundation
import GlintKit
import TestSupport
import Testing

@Suite("Files in memory") struct FileBytesTests {
    private func picture(width: Int = 31, height: Int = 17) throws -> Picture {
        let bytes = (0..<width * height * 4).map { UInt8(truncatingIfNeeded: $0 &* $0 &+ $0 / 7) | 1 }
        return Picture(pixels: try PixelBuffer(bytes: bytes, width: width, height: height), channels: .rgba)
    }

    @Test("bytes in memory are those of a file", arguments: PictureFormat.allCases)
    func encodes(format: PictureFormat) throws {
        let folder = try temporaryFolder()
        let path = folder.file("picture.\(format.fileExtensions[0])")
        let picture = try picture()
        try picture.write(to: path)
        let bytes = try picture.encoded(as: format)
        #expect(bytes == [UInt8](try Data(contentsOf: URL(fileURLWithPath: path))))
        let read = try Picture(encoded: Data(bytes))
        #expect(read.format == format && read.width == picture.width && read.height == picture.height)
        let renderer = try Renderer()
        try renderer.render(picture, [.invert()], to: path, overwrite: true)
        #expect(
            try renderer.render(picture, [.invert()], as: format)
                == [UInt8](Data(contentsOf: URL(fileURLWithPath: path))))
    }

    @Test("another program reads the pixels of an encoded picture")
    func readElsewhere() throws {
        let folder = try temporaryFolder()
        let picture = try picture()
        try Data(picture.encoded(as: .png)).write(to: URL(fileURLWithPath: folder.file("a.png")))
        let script = """
            import sys
            from PIL import Image
            print(Image.open(sys.argv[1]).tobytes().hex())
            """
        let hex = picture.pixels.bytes().map { String(format: "%02x", $0) }.joined()
        #expect(try runPython(script, arguments: [folder.file("a.png")]) == hex + "\n")
    }

    @Test("bytes that are not a picture, too few, or none, are specific errors")
    func refuses() throws {
        #expect(throws: ImagingError.file(.empty(path: "the picture"))) { try Picture(encoded: [UInt8]()) }
        #expect(throws: ImagingError.notAPicture(path: "upload")) {
            try Picture(encoded: [1, 2, 3], name: "upload")
        }
        let bytes = try picture().encoded(as: .png)
        #expect(throws: ImagingError.self) { try Picture(encoded: bytes.prefix(bytes.count / 2)) }
        let wide = try PixelBuffer(
            bytes: [UInt8](repeating: 9, count: 70_000), width: 70_000, height: 1, channels: .gray)
        #expect(throws: ImagingError.tooLargeForFormat(path: "the picture", format: .jpeg, limit: 65_535)) {
            try Picture(pixels: wide, channels: .gray).encoded(as: .jpeg)
        }
    }

    @Test("a recipe survives text, bytes, and other programs' JSON")
    func recipes() throws {
        let recipe: Recipe = [.exposure(stops: 1), .sepia().blended(.screen, opacity: 0.5)]
        #expect(try Recipe(json: recipe.json) == recipe)
        #expect(try Recipe(json: recipe.jsonBytes) == recipe)
        #expect(try Recipe(json: Data(recipe.jsonBytes)) == recipe)
        struct Edit: Codable, Equatable {
            var name: String
            var recipe: Recipe
        }
        let edit = Edit(name: "lake", recipe: recipe)
        let json = try JSONEncoder().encode(edit)
        #expect(try JSONDecoder().decode(Edit.self, from: json) == edit)
        #expect(throws: RecipeError.malformed(reason: "it is not UTF-8 text")) {
            try Recipe(json: [0x7b, 0xff, 0x7d] as [UInt8])
        }
        #expect(throws: RecipeError.self) {
            try JSONDecoder().decode(Edit.self, from: Data(#"{"name":"a","recipe":{"glint":"x"}}"#.utf8))
        }
    }
}
