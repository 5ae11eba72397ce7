/// Functions of NumPy that convert frames of 8 bits between I420 or NV12 and R'G'B', by the formulas of ITU-R
/// BT.601, BT.709 and BT.2020 in double precision. `planes` makes noise, `rgb` reads it, and `samples` makes
/// planes of R'G'B'.
let planarReference = #"""
    import numpy as np
    WEIGHTS = {'bt601': (.299, .114), 'bt709': (.2126, .0722), 'bt2020': (.2627, .0593), 'fcc': (.3, .11),
               'smpte240m': (.212, .087)}
    def levels(values):
        return np.floor(np.clip(values, 0, 255) + .5).astype(np.uint8)
    def scales(range_):
        # Black, white − black, and the span of chroma.
        return (0, 255, 255) if range_ == 'full' else (16, 219, 224)
    def half(length):
        return (length + 1) // 2
    def planes(width, height, seed=1, range_='limited'):
        # Chroma is weak, so that few colors are outside of R'G'B'.
        random = np.random.default_rng(seed)
        black, span, _ = scales(range_)
        luma = random.integers(black + span // 4, black + span * 3 // 4, (height, width), dtype=np.uint8)
        return [luma] + [random.integers(98, 158, (half(height), half(width)), dtype=np.uint8) for _ in range(2)]
    def packed(planes, order):
        luma, cb, cr = planes
        parts = [luma, cb, cr] if order == 'i420' else [luma, np.stack([cb, cr], 2)]
        return np.concatenate([part.ravel() for part in parts])
    def unpacked(data, width, height, order):
        size, count = width * height, half(width) * half(height)
        luma, rest = data[:size].reshape(height, width), data[size:size + 2 * count]
        cb, cr = (rest[:count], rest[count:]) if order == 'i420' else (rest[::2], rest[1::2])
        return [luma] + [plane.reshape(half(height), half(width)) for plane in (cb, cr)]
    def enlarged(plane, length, axis, first):
        # Linear between samples, of which the first one is at `first` pixels.
        position = (np.arange(length) - first) / 2
        lower = np.floor(position).astype(int)
        share = (position - lower).reshape((-1, 1) if axis == 0 else (1, -1))
        last = plane.shape[axis] - 1
        one, other = (np.take(plane, np.clip(lower + n, 0, last), axis) for n in (0, 1))
        return one * (1 - share) + other * share
    def reduced(pixels, axis, first):
        length = pixels.shape[axis]
        middles = 2 * np.arange(half(length))
        at = lambda offset: np.take(pixels, np.clip(middles + offset, 0, length - 1), axis)
        return at(0) * (1 - first) + at(1) * first if first else (at(-1) + 2 * at(0) + at(1)) / 4
    def location(siting):
        # The last two are those of the top and the bottom field, whose rows are two rows apart.
        return {'left': (0, .5), 'center': (.5, .5), 'topleft': (0, 0), 'top': (.5, 0), 'left of top field': (0, .25),
                'left of bottom field': (0, .75)}[siting]
    def rgb(planes, matrix='bt601', range_='limited', siting='left'):
        (red, blue), (black, white, chroma) = WEIGHTS[matrix], scales(range_)
        height, width = planes[0].shape
        across, down = location(siting)
        luma = (planes[0].astype(float) - black) / white
        cb, cr = ((enlarged(enlarged(plane.astype(float), height, 0, down), width, 1, across) - 128) / chroma
                  for plane in planes[1:])
        r, b = luma + 2 * (1 - red) * cr, luma + 2 * (1 - blue) * cb
        return levels(255 * np.stack([r, (luma - red * r - blue * b) / (1 - red - blue), b], 2))
    def samples(pixels, matrix='bt601', range_='limited', siting='left'):
        (red, blue), (black, white, chroma) = WEIGHTS[matrix], scales(range_)
        across, down = location(siting)
        r, g, b = np.moveaxis(pixels / 255, 2, 0)
        luma = red * r + (1 - red - blue) * g + blue * b
        differences = (b - luma) / (2 * (1 - blue)), (r - luma) / (2 * (1 - red))
        return [levels(black + white * luma)] + [
            levels(128 + chroma * reduced(reduced(plane, 0, down), 1, across)) for plane in differences]
    def difference(made, wanted):
        """The largest difference of levels, and the share of levels that differ."""
        apart = np.concatenate([np.abs(a.astype(int) - b).ravel() for a, b in zip(made, wanted)])
        return apart.max(), (apart > 0).mean()

    """#
