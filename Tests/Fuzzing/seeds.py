#!/usr/bin/python3
"""Generates the initial inputs of the fuzzer: seeds.py FOLDER, with a subfolder for each target."""

import io
import itertools
import json
import os
import struct
import subprocess
import sys
import zlib

import numpy
from PIL import Image, ImageCms, PngImagePlugin, TiffImagePlugin

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../Support"))
from dng import dng
from floats import exr, pfm, radiance

random = numpy.random.default_rng(1)
folder = sys.argv[1]
counts = {}


def seed(target, data):
    """Adds an input to a target's folder."""
    os.makedirs(f"{folder}/{target}", exist_ok=True)
    counts[target] = counts.get(target, 0) + 1
    with open(f"{folder}/{target}/{counts[target]:03}", "wb") as file:
        file.write(data.encode() if isinstance(data, str) else data)


def picture(mode, width=9, height=7):
    """A picture with a smooth part and noise."""
    channels = len(Image.new(mode, (1, 1)).getbands())
    ramp = numpy.linspace(0, 200, width)[None, :, None] + random.integers(0, 50, (height, width, channels))
    return Image.fromarray(ramp.astype("u1").squeeze(), mode)


def encoded(image, kind, **options):
    file = io.BytesIO()
    image.save(file, kind, **options)
    return file.getvalue()


def exif(order="<"):
    """EXIF with the directories that cameras write, and a thumbnail."""
    def directory(entries, offset, following=0):
        # Entries are (tag, type, count, bytes); values of more than four bytes follow the table.
        table = struct.pack(order + "H", len(entries))
        values = b""
        for tag, kind, count, data in entries:
            if len(data) > 4:
                offset_of_values = offset + 2 + 12 * len(entries) + 4 + len(values)
                values += data + b"\0" * (len(data) % 2)
                data = struct.pack(order + "I", offset_of_values)
            table += struct.pack(order + "HHI", tag, kind, count) + data.ljust(4, b"\0")
        return table + struct.pack(order + "I", following) + values

    def short(number):
        return struct.pack(order + "H", number)

    def long(number):
        return struct.pack(order + "I", number)

    first = [(0x010F, 2, 7, b"Camera\0"), (0x0112, 3, 1, short(6)), (0x011A, 5, 1, long(72) + long(1)),
             (0x8769, 4, 1, long(200)), (0x8825, 4, 1, long(330))]
    inner = [(0x829A, 5, 1, long(1) + long(125)), (0x9003, 2, 20, b"2024:01:02 03:04:05\0"), (0xA001, 3, 1, short(1)),
             (0xA002, 4, 1, long(9)), (0xA003, 3, 1, short(7)), (0x927C, 7, 12, b"Maker's note")]
    location = [(0x0001, 2, 2, b"N\0"), (0x0002, 5, 3, (long(48) + long(1)) * 3)]
    thumbnail = [(0x0103, 3, 1, short(6)), (0x0201, 4, 1, long(460)), (0x0202, 4, 1, long(8))]
    block = {"<": b"II*\0", ">": b"MM\0*"}[order] + long(8)
    block += directory(first, 8, following=410)
    for offset, entries in ((200, inner), (330, location), (410, thumbnail)):
        block = block.ljust(offset, b"\0") + directory(entries, offset)
    return block.ljust(460, b"\0") + b"\xff\xd8thum\xff\xd9"


xmp = b"""<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description tiff:Orientation="6"
xmlns:tiff="http://ns.adobe.com/tiff/1.0/"><tiff:Orientation a='b'> 8 </tiff:Orientation></rdf:Description></rdf:RDF>
</x:xmpmeta><?xpacket end="w"?>"""
records = b"\x1c\x02\x50\x00\x06Author\x1c\x02\x78\x00\x07Caption"
resources = b"8BIM\x04\x04\0\0" + struct.pack(">I", len(records)) + records + b"\0" * (len(records) % 2)
resources = b"8BIM\x03\xed\x03abc" + struct.pack(">I", 3) + b"xyz\0" + resources
profiles = [ImageCms.ImageCmsProfile(ImageCms.createProfile(*kind)).tobytes()
            for kind in (("sRGB",), ("LAB",), ("XYZ",))]


