"""The formulas for high dynamic range (ITU-R BT.2100), in double precision."""

import numpy as np


def pq_signal(light):
    power = (light / 10000) ** (2610 / 16384)
    return ((3424 / 4096 + 2413 / 128 * power) / (1 + 2392 / 128 * power)) ** (2523 / 32)


def pq_light(signal):
    power = signal ** (32 / 2523)
    return 10000 * (np.maximum(power - 3424 / 4096, 0) / (2413 / 128 - 2392 / 128 * power)) ** (16384 / 2610)


def hermite(t, start, end, slope):
    return ((1 + 2 * t) * (1 - t) ** 2 * start + t * (1 - t) ** 2 * slope + t ** 2 * (3 - 2 * t) * end)


def eetf(light):
    """ITU-R BT.2390, section 5.4: maps 0…1000 cd/m² to 0…100."""
    level = np.minimum(pq_signal(light) / pq_signal(1000), 1)
    maximum = pq_signal(100) / pq_signal(1000)
    knee = 1.5 * maximum - .5
    bent = hermite((level - knee) / (1 - knee), knee, maximum, 1 - knee)
    return pq_light(np.where(level < knee, level, bent) * pq_signal(1000))


def hlg_scene(signal):
    a, b, c = .17883277, .28466892, .55991073
    return np.where(signal <= .5, signal ** 2 / 3, (np.exp((signal - c) / a) + b) / 12)


# Linear light of other primaries to sRGB's: ITU-R BT.2087, and SMPTE EG 432-1.
TO_SRGB = {
    9: [[1.660491, -.587641, -.072850], [-.124550, 1.132900, -.008349], [-.018151, -.100579, 1.118730]],
    12: [[1.224940, -.224940, 0], [-.042057, 1.042057, 0], [-.019638, -.078636, 1.098274]],
}


def tone_mapped(signal, kind, primaries=9):
    """Maps PQ or HLG to standard dynamic range, as R'G'B' of a BT.1886 display."""
    signal = np.clip(signal, 0, 1)
    if kind == "PQ":
        light = pq_light(signal)
    else:
        scene = hlg_scene(signal)
        light = 1000 * (scene @ [.2627, .6780, .0593])[..., None] ** .2 * scene
    # The inverse transfer function of BT.1886.
    return np.clip(eetf(light) / 100 @ np.array(TO_SRGB[primaries]).T, 0, 1) ** (1 / 2.4)
