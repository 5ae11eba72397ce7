"""The analog video chain in double precision, with its row filters from scipy.signal: the reference for
the kernels.

Noise, snow, shifts and other random effects are omitted: presets for this model must disable them.
"""

import numpy as np
from scipy.signal import butter, lfilter, lfilter_zi

RATE = 4 * 315e6 / 88
YIQ = np.array([[0.299, 0.587, 0.114], [0.5959, -0.2746, -0.3213], [0.2115, -0.5227, 0.3112]])
RGB = np.array([[1, 0.956, 0.619], [1, -0.272, -0.647], [1, -1.106, 1.703]])
TAPE = {1: (2.4e6, 320e3, 4), 2: (1.9e6, 300e3, 5), 3: (1.4e6, 280e3, 6)}
# Luma and chroma cutoffs of each medium at its fastest speed, and its slowest speed. The chroma of color-under
# formats is 320 kHz times their color carrier in kHz divided by that of VHS.
MEDIA = [
    (2.4e6, 320e3, 3),  # VHS
    (4.0e6, 320e3, 3),  # S-VHS
    (2.5e6, 320e3 * 743.444 / 629.371, 2),  # Video8
    (4.0e6, 320e3 * 743.444 / 629.371, 2),  # Hi8
    (2.5e6, 320e3 * 688.374 / 629.371, 3),  # Betamax
    (2.5e6, 320e3 * 688.374 / 629.371, 1),  # U-matic
    (4.5e6, 1.5e6, 1),  # Betacam SP
    (5.0e6, 1.3e6, 1),  # 1-inch C
]


def one_pole(cutoff, rate):
    step, tau = 1 / rate, 1 / (2 * np.pi * cutoff)
    alpha = step / (tau + step)
    return [alpha], [1, alpha - 1]


def low_pass(cutoff, rate, kind):
    if kind == 1:
        return None if cutoff >= rate / 2 else butter(2, cutoff, fs=rate)
    b, a = one_pole(cutoff, rate)
    return [b[0] ** 3], np.polymul(a, np.polymul(a, a))


def notch(frequency, quality):
    """At frequency 0 the filter has no stop band; at Nyquist only the lower half of the stop band remains."""
    beta = np.tan(np.pi * frequency / quality / 2)
    gain, middle = 1 / (1 + beta), np.cos(np.pi * frequency)
    return [gain, -2 * middle * gain, gain], [1, -2 * middle * gain, 2 * gain - 1]


def filtered(rows, coefficients, scale=1.0, advance=0, from_first=False):
    # Without coefficients (a cutoff at Nyquist or above) everything passes, but the signal is still advanced.
    b, a = coefficients or ([1.0, 0.0], [1.0, 0.0])
    long = np.concatenate([rows, np.repeat(rows[:, -1:], advance, axis=1)], axis=1)
    state = lfilter_zi(b, a) if from_first else np.zeros(max(len(a), len(b)) - 1)
    result, _ = lfilter(b, a, long, axis=1, zi=np.outer(rows[:, 0], state) if from_first else
                        np.zeros((len(rows), len(state))))
    return (long + scale * (result - long))[:, advance:]


def box(rows):
    first = np.full_like(rows[:, :1], 16 / 255)
    padded = np.concatenate([first, rows, rows[:, -1:], rows[:, -1:]], axis=1)
    width = rows.shape[1]
    return sum(padded[:, i:i + width] for i in range(4)) / 4


def carriers(settings, frame, height, width):
    rows = np.arange(height)
    offset = settings["video_scanline_phase_shift_offset"]
    phase = {
        0: 0 * rows,
        1: (frame + offset + rows) & 3,
        2: (((frame + 2 * rows) & 2) + offset) & 3,
        3: (frame + offset + rows) & 3,
    }[settings["video_scanline_phase_shift"]]
    phase = (phase[:, None] + np.arange(width)) & 3
    return np.array([1, 0, -1, 0.0])[phase], np.array([0, 1, 0, -1.0])[phase]


def shifted(rows, shift):
    """Delays rows by `shift` pixels; the start is filled with zeros."""
    whole = int(np.floor(shift))
    part = shift - whole
    width = rows.shape[1]

    def at(lag):
        result = np.zeros_like(rows)
        start, end = max(0, lag), min(width, width + lag)
        if start < end:
            result[:, start:end] = rows[:, start - lag:end - lag]
        return result

    return (1 - part) * at(whole) + part * at(whole + 1)


def chroma_low_pass(settings, key, planes, rate):
    kind = settings["filter_type"]
    cutoffs = {0: None, 1: ((2.6e6, 1), (2.6e6, 1)), 2: ((1.3e6, 2), (0.6e6, 4))}[settings[key]]
    if cutoffs is None:
        return planes
    return [filtered(p, low_pass(c, rate, kind), advance=n) for p, (c, n) in zip(planes, cutoffs)]


