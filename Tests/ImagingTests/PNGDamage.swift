import Imaging
import TestSupport
import Testing

@Suite struct PNGDamage {
    /// Small pictures of several kinds, each a few hundred bytes.
    private let script =
        pngEncoder + #"""

            rng = random.Random(3)
            folder = sys.argv[1]
            for name, color, depth, interlaced in (("rgb", 2, 8, False), ("deep", 6, 16, True), ("bits", 0, 1, False)):
                pixels = random_pixels(7, 6, color, depth, rng)
                with open(folder + "/" + name + ".png", "wb") as f:
                    f.write(png(7, 6, color, depth, pixels, interlaced, chunk(b"gAMA", struct.pack(">I", 45455))))
            pixels = random_pixels(7, 6, 3, 2, rng, 3)
            with open(folder + "/palette.png", "wb") as f:
                f.write(png(7, 6, 3, 2, pixels, False, chunk(b"PLTE", bytes(9)) + chunk(b"tRNS", b"\x10"),
                    after=chunk(b"tEXt", b"Title\0Seven")))
            """#

    @Test func aFileCutAtAnyByteIsAnErrorThatNamesIt() throws {
        let folder = try temporaryFolder()
        try runPython(script, arguments: [folder.path])
        for name in ["rgb", "deep", "bits", "palette"] {
            let whole = try contents(folder.file(name + ".png"))
            #expect(failure { () throws(ImagingError) in _ = try Picture(encoded: whole, name: name) } == nil)
            for length in 0..<whole.count {
                let error = failure { () throws(ImagingError) in
                    _ = try Picture(encoded: Array(whole[..<length]), name: "cut.png")
                }
                #expect(error?.description.contains("cut.png") == true, "\(name) cut at \(length)")
            }
        }
    }

    @Test func aWrongBitInAnyCriticalChunkIsAnError() throws {
        let folder = try temporaryFolder()
        try runPython(script, arguments: [folder.path])
        for name in ["rgb", "deep", "palette"] {
            let whole = try contents(folder.file(name + ".png"))
            for chunk in chunks(whole) where chunk.name != "gAMA" && chunk.name != "tEXt" {
                // Corrupts every byte from the chunk's name to its checksum. Exceptions: a tRNS with another
                // name is an unknown chunk, and libpng since 1.6.45 ignores the checksum of the IEND, which
                // has no data.
                let bytes = chunk.range.dropFirst(chunk.name == "tRNS" ? 8 : 4)
                for index in chunk.name == "IEND" ? bytes.dropLast(4) : bytes {
                    var damaged = whole
                    damaged[index] ^= 1
                    let error = failure { () throws(ImagingError) in
                        _ = try Picture(encoded: damaged, name: "bit.png")
                    }
                    #expect(error != nil, "\(name), byte \(index) of \(chunk.name)")
                }
            }
        }
    }

    @Test func aWrongChecksumInsideTheCompressedDataIsAnError() throws {
        let script =
            pngEncoder + #"""

                raw = zlib.compress(b"\0\1\2\3\0\4\5\6")
                wrong = raw[:-1] + bytes([raw[-1] ^ 1])
                def file(data):
                    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 2, 8, 2, 0, 0, 0))
                        + chunk(b"IDAT", data) + chunk(b"IEND", b""))
                for name, data in (("good", raw), ("wrong", wrong), ("short", raw[:-4])):
                    open(sys.argv[1] + "/" + name, "wb").write(file(data))
                """#
        let folder = try temporaryFolder()
        try runPython(script, arguments: [folder.path])
        for (name, isGood) in [("good", true), ("wrong", false), ("short", false)] {
            let error = failure { () throws(ImagingError) in _ = try Picture(contentsOf: folder.file(name)) }
            #expect((error == nil) == isGood, "\(name): \(String(describing: error))")
        }
    }

    @Test func bytesAfterTheEndAndADamagedTextDoNoHarm() throws {
        let folder = try temporaryFolder()
        try runPython(script, arguments: [folder.path])
        var whole = try contents(folder.file("palette.png"))
        let expected = try Picture(encoded: whole, name: "palette.png").bytes
        let text = try #require(chunks(whole).first { $0.name == "tEXt" })
        whole[text.range.lowerBound + 10] ^= 1
        whole += Array("something else".utf8)
        #expect(try Picture(encoded: whole, name: "palette.png").bytes == expected)
    }

    @Test func aChunkTakesNoMemoryForDataThatIsNotThere() throws {
        let folder = try temporaryFolder()
        // A profile's own data contains its size before compression.
        let script =
            pngEncoder + #"""

                folder = sys.argv[1]
                rng = random.Random(4)
                for name in (b"tEXt", b"iTXt", b"zTXt", b"sPLT", b"eXIf", b"abCd"):
                    whole = png(7, 6, 2, 8, random_pixels(7, 6, 2, 8, rng), False, chunk(name, bytes(20)))
                    at = whole.index(name)
                    with open(f"{folder}/{name.decode()}.png", "wb") as f:
                        f.write(whole[:at - 4] + struct.pack(">I", 0x7FFFFFF0) + whole[at:])
                from PIL import ImageCms
                profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
                long = struct.pack(">I", 0x3E000000) + profile[4:]
                with open(f"{folder}/profile.png", "wb") as f:
                    f.write(png(7, 6, 2, 8, random_pixels(7, 6, 2, 8, rng), False, chunk(b"iCCP", b"x\0\0" + zlib.compress(long))))
                """#
        try runPython(script, arguments: [folder.path])
        #expect(folder.names.count == 7)
        for name in folder.names {
            let result = try runProgram(builtProgram("probe"), arguments: ["open", folder.file(name)])
            let peak = try #require(result.output.split(separator: "\n").first.flatMap { Int($0) })
            #expect(peak < 150_000, "\(name) took \(peak) KiB: \(result.output)")
            // If the profile is unreadable, the pixels are used unchanged.
            #expect(result.status == (name == "profile.png" ? 0 : 1), "\(name): \(result.output)")
        }
    }

    private func chunks(_ bytes: [UInt8]) -> [(name: String, range: Range<Int>)] {
        var found: [(name: String, range: Range<Int>)] = []
        var start = 8
        while start + 12 <= bytes.count {
            let length = bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
            let name = String(decoding: bytes[start + 4..<start + 8], as: UTF8.self)
            found.append((name, start..<start + 12 + length))
            start += 12 + length
        }
        return found
    }
}