def icc(space, tags):
    """A profile for a color space, with tags given by name and bytes."""
    table = struct.pack(">I", len(tags))
    data = b""
    for name, value in tags:
        value = value.ljust(-len(value) % 4 + len(value), b"\0")
        table += name + struct.pack(">II", 128 + 4 + 12 * len(tags) + len(data), len(value))
        data += value
    head = struct.pack(">I4sI4s4s4s", 0, b"lcms", 0x02400000, b"scnr", space, b"Lab " if b"A2B0" in dict(tags) else b"XYZ ")
    head += struct.pack(">6H", 2024, 1, 1, 0, 0, 0) + b"acsp" + bytes(28) + struct.pack(">3I", 0xF6D6, 0x10000, 0xD32D)
    whole = head.ljust(128, b"\0") + table + data
    return struct.pack(">I", len(whole)) + whole[4:]


def gamma(value):
    return b"curv" + struct.pack(">IIH", 0, 1, int(value * 256))


def xyz(*numbers):
    return b"XYZ " + struct.pack(">I3i", 0, *(int(number * 65536) for number in numbers))


def table(inputs):
    """An 8-bit lookup table, lut8Type."""
    grid = bytes(random.integers(0, 256, 2**inputs * 3, dtype="u1"))
    head = b"mft1" + struct.pack(">I4B", 0, inputs, 3, 2, 0) + struct.pack(">9i", *(65536 * (i % 4 == 0) for i in range(9)))
    return head + bytes(range(256)) * inputs + grid + bytes(range(256)) * 3


wide = [(b"rXYZ", xyz(.61, .31, .02)), (b"gXYZ", xyz(.2, .63, .07)), (b"bXYZ", xyz(.15, .06, .74)),
        (b"wtpt", xyz(.9642, 1, .8249))]
curves = [(name, gamma(1.8)) for name in (b"rTRC", b"gTRC", b"bTRC")]
parametric = b"para" + struct.pack(">IHH5i", 0, 3, 0, *(int(n * 65536) for n in (2.4, .948, .052, .077, .04)))
profiles += [
    icc(b"RGB ", wide + curves), icc(b"RGB ", wide + [(name, parametric) for name, _ in curves]),
    icc(b"GRAY", [(b"kTRC", gamma(2.2)), wide[3]]), icc(b"GRAY", [(b"kTRC", parametric), wide[3]]),
    icc(b"RGB ", [(b"A2B0", table(3)), wide[3]]), icc(b"CMYK", [(b"A2B0", table(4)), wide[3]]),
    icc(b"RGB ", wide + curves + [(b"A2B0", table(3))]),
]

# Decoders.
texts = PngImagePlugin.PngInfo()
texts.add_text("Title", "Nine by seven")
texts.add_itxt("XML:com.adobe.xmp", xmp.decode())
texts.add_itxt("Comment", "Größe", zip=True)
for mode in ("1", "L", "LA", "RGB", "RGBA", "P", "I;16"):
    image = picture("L").convert("1") if mode == "1" else \
        Image.fromarray(random.integers(0, 65536, (7, 9), dtype="u2")) if mode == "I;16" else \
        picture("RGB").quantize(16) if mode == "P" else picture(mode)
    seed("png", encoded(image, "PNG"))
seed("png", encoded(picture("RGB"), "PNG", pnginfo=texts, exif=exif(), icc_profile=profiles[0], dpi=(72, 72)))
seed("png", encoded(picture("P").quantize(8), "PNG", transparency=3))


def magick(source, kind, *options):
    """A picture converted by ImageMagick."""
    return subprocess.run(["/usr/bin/convert", "png:-", *options, kind + ":-"], input=encoded(source, "PNG"),
                          stdout=subprocess.PIPE, check=True).stdout