def field(settings, y, i, q, frame, picture_height):
    scale = vertical = 1.0
    if settings["scale_settings"]:
        by_size = picture_height / 480 if settings["scale_with_video_size"] else 1
        scale, vertical = settings["bandwidth_scale"] * by_size, settings["vertical_scale"] * by_size
    rate, kind = RATE * scale, settings["filter_type"]
    height, width = y.shape
    if settings["input_luma_filter"] == 1 and width >= 2:
        y = box(y)
    elif settings["input_luma_filter"] == 2:
        y = filtered(y, notch(0.5, 2), from_first=True)
    i, q = chroma_low_pass(settings, "chroma_lowpass_in", [i, q], rate)
    carrier_i, carrier_q = carriers(settings, frame, height, width)
    composite = y + i * carrier_i + q * carrier_q
    composite = filtered(composite, one_pole(RATE / 8, RATE), scale=-settings["composite_preemphasis"])

    way = settings["chroma_demodulation"]
    if height == 1 and way >= 2:
        way = 1
    if way == 0:
        y = box(composite)
    elif way == 1:
        y = filtered(composite, notch(0.5, 2))
    else:
        above = np.concatenate([composite[1:2], composite[:-1]])
        below = np.concatenate([composite[1:], composite[-2:-1]])
        y = (composite + above) / 2 if way == 2 else composite / 2 + (above + below) / 4
        if settings.get("sharp_comb"):
            y = y + filtered(composite - y, notch(0.5, 2))
    chroma = composite - y
    planes = []
    for carrier in (carrier_i, carrier_q):
        plane = np.pad(chroma * carrier, ((0, 0), (1, 1)))
        planes.append(plane[:, 1:-1] + (plane[:, :-2] + plane[:, 2:]) / 2)
    i, q = planes

    if settings["luma_smear"] > 0:
        y = filtered(y, one_pole(0.25 * 2 ** (-4 * settings["luma_smear"]), scale))
    frequency = min(1, settings["ringing_frequency"] / scale)
    if settings["ringing"] and 0 < frequency:
        y = filtered(y, notch(frequency, settings["ringing_power"]), settings["ringing_scale"], 1, True)
    angle = 2 * np.pi * settings["chroma_phase_error"]
    i, q = i * np.cos(angle) - q * np.sin(angle), i * np.sin(angle) + q * np.cos(angle)
    # Like the reference, multiplies by the scale twice.
    lag = settings["chroma_delay_horizontal"] * scale * scale
    down = int(np.floor(abs(settings["chroma_delay_vertical"]) * vertical + 0.5))
    down = down if settings["chroma_delay_vertical"] > 0 else -down
    if lag != 0 or down != 0:
        moved = []
        for plane in (i, q):
            rows = np.zeros_like(plane)
            start, end = max(0, down), min(height, height + down)
            if start < end:
                rows[start:end] = plane[start - down:end - down]
            moved.append(shifted(rows, lag))
        i, q = moved
    speed = settings["vhs_tape_speed"]
    if settings["vhs_settings"] and speed > 0:
        luma_sp, chroma_sp, slowest = MEDIA[settings.get("medium", 0)]
        luma_cut, chroma_cut, advance = TAPE[min(speed, slowest)]
        luma_cut, chroma_cut = luma_cut * luma_sp / 2.4e6, chroma_cut * chroma_sp / 320e3
        advance = int(np.floor(advance * 320e3 / chroma_sp * scale + 0.5))
        y = filtered(y, low_pass(luma_cut, rate, kind))
        i, q = (filtered(p, low_pass(chroma_cut, rate, kind), advance=advance) for p in (i, q))
        y = filtered(y, one_pole(luma_cut, rate), scale=-1.6)
        if settings["vhs_sharpen_enabled"]:
            frequency = settings["vhs_sharpen_frequency"]
            cutoff = luma_cut * frequency * (1 if kind == 1 else 4)
            y = filtered(y, low_pass(cutoff, rate, kind), scale=-2 * settings["vhs_sharpen"] * frequency)
    if settings["vhs_chroma_vert_blend"] and picture_height > 1:
        i, q = (np.concatenate([p[:1] / 2, (p[1:] + p[:-1]) / 2]) for p in (i, q))
    return y, *chroma_low_pass(settings, "chroma_lowpass_out", [i, q], rate)


def chain(settings, picture, frame=0):
    """`picture` is height×width×3, 0…1; the result is not clamped."""
    planes = [np.einsum("c,yxc->yx", row, picture) for row in YIQ]
    height = len(picture)
    use = settings["use_field"]
    if use == 0:
        use = 2 if frame % 2 == 0 else 1
    if use == 3:
        result = field(settings, *planes, frame, height)
    elif use in (1, 2):
        first = min(use - 1, height - 1)
        half = field(settings, *(p[first::2] for p in planes), frame, height)
        last = len(half[0]) - 1
        result = []
        for plane in half:
            rows = []
            for row in range(height):
                inner = 0 < row < height - 1
                if row % 2 != use - 1 and inner:
                    rows.append((plane[(row - 1) // 2] + plane[min((row + 1) // 2, last)]) / 2)
                else:
                    rows.append(plane[min(row // 2, last)])
            result.append(np.array(rows))
    else:
        result = [p.copy() for p in planes]
        for parity in (0, 1):
            if parity >= height:
                continue
            number = 2 * frame + (parity if use == 4 else 1 - parity)
            for target, plane in zip(result, field(settings, *(p[parity::2] for p in planes), number, height)):
                target[parity::2] = plane
    return np.einsum("rc,cyx->yxr", RGB, np.array(result))
