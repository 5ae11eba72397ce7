import Foundation
import TestSupport
import Testing

@Suite("Removing locations from files") struct LocationTests {
    /// A PNG whose XMP contains locations under unusual prefixes and among keywords, with more locations in
    /// text chunks beside it.
    private func makePicture(in folder: TemporaryFolder) throws {
        try python(
            in: folder,
            """
            from PIL.PngImagePlugin import PngInfo
            packet = '''<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">
            <r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <r:Description r:about="" xmlns:ps='http://ns.adobe.com/photoshop/1.0/' ps:City="Berlin" ps:Headline="A headline"
            xmlns:e="http://ns.adobe.com/exif/1.0/" e:GPSLatitude="52,30N"/>
            <r:Description r:about="" xmlns:dm="http://ns.adobe.com/xmp/1.0/DynamicMedia/" dm:shotLocation="Moabit">
            <!-- <a> --><dm:scene>A scene</dm:scene></r:Description>
            <r:Description r:about="" xmlns:d="http://purl.org/dc/elements/1.1/"><d:subject><r:Bag>
            <r:li>geo:lat=52.5</r:li><r:li>GEO:lon=13.4</r:li><r:li>geology</r:li></r:Bag></d:subject>
            <Country xmlns="http://ns.adobe.com/photoshop/1.0/">Germany</Country>
            <d:description><r:Alt><r:li>Geotagged walk</r:li></r:Alt></d:description></r:Description>
            <r:Description r:about="" xmlns:p="http://ns.adobe.com/pdf/1.3/" p:Keywords="sea, geo:lat=52.5"
            xmlns:l="http://ns.adobe.com/lightroom/1.0/"><l:hierarchicalSubject><r:Bag><r:li>Geo|geo:lat=52.5</r:li>
            <r:li>Sea|Shore</r:li></r:Bag></l:hierarchicalSubject></r:Description>
            </r:RDF></x:xmpmeta><?xpacket end="w"?>'''
            texts = PngInfo()
            for keyword, text in [("Location", "Tiergarten"), ("City", "Spandau"), ("Author", "An author"),
                    ("exif:GPSInfo", "1234"), ("GPSLongitude", "77.7"), ("Velocity", "Fast")]:
                texts.add_text(keyword, text)
            texts.add_itxt("XML:com.adobe.xmp", packet)
            Image.new("RGB", (8, 6)).save("a.png", pnginfo=texts)
            """)
        let written = try runProgram(
            "/usr/bin/exiftool",
            arguments: [
                "-overwrite_original", "-IPTC:Keywords=geo:lat=52.5", "-IPTC:Keywords=A keyword",
                folder.file("a.png"),
            ])
        #expect(written.status == 0, "\(written.errors)")
    }

