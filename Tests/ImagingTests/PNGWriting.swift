import Foundation
import Imaging
import TestSupport
import Testing

/// PNG rows are compressed in stripes of about a megabyte; their seams must not be visible in the file.
@Suite struct PNGWriting {
    /// One pixel, one row, one column, rows as long as a stripe, and two stripes with an arbitrary end.
    @Test(
        arguments: [
            (1, 1, Compression.smallest), (3001, 1, .balanced), (1, 1001, .smallest), (1, 215_001, .fast),
            (262_145, 3, .fast), (619, 450, .fast), (619, 450, .balanced), (311, 450, .smallest),
        ])
    func otherProgramsReadThePixels(width: Int, height: Int, compression: Compression) throws {
        let folder = try temporaryFolder()
        let path = folder.file("a.png")
        let picture = patches(width, height)
        try picture.write(to: path, options: EncodingOptions(compression: compression))
        try write(picture.bytes, to: folder.file("expected"))
        try runPython(
            """
            import sys, numpy
            from PIL import Image
            Image.MAX_IMAGE_PIXELS = None
            read = numpy.asarray(Image.open(sys.argv[1]).convert("RGBA")).reshape(-1)
            expected = numpy.fromfile(sys.argv[2], numpy.uint8)
            assert (read == expected).all(), "other pixels"
            """, arguments: [path, folder.file("expected")])
    }

    @Test(arguments: Channels.allCases)
    func sixteenBitStripesComeBackBitForBit(channels: Channels) throws {
        let folder = try temporaryFolder()
        let picture = noise(501, 701, .sixteen, channels)
        let path = folder.file("a.png")
        try picture.write(to: path, options: EncodingOptions(compression: .fast))
        #expect(try Picture(contentsOf: path).bytes == picture.bytes)
        #expect(try decodedElsewhere(path, depth: .sixteen) == picture.bytes)
    }

    @Test func theFileIsTheSameOnOneCoreAndOnAll() throws {
        let folder = try temporaryFolder()
        try patches(619, 850).write(
            to: folder.file("in.png"), options: EncodingOptions(compression: .fast))
        let program = try builtProgram("probe")
        for (name, cores) in [
            ("one.png", "0"), ("all.png", "0-\(max(0, ProcessInfo.processInfo.activeProcessorCount - 1))"),
        ] {
            let made = try runProgram(
                "/usr/bin/taskset",
                arguments: ["-c", cores, program, "open", folder.file("in.png"), folder.file(name)])
            #expect(made.status == 0, "\(made)")
        }
        #expect(try contents(folder.file("one.png")) == contents(folder.file("all.png")))
    }

    /// Pillow compresses with the defaults of zlib and libpng.
    @Test func compressionDecidesTheSizeAndBeatsTheUsualOne() throws {
        let folder = try temporaryFolder()
        let data = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../data/landscape.jpg").path
        let script = """
            import sys, numpy
            from PIL import Image, ImageFilter
            picture = Image.open(sys.argv[1]).convert("RGB").crop((900, 700, 1800, 1300))
            noise = numpy.random.default_rng(5).normal(0, 4, (600, 900, 3))
            grain = Image.fromarray(numpy.clip(numpy.asarray(picture) + noise, 0, 255).astype(numpy.uint8))
            blurred = picture.filter(ImageFilter.GaussianBlur(5))
            for name, image in [("plain", picture), ("grain", grain), ("blurred", blurred)]:
                image.save(sys.argv[2] + "/" + name + ".png")
            """
        try runPython(script, arguments: [data, folder.path])
        for name in ["plain", "grain", "blurred"] {
            let usual = try contents(folder.file(name + ".png")).count
            let picture = try Picture(contentsOf: folder.file(name + ".png"))
            let sizes = try Compression.allCases.map { compression in
                let path = folder.file("\(name)-\(compression).png")
                try picture.write(to: path, options: EncodingOptions(compression: compression))
                return try contents(path).count
            }
            #expect(sizes[0] >= sizes[1] && sizes[1] >= sizes[2], "\(name): \(sizes)")
            #expect(sizes[1] <= usual, "\(name): \(sizes) against \(usual)")
        }
    }

    /// Flat patches, gradients and noise side by side, so that every PNG filter and compression method is
    /// used.
    private func patches(_ width: Int, _ height: Int) -> Picture {
        var state: UInt64 = 88_172_645_463_325_252
        let pixels = PixelBuffer(width: width, height: height, depth: .eight) { bytes in
            for pixel in 0..<width * height {
                let (x, y) = (pixel % width, pixel / width)
                state ^= state << 13
                state ^= state >> 7
                state ^= state << 17
                let kind = (x / 97 + y / 41) % 3
                for channel in 0..<3 {
                    bytes[pixel * 4 + channel] =
                        switch kind {
                        case 0: UInt8(40 * channel)
                        case 1: UInt8(truncatingIfNeeded: x + (channel + 1) * y / 2)
                        default: UInt8(truncatingIfNeeded: state >> (8 * UInt64(channel)))
                        }
                }
                bytes[pixel * 4 + 3] = kind == 0 ? UInt8(truncatingIfNeeded: y) : 255
            }
        }
        return Picture(pixels: pixels, channels: .rgba)
    }
}
