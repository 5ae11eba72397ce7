import Foundation
import TestSupport
import Testing

/// What headers of files say beside the usual.
extension FileKindTests {
    @Test(
        "OpenEXR files with long attributes, with layers and of one channel are read",
        arguments: [
            "exr(light, more=[('comments', 'string', b'm' * 255)])",
            "exr(light, more=[('comments', 'string', b'm' * 256)])",
            "exr(light, more=[('comments', 'string', b'm' * 257)])",
            "exr(light, more=[('xmp', 'string', b'x' * 100000), ('writer', 'string', b'w' * 700)])",
            "exr(light, more=[('preview', 'preview', b'\\1' * 5000)], half=True)",
            "exr(light, more=[('cryptomatte/%d/manifest' % i, 'string', b'{}' * 60 * i) for i in range(9)])",
            "exr(light, names=['ViewLayer.Combined.' + c for c in 'RGB'], others=['ViewLayer.Depth.Z'])",
            "exr(light, names=['a.' + c for c in 'RGB'], more=[('comments', 'string', b'm' * 999)])",
            "exr(light, names=['Z.beauty.' + c for c in 'RGB'], others=['A.R', 'A.G', 'A.B'])",
            "exr(light, names=['L.R', 'L.G', 'L.B'], others=['A', 'M.A'])",
            "exr(light[..., :1], names=['depth'])", "exr(light[..., :1], names=['R'])",
            "exr(light[..., :1], names=['mask'], half=True)",
        ])
    func openEXRHeaders(content: String) throws {
        let folder = try temporaryFolder()
        try python(in: folder, Self.floats + "open('a.exr', 'wb').write(\(content))")
        let run = try glint(in: folder, "render", "a.exr", "-o", "b.exr")
        #expect(run.status == 0, "\(run.errors)")
        let difference = try python(
            in: folder,
            Self.floats + """
                import subprocess
                subprocess.run(["ffmpeg", "-v", "error", "-i", "b.exr", "-pix_fmt", "gbrpf32le", "-f", "rawvideo", "b.raw"], check=True)
                made = read_raw("b.raw", light.shape[1], light.shape[0])
                wanted = light if \(content.contains("[..., :1]") ? "False" : "True") else light[..., :1]
                print(np.abs(made - wanted).max() / max(1, light.max()))
                """)
        #expect(
            Double(difference.trimmingCharacters(in: .whitespacesAndNewlines)).map { $0 < 1e-3 } == true,
            "\(difference)")
    }

    @Test("An OpenEXR whose colors are smaller than its luminance is said not to be read")
    func smallerColors() throws {
        let folder = try temporaryFolder()
        try python(
            in: folder,
            Self.floats + "open('a.exr', 'wb').write(exr(light, names=['Y', 'RY', 'BY'], sampling=2))")
        expectRefusal(
            try glint(in: folder, "render", "a.exr", "-o", "b.png"), status: 1, mentions: "cannot be read",
            "lower resolution")
    }

    @Test("A WebP of more than a hundred megabytes of pixels is read by a process that can write no file")
    func largeWebP() throws {
        let folder = try temporaryFolder()
        try python(
            in: folder,
            """
            y, x = np.mgrid[0:6000, 0:6000]
            Image.fromarray(np.stack([x >> 5, y >> 5, x + y >> 6], -1).astype("u1")).save("a.webp", quality=80, method=0)
            """)
        let run = try glint(in: folder, "render", "a.webp", "-o", "b.webp", "--", "resize", "width=600")
        #expect(run.status == 0, "\(run.errors)")
        let difference = try python(
            in: folder,
            """
            a = Image.open("a.webp").convert("RGB").resize((600, 600), Image.BOX)
            print(np.abs(np.asarray(a).astype(int) - np.asarray(Image.open("b.webp").convert("RGB")).astype(int)).mean() < 2)
            """)
        #expect(difference == "True\n")
    }

    @Test(
        "info reads no pixels: those of a file that is cut off are not missed",
        arguments: [
            ("a.jpg", "jpeg", 48, 64, "RGB", 8), ("a.png", "png", 48, 64, "RGB", 8),
            ("g.png", "png", 64, 48, "gray", 8),
            ("t.png", "png", 64, 48, "RGB with alpha", 8),
            ("a.dng", "raw", 240, 320, "RGB", 16),
        ])
    func infoOfHeaders(name: String, kind: String, width: Int, height: Int, channels: String, depth: Int)
        throws
    {
        let folder = try temporaryFolder()
        try python(
            in: folder,
            "sys.path.insert(0, '\(testsFolder)/Support')\n" + Self.maker + """
                from dng import dng
                turned = Image.Exif()
                turned[0x112] = 6
                pixels = noise(48, 64)
                Image.fromarray(pixels).save("a.jpg", exif=turned); Image.fromarray(pixels).save("a.png", exif=turned)
                save("g.png", pixels[..., 0]); save("t.png", np.dstack([pixels, pixels[..., :1]]))
                dng("a.dng", orientation=6)
                data = open("\(name)", "rb").read()
                # The directories of a DNG are at its end.
                if not "\(name)".endswith("dng"): open("\(name)", "wb").write(data[:len(data) * 2 // 3])
                """)
        let run = try glint(in: folder, "info", "--json", name)
        #expect(run.status == 0, "\(run.errors)")
        let said = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]]
        let file = try #require(said?.first)
        #expect(file["format"] as? String == kind && file["channels"] as? String == channels)
        #expect(
            file["width"] as? Int == width && file["height"] as? Int == height
                && file["depth"] as? Int == depth)
    }

    @Test("A camera's TIFF with a reduced picture in front is not shown as that picture")
    func cameraWithoutMosaic() throws {
        let folder = try temporaryFolder()
        try python(
            in: folder,
            """
            import tifffile
            whole, small = np.full((96, 128, 3), 90, "u1"), np.full((12, 16, 3), 200, "u1")
            for name, maker in (("camera.nef", [(271, 2, 6, "NIKON", True)]), ("scan.tif", [])):
                with tifffile.TiffWriter(name) as file:
                    file.write(small, photometric="rgb", subifds=1, subfiletype=1, extratags=maker)
                    file.write(whole, photometric="rgb", subfiletype=0)
            """)
        expectRefusal(
            try glint(in: folder, "render", "camera.nef", "-o", "b.png"), status: 1,
            mentions: "camera.nef cannot be read")
        #expect(try glint(in: folder, "render", "scan.tif", "-o", "b.png").status == 0)
    }
}
