"""compare.py GLINT PEER...: how many levels each peer's picture is from Glint's on average, a line each."""

import sys

import cv2
import numpy as np

ours = cv2.imread(sys.argv[1]).astype(np.int16)
for peer in sys.argv[2:]:
    print(np.abs(cv2.imread(peer) - ours).mean())
