"""Section `peers`: Glint in memory and headless, compared with OpenCV and ImageMagick."""

import os
import statistics
import subprocess
import tempfile

import cv2
import numpy as np

import goals
import report
from measuring import in_turns
from peer_setup import GLINT_CLI, MAGICK, benchmark
from pictures import deepened, largest_error, photograph_like, saturation_matrix

SIGMA = 5  # gaussian-blur radius=10
SATURATION = 0.3
COLUMNS = ["ms", "processor ms", "times Glint's"]


def main():
    print("\n## In memory")
    with tempfile.TemporaryDirectory(prefix="glint-peers-") as folder:
        os.chdir(folder)
        photograph = photograph_like(4000, 3000)
        invert(photograph[:1000, :1000])
        drags = preview(photograph)
        points()
        blur(photograph)
        first_pass(photograph)
        analog_video(photograph)
        size()
        bandwidth()
        glint_alone(drags)


def processor(name):
    return f"{name}: processor time"


def compared(title, ours, names, peers):
    """A table of Glint's figures with these names and the peers' times; the first figure is the reference."""
    rows = [
        (f"Glint, {name}", ours[key], ours.get(processor(key.removesuffix(": p50")))) for name, key in names.items()]
    rows += [(name, *time) for name, time in peers.items()]
    reference = rows[0][1]
    report.print_table(title, COLUMNS, [
        (name, f"{wall:.1f}", "" if spent is None else f"{spent:.1f}", f"{wall / reference:.2f}")
        for name, wall, spent in rows])


def invert(picture):
    repeats = 20
    rgba = cv2.cvtColor(picture, cv2.COLOR_BGR2RGBA)
    floats = np.float32(rgba) / 255
    result, float_result, ones = np.empty_like(rgba), np.empty_like(floats), np.ones_like(floats)
    cv2.imwrite("small.png", picture)
    subprocess.run([MAGICK, "small.png", "small.mpc"], check=True)

    def opencv():
        for _ in range(repeats):
            cv2.bitwise_not(rgba, result)

    def opencv_float():
        for _ in range(repeats):
            cv2.subtract(ones, floats, float_result)

    def magick(arguments):
        subprocess.run([MAGICK, "small.mpc"] + arguments + ["null:"], check=True)

    ours, peers = in_turns(lambda: benchmark("invert"), {
        "OpenCV, 8 bit": opencv,
        "OpenCV, floats": opencv_float,
        "ImageMagick": lambda: magick(["-negate"] * repeats * 10),
        "nothing": lambda: magick([]),
    }, cycles=2, count=5)
    # The time to start the program and open the picture is subtracted; inverting ten times makes the
    # remainder stand out from the noise.
    nothing = peers.pop("nothing")
    peers["ImageMagick"] = type(nothing)(*((all - none) / 10 for all, none in zip(peers["ImageMagick"], nothing)))
    title = "Invert: 1000 × 1000 pixels, 20 times"
    compared(title, ours, {name.removeprefix("Glint, "): name for name in ours}, peers)


def preview(picture):
    matrix = saturation_matrix(SATURATION)
    floats = np.float32(picture) / 255
    seen = cv2.resize(floats, (1600, 1200), interpolation=cv2.INTER_AREA)[100:1100].copy()

    def whole():
        blurred = cv2.GaussianBlur(cv2.transform(floats, matrix), (0, 0), SIGMA)
        cv2.resize(blurred, (1600, 1200), interpolation=cv2.INTER_AREA)

    def reduced():
        cv2.GaussianBlur(cv2.transform(seen, matrix), (0, 0), SIGMA * 1600 / picture.shape[1])

    works = {
        "OpenCV, floats, the whole picture, then reduced": whole,
        "OpenCV, floats, a reduced copy of what is seen": reduced,
    }
    ours, peers = in_turns(lambda: benchmark("preview"), works, cycles=3, count=5)
    drags = ["saturation, fitted", "radius, fitted", "saturation, at 100 %"]
    compared(
        "Preview: saturation, then blur (radius 10), of 12 megapixels, 1600 × 1000 seen; a frame", ours,
        {name: f"{name}: p50" for name in drags}, peers)
    frame, spent = ours["saturation, fitted: p50"], ours[processor("saturation, fitted")]
    whole, reduced = peers.values()
    goals.at_least(
        "preview headless, faster than OpenCV's float chain on the whole picture", 7, whole.wall / frame,
        note=f" ({whole.processor / spent:.3g} × by processor time)")
    goals.at_most(
        "preview headless, time against OpenCV on a reduced float picture", 3, frame / reduced.wall,
        note=f" ({spent / reduced.processor:.3g} × by processor time)")
    return ours


