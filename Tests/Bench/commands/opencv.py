"""opencv.py INPUT OUTPUT AMOUNT SIGMA QUALITY: saturation and blur in 8 bits; prints the milliseconds of the work."""

import sys
import time

import cv2
import numpy as np

source, target, amount, sigma, quality = *sys.argv[1:3], *map(float, sys.argv[3:])
start = time.perf_counter()
matrix = amount * np.eye(3) + (1 - amount) * np.array([[0.114, 0.587, 0.299]] * 3)
image = cv2.GaussianBlur(cv2.transform(cv2.imread(source), matrix), (0, 0), sigma)
options = []
if target.endswith(".jpg"):
    options = [
        cv2.IMWRITE_JPEG_QUALITY, int(quality), cv2.IMWRITE_JPEG_SAMPLING_FACTOR, cv2.IMWRITE_JPEG_SAMPLING_FACTOR_444]
cv2.imwrite(target, image, options)
print((time.perf_counter() - start) * 1000)
