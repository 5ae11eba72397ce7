#!/usr/bin/env python3
"""Glint beside other programs, in one run on one machine: prints Markdown tables.

    /usr/bin/python3 Tests/Bench/peers.py .build/release/glint-cli

The peers are OpenCV from PyPI, installed into .build/peers, and Debian's ImageMagick and libvips. Rounds of the
peers take turns, so that whatever else the machine does meets each of them, and Glint's own benchmark runs right
before; the figures are medians. Ratios within one run mean something, milliseconds of a busy machine little.
"""

import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PEERS = os.path.join(ROOT, ".build", "peers")
# Wheels bring their own libraries; these are the versions that the figures in docs/performance.md come from.
WHEELS = ["numpy==2.2.6", "opencv-python-headless==4.12.0.88", "pyvips==3.0.0"]
SIGMA = 5  # gaussian-blur radius=10
SATURATION = 0.3


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: peers.py GLINT_CLI")
    inside = os.path.join(PEERS, "bin", "python3")
    if sys.prefix != PEERS:
        install(inside)
        os.execv(inside, [inside, __file__, os.path.abspath(sys.argv[1])])
    compare(sys.argv[1])


def install(python):
    """Makes the virtual environment, and installs what Debian provides where it is missing."""
    has_pip = subprocess.run(["/usr/bin/python3", "-c", "import ensurepip"], stderr=subprocess.DEVNULL).returncode == 0
    needed = [package for package, there in [
        ("imagemagick", shutil.which("convert")),
        ("python3-venv", has_pip),
    ] if not there]
    if needed:
        root = [] if os.getuid() == 0 else ["sudo"]
        subprocess.run(root + ["apt-get", "install", "-y", "-qq", "--no-install-recommends"] + needed, check=True)
    if not os.path.exists(python):
        subprocess.run(["/usr/bin/python3", "-m", "venv", PEERS], check=True)
    subprocess.run([python, "-m", "pip", "install", "-q", "--disable-pip-version-check"] + WHEELS, check=True)


def compare(glint):
    import cv2
    import numpy as np
    import pyvips

    device = json.loads(subprocess.run([glint, "info", "--json"], check=True, capture_output=True).stdout)
    print(f"Device: {device['renderer']}, OpenGL {device['version']}, {os.cpu_count()} CPU cores.")
    magick = subprocess.run(["convert", "-version"], capture_output=True, text=True).stdout.split()[2]
    vips = ".".join(str(pyvips.version(part)) for part in range(3))
    print(f"OpenCV {cv2.__version__}, libvips {vips}, ImageMagick {magick}.")

    with tempfile.TemporaryDirectory(prefix="glint-peers-") as folder:
        os.chdir(folder)
        photograph = photograph_like(np, 4000, 3000)
        invert_table(cv2, np, photograph[:1000, :1000], bench(glint, "invert"))
        preview_table(cv2, np, photograph, bench(glint, "preview"))
        command_table(cv2, np, pyvips, photograph, glint)


def bench(glint, name):
    """The figures of one of glint-cli's own benchmarks, by their names."""
    report = json.loads(subprocess.run([glint, "bench", "--json", name], check=True, capture_output=True).stdout)
    return {figure["name"]: figure["value"] for figure in report["benchmarks"][0]["figures"]}


def rounds(works, count):
    """The median milliseconds of each work; all take turns, after a turn that does not count.

    What needs seconds is run once: it depends on no cache, and patience has an end.
    """
    times = {name: [] for name in works}
    for turn in range(count + 1):
        for name, work in works.items():
            if times[name] and times[name][0] > 10_000:
                continue
            start = time.perf_counter()
            work()
            milliseconds = (time.perf_counter() - start) * 1000
            if turn or milliseconds > 10_000:
                times[name].append(milliseconds)
    return {name: statistics.median(values) for name, values in times.items()}


def table(title, reference, rows):
    """Milliseconds, and how many times as long as Glint each takes."""
    print(f"\n{title}\n\n| | ms | times Glint's |\n| --- | ---: | ---: |")
    for name, value in rows:
        print(f"| {name} | {value:.1f} | {value / reference:.2f} |")


def photograph_like(np, width, height):
    """Slow gradients, hard edges, fine texture and the noise of a sensor; BGR, the same bytes every time."""
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


def saturation_matrix(np):
    """Rows for BGR: amount * color + (1 - amount) * BT.601 luma."""
    return SATURATION * np.eye(3) + (1 - SATURATION) * np.array([[0.114, 0.587, 0.299]] * 3)