for options in (["-interlace", "PNG"], ["-depth", "16"], ["-interlace", "PNG", "-depth", "16"], ["-set", "gamma", "0.6"]):
    seed("png", magick(picture("RGBA"), "png", *options))

for mode, subsampling, progressive in itertools.product(("L", "RGB"), (0, 2), (False, True)):
    seed("jpeg", encoded(picture(mode, 17, 17), "JPEG", quality=60, subsampling=subsampling, progressive=progressive))
seed("jpeg", encoded(picture("CMYK"), "JPEG"))
seed("jpeg", encoded(picture("RGB"), "JPEG", exif=b"Exif\0\0" + exif(">"), icc_profile=profiles[3], dpi=(300, 300)))
for options in (["-sampling-factor", "4x1"], ["-define", "jpeg:arithmetic-coding=true"],
                ["-define", "jpeg:restart-interval=1"]):
    seed("jpeg", magick(picture("RGB", 33, 17), "jpeg", *options))

for mode, compression in itertools.product(
        ("1", "L", "RGB", "RGBA", "CMYK", "LAB"),
        ("raw", "tiff_lzw", "tiff_adobe_deflate", "packbits", "group4", "jpeg")):
    if (compression == "group4") != (mode == "1") or (compression == "jpeg" and mode in ("RGBA", "LAB")):
        continue
    source = picture("L").convert("1") if mode == "1" else picture(mode)
    seed("tiff", encoded(source, "TIFF", compression=compression))
tags = TiffImagePlugin.ImageFileDirectory_v2()
tags[270], tags[271], tags[33723], tags[700] = "A description", "Camera", records, xmp
for options in ({"tiffinfo": tags, "dpi": (72, 72)}, {"exif": exif()}, {"icc_profile": profiles[3]}):
    seed("tiff", encoded(picture("RGB"), "TIFF", **options))
for depth, options in itertools.product((8, 16, 32), (
        [], ["-define", "tiff:tile-geometry=16x16"], ["-interlace", "plane"], ["-define", "quantum:format=floating-point"],
        ["-define", "tiff:predictor=2", "-compress", "LZW"], ["-endian", "MSB"])):
    if depth == 8 and options[-1:] == ["quantum:format=floating-point"]:
        continue
    seed("tiff", magick(picture("RGB", 20, 17), "tiff", "-depth", str(depth), *options))
seed("tiff", magick(picture("RGB"), "tiff64"))
# A gray picture with unspecified extra samples.
bands = random.integers(0, 256, (4, 5, 5), dtype="u1")
entries = [(256, 3, 1, 5), (257, 3, 1, 4), (259, 3, 1, 1), (262, 3, 1, 1), (273, 4, 1, 200), (277, 3, 1, 5), (278, 3, 1, 4),
           (279, 4, 1, bands.size), (338, 3, 2, 0)]
file = b"II*\0" + struct.pack("<IH", 8, len(entries)) + b"".join(struct.pack("<HHII", *entry) for entry in entries)
seed("tiff", file.ljust(200, b"\0") + bands.tobytes())

for mode, options in itertools.product(("RGB", "RGBA"), ({"lossless": True}, {"quality": 50}, {"quality": 90, "method": 6})):
    seed("webp", encoded(picture(mode, 20, 17), "WEBP", **options))
seed("webp", encoded(picture("RGBA"), "WEBP", exif=b"Exif\0\0" + exif(), xmp=xmp, icc_profile=profiles[3]))
frames = [picture("RGBA") for _ in range(3)]
seed("webp", encoded(frames[0], "WEBP", save_all=True, append_images=frames[1:], duration=40))

for colors in (2, 16, 200):
    seed("gif", encoded(picture("RGB", 20, 17).quantize(colors), "GIF"))
seed("gif", encoded(picture("RGB").quantize(8), "GIF", interlace=True, transparency=2, comment=b"A comment"))
frames = [picture("RGB").quantize(8) for _ in range(3)]
seed("gif", encoded(frames[0], "GIF", save_all=True, append_images=frames[1:], duration=40, disposal=2, loop=0))

