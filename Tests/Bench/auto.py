#!/usr/bin/env python3
"""auto.py FOLDER: measures Auto on a folder of photographs, and prints the tables of docs/auto.md as Markdown.

Photos named in FOLDER/casts.txt, one per line, have a visible color cast of their own. Casts are made with known
light: see `cast`. Needs the programs probe and glint-cli in GLINT_BUILT (default: .build/tests/debug), NumPy and
Pillow.
"""

import functools
import json
import os
import subprocess
import sys
import tempfile

import numpy
from PIL import Image

ROOT = os.path.realpath(os.path.join(os.path.dirname(__file__), "..", ".."))
BUILT = os.environ.get("GLINT_BUILT", os.path.join(ROOT, ".build", "tests", "debug"))
# The longer side of the photos in pixels; they are reduced to save time.
SIDE = 1024
CASTS = (-60, 60)
# The daylight of sRGB's white in kelvin.
WHITE = 6504
SRGB_TO_XYZ = numpy.array([
    [0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]])
BRADFORD = numpy.array([[0.8951, 0.2664, -0.1614], [-0.7502, 1.7135, 0.0367], [0.0389, -0.0685, 1.0296]])


def linear(encoded):
    return numpy.where(encoded <= 0.04045, encoded / 12.92, ((encoded + 0.055) / 1.055) ** 2.4)


def encoded(light):
    light = numpy.clip(light, 0, 1)
    return numpy.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055)


def daylight(kelvin):
    """The CIE daylight illuminant of this temperature (CIE 15), as XYZ with Y = 1."""
    if kelvin <= 7000:
        x = -4.6070e9 / kelvin**3 + 2.9678e6 / kelvin**2 + 0.09911e3 / kelvin + 0.244063
    else:
        x = -2.0064e9 / kelvin**3 + 1.9018e6 / kelvin**2 + 0.24748e3 / kelvin + 0.237040
    y = -3 * x * x + 2.87 * x - 0.275
    return numpy.array([x / y, 1, (1 - x - y) / y])


def cast(mired):
    """The matrix on linear sRGB of daylight that is warmer by this many mired: a Bradford transform."""
    adaptation = (BRADFORD @ daylight(1e6 / (1e6 / WHITE + mired))) / (BRADFORD @ daylight(WHITE))
    to_xyz = numpy.linalg.inv(BRADFORD) @ numpy.diag(adaptation) @ BRADFORD
    matrix = numpy.linalg.inv(SRGB_TO_XYZ) @ to_xyz @ SRGB_TO_XYZ
    # Darkened so that the light itself is not clipped.
    return matrix / (matrix @ numpy.ones(3)).max()


def auto(paths):
    """The values that Auto chooses for each file."""
    output = subprocess.run([os.path.join(BUILT, "probe"), "auto", *paths], check=True, stdout=subprocess.PIPE).stdout
    return [json.loads(line) for line in output.splitlines()]


ORDER = ["temperature", "tint", "exposure", "contrast", "highlights", "shadows", "whites", "blacks"]


def render(source, values, target):
    """Applies adjustments to a file."""
    stages = [
        {"id": filter, "parameters": {"stops" if filter == "exposure" else "amount": values[filter]}}
        for filter in ORDER if filter in values]
    with tempfile.NamedTemporaryFile("w", suffix=".json") as recipe:
        json.dump({"glint": 1, "filters": stages}, recipe)
        recipe.flush()
        subprocess.run(
            [os.path.join(BUILT, "glint-cli"), "render", source, "-o", target, "--recipe", recipe.name, "-y", "-q"],
            check=True)
    return pixels(target)


def pixels(path):
    with Image.open(path) as image:
        return numpy.asarray(image.convert("RGB")).astype(float)


@functools.cache
def light_of(temperature, tint, probed):
    """The color of the light that a white balance neutralizes, measured on a rendered gray."""
    chosen = {"temperature": temperature, "tint": tint}
    return 1 / linear(render(probed, chosen, probed + ".out.png")[0, 0] / 255)


def angle(one, other):
    """Degrees between two colors in linear light."""
    cosine = one @ other / numpy.linalg.norm(one) / numpy.linalg.norm(other)
    return numpy.degrees(numpy.arccos(min(1, cosine)))


def chroma(image):
    """Cb and Cr of the mean color, BT.601, of 255."""
    red, green, blue = image.reshape(-1, 3).mean(axis=0)
    luma = 0.299 * red + 0.587 * green + 0.114 * blue
    return numpy.array([(blue - luma) / 1.772, (red - luma) / 1.402])


