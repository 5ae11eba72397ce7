"""The program under test, observed and driven through assistive technology and simulated input."""

import itertools
import math
import os
import signal
import subprocess
import sys
import tempfile
import time

import numpy
import pyatspi
from gi.repository import GLib
from PIL import Image

from accessible import items, name_on_bus
from displays import LIMIT, burden, wait_until

ROOT = os.path.realpath(os.path.join(os.path.dirname(__file__), "..", ".."))
BUILT = os.environ.get("GLINT_BUILT", os.path.join(ROOT, ".build", "release"))
GLINT = os.path.join(BUILT, "glint")
GLINT_CLI = os.path.join(BUILT, "glint-cli")


def cli(*arguments):
    """Runs glint-cli, which must succeed."""
    subprocess.run([GLINT_CLI, *arguments], check=True, timeout=120)


def pixels(path):
    """A picture as floats 0…255, rows by columns by RGB."""
    with Image.open(path) as image:
        return numpy.asarray(image.convert("RGB")).astype(float)


def find_application(process_id):
    """The program on the accessibility bus; None if it is not there yet."""
    for program in pyatspi.Registry.getDesktop(0):
        try:
            if program is not None and program.get_process_id() == process_id:
                return program
        except Exception:  # A program that went away while the list was read.
            continue
    return None


