#!/usr/bin/env python3
"""Drives one real window for a while, at random, and sees whether it grows.

    soak.py [MINUTES [SEED]]

Sliders, filters added and removed, presets, undo, pictures and windows opened and closed. What the program holds is looked at again
and again in the same state: one window, one picture, no filter. After the first tenth of the time nothing may grow by more than 5 %.
"""

import os
import random
import re
import statistics
import sys
import tempfile
import time

if "GLINT_SOAK_INSIDE" not in os.environ:
    # A session bus of its own, as the desktop tests have.
    runtime = tempfile.mkdtemp(prefix="glint-soak-")
    os.environ.update(GLINT_SOAK_INSIDE="1", XDG_RUNTIME_DIR=runtime)
    os.execvp("dbus-run-session", ["dbus-run-session", "--", "/usr/bin/python3", "-W", "ignore", *sys.argv])

import numpy
from PIL import Image

import displays
from displays import wait_until
from window import Window

TEXTURES = re.compile(r"(\d+) textures of (\d+) bytes")
FILTERS = ("vignette", "sharpen", "curves", "analog video", "pixelate", "hue", "kuwahara", "bloom", "grain")
MOST_GROWTH = 1.05


class Soak:
    def __init__(self, folder, seed):
        self.random = random.Random(seed)
        self.display = displays.open_display()
        self.display.environment.pop("GLINT_GL_DEBUG", None)
        for number, size in enumerate([(640, 400), (1200, 900), (300, 700)]):
            noise = numpy.random.default_rng(number).integers(0, 256, (size[1], size[0], 3), dtype=numpy.uint8)
            Image.fromarray(noise).save(f"{folder}/p{number}.png")
        # A recipe without filters: what is added comes and goes.
        with open(folder + "/none.json", "w") as file:
            file.write('{"glint": 1, "filters": []}')
        places = {name: f"{folder}/{name}" for name in (
            "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME")}
        self.window = Window(
            self.display, "--recipe", folder + "/none.json", folder + "/p0.png",
            environment={**places, "GLINT_FRAME_LOG": "1"})
        self.window.wait_for("image", "p0.png")
        self.events = 0
        self.windows = 0
        self.samples = []

    # What is done

    def slide(self):
        sliders = [item.name for item in self.window.shown(lambda item: item.role == "slider")]
        if not sliders:
            return self.add()
        node = self.window.find("slider", self.random.choice(sliders))
        # A card that is new may still be on its way.
        if node is None:
            return
        slider = node.queryValue()
        low, high = slider.minimumValue, slider.maximumValue
        for _ in range(self.random.randrange(50, 300)):
            slider.currentValue = self.random.uniform(low, high)
            self.events += 1

    def add(self, name=None):
        self.display.keys("ctrl+f")
        self.window.wait_for("entry", "Search Filters")
        self.display.write(name or self.random.choice(FILTERS))
        self.display.keys("Return")
        wait_until(lambda: self.window.find("entry", "Search Filters") is None, "the list to close")

    def undo(self):
        for key in self.random.choices(["ctrl+z", "ctrl+shift+z"], k=6):
            self.display.keys(key)

    def preset(self):
        self.display.keys("ctrl+p")
        self.window.press(self.random.choice(["Vivid", "Matte"]))
        self.display.keys("Escape")
        wait_until(lambda: self.window.find("push button", "Matte") is None, "the list to close")

    def histogram(self):
        self.display.keys("ctrl+h")

    def go_on(self):
        self.clear()
        self.display.keys(self.random.choice(["Left", "Right"]))

    def open_and_close(self):
        self.display.keys("ctrl+n")
        wait_until(lambda: self.window.application.childCount == 2, "the second window")
        self.display.keys("ctrl+w")
        wait_until(lambda: self.window.application.childCount == 1, "its end")
        self.windows += 1

    def clear(self):
        """Removes every filter."""
        while True:
            button = self.window.first(lambda item: item.role == "push button" and item.name.startswith("Remove "))
            if button is None:
                return
            name = button.name
            button.queryAction().doAction(0)
            wait_until(lambda: self.window.find("push button", name) is None, "the filter to go")

    # What is looked at

    def sample(self):
        self.clear()
        self.display.keys("0")
        time.sleep(0.5)
        process = f"/proc/{self.window.process.pid}"
        with open(process + "/status") as file:
            status = dict(line.split(":", 1) for line in file)
        textures = TEXTURES.findall(self.window.said())[-1]
        self.samples.append((
            int(status["VmRSS"].split()[0]) / 1024, len(os.listdir(process + "/fd")), int(status["Threads"]),
            int(textures[0]), int(textures[1]) / 2**20))

    def run(self, minutes):
        steps = [self.slide] * 8 + [self.add] * 3 + [
            self.undo, self.preset, self.histogram, self.go_on, self.open_and_close, self.clear]
        # Kernels and textures are kept: after this all that are wanted have been made once.
        for name in FILTERS:
            self.add(name)
            self.slide()
            self.clear()
        for step in (self.preset, self.histogram, self.go_on, self.open_and_close, self.histogram):
            step()
        end = time.monotonic() + minutes * 60
        while time.monotonic() < end:
            for _ in range(12):
                self.random.choice(steps)()
            self.sample()
        complaints = self.window.close()
        self.display.stop()
        return complaints

    def report(self):
        """Prints the table; answers whether all of it is flat."""
        tenth = max(1, len(self.samples) // 10)
        early, late = self.samples[tenth:2 * tenth] or self.samples[:1], self.samples[-tenth:]
        print(f"{self.events} slider events, {self.windows} windows opened and closed, {len(self.samples)} looks\n")
        print("| held | after the first tenth | at the end | growth |")
        print("| --- | ---: | ---: | ---: |")
        is_flat = True
        for column, name in enumerate(("resident memory, MB", "file descriptors", "threads", "textures", "textures, MB")):
            before, after = (statistics.median(row[column] for row in rows) for rows in (early, late))
            # One more of a few is no growth.
            is_flat &= after <= max(before * MOST_GROWTH, before + 1)
            print(f"| {name} | {before:.0f} | {after:.0f} | {100 * (after / before - 1):+.1f} % |")
        return is_flat


def main():
    minutes = float(sys.argv[1]) if len(sys.argv) > 1 else 10
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else random.SystemRandom().randrange(1 << 32)
    print(f"seed {seed}", flush=True)
    with tempfile.TemporaryDirectory(prefix="glint-soak-") as folder:
        soak = Soak(folder, seed)
        complaints = soak.run(minutes)
        is_flat = soak.report()
    if complaints:
        print("\n".join(complaints))
    if not is_flat:
        print("It grows by more than 5 %.")
    sys.exit(0 if is_flat and not complaints else 1)


main()
