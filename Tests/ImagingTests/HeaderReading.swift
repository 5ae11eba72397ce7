import System
@preconcurrency import CImageFormats
import Foundation
import Imaging
import TestSupport
import Testing

/// A picture's properties when only its header is read, compared with those of a complete read.
@Suite("Picture headers") struct HeaderReading {
    private static let support =
        URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().path + "/Support"

    /// Creates `rgb`, `gray` and `rgba` pictures of 64 × 48 pixels, and a JPEG XL with boxes after the
    /// pixels.
    private static let maker = """
        import os, struct, subprocess, sys, zlib
        import numpy as np, tifffile
        from PIL import Image, ImageCms
        sys.path.insert(0, "\(support)")
        from floats import exr
        from raf import raf
        os.chdir(sys.argv[1])
        def run(*arguments): subprocess.run(arguments, check=True)
        y, x = np.mgrid[0:48, 0:64]
        rgb = np.stack([x * 4, y * 5, x + y], -1).astype("u1")
        rgba = np.dstack([rgb, (255 - x * 3).astype("u1")])
        gray = rgb[..., 0]
        Image.fromarray(rgb).save("a.png"); Image.fromarray(rgba).save("t.png"); Image.fromarray(gray).save("g.png")
        run("convert", "a.png", "-depth", "16", "PNG48:d.png")
        profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
        def floats(name, samples, **more):
            tifffile.imwrite(name, samples, photometric="rgb" if samples.ndim == 3 else "minisblack", **more)
        def jxl(source, *arguments): run("ffmpeg", "-v", "error", "-i", source, *arguments, "-c:v", "libjxl", "a.jxl")
        def box(kind, content): return struct.pack(">I4s", 8 + len(content), kind) + content
        def boxed(*boxes):
            head = b"\\0\\0\\0\\x0cJXL \\r\\n\\x87\\n" + box(b"ftyp", b"jxl \\0\\0\\0\\0jxl ")
            open("a.jxl", "r+b").write(head + box(b"jxlc", open("a.jxl", "rb").read()) + b"".join(boxes))
        def coded(name, *points):
            data = open(name, "rb").read()
            chunk = b"cICP" + bytes(points)
            open(name, "wb").write(data[:33] + struct.pack(">I", 4) + chunk + struct.pack(">I", zlib.crc32(chunk)) + data[33:])
        exif = struct.pack("<2sHIHHHI8s", b"II", 42, 8, 1, 272, 2, 5, struct.pack("<I", 26) + bytes(4)) + b"X-10\\0\\0"

        """

    private final class HeaderTarget: RowTarget {
        let stripHeight = 1
        let isForWhole = false
        private(set) var header: PictureHeader?

        func begin(_ header: PictureHeader) throws(ImagingError) { self.header = header }
        func adopt(_ pixels: PixelBuffer, _ header: PictureHeader) -> Bool { false }
        func rowMemory(from row: Int) -> UnsafeMutableRawBufferPointer { .init(start: nil, count: 0) }
        func finish(upTo row: Int) {}
    }

    private func header(_ file: String, page: Int = 1) throws -> PictureHeader? {
        let target = HeaderTarget()
        _ = try PictureDecoder.decode(
            OpenFile(path: file), extent: .header, options: DecodingOptions(page: page), into: target)
        return target.header
    }

    private func expectSame(_ file: String, page: Int = 1) throws {
        let header = try #require(try header(file, page: page))
        let picture = try Picture(contentsOf: file, options: DecodingOptions(page: page))
        #expect(header.width == picture.width && header.height == picture.height)
        #expect(header.fileDepth == picture.depth)
        #expect(header.channels == picture.channels && header.colorSpace == picture.colorSpace)
        #expect(header.format == picture.format)
        #expect(header.ending?.metadata == picture.metadata)
        #expect(header.ending?.page == picture.page)
        #expect(header.ending?.dynamicRange == picture.dynamicRange)
    }

