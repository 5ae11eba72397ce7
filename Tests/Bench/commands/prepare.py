"""prepare.py [WIDTH HEIGHT]: writes in.png and in.jpg, 12 megapixels by default, into the current folder."""

import os
import sys

import cv2

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), ".."))
from pictures import photograph_like

picture = photograph_like(*(map(int, sys.argv[1:3]) if len(sys.argv) > 2 else (4000, 3000)))
cv2.imwrite("in.png", picture)
cv2.imwrite("in.jpg", picture, [
    cv2.IMWRITE_JPEG_QUALITY, 92, cv2.IMWRITE_JPEG_SAMPLING_FACTOR, cv2.IMWRITE_JPEG_SAMPLING_FACTOR_444])
