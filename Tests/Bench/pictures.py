"""Pictures for the measurements, and exact results to compare with."""

import cv2
import numpy as np


def photograph_like(width, height):
    """Slow gradients, hard edges, fine texture and sensor noise; BGR, the same bytes every time."""
    x, y = np.meshgrid(np.linspace(0, 1, width, dtype=np.float32), np.linspace(0, 1, height, dtype=np.float32))
    ridge = 0.55 + 0.07 * np.sin(x * 9) + 0.03 * np.sin(x * 31 + 1) + 0.004 * np.sin(x * 400)
    sky = np.stack([190 + 20 * y, 120 + 90 * y, 70 + 150 * y], -1)
    plants = ((np.arange(width)[None, :] ^ (np.arange(height)[:, None] * 3)) & 31) - 16
    depth = (y - ridge)[..., None]
    hills = np.array([40, 95, 60], np.float32) + depth * [20, 50, 70] + plants[..., None] * (0.3 + depth)
    picture = np.where(depth > 0, hills, sky)
    picture[(x - 0.7) ** 2 * 1.78 + (y - 0.25) ** 2 < 0.06**2] = [214, 244, 255]
    picture += np.random.default_rng(7).normal(0, 4, (height, width, 1))
    return np.clip(picture, 0, 255).astype(np.uint8)


def deepened(picture):
    """The same picture with 16 bits; low and high bytes differ."""
    low = np.random.default_rng(8).integers(0, 256, picture.shape, dtype=np.uint16)
    return picture.astype(np.uint16) << 8 | low


def saturation_matrix(amount):
    """The matrix rows for BGR: amount * color + (1 - amount) * BT.601 luma."""
    return amount * np.eye(3) + (1 - amount) * np.array([[0.114, 0.587, 0.299]] * 3)


def largest_error(blurred, picture, sigma):
    """The maximum error of a blur in levels, against the exact Gaussian in double precision."""
    reach = int(np.ceil(6.5 * sigma))
    kernel = np.exp(-np.arange(-reach, reach + 1) ** 2 / (2 * sigma**2))
    kernel /= kernel.sum()
    worst = 0
    for channel in range(3):
        exact = cv2.sepFilter2D(
            picture[..., channel].astype(np.float64), cv2.CV_64F, kernel, kernel, borderType=cv2.BORDER_REPLICATE)
        worst = max(worst, np.abs(exact - blurred[..., channel]).max())
    return worst