for target, kind in (("heif", "heic"), ("avif", "avif")):
    for mode, options in itertools.product(("L", "RGB", "RGBA"), (["-quality", "30"], ["-quality", "100"])):
        seed(target, magick(picture(mode, 24, 18), kind, *options))
    with open(f"{folder}/profile", "wb") as file:
        file.write(profiles[3])
    seed(target, magick(picture("RGB", 16, 16), kind, "-profile", f"icc:{folder}/profile"))
    os.remove(f"{folder}/profile")

for options in ({}, {"compressed": True}, {"thumbnail": True, "orientation": 6}, {"pattern": (2, 1, 1, 0), "crop": True}):
    dng(f"{folder}/dng", width=32, height=24, **options)
    with open(f"{folder}/dng", "rb") as file:
        seed("raw", file.read())
    os.remove(f"{folder}/dng")



def ffmpeg(source, *options):
    """A picture converted by FFmpeg."""
    return subprocess.run(["/usr/bin/ffmpeg", "-v", "error", "-i", "-", *options, "-"], input=encoded(source, "PNG"),
                          stdout=subprocess.PIPE, check=True).stdout


for mode, distance in itertools.product(("L", "RGB", "RGBA"), ("0", "2")):
    seed("jxl", ffmpeg(picture(mode, 20, 17), "-c:v", "libjxl", "-distance", distance, "-f", "image2pipe"))
codestream = ffmpeg(picture("RGB"), "-c:v", "libjxl", "-distance", "1", "-f", "image2pipe")
boxes = [(b"JXL ", b"\r\n\x87\n"), (b"ftyp", b"jxl \0\0\0\0jxl "), (b"Exif", bytes(4) + exif()), (b"xml ", xmp)]
if codestream.startswith(b"\xff\x0a"):
    boxes.append((b"jxlc", codestream))
    seed("jxl", b"".join(struct.pack(">I", 8 + len(data)) + name + data for name, data in boxes))

light = random.random((7, 9, 4)).astype("f4") * 3 - 0.5
for options in ({}, {"half": True}, {"chromaticities": (0.7, 0.3, 0.2, 0.7, 0.1, 0.1, 0.31, 0.33)}, {"deep": True}):
    seed("exr", exr(light[..., :3], **options))
seed("exr", exr(light))
for compression in ("rle", "zip1", "zip16"):
    seed("exr", ffmpeg(picture("RGBA", 20, 40), "-pix_fmt", "gbrapf32le", "-c:v", "exr", "-compression", compression,
                       "-f", "image2pipe"))
for pixels in (light[..., :3], light[..., 0]):
    seed("pnm", pfm(pixels))
    seed("pnm", pfm(pixels, big=True))
seed("radiance", radiance(numpy.abs(light[..., :3])))
seed("radiance", magick(picture("RGB", 40, 9), "hdr"))
for mode, compression in itertools.product(("L", "RGB", "RGBA", "CMYK"), ("none", "RLE")):
    # The source is converted to CMYK by ImageMagick, since PNG does not support it.
    source, options = (picture("RGB"), ["-colorspace", "CMYK"]) if mode == "CMYK" else (picture(mode), [])
    seed("psd", magick(source, "psd", *options, "-compress", compression))
seed("psd", magick(picture("RGB"), "psd", "-depth", "16"))
seed("psd", magick(picture("RGB").quantize(8), "psd", "-type", "Palette"))
seed("svg", """<?xml version="1.0"?><!DOCTYPE svg>
<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20" viewBox="0 0 3 2">
<defs><linearGradient id="a"><stop stop-color="#f00"/><stop offset="1" stop-color="blue" stop-opacity=".5"/></linearGradient>
<filter id="b"><feGaussianBlur stdDeviation=".1"/></filter></defs><rect width="2" height="2" fill="url(#a)" filter="url(#b)"/>
<path d="M0 0L1 1Q2 1 2 2Z" stroke="green" stroke-width=".1"/><text x="1" y="1" font-size="1">A</text><use href="#a"/></svg>""")
for mode in ("1", "L", "P", "RGB", "RGBA"):
    source = picture("L").convert("1") if mode == "1" else picture("RGB").quantize(16) if mode == "P" else picture(mode)
    seed("bmp", encoded(source, "BMP"))
    for rle in (None, "tga_rle"):
        seed("tga", encoded(source, "TGA", compression=rle))