def invert_table(cv2, np, picture, glint):
    repeats = 20
    rgba = cv2.cvtColor(picture, cv2.COLOR_BGR2RGBA)
    floats = np.float32(rgba) / 255
    result, float_result, ones = np.empty_like(rgba), np.empty_like(floats), np.ones_like(floats)
    cv2.imwrite("small.png", picture)
    subprocess.run(["convert", "small.png", "small.mpc"], check=True)

    def opencv():
        for _ in range(repeats):
            cv2.bitwise_not(rgba, result)

    def opencv_float():
        for _ in range(repeats):
            cv2.subtract(ones, floats, float_result)

    def magick(words):
        subprocess.run(["convert", "small.mpc"] + words + ["null:"], check=True)

    measured = rounds({
        "OpenCV, 8 bit": opencv,
        "OpenCV, floats": opencv_float,
        "ImageMagick": lambda: magick(["-negate"] * repeats * 10),
        "nothing": lambda: magick([]),
    }, 9)
    # What starting the program and opening the picture cost is not part of inverting it; ten times the work stands out of its noise.
    measured["ImageMagick"] = (measured["ImageMagick"] - measured.pop("nothing")) / 10
    table("### Invert: 1000 × 1000 pixels, 20 times, in memory", glint["Glint, 8 bit"],
          list(glint.items()) + list(measured.items()))


def preview_table(cv2, np, picture, glint):
    matrix = saturation_matrix(np)
    floats = np.float32(picture) / 255
    seen = cv2.resize(floats, (1600, 1200), interpolation=cv2.INTER_AREA)[100:1100].copy()

    def whole():
        blurred = cv2.GaussianBlur(cv2.transform(floats, matrix), (0, 0), SIGMA)
        cv2.resize(blurred, (1600, 1200), interpolation=cv2.INTER_AREA)

    def only_what_is_seen():
        cv2.GaussianBlur(cv2.transform(seen, matrix), (0, 0), SIGMA * 1600 / picture.shape[1])

    measured = rounds({
        "OpenCV, floats, the whole picture, then reduced": whole,
        "OpenCV, floats, a reduced copy of what is seen": only_what_is_seen,
    }, 7)
    ours = {f"Glint, {name.removesuffix(': p50')}": value for name, value in glint.items() if name.endswith("p50")}
    table("### Preview: saturation, then blur (radius 10), of 12 megapixels, 1600 × 1000 seen; a frame",
          glint["saturation, fitted: p50"], list(ours.items()) + list(measured.items()))


def command_table(cv2, np, pyvips, picture, glint):
    cv2.imwrite("in.png", picture, [cv2.IMWRITE_PNG_COMPRESSION, 1])
    cv2.imwrite("in.jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 92])
    matrix = saturation_matrix(np)
    rgb_matrix = matrix[::-1, ::-1]
    words = ",".join(f"{value:.6f}" for value in rgb_matrix.flat)

    for suffix in ["jpg", "png"]:
        def with_glint():
            subprocess.run([glint, "render", f"in.{suffix}", "-y", "-o", f"glint.{suffix}", "--",
                            "saturation", f"amount={SATURATION}", "gaussian-blur", f"radius={2 * SIGMA}"], check=True)

        def with_opencv():
            image = cv2.GaussianBlur(cv2.transform(cv2.imread(f"in.{suffix}"), matrix), (0, 0), SIGMA)
            cv2.imwrite(f"opencv.{suffix}", image, [cv2.IMWRITE_JPEG_QUALITY, 92])

        def with_vips():
            image = pyvips.Image.new_from_file(f"in.{suffix}", access="sequential")
            # libvips cuts its kernel off where it falls below this part of its middle: at 3 standard deviations.
            image = image.recomb(rgb_matrix.tolist()).gaussblur(SIGMA, min_ampl=0.01).cast("uchar")
            image.write_to_file(f"vips.{suffix}", **({"Q": 92} if suffix == "jpg" else {}))

        def with_magick():
            # -blur is the gaussian along one axis and then the other; -gaussian-blur the same at ten times the price.
            subprocess.run(["convert", f"in.{suffix}", "-color-matrix", f"3x3: {words}", "-blur", f"0x{SIGMA}",
                            "-quality", "92" if suffix == "jpg" else "75", f"magick.{suffix}"], check=True)

        measured = rounds({
            "glint-cli, the whole command": with_glint,
            "OpenCV, 8 bit, in a running Python": with_opencv,
            "libvips, in a running Python": with_vips,
            "ImageMagick, the whole command": with_magick,
        }, 3)
        check_alike(cv2, np, suffix)
        table(f"### From file to file: 12 megapixels, {suffix} to {suffix}, saturation and blur (radius 10)",
              measured["glint-cli, the whole command"], list(measured.items()))


def check_alike(cv2, np, suffix):
    """Speed counts only for the same picture: all results have to be within a few levels of Glint's."""
    ours = cv2.imread(f"glint.{suffix}").astype(np.int16)
    for peer in ["opencv", "vips", "magick"]:
        apart = np.abs(cv2.imread(f"{peer}.{suffix}") - ours)
        if apart.mean() > 2:
            sys.exit(f"{peer}.{suffix} is another picture than Glint's: {apart.mean():.1f} levels apart on average")


if __name__ == "__main__":
    main()
