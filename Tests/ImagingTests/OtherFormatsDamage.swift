import Imaging
import TestSupport
import Testing

@Suite struct OtherFormatsDamage {
    @Test func aFileCutShortIsAnErrorUnlessNothingOfThePictureIsLost() throws {
        let folder = try temporaryFolder()
        let names = try runPython(
            #"""
            import sys
            import numpy as np
            from PIL import Image
            folder = sys.argv[1]
            image = Image.fromarray(np.random.default_rng(6).integers(0, 256, (40, 33, 3)).astype("u1"))
            for name, options in {
                "a.jpg": {}, "progressive.jpg": {"progressive": True}, "gray.jpg": {}, "plain.tif": {},
                "lzw.tif": {"compression": "tiff_lzw"}, "deflate.tif": {"compression": "tiff_adobe_deflate"},
                "lossy.webp": {}, "lossless.webp": {"lossless": True}, "a.gif": {},
            }.items():
                (image.convert("L") if "gray" in name else image).save(folder + "/" + name, **options)
                print(name)
            """#, arguments: [folder.path])
        for name in names.split(separator: "\n").map(String.init) {
            let whole = try contents(folder.file(name))
            let expected = try Picture(encoded: whole, name: name).bytes
            for length in Set((1..<whole.count).filter { $0 % 13 == 0 || $0 > whole.count - 60 || $0 < 60 }) {
                let cut = Array(whole[..<length])
                if let picture = try? Picture(encoded: cut, name: name) {
                    #expect(picture.bytes == expected, "\(name) cut at \(length) of \(whole.count)")
                }
                if length < whole.count * 9 / 10, !name.hasSuffix(".tif") {
                    #expect(throws: ImagingError.self, "\(name) cut at \(length) of \(whole.count)") {
                        try Picture(encoded: cut, name: name)
                    }
                }
            }
        }
    }

    /// Sizes that a file claims cost no memory unless there is data for them.
    @Test func aHugeClaimWithoutDataIsRefusedInLittleMemory() throws {
        let folder = try temporaryFolder()
        let script =
            pngEncoder + #"""

                from PIL import Image
                folder = sys.argv[1]
                def name(n): return folder + "/" + n
                for n, color, depth, interlace, data in (
                    ("none.png", 2, 8, 0, b""), ("deep.png", 6, 16, 0, zlib.compress(bytes(1000))),
                    ("bits.png", 0, 1, 1, zlib.compress(bytes(200000))), ("bits-flat.png", 0, 1, 0, zlib.compress(bytes(200000))),
                ):
                    open(name(n), "wb").write(b"\x89PNG\r\n\x1a\n"
                        + chunk(b"IHDR", struct.pack(">IIBBBBB", 60000, 60000, depth, color, 0, 0, interlace))
                        + (chunk(b"IDAT", data) if data else b"") + chunk(b"IEND", b""))
                for progressive in (False, True):
                    n = name("progressive.jpg" if progressive else "baseline.jpg")
                    Image.new("RGB", (64, 64), "red").save(n, progressive=progressive)
                    b = bytearray(open(n, "rb").read())
                    at = b.index(b"\xff\xc2" if progressive else b"\xff\xc0")
                    b[at + 5:at + 9] = struct.pack(">HH", 60000, 60000)
                    open(n, "wb").write(b)
                def tiff(n, compression, strip_rows, data, tile=None):
                    tags = [(256, 4, 60000), (257, 4, 60000), (259, 3, compression), (262, 3, 2), (277, 3, 3),
                        (258, 3, None)]
                    body = bytearray(data)
                    count = -(-60000 // strip_rows)
                    entries, extra = [], b""
                    base = 8 + len(body)
                    def blob(b):
                        nonlocal extra
                        at = base + len(extra)
                        extra += b
                        return at
                    entries.append((256, 4, 1, 60000)); entries.append((257, 4, 1, 60000))
                    entries.append((258, 3, 3, blob(struct.pack("<3H", 8, 8, 8))))
                    entries.append((259, 3, 1, compression)); entries.append((262, 3, 1, 2))
                    offsets = struct.pack("<I", 8) * count
                    counts = struct.pack("<I", len(body)) * count
                    entries.append((273, 4, count, 8 if count == 1 else blob(offsets)))
                    entries.append((277, 3, 1, 3)); entries.append((278, 4, 1, strip_rows))
                    entries.append((279, 4, count, len(body) if count == 1 else blob(counts)))
                    entries.append((284, 3, 1, 1))
                    ifd = struct.pack("<H", len(entries)) + b"".join(struct.pack("<HHII", *e) for e in entries) + b"\0" * 4
                    open(name(n), "wb").write(b"II*\0" + struct.pack("<I", base + len(extra)) + body + extra + ifd)
                tiff("strip.tif", 1, 60000, b"abcd")
                tiff("strip-deflate.tif", 8, 60000, zlib.compress(bytes(1000)))
                tiff("rows-deflate.tif", 8, 16, zlib.compress(bytes(1000)))
                Image.new("P", (64, 64)).save(name("claim.gif"))
                b = bytearray(open(name("claim.gif"), "rb").read())
                at = b.index(bytes.fromhex("2c0000000040004000"))
                b[6:10] = b[at + 5:at + 9] = struct.pack("<HH", 60000, 60000)
                open(name("claim.gif"), "wb").write(b)
                for n, options in (("lossy.webp", {}), ("lossless.webp", {"lossless": True})):
                    Image.new("RGB", (64, 64)).save(name(n), **options)
                    b = bytearray(open(name(n), "rb").read())
                    if options:
                        at = b.index(b"VP8L") + 9
                        size = struct.unpack("<I", b[at:at + 4])[0] & 0xF0000000 | 16382 | 16382 << 14
                        b[at:at + 4] = struct.pack("<I", size)
                    else:
                        at = b.index(bytes.fromhex("9d012a")) + 3
                        b[at:at + 4] = struct.pack("<HH", 16383, 16383)
                    open(name(n), "wb").write(b)
                def attribute(n, kind, value): return n + b"\0" + kind + b"\0" + struct.pack("<I", len(value)) + value
                channels = b"".join(c + b"\0" + struct.pack("<IIII", 1, 0, 1, 1) for c in (b"B", b"G", b"R")) + b"\0"
                window = struct.pack("<4i", 0, 0, 4999, 3999)
                open(name("claim.exr"), "wb").write(bytes.fromhex("762f310102000000")
                    + attribute(b"channels", b"chlist", channels) + attribute(b"compression", b"compression", b"\3")
                    + attribute(b"dataWindow", b"box2i", window) + attribute(b"displayWindow", b"box2i", window)
                    + attribute(b"lineOrder", b"lineOrder", b"\0") + attribute(b"pixelAspectRatio", b"float", struct.pack("<f", 1))
                    + attribute(b"screenWindowCenter", b"v2f", bytes(8))
                    + attribute(b"screenWindowWidth", b"float", struct.pack("<f", 1)) + b"\0" + bytes(2100))
                for n in ("claim.exr", "claim.gif", "lossy.webp", "lossless.webp", "none.png", "deep.png", "bits.png", "bits-flat.png", "baseline.jpg", "progressive.jpg", "strip.tif",
                    "strip-deflate.tif", "rows-deflate.tif"): print(n)
                """#
        let names = try runPython(script, arguments: [folder.path]).split(separator: "\n").map(String.init)
        #expect(names.count == 13)
        for name in names {
            let result = try runProgram(builtProgram("probe"), arguments: ["open", folder.file(name)])
            #expect(result.status == 1, "\(name): \(result.output)")
            let peak = try #require(result.output.split(separator: "\n").first.flatMap { Int($0) })
            #expect(peak < 150_000, "\(name) took \(peak) KiB: \(result.output)")
            #expect(result.output.contains(name))
        }
    }
}