for options in (["-compress", "RLE"], ["-define", "bmp:format=bmp3"], ["-define", "bmp:subtype=RGB565"]):
    seed("bmp", magick(picture("RGB").quantize(16).convert("RGB"), "bmp", *options))
for mode, kind, suffix in (("1", "PPM", ""), ("L", "PPM", ""), ("RGB", "PPM", "")):
    seed("pnm", encoded(picture("L").convert("1") if mode == "1" else picture(mode), kind))
for kind in ("pbm", "pgm", "ppm", "pam"):
    seed("pnm", magick(picture("RGBA" if kind == "pam" else "RGB"), kind, *(["-compress", "none"] if kind != "pam" else [])))
seed("pnm", magick(picture("RGB"), "ppm", "-depth", "16"))
for mode in ("RGB", "RGBA"):
    seed("qoi", ffmpeg(picture(mode), "-c:v", "qoi", "-f", "image2pipe"))
for options in ({}, {"bitmap_format": "bmp"}):
    seed("ico", encoded(picture("RGBA", 48, 48), "ICO", sizes=[(48, 48), (16, 16)], **options))
for mode in ("L", "RGB"):
    seed("jpegls", ffmpeg(picture(mode), "-c:v", "jpegls", "-f", "image2pipe"))
seed("jpeg", ffmpeg(picture("RGB"), "-pix_fmt", "bgr24", "-c:v", "ljpeg", "-f", "image2pipe"))

# Metadata beside the pixels.
for order in "<>":
    seed("exif", exif(order))
seed("exif", b"Exif\0\0" + exif())
# A directory to which other directories point, followed by values.
seed("tiff-directories", exif()[200:330])
seed("tiff-directories", struct.pack("<HHHII", 1, 0x9286, 7, 4, 0x41424344) + bytes(4))
seed("tiff-directories", struct.pack("<H", 2) + struct.pack("<HHII", 0xA005, 4, 1, 200) + struct.pack("<HHII", 2, 2, 20, 240))
seed("xmp", xmp)
seed("xmp", b"tiff:Orientation = '3' <tiff:Orientation >7</tiff:Orientation>")
for block in (records, resources, b"Photoshop 3.0\0" + resources):
    seed("iptc", block)
hexadecimal = b"\n" + str(len(records)).encode() + b"\n" + records.hex().encode() + b"\n"
for text in (b"\0Title\0A text", b"\1Comment\0\0\0de\0Kommentar\0Gr\xc3\xb6\xc3\x9fe",
             b"\1Comment\0\1\0\0\0" + zlib.compress(b"squeezed"), b"\3squeezed",
             b"\2iptc\0\niptc" + hexadecimal,
             b"\2APP1\0\ngeneric profile\n" + str(len(exif())).encode() + b"\n" + exif().hex().encode(),
             b"\1XML:com.adobe.xmp\0\0\0\0\0" + xmp):
    seed("png-text", text)
for profile in profiles:
    seed("icc", profile)
for number in range(4):
    seed("saving", bytes([number]) + struct.pack(">HH", len(exif()), len(xmp)) + exif() + xmp + records)
    seed("saving", bytes([number]) + struct.pack(">HH", 0, 0) + records)

# Messages of decoders, with the fields that Sources/Decoding/PictureMessages.swift and VideoMessages.swift list.
def array(value):
    return struct.pack("<I", len(value)) + value


