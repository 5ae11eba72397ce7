"""The program under test, seen and driven as assistive technology and hands would."""

import itertools
import math
import os
import subprocess
import sys
import tempfile
import time

import numpy
import pyatspi
from PIL import Image

from displays import wait_until

ROOT = os.path.realpath(os.path.join(os.path.dirname(__file__), "..", ".."))
BUILT = os.environ.get("GLINT_BUILT", os.path.join(ROOT, ".build", "release"))
GLINT = os.path.join(BUILT, "glint")
GLINT_CLI = os.path.join(BUILT, "glint-cli")


def cli(*arguments):
    """Runs glint-cli, which has to succeed."""
    subprocess.run([GLINT_CLI, *arguments], check=True, timeout=120)


def pixels(path):
    """A picture as floats 0…255, rows by columns by RGB."""
    with Image.open(path) as image:
        return numpy.asarray(image.convert("RGB")).astype(float)


def find_application(process_id):
    """The program on the accessibility bus; None where it is not there yet."""
    for program in pyatspi.Registry.getDesktop(0):
        try:
            if program is not None and program.get_process_id() == process_id:
                return program
        except Exception:  # A program that went away while the list was read.
            continue
    return None


def label(name):
    """The label of one of GTK's own buttons, whose name repeats it: “_Start Over Start Over”."""
    half = name[-((len(name) - 1) // 2):]
    return half if name.replace("_", "") == f"{half} {half}" else name


class Controls:
    """What a program has on screen."""

    def __init__(self, application):
        self.application = application

    def nodes(self):
        """Every accessible that is showing, parents before children."""
        stack = [self.application]
        while stack:
            node = stack.pop()
            try:
                children = [child for child in node if child is not None]
            except Exception:  # It went away while it was looked at.
                continue
            yield node
            stack.extend(reversed(children))

    def find(self, role, name=None):
        """The first accessible of this role and name that has a place on screen."""
        for node in self.nodes():
            try:
                names = {node.name, label(node.name)} if role == "push button" else {node.name}
                if node.getRoleName() != role or (name is not None and name not in names):
                    continue
                if self.extents(node)[2] > 0:
                    return node
            except Exception:  # It went away while it was looked at.
                continue
        return None

    @staticmethod
    def extents(node):
        """Left, top, width and height within the window."""
        box = node.queryComponent().getExtents(pyatspi.WINDOW_COORDS)
        return box.x, box.y, box.width, box.height

    def wait_for(self, role, name=None, seconds=30):
        return wait_until(lambda: self.find(role, name), f"a {role} named {name}", seconds)

    def has_text(self, text):
        """Whether some label or title on screen contains the text."""
        for node in self.nodes():
            try:
                if text in node.name and self.extents(node)[2] > 0:
                    return True
            except Exception:
                continue
        return False

    def wait_for_text(self, text, seconds=30):
        wait_until(lambda: self.has_text(text), f"the text {text!r}", seconds)

    def slider(self, name):
        return self.wait_for("slider", name).queryValue()

    def set_slider(self, name, value):
        self.slider(name).currentValue = value

    def press(self, name, role="push button"):
        self.wait_for(role, name).queryAction().doAction(0)


class Window(Controls):
    """A running glint."""

    def __init__(self, display, *arguments, environment=None):
        self.display = display
        self.errors = tempfile.NamedTemporaryFile("w+", prefix="glint-stderr-")
        self.process = subprocess.Popen(
            [GLINT, *arguments], env={**display.environment, **(environment or {})},
            stderr=self.errors, stdout=self.errors)
        super().__init__(wait_until(self._find_application, "the program on the accessibility bus"))

    def _find_application(self):
        if self.process.poll() is not None:
            raise AssertionError(f"glint ended with status {self.process.returncode}: {self.said()}")
        return find_application(self.process.pid)

    def said(self):
        """What the program wrote on standard error."""
        with open(self.errors.name) as file:
            return file.read()

    def close(self):
        """Ends the program and returns what OpenGL or GTK complained of."""
        if self.process.poll() is None:
            self.process.terminate()
            self.process.wait(timeout=20)
        marks = ("OpenGL:", "CRITICAL", "GLib-GObject-WARNING", "Fatal error")
        return [line for line in self.said().splitlines() if any(mark in line for mark in marks)]

    def start_drag(self, name):
        """Moves a slider to and fro from another process, until that one is ended."""
        return subprocess.Popen([sys.executable, "-W", "ignore", __file__, str(self.process.pid), name])

    # Pixels

    def screen(self):
        with tempfile.NamedTemporaryFile(suffix=".png") as file:
            self.display.screenshot(file.name)
            return pixels(file.name)

    def canvas(self, name):
        """The pixels where the canvas is, which is named after its picture."""
        x, y, width, height = self.extents(self.wait_for("image", name))
        left, top = x + self.display.window_offset, y + self.display.window_offset
        return self.screen()[top:top + height, left:left + width]

    def picture(self, name, size):
        """The pixels of a picture of this width and height that is fitted into the canvas."""
        return fitted(self.canvas(name), size)

    def inner_picture(self, name, size):
        """The same without its edge, which may fall between pixels of the screen."""
        return self.picture(name, size)[2:-2, 2:-2]


def fitted(canvas, size):
    """The part of a canvas that a picture of this width and height covers when it is fitted in."""
    height, width, _ = canvas.shape
    scale = min(width / size[0], height / size[1])
    # It is centered, to whole pixels.
    shown = max(1, round(size[0] * scale)), max(1, round(size[1] * scale))
    left, top = (width - shown[0]) // 2, (height - shown[1]) // 2
    return canvas[top:top + shown[1], left:left + shown[0]]


def reduced(path, like):
    """A picture file reduced by Pillow to the size of the pixels `like`."""
    with Image.open(path) as image:
        small = image.convert("RGB").resize((like.shape[1], like.shape[0]), Image.BICUBIC)
        return numpy.asarray(small).astype(float)


def drag(process_id, name):
    """Moves a slider to and fro, as fast as a fast mouse."""
    slider = Controls(find_application(process_id)).slider(name)
    low, high = slider.minimumValue, slider.maximumValue
    for step in itertools.count():
        slider.currentValue = low + (high - low) * (0.5 + 0.5 * math.sin(step / 40))
        time.sleep(1 / 250)


if __name__ == "__main__":
    drag(int(sys.argv[1]), sys.argv[2])