def points():
    ours = benchmark("points")
    singles = ["saturation", "invert"]
    six = "saturation and invert, three times each"
    compared("Fused point filters: 12 megapixels, half floats", ours, {name: name for name in [*singles, six]}, {})

    def ratio(suffix):
        return ours[six + suffix] / (sum(ours[name + suffix] for name in singles) / 2)

    goals.at_most(
        "six fused point filters against one", 1.3, ratio(""),
        note=f" ({ratio(': processor time'):.3g} × by processor time)")


class Blur:
    """Blurs a picture of 8 or 16 bits, in memory."""

    def __init__(self, picture, radius):
        self.picture, self.sigma = picture, radius / 2
        self.depth = picture.dtype.itemsize * 8
        self.name = f"radius {radius}, {self.depth} bit"
        self.rgba = cv2.cvtColor(picture, cv2.COLOR_BGR2RGBA)
        self.result = np.empty_like(self.rgba)

    def with_opencv(self):
        cv2.GaussianBlur(self.rgba, (0, 0), self.sigma, self.result, borderType=cv2.BORDER_REPLICATE)

    def errors(self):
        """The errors of Glint's export and of OpenCV's result against the exact Gaussian."""
        cv2.imwrite("in.png", self.picture, [cv2.IMWRITE_PNG_COMPRESSION, 1])
        subprocess.run(
            [GLINT_CLI, "render", "in.png", "-y", "-o", "out.png", "--",
             "gaussian-blur", f"radius={2 * self.sigma}"], check=True)
        results = cv2.imread("out.png", cv2.IMREAD_UNCHANGED), cv2.cvtColor(self.result, cv2.COLOR_RGBA2BGR)
        return [largest_error(result, self.picture, self.sigma) for result in results]


def blur(picture):
    wide, _, deep = blurs = [Blur(picture, 40), Blur(picture, 10), Blur(deepened(picture), 10)]
    ours, peers = in_turns(lambda: benchmark("blur"), {blur.name: blur.with_opencv for blur in blurs}, cycles=2, count=3)
    for blur in blurs:
        peer = peers[blur.name]
        name = f"{blur.name}, resident"
        compared(
            f"Gaussian blur of 12 megapixels, {blur.name} RGBA", ours,
            {"resident": name, "memory to memory": f"{blur.name}, memory to memory"}, {"OpenCV": peer})
        error, theirs = blur.errors()
        error = max(error, ours[f"{blur.name}: largest error"])
        maximum = 2**blur.depth - 1
        print(f"\nLargest error against the exact Gaussian: Glint {error:.2f}, OpenCV {theirs:.2f} of {maximum}.")
        what = f"full-size blur {blur.name}"
        if blur is wide:
            goals.at_least(
                f"{what}, faster than OpenCV", 4, peer.wall / ours[name],
                note=f" ({peer.processor / ours[processor(name)]:.3g} × by processor time)")
        else:
            goals.at_most(
                f"{what}, time against OpenCV", 1.3 if blur is deep else 1, ours[name] / peer.wall,
                note=f" ({ours[processor(name)] / peer.processor:.3g} × by processor time)")
        goals.at_most(
            f"{what}, distance from the exact gaussian", 16 if blur is deep else 1, error, unit=f"of {maximum}")


