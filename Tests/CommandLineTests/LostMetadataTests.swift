import Foundation
import TestSupport
import Testing

/// Metadata that no output format stores.
@Suite("Metadata that is lost") struct LostMetadataTests {
    /// Adds segments and Photoshop resources to a JPEG, chunks to a PNG, and tags to a TIFF.
    private static let maker = """
        import struct, zlib, tifffile
        from PIL import ImageCms
        picture = Image.fromarray(noise(24, 32))
        good = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
        def segment(number, content): return b"\\xff" + bytes([0xe0 + number]) + struct.pack(">H", len(content) + 2) + content
        def resource(number, data): return b"8BIM" + struct.pack(">HHI", number, 0, len(data)) + data + bytes(len(data) % 2)
        def photoshop(*resources): return segment(13, b"Photoshop 3.0\\0" + b"".join(resources))
        def jpg(*segments, **options):
            picture.save("a.jpg", **options)
            data = open("a.jpg", "rb").read()
            # Behind JFIF's.
            at = 4 + struct.unpack_from(">H", data, 4)[0]
            open("a.jpg", "wb").write(data[:at] + b"".join(segments) + data[at:])
        def chunk(kind, data): return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        def png(*chunks):
            picture.save("a.png")
            data = open("a.png", "rb").read()
            open("a.png", "wb").write(data[:33] + b"".join(chunks) + data[33:])
        def iccp(profile): return chunk(b"iCCP", b"name\\0\\0" + zlib.compress(profile))
        def icc(profile): return 34675, 7, len(profile), profile, True
        def tif(*tags, depth="u1", **more):
            tifffile.imwrite("a.tif", (np.asarray(picture) / (1 if depth == "u1" else 255)).astype(depth), photometric="rgb", metadata=None, extratags=tags, **more)
        iptc = b"\\x1c\\x02\\x69\\0\\4Head"
        exif = Image.Exif()
        exif[271] = "Maker"

        """

    private static let photoshop = "Photoshop's data, such as paths or layers, is not kept"

