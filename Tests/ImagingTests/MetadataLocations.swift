import Foundation
import Imaging
import TestSupport
import Testing

/// Metadata where other programs store it, read back by exiftool.
@Suite struct MetadataLocations {
    /// The values of some tags, in the requested order, without those that are missing.
    private func exiftool(_ path: String, _ tags: String...) throws -> [String] {
        let result = try runProgram(
            "/usr/bin/exiftool", arguments: ["-a", "-s3", "-n"] + tags.map { "-" + $0 } + [path])
        return result.output.split(separator: "\n").map(String.init)
    }

    private func change(_ path: String, _ arguments: String...) throws {
        let result = try runProgram(
            "/usr/bin/exiftool", arguments: ["-q", "-overwrite_original"] + arguments + [path])
        guard result.status == 0 else { throw ProgramFailure(description: result.errors) }
    }

    private func plainPicture(_ path: String) throws {
        try runPython(
            "import sys; from PIL import Image; Image.new('RGB', (32, 24), (9, 90, 200)).save(sys.argv[1])",
            arguments: [path])
    }

    private static let outputs = ["out.jpg", "out.png", "out.tif", "out.webp"]

    @Test(arguments: ["avif", "heic"])
    func xmpAndEXIFOfHEIFFilesAreKept(suffix: String) throws {
        let folder = try temporaryFolder()
        try plainPicture(folder.file("a.png"))
        let input = folder.file("a." + suffix)
        let made = try runProgram("/usr/bin/convert", arguments: [folder.file("a.png"), input])
        #expect(made.status == 0, "\(made.errors)")
        try change(input, "-XMP-dc:Title=Tower", "-IFD0:Make=Lighthouse")
        let picture = try Picture(contentsOf: input)
        for name in Self.outputs {
            try picture.write(to: folder.file(name))
            let output = try exiftool(folder.file(name), "XMP-dc:Title", "IFD0:Make")
            #expect(output == ["Tower", "Lighthouse"], "\(name)")
        }
    }

