import System
import Foundation
import Imaging
import TestSupport
import Testing

/// Files whose rows are streamed while they are decoded, so that the whole picture is never in memory.
@Suite("Streaming rows") struct RowsAsTheyAreRead {
    /// The files by name, made once.
    private static let files = Result {
        let folder = try temporaryFolder()
        _ = try runPython(
            """
            import os, sys
            import numpy as np
            from PIL import Image
            os.chdir(sys.argv[1])
            noise = np.random.default_rng(1).integers(0, 256, (20, 30, 4), dtype=np.uint8)
            large = Image.fromarray(noise).resize((1100, 1000), Image.BICUBIC)
            rgb = large.convert("RGB")
            turned = rgb.getexif()
            turned[0x112] = 6
            large.save("alpha.png")
            rgb.save("progressive.jpg", progressive=True)
            rgb.save("plain.tif")
            large.save("alpha.tif", compression="tiff_adobe_deflate")
            rgb.convert("L").save("gray.tif", compression="tiff_lzw")
            os.system("convert alpha.png -depth 16 deep.tif")
            rgb.quantize(64).save("palette.tif")
            rgb.convert("1").save("bits.tif")
            os.system("convert alpha.png -define tiff:alpha=associated associated.tif")
            os.system("convert gray.tif -define quantum:polarity=min-is-white white-is-zero.tif")
            os.system("convert plain.tif -interlace Plane planes.tif")
            rgb.convert("CMYK").save("inks.tif")
            os.system("convert plain.tif -define quantum:format=floating-point -depth 16 halves.tif")
            rgb.save("turned.tif", exif=turned)
            rgb.save("pages.tif", save_all=True, append_images=[rgb])
            rgb.convert("F").save("floats.tif")
            rgb.resize((300, 300)).save("small.tif")
            """, arguments: [folder.path])
        return try Dictionary(
            uniqueKeysWithValues: FileManager.default.contentsOfDirectory(atPath: folder.path).map {
                ($0, try Data(contentsOf: URL(fileURLWithPath: folder.file($0))))
            })
    }

    private func write(_ name: String, to folder: TemporaryFolder) throws -> String {
        let path = folder.file(name)
        try #require(Self.files.get()[name]).write(to: URL(fileURLWithPath: path))
        return path
    }

    /// Takes up to 32 rows at a time.
    private final class Rows: RowTarget {
        let stripHeight = 32
        let isForWhole = false
        private var memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)
        private(set) var header: PictureHeader?
        private(set) var all: [UInt8] = []
        private var taken = 0

        func begin(_ header: PictureHeader) throws(ImagingError) {
            self.header = header
            memory = .allocate(byteCount: stripHeight * header.bytesPerRow, alignment: 16)
        }

        deinit { memory.deallocate() }

        func adopt(_ pixels: PixelBuffer, _ header: PictureHeader) -> Bool { false }

        func rowMemory(from row: Int) -> UnsafeMutableRawBufferPointer { memory }

        func finish(upTo row: Int) {
            all += memory.prefix((row - taken) * (header?.bytesPerRow ?? 0))
            taken = row
        }
    }

    @Test(
        "the rows equal those of the whole picture",
        arguments: [
            "alpha.png", "progressive.jpg", "plain.tif", "alpha.tif", "gray.tif", "deep.tif", "palette.tif",
            "bits.tif", "associated.tif", "white-is-zero.tif", "planes.tif",
        ])
    func rowsAreThoseOfTheWhole(name: String) throws {
        let folder = try temporaryFolder()
        let path = try write(name, to: folder)
        let rows = Rows()
        let ending = try PictureDecoder.decode(
            OpenFile(path: path), extent: .rows, options: DecodingOptions(), into: rows)
        let whole = try Picture(contentsOf: path)
        #expect(ending?.metadata == whole.metadata)
        #expect(rows.header?.channels == whole.channels && rows.header?.depth == whole.depth)
        // Compared outside #expect, which would print a difference of up to millions of bytes.
        let isSame = whole.pixels.withUnsafeBytes { $0.elementsEqual(rows.all) }
        #expect(isSame)
    }

    @Test(
        "pictures that need conversion, or are small, are decoded whole",
        arguments: ["turned.tif", "pages.tif", "floats.tif", "halves.tif", "inks.tif", "small.tif"])
    func othersComeWhole(name: String) throws {
        let folder = try temporaryFolder()
        let rows = Rows()
        let ending = try PictureDecoder.decode(
            OpenFile(path: try write(name, to: folder)), extent: .rows, options: DecodingOptions(), into: rows
        )
        #expect(ending == nil && rows.header == nil)
    }
}