    @Test(
        "is reported with a line for each kind",
        arguments: [
            (
                "png(iccp(b'no profile at all ' * 20))", "a.png",
                ["its color profile cannot be used and was left out"]
            ),
            (
                "png(iccp(good[:16] + b'GRAY' + good[20:]))", "a.png",
                ["its color profile cannot be used and was left out"]
            ),
            ("png(iccp(good[:300]))", "a.png", ["its color profile cannot be used and was left out"]),
            (
                "png(chunk(b'iCCP', b'name\\0\\0no deflate'))", "a.png",
                ["its color profile cannot be used and was left out"]
            ),
            (
                "tif(icc(b'no profile at all ' * 20), depth='f2')", "a.tif",
                ["its color profile cannot be used and was left out"]
            ),
            ("jpg(photoshop(resource(2000, bytes(52)), resource(1028, iptc)))", "a.jpg", [photoshop]),
            ("jpg(photoshop(resource(4000, b'plug-in')))", "a.jpg", [photoshop]),
            ("tif((34377, 1, len(r := resource(2001, bytes(52))), r, True))", "a.tif", [photoshop]),
            ("tif((37724, 7, 8, b'Adobe Ph', True))", "a.tif", [photoshop]),
            ("jpg(segment(1, b'FLIR\\0\\1data'))", "a.jpg", ["its segments “APP1 FLIR” are not kept"]),
            (
                "jpg(segment(11, b'JP\\0\\1data'), segment(11, b'JP\\0\\1data'), segment(3, b'\\0\\1'))",
                "a.jpg",
                ["its segments “APP11 JP”, “APP3” are not kept"]
            ),
            (
                "jpg(segment(4, b'\\x1b[31mred'), segment(5, 'Größe'.encode()))", "a.jpg",
                ["its segments “APP4”, “APP5 Gr” are not kept"]
            ),
            (
                "jpg(segment(2, b'urn:iso:std:iso:ts:21496:-1\\0\\0\\0\\0\\0'))", "a.jpg",
                ["its gain map (HDR) is not kept"]
            ),
            (
                "tif((65000, 2, 5, 'mine', True), (50838, 4, 1, 3, True), (271, 2, 6, 'Maker', True))",
                "a.tif",
                ["its TIFF tags “50838”, “65000” are not kept"]
            ),
            ("tif((65000, 2, 5, 'mine', True), depth='f2')", "a.tif", ["its TIFF tags “65000” are not kept"]),
        ], ["png", "jpg", "tif"])
    func reported(lost: (script: String, name: String, lines: [String]), suffix: String) throws {
        let folder = try temporaryFolder()
        try python(in: folder, Self.maker + lost.script)
        let run = try glint(
            in: folder, "render", lost.name, "-o", "made.\(suffix)", "--depth", suffix == "jpg" ? "8" : "16")
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.errorLines == lost.lines.map { "\(lost.name): \($0)" })
        // The loss is reported only once: the written file has nothing left to lose.
        let again = try glint(in: folder, "render", "made.\(suffix)", "-o", "again.\(suffix)")
        #expect(again.status == 0 && again.errors.isEmpty, "\(again.errors)")
    }

    @Test(
        "is not reported for ordinary files",
        arguments: [
            (
                """
                jpg(segment(1, b"http://ns.adobe.com/xap/1.0/\\0<x:xmpmeta xmlns:x='adobe:ns:meta/'/>"),
                    segment(2, b"MPF\\0II*\\0" + bytes(20)), segment(2, b"FPXR\\0" + bytes(9)), segment(14, b"Adobe\\0d" + bytes(5)),
                    segment(12, b"Ducky\\0\\1" + bytes(9)), segment(13, b"Adobe_CM" + bytes(4)),
                    photoshop(resource(1005, bytes(16)), resource(1028, iptc), resource(1036, bytes(40)), resource(1057, bytes(9)),
                              resource(1061, bytes(16)), resource(1050, bytes(9)), resource(1082, bytes(9)), resource(2000, b"")),
                    exif=exif, icc_profile=good)
                """, "a.jpg"
            ),
            ("png(iccp(good))", "a.png"), ("png(iccp(good[:8] + b'\\2' + good[9:]))", "a.png"),
            ("png()", "a.png"),
            (
                """
                tif((271, 2, 6, "Maker", True), (34377, 1, len(r := resource(1028, iptc)), r, True), (700, 1, 4, b"<x/>", True),
                    (59932, 7, 9, bytes(9), True), (301, 3, 768, list(range(768)), True), icc(good), resolution=(300, 300))
                """, "a.tif"
            ),
            ("picture.save('a.tif', exif=exif, compression='tiff_lzw')", "a.tif"),
            (
                "import subprocess; picture.save('a.png'); subprocess.run(['convert', 'a.png', 'a.tif'])",
                "a.tif"
            ),
            ("tif(tile=(16, 16), predictor=True, compression='zlib')", "a.tif"),
        ])
    func unsaid(script: String, name: String) throws {
        let folder = try temporaryFolder()
        try python(in: folder, Self.maker + script)
        let run = try glint(in: folder, "render", name, "-o", "made.png")
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    }

    @Test(
        "is also reported for EXIF in a TIFF: for entries with an EXIF 3 type, and for those outside the file"
    )
    func entriesOfEXIF() throws {
        let folder = try temporaryFolder()
        try python(
            in: folder,
            """
            import struct, subprocess
            picture = Image.fromarray(noise(24, 32))
            picture.save("a.tif")
            subprocess.run(["/usr/bin/exiftool", "-q", "-overwrite_original", "-EXIF:LensModel=A lens of some length",
                            "-EXIF:LensMake=Another maker of some", "a.tif"], check=True)
            data = bytearray(open("a.tif", "rb").read())
            # UTF-8, and an offset that no byte has.
            at = data.index(struct.pack("<HH", 0xA434, 2))
            data[at + 2] = 129
            at = data.index(struct.pack("<HH", 0xA433, 2))
            struct.pack_into("<I", data, at + 8, 1 << 30)
            open("a.tif", "wb").write(data)
            """)
        let run = try glint(in: folder, "render", "a.tif", "-o", "b.jpg")
        #expect(run.status == 0)
        #expect(run.errorLines == ["a.tif: its TIFF tags “42035”, “42036” are not kept"])
    }
}