def first_pass(picture):
    """The export pass that reads every pixel: a filter and the blur's first reduction."""
    cv2.imwrite("in.png", picture, [cv2.IMWRITE_PNG_COMPRESSION, 1])
    times = []
    for _ in range(5):
        result = subprocess.run(
            [GLINT_CLI, "render", "in.png", "-y", "-o", "out.png", "--timings", "--",
             "saturation", "amount=1.3", "gaussian-blur", f"radius={2 * SIGMA}"],
            check=True, capture_output=True, text=True)
        line = next(line for line in (result.stdout + result.stderr).splitlines() if line.startswith("saturation + "))
        times.append(float(line.split()[-2]))
    goals.at_most(
        "saturation and the first reduction of a blur (radius 10), 12 megapixels, in an export", 80,
        statistics.median(times), unit="ms")


def analog_video(picture):
    rgba = cv2.cvtColor(picture, cv2.COLOR_BGR2RGBA)
    ours, peers = in_turns(
        lambda: benchmark("ntsc"), {"OpenCV, blur": lambda: cv2.GaussianBlur(rgba, (0, 0), SIGMA)}, cycles=2, count=3)
    peer = peers["OpenCV, blur"]
    compared(
        "The analog video chain, beside a gaussian blur of 12 megapixels, 8-bit RGBA", ours,
        {"1920×1080": "1920×1080", "640×480": "640×480"}, {"OpenCV, blur": peer})
    goals.at_most(
        "analog video at 1920×1080, time against OpenCV's blur of 12 megapixels", 0.5,
        ours["1920×1080"] / peer.wall, note=f" ({ours[processor('1920×1080')] / peer.processor:.3g} × by processor time)")
    goals.at_most("analog video at 640×480, a frame", 33, ours["640×480"], unit="ms")


def size():
    ours = benchmark("size")
    rows = []
    for name, times in [("export, png", 4), ("export, jpg", 4), ("preview", 1)]:
        small, large = ours[f"{name}, 12 megapixels"], ours[f"{name}, 48 megapixels"]
        part = large / small / times
        spent = ours[processor(f"{name}, 48 megapixels")] / ours[processor(f"{name}, 12 megapixels")] / times
        rows.append((name, f"{small:.1f}", f"{large:.1f}", f"{large / small:.2f}"))
        goals.add(
            f"{name}, 48 megapixels against {'4 × ' if times > 1 else ''}12", "0.85…1.15 ×",
            f"{part:.3g} × ({spent:.3g} × by processor time)", 0.85 <= part <= 1.15)
    report.print_table(
        "Cost against size: saturation and blur (radius 10), without start-up, median of 5",
        ["12 megapixels, ms", "48 megapixels, ms", "ratio"], rows)


def bandwidth():
    ours = benchmark("bandwidth")
    part = ": part of the copy's"
    names = [name for name in ours if name + part in ours]
    report.print_table(
        "Bytes read and written a second, 12 megapixels in half floats", ["GB/s", "of the copy's"],
        [(name, f"{ours[name]:.1f}", f"{ours[name + part]:.0f} %") for name in names])


def glint_alone(drags):
    decode, export = benchmark("decode"), benchmark("export")
    report.print_table("Glint alone: files of 12 megapixels", ["ms"], [
        *((f"decode {name}", f"{value:.0f}") for name, value in decode.items()),
        *((f"export {name}, saturation and blur (radius 10)", f"{value:.0f}") for name, value in export.items())])
    report.print_table(
        "Glint alone: previews", ["frames a second", "p50 ms", "p95 ms", "processor ms", "first frame ms"], [
            (name, *(f"{drags[f'{name}: {figure}']:.0f}" for figure in
                     ("frames", "p50", "p95", "processor time", "first frame")))
            for name in ("saturation, fitted", "radius, fitted", "saturation, at 100 %")])


if __name__ == "__main__":
    main()
