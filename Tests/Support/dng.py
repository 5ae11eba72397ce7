"""Creates DNG files: mosaics of a scene with soft colors, as a camera would record it."""

import struct

import numpy as np


def scene(width, height):
    y, x = np.mgrid[0:height, 0:width] / [[[height]], [[width]]]
    return np.stack([.1 + .7 * x, .15 + .6 * y, .8 - .6 * x * y], -1)


def mosaic(width, height, pattern, black, white):
    # The sensor's response to white light.
    light = scene(width, height) * [.5, 1, .7]
    y, x = np.mgrid[0:height, 0:width]
    channel = np.array(pattern).reshape(2, 2)[y % 2, x % 2]
    seen = np.take_along_axis(light, channel[..., None], 2)[..., 0]
    return np.round(black + seen * (white - black)).astype(np.uint16)


def lossless_jpeg(samples, precision=16):
    """Lossless JPEG with predictor 1 (ITU-T T.81, annex H): 17 codes of 5 bits."""
    height, width = samples.shape
    out = b"\xff\xd8\xff\xc3" + struct.pack(">HBHHBBBB", 11, precision, height, width, 1, 1, 0x11, 0)
    out += b"\xff\xc4" + struct.pack(">HB", 19 + 17, 0) + bytes([0, 0, 0, 0, 17] + [0] * 11) + bytes(range(17))
    out += b"\xff\xda" + struct.pack(">HBBBBBB", 8, 1, 1, 0, 1, 0, 0)
    bits = []
    previous_row = None
    for row in samples.astype(int):
        before = 1 << precision - 1 if previous_row is None else previous_row[0]
        for value in row:
            difference = (value - before + 32768) % 65536 - 32768
            size = int(abs(difference)).bit_length()
            bits.append(format(size, "05b"))
            if 0 < size < 16:
                bits.append(format(difference if difference > 0 else difference + (1 << size) - 1, "0%db" % size))
            before = value
        previous_row = row
    text = "".join(bits)
    text += "1" * (-len(text) % 8)
    data = int(text, 2).to_bytes(len(text) // 8, "big")
    return out + data.replace(b"\xff", b"\xff\0") + b"\xff\xd9"


TYPES = {"B": (1, "B"), "H": (3, "H"), "I": (4, "I"), "s": (2, "s")}


def entry(tag, kind, values):
    if kind == "s":
        data = values.encode() + b"\0"
        return tag, 2, len(data), data
    if kind in "RS":
        data = b"".join(struct.pack("<ii" if kind == "S" else "<II", round(v * 10000), 10000) for v in values)
        return tag, 10 if kind == "S" else 5, len(values), data
    return tag, TYPES[kind][0], len(values), struct.pack("<%d%s" % (len(values), TYPES[kind][1]), *values)


def directory(entries, at, rest):
    """A directory for this offset, with values that do not fit appended to `rest`."""
    entries = sorted(entries)
    start = at + 2 + 12 * len(entries) + 4
    body, tail = struct.pack("<H", len(entries)), b""
    for tag, kind, count, data in entries:
        if len(data) <= 4:
            field = data.ljust(4, b"\0")
        else:
            field = struct.pack("<I", start + len(tail))
            tail += data + b"\0" * (len(data) % 2)
        body += struct.pack("<HHI", tag, kind, count) + field
    return body + struct.pack("<I", 0) + tail


def dng(path, width=320, height=240, pattern=(0, 1, 1, 2), black=256, white=16000, compressed=False,
        thumbnail=False, orientation=1, crop=False, neutral=(.5, 1, .7), more=()):
    samples = mosaic(width, height, pattern, black, white)
    data = lossless_jpeg(samples) if compressed else samples.astype("<u2").tobytes()
    small = (scene(96, 64) * 255).astype(np.uint8).tobytes()
    pixels = 8 + len(small)
    common = [
        entry(50706, "B", (1, 4, 0, 0)), entry(50708, "s", "Glint Test"), entry(271, "s", "Glint"),
        entry(272, "s", "Test"), entry(274, "H", (orientation,)), entry(50778, "H", (21,)),
        # The matrix from XYZ to the sensor's color space, here sRGB.
        entry(50721, "S", (3.2405, -1.5371, -.4985, -.9693, 1.8760, .0416, .0556, -.2040, 1.0572)),
    ] + ([entry(50728, "R", neutral)] if neutral else []) + [entry(*values) for values in more]
    raw = [
        entry(254, "I", (0,)), entry(256, "I", (width,)), entry(257, "I", (height,)), entry(258, "H", (16,)),
        entry(259, "H", (7 if compressed else 1,)), entry(262, "H", (32803,)), entry(273, "I", (pixels,)),
        entry(277, "H", (1,)), entry(278, "I", (height,)), entry(279, "I", (len(data),)),
        entry(33421, "H", (2, 2)), entry(33422, "B", pattern), entry(50714, "H", (black,)),
        entry(50717, "H", (white,))]
    if crop:
        raw += [entry(50719, "I", (8, 8)), entry(50720, "I", (width - 16, height - 16))]
    first = pixels + len(data) + len(data) % 2
    if thumbnail:
        sub = directory(raw, first, b"")
        preview = [
            entry(254, "I", (1,)), entry(256, "I", (96,)), entry(257, "I", (64,)), entry(258, "H", (8, 8, 8)),
            entry(259, "H", (1,)), entry(262, "H", (2,)), entry(273, "I", (8,)), entry(277, "H", (3,)),
            entry(278, "I", (64,)), entry(279, "I", (len(small),)), entry(330, "I", (first,))]
        directories = sub + directory(preview + common, first + len(sub), b"")
        first += len(sub)
    else:
        directories = directory(raw + common, first, b"")
    with open(path, "wb") as file:
        file.write(struct.pack("<2sHI", b"II", 42, first) + small + data + b"\0" * (len(data) % 2) + directories)
