"""Code shared by the window's tests."""

import glob
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

import numpy
from PIL import Image

from displays import burden, open_display, wait_until, without_animations
from window import ROOT, Window, cli, has_focus, pixels

LANDSCAPE = os.path.join(ROOT, "data", "landscape.jpg")
LANDSCAPE_SIZE = (3000, 2000)


def inode(path):
    """The number of the file at a path; None if there is none."""
    return os.stat(path).st_ino if os.path.exists(path) else None


class DesktopTest(unittest.TestCase):
    """A test of the window, with its own display and folder; fails if a program reports errors."""

    def setUp(self):
        self.windows = []
        self.display = open_display()
        self.addCleanup(self.display.stop)
        self.folder = tempfile.mkdtemp(prefix="glint-desktop-")
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        without_animations(self.folder + "/config")

    def leave_evidence(self, folder):
        """Saves a screenshot, and the output of the programs, into a folder."""
        os.makedirs(folder, exist_ok=True)
        try:
            self.display.screenshot(folder + "/screen.png")
        except Exception as error:  # The display may be what is broken.
            print(f"No screenshot could be taken: {error}", file=sys.stderr)
        for number, window in enumerate(self.windows, 1):
            for name, text in (("tree", window.tree()), ("output", window.output())):
                with open(f"{folder}/{name}-{number}.txt", "w") as file:
                    file.write(text)

    def own_folders(self):
        """Environment variables that make programs keep their files in the test's folder."""
        return {
            "XDG_CONFIG_HOME": self.folder + "/config", "XDG_STATE_HOME": self.folder + "/state",
            "XDG_DATA_HOME": self.folder + "/data", "XDG_CACHE_HOME": self.folder + "/cache",
        }

    def open(self, *arguments, environment=None, joins=False):
        window = Window(
            self.display, *arguments, environment={**self.own_folders(), **(environment or {})}, joins=joins)
        self.windows.append(window)
        self.addCleanup(lambda: self.assertEqual(window.close(), []))
        return window

    def file(self, name):
        return os.path.join(self.folder, name)

    @staticmethod
    def bytes_of(path):
        with open(path, "rb") as file:
            return file.read()

    def make(self, name, size=(640, 400), color=None):
        """Creates a picture file: one color, or a gradient."""
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
        """Enters a path in the file dialog that is about to open."""
        window.wait_for("push button", "Cancel")
        if wait_until(window.focused, "the dialog to take the keyboard").getRoleName() not in ("text", "entry"):
            self.display.keys("ctrl+l")
            window.wait_for_typing()
        # GTK 4.18 completes a path while it is typed, sometimes so late that the completion follows later
        # letters; so the path is pasted.
        self.display.copy_text(path)
        self.display.keys("ctrl+a", "ctrl+v")
        window.wait_for_typing(path)
        self.display.keys("Return")

    def wait_for_picture(self, window, name, size, accepts, what):
        """Waits until the pixels of the picture satisfy `accepts`."""
        return wait_until(lambda: accepts(window.inner_picture(name, size)), what)

    def save(self, window, name, keys="ctrl+shift+s"):
        """Saves the picture using only the keyboard; returns its pixels."""
        path = self.file(name)
        before = inode(path)
        self.display.keys(keys)
        self.name_file(window, path)
        self.wait_for_saved(window, name, before)
        return pixels(path)

    def wait_for_saved(self, window, name, before=None):
        """Waits until a file has been saved. `before` is the inode of the one that it replaces."""
        since = None

        def is_saved():
            nonlocal since
            # A new file replaces the old one when it is complete.
            if since is None and inode(self.file(name)) != before:
                since = time.monotonic()
            # On a busy machine, the message may be gone before it is looked for.
            return window.has_text(f"Saved {name}") or since is not None and time.monotonic() - since > 10

        window.wait_for_shown(is_saved, f"{name} to be saved")

    def render(self, source, stages, *options):
        """The pixels rendered by the command line with a recipe."""
        recipe, path = self.file("expected.json"), self.file("expected.png")
        with open(recipe, "w") as file:
            json.dump({"glint": 1, "filters": stages}, file)
        cli("render", source, "-y", "-o", path, "--recipe", recipe, *options)
        return pixels(path)

    def open_recipe(self, source, stages, environment=None):
        recipe = self.file("recipe.json")
        with open(recipe, "w") as file:
            json.dump({"glint": 1, "filters": stages}, file)
        return self.open("--recipe", recipe, source, environment=environment)

    def stack_file(self):
        """A recipe with a blur and an inversion, both initially without effect."""
        path = self.file("stack.json")
        with open(path, "w") as file:
            json.dump({"glint": 1, "filters": [
                {"id": "gaussian-blur", "parameters": {"radius": 0}},
                {"id": "invert", "parameters": {"amount": 0}}]}, file)
        return path

    def open_stack(self, source, environment=None):
        """Opens a picture with a blur and an inversion below the adjustments."""
        return self.open("--recipe", self.stack_file(), source, environment=environment)

    def fold_adjustments(self):
        """Makes windows open with the adjustments collapsed, so that the stages below them are visible."""
        os.makedirs(self.folder + "/config/glint", exist_ok=True)
        with open(self.folder + "/config/glint/settings.ini", "a") as file:
            file.write("[Window]\nadjustments=folded\n")

    def stored_edits(self):
        """The files with the newest edits of pictures, including those set aside by other windows."""
        kept = glob.glob(self.folder + "/state/glint/edits/*.json")
        return [path for path in kept if not path.endswith((".steps.json", ".before.json"))]

    def start_beside(self, program, argument, title):
        """Starts one of the programs beside this file, and moves its window of this title to (1350, 300)."""
        process = subprocess.Popen(
            ["/usr/bin/python3", "-W", "ignore", os.path.join(os.path.dirname(__file__), program), argument],
            env={**self.display.environment, "GTK_A11Y": "none"})
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        find = ["xdotool", "search", "--onlyvisible", "--name", title]
        there = wait_until(
            lambda: subprocess.run(
                find, env=self.display.environment, capture_output=True, text=True).stdout.split(), title)
        self.display.run("xdotool", "windowmove", "--sync", there[-1], "1350", "300")

    def choose_for(self, window, stage, title):
        """Chooses an item from a stage's menu."""
        window.press(f"More Options for {stage}")
        window.press(title, role="menu item")

    def add(self, window, query):
        """Adds a filter using only the keyboard."""
        self.display.keys("ctrl+f")
        window.wait_for("entry", "Search Filters")
        window.wait_for_typing()
        # Return adds the first filter found for the complete query.
        self.display.write(query)
        self.display.keys("Return")

    def focus(self, node):
        """Moves the focus with Tab until it reaches the target."""
        # A busy machine reports the focus late, so there is a second, slower round.
        for timeout in (0.25 * burden(), 2 * burden()):
            for _ in range(80):
                end = time.monotonic() + timeout
                while time.monotonic() < end:
                    if has_focus(node):
                        return
                    time.sleep(0.03)
                self.display.keys("Tab")
        self.fail(f"the focus never came to {node.name}")

    def choose_further(self, window, name, steps):
        """Moves the choice in a drop-down list down by a number of rows, or up."""
        wait_until(window.focused, "the dialog to take the keyboard")
        chooser = window.wait_for("combo box", name)[0]
        self.focus(chooser)
        self.display.keys("space")
        wait_until(lambda: not has_focus(chooser) and window.focused(), "the list")
        self.display.keys(*["Down" if steps > 0 else "Up"] * abs(steps), "Return")
        wait_until(lambda: has_focus(chooser), "the list to close")

    def choose_next(self, window, name):
        """Chooses the next item in a drop-down list."""
        window.wait_for("combo box", name)
        button = window.wait_for("push button", name)
        self.focus(button)
        self.display.keys("space")
        wait_until(lambda: not has_focus(button), "the list")
        self.display.keys("Down", "Return")
        wait_until(lambda: has_focus(button), "the list to close")


def is_close(expected, mean=1.5):
    return lambda seen: seen.shape == expected.shape and numpy.abs(seen - expected).mean() < mean


def is_gray(seen):
    return (seen.max(axis=2) - seen.min(axis=2)).max() <= 2
