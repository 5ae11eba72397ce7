import Imaging
import TestSupport
import Testing

/// The recoverable parts of a damaged file, read with damage accepted.
@Suite struct AcceptedDamage {
    private let options = DecodingOptions(acceptsDamage: true)

    @Test func ofAFileCutShortTheRowsBeforeTheCutAreHadAndTheOthersAreTransparent() throws {
        let folder = try temporaryFolder()
        let names = try runPython(
            #"""
            import os, sys
            import numpy as np
            from PIL import Image
            folder = sys.argv[1]
            image = Image.fromarray(np.random.default_rng(6).integers(0, 256, (400, 330, 3)).astype("u1"))
            for name, options in {"a.png": {}, "lzw.tif": {"compression": "tiff_lzw"}}.items():
                path = folder + "/" + name
                image.save(path, **options)
                rows = 100
                if name == "lzw.tif":
                    # Those of the strips before the one with the middle of the file.
                    rowsPerStrip, starts = (Image.open(path).tag_v2[tag] for tag in (278, 273))
                    rows = rowsPerStrip * (sum(start <= os.path.getsize(path) // 2 for start in starts) - 1)
                print(name, rows)
            """#, arguments: [folder.path])
        for line in names.split(separator: "\n") {
            let words = line.split(separator: " ").map(String.init)
            let (name, rowCount) = (words[0], try #require(words.last.flatMap { Int($0) }))
            #expect(rowCount >= 100)
            let whole = try contents(folder.file(name))
            let expected = try Picture(encoded: whole, name: name, options: options)
            #expect(expected.damage == nil && expected.channels == .rgb)
            // A TIFF's directory may be at its end and is needed, so there the data is corrupted instead of
            // cut.
            var cut = name.hasSuffix(".png") ? Array(whole[..<(whole.count / 2)]) : whole
            if name == "lzw.tif" {
                for index in cut.count / 2..<cut.count / 2 + 2000 { cut[index] = 0xFF }
            }
            #expect(throws: ImagingError.self) { try Picture(encoded: cut, name: name) }
            let rest = try Picture(encoded: cut, name: name, options: options)
            #expect(rest.damage != nil && rest.channels == .rgba, "\(name)")
            let rowBytes = 330 * 4
            let size = rowCount * rowBytes
            #expect(rest.bytes.prefix(size) == expected.bytes.prefix(size), "\(name)")
            #expect(rest.bytes.suffix(rowBytes).allSatisfy { $0 == 0 }, "\(name)")
        }
    }

    @Test func ofAWrongChecksumNothingIsMissing() throws {
        let folder = try temporaryFolder()
        try noise(40, 40, .eight, .rgb).write(to: folder.file("a.png"))
        var bytes = try contents(folder.file("a.png"))
        let expected = try Picture(encoded: bytes, name: "a.png").bytes
        // The checksum of the last data chunk precedes the end chunk, which has twelve bytes.
        bytes[bytes.count - 13] ^= 1
        #expect(throws: ImagingError.self) { try Picture(encoded: bytes, name: "a.png") }
        let picture = try Picture(encoded: bytes, name: "a.png", options: options)
        #expect(picture.bytes == expected && picture.damage != nil && picture.channels == .rgb)
    }

    @Test func whereNothingIsLeftAFileIsRefusedAllTheSame() throws {
        let folder = try temporaryFolder()
        try noise(40, 40, .eight, .rgb).write(to: folder.file("a.png"))
        let beginning = Array(try contents(folder.file("a.png")).prefix(40))
        #expect(throws: ImagingError.self) {
            try Picture(encoded: beginning, name: "a.png", options: options)
        }
    }
}
