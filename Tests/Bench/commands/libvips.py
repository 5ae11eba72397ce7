"""libvips.py INPUT OUTPUT AMOUNT SIGMA QUALITY: saturation and blur; prints the milliseconds of the work."""

import sys
import time

import pyvips

source, target, amount, sigma, quality = *sys.argv[1:3], *map(float, sys.argv[3:])
start = time.perf_counter()
luma = [0.299, 0.587, 0.114]
matrix = [[amount * (row == column) + (1 - amount) * luma[column] for column in range(3)] for row in range(3)]
image = pyvips.Image.new_from_file(source, access="sequential")
# libvips cuts its kernel off where it falls below this part of its middle: at 3 standard deviations.
image = image.recomb(matrix).cast("uchar").gaussblur(sigma, min_ampl=0.01)
image.write_to_file(target, **({"Q": int(quality), "subsample_mode": "off"} if target.endswith(".jpg") else {}))
print((time.perf_counter() - start) * 1000)
