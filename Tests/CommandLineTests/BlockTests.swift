import Foundation
import TestSupport
import Testing

@Suite("Written EXIF blocks") struct BlockTests {
    @Test(
        "a WebP without one in its source has none, or only the resolution if stated",
        arguments: ["a.png", "alpha.png", "stated.png"], [[], ["--strip", "all"], ["--lossless"]])
    func webP(source: String, options: [String]) throws {
        let folder = try temporaryFolder()
        try python(
            in: folder,
            """
            Image.new("RGB", (8, 6)).save("a.png")
            Image.new("RGBA", (8, 6), (9, 99, 9, 80)).save("alpha.png")
            Image.new("RGB", (8, 6)).save("stated.png", dpi=(300, 200))
            """)
        let run = try glint(in: folder, arguments: ["render", source, "-o", "b.webp"] + options)
        #expect(run.status == 0, "\(run.errors)")
        let tags = try runProgram(
            "/usr/bin/exiftool", arguments: ["-G0", "-s", "-EXIF:all", folder.file("b.webp")]
        )
        .output.split(separator: "\n")
        #expect(tags.count == (source == "stated.png" ? 3 : 0), "\(tags)")
        let size = try runProgram(
            "/usr/bin/python3",
            arguments: [
                "-c", "import sys; from PIL import Image; print(Image.open(sys.argv[1]).size)",
                folder.file("b.webp"),
            ])
        #expect(size.output == "(8, 6)\n")
    }

    @Test("a block too large for a JPEG loses only its largest entries")
    func tooLarge() throws {
        let folder = try temporaryFolder()
        try python(
            in: folder,
            """
            exif = Image.Exif()
            exif[0x010F], exif[0x010E] = "A maker", "d" * 30000
            exif[0x8769] = {
                0x9286: b"ASCII\\0\\0\\0" + b"u" * 50000, 0x927C: b"Unknown maker" + b"m" * 1000, 0xA434: "A lens"}
            exif[0x8825] = {1: "N", 2: (52.0, 30.0, 0.0)}
            Image.new("RGB", (8, 6)).save("a.png", exif=exif.tobytes())
            """)
        let run = try glint(in: folder, "render", "a.png", "-o", "a.jpg")
        #expect(run.status == 0)
        #expect(
            run.errorLines == [
                "a.jpg: a JPEG cannot contain parts of its EXIF block, which were left out: “MakerNote”, “UserComment”"
            ])
        let tags = try runProgram("/usr/bin/exiftool", arguments: ["-s", "-EXIF:all", folder.file("a.jpg")])
            .output
        for kept in ["A maker", "A lens", "ddd", "GPSLatitude"] {
            #expect(tags.contains(kept), "\(kept) in \(tags)")
        }
        for gone in ["UserComment", "Unknown maker"] { #expect(!tags.contains(gone), "\(gone) in \(tags)") }
        // A WebP stores all of the metadata.
        let other = try glint(in: folder, "render", "a.png", "-o", "b.webp")
        #expect(other.status == 0 && other.errors.isEmpty, "\(other.errors)")
    }

