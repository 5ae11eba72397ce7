import Imaging
import TestSupport
import Testing

@Suite struct MetadataKeeping {
    /// A photograph with all the metadata that cameras and photographers add, rotated by a quarter.
    private let photograph = #"""
        import struct, sys
        import numpy as np
        from PIL import Image
        image = Image.fromarray(np.random.default_rng(1).integers(0, 256, (20, 30, 3)).astype("u1"))
        exif = Image.Exif()
        exif[0x010F] = "Lighthouse"          # Make
        exif[0x0112] = 6                     # Orientation
        exif[0x8298] = "Nobody"              # Copyright
        exif[0x8769] = {0x829A: 0.004, 0xA001: 65535, 0xA002: 30, 0xA003: 20}  # ExposureTime, ColorSpace, size
        exif[0x8825] = {1: "N"}              # GPSLatitudeRef
        XMP = b"""<?xpacket begin='' id='W5M0MpCehiHzreSzNTczkc9d'?><x:xmpmeta xmlns:x='adobe:ns:meta/'>
        <rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><rdf:Description rdf:about=''
        xmlns:dc='http://purl.org/dc/elements/1.1/' dc:title='Tower'/></rdf:RDF></x:xmpmeta><?xpacket end='w'?>"""
        iim = b"\x1c\x02\x78" + struct.pack(">H", 5) + b"Waves"
        IPTC = b"Photoshop 3.0\0" + b"8BIM\x04\x04\0\0" + struct.pack(">I", len(iim)) + iim + b"\0" * (len(iim) % 2)
        if __name__ == "__main__" and len(sys.argv) > 1:
            image.save(sys.argv[1], exif=exif, dpi=(300, 300), quality=95)
            data = open(sys.argv[1], "rb").read()
            def segment(marker, body): return b"\xff" + bytes([marker]) + struct.pack(">H", len(body) + 2) + body
            data = (data[:2] + segment(0xE1, b"http://ns.adobe.com/xap/1.0/\0" + XMP) + segment(0xED, IPTC) + data[2:])
            open(sys.argv[1], "wb").write(data)
        """#

    @Test func everyFormatKeepsWhatItCanHold() throws {
        let folder = try temporaryFolder()
        try runPython(photograph, arguments: [folder.file("in.jpg")])
        let picture = try Picture(contentsOf: folder.file("in.jpg"))
        #expect(picture.width == 20 && picture.height == 30)
        #expect(picture.metadata.iptc != nil && picture.metadata.xmp != nil && picture.metadata.exif != nil)
        for name in ["out.jpg", "out.png", "out.webp", "out.tif"] {
            try picture.write(to: folder.file(name))
            let output = try runPython(
                #"""
                import sys
                from PIL import Image
                image = Image.open(sys.argv[1])
                exif = image.getexif()
                sub, gps = exif.get_ifd(0x8769), exif.get_ifd(0x8825)
                print(exif.get(0x0112, 1), exif.get(0x010F), exif.get(0x8298), float(sub.get(0x829A, 0)), sub.get(0xA001),
                    sub.get(0xA002), sub.get(0xA003), gps.get(1), "icc_profile" in image.info)
                if "dpi" in image.info: print(round(float(image.info["dpi"][0])), round(float(image.info["dpi"][1])))
                """#, arguments: [folder.file(name)])
            let lines = output.split(separator: "\n").map(String.init)
            #expect(lines[0] == "1 Lighthouse Nobody 0.004 1 20 30 N False", "\(name)")
            if name != "out.webp" { #expect(lines.last == "300 300", "\(name)") }
            let bytes = String(decoding: try contents(folder.file(name)), as: UTF8.self)
            #expect(bytes.contains("dc:title='Tower'"), "\(name) keeps XMP")
            if name != "out.webp" {
                #expect(try described(folder.file(name), "%[IPTC:2:120]") == "Waves", "\(name)")
            }
            let again = try Picture(contentsOf: folder.file(name))
            #expect(again.width == 20 && again.height == 30, "\(name) is not turned twice")
            #expect(again.metadata.xmp == picture.metadata.xmp, "\(name)")
            if name != "out.webp" { #expect(again.metadata.iptc == picture.metadata.iptc, "\(name)") }
            #expect(again.metadata.exif != nil, "\(name)")
        }
    }

    @Test func metadataSurvivesFromEachFormatToPNG() throws {
        let folder = try temporaryFolder()
        try runPython(photograph, arguments: [folder.file("in.jpg")])
        for name in ["a.png", "a.webp", "a.tif"] {
            try Picture(contentsOf: folder.file("in.jpg")).write(to: folder.file(name))
            try Picture(contentsOf: folder.file(name)).write(to: folder.file(name + ".png"))
            let make = try runPython(
                "import sys; from PIL import Image; print(Image.open(sys.argv[1]).getexif().get(0x10F))",
                arguments: [folder.file(name + ".png")])
            #expect(make == "Lighthouse\n", "\(name)")
        }
    }

    /// Programs that trust the orientation in XMP would rotate the upright pixels a second time.
    @Test(arguments: [
        (
            "<rdf:Description tiff:Orientation=\"6\" dc:x='6'/>",
            "<rdf:Description tiff:Orientation=\"1\" dc:x='6'/>"
        ),
        ("<a tiff:Orientation = '8'/>", "<a tiff:Orientation = '1'/>"),
        ("<tiff:Orientation>6</tiff:Orientation>", "<tiff:Orientation>1</tiff:Orientation>"),
        (
            "<tiff:Orientation rdf:x='y'>\n 3</tiff:Orientation>",
            "<tiff:Orientation rdf:x='y'>\n 1</tiff:Orientation>"
        ),
        ("<tiff:OrientationX>6</tiff:OrientationX>", "<tiff:OrientationX>6</tiff:OrientationX>"),
        ("<tiff:Orientation/>6 tiff:Orientation", "<tiff:Orientation/>6 tiff:Orientation"),
        ("tiff:Orientation='", "tiff:Orientation='"), ("<tiff:Orientation", "<tiff:Orientation"), ("", ""),
    ])
    func theOrientationInXMPIsUpright(before: String, after: String) throws {
        var picture = noise(4, 4, .eight, .rgb)
        picture = Picture(
            pixels: picture.pixels, channels: .rgb, metadata: Metadata(xmp: Array(before.utf8)))
        let folder = try temporaryFolder()
        try picture.write(to: folder.file("a.png"))
        let again = try Picture(contentsOf: folder.file("a.png"))
        #expect(String(decoding: again.metadata.xmp ?? [], as: UTF8.self) == after)
    }

    @Test func aTurnedPhotographSaysSoNowhere() throws {
        let folder = try temporaryFolder()
        let script = photograph.replacing("dc:title='Tower'", with: "dc:title='Tower' tiff:Orientation='6'")
        try runPython(script, arguments: [folder.file("in.jpg")])
        #expect(
            String(decoding: try contents(folder.file("in.jpg")), as: UTF8.self).contains(
                "tiff:Orientation='6'"))
        let picture = try Picture(contentsOf: folder.file("in.jpg"))
        for name in ["out.jpg", "out.png", "out.webp", "out.tif"] {
            try picture.write(to: folder.file(name))
            let bytes = String(decoding: try contents(folder.file(name)), as: UTF8.self)
            #expect(
                bytes.contains("tiff:Orientation='1'") && !bytes.contains("tiff:Orientation='6'"), "\(name)")
        }
    }

    @Test func pngTextsAndResolutionAreKept() throws {
        let folder = try temporaryFolder()
        try runPython(
            #"""
            import sys
            from PIL import Image, PngImagePlugin
            texts = PngImagePlugin.PngInfo()
            texts.add_text("Title", "Mañana")
            texts.add_text("Comment", "long " * 500, zip=True)
            texts.add_itxt("Author", "浪")
            Image.new("RGB", (3, 3)).save(sys.argv[1], pnginfo=texts, dpi=(118.11 * 2.54, 118.11 * 2.54))
            """#, arguments: [folder.file("in.png")])
        try Picture(contentsOf: folder.file("in.png")).write(to: folder.file("out.png"))
        let output = try runPython(
            #"""
            import sys
            from PIL import Image
            i = Image.open(sys.argv[1]); i.load()
            print(i.text["Title"], i.text["Author"], len(i.text["Comment"]), round(i.info["dpi"][0]))
            """#, arguments: [folder.file("out.png")])
        #expect(output == "Mañana 浪 2500 300\n")
    }

    /// Some programs write keywords that the specification forbids; saving such a picture must not fail.
    @Test func pngKeywordsThatMayNotBeWrittenDoNoHarm() throws {
        let folder = try temporaryFolder()
        try runPython(
            #"""
            import struct, sys, zlib
            def chunk(kind, data):
                return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
            keywords = [b"", b" ", b"  two  spaces ", b"line\nbreak", "Größe".encode("latin-1"), b"\x80\x81",
                b"k" * 79, "Größe".encode("utf-8"), b"Author"]
            open(sys.argv[1], "wb").write(b"\x89PNG\r\n\x1a\n"
                + chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0))
                + b"".join(chunk(b"tEXt", k + b"\0text %d" % i) for i, k in enumerate(keywords))
                + chunk(b"IDAT", zlib.compress(bytes(4))) + chunk(b"IEND", b""))
            """#, arguments: [folder.file("in.png")])
        try Picture(contentsOf: folder.file("in.png")).write(to: folder.file("out.png"))
        let output = try runPython(
            #"""
            import sys
            from PIL import Image
            i = Image.open(sys.argv[1]); i.load()
            print(*["%s=%s" % (k[:20], v) for k, v in i.text.items()], sep="|")
            """#, arguments: [folder.file("out.png")])
        #expect(
            output == """
                two spaces=text 2|line break=text 3|Größe=text 4|kkkkkkkkkkkkkkkkkkkk=text 6|GrÃ¶Ã e=text 7\
                |Author=text 8

                """)
    }

    @Test func noMetadataStopsASave() throws {
        let folder = try temporaryFolder()
        let long = String(repeating: "long ", count: 40_000)
        let texts = ["", "浪", "\u{0}", String(repeating: "x", count: 200), "é\t"].map {
            Metadata.Text(keyword: $0, text: "a\u{0}浪")
        }
        for metadata in [
            Metadata(texts: texts), Metadata(texts: [.init(keyword: "Comment", text: long)]),
            Metadata(xmp: Array(long.utf8)), Metadata(iptc: [0x1C] + Array(long.utf8)),
            Metadata(exif: [0x49, 0x49, 42, 0, 8, 0, 0, 0] + Array(long.utf8)),
            Metadata(exif: [], xmp: [], iptc: []), Metadata(exif: [1], xmp: [0], iptc: [0]),
            Metadata(resolution: .init(x: -1, y: .infinity)), Metadata(resolution: .init(x: .nan, y: 1e300)),
        ] {
            let pixels = noise(9, 9, .eight, .rgb).pixels
            for format in PictureFormat.allCases {
                let path = folder.file("a." + format.fileExtensions[0])
                let picture = Picture(pixels: pixels, channels: .rgb, metadata: metadata)
                #expect(
                    failure { () throws(ImagingError) in try picture.write(to: path, overwrite: true) } == nil
                )
                #expect(failure { () throws(ImagingError) in _ = try Picture(contentsOf: path) } == nil)
            }
        }
    }

    @Test func theThumbnailOfTheOldPictureIsGone() throws {
        let folder = try temporaryFolder()
        try runPython(
            #"""
            import struct, sys
            from PIL import Image
            # IFD0: Make and Orientation; IFD1: a thumbnail of recognizable bytes.
            thumb = b"\xff\xd8THUMBNAIL-OF-THE-OLD-PICTURE\xff\xd9"
            def entry(tag, kind, count, value): return struct.pack(">HHII", tag, kind, count, value)
            ifd0 = struct.pack(">H", 2) + entry(0x010F, 2, 4, 0x41424300) + entry(0x0112, 3, 1, 1 << 16)
            at1 = 8 + len(ifd0) + 4
            ifd1 = struct.pack(">H", 2)
            start = at1 + 2 + 24 + 4
            ifd1 += entry(0x0201, 4, 1, start) + entry(0x0202, 4, 1, len(thumb)) + struct.pack(">I", 0)
            exif = b"MM\0*" + struct.pack(">I", 8) + ifd0 + struct.pack(">I", at1) + ifd1 + thumb
            Image.new("RGB", (8, 8)).save(sys.argv[1] + "/t.jpg", exif=b"Exif\0\0" + exif)
            Image.new("RGB", (8, 8)).save(sys.argv[1] + "/t.png", exif=exif)
            """#, arguments: [folder.path])
        for name in ["t.jpg", "t.png"] {
            #expect(String(decoding: try contents(folder.file(name)), as: UTF8.self).contains("THUMBNAIL-OF"))
            for output in ["out.jpg", "out.png", "out.webp", "out.tif"] {
                try Picture(contentsOf: folder.file(name)).write(to: folder.file(output), overwrite: true)
                let bytes = String(decoding: try contents(folder.file(output)), as: UTF8.self)
                #expect(!bytes.contains("THUMBNAIL-OF"), "\(name) to \(output)")
            }
        }
    }

    /// Broken metadata must neither prevent a picture from opening nor cause a crash.
    @Test func aBrokenEXIFBlockIsNoObstacle() throws {
        let folder = try temporaryFolder()
        try runPython(photograph, arguments: [folder.file("in.jpg")])
        let whole = try Picture(contentsOf: folder.file("in.jpg"))
        let exif = try #require(whole.metadata.exif)
        var state: UInt64 = 1
        for round in 0..<300 {
            var broken = round % 2 == 0 ? exif : Array(exif.prefix(round % exif.count))
            for _ in 0..<3 where !broken.isEmpty {
                state = state &* 6_364_136_223_846_793_005 &+ 1
                broken[Int(state >> 33) % broken.count] = UInt8(truncatingIfNeeded: state >> 56)
            }
            var metadata = whole.metadata
            metadata.exif = broken
            let picture = Picture(pixels: whole.pixels, channels: .rgb, metadata: metadata)
            let output = folder.file(round % 3 == 0 ? "x.jpg" : round % 3 == 1 ? "x.png" : "x.tif")
            try picture.write(to: output, overwrite: true)
            _ = try Picture(contentsOf: output)
        }
    }
}