    /// Pointers to directories may have the type IFD instead of LONG, as in TIFF's supplement.
    @Test func pointersOfTheTypeIFDLeadToEXIFAndGPS() throws {
        let folder = try temporaryFolder()
        try runPython(
            "import sys; from PIL import Image; Image.new('RGB', (8, 6)).save(sys.argv[1])",
            arguments: [folder.file("a.tif")])
        try change(
            folder.file("a.tif"), "-ExposureTime=0.004", "-GPSLatitude=52.5", "-GPSLatitudeRef=N",
            "-IFD0:Make=Lighthouse")
        try runPython(
            #"""
            import struct, sys
            data = bytearray(open(sys.argv[1], "rb").read())
            at, = struct.unpack_from("<I", data, 4)
            count, = struct.unpack_from("<H", data, at)
            for entry in range(at + 2, at + 2 + 12 * count, 12):
                if struct.unpack_from("<H", data, entry)[0] in (0x8769, 0x8825):
                    struct.pack_into("<H", data, entry + 2, 13)
            open(sys.argv[1], "wb").write(data)
            """#, arguments: [folder.file("a.tif")])
        let picture = try Picture(contentsOf: folder.file("a.tif"))
        for name in Self.outputs {
            try picture.write(to: folder.file(name))
            let output = try exiftool(
                folder.file(name), "ExifIFD:ExposureTime", "GPS:GPSLatitude", "IFD0:Make")
            #expect(output == ["0.004", "52.5", "Lighthouse"], "\(name)")
        }
    }

    @Test(arguments: [false, true])
    func documentsAndMapsKeepTheirTags(isBig: Bool) throws {
        let folder = try temporaryFolder()
        try runPython(
            #"""
            import sys
            import numpy, tifffile
            tifffile.imwrite(sys.argv[1], numpy.zeros((6, 8, 3), "u1"), bigtiff=sys.argv[2] == "true",
                photometric="rgb", metadata=None, extratags=[
                (269, "s", 0, "Atlas", True), (285, "s", 0, "Sheet 4", True),
                (33550, "d", 3, (0.5, 0.5, 0.0), True), (33922, "d", 6, (0, 0, 0, 13.4, 52.5, 0), True),
                (34735, "H", 8, (1, 1, 0, 1, 1024, 0, 1, 2), True), (34737, "s", 0, "WGS 84|", True),
                (42112, "s", 0, "<GDALMetadata/>", True), (42113, "s", 0, "-9999", True)])
            """#, arguments: [folder.file("a.tif"), "\(isBig)"])
        let picture = try Picture(contentsOf: folder.file("a.tif"))
        for name in Self.outputs {
            try picture.write(to: folder.file(name))
            let output = try exiftool(
                folder.file(name), "DocumentName", "PageName", "PixelScale", "ModelTiePoint", "GTModelType",
                "GDALMetadata", "GDALNoData")
            #expect(
                output == [
                    "Atlas", "Sheet 4", "0.5 0.5 0", "0 0 0 13.4 52.5 0", "2", "<GDALMetadata/>", "-9999",
                ], "\(name)")
        }
    }

    /// A handmade BigTIFF: one gray pixel, Make, and EXIF behind an eight-byte pointer.
    private let bigTIFF = #"""
        import struct, sys
        order = sys.argv[2]
        def entry(tag, kind, count, value):
            return struct.pack(order + "HHQ", tag, kind, count) + value.ljust(8, b"\0")
        def short(tag, value): return entry(tag, 3, 1, struct.pack(order + "H", value))
        def at(tag, kind, offset): return entry(tag, kind, 1, struct.pack(order + "Q", offset))
        exif, make, pixel = 400, 500, 520
        entries = [short(256, 1), short(257, 1), short(258, 8), short(259, 1), short(262, 1),
            entry(271, 2, 11, struct.pack(order + "Q", make)), at(273, 16, pixel), short(277, 1), short(278, 1),
            at(279, 16, 1), at(34665, int(sys.argv[3]), exif)]
        data = (b"II" if order == "<" else b"MM") + struct.pack(order + "HHHQ", 43, 8, 0, 16)
        data += struct.pack(order + "Q", len(entries)) + b"".join(entries) + bytes(8)
        data = data.ljust(exif, b"\0")
        data += struct.pack(order + "Q", 1) + entry(0x829A, 5, 1, struct.pack(order + "II", 1, 250)) + bytes(8)
        data = data.ljust(make, b"\0") + b"Lighthouse\0"
        open(sys.argv[1], "wb").write(data.ljust(pixel, b"\0") + b"\x80")
        """#

    @Test(arguments: ["<", ">"], [4, 13, 16, 18])
    func metadataOfBigTIFFIsKept(order: String, pointerType: Int) throws {
        // Skipped: a four-byte pointer is at the other end of its field in a big-endian file.
        if order == ">" && pointerType < 16 { return }
        let folder = try temporaryFolder()
        try runPython(bigTIFF, arguments: [folder.file("a.tif"), order, "\(pointerType)"])
        let picture = try Picture(contentsOf: folder.file("a.tif"))
        for name in Self.outputs {
            try picture.write(to: folder.file(name))
            #expect(
                try exiftool(folder.file(name), "Make", "ExposureTime") == ["Lighthouse", "0.004"], "\(name)")
        }
    }

    /// Glint writes BigTIFF for pictures larger than 3.5 GB.
    @Test func bigTIFFGetsItsMetadata() throws {
        let folder = try temporaryFolder()
        try runPython(
            #"""
            import sys
            import numpy, tifffile
            tifffile.imwrite(sys.argv[1], numpy.arange(144).astype("u1").reshape(6, 8, 3), bigtiff=True,
                photometric="rgb", metadata=None)
            """#, arguments: [folder.file("plain.tif")])
        try plainPicture(folder.file("a.jpg"))
        try change(
            folder.file("a.jpg"), "-Make=Lighthouse", "-ExposureTime=0.004", "-GPSLatitude=52.5",
            "-IPTC:Keywords=Waves")
        let metadata = try Picture(contentsOf: folder.file("a.jpg")).metadata
        var file = try contents(folder.file("plain.tif"))
        let addition = try #require(file.withUnsafeBytes { TIFFMetadata.addition(metadata, to: $0) })
        file.replaceSubrange(
            addition.pointer.offset..<addition.pointer.offset + addition.pointer.bytes.count,
            with: addition.pointer.bytes)
        try write(file + addition.bytes, to: folder.file("b.tif"))
        let output = try exiftool(folder.file("b.tif"), "Make", "ExposureTime", "IPTC:Keywords")
        #expect(output == ["Lighthouse", "0.004", "Waves"])
        // Exiftool misreads GPS tags in a BigTIFF.
        let location = try runPython(
            "import sys, tifffile; print(tifffile.TiffFile(sys.argv[1]).pages[0].tags[34853].value['GPSLatitude'])",
            arguments: [folder.file("b.tif")])
        #expect(location == "(52, 1, 30, 1, 0, 1)\n")
        let before = try Picture(contentsOf: folder.file("plain.tif"))
        let after = try Picture(contentsOf: folder.file("b.tif"))
        #expect(after.bytes == before.bytes)
        #expect(after.metadata.iptc == metadata.iptc)
    }

    @Test func pngProfilesInHexadecimalAreRead() throws {
        let folder = try temporaryFolder()
        try plainPicture(folder.file("a.jpg"))
        try change(
            folder.file("a.jpg"), "-Make=Lighthouse", "-XMP-dc:Title=Tower", "-IPTC:Keywords=Waves")
        let metadata = try Picture(contentsOf: folder.file("a.jpg")).metadata
        try write(try #require(metadata.exif), to: folder.file("exif"))
        try write(try #require(metadata.xmp), to: folder.file("xmp"))
        try write(try #require(metadata.iptc), to: folder.file("iptc"))
        try runPython(
            #"""
            import sys
            from PIL import Image, PngImagePlugin
            exif, xmp, iptc = (open(sys.argv[1] + "/" + name, "rb").read() for name in ("exif", "xmp", "iptc"))
            exif = b"Exif\0\0" + exif
            xmp_segment = b"http://ns.adobe.com/xap/1.0/\0" + xmp
            def profile(name, data, rest=""):
                digits = data.hex()
                lines = [digits[start:start + 72] for start in range(0, len(digits), 72)]
                return "\n%s\n%8d\n%s\n%s" % (name, len(data), "\n".join(lines), rest)
            for number, texts in enumerate([
                {"exif": profile("exif", exif), "iptc": profile("iptc", iptc), "xmp": profile("xmp", xmp)},
                {"APP1": profile("generic profile", exif), "xmp": profile("generic profile", xmp),
                 "iptc": profile("generic profile", iptc)},
                {"generic profile": profile("generic profile", exif, "rest"), "iptc": profile("iptc", iptc, "1c!"),
                 "APP1": profile("APP1", xmp_segment, "rest of it")},
            ]):
                info = PngImagePlugin.PngInfo()
                for name, text in texts.items(): info.add_text("Raw profile type " + name, text, zip=True)
                Image.new("RGB", (8, 6)).save(sys.argv[1] + "/in%d.png" % number, pnginfo=info)
            """#, arguments: [folder.path])
        let written = try runProgram(
            "/usr/bin/convert", arguments: [folder.file("a.jpg"), folder.file("in3.png")])
        #expect(written.status == 0)
        for number in 0...3 {
            let picture = try Picture(contentsOf: folder.file("in\(number).png"))
            #expect(picture.metadata.losses == [])
            try picture.write(to: folder.file("out.jpg"), overwrite: true)
            let output = try exiftool(folder.file("out.jpg"), "IFD0:Make", "XMP-dc:Title", "IPTC:Keywords")
            #expect(output == ["Lighthouse", "Tower", "Waves"], "\(number)")
        }
    }

    /// Exiftool splits XMP that does not fit into a segment into two packets.
    @Test func extendedXMPIsKeptInEveryFormat() throws {
        let folder = try temporaryFolder()
        let long = String(repeating: "a long caption ", count: 10_000) + "ends"
        try write(long.utf8, to: folder.file("caption"))
        try plainPicture(folder.file("a.jpg"))
        try change(
            folder.file("a.jpg"), "-XMP-dc:Title=Tower", "-XMP-dc:Description<=" + folder.file("caption"),
            "-XMP-photoshop:City=Kiel")
        let written = try contents(folder.file("a.jpg"))
        #expect(String(decoding: written, as: UTF8.self).contains("http://ns.adobe.com/xmp/extension/"))
        let picture = try Picture(contentsOf: folder.file("a.jpg"))
        #expect(picture.metadata.losses == [])
        for name in Self.outputs {
            try picture.write(to: folder.file(name))
            let output = try exiftool(
                folder.file(name), "XMP-dc:Title", "XMP-photoshop:City", "XMP-dc:Description")
            #expect(output == ["Tower", "Kiel", long], "\(name)")
            // The same from a file written by Glint.
            let again = try Picture(contentsOf: folder.file(name))
            #expect(again.metadata.losses == [], "\(name)")
            try again.write(to: folder.file("again.png"), overwrite: true)
            #expect(
                try exiftool(folder.file("again.png"), "XMP-dc:Title", "XMP-dc:Description") == [
                    "Tower", long,
                ])
        }
        let first = try Picture(contentsOf: folder.file("out.jpg")).metadata.xmp
        try Picture(contentsOf: folder.file("out.jpg")).write(to: folder.file("twice.jpg"))
        #expect(try Picture(contentsOf: folder.file("twice.jpg")).metadata.xmp == first)
    }

    @Test func brokenExtendedXMPIsSaidAndTheRestKept() throws {
        let folder = try temporaryFolder()
        let long = String(repeating: "a long caption ", count: 10_000) + "ends"
        let packet =
            "<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>"
            + "<rdf:Description rdf:about='' xmlns:dc='http://purl.org/dc/elements/1.1/' dc:source='\(long)'/>"
            + "</rdf:RDF></x:xmpmeta>"
        let pixels = noise(8, 8, .eight, .rgb).pixels
        let picture = Picture(pixels: pixels, channels: .rgb, metadata: Metadata(xmp: Array(packet.utf8)))
        try picture.write(to: folder.file("a.jpg"))
        let whole = try contents(folder.file("a.jpg"))
        let text = String(decoding: whole, as: UTF8.self)
        #expect(text.components(separatedBy: "http://ns.adobe.com/xmp/extension/").count == 4)
        #expect(try exiftool(folder.file("a.jpg"), "XMP-dc:Source") == [long])

        var changed = whole
        changed[40_000] ^= 1
        try write(changed, to: folder.file("changed.jpg"))
        let read = try Picture(contentsOf: folder.file("changed.jpg"))
        #expect(read.metadata.losses == [.unreadable(.extendedXMP)])
        #expect(read.metadata.xmp != nil)
    }

    @Test func allIPTCBlocksOfAJPEGAreKept() throws {
        let folder = try temporaryFolder()
        try runPython(
            #"""
            import struct, sys
            from PIL import Image
            Image.new("RGB", (8, 6)).save(sys.argv[1])
            def segment(marker, body): return b"\xff" + bytes([marker]) + struct.pack(">H", len(body) + 2) + body
            def resource(number, data):
                return b"8BIM" + struct.pack(">HHI", number, 0, len(data)) + data + b"\0" * (len(data) % 2)
            def record(number, text): return b"\x1c\x02" + bytes([number]) + struct.pack(">H", len(text)) + text
            data = open(sys.argv[1], "rb").read()
            blocks = [resource(0x03ED, bytes(16)) + resource(0x0404, record(120, b"Waves")),
                resource(0x0404, record(25, b"sea") + record(25, b"wind"))]
            open(sys.argv[1], "wb").write(data[:2]
                + b"".join(segment(0xED, b"Photoshop 3.0\0" + block) for block in blocks) + data[2:])
            """#, arguments: [folder.file("a.jpg")])
        let picture = try Picture(contentsOf: folder.file("a.jpg"))
        for name in ["out.jpg", "out.png", "out.tif"] {
            try picture.write(to: folder.file(name))
            let output = try exiftool(folder.file(name), "IPTC:Caption-Abstract", "IPTC:Keywords")
            #expect(output == ["Waves", "sea, wind"], "\(name)")
        }
    }

    /// Bytes, or four-byte numbers in the byte order of the IPTC records or of the file, as read by exiftool.
    @Test(arguments: ["<", ">"], ["bytes", "numbers", "turned numbers", "a quarter"])
    func iptcOfATIFFIsReadInEveryVariant(order: String, variant: String) throws {
        let folder = try temporaryFolder()
        try runPython(
            #"""
            import struct, sys
            order, variant = sys.argv[2:]
            def record(number, text): return b"\x1c\x02" + bytes([number]) + struct.pack(">H", len(text)) + text
            def entry(tag, kind, count, value):
                field = struct.pack(order + "HH", value, 0) if kind == 3 else struct.pack(order + "I", value)
                return struct.pack(order + "HHI", tag, kind, count) + field
            records = record(120, b"Waves") + record(25, b"sea") + record(25, b"wind!")
            if "numbers" in variant: records += bytes(-len(records) % 4)
            stored = records
            if "turned" in variant:
                stored = b"".join(records[at:at + 4][::-1] for at in range(0, len(records), 4))
            count = len(stored) // 4 if variant != "bytes" else len(stored)
            entries = [entry(256, 3, 1, 1), entry(257, 3, 1, 1), entry(258, 3, 1, 8), entry(259, 3, 1, 1),
                entry(262, 3, 1, 1), entry(273, 4, 1, 600), entry(277, 3, 1, 1), entry(278, 3, 1, 1),
                entry(279, 4, 1, 1), entry(33723, 4 if "numbers" in variant else 1, count, 300)]
            resources = b"8BIM\x04\x04\0\0" + struct.pack(">I", len(records)) + records + bytes(len(records) % 2)
            # ImageMagick's variant has the whole beside the quarter.
            if variant == "a quarter": entries.append(entry(34377, 1, len(resources), 400))
            data = (b"II" if order == "<" else b"MM") + struct.pack(order + "HI", 42, 8)
            data += struct.pack(order + "H", len(entries)) + b"".join(entries) + bytes(4)
            data = (data.ljust(300, b"\0") + stored).ljust(400, b"\0") + resources
            open(sys.argv[1], "wb").write(data.ljust(600, b"\0") + b"\x80")
            """#, arguments: [folder.file("a.tif"), order, variant])
        let tags = ["IPTC:Caption-Abstract", "IPTC:Keywords"]
        if variant != "a quarter" {
            #expect(try exiftool(folder.file("a.tif"), tags[0], tags[1]) == ["Waves", "sea, wind!"])
        }
        let picture = try Picture(contentsOf: folder.file("a.tif"))
        for name in ["out.jpg", "out.png", "out.tif"] {
            try picture.write(to: folder.file(name))
            #expect(try exiftool(folder.file(name), tags[0], tags[1]) == ["Waves", "sea, wind!"], "\(name)")
        }
    }

    @Test func iptcOfAnySizeFitsAJPEG() throws {
        let folder = try temporaryFolder()
        let record: [UInt8] = [0x1C, 2, 25, 0, 10] + Array("a keyword.".utf8)
        let records = Array(repeatElement(record, count: 9000).joined())
        let pixels = noise(8, 8, .eight, .rgb).pixels
        try Picture(pixels: pixels, channels: .rgb, metadata: Metadata(iptc: records)).write(
            to: folder.file("a.jpg"))
        let keywords = try exiftool(folder.file("a.jpg"), "IPTC:Keywords")
        #expect(keywords.first?.components(separatedBy: ", ").count == 9000)
        #expect(try Picture(contentsOf: folder.file("a.jpg")).metadata.iptc == records)
    }

    @Test func theResolutionThatOnlyEXIFStatesIsKept() throws {
        let folder = try temporaryFolder()
        try plainPicture(folder.file("a.png"))
        try change(
            folder.file("a.png"), "-EXIF:XResolution=300", "-EXIF:YResolution=150",
            "-EXIF:ResolutionUnit=inches")
        try Picture(contentsOf: folder.file("a.png")).write(to: folder.file("b.tif"))
        let output = try exiftool(
            folder.file("b.tif"), "IFD0:XResolution", "IFD0:YResolution", "IFD0:ResolutionUnit")
        #expect(output == ["300", "150", "2"])
    }

    @Test func resolutionIsKeptInWebP() throws {
        let folder = try temporaryFolder()
        let pixels = noise(8, 8, .eight, .rgba).pixels
        for exif in [nil, Metadata(exif: [0x49, 0x49, 42, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0]).exif] {
            let metadata = Metadata(exif: exif, resolution: .init(x: 300 / 25.4, y: 150 / 25.4))
            try Picture(pixels: pixels, channels: .rgba, metadata: metadata).write(
                to: folder.file("a.webp"), overwrite: true)
            #expect(
                try exiftool(folder.file("a.webp"), "XResolution", "YResolution", "ResolutionUnit") == [
                    "300", "150", "2",
                ])
            let again = try Picture(contentsOf: folder.file("a.webp"))
            #expect(abs((again.metadata.resolution?.x ?? 0) * 25.4 - 300) < 0.01)
            #expect(again.channels == .rgba)
        }
    }

    @Test func lossesOfAFormatAreReported() throws {
        let folder = try temporaryFolder()
        let exif = [0x49, 0x49, 42, 0, 8, 0, 0, 0] + [UInt8](repeating: 0, count: 70_000)
        let metadata = Metadata(
            exif: exif, iptc: [0x1C, 2, 120, 0, 1, 65],
            texts: [.init(keyword: "Author", text: "Nobody"), .init(keyword: "Software", text: "Some")])
        let expected: [PictureFormat: [MetadataLoss]] = [
            .png: [], .tiff: [.noPlaceForTexts(["Author"], .tiff)],
            .jpeg: [
                .tooLarge(.exif, byteCount: exif.count, .jpeg), .noPlaceForTexts(["Author"], .jpeg),
            ],
            .webp: [.noPlace(.iptc, .webp), .noPlaceForTexts(["Author"], .webp)],
            .jpegXL: [.noPlace(.iptc, .jpegXL), .noPlaceForTexts(["Author"], .jpegXL)],
            .avif: [.noPlace(.iptc, .avif), .noPlaceForTexts(["Author"], .avif)],
            .exr: [.noPlace(.iptc, .exr), .noPlace(.exif, .exr), .noPlaceForTexts(["Author"], .exr)],
        ]
        for format in PictureFormat.allCases {
            let writer = try PictureEncoder(
                path: folder.file("a"), format: format, width: 2, height: 2, channels: .rgb, depth: .eight,
                metadata: metadata)
            #expect(writer.losses == expected[format])
            writer.cancel()
        }
        #expect(
            MetadataLoss.tooLarge(.exif, byteCount: 70_008, .jpeg).description
                == "its EXIF block of 70008 bytes does not fit into a JPEG and was left out")
        for (loss, sentence) in [
            (.noPlace(.iptc, .avif), "its IPTC block cannot be stored in an AVIF and was left out"),
            (.noPlace(.recipe, .webp), "the recipe cannot be stored in a WebP and was left out"),
            (.noPlace(.exif, .exr), "its EXIF block cannot be stored in an OpenEXR and was left out"),
            (.noPlace(.exif, .webp), "its EXIF block cannot be stored in a WebP and was left out"),
            (
                .noFloats(.jpeg, .eight),
                "a JPEG does not support floats and was saved with 8 bits per channel"
            ),
            (
                .rounded(.avif, bits: 12),
                "its samples were rounded to 12 bits, the maximum that an AVIF supports"
            ),
            (
                .noPlaceForTexts((1...7).map { "\($0)" }, .exr),
                "an OpenEXR cannot contain the text entries “1”, “2”, “3”, “4”, “5” and 2 more, which were left out"
            ),
            (.notKept(.motion), "its video (motion photo) is not kept"),
        ] as [(MetadataLoss, String)] {
            #expect(loss.description == sentence)
        }
    }

    @Test func whatCannotBeReadIsSaid() throws {
        let folder = try temporaryFolder()
        try runPython(
            #"""
            import struct, sys, zlib
            from PIL import Image, PngImagePlugin
            def png(name, texts, chunks=b""):
                info = PngImagePlugin.PngInfo()
                for keyword, text in texts: info.add_text(keyword, text)
                Image.new("RGB", (8, 6)).save(sys.argv[1] + "/" + name, pnginfo=info)
                data = open(sys.argv[1] + "/" + name, "rb").read()
                open(sys.argv[1] + "/" + name, "wb").write(data[:33] + chunks + data[33:])
            def chunk(kind, data):
                return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
            png("hex.png", [("Raw profile type exif", "\nexif\n      20\n4949xx\n")])
            png("many.png", [("Comment", "%d" % n) for n in range(1200)])
            png("exif.png", [], chunk(b"eXIf", b"no EXIF block"))
            Image.new("RGB", (8, 6)).save(sys.argv[1] + "/exif.jpg", exif=b"Exif\0\0no EXIF block")
            Image.new("RGB", (8, 6)).save(sys.argv[1] + "/exif.webp", exif=b"no EXIF block")
            """#, arguments: [folder.path])
        for (name, losses) in [
            ("hex.png", [MetadataLoss.unreadable(.text)]), ("many.png", [.unreadable(.text)]),
            ("exif.png", [.unreadable(.exif)]), ("exif.jpg", [.unreadable(.exif)]),
            ("exif.webp", [.unreadable(.exif)]),
        ] {
            #expect(try Picture(contentsOf: folder.file(name)).metadata.losses == losses, "\(name)")
        }
    }
}