def ending(blocks):
    text = struct.pack("<q", 1) + b"".join(b"\1" + array(block) for block in blocks).ljust(3, b"\0")
    text += b"\1" + struct.pack("<dd", 11.8, 11.8) + struct.pack("<I", 1) + array(b"Title") + array(b"A text")
    text += struct.pack("<I", 2) + b"\0" + array(b"its EXIF block") + struct.pack("<I", 0)
    text += b"\3" + array(b"its tags") + struct.pack("<I", 1) + array(b"256")
    return text + b"\1" + array(b"it ends too early") + struct.pack("<qqqq", 9, 7, 3, 2) + b"\1" + array(b"PQ")


size = struct.pack("<qqq", 9, 7, 8)
srgb = struct.pack("<I9d", 9, 0.4361, 0.3851, 0.1431, 0.2225, 0.7169, 0.0606, 0.0139, 0.0971, 0.7142)
endings = [ending(()), ending((exif(), xmp, records))]
seed("decoder-messages", size)
seed("decoder-messages", size + struct.pack("<q", 16) + b"\0\1" + srgb + bytes(4) + bytes(3) + b"\1" + array(b"png")
     + b"\1" + struct.pack("<q", 1) + b"\0")
seed("decoder-messages", size + struct.pack("<q", 8) + b"\1\0" + srgb + bytes(4) + b"\1" + array(profiles[0])
     + b"\1" + array(b"A name") + b"\1" + bytes(2) + b"\1" + endings[0])
for text in endings:
    seed("decoder-messages", text)
for cause, reason, library, numbers in (
        (1, b"it ends too early", b"", (0, 0, 0)), (2, b"", b"", (0, 0, 0)), (4, b"", b"", (9, 7, 0)),
        (5, b"a reason", b"libvips", (0, 0, 0)), (7, b"", b"", (9, 7, 252)), (13, b"h264", b"", (0, 0, 0))):
    seed("decoder-messages", bytes([cause]) + array(reason) + array(library) + struct.pack("<qqq", *numbers))
seed("decoder-messages", b"\1" + struct.pack("<I", 1) + struct.pack("<qqq", 3003, -2 ** 63, 1001) + b"\1\0\0")
seed("decoder-messages", struct.pack("<q", 2) + b"\1" + struct.pack("<qqqii", 3003, -2 ** 63, 1001, 320, 240) + b"\1\0\0\0")
seed("decoder-messages", array(b"mov,mp4") + array(b"h264") + array(b"yuv420p") + struct.pack("<iii", 320, 240, 1) + b"\0"
     + struct.pack("<6i", 1, 1, 1, 90000, 30000, 1001) + struct.pack("<qqqi", 900, -2 ** 63, 60, 8)
     + struct.pack("<5i", 1, 1, 1, 1, 2) + bytes(7) + struct.pack("<iiI", 0, 2, 1) + array(b"aac") + struct.pack("<qq", 2, 48000))

# Videos of a few frames, in every supported container and with all kinds of pixels.
source = "testsrc2=s=32x24:r=25:d=0.2"
for name, options in (
        ("b.mp4", "-c:v libx264 -bf 2 -pix_fmt yuv420p"), ("turned.mov", "-c:v qtrle -metadata:s:v rotate=90"),
        ("b.avi", "-c:v mpeg4 -bf 2"), ("b.mpg", "-c:v mpeg2video"), ("b.ts", "-c:v libx264 -pix_fmt yuv420p"),
        ("rgb.mkv", "-c:v ffv1 -pix_fmt bgr0"), ("pq.mkv", "-c:v ffv1 -pix_fmt yuv420p10le -color_trc smpte2084"),
        ("b.webm", "-c:v libvpx"), ("alpha.webm", "-c:v libvpx-vp9 -pix_fmt yuva420p -deadline realtime"),
        ("palette.avi", "-c:v zmbv -pix_fmt pal8"), ("b.gif", ""), ("b.apng", ""),
        ("b.webp", "-c:v libwebp_anim -lossless 1"), ("b.ogv", "-c:v libtheora"),
        ("b.flv", "-c:v flv"), ("motion.avi", "-c:v mjpeg -frames:v 2"),
        ("alpha.mov", "-c:v prores_ks -profile:v 4444 -frames:v 2"),
        ("fields.nut", "-vf setfield=tff -c:v rawvideo -pix_fmt yuv411p -frames:v 1")):
    path = f"{folder}/{name}"
    subprocess.run(["ffmpeg", "-loglevel", "error", "-nostdin", "-y", "-f", "lavfi", "-i", source, *options.split(), path],
                   check=True)
    with open(path, "rb") as file:
        seed("video", file.read())
    os.remove(path)

