import Foundation
import TestSupport
import Testing

/// Unusual information in file headers.
extension FileKindTests {
    @Test("A WebP of more than a hundred megabytes of pixels is read by a process that cannot write files")
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
        "info reads no pixels, so a truncated file causes no error",
        arguments: [
            ("a.jpg", "jpeg", 48, 64, "RGB", 8), ("a.png", "png", 48, 64, "RGB", 8),
            ("g.png", "png", 64, 48, "gray", 8),
            ("t.png", "png", 64, 48, "RGB with alpha", 8),
            ("a.dng", "raw", 240, 320, "RGB", 16), ("a.jxl", "jxl", 64, 48, "RGB", 8),
            ("a.psd", "psd", 64, 48, "RGB", 8), ("h.tif", "tiff", 64, 48, "RGB", 32),
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
                import subprocess, tifffile
                Image.fromarray(pixels).save("n.png")
                subprocess.run(["ffmpeg", "-v", "error", "-i", "n.png", "-c:v", "libjxl", "a.jxl"], check=True)
                subprocess.run(["convert", "n.png", "a.psd"], check=True)
                tifffile.imwrite("h.tif", (pixels / 255).astype("f2"), photometric="rgb")
                data = open("\(name)", "rb").read()
                # The directories of a DNG are at its end.
                if not "\(name)".endswith("dng"): open("\(name)", "wb").write(data[:len(data) * 2 // 3])
                """)
        let run = try glint(in: folder, "info", "--json", name)
        #expect(run.status == 0, "\(run.errors)")
        let report = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]]
        let file = try #require(report?.first)
        #expect(file["format"] as? String == kind && file["channels"] as? String == channels)
        #expect(
            file["width"] as? Int == width && file["height"] as? Int == height
                && file["depth"] as? Int == depth)
    }

    @Test("A camera's TIFF with a thumbnail in front is not shown as that thumbnail")
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
