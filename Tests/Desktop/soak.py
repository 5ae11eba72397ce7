#!/usr/bin/env python3
"""Drives one real window at random for a while, and checks that its resource usage does not grow.

    soak.py [MINUTES [SEED]]

Moves sliders, adds and removes all filters, and uses presets, undo, pictures, saves, playing videos, and
up to four windows. Resource usage is sampled repeatedly in the same state: one window, one picture, no
filter. From the first third of the time, without its beginning, to the last, nothing may grow by more than
5 %, or 10 % for resident memory, which includes what malloc and the driver keep for reuse. After ten idle
seconds at the end the program may use at most 580 MB.
"""

import json
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time

if "GLINT_SOAK_INSIDE" not in os.environ:
    # A separate session bus, like in the desktop tests.
    runtime = tempfile.mkdtemp(prefix="glint-soak-")
    os.environ.update(GLINT_SOAK_INSIDE="1", XDG_RUNTIME_DIR=runtime)
    os.execvp("dbus-run-session", ["dbus-run-session", "--", "/usr/bin/python3", "-W", "ignore", *sys.argv])

import numpy
from PIL import Image

import displays
from desktop import DesktopTest
from displays import wait_until
from window import GLINT, GLINT_CLI, Window

TEXTURES = re.compile(r"(\d+) textures of (\d+) bytes.*?(\d+) bytes of malloc")
MOST_GROWTH = 1.05
MOST_RESIDENT_GROWTH = 1.1
# Pools of threads, such as GLib's, create them as they are needed.
MOST_FURTHER_THREADS = 4
# Megabytes: which of a few previews are held depends on the last steps.
MOST_FURTHER_TEXTURES = 8
# The limit in megabytes after a session in which every filter was used.
MOST_AT_REST = 580


def titles():
    listed = subprocess.run([GLINT_CLI, "filters", "--json"], check=True, capture_output=True)
    # Filters without effect unless given a file are left out.
    return [filter["title"] for filter in json.loads(listed.stdout) if filter["id"] != "lut"]


