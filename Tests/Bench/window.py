#!/usr/bin/env python3
"""window.py: drags sliders in the real window under Xvfb, and measures launches.

Needs the release programs and what the desktop tests need. Prints Markdown for docs/performance.md.
"""

import os
import re
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), "..", "Desktop"))

if "GLINT_BENCH_INSIDE" not in os.environ:
    # A session bus of its own, as the desktop tests have.
    os.environ.update(GLINT_BENCH_INSIDE="1", GLINT_TEST_DISPLAY="x11")
    os.execvp("dbus-run-session", ["dbus-run-session", "--", "/usr/bin/python3", "-W", "ignore", *sys.argv])

import numpy
from PIL import Image

import displays
from window import GLINT_CLI, Window

FRAME = re.compile(r"frame at ([\d.]+) s, ([\d.e-]+) ms after it was wanted, made in ([\d.e-]+) ms")
HOLD = re.compile(r"main loop held for ([\d.e-]+) ms until ([\d.]+) s")
SIZE = (4000, 3000)


def photo_like(path):
    """Twelve megapixels of gradients, edges and noise; the same every time."""
    random = numpy.random.default_rng(1)
    y, x = numpy.mgrid[0:SIZE[1], 0:SIZE[0]]
    base = numpy.stack([
        128 + 100 * numpy.sin(x / 211 + y / 977), 128 + 90 * numpy.cos(x / 613 - y / 89),
        128 + 110 * numpy.sin((x + y) / 331)], axis=2)
    base += 40 * ((x // 97 + y // 61) % 2)[..., None] + random.normal(0, 6, base.shape)
    Image.fromarray(base.clip(0, 255).astype(numpy.uint8)).save(path, compress_level=1)


def frames(window):
    return [tuple(map(float, match)) for match in FRAME.findall(window.said())]


def longest_hold(window, start, end):
    """Milliseconds for which the main loop answered nothing, at worst, between two moments."""
    holds = [tuple(map(float, match)) for match in HOLD.findall(window.said())]
    return max(held for held, until in holds if start <= until <= end)


def percentile(values, part):
    return sorted(values)[min(len(values) - 1, int(len(values) * part))]


def drag(display, path, environment, seconds=6):
    """Moves a slider 250 times a second, as a fast mouse does, and returns what the frames took."""
    window = Window(display, path, environment=environment)
    rows = []
    window.wait_for("slider", "Radius")
    display.resize()
    window.set_slider("Radius", 10)
    window.set_slider("Saturation Amount", 0.5)
    time.sleep(3)
    for name, low, high in (("Saturation Amount", 0, 2), ("Radius", 8, 12)):
        slider = window.slider(name)
        before = len(frames(window))
        start = time.monotonic()
        step = 0
        while time.monotonic() < start + seconds:
            step += 1
            slider.currentValue = low + (high - low) * (0.5 + 0.5 * numpy.sin(step / 40))
            time.sleep(max(0, start + step / 250 - time.monotonic()))
        end = time.monotonic()
        shown = [frame for frame in frames(window)[before:] if start <= frame[0] <= end]
        waits = [frame[1] for frame in shown]
        # The program tells of a hold within a second.
        time.sleep(1.5)
        rows.append((name, len(shown) / (end - start), statistics.median(waits), percentile(waits, 0.95),
                     statistics.median(frame[2] for frame in shown), longest_hold(window, start, end)))
    window.close()
    return rows


def launch(display, path, environment):
    """Seconds from the start of the program to the first frame of the picture."""
    start = time.monotonic()
    window = Window(display, path, environment=environment)
    displays.wait_until(lambda: frames(window), "the first frame")
    first = frames(window)[0][0] - start
    window.close()
    return first


def main():
    display = displays.open_display()
    display.environment.pop("GLINT_GL_DEBUG")
    with tempfile.TemporaryDirectory() as folder:
        environment = {
            "GLINT_FRAME_LOG": "1", "XDG_CONFIG_HOME": folder + "/config", "XDG_STATE_HOME": folder + "/state"}
        path = folder + "/photo.png"
        photo_like(path)
        device = subprocess.run([GLINT_CLI, "info"], capture_output=True, text=True, check=True).stdout
        print(f"Device: {re.search('renderer +(.*)', device)[1]}, {os.cpu_count()} CPU cores.\n")
        print("| dragged, in a window of 1600 × 1000 | frames a second | event to drawn frame, p50 ms | p95 ms | made in, p50 ms "
              "| longest main-loop hold, ms |")
        print("| --- | ---: | ---: | ---: | ---: | ---: |")
        for name, rate, median, late, made, hold in drag(display, path, environment):
            print(f"| {name} | {rate:.1f} | {median:.0f} | {late:.0f} | {made:.0f} | {hold:.0f} |")
        cold = launch(display, path, {**environment, "MESA_SHADER_CACHE_DIR": folder + "/cold"})
        warm = statistics.median(launch(display, path, environment) for _ in range(5))
        print("\n| launch to the first painted 12-megapixel PNG | s |\n| --- | ---: |")
        print(f"| shader cache empty | {cold:.2f} |\n| shader cache filled, median of 5 | {warm:.2f} |")
    display.stop()


main()