# Texts.
here = os.path.dirname(os.path.abspath(__file__))
recipes = []
presets = os.path.join(here, "../../Resources/presets")
for name in sorted(name for name in os.listdir(presets) if name.endswith(".json")):
    with open(os.path.join(presets, name)) as file:
        recipes.append(file.read())
recipes += [json.dumps({"glint": 1, "filters": filters, "other": [None, True, 1e300, "é"]}) for filters in (
    [], [{"id": "saturation", "parameters": {"amount": 0.3}, "enabled": False, "opacity": 0.5, "blend": "multiply"}],
    [{"id": "gaussian-blur", "parameters": {"radius": 10}, "region": {
        "shape": "ellipse", "x": 0.2, "y": 0.1, "width": 0.5, "height": 0.4, "feather": 0.3, "angle": 5, "inverted": True}}],
    [{"id": "curves", "parameters": {"red": [[0, 0], [0.5, 0.6], [1, 1]]}},
     {"id": "vignette", "parameters": {"center": [0.5, 0.5]}}],
    [{"id": "gradient-map", "parameters": {"shadows": "#102030", "midtones": [0.1, 0.2, 0.3]}},
     {"id": "ntsc", "parameters": {"frame": 3, "useField": "both"}, "easy": {"age": 0.5, "tapeSpeed": "lp"}}],
    [{"id": "of tomorrow", "parameters": {"x": [{}]}, "blend": "new", "region": {"shape": "star"}}],
    [{"id": "invert", "region": [
        {"shape": "gradient", "x": 0.5, "y": 0.1, "endX": 0.5, "endY": 0.6},
        {"shape": "luminosity", "low": 0.2, "high": 0.7, "feather": 0.1, "operation": "subtract"}]}])]
tapes = [json.dumps(preset) for preset in (
    {"version": 1, "vhs_edge_wave": 3.5, "use_field": 3, "a_new_key": [1, {"b": None}], "vhs_tape_speed": "fast"},
    {"version": 1, "ringing": False, "random_seed": 7, "chroma_demodulation": 2, "snow_intensity": 0.001},
    {"_composite_preemphasis": 1.5, "_ringing": 0.7, "_enable_ringing2": True, "_vhs_head_switching": True,
     "_video_scanline_phase_shift": 90, "_output_vhs_tape_speed": 2, "_other": "kept"})]
for text in recipes:
    seed("recipe", text)
requests = [json.dumps(request) for request in (
    {"hello": {"version": 1, "width": 64, "height": 48, "format": "rgba8", "rate": 29.97}},
    {"hello": {"version": 1, "width": 7, "height": 2 ** 31 - 1, "format": "grayf"}}, {"hello": {"version": 2}},
    {"hello": {"version": 1, "width": 33, "height": 21, "format": "i420", "matrix": "bt709", "range": "full",
               "siting": "center", "interlaced": True}}, {"hello": {"version": 1, "format": "nv12", "range": 2}},
    {"recipe": {"glint": 1, "filters": [{"id": "sepia"}]}}, {"recipe": ["a.json", None]}, {"memory": {"slot": 3}},
    {"frame": {"slot": 3, "time": 1.5, "number": 45}}, {"frame": {"slot": 64}}, {"release": {"slot": 3}},
    {"statistics": {}}, {"statistic": {}}, {"statistics": {"x": 1}}, [])]
for size in (1, 7, 200):
    seed("stream-requests", bytes([size]) + "\n".join(requests).encode())
seed("stream-requests", b"\xff" + b"x" * 5000 + b"\n" + requests[0].encode())
for text in tapes:
    seed("tape-preset", text)
for text in recipes[:2] + tapes:
    seed("preset-import", text)