    @Test("pixels of a thumbnail in several strips are not written", arguments: ["b.jpg", "b.png", "b.webp"])
    func strips(name: String) throws {
        let folder = try temporaryFolder()
        try python(
            in: folder,
            """
            import struct
            def entry(tag, kind, count, value): return struct.pack("<HHI", tag, kind, count) + struct.pack("<I", value)
            first, second = 8, 26
            after = second + 2 + 12 * 4 + 4
            # Two strips behind the lists of where they begin and how long they are.
            strips = [after + 16, after + 16 + 900]
            block = b"II*\\0" + struct.pack("<I", first) + struct.pack("<H", 1) + entry(0x0112, 3, 1, 1) + struct.pack("<I", second)
            block += struct.pack("<H", 4) + entry(0x0103, 3, 1, 1) + entry(0x0111, 4, 2, after) + entry(0x0116, 3, 1, 8)
            block += entry(0x0117, 4, 2, after + 8) + struct.pack("<I", 0)
            block += struct.pack("<4I", *strips, 900, 900) + b"ONE" * 300 + b"TWO" * 300 + b"the end"
            Image.new("RGB", (8, 6)).save("a.png", exif=block)
            """)
        #expect(try folder.bytes("a.png").range(of: Data("TWOTWO".utf8)) != nil)
        #expect(try glint(in: folder, "render", "a.png", "-o", name).status == 0)
        let bytes = try folder.bytes(name)
        for strip in ["ONEONE", "TWOTWO"] { #expect(bytes.range(of: Data(strip.utf8)) == nil, "\(strip)") }
    }

    @Test(
        "previews of the original picture are not written", arguments: ["b.jpg", "b.png", "b.tif", "b.webp"])
    func previews(name: String) throws {
        let folder = try temporaryFolder()
        try python(
            in: folder,
            """
            import base64, io, struct
            from PIL.PngImagePlugin import PngInfo
            def jpeg(**options):
                file = io.BytesIO()
                Image.fromarray(noise(24, 32)).save(file, "JPEG", **options)
                return file.getvalue()
            plain, broken, progressive = jpeg(), b"\\x02" + jpeg(quality=50)[1:], jpeg(progressive=True, quality=40)
            # A note with three previews, of which the second has another first byte, as some makers write them.
            note = b"Maker\\0" + plain + b"between" + broken + b"then" + progressive + b"after"
            exif = Image.Exif()
            exif[0x0110] = "A camera"
            exif[0x8769] = {0x927C: note}
            coded = base64.b64encode(plain).decode()
            packet = f'''<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description rdf:about="" xmlns:y="http://ns.adobe.com/xap/1.0/" xmlns:g="http://ns.adobe.com/xap/1.0/g/img/"
            xmlns:dc="http://purl.org/dc/elements/1.1/" dc:source="A source" xmlns:GImage="http://ns.google.com/photos/1.0/image/"
            GImage:Mime="image/jpeg" GImage:Data="{coded}" xmlns:d="http://ns.google.com/photos/1.0/depthmap/" d:Data="{coded}">
            <y:Thumbnails><rdf:Alt><rdf:li rdf:parseType="Resource"><g:image>{coded}</g:image></rdf:li></rdf:Alt></y:Thumbnails>
            <y:ThumbnailImage>{coded}</y:ThumbnailImage></rdf:Description></rdf:RDF></x:xmpmeta>'''
            def record(number, data):
                size = struct.pack(">H", len(data)) if len(data) < 0x8000 else struct.pack(">HI", 0x8004, len(data))
                return bytes([0x1C, 2, number]) + size + data
            iptc = record(105, b"A headline") + record(202, plain * 40) + record(116, b"A notice")
            resource = b"8BIM" + struct.pack(">HHI", 0x0404, 0, len(iptc)) + iptc + b"\\0" * (len(iptc) % 2)
            texts = PngInfo()
            texts.add_itxt("XML:com.adobe.xmp", packet)
            texts.add_text("Raw profile type iptc", f"\\niptc\\n{len(resource)}\\n{resource.hex()}\\n")
            Image.new("RGB", (8, 6)).save("a.png", pnginfo=texts, exif=exif.tobytes())
            open("coded", "w").write(coded)
            open("plain", "wb").write(plain)
            open("progressive", "wb").write(progressive)
            """)
        let before = try folder.bytes("a.png")
        let run = try glint(in: folder, "render", "a.png", "-o", name, "--", "gaussian-blur")
        #expect(run.status == 0)
        #expect(run.errors.contains("its depth map is not kept"), "\(run.errors)")
        let bytes = try folder.bytes(name)
        // Bytes from the middle of the coded data, of a preview, and of a preview with several scans.
        for coded in ["coded", "plain", "progressive"] {
            let piece = try folder.bytes(coded).dropFirst(700).prefix(24)
            #expect(coded == "plain" || before.range(of: piece) != nil)
            #expect(bytes.range(of: piece) == nil, "\(coded) in \(name)")
        }
        let hex = try folder.bytes("plain").dropFirst(700).prefix(12).map { String(format: "%02x", $0) }
            .joined()
        let text = String(decoding: bytes.filter { $0 != 0x0A }, as: UTF8.self)
        #expect(!text.contains(hex))
        let tags = try runProgram("/usr/bin/exiftool", arguments: ["-s", "-a", folder.file(name)]).output
        for kept in ["A camera", "A source"] { #expect(tags.contains(kept), "\(kept) in \(tags)") }
        if name != "b.webp" {
            for kept in ["A headline", "A notice"] { #expect(tags.contains(kept), "\(kept) in \(tags)") }
        }
        if name == "b.jpg" {
            // Data around previews keeps its offset.
            for kept in ["between", "then", "after"] {
                #expect(bytes.range(of: Data(kept.utf8)) != nil, "\(kept)")
            }
        }
    }
}
