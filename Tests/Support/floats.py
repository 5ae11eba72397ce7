"""Writes files of floats byte by byte, following the formats' specifications."""

import struct

import numpy as np


def pfm(pixels, big=False):
    """A PFM file, whose rows begin at the bottom."""
    height, width = pixels.shape[:2]
    header = f"{'PF' if pixels.ndim == 3 else 'Pf'}\n{width} {height}\n{1.0 if big else -1.0}\n"
    return header.encode() + pixels[::-1].astype(">f4" if big else "<f4").tobytes()


def exr(pixels, half=False, chromaticities=None, deep=False, display=None, origin=(0, 0), compression=0, whole=False,
        names=None, others=(), more=(), luminance=None):
    """An uncompressed OpenEXR file of RGB or RGBA; colors must already be multiplied by alpha.

    `display` is the size of the display window if it differs, `origin` the first column and row,
    `compression` a method that is only declared. `whole` selects integers, `names` are alternative channel
    names, `others` additional channels, whose samples are all 7, and `more` additional attributes: name,
    type and value. With `luminance`, the weights of red, green and blue, the file has luma and half-size
    chroma."""
    height, width, count = pixels.shape
    contents = {name: pixels[..., index] for index, name in enumerate(names or "RGBA"[:count])}
    contents |= {name: np.full((height, width), 7) for name in others}
    steps = {}
    if luminance is not None:
        light = pixels[..., :3] @ np.asarray(luminance)
        contents = {"Y": light, "RY": (pixels[..., 0] / light - 1)[::2, ::2], "BY": (pixels[..., 2] / light - 1)[::2, ::2]}
        steps = {"RY": 2, "BY": 2}
    names = sorted(contents)

    def attribute(name, kind, value):
        return name.encode() + b"\0" + kind.encode() + b"\0" + struct.pack("<I", len(value)) + value

    channels = b"".join(
        name.encode() + b"\0" + struct.pack(
            "<IIii", 0 if whole else 1 if half else 2, 0, steps.get(name, 1), steps.get(name, 1))
        for name in names) + b"\0"
    box = struct.pack("<iiii", *origin, origin[0] + width - 1, origin[1] + height - 1)
    header = struct.pack("<II", 20000630, 2 | (0x800 if deep else 0))
    header += attribute("channels", "chlist", channels) + attribute("compression", "compression", bytes([compression]))
    header += attribute("dataWindow", "box2i", box) + attribute(
        "displayWindow", "box2i", struct.pack("<iiii", *display) if display else box)
    header += attribute("lineOrder", "lineOrder", b"\0") + attribute("pixelAspectRatio", "float", struct.pack("<f", 1))
    header += attribute("screenWindowCenter", "v2f", struct.pack("<ff", 0, 0))
    header += attribute("screenWindowWidth", "float", struct.pack("<f", 1))
    if deep:
        header += attribute("type", "string", b"deepscanline") + attribute("name", "string", b"deep")
        for name, number in ("version", 1), ("maxSamplesPerPixel", 1), ("chunkCount", height):
            header += attribute(name, "int", struct.pack("<i", number))
    for name, kind, value in more:
        header += attribute(name, kind, value)
    if chromaticities:
        header += attribute("chromaticities", "chromaticities", struct.pack("<8f", *chromaticities))
    header += b"\0"
    planes = [(contents[name].astype("<u4" if whole else "<f2" if half else "<f4"), steps.get(name, 1)) for name in names]
    rows = [b"".join(plane[y // step].tobytes() for plane, step in planes if y % step == 0) for y in range(height)]
    offsets, offset = b"", len(header) + 8 * height
    for row in rows:
        offsets += struct.pack("<Q", offset)
        offset += 8 + len(row)
    return header + offsets + b"".join(
        struct.pack("<iI", origin[1] + y, len(row)) + row for y, row in enumerate(rows))


def radiance(pixels):
    """A Radiance picture without run-length encoding: the three colors of a pixel share an exponent."""
    height, width = pixels.shape[:2]
    largest = pixels.max(-1)
    exponent = np.ceil(np.log2(np.maximum(largest, 1e-30) * 256 / 255))
    mantissa = np.clip(np.floor(pixels / 2.0 ** exponent[..., None] * 256), 0, 255)
    rows = np.dstack([mantissa, exponent + 128]).astype("u1")
    return f"#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y {height} +X {width}\n".encode() + rows.tobytes()


def read_raw(path, width, height):
    """RGB from the output of `ffmpeg -pix_fmt gbrpf32le -f rawvideo`."""
    green, blue, red = np.fromfile(path, "<f4").reshape(3, height, width)
    return np.stack([red, green, blue], -1)