    @Test(
        "agree with the decoded pictures",
        arguments: [
            ("jxl('a.png')", "a.jxl"), ("jxl('t.png')", "a.jxl"), ("jxl('g.png')", "a.jxl"),
            ("jxl('d.png')", "a.jxl"), ("jxl('a.png', '-distance', '0')", "a.jxl"),
            (
                "jxl('d.png', '-vf', 'setparams=color_primaries=bt2020:color_trc=smpte2084', '-distance', '0')",
                "a.jxl"
            ),
            ("jxl('a.png'); boxed(box(b'Exif', bytes(4) + exif), box(b'xml ', b'<x:xmpmeta/>'))", "a.jxl"),
            ("jxl('t.png'); boxed(box(b'Exif', bytes(4) + b'no block'))", "a.jxl"),
            ("run('convert', 'a.png', 'a.psd')", "a.psd"), ("run('convert', 't.png', 'a.psd')", "a.psd"),
            ("run('convert', 'g.png', 'a.psd')", "a.psd"), ("run('convert', 'd.png', 'a.psd')", "a.psd"),
            (
                "Image.fromarray(rgb).save('p.png', icc_profile=profile); run('convert', 'p.png', 'a.psd')",
                "a.psd"
            ),
            ("run('convert', 'a.png', '-monochrome', '-type', 'bilevel', 'a.psd')", "a.psd"),
            (
                "run('convert', 'a.png', '-set', 'exif:Model', 'X', '-density', '300', '-units', 'PixelsPerInch', 'a.psd')",
                "a.psd"
            ),
            ("floats('a.tif', (rgb / 255).astype('f2'))", "a.tif"),
            ("floats('a.tif', (gray / 255).astype('f2'))", "a.tif"),
            ("floats('a.tif', gray / 255)", "a.tif"),
            ("floats('a.tif', (rgba / 255).astype('f2'), extrasamples=['unassalpha'])", "a.tif"),
            (
                "floats('a.tif', (rgb / 255).astype('f2'), extratags=[(34675, 7, len(profile), profile, True)])",
                "a.tif"
            ),
            (
                "floats('a.tif', (rgb / 255).astype('f2'), extratags=[(274, 3, 1, 6, True), (271, 2, 6, 'Maker', True)])",
                "a.tif"
            ),
            ("floats('a.tif', rgb / 255, extratags=[(274, 3, 1, 3, True)], resolution=(300, 300))", "a.tif"),
            ("floats('a.tif', (rgb / 255).astype('f4'))", "a.tif"),
            (
                "run('ffmpeg', '-v', 'error', '-i', 'd.png', '-vf', 'format=yuv420p10le', '-color_primaries', 'bt2020', "
                    + "'-color_trc', 'arib-std-b67', '-colorspace', 'bt2020nc', '-still-picture', '1', 'a.avif')",
                "a.avif"
            ),
            ("run('ffmpeg', '-v', 'error', '-i', 'd.png', 'e.png'); coded('e.png', 9, 16, 0, 1)", "e.png"),
            ("coded('a.png', 9, 18, 0, 1)", "a.png"),
            ("open('a.exr', 'wb').write(exr(rgb / 255))", "a.exr"),
            ("open('a.exr', 'wb').write(exr(rgba / 255, half=True, display=(-5, 3, 40, 90)))", "a.exr"),
            ("open('a.exr', 'wb').write(exr(gray[..., None] / 255, names=['Y']))", "a.exr"),
            (
                "open('a.exr', 'wb').write(exr(rgb / 255, chromaticities=(.68, .32, .265, .69, .15, .06, .3127, .329)))",
                "a.exr"
            ),
            ("raf('a.raf')", "a.raf"), ("raf('a.raf', orientation=6)", "a.raf"),
            ("raf('a.raf', orientation=3, model='X-Pro1')", "a.raf"),
            ("raf('a.raf', turned=True, model='FinePix S5000')", "a.raf"),
            ("raf('a.raf', turned=True, model='FinePix S5000', orientation=8)", "a.raf"),
        ])
    func same(script: String, name: String) throws {
        let folder = try temporaryFolder()
        try runPython(Self.maker + script, arguments: [folder.path])
        try expectSame(folder.file(name))
    }

    @Test("count the pages of floats, and report any number")
    func pages() throws {
        let folder = try temporaryFolder()
        try runPython(
            Self.maker + """
                with tifffile.TiffWriter("a.tif") as file:
                    file.write((rgb / 255).astype("f2"), photometric="rgb")
                    file.write((gray / 255).astype("f2")[:20], photometric="minisblack")
                """, arguments: [folder.path])
        for page in 1...2 { try expectSame(folder.file("a.tif"), page: page) }
    }