class Soak:
    def __init__(self, folder, seed):
        self.random = random.Random(seed)
        self.display = displays.open_display()
        self.display.environment.pop("GLINT_GL_DEBUG", None)
        os.mkdir(folder + "/big")
        for number, size in enumerate([(640, 400), (1200, 900), (300, 700)]):
            noise = numpy.random.default_rng(number).integers(0, 256, (size[1], size[0], 3), dtype=numpy.uint8)
            Image.fromarray(noise).save(f"{folder}/p{number}.png")
        self.folder = folder
        self.filters = titles()
        big = numpy.random.default_rng(9).integers(0, 256, (300, 400, 3), dtype=numpy.uint8)
        for number in range(3):
            Image.fromarray(big).resize((4000, 3000), Image.BICUBIC).save(f"{folder}/big/b{number}.jpg")
        subprocess.run(
            ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=640x360:r=25:d=3", "-f", "lavfi", "-i", "sine=d=3",
             "-c:v", "libx264", "-pix_fmt", "yuv420p", f"{folder}/big/clip.mp4"], check=True)
        # The initial recipe is empty: filters are added and removed later.
        with open(folder + "/none.json", "w") as file:
            file.write('{"glint": 1, "filters": []}')
        folders = {name: f"{folder}/{name}" for name in (
            "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME")}
        self.window = Window(
            self.display, "--recipe", folder + "/none.json", folder + "/p0.png",
            environment={**folders, "GLINT_FRAME_LOG": "1"}, joins=True)
        self.folders = folders
        self.window.wait_for("image", "p0.png")
        self.events = 0
        self.windows = 0
        self.samples = []

    # Actions

    def slide(self):
        sliders = [item.name for item in self.window.shown(lambda item: item.role == "slider")]
        if not sliders:
            return self.add()
        node = self.window.find("slider", self.random.choice(sliders))
        # The slider may be missing while a new card is still appearing.
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
        self.display.write(name or self.random.choice(self.filters))
        self.display.keys("Return")
        wait_until(lambda: self.window.find("entry", "Search Filters") is None, "the list to close")

    def undo(self):
        for key in self.random.choices(["ctrl+z", "ctrl+shift+z"], k=6):
            self.display.keys(key)
        # An undo recreates the card, which would lose a press made before that.
        self.window.wait_for_rest()

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

    def open_more(self, *names):
        """Opens files in separate windows, and closes these."""
        for number, name in enumerate(names):
            subprocess.run(
                [GLINT, f"{self.folder}/big/{name}"], env={**self.display.environment, **self.folders}, check=True)
            wait_until(lambda: self.window.application.childCount == number + 2, "another window")
            # Before, keys would reach the Open button, which opens a dialog.
            self.window.wait_for("image", name)
        self.display.keys("space")
        time.sleep(1)
        for number in reversed(range(len(names))):
            self.display.keys("ctrl+w")
            wait_until(lambda: self.window.application.childCount == number + 1, "its end")
        self.windows += len(names)

    def four_windows(self):
        self.open_more("b0.jpg", "b1.jpg", "b2.jpg")

    def play(self):
        self.open_more("clip.mp4")

    def save(self):
        name = f"saved-{self.events}-{self.random.randrange(1 << 30)}.png"
        self.display.keys("ctrl+shift+s")
        DesktopTest.name_file(self, self.window, f"{self.folder}/big/{name}")
        self.window.wait_for_text(f"Saved {name}")
        os.remove(f"{self.folder}/big/{name}")

    def clear(self):
        """Removes every filter."""
        while True:
            button = self.window.first(lambda item: item.role == "push button" and item.name.startswith("Remove "))
            if button is None:
                return
            name = button.name
            button.queryAction().doAction(0)
            wait_until(lambda: self.window.find("push button", name) is None, "the filter to go")

    # Measurements

    def status(self):
        with open(f"/proc/{self.window.process.pid}/status") as file:
            return dict(line.split(":", 1) for line in file)

    def resident_megabytes(self):
        return int(self.status()["VmRSS"].split()[0]) / 1024

    def go_to_first(self):
        """Returns to the initial picture."""
        while not self.window.find("image", "p0.png"):
            self.display.keys("Right")
            time.sleep(0.5)

    def sample(self):
        self.clear()
        self.go_to_first()
        self.display.keys("0")
        # Once idle, the program frees what only earlier frames needed.
        time.sleep(6)
        textures = TEXTURES.findall(self.window.output())[-1]
        self.samples.append((
            self.resident_megabytes(), len(os.listdir(f"/proc/{self.window.process.pid}/fd")),
            int(self.status()["Threads"]),
            int(textures[0]), int(textures[1]) / 2**20, int(textures[2]) / 2**20))
        print(
            "{:.0f} MB, {} descriptors, {} threads, {} textures of {:.0f} MB, {:.0f} MB of malloc".format(*self.samples[-1]),
            flush=True)

    def run(self, minutes):
        steps = [self.slide] * 8 + [self.add] * 3 + [
            self.undo, self.preset, self.histogram, self.go_on, self.open_and_close, self.clear, self.four_windows,
            self.play, self.save]
        # Creates each kernel and texture once before measuring, since they are cached.
        for name in self.filters:
            self.add(name)
            self.slide()
            self.clear()
        for step in (
                self.preset, self.histogram, self.go_on, self.open_and_close, self.histogram, self.four_windows, self.play,
                self.save):
            step()
        end = time.monotonic() + minutes * 60
        while time.monotonic() < end:
            for _ in range(12):
                self.random.choice(steps)()
            self.sample()
        self.clear()
        time.sleep(10)
        self.at_rest = self.resident_megabytes()
        complaints = self.window.close()
        self.display.stop()
        return complaints

    def report(self):
        """Prints the table; returns true if nothing grows."""
        count = len(self.samples)
        early = self.samples[count // 10:max(1, count // 3)] or self.samples[:1]
        late = self.samples[-max(1, count // 3):]
        print(f"{self.events} slider events, {self.windows} windows opened and closed, {len(self.samples)} samples\n")
        print("| held | in the first third | in the last third | growth |")
        print("| --- | ---: | ---: | ---: |")
        is_flat = True
        for column, (name, factor, summand) in enumerate((
                ("resident memory, MB", MOST_RESIDENT_GROWTH, 0), ("file descriptors", MOST_GROWTH, 1),
                ("threads", MOST_GROWTH, MOST_FURTHER_THREADS), ("textures", MOST_GROWTH, 1),
                ("textures, MB", MOST_GROWTH, MOST_FURTHER_TEXTURES), ("malloc, MB", MOST_GROWTH, 1))):
            before, after = (statistics.median(row[column] for row in rows) for rows in (early, late))
            # For small numbers, a few more are not a growth.
            is_flat &= after <= max(before * factor, before + summand)
            print(f"| {name} | {before:.0f} | {after:.0f} | {100 * (after / before - 1):+.1f} % |")
        print(f"\nAfter ten idle seconds: {self.at_rest:.0f} MB; the limit is {MOST_AT_REST} MB")
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
        print("Something grew by more than the limit.")
    sys.exit(0 if is_flat and soak.at_rest <= MOST_AT_REST and not complaints else 1)


main()
