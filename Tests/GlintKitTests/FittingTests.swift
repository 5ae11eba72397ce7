import Foundation
import GlintKit
import Imaging
import TestSupport
import Testing

@Suite("Pictures of a size") struct FittingTests {
    /// A folder with soft pictures of 1600 × 1200 pixels, and Pillow's versions of them at 400 × 300.
    private func folder() throws -> TemporaryFolder {
        let folder = try temporaryFolder()
        try runPython(
            """
            import sys
            import numpy as np
            from PIL import Image
            y, x = np.mgrid[0:1200, 0:1600]
            wave = lambda a, b: np.uint8(127.5 + 100 * np.sin(x / a) * np.cos(y / b))
            picture = Image.fromarray(np.dstack([wave(40, 70), wave(90, 33), wave(55, 55)]))
            for name in ["a.jpg", "a.png", "a.webp"]: picture.save(sys.argv[1] + "/" + name, quality=95)
            exif = Image.Exif()
            exif[0x112] = 6
            picture.save(sys.argv[1] + "/turned.jpg", quality=95, exif=exif)
            small = picture.resize((400, 300), Image.BICUBIC)
            open(sys.argv[1] + "/small", "wb").write(small.tobytes())
            """, arguments: [folder.path])
        return folder
    }

    @Test(
        "a picture is no larger than its area, and looks like one reduced by another program",
        arguments: ["a.jpg", "a.png", "a.webp"])
    func fits(name: String) throws {
        let folder = try folder()
        let expected = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.file("small"))))
        let picture = try Picture(contentsOf: folder.file(name), fitting: [400, 3000])
        #expect(picture.width == 400 && picture.height == 300 && picture.channels == .rgb)
        let bytes = picture.pixels.bytes(as: .rgb)
        let differences = zip(bytes, expected).map { abs(Int($0) - Int($1)) }
        #expect(bytes.count == expected.count)
        #expect(Double(differences.reduce(0, +)) / Double(differences.count) < 1)
        let file = try Data(contentsOf: URL(fileURLWithPath: folder.file(name)))
        #expect(try Picture(encoded: file, fitting: [400, 3000]).pixels.bytes(as: .rgb) == bytes)
    }

    @Test("a large JPEG is decoded at a fraction of its size")
    func reduces() throws {
        let folder = try folder()
        let decoded = try Picture.reduced(
            contentsOf: folder.file("a.jpg"), options: DecodingOptions(), toFit: [200, 150])
        #expect(decoded.picture.width == 400 && decoded.size == [1600, 1200])
    }

    @Test("damage of a JPEG is also reported for a reduced one")
    func damage() throws {
        let folder = try folder()
        let whole = try Data(contentsOf: URL(fileURLWithPath: folder.file("a.jpg")))
        let cut = Data(whole.prefix(whole.count / 2))
        let picture = try Picture(
            encoded: cut, fitting: [200, 150], options: DecodingOptions(acceptsDamage: true))
        #expect(picture.damage != nil)
        #expect(throws: ImagingError.self) { try Picture(encoded: cut, fitting: [200, 150]) }
    }

    @Test("a rotated picture is fitted upright, and one that is small enough stays unchanged")
    func turns() throws {
        let folder = try folder()
        let turned = try Picture(contentsOf: folder.file("turned.jpg"), fitting: [200, 200])
        #expect(turned.width == 150 && turned.height == 200)
        let whole = try Picture(contentsOf: folder.file("a.png"))
        let same = try Picture(contentsOf: folder.file("a.png"), fitting: [1600, 1600])
        #expect(same.pixels.bytes() == whole.pixels.bytes())
    }

    @Test(
        "areas of any size are accepted",
        arguments: [SIMD2(0, 0), [-5, .min], [1, 1], [.max, 1], [.max, .max]])
    func areas(area: SIMD2<Int>) throws {
        let folder = try folder()
        let picture = try Picture(contentsOf: folder.file("a.jpg"), fitting: area)
        #expect(picture.width <= max(1, area.x) && picture.height <= max(1, area.y))
    }

    @Test("unreadable files give the same errors as without an area")
    func refuses() throws {
        let folder = try temporaryFolder()
        #expect(throws: ImagingError.file(.missing(path: folder.file("none.jpg")))) {
            try Picture(contentsOf: folder.file("none.jpg"), fitting: [10, 10])
        }
        let path = folder.file("text.jpg")
        try "no picture".write(toFile: path, atomically: true, encoding: .utf8)
        #expect(throws: ImagingError.notAPicture(path: path)) {
            try Picture(contentsOf: path, fitting: [10, 10])
        }
    }
}
