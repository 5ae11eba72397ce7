"""libvips.py INPUT OUTPUT AMOUNT SIGMA QUALITY [LEVEL]: saturation and blur; prints the milliseconds of
the work.

LEVEL is the deflate level of a PNG, by default libvips's own."""

import sys
import time

import pyvips

source, target, amount, sigma, quality = *sys.argv[1:3], *map(float, sys.argv[3:6])
start = time.perf_counter()
luma = [0.299, 0.587, 0.114]
matrix = [[amount * (row == column) + (1 - amount) * luma[column] for column in range(3)] for row in range(3)]
image = pyvips.Image.new_from_file(source, access="sequential")
# libvips truncates its kernel where it falls below this fraction of its peak, here at 3 standard deviations.
image = image.recomb(matrix).cast("uchar").gaussblur(sigma, min_ampl=0.01)
options = {"Q": int(quality), "subsample_mode": "off"} if target.endswith(".jpg") else {}
if len(sys.argv) > 6:
    options["compression"] = int(sys.argv[6])
image.write_to_file(target, **options)
print((time.perf_counter() - start) * 1000)