corners = "\n".join(f"{r} {g} {b}" for b, g, r in itertools.product((0, 1), repeat=3))
for text in (f"TITLE \"x\"\n# comment\nLUT_3D_SIZE 2\n{corners}\n",
             "LUT_1D_SIZE 3\nDOMAIN_MIN -1 0 0\nDOMAIN_MAX 1 1 2\n0 0 0\n.5 5e-1 .5\n1 1 1",
             f"LUT_3D_SIZE 2\r\nLUT_3D_INPUT_RANGE 0.0 1.0\r\n{corners}"):
    seed("cube", text)
rows = "\n".join(f"{1023 * r} {1023 * g} {1023 * b}" for r, g, b in itertools.product((0, 1), repeat=3))
for text in (f"0 1023\n{rows}\n", f"3DMESH\nMesh 1 12\n# comment\n0 1023\n{rows}\nLUT8\ngamma 1.0\n", rows):
    seed("3dl", text)
ISF = {"ISFVSN": "2", "CREDIT": "nobody", "INPUTS": [
    {"NAME": "inputImage", "TYPE": "image"}, {"NAME": "a", "TYPE": "float", "MIN": 0, "MAX": 2, "DEFAULT": 1},
    {"NAME": "b", "TYPE": "long", "VALUES": [1, 2], "LABELS": ["one", "two"], "DEFAULT": 2},
    {"NAME": "c", "TYPE": "color", "DEFAULT": [1, 0.5, 0, 0.5]}, {"NAME": "d", "TYPE": "bool", "DEFAULT": True},
    {"NAME": "e", "TYPE": "point2D", "DEFAULT": [0.5, 0.5], "MIN": [0, 0], "MAX": [1, 1]}],
    "PASSES": [{"TARGET": "x", "WIDTH": "floor($WIDTH/2.0)", "HEIGHT": "$a * 8 + 1", "FLOAT": True,
                "PERSISTENT": True}, {}]}
for text in (f"/*{json.dumps(ISF)}*/\nvoid main() {{ gl_FragColor = IMG_THIS_PIXEL(x) * a; }}",
             f"/*{json.dumps(ISF)}*/\nvarying vec2 p;\nvoid main() {{ gl_FragColor = vec4(p, TIME, 1.0); }}"
             "\0varying vec2 p;\nvoid main() { isf_vertShaderInit(); p = isf_FragNormCoord; }",
             "void mainImage(out vec4 c, in vec2 p) { c = texture(iChannel1, p / iResolution.xy) * iMouse.x; }",
             "//!PARAM s\n//!TYPE float\n//!MINIMUM 0\n//!MAXIMUM 2\n1.0\n\n//!PARAM k\n//!TYPE ENUM int\nA\nB\n\n"
             "//!HOOK MAIN\n//!HOOK LUMA\n//!BIND HOOKED\n//!SAVE A\n//!WHEN OUTPUT.w HOOKED.w / 1.2 > s *\n"
             "//!WIDTH HOOKED.w 2 *\n//!HEIGHT 3\n//!COMPONENTS 2\nvec4 hook() { return HOOKED_tex(HOOKED_pos); }\n"
             "//!HOOK OUTPUT\n//!BIND A\n//!BIND HOOKED\n//!OFFSET -0.5 0.5\n//!COMPUTE 16 8 8 8\nvoid hook() {}\n"
             "//!TEXTURE T\n//!SIZE 2 1\n//!FORMAT rgba8\n//!FILTER LINEAR\n//!BORDER REPEAT\n0011223344556677\n"):
    seed("shader", text)
shaders = os.path.join(here, "../../Shaders")
for parent, _, names in sorted(os.walk(shaders)):
    for name in sorted(names):
        with open(os.path.join(parent, name)) as file:
            text = file.read()
        mark = "// filter:"
        if text.startswith(mark):
            lines = itertools.takewhile(lambda line: line.startswith("//"), text.splitlines())
            seed("filter-header", "\n".join(lines)[len(mark):] + "\n")
