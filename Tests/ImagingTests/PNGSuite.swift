/// An independent PNG encoder, in Python with only zlib and struct, so that what libpng reads is compared
/// with values that never passed through libpng.
let pngEncoder = #"""
    import random, struct, sys, zlib

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    def pack_row(samples, depth):
        if depth == 16: return b"".join(struct.pack(">H", s) for s in samples)
        if depth == 8: return bytes(samples)
        bits = "".join(format(s, "0%db" % depth) for s in samples)
        bits += "0" * (-len(bits) % 8)
        return bytes(int(bits[i:i + 8], 2) for i in range(0, len(bits), 8))

    def paeth(a, b, c):
        p = a + b - c
        pa, pb, pc = abs(p - a), abs(p - b), abs(p - c)
        return a if pa <= pb and pa <= pc else b if pb <= pc else c

    def filtered(rows, bpp, rng):
        out, previous = bytearray(), None
        for row in rows:
            kind = rng.randrange(5)
            prior = previous or bytes(len(row))
            out.append(kind)
            for i, x in enumerate(row):
                a = row[i - bpp] if i >= bpp else 0
                b = prior[i]
                c = prior[i - bpp] if i >= bpp else 0
                out.append((x - (0, a, b, (a + b) // 2, paeth(a, b, c))[kind]) & 255)
            previous = row
        return bytes(out)

    ADAM7 = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
    CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}

    def png(width, height, color, depth, pixels, interlaced=False, before=b"", after=b"", seed=1):
        """pixels[y][x] is a tuple of samples"""
        rng = random.Random(seed)
        bpp = max(1, CHANNELS[color] * depth // 8)
        raw = b""
        for x0, y0, dx, dy in ADAM7 if interlaced else [(0, 0, 1, 1)]:
            rows = [pack_row([s for x in range(x0, width, dx) for s in pixels[y][x]], depth)
                    for y in range(y0, height, dy)]
            if x0 < width: raw += filtered(rows, bpp, rng)
        data = zlib.compress(raw)
        half = len(data) // 2
        return (b"\x89PNG\r\n\x1a\n"
            + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, color, 0, 0, int(interlaced)))
            + before + chunk(b"IDAT", data[:half]) + chunk(b"IDAT", data[half:]) + after
            + chunk(b"IEND", b""))

    def random_pixels(width, height, color, depth, rng, limit=None):
        top = (1 << depth) if limit is None else limit
        return [[tuple(rng.randrange(top) for _ in range(CHANNELS[color])) for _ in range(width)]
                for _ in range(height)]
    """#

/// Writes every color type, depth, interlacing and transparency of PNG, with the expected RGBA values; prints
/// a line for each: name, width, height, depth, channels.
let pngSuite =
    pngEncoder + #"""

        folder = sys.argv[1]
        rng = random.Random(7)
        for color, depths in {0: (1, 2, 4, 8, 16), 2: (8, 16), 3: (1, 2, 4, 8), 4: (8, 16), 6: (8, 16)}.items():
            for depth in depths:
                for interlaced in (False, True):
                    for transparent in ((False, True) if color in (0, 2, 3) else (False,)):
                        for width, height in ((1, 1), (2, 2), (3, 5), (13, 9), (33, 17)):
                            top = (1 << depth) - 1
                            palette, alphas, key, before = [], [], None, b""
                            pixels = random_pixels(width, height, color, depth, rng)
                            if color == 3:
                                count = rng.randrange(1, top + 2)
                                pixels = random_pixels(width, height, color, depth, rng, count)
                                palette = [tuple(rng.randrange(256) for _ in range(3)) for _ in range(count)]
                                before += chunk(b"PLTE", bytes(sum(palette, ())))
                                if transparent:
                                    alphas = [rng.randrange(256) for _ in range(rng.randrange(1, count + 1))]
                                    before += chunk(b"tRNS", bytes(alphas))
                            elif transparent:
                                key = pixels[height // 2][width // 2]
                                before += chunk(b"tRNS", b"".join(struct.pack(">H", s) for s in key))
                            full = 65535 if depth == 16 else 255
                            expected = []
                            for row in pixels:
                                for p in row:
                                    if color == 3:
                                        i = p[0]
                                        expected += palette[i] + (alphas[i] if i < len(alphas) else 255,)
                                        continue
                                    alpha = p[-1] if color in (4, 6) else 0 if p == key else full
                                    rgb = p[:3] if color in (2, 6) else (p[0],) * 3
                                    expected += [s * full // top for s in rgb] + [alpha]
                            name = "c%d-d%d-%s%s-%dx%d" % (color, depth, "i" if interlaced else "n",
                                "t" if transparent else "", width, height)
                            with open(folder + "/" + name + ".png", "wb") as f:
                                f.write(png(width, height, color, depth, pixels, interlaced, before,
                                    seed=rng.random()))
                            with open(folder + "/" + name + ".rgba", "wb") as f:
                                f.write(struct.pack(("=%dH" if depth == 16 else "=%dB") % len(expected), *expected))
                            gray, alpha = color in (0, 4), color in (4, 6) or transparent
                            channels = {(1, 0): "gray", (1, 1): "grayAlpha", (0, 0): "rgb", (0, 1): "rgba"}
                            print(name, width, height, 16 if depth == 16 else 8, channels[(gray, alpha)])
        """#
