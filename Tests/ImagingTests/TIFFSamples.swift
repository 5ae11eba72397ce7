import Imaging
import TestSupport
import Testing

/// Handmade TIFF files with every kind of sample, compared with the definition of their values.
@Suite struct TIFFSamples {
    /// Writes a file for each combination of photometric interpretation, samples, extra samples, type and
    /// planes, and, if its meaning is unambiguous, the expected RGBA with 8 or 16 bits or as floats. Prints
    /// name, bits, color or not, alpha or not, and whether it must open.
    private static let script = #"""
        import itertools, struct, sys
        import numpy as np
        folder = sys.argv[1]
        WIDTH, HEIGHT = 19, 13
        UNSAID, PREMULTIPLIED, STRAIGHT = 0, 1, 2
        rng = np.random.default_rng(11)

        def tiff(path, photometric, samples, extra, values, planar):
            kind = values.dtype.kind
            bits = values.dtype.itemsize * 8
            planes = values.transpose(2, 0, 1) if planar else values[None]
            strips = [plane.astype(values.dtype.newbyteorder("<")).tobytes() for plane in planes]
            body, offsets = b"", []
            for strip in strips:
                offsets.append(8 + len(body))
                body += strip + b"\0" * (len(strip) % 2)
            tags = [(256, 4, [WIDTH]), (257, 4, [HEIGHT]), (258, 3, [bits] * samples), (259, 3, [1]), (262, 3, [photometric]),
                (273, 4, offsets), (277, 3, [samples]), (278, 4, [HEIGHT]), (279, 4, [len(s) for s in strips]),
                (284, 3, [2 if planar else 1])]
            if photometric == 5: tags.append((332, 3, [1]))
            if extra: tags.append((338, 3, extra))
            tags.append((339, 3, [{"u": 1, "i": 2, "f": 3}[kind]] * samples))
            table, blobs = b"", b""
            base = 8 + len(body) + 2 + 12 * len(tags) + 4
            for tag, type, numbers in tags:
                field = b"".join(struct.pack("<H" if type == 3 else "<I", n) for n in numbers)
                if len(field) > 4:
                    at = base + len(blobs)
                    blobs += field + b"\0" * (len(field) % 2)
                    field = struct.pack("<I", at)
                table += struct.pack("<HHI", tag, type, len(numbers)) + field.ljust(4, b"\0")
            open(path, "wb").write(b"II*\0" + struct.pack("<I", 8 + len(body)) + body + struct.pack("<H", len(tags)) + table
                + b"\0" * 4 + blobs)

        def encoded(light):
            size = np.abs(light)
            return np.sign(light) * np.where(size <= .0031308, 12.92 * size, 1.055 * size ** (1 / 2.4) - .055)

        # As parts of 1 what integers are, which are encoded already, and floats, which are linear light.
        def meaning(values):
            if values.dtype.kind == "f": return encoded(values.astype("f8"))
            if values.dtype.kind == "u": return values / np.iinfo(values.dtype).max
            # Nothing says what a signed number stands for: they count like unsigned ones, and what is negative is black.
            return np.clip(values, 0, None) / (255 if values.dtype.itemsize == 1 else 65535)

        def alpha_of(values):
            return np.clip(values, 0, 1) if values.dtype.kind == "f" else meaning(values)