def label(name):
    """The label of a button. GTK repeats the name of its own buttons: “_Start Over Start Over”."""
    half = name[-((len(name) - 1) // 2):]
    return half if name.replace("_", "") == f"{half} {half}" else name


def has_focus(node):
    try:
        return node.getState().contains(pyatspi.STATE_FOCUSED)
    except Exception:  # It went away while it was looked at.
        return False


def text_of(node):
    """The text of an entry."""
    text = node.queryText()
    return text.getText(0, text.characterCount)


class Controls:
    """A program's accessibles that are on screen."""

    def __init__(self, application):
        self.application = application
        self.bus_name = name_on_bus(application.get_process_id())

    def items(self):
        """All accessibles that are or were on screen, parents before children."""
        try:
            return items(self.bus_name)
        except GLib.Error:  # The program ended, or has too much to do to answer in time.
            return []

    def shown(self, accepts):
        """The items on screen that satisfy `accepts`."""
        return (item for item in self.items() if accepts(item) and item.is_on_screen())

    def find(self, role, name=None):
        """The first accessible with this role and name that has a position on screen."""
        def is_meant(item):
            names = {item.name, label(item.name)} if role == "push button" else {item.name}
            return item.role == role and (name is None or name in names)
        return self.first(is_meant)

    def first(self, accepts):
        """The first accessible on screen whose item satisfies `accepts`."""
        for item in self.shown(accepts):
            try:
                node = item.node(self.application)
            except GLib.Error:  # It went away while it was looked at.
                continue
            if node is not None:
                return node
        return None

    @staticmethod
    def extents(node):
        """Left, top, width and height within the window."""
        box = node.queryComponent().getExtents(pyatspi.WINDOW_COORDS)
        return box.x, box.y, box.width, box.height

    def wait_for(self, role, name=None):
        return self.wait_for_shown(lambda: self.find(role, name), f"a {role} named {name}")

    def wait_for_shown(self, find, what):
        """Waits until `find` finds something on screen; returns it."""
        walked = time.monotonic()

        def found():
            nonlocal walked
            result = find()
            # GTK exposes some newly opened widgets only once a client has walked to them, which is slow.
            if not result and time.monotonic() - walked > 3:
                self.walk(self.application)
                walked = time.monotonic()
            return result
        return wait_until(found, what)

    def walk(self, node):
        try:
            for child in node:
                if child is not None:
                    self.walk(child)
        except GLib.Error:  # It went away meanwhile.
            pass

    def texts(self, text=""):
        """The labels and titles on screen that contain a text."""
        return [item.name for item in self.shown(lambda item: text in item.name)]

    def has_text(self, text):
        return any(True for _ in self.shown(lambda item: text in item.name))

    def wait_for_text(self, text):
        self.wait_for_shown(lambda: self.has_text(text), f"the text {text!r}")

    def focused(self):
        """The focused accessible in the newest window; None if there is none."""
        windows = [item.indices for item in self.shown(lambda item: len(item.indices) == 1)]
        return self.first(
            lambda item: windows and item.indices[:1] == windows[-1] and item.has_state(pyatspi.STATE_FOCUSED))

    def wait_for_typing(self, text=None):
        """Waits until an entry has the focus, or contains the text."""
        def is_ready():
            node = self.focused()
            if node is None or node.getRoleName() not in ("text", "entry"):
                return False
            return text is None or text_of(node) == text
        wait_until(is_ready, "an entry to type into" if text is None else f"the typed text {text!r}")

    def tree(self):
        """The accessibles on screen as text, one per line."""
        lines = []
        for item in self.shown(lambda item: True):
            states = " ".join(
                pyatspi.stateToString(state) for state in range(int(pyatspi.STATE_LAST_DEFINED))
                if item.has_state(state))
            lines.append(f"{'  ' * len(item.indices)}{item.role} {item.name!r} {tuple(item.extents())} {states}")
        return "\n".join(lines) + "\n"

    def slider(self, name):
        return self.wait_for("slider", name).queryValue()

    @staticmethod
    def is_sensitive(node):
        """True if a widget and all those that contain it are sensitive: GTK reports only which ones were made
        insensitive themselves."""
        while node is not None and node.getRole() != pyatspi.ROLE_FRAME:
            if not node.getState().contains(pyatspi.STATE_SENSITIVE):
                return False
            node = node.parent
        return True

    def set_slider(self, name, value):
        """Sets a slider once it is sensitive: those of a picture that is still loading are not."""
        def usable():
            node = self.find("slider", name)
            return node if node is not None and self.is_sensitive(node) else None
        self.wait_for_shown(usable, f"a sensitive slider named {name}").queryValue().currentValue = value

    def press(self, name, role="push button"):
        node = self.wait_for(role, name)
        # A menu button is the child of a widget with the same name and without actions.
        while node.queryAction().nActions == 0:
            node = node[0]
        node.queryAction().doAction(0)


class Window(Controls):
    """A running glint: a separate process, unless `joins` is set and another one runs on the same bus."""

    def __init__(self, display, *arguments, environment=None, joins=False):
        self.display = display
        self.errors = tempfile.NamedTemporaryFile("w+", prefix="glint-stderr-")
        options = [] if joins else ["--new-instance"]
        # A shell's background jobs ignore SIGINT, and child processes inherit that.
        self.process = subprocess.Popen(
            [GLINT, *options, *arguments], env={**display.environment, **(environment or {})},
            stderr=self.errors, stdout=self.errors,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
        super().__init__(wait_until(self._find_application, "the program on the accessibility bus"))

    def _find_application(self):
        if self.process.poll() is not None:
            raise AssertionError(f"glint ended with status {self.process.returncode}: {self.output()}")
        return find_application(self.process.pid)

    def output(self):
        """The program's output on standard error so far."""
        with open(self.errors.name) as file:
            return file.read()

    def close(self):
        """Ends the program; returns the errors of OpenGL and GTK."""
        if self.process.poll() is None:
            self.process.terminate()
            self.process.wait(timeout=LIMIT * burden())
        marks = ("OpenGL:", "CRITICAL", "GLib-GObject-WARNING", "Fatal error", "Program crashed")
        return [line for line in self.output().splitlines() if any(mark in line for mark in marks)]

    def start_drag(self, name):
        """Moves a slider to and fro from another process, until that process is stopped."""
        return Drag(self.process.pid, name)

    def helpers(self):
        """The ids of all descendant processes."""
        def children(process):
            for task in os.listdir(f"/proc/{process}/task"):
                with open(f"/proc/{process}/task/{task}/children") as file:
                    for child in map(int, file.read().split()):
                        yield child
                        yield from children(child)

        return list(children(self.process.pid))

    def wait_for_rest(self):
        """Waits until the program and its helpers are idle: what has not happened by then never will."""
        def threads(process):
            for task in os.listdir(f"/proc/{process}/task"):
                with open(f"/proc/{process}/task/{task}/stat") as file:
                    # The fields after the name, which may contain spaces: state, …, user time and system time
                    # in ticks.
                    fields = file.read().rpartition(")")[2].split()
                yield fields[0], int(fields[11]) + int(fields[12])
                with open(f"/proc/{process}/task/{task}/children") as file:
                    for child in file.read().split():
                        yield from threads(child)

        def is_at_rest():
            # A thread that waits for a core or a disk does not count as idle. A blinking cursor takes at most
            # one tick.
            before = None
            for _ in range(8):
                try:
                    seen = list(threads(self.process.pid))
                except (FileNotFoundError, ProcessLookupError):  # A thread ended.
                    return False
                ticks = sum(time for _, time in seen)
                before = ticks if before is None else before
                if any(state not in "SI" for state, _ in seen) or ticks > before + 1:
                    return False
                time.sleep(0.05)
            return True

        wait_until(is_at_rest, "the program to have nothing more to do")

    # Pixels

    def screen(self):
        with tempfile.NamedTemporaryFile(suffix=".png") as file:
            self.display.screenshot(file.name)
            return pixels(file.name)

    def canvas(self, name):
        """The pixels of the canvas, whose accessible name is that of its picture."""
        x, y, width, height = self.extents(self.wait_for("image", name))
        left, top = x + self.display.window_offset, y + self.display.window_offset
        return self.screen()[top:top + height, left:left + width]

    def picture(self, name, size):
        """The pixels of a picture of this size, fitted into the canvas."""
        return fitted(self.canvas(name), size)

    def inner_picture(self, name, size):
        """The pixels of a fitted picture without its edges, which may fall between pixels of the screen."""
        return self.picture(name, size)[2:-2, 2:-2]


def fitted(canvas, size):
    """The part of a canvas that a picture of this size covers when fitted; it is enlarged at most twice."""
    height, width, _ = canvas.shape
    scale = min(width / size[0], height / size[1], 2)
    # The picture is centered, rounded to whole pixels.
    shown = max(1, round(size[0] * scale)), max(1, round(size[1] * scale))
    left, top = (width - shown[0]) // 2, (height - shown[1]) // 2
    return canvas[top:top + shown[1], left:left + shown[0]]


def reduced(path, like):
    """A picture file reduced by Pillow to the size of `like`, an array of pixels."""
    with Image.open(path) as image:
        small = image.convert("RGB").resize((like.shape[1], like.shape[0]), Image.BICUBIC)
        return numpy.asarray(small).astype(float)


class Drag:
    """A slider that another process moves."""

    def __init__(self, process_id, name):
        self.arguments = [sys.executable, "-W", "ignore", __file__, str(process_id), name]
        self.process = subprocess.Popen(self.arguments)

    def is_moving(self):
        """True if the slider is being moved; restarts the process if it has died.

        The accessibility library ends a process whose connection to the bus breaks, which happens on a
        busy machine.
        """
        if self.process.poll() is None:
            return True
        print(f"\nThe drag ended with status {self.process.returncode}; restarting it.", file=sys.stderr, flush=True)
        self.process = subprocess.Popen(self.arguments)
        return False

    def stop(self):
        self.process.kill()
        self.process.wait()


def drag(process_id, name):
    """Moves a slider to and fro, as fast as a fast mouse."""
    program = wait_until(lambda: find_application(process_id), "the program on the accessibility bus")
    slider = Controls(program).slider(name)
    low, high = slider.minimumValue, slider.maximumValue
    for step in itertools.count():
        slider.currentValue = low + (high - low) * (0.5 + 0.5 * math.sin(step / 40))
        time.sleep(1 / 250)


if __name__ == "__main__":
    drag(int(sys.argv[1]), sys.argv[2])