    @Test(
        "by their namespaces, among keywords, and in texts", arguments: ["b.png", "b.jpg", "b.tif", "b.webp"])
    func stills(name: String) throws {
        let folder = try temporaryFolder()
        try makePicture(in: folder)
        let run = try glint(in: folder, "render", "a.png", "-o", name, "--strip", "location")
        #expect(run.status == 0, "\(run.errors)")
        let tags = try runProgram("/usr/bin/exiftool", arguments: ["-s", "-a", "-u", folder.file(name)])
            .output
        for gone in ["Berlin", "Germany", "Moabit", "geo:", "GEO:", "Tiergarten", "Spandau", "GPS"] {
            #expect(!tags.contains(gone), "\(gone) in \(tags)")
        }
        for kept in ["A headline", "A scene", "geology", "Geotagged walk", "Sea|Shore"] {
            #expect(tags.contains(kept), "\(kept) in \(tags)")
        }
        if name == "b.png" {
            for kept in ["An author", "Fast", "A keyword"] {
                #expect(tags.contains(kept), "\(kept) in \(tags)")
            }
        }
        let bytes = try folder.bytes(name)
        for gone in ["Berlin", "Moabit", "Tiergarten"] { #expect(bytes.range(of: Data(gone.utf8)) == nil) }
    }

    @Test(
        "in blocks of other kinds within EXIF, and in its keywords",
        arguments: ["b.png", "b.jpg", "b.tif", "b.webp"]
    )
    func withinExif(name: String) throws {
        let folder = try temporaryFolder()
        try python(
            in: folder,
            """
            packet = b'<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' \\
                b'<rdf:Description xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" photoshop:City="SecretTown"/></rdf:RDF></x:xmpmeta>'
            exif = Image.Exif()
            exif[0x010F] = "A maker"
            exif[0x02BC] = packet
            exif[0x83BB] = b"\\x1c\\x02\\x5a\\x00\\x0aSecretTown"
            exif[0x8649] = b"8BIM\\x04\\x04\\0\\0\\0\\0\\0\\x0aSecretTown"
            exif[0x9C9E] = "sea;geo:lat=52.5".encode("utf-16-le") + b"\\0\\0"
            exif[0x9C9C] = "A comment".encode("utf-16-le") + b"\\0\\0"
            Image.new("RGB", (8, 6)).save("a.png", exif=exif.tobytes())
            """)
        #expect(try folder.bytes("a.png").range(of: Data("SecretTown".utf8)) != nil)
        let run = try glint(in: folder, "render", "a.png", "-o", name, "--strip", "location")
        #expect(run.status == 0, "\(run.errors)")
        let bytes = try folder.bytes(name)
        #expect(bytes.range(of: Data("SecretTown".utf8)) == nil)
        #expect(bytes.range(of: Data("geo:lat".utf8.flatMap { [$0, 0] })) == nil)
        let tags = try runProgram("/usr/bin/exiftool", arguments: ["-s", "-a", folder.file(name)]).output
        #expect(tags.contains("A maker") && tags.contains("A comment"), "\(tags)")
    }

    @Test("attachments of a video are dropped when stripping all, except its fonts")
    func attachments() throws {
        let folder = try temporaryFolder()
        try makeVideo("a.mkv", in: folder)
        try Data("<gpx lat=\"52.5\">Moabit</gpx>".utf8).write(
            to: URL(fileURLWithPath: folder.file("way.gpx")))
        try Data("a font".utf8).write(to: URL(fileURLWithPath: folder.file("f.ttf")))
        let joined = try runProgram(
            "/usr/bin/ffmpeg",
            arguments: [
                "-nostdin", "-y", "-loglevel", "error", "-i", folder.file("a.mkv"), "-attach",
                folder.file("way.gpx"), "-attach", folder.file("f.ttf"), "-metadata:s:t:0",
                "mimetype=application/gpx+xml", "-metadata:s:t:1", "mimetype=application/x-truetype-font",
                "-map", "0",
                "-c", "copy", "-metadata", "CITY=Wannsee", folder.file("b.mkv"),
            ])
        #expect(joined.status == 0, "\(joined.errors)")
        for (stripping, hasWay) in [(nil, true), ("location", true), ("all", false)] {
            let run = try glint(
                in: folder,
                arguments: ["render", "b.mkv", "-o", "c.mkv", "-y"]
                    + (stripping.map { ["--strip", $0] } ?? []))
            #expect(run.status == 0, "\(run.errors)")
            let after = try tags("c.mkv", in: folder)
            #expect(after.contains("way.gpx") == hasWay, "\(after)")
            #expect(after.contains("f.ttf"), "\(after)")
            #expect(after.contains("CITY=Wannsee") == (stripping == nil), "\(after)")
        }
    }

    /// Creates a video with locations in the tags of the file, of its streams and of its chapters.
    private func makeVideo(_ name: String, in folder: TemporaryFolder) throws {
        let chapters = """
            ;FFMETADATA1
            [CHAPTER]
            TIMEBASE=1/1000
            START=0
            END=300
            title=Arrival
            LOCATION=Wannsee
            """
        try Data(chapters.utf8).write(to: URL(fileURLWithPath: folder.file("chapters")))
        let isMatroska = name.hasSuffix("mkv")
        let result = try runProgram(
            "/usr/bin/ffmpeg",
            arguments: [
                "-nostdin", "-y", "-loglevel", "error", "-f", "lavfi", "-i", "testsrc2=s=64x64:r=10:d=0.5",
                "-f", "lavfi", "-i", "sine=d=0.5", "-i", folder.file("chapters"), "-map", "0", "-map", "1",
                "-map_chapters", "2", "-c:v", "libx264", "-c:a", "aac", "-metadata", "title=A title",
                "-metadata", "location=+52.5000+013.4000/", "-metadata:s:a", "language=deu",
            ]
                + (isMatroska
                    ? [
                        "-metadata", "RECORDING_LOCATION=Berlin", "-metadata:s:v", "LOCATION=Moabit",
                        "-metadata:s:a", "LOCATION=Spandau",
                    ] : [])
                + (name.hasSuffix("mdta.mov")
                    ? [
                        "-movflags", "use_metadata_tags", "-metadata",
                        "com.apple.quicktime.location.ISO6709=+52.5000+013.4000/",
                    ] : []) + [folder.file(name)])
        #expect(result.status == 0, "\(result.errors)")
    }

    private static let places = ["52.5", "Berlin", "Moabit", "Spandau", "Wannsee"]

    private func tags(_ name: String, in folder: TemporaryFolder) throws -> String {
        try runProgram(
            "/usr/bin/ffprobe",
            arguments: ["-v", "error", "-show_format", "-show_streams", "-show_chapters", folder.file(name)]
        ).output
    }

    @Test(
        "in the tags of videos, their streams and chapters",
        arguments: ["a.mp4", "a.mov", "mdta.mov", "a.mkv"], ["b.mp4", "b.mov", "b.mkv"])
    func videos(source: String, result: String) throws {
        let folder = try temporaryFolder()
        try makeVideo(source, in: folder)
        let before = try tags(source, in: folder)
        #expect(before.contains("52.5"))
        for (stripping, name) in [("location", "location-" + result), ("all", "all-" + result)] {
            let run = try glint(
                in: folder, "render", source, "-o", name, "--strip", stripping, "--video-codec", "h264",
                "--video-preset", "fast")
            #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
            let after = try tags(name, in: folder)
            for gone in Self.places { #expect(!after.contains(gone), "\(gone) in \(name): \(after)") }
            #expect(after.contains("A title") == (stripping == "location"), "\(name): \(after)")
            #expect(after.contains("Arrival") == (stripping == "location"), "\(name): \(after)")
            if result != "b.mov", !source.hasSuffix("mov") {
                #expect(after.contains("deu"), "\(name): \(after)")
            }
            let bytes = try folder.bytes(name)
            for gone in Self.places { #expect(bytes.range(of: Data(gone.utf8)) == nil, "\(gone) in \(name)") }
        }
        // Without the option, locations are kept if the container supports them.
        let kept = try glint(
            in: folder, "render", source, "-o", result, "--video-codec", "h264", "--video-preset", "fast")
        #expect(kept.status == 0, "\(kept.errors)")
        #expect(try tags(result, in: folder).contains("A title"))
    }

    @Test("covers, which may show what the filters hide, are dropped when stripping all")
    func covers() throws {
        let folder = try temporaryFolder()
        try makeVideo("a.mp4", in: folder)
        try python(in: folder, "save('cover.png', noise(24, 32))")
        let joined = try runProgram(
            "/usr/bin/ffmpeg",
            arguments: [
                "-nostdin", "-y", "-loglevel", "error", "-i", folder.file("a.mp4"), "-i",
                folder.file("cover.png"), "-map", "0:v", "-map", "0:a", "-map", "1", "-c", "copy",
                "-disposition:v:1", "attached_pic", folder.file("c.mp4"),
            ])
        #expect(joined.status == 0, "\(joined.errors)")
        for (option, hasCover) in [
            ([], true), (["--strip", "location"], true), (["--strip", "all"], false),
        ] {
            let arguments = ["render", "c.mp4", "-o", "d.mp4", "-y", "--video-preset", "fast"] + option
            let run = try glint(in: folder, arguments: arguments)
            #expect(run.status == 0, "\(run.errors)")
            #expect(try tags("d.mp4", in: folder).contains("codec_name=png") == hasCover, "\(option)")
        }
    }
}
