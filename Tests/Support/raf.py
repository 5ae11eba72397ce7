"""Creates Fujifilm RAF files: an uncompressed mosaic from a sensor that is upright or rotated by 45°."""

import struct


def raf(path, width=320, height=240, turned=False, model="FinePix X100", orientation=1):
    def item(tag, data): return struct.pack(">HH", tag, len(data)) + data
    items = [item(0x100, struct.pack(">HH", height, width)), item(0x121, struct.pack(">HH", height, width)),
             item(0x130, bytes([0, 0 if turned else 8, 0, 0])), item(0x2FF0, struct.pack(">4H", 300, 400, 400, 500))]
    directory = struct.pack(">I", len(items)) + b"".join(items)
    # The EXIF data of the embedded JPEG names the camera.
    model = model.encode().ljust(32, b"\0")
    tiff = struct.pack(">2sHIHHHI8s", b"MM", 42, 8, 3, 271, 2, 9, struct.pack(">I", 50) + b"\0\0\0\0")[:-4]
    tiff += struct.pack(">HHII", 272, 2, 32, 60) + struct.pack(">HHIHH", 274, 3, 1, orientation, 0) + bytes(4)
    tiff = tiff.ljust(50, b"\0") + b"FUJIFILM\0\0" + model
    jpeg = b"\xff\xd8\xff\xe1" + struct.pack(">H", len(tiff) + 8) + b"Exif\0\0" + tiff + b"\xff\xd9"
    start = 160 + len(jpeg)
    pixels = start + len(directory)
    samples = b"".join(struct.pack(">H", 512 + (x * 37 + y * 11) % 3000) for y in range(height) for x in range(width))
    header = b"FUJIFILMCCD-RAW 0201FF383501" + model + b"0100"
    header = header.ljust(84, b"\0") + struct.pack(">6I", 160, len(jpeg), start, len(directory), pixels, len(samples))
    open(path, "wb").write(header.ljust(160, b"\0") + jpeg + directory + samples)