def clipped(image):
    """The shares of pixels with a channel at white and at black."""
    return numpy.array([(image.max(axis=2) == 255).mean(), (image.min(axis=2) == 0).mean()])


def main():
    folder = os.path.abspath(sys.argv[1])
    listed = os.path.join(folder, "casts.txt")
    own_casts = set(open(listed).read().split("\n")) if os.path.exists(listed) else set()
    names = sorted(name for name in os.listdir(folder) if name != "casts.txt")
    with tempfile.TemporaryDirectory(prefix="glint-auto-") as work:
        measure(folder, names, own_casts, work)


def measure(folder, names, own_casts, work):
    gray = os.path.join(work, "gray.png")
    Image.new("RGB", (8, 8), (120, 120, 120)).save(gray)
    plain = {}
    for name in names:
        plain[name] = os.path.join(work, f"{len(plain)}.png")
        with Image.open(os.path.join(folder, name)) as image:
            image = image.convert("RGB")
            image.thumbnail((SIDE, SIDE), Image.BOX)
            image.save(plain[name])
    values = dict(zip(names, auto(list(plain.values()))))
    measure_plain(names, own_casts, plain, values)
    measure_casts(names, plain, gray)


def measure_plain(names, own_casts, plain, values):
    still, unclipped, again, rows = [], [], [], []
    for name in names:
        chosen = values[name]
        before, result = pixels(plain[name]), plain[name] + ".auto.png"
        balance = {key: value for key, value in chosen.items() if key in ("temperature", "tint")}
        moved = numpy.linalg.norm(chroma(render(plain[name], balance, result)) - chroma(before))
        after = render(plain[name], chosen, result)
        more = (clipped(after) - clipped(before)).max()
        second, = auto([result])
        change = abs(render(result, second, result + ".png").mean() - after.mean())
        temperature = chosen.get("temperature", 0)
        if name not in own_casts:
            still.append(abs(temperature) <= 8 and moved <= 3)
        unclipped.append(more <= 0.005)
        again.append(abs(second.get("temperature", 0)) <= 8 and change <= 8)
        rows.append((name, temperature, chosen.get("tint", 0), moved, 100 * more, second.get("temperature", 0), change))
    print("| photo | mired | CC | chroma | clipped, % more | second: mired | second: mean |\n" + "| --- " * 7 + "|")
    for name, *numbers in rows:
        mark = " (cast)" if name in own_casts else ""
        print(f"| {name}{mark} | " + " | ".join(f"{number:.2f}" for number in numbers) + " |")
    print(f"\nOf {len(still)} photos without a cast, moved by at most 8 mired and 3 of 255: {share(still)}")
    print(f"Of {len(unclipped)} photos, at most 0.5 % more pixels clipped: {share(unclipped)}")
    print(f"Of {len(again)} results, a second Auto moves at most 8 mired and the mean by 8 of 255: {share(again)}\n")


def measure_casts(names, plain, gray):
    errors = {method: [] for method in ("none", "gray world", "white patch", "Auto")}
    for mired in CASTS:
        matrix = cast(mired)
        light = matrix @ numpy.ones(3)
        paths = []
        for name in names:
            paths.append(f"{plain[name]}.{mired}.png")
            tinted = encoded(linear(pixels(plain[name]) / 255) @ matrix.T) * 255
            Image.fromarray(numpy.round(tinted).astype(numpy.uint8)).save(paths[-1])
        for path, values in zip(paths, auto(paths)):
            colors = linear(pixels(path) / 255).reshape(-1, 3)
            errors["none"].append(angle(numpy.ones(3), light))
            errors["gray world"].append(angle(colors.mean(axis=0), light))
            errors["white patch"].append(angle(numpy.percentile(colors, 99, axis=0), light))
            errors["Auto"].append(angle(light_of(values.get("temperature", 0), values.get("tint", 0), gray), light))
    print("| method | mean | median | 90th percentile | cast at least halved |\n| --- | --- | --- | --- | --- |")
    for method, degrees in errors.items():
        halved = share(numpy.array(degrees) <= numpy.array(errors["none"]) / 2)
        print(
            f"| {method} | {numpy.mean(degrees):.1f}° | {numpy.median(degrees):.1f}° | "
            f"{numpy.percentile(degrees, 90):.1f}° | {halved} |")


def share(satisfied):
    return f"{100 * numpy.mean(satisfied):.0f} %"


if __name__ == "__main__":
    main()
