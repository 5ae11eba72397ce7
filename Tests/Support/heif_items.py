"""Adds items to a small HEIF or AVIF with one picture, like those in other programs' files.

Usage: heif_items.py IN OUT WHAT..., where each WHAT is
  tonemap   an Exif block, a gain map that is auxiliary to the picture, and the item of both (tmap), as written by iPhones
  hidden    a gain map that only the tone map refers to, as written by libavif
  several   an Exif block and an auxiliary picture that belong to the picture and to another one
  empty     a picture without bytes
  nowhere   a picture without a location in the file
  outside   a picture whose bytes would be beyond the end of the file
  bare      a picture without properties
  wide      items with four-byte ids
  open      a last box without a length
  turned    the picture itself, stored rotated by 90° counterclockwise
"""
import struct
import sys


def boxes(data):
    at = 0
    while at + 8 <= len(data):
        length, kind = struct.unpack_from(">I4s", data, at)
        head = 8
        if length == 1:
            length, = struct.unpack_from(">Q", data, at + 8)
            head = 16
        if length == 0:
            length = len(data) - at
        yield kind.decode("latin-1"), data[at + head:at + length]
        at += length


def box(kind, content):
    return struct.pack(">I4s", 8 + len(content), kind.encode("latin-1")) + content


def full(kind, content, version=0, flags=0):
    return box(kind, struct.pack(">I", version << 24 | flags) + content)


source, target, what = sys.argv[1], sys.argv[2], set(sys.argv[3:])
wide = "wide" in what
top = list(boxes(open(source, "rb").read()))
meta = dict(boxes(dict(top)["meta"][4:]))
pixels = dict(top)["mdat"]
main, = struct.unpack_from(">H", meta["pitm"], 4)
codec = next(content[8:12].decode() for kind, content in boxes(meta["iinf"][6:]) if kind == "infe")
properties = list(boxes(dict(boxes(meta["iprp"]))["ipco"]))
associations = dict(boxes(meta["iprp"]))["ipma"]
count = associations[10]
of_main = list(associations[11:11 + count])

items = [(main, codec, 0, pixels, of_main)]
references = []
exif = b"\0\0\0\0II*\0\x08\0\0\0\x01\0\x0f\x01\x02\0\x06\0\0\0\x1a\0\0\0\0\0\0\0Apple\0"


def auxiliary(kind):
    properties.append(("auxC", struct.pack(">I", 0) + kind.encode() + b"\0"))
    return len(properties)


if "turned" in what:
    properties.append(("irot", bytes([3])))
    of_main.append(len(properties))
size = 1 + [kind for kind, _ in properties].index("ispe")
if "tonemap" in what:
    gain = auxiliary("urn:com:apple:photo:2020:aux:hdrgainmap")
    items += [(46, "tmap", 0, bytes(62), [size]), (47, codec, 0, pixels, of_main + [gain]), (48, "Exif", 1, exif, [])]
    references += [("dimg", 46, [main, 47]), ("auxl", 47, [main, 46]), ("cdsc", 48, [main, 46])]
if "hidden" in what:
    items += [(51, "tmap", 0, bytes(62), [size]), (52, codec, 1, pixels, of_main), (53, "Exif", 1, exif, [])]
    references += [("dimg", 51, [main, 52]), ("cdsc", 53, [51, main])]
if "several" in what:
    depth = auxiliary("urn:mpeg:hevc:2015:auxid:2")
    items += [(56, codec, 0, pixels, of_main), (57, codec, 0, pixels, of_main + [depth]), (58, "Exif", 1, exif, [])]
    references += [("auxl", 57, [56, main]), ("cdsc", 58, [56, main])]
for number, kind in ((61, "empty"), (62, "nowhere"), (63, "outside"), (64, "bare")):
    if kind in what:
        items.append((number, codec, 0, None if kind == "nowhere" else b"" if kind == "empty" else pixels,
                      [] if kind == "bare" else of_main))

number = ">I" if wide else ">H"
infos = [full("infe", struct.pack(number, item) + struct.pack(">H4s", 0, kind.encode()) + b"\0",
              3 if wide else 2, hidden) for item, kind, hidden, _, _ in items]
links = [box(kind, struct.pack(number, item) + struct.pack(">H", len(to)) + b"".join(struct.pack(number, i) for i in to))
         for kind, item, to in references]
own = b"".join(struct.pack(number, item) + bytes([len(indices)]) + bytes(indices)
               for item, _, _, _, indices in items if indices)
described = sum(bool(indices) for *_, indices in items)


def header(start):
    locations, at, placed = b"", start, 0
    for item, _, _, data, _ in items:
        if data is None:
            continue
        offset = 1 << 30 if item == 63 else at
        locations += struct.pack(number, item) + (struct.pack(">H", 0) if wide else b"")
        locations += struct.pack(">HHII", 0, 1, offset, len(data))
        placed += 1
        at += len(data)
    parts = full("hdlr", meta["hdlr"][4:]) + full("pitm", struct.pack(number, main), 1 if wide else 0)
    parts += full("iloc", b"\x44\0" + struct.pack(number, placed) + locations, 2 if wide else 0)
    parts += full("iinf", struct.pack(number, len(items)) + b"".join(infos), 1 if wide else 0)
    if links:
        parts += full("iref", b"".join(links), 1 if wide else 0)
    parts += box("iprp", box("ipco", b"".join(box(*entry) for entry in properties)) +
                 full("ipma", struct.pack(">I", described) + own, 1 if wide else 0))
    return box("ftyp", dict(top)["ftyp"]) + full("meta", parts)


data = b"".join(data or b"" for _, _, _, data, _ in items)
start = len(header(0)) + 8
last = struct.pack(">I", 0) + b"mdat" + data if "open" in what else box("mdat", data)
open(target, "wb").write(header(start) + last)
