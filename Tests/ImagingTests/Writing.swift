import Imaging
import TestSupport
import Testing

@Suite struct Writing {
    @Test(arguments: [PixelBuffer.Depth.eight, .sixteen], Channels.allCases)
    func pngAndTIFFComeBackBitForBit(_ depth: PixelBuffer.Depth, _ channels: Channels) throws {
        let folder = try temporaryFolder()
        let picture = noise(37, 21, depth, channels)
        for format in [PictureFormat.png, .tiff] {
            for compression in format == .png ? Compression.allCases : [.balanced] {
                let path = folder.file("\(compression).\(format.fileExtensions[0])")
                try picture.write(to: path, options: EncodingOptions(compression: compression))
                let again = try Picture(contentsOf: path)
                #expect(again.bytes == picture.bytes, "\(path)")
                #expect(again.channels == channels, "\(path)")
                #expect(again.pixels.depth == depth)
                #expect(again.format == format)
                #expect(try decodedElsewhere(path, depth: depth) == picture.bytes, "\(path)")
                #expect(try described(path, "%z") == "\(depth.rawValue)")
            }
        }
        #expect(folder.names.allSatisfy { !$0.hasPrefix(".") })
    }

    @Test(arguments: Channels.allCases)
    func jpegAndWebPComeOutRight(_ channels: Channels) throws {
        let folder = try temporaryFolder()
        let picture = smooth(channels, .sixteen)
        for name in ["a.jpg", "a.webp"] {
            try picture.write(to: folder.file(name), options: EncodingOptions(quality: 95))
            let again = try Picture(contentsOf: folder.file(name))
            #expect(again.pixels.depth == .eight)
            if name == "a.jpg" {
                #expect(again.channels == (channels.isGray ? .gray : .rgb))
                #expect(
                    try described(folder.file(name), "%m %[colorspace]")
                        == (channels.isGray ? "JPEG Gray" : "JPEG sRGB"))
            } else {
                #expect(again.channels.hasAlpha == channels.hasAlpha)
            }
            let wanted = name == "a.jpg" ? over(.white, picture) : picture
            #expect(again.averageDifference(from: wanted) < 1.5, "\(name) \(channels)")
            let elsewhere = try decodedElsewhere(folder.file(name), depth: .eight)
            #expect(again.averageDifference(from: rgba(elsewhere, again)) < 0.6, "\(name) \(channels)")
        }
    }

    @Test(
        "A JPEG shows the chosen color through transparent pixels",
        arguments: [PixelBuffer.Depth.eight, .sixteen])
    func transparentPixels(depth: PixelBuffer.Depth) throws {
        let folder = try temporaryFolder()
        let picture = smooth(.rgba, depth)
        for background in Background.allCases {
            let path = folder.file("\(background).jpg")
            try picture.write(to: path, options: EncodingOptions(quality: 95, background: background))
            let wanted = over(background, picture)
            #expect(try Picture(contentsOf: path).averageDifference(from: wanted) < 1.5, "\(background)")
        }
    }

    @Test func qualityAndCompressionDecideTheSize() throws {
        let folder = try temporaryFolder()
        let picture = smooth(.rgb, .eight)
        for name in ["a.jpg", "a.webp"] {
            var sizes: [Int] = []
            for quality in [10, 50, 92, 100] {
                try picture.write(
                    to: folder.file(name), options: EncodingOptions(quality: quality), overwrite: true)
                sizes.append(try contents(folder.file(name)).count)
            }
            #expect(sizes == sizes.sorted() && sizes[0] < sizes[3], "\(name): \(sizes)")
        }
        // Chroma is subsampled only for qualities below 90.
        for (quality, sampling) in [(89, "2x2,1x1,1x1"), (90, "1x1,1x1,1x1")] {
            try picture.write(
                to: folder.file("s.jpg"), options: EncodingOptions(quality: quality), overwrite: true)
            #expect(try described(folder.file("s.jpg"), "%[jpeg:sampling-factor]") == sampling)
        }
    }

    @Test func theDepthOptionRoundsAndWidens() throws {
        let folder = try temporaryFolder()
        let deep = noise(16, 16, .sixteen, .rgba)
        let flat = noise(16, 16, .eight, .rgba)
        for name in ["a.png", "a.tif"] {
            try deep.write(to: folder.file(name), options: EncodingOptions(depth: .eight), overwrite: true)
            let narrowed = try Picture(contentsOf: folder.file(name))
            #expect(narrowed.bytes == deep.levels.map { UInt8($0.rounded()) }, "\(name)")
            try flat.write(to: folder.file(name), options: EncodingOptions(depth: .sixteen), overwrite: true)
            let widened = try Picture(contentsOf: folder.file(name))
            #expect(widened.pixels.depth == .sixteen)
            #expect(widened.levels == flat.levels, "\(name)")
        }
    }

    @Test func theSmallestAndTheLongestPicturesWork() throws {
        let folder = try temporaryFolder()
        for (width, height) in [(1, 1), (2, 2), (1, 5000), (5000, 1)] {
            let picture = noise(width, height, .eight, .rgb)
            for format in PictureFormat.allCases {
                let path = folder.file("\(width)x\(height).\(format.fileExtensions[0])")
                try picture.write(to: path)
                let again = try Picture(contentsOf: path)
                #expect(again.width == width && again.height == height)
                if format == .png || format == .tiff { #expect(again.bytes == picture.bytes) }
            }
        }
    }

    @Test func rowsMayComeInAnyPieces() throws {
        let folder = try temporaryFolder()
        let picture = noise(20, 30, .eight, .rgba)
        for format in [PictureFormat.png, .tiff] {
            let path = folder.file("pieces." + format.fileExtensions[0])
            let writer = try PictureEncoder(
                path: path, format: format, width: 20, height: 30, channels: .rgba, depth: .eight)
            try picture.pixels.withUnsafeBytes { bytes in
                var row = 0
                for count in [1, 7, 0, 12, 10] {
                    try writer.write(
                        rows: UnsafeRawBufferPointer(rebasing: bytes[(row * 80)...].prefix(count * 80)),
                        count: count)
                    row += count
                }
            }
            #expect(folder.names.contains(path.split(separator: "/").last.map(String.init) ?? "") == false)
            try writer.finish(overwrite: false)
            #expect(try Picture(contentsOf: path).bytes == picture.bytes)
        }
    }

    @Test func sameFilesAreTheSameBytes() throws {
        let folder = try temporaryFolder()
        for format in PictureFormat.allCases {
            let suffix = format.fileExtensions[0]
            try smooth(.rgb, .eight).write(to: folder.file("1." + suffix))
            try smooth(.rgb, .eight).write(to: folder.file("2." + suffix))
            #expect(try contents(folder.file("1." + suffix)) == contents(folder.file("2." + suffix)))
        }
    }

    private func smooth(_ channels: Channels, _ depth: PixelBuffer.Depth) -> Picture {
        let pixels = PixelBuffer(width: 64, height: 48, depth: depth) { bytes in
            for index in 0..<64 * 48 {
                let (x, y) = (index % 64, index / 64)
                let rgb = channels.isGray ? [x + y, x + y, x + y] : [x * 4, y * 5, x + y]
                for (slot, level) in (rgb + [channels.hasAlpha ? 128 + x : 255]).enumerated() {
                    if depth == .eight {
                        bytes[index * 4 + slot] = UInt8(level)
                    } else {
                        bytes.storeBytes(
                            of: UInt16(level) * 257, toByteOffset: index * 8 + slot * 2, as: UInt16.self)
                    }
                }
            }
        }
        return Picture(pixels: pixels, channels: channels)
    }

    private func over(_ background: Background, _ picture: Picture) -> Picture {
        let under = background == .white ? 255.0 : 0
        let levels = picture.levels
        let pixels = PixelBuffer(width: picture.width, height: picture.height, depth: .eight) { bytes in
            for index in bytes.indices {
                let alpha = levels[index | 3] / 255
                let level = index % 4 == 3 ? 255 : levels[index] * alpha + under * (1 - alpha)
                bytes[index] = UInt8(level.rounded())
            }
        }
        return Picture(pixels: pixels, channels: .rgb)
    }

    private func rgba(_ bytes: [UInt8], _ like: Picture) -> Picture {
        Picture(
            pixels: PixelBuffer(width: like.width, height: like.height, depth: .eight) {
                $0.copyBytes(from: bytes)
            }, channels: .rgba)
    }
}
