"""compare.py GLINT PEER...: prints the average difference in levels of each peer's picture from Glint's,
one per line."""

import sys

import cv2
import numpy as np

ours = cv2.imread(sys.argv[1]).astype(np.int16)
for peer in sys.argv[2:]:
    print(np.abs(cv2.imread(peer) - ours).mean())
