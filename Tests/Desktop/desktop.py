"""What the tests of the window share."""

import json
import os
import shutil
import tempfile
import time
import unittest

import numpy
import pyatspi
from PIL import Image

from displays import open_display, wait_until
from window import ROOT, Window, cli, pixels

LANDSCAPE = os.path.join(ROOT, "data", "landscape.jpg")
LANDSCAPE_SIZE = (3000, 2000)


class DesktopTest(unittest.TestCase):
    """A display and a folder for each test; ends with nothing to complain of."""

    def setUp(self):
        self.display = open_display()
        self.addCleanup(self.display.stop)
        self.folder = tempfile.mkdtemp(prefix="glint-desktop-")
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def open(self, *arguments, environment=None):
        window = Window(
            self.display, *arguments,
            environment={
                "XDG_CONFIG_HOME": self.folder + "/config", "XDG_STATE_HOME": self.folder + "/state",
                "XDG_DATA_HOME": self.folder + "/data", "XDG_CACHE_HOME": self.folder + "/cache",
                **(environment or {}),
            })
        self.addCleanup(lambda: self.assertEqual(window.close(), []))
        return window

    def file(self, name):
        return os.path.join(self.folder, name)

    @staticmethod
    def bytes_of(path):
        with open(path, "rb") as file:
            return file.read()

    def make(self, name, size=(640, 400), color=None):
        """A picture file: one color, or a gradient."""
        path = self.file(name)
        if color:
            Image.new("RGB", size, color).save(path)
        else:
            x = numpy.linspace(0, 255, size[0])[None, :, None]
            y = numpy.linspace(0, 255, size[1])[:, None, None]
            wave = numpy.concatenate([x + 0 * y, y + 0 * x, 255 - x + 0 * y], axis=2)
            Image.fromarray(wave.astype(numpy.uint8)).save(path)
        return path

    def name_file(self, window, path):
        """Types a path into the file dialog that is opening."""
        window.wait_for("push button", "Cancel")
        time.sleep(0.5)
        self.display.keys("ctrl+a")
        self.display.write(path)
        time.sleep(0.3)
        self.display.keys("Return")

    def wait_for_picture(self, window, name, size, accepts, what):
        """Waits until the pixels of the picture satisfy `accepts`."""
        return wait_until(lambda: accepts(window.inner_picture(name, size)), what)

    def save(self, window, name):
        """Saves the picture by keyboard; gives its pixels."""
        path = self.file(name)
        self.display.keys("ctrl+shift+s")
        self.name_file(window, path)
        window.wait_for_text(f"Saved {name}")
        return pixels(path)

    def render(self, source, stages):
        """The pixels that the command line makes of a recipe."""
        recipe, path = self.file("expected.json"), self.file("expected.png")
        with open(recipe, "w") as file:
            json.dump({"glint": 1, "filters": stages}, file)
        cli("render", source, "-y", "-o", path, "--recipe", recipe)
        return pixels(path)

    def open_recipe(self, source, stages):
        recipe = self.file("recipe.json")
        with open(recipe, "w") as file:
            json.dump({"glint": 1, "filters": stages}, file)
        return self.open("--recipe", recipe, source)

    def add(self, window, query):
        """Adds a filter by keyboard alone."""
        self.display.keys("ctrl+f")
        window.wait_for("entry", "Search Filters")
        time.sleep(0.5)
        # Return takes what is found for all of the text, at once.
        self.display.write(query)
        self.display.keys("Return")

    def focus(self, node):
        """Moves the focus on by Tab until it is there."""
        # A busy machine tells late where the focus is, so there is a second, slower round.
        for patience in (0.25, 2):
            for _ in range(80):
                end = time.monotonic() + patience
                while time.monotonic() < end:
                    if node.getState().contains(pyatspi.STATE_FOCUSED):
                        return
                    time.sleep(0.03)
                self.display.keys("Tab")
        self.fail(f"the focus never came to {node.name}")

    def choose_next(self, window, name):
        """Chooses what follows in a list that drops down."""
        self.assertTrue(window.wait_for("combo box", name))
        self.focus(window.wait_for("push button", name))
        self.display.keys("space")
        time.sleep(0.7)
        self.display.keys("Down", "Return")
        time.sleep(0.3)


def is_close(expected, mean=1.5):
    return lambda seen: seen.shape == expected.shape and numpy.abs(seen - expected).mean() < mean


def is_gray(seen):
    return (seen.max(axis=2) - seen.min(axis=2)).max() <= 2
