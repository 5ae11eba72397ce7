import TestSupport
import Testing

@Suite("Metadata of saved pictures") struct MetadataTests {
    @Test("what a format cannot hold, or cannot be read, is said in a line, and the picture is saved")
    func said() throws {
        let folder = try temporaryFolder()
        try python(
            in: folder,
            """
            exif = Image.Exif()
            exif[0x010F] = "x" * 70000
            Image.new("RGB", (8, 6)).save("a.png", exif=exif.tobytes())
            Image.new("RGB", (8, 6)).save("b.jpg", exif=b"Exif\\0\\0no EXIF block")
            """)
        let large = try glint(in: folder, "render", "a.png", "-o", "a.jpg")
        #expect(large.status == 0)
        #expect(large.errorLines.count == 1)
        #expect(large.errors.hasPrefix("a.jpg: its EXIF block of 700"))
        #expect(large.errors.hasSuffix("bytes does not fit a JPEG and was left out\n"))
        #expect(folder.has("a.jpg"))
        let broken = try glint(in: folder, "render", "b.jpg", "-o", "b.png")
        #expect(broken.status == 0)
        #expect(broken.errorLines == ["b.jpg: its EXIF block cannot be read and was left out"])
        #expect(folder.has("b.png"))
    }

    @Test("a map keeps its place as long as its pixels keep theirs")
    func maps() throws {
        let folder = try temporaryFolder()
        try python(
            in: folder,
            """
            import tifffile
            tifffile.imwrite("a.tif", noise(24, 32), photometric="rgb", metadata=None, extratags=[
                (33550, "d", 3, (0.5, 0.5, 0.0), True), (33922, "d", 6, (0, 0, 0, 13.4, 52.5, 0), True)])
            """)
        func scale(_ name: String) throws -> String {
            try runProgram("/usr/bin/exiftool", arguments: ["-s3", "-PixelScale", folder.file(name)]).output
        }
        let colored = try glint(
            in: folder, "render", "a.tif", "-o", "b.tif", "--", "saturation", "amount=0.5")
        #expect(colored.status == 0 && colored.errors.isEmpty)
        #expect(try scale("b.tif") == "0.5 0.5 0\n")
        let turned = try glint(in: folder, "render", "a.tif", "-o", "c.tif", "--", "flip")
        #expect(turned.status == 0)
        #expect(
            turned.errorLines == [
                "c.tif: its place on the map (GeoTIFF) was left out, for its pixels have moved"
            ])
        #expect(try scale("c.tif").isEmpty)
    }
}
