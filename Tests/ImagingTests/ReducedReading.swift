import Imaging
import TestSupport
import Testing

/// The reduced preview of a large JPEG, shown while it decodes.
@Suite struct ReducedReading {
    private func picture(_ size: String, _ name: String) throws -> TemporaryFolder {
        let folder = try temporaryFolder()
        try runPython(
            """
            import sys
            from PIL import Image
            image = Image.new('RGB', (\(size)), (200, 40, 90))
            image.paste((20, 180, 60), (0, 0, image.width // 2, image.height // 2))
            exif = Image.Exif()
            exif[0x112] = 6
            image.save(sys.argv[1], exif=exif)
            """, arguments: [folder.file(name)])
        return folder
    }

    @Test func aLargeJPEGIsReadReducedUprightAndWithItsWholeSize() throws {
        let folder = try picture("6000, 4000", "large.jpg")
        let reduced = try #require(ReducedPicture(contentsOf: folder.file("large.jpg")))
        #expect(reduced.size == SIMD2(4000, 6000))
        #expect(reduced.pixels.width == 1000 && reduced.pixels.height == 1500)
        // After a clockwise rotation, the top left quarter is at the top right.
        reduced.pixels.withUnsafeBytes { bytes in
            for (x, y, color) in [
                (900, 100, [20, 180, 60]), (100, 100, [200, 40, 90]), (900, 1400, [200, 40, 90]),
            ] {
                let offset = (y * 1000 + x) * 4
                for channel in 0..<3 { #expect(abs(Int(bytes[offset + channel]) - color[channel]) <= 3) }
            }
        }
    }

    @Test func aSmallJPEGAnotherFormatAndDamageAreNotReadReduced() throws {
        let small = try picture("1200, 800", "small.jpg")
        #expect(ReducedPicture(contentsOf: small.file("small.jpg")) == nil)
        let other = try picture("6000, 4000", "large.png")
        #expect(ReducedPicture(contentsOf: other.file("large.png")) == nil)
        #expect(ReducedPicture(contentsOf: other.file("none.jpg")) == nil)
    }
}