    /// Encodes a picture of 24 × 16 pixels; nil if libjxl does not support the profile.
    private func jpegXL(orientation: UInt32 = 1, profile: [UInt8]? = nil) throws -> [UInt8]? {
        try #require(libjxl_problem() == nil)
        let encoder = try #require(libjxl.JxlEncoderCreate(nil))
        defer { libjxl.JxlEncoderDestroy(encoder) }
        var info = JxlBasicInfo()
        libjxl.JxlEncoderInitBasicInfo(&info)
        (info.xsize, info.ysize, info.orientation) = (24, 16, JxlOrientation(rawValue: orientation))
        (info.bits_per_sample, info.num_color_channels, info.uses_original_profile) = (8, 3, 1)
        try #require(libjxl.JxlEncoderSetBasicInfo(encoder, &info) == JXL_ENC_SUCCESS)
        if let profile {
            let isTaken = libjxl.JxlEncoderSetICCProfile(encoder, profile, profile.count) == JXL_ENC_SUCCESS
            guard isTaken else { return nil }
        } else {
            var colors = JxlColorEncoding()
            libjxl.JxlColorEncodingSetToSRGB(&colors, 0)
            colors.primaries = JXL_PRIMARIES_P3
            try #require(libjxl.JxlEncoderSetColorEncoding(encoder, &colors) == JXL_ENC_SUCCESS)
        }
        let settings = try #require(libjxl.JxlEncoderFrameSettingsCreate(encoder, nil))
        _ = libjxl.JxlEncoderSetFrameLossless(settings, 1)
        var format = JxlPixelFormat(
            num_channels: 3, data_type: JXL_TYPE_UINT8, endianness: JXL_NATIVE_ENDIAN, align: 0)
        let rows = (0..<24 * 16 * 3).map { UInt8(truncatingIfNeeded: $0 * 7) }
        try #require(libjxl.JxlEncoderAddImageFrame(settings, &format, rows, rows.count) == JXL_ENC_SUCCESS)
        return try finishedFile(of: encoder)
    }

    @Test("report a rotated JPEG XL upright", arguments: 1...8)
    func turnedJPEGXL(orientation: UInt32) throws {
        let folder = try temporaryFolder()
        let file = folder.file("a.jxl")
        try Data(#require(try jpegXL(orientation: orientation))).write(to: URL(fileURLWithPath: file))
        try expectSame(file)
        #expect(try header(file)?.width == (orientation > 4 ? 16 : 24))
    }

    @Test(
        "report an unusable profile of a JPEG XL, and no usable one", arguments: ["RGB ", "CMYK"])
    func profile(samples: String) throws {
        let folder = try temporaryFolder()
        try runPython(Self.maker + "open('a.icc', 'wb').write(profile)", arguments: [folder.path])
        var profile = try Array(Data(contentsOf: URL(fileURLWithPath: folder.file("a.icc"))))
        profile.replaceSubrange(16..<20, with: samples.utf8)
        // Newer versions of libjxl may refuse to write the file.
        guard let bytes = try jpegXL(profile: profile) else { return #expect(samples != "RGB ") }
        let file = folder.file("a.jxl")
        try Data(bytes).write(to: URL(fileURLWithPath: file))
        try expectSame(file)
        let losses: [MetadataLoss] = samples == "RGB " ? [] : [.unreadable(.profile)]
        #expect(try Picture(contentsOf: file).metadata.losses == losses)
    }

    @Test("are read from files whose pixels are truncated", arguments: ["a.jxl", "a.psd", "a.tif", "a.raf"])
    func withoutPixels(name: String) throws {
        let folder = try temporaryFolder()
        try runPython(
            Self.maker + """
                Image.fromarray(np.random.default_rng(1).integers(0, 256, (48, 64, 3), dtype="u1")).save("n.png")
                jxl("n.png"); run("convert", "n.png", "-compress", "none", "a.psd"); raf("a.raf")
                floats("a.tif", (rgb / 255).astype("f2"))
                data = open("\(name)", "rb").read()
                open("\(name)", "wb").write(data[:len(data) * 2 // 3])
                """, arguments: [folder.path])
        let header = try #require(try header(folder.file(name)))
        #expect(SIMD2(header.width, header.height) == (name == "a.raf" ? SIMD2(320, 240) : SIMD2(64, 48)))
        #expect(throws: ImagingError.self) { try Picture(contentsOf: folder.file(name)) }
    }

    @Test("of a ZIP-compressed Photoshop file are rejected like its picture")
    func unsupported() throws {
        let folder = try temporaryFolder()
        try runPython(
            Self.maker + """
                run("convert", "a.png", "-compress", "none", "a.psd")
                data = bytearray(open("a.psd", "rb").read())
                data[-64 * 48 * 3 - 1] = 2
                open("a.psd", "wb").write(data)
                """, arguments: [folder.path])
        let error = #expect(throws: ImagingError.self) { try Picture(contentsOf: folder.file("a.psd")) }
        #expect("\(try #require(error))".contains("ZIP"))
        #expect(throws: try #require(error)) { try header(folder.file("a.psd")) }
    }
}
