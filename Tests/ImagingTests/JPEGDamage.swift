import Imaging
import TestSupport
import Testing

@Suite struct JPEGDamage {
    /// Creates photograph-like pictures with the different codings of JPEG; prints their names.
    private static let script = #"""
        import sys
        import numpy as np
        from PIL import Image
        folder = sys.argv[1]
        y, x = np.mgrid[0:150, 0:200]
        rng = np.random.default_rng(8)
        values = np.stack([x, y + 40, 255 - x * y / 200], 2) + rng.normal(0, 12, (150, 200, 3))
        image = Image.fromarray(np.clip(values, 0, 255).astype("u1"))
        for name, picture, options in (
            ("baseline", image, {}), ("full-color", image, {"subsampling": 0}),
            ("optimized", image, {"optimize": True}), ("progressive", image, {"progressive": True}),
            ("gray", image.convert("L"), {}),
            ("progressive-gray", image.convert("L"), {"progressive": True}), ("cmyk", image.convert("CMYK"), {}),
        ):
            picture.save(folder + "/" + name + ".jpg", quality=90, **options)
            print(name + ".jpg")
            stored = Image.open(folder + "/" + name + ".jpg")
            if stored.mode != "CMYK": open(folder + "/" + name + ".jpg.rgba", "wb").write(stored.convert("RGBA").tobytes())
        """#

    private static func pictures() throws -> (folder: TemporaryFolder, names: [String]) {
        let folder = try temporaryFolder()
        let names = try runPython(script, arguments: [folder.path]).split(separator: "\n").map(String.init)
        return (folder, names)
    }

    /// The offset of the coded pixels, just after the header of the first scan.
    private func scanStart(_ bytes: [UInt8]) throws -> Int {
        let marker = try #require((0..<bytes.count - 1).first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xDA })
        return marker + 2 + Int(bytes[marker + 2]) << 8 + Int(bytes[marker + 3])
    }

    @Test func everyWayOfCodingOpensAsPillowReadsIt() throws {
        let (folder, names) = try Self.pictures()
        for name in names {
            let whole = try contents(folder.file(name))
            // Some writers pad files to whole blocks after the end of the picture, and some before it.
            let filled = Array(whole.dropLast(2)) + [UInt8](repeating: 0, count: 40) + [0xFF, 0xD9]
            for bytes in [whole, whole + Array("something else".utf8), filled] {
                let picture = try Picture(encoded: bytes, name: name)
                #expect(picture.damage == nil)
                if let expected = try? contents(folder.file(name + ".rgba")) {
                    #expect(picture.bytes == expected, "\(name)")
                }
            }
        }
    }

    @Test func aFileCutAndClosedAgainIsDamaged() throws {
        let (folder, names) = try Self.pictures()
        for name in names {
            let whole = try contents(folder.file(name))
            let start = try scanStart(whole)
            let expected = try Picture(encoded: whole, name: name)
            for index in 0..<60 {
                let length = start + (whole.count - 40 - start) * index / 59
                let cut = Array(whole[..<length]) + [0xFF, 0xD9]
                let error = failure { () throws(ImagingError) in _ = try Picture(encoded: cut, name: name) }
                guard case .damaged? = error else {
                    Issue.record("\(name) cut at \(length) of \(whole.count): \(String(describing: error))")
                    continue
                }
                // Cuts in the first rows recover too little to compare; within the header of a later scan
                // libjpeg gives up.
                guard index > 10 else { continue }
                let accepted = try? Picture(encoded: cut, name: name, options: .init(acceptsDamage: true))
                guard let rest = accepted else {
                    #expect(name.hasPrefix("progressive"), "\(name) cut at \(length)")
                    continue
                }
                #expect(rest.damage != nil && rest.width == 200 && rest.height == 150)
                if !name.hasPrefix("progressive") {
                    #expect(
                        rest.bytes.prefix(200 * 4 * 8) == expected.bytes.prefix(200 * 4 * 8),
                        "\(name) cut at \(length)")
                }
            }
        }
    }

    @Test func bytesThatNoRowIsMadeOfAreDamage() throws {
        let (folder, _) = try Self.pictures()
        let whole = try contents(folder.file("baseline.jpg"))
        let surplus = Array(whole.dropLast(2)) + (1...40).map { UInt8($0) } + [0xFF, 0xD9]
        let error = failure { () throws(ImagingError) in
            _ = try Picture(encoded: surplus, name: "surplus.jpg")
        }
        #expect(error?.description.contains("surplus.jpg is damaged") == true, "\(String(describing: error))")
    }
}