        number = 0
        for dtype, planar in itertools.product(("u1", "u2", "u4", "i1", "i2", "f4", "f8"), (False, True)):
            for photometric, colors in ((0, 1), (1, 1), (2, 3), (5, 4)):
                for extra in ([], [UNSAID], [STRAIGHT], [PREMULTIPLIED], [UNSAID] * 2, [UNSAID, STRAIGHT], [UNSAID] * 3,
                        [STRAIGHT, UNSAID], [UNSAID] * 7, None):
                    # Without a word about the last one.
                    unsaid, extra = extra is None, extra or ([UNSAID] if extra is None else [])
                    samples = colors + len(extra)
                    type = np.dtype(dtype)
                    if type.kind == "f": values = rng.random((HEIGHT, WIDTH, samples)).astype(type) * 1.2 - .1
                    else:
                        info = np.iinfo(type)
                        values = rng.integers(info.min, info.max, (HEIGHT, WIDTH, samples), dtype=type, endpoint=True)
                    if PREMULTIPLIED in extra and type.kind == "u":
                        top = np.iinfo(type).max
                        values[..., -1] = np.maximum(values[..., -1], top // 3)
                        values[..., :colors] = values[..., :colors] * (values[..., -1:] / top)
                        if photometric == 0: values[..., :colors] = top - values[..., :colors]
                    elif PREMULTIPLIED in extra and type.kind == "f":
                        values[..., -1] = values[..., -1].clip(.3, 1)
                    alpha = next((i for i, e in enumerate(extra) if e != UNSAID), 0 if len(extra) == 1 else None)
                    name = "%04d-%s-p%d-s%d-%s%s%s.tif" % (number, dtype, photometric, samples, "".join(map(str, extra)),
                        "-unsaid" if unsaid else "", "-planar" if planar else "")
                    number += 1
                    tiff(folder + "/" + name, photometric, samples, None if unsaid else extra, values, planar)
                    bits = 8 if type.itemsize == 1 else 32 if type.kind == "f" and photometric != 5 else 16
                    # Libraries differ in what they make of the rest, which may be refused.
                    opens = dtype in ("u1", "u2", "u4", "f4") + (("f8",) if photometric in (1, 2) else ()) and not (planar and colors == 1 and samples > 1) \
                        and not (photometric == 0 and type.kind != "u") and (PREMULTIPLIED not in extra or dtype in ("u1", "u2"))
                    if photometric != 5:
                        color = values[..., :colors]
                        if photometric == 0: color = (1 - color) if type.kind == "f" else np.iinfo(type).max - color
                        rgba = np.ones((HEIGHT, WIDTH, 4))
                        rgba[..., :3] = meaning(color)
                        if alpha is not None: rgba[..., 3] = alpha_of(values[..., colors + alpha])
                        if PREMULTIPLIED in extra and type.kind == "f":
                            rgba[..., :3] = meaning(color / values[..., -1:])
                        elif PREMULTIPLIED in extra: rgba[..., :3] = np.clip(rgba[..., :3] / np.maximum(rgba[..., 3:], 1e-9), 0, 1)
                        rgba = rgba.astype("<f4") if bits == 32 else np.round(rgba * (2 ** bits - 1)).astype("u1" if bits == 8 else "<u2")
                        open(folder + "/" + name + ".rgba", "wb").write(rgba.tobytes())
                    print(name, bits, {1: "gray", 3: "rgb", 4: "rgb"}[colors], int(alpha is not None), int(opens))
        """#

    @Test func everyKindOfSamplesOpensRightOrIsRefused() throws {
        let folder = try temporaryFolder()
        let lines = try runPython(Self.script, arguments: [folder.path]).split(separator: "\n")
        #expect(lines.count == 560)
        for line in lines {
            let words = line.split(separator: " ").map(String.init)
            let (name, depth) = (words[0], try #require(Int(words[1]).flatMap(PixelBuffer.Depth.init)))
            let picture: Picture
            do {
                picture = try Picture(contentsOf: folder.file(name))
            } catch {
                #expect("\(error)".contains(name) && words[4] == "0", "\(error)")
                continue
            }
            #expect(picture.width == 19 && picture.height == 13 && picture.depth == depth, "\(line)")
            #expect(picture.channels.isGray == (words[2] == "gray"), "\(line): \(picture.channels)")
            #expect(picture.channels.hasAlpha == (words[3] == "1"), "\(line): \(picture.channels)")
            guard let expected = try? contents(folder.file(name + ".rgba")) else { continue }
            let reference = Picture(
                pixels: PixelBuffer(width: 19, height: 13, depth: depth) { $0.copyBytes(from: expected) },
                channels: .rgba)
            let difference = picture.largestDifference(from: reference)
            let tolerance = depth != .eight ? 0.1 : name.contains("-1") ? 3 : 0
            #expect(difference <= tolerance, "\(line): \(difference) levels off")
        }
    }
}
