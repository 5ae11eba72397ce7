import Foundation
import TestSupport
import Testing

@Suite("Metadata of saved pictures") struct MetadataTests {
    @Test("unsupported or unreadable metadata is reported in one line, and the picture is saved")
    func reported() throws {
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
        #expect(large.errors.hasSuffix("bytes does not fit into a JPEG and was left out\n"))
        #expect(folder.has("a.jpg"))
        let broken = try glint(in: folder, "render", "b.jpg", "-o", "b.png")
        #expect(broken.status == 0)
        #expect(broken.errorLines == ["b.jpg: its EXIF block cannot be read and was left out"])
        #expect(folder.has("b.png"))
    }

    @Test("a map keeps its georeference as long as its pixels do not move")
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
                "c.tif: the map coordinates (GeoTIFF) were left out because the picture's geometry has changed"
            ])
        #expect(try scale("c.tif").isEmpty)
    }
}

@Suite("Recipes stored in pictures") struct StoredRecipeTests {
    @Test(
        "a recipe is added to existing XMP on request, and can be read back",
        arguments: ["jpg", "png", "tif", "webp", "jxl", "avif"])
    func stored(suffix: String) throws {
        let folder = try temporaryFolder()
        try python(in: folder, "save('a.jpg', noise(24, 32))")
        let titled = try runProgram(
            "/usr/bin/exiftool",
            arguments: ["-q", "-overwrite_original", "-XMP-dc:Title=A <title> & more", folder.file("a.jpg")])
        #expect(titled.status == 0)
        let arguments = ["--", "saturation", "amount=0.3", "gaussian-blur", "radius=2"]
        for (name, options) in [
            ("plain", []), ("stored", ["--keep-recipe"]), ("stripped", ["--keep-recipe", "--strip", "all"]),
        ] {
            let run = try glint(
                in: folder, arguments: ["render", "a.jpg", "-o", "\(name).\(suffix)"] + options + arguments)
            #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
        }
        // Renders again, with a second recipe that replaces the first.
        let again = try glint(
            in: folder, "render", "stored.\(suffix)", "-o", "again.\(suffix)", "--keep-recipe", "--", "invert"
        )
        #expect(again.status == 0)
        func tag(_ name: String, _ file: String) throws -> String {
            try runProgram(
                "/usr/bin/exiftool", arguments: ["-b", "-\(name)", folder.file("\(file).\(suffix)")]
            ).output
                .trimmingCharacters(in: .whitespacesAndNewlines)
        }
        #expect(try tag("XMP:Recipe", "plain").isEmpty)
        for (file, ids) in [
            ("stored", ["saturation", "gaussian-blur"]), ("stripped", ["saturation", "gaussian-blur"]),
            ("again", ["invert"]),
        ] {
            let text = try tag("XMP:Recipe", file)
            let recipe = try #require(
                try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
            let filters = try #require(recipe["filters"] as? [[String: Any]])
            #expect(filters.map { $0["id"] as? String } == ids, "\(text)")
            #expect(try tag("XMP:Title", file) == (file == "stripped" ? "" : "A <title> & more"))
            let info = try glint(in: folder, "info", "\(file).\(suffix)")
            #expect(info.output.contains("recipe"))
        }
    }
}

@Suite("Stripping metadata") struct StrippingTests {
    /// A JPEG with a location in EXIF, in XMP (as attributes and as elements) and in IPTC, an author, and a
    /// camera.
    private func makePicture(in folder: TemporaryFolder) throws {
        try python(in: folder, "save('a.jpg', noise(24, 32), dpi=(300, 300))")
        let written = try runProgram(
            "/usr/bin/exiftool",
            arguments: [
                "-overwrite_original", "-EXIF:GPSLatitude=52.5", "-EXIF:GPSLatitudeRef=N",
                "-EXIF:GPSLongitude=13.4",
                "-EXIF:GPSLongitudeRef=E", "-EXIF:Model=A camera", "-EXIF:Artist=An author",
                "-XMP-exif:GPSLatitude=52.5", "-XMP-photoshop:City=Berlin",
                "-XMP-drone-dji:GPSLatitude=52.5", "-XMP-drone-dji:GPSLongitude=13.4",
                "-XMP-iptcCore:Location=Tiergarten",
                "-XMP-iptcExt:LocationCreatedCity=Berlin", "-XMP-dc:Title=A title", "-IPTC:City=Berlin",
                "-IPTC:Country-PrimaryLocationName=Germany", "-IPTC:Headline=A headline",
                folder.file("a.jpg"),
            ])
        #expect(written.status == 0, "\(written.errors)")
    }

    private func tags(_ name: String, in folder: TemporaryFolder) throws -> String {
        try runProgram("/usr/bin/exiftool", arguments: ["-G0:1", "-s", "-a", "-u", folder.file(name)]).output
    }

    @Test("only the location", arguments: ["b.jpg", "b.png", "b.tif", "b.webp"])
    func location(name: String) throws {
        let folder = try temporaryFolder()
        try makePicture(in: folder)
        #expect(try tags("a.jpg", in: folder).contains("Berlin"))
        let run = try glint(in: folder, "render", "a.jpg", "-o", name, "--strip", "location")
        #expect(run.status == 0, "\(run.errors)")
        let tags = try tags(name, in: folder)
        for gone in ["GPS", "Berlin", "Tiergarten", "Germany"] {
            #expect(!tags.contains(gone), "\(gone) in \(tags)")
        }
        for kept in ["A camera", "An author", "A title"] {
            #expect(tags.contains(kept), "\(kept) in \(tags)")
        }
        // A WebP cannot store IPTC.
        #expect(tags.contains("A headline") == (name != "b.webp"))
        let bytes = try folder.bytes(name)
        #expect(bytes.range(of: Data("Berlin".utf8)) == nil)
    }

    @Test("all of it", arguments: ["b.jpg", "b.png", "b.tif", "b.webp"])
    func all(name: String) throws {
        let folder = try temporaryFolder()
        try makePicture(in: folder)
        let run = try glint(in: folder, "render", "a.jpg", "-o", name, "--strip", "all")
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
        let tags = try tags(name, in: folder)
        for gone in ["GPS", "Berlin", "A camera", "An author", "A title", "A headline"] {
            #expect(!tags.contains(gone), "\(gone) in \(tags)")
        }
    }
}

@Suite("Comments of JPEG files") struct CommentTests {
    @Test("they are kept in JPEG and PNG, there and back")
    func kept() throws {
        let folder = try temporaryFolder()
        try python(in: folder, "save('a.jpg', noise(24, 32))")
        let written = try runProgram(
            "/usr/bin/exiftool",
            arguments: ["-overwrite_original", "-Comment=Grüße from the lake", folder.file("a.jpg")])
        #expect(written.status == 0, "\(written.errors)")
        for (source, result) in [("a.jpg", "b.jpg"), ("a.jpg", "c.png"), ("c.png", "d.jpg")] {
            let run = try glint(in: folder, "render", source, "-o", result)
            #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
            let tags = try runProgram(
                "/usr/bin/exiftool", arguments: ["-s3", "-Comment", folder.file(result)])
            #expect(tags.output == "Grüße from the lake\n", "\(result)")
        }
        let other = try glint(in: folder, "render", "a.jpg", "-o", "e.webp")
        #expect(other.status == 0)
        #expect(
            other.errorLines == [
                "e.webp: a WebP cannot contain the text entries “Comment”, which were left out"
            ])
    }
}
