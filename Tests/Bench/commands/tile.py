"""tile.py SOURCE TARGET TIMES: writes a picture tiled TIMES across and down."""

import sys

import cv2
import numpy as np

source, target, times = cv2.imread(sys.argv[1]), sys.argv[2], int(sys.argv[3])
cv2.imwrite(target, np.tile(source, (times, times, 1)), [cv2.IMWRITE_PNG_COMPRESSION, 1])
