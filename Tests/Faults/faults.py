"""Injects every possible system call failure into Glint, one at a time, and checks the outcome.

    faults.py [--every K] [--only PART]... [--table FILE]

For each part (a render of each format, a batch, the storing of edits, a save in the window) and each kind
of system call, a first run counts the calls of Glint and its decoders. Then, one run each, the n-th call
fails, for every n, or for every K-th n with a random start. After each run the file must be the old or the
new one, complete; the sources unchanged; no other file left behind; and the program must have ended with
status 0 and a correct file, or with status 1 and one sentence that states the cause. Prints a table of the
outcomes, and exits with 1 if there was any other.
"""

import argparse
import collections
import contextlib
import hashlib
import json
import mmap
import os
import random
import re
import shutil
import signal
import struct
import subprocess
import sys
import tempfile

import numpy
from PIL import Image

ROOT = os.path.realpath(os.path.join(os.path.dirname(__file__), "..", ".."))
BUILT = os.environ.get("GLINT_BUILT", os.path.join(ROOT, ".build", "release"))
KINDS = ["open", "read", "write", "fsync", "rename", "mmap", "malloc"]
# A pattern for the cause in the error message, for each kind of call.
CAUSES = {
    "open": "too many open files",
    "read": "input/output error",
    "write": "no space left",
    "fsync": "input/output error",
    "rename": "input/output error",
    "mmap": "memory|too large",
    # libtiff reports a failed buffer allocation as lack of space, and libwebp as a failed allocation.
    "malloc": "memory|too large|no space for|failed to allocate",
}
# The time in seconds after which a program counts as hung.
LIMIT = 120


class Plan:
    """The failure to inject, shared with the processes that load the shim."""

    FORM = f"{4 + len(KINDS)}I"

    def __init__(self, folder):
        self.path = os.path.join(folder, "plan")
        with open(self.path, "wb") as file:
            file.write(bytes(4096))
        with open(self.path, "r+b") as file:
            self.memory = mmap.mmap(file.fileno(), 4096)
        self.library = os.path.join(folder, "shim.so")
        source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "shim.c")
        subprocess.run(
            ["cc", "-O2", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o", self.library, source], check=True)
        self.set(None, 0)

    @property
    def environment(self):
        return {"LD_PRELOAD": self.library, "GLINT_FAULTS": self.path}

    def set(self, kind, number, lasting=False):
        """Makes the n-th call of a kind fail, and all later ones if `lasting`; restarts the counts."""
        index = len(KINDS) if kind is None else KINDS.index(kind)
        last = 2**32 - 1 if lasting else number
        self.memory[: struct.calcsize(self.FORM)] = struct.pack(self.FORM, index, number, last, 0, *[0] * len(KINDS))

    @contextlib.contextmanager
    def suspended(self):
        """Suspends failures and counting."""
        kind, first, last = self.read()[:3]
        self.set(None, 0)
        yield
        self.memory[: struct.calcsize(self.FORM)] = struct.pack(self.FORM, kind, first, last, 0, *[0] * len(KINDS))

    def read(self):
        return struct.unpack_from(self.FORM, self.memory)

    @property
    def counts(self):
        return dict(zip(KINDS, self.read()[4:]))

    @property
    def failed(self):
        return self.read()[3]


class Surprise(Exception):
    """An outcome that should not occur."""


def contents(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def snapshot(folder):
    return {name: contents(os.path.join(folder, name)) for name in os.listdir(folder)}


def require_ended(status, errors):
    if status < 0:
        raise Surprise(f"ended by {signal.Signals(-status).name}: {errors.strip()[-300:]}")


def require_sentence(kind, status, errors):
    lines = errors.splitlines()
    if status != 1 or len(lines) != 1:
        raise Surprise(f"status {status} and {len(lines)} lines: {errors.strip()[-300:]}")
    if not re.search(CAUSES[kind], lines[0], re.IGNORECASE):
        raise Surprise(f"no cause in: {lines[0]}")


class Part:
    """A task that Glint performs while a call fails."""

    def __init__(self, name, folder, plan):
        self.name, self.folder, self.plan = name, folder, plan

    def file(self, name):
        return os.path.join(self.folder, name)

    def close(self):
        """Ends processes that are still running."""

    def run(self, *command, limit=LIMIT):
        environment = {
            **os.environ, "HOME": self.folder, "XDG_CACHE_HOME": self.file("cache"),
            "XDG_DATA_HOME": self.file("data"), "XDG_STATE_HOME": self.file("state"),
            # With the driver's kernel cache, the number of calls would vary between runs.
            "MESA_SHADER_CACHE_DISABLE": "true", **self.plan.environment,
        }
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=limit, errors="replace")
        return done.returncode, done.stdout, done.stderr


class Render(Part):
    """A picture rendered over an existing file, or to a new one."""

    def __init__(self, name, folder, plan, source, output, replaces):
        super().__init__(f"{name}, {'replacing' if replaces else 'new'}", folder, plan)
        self.source, self.replaces = source, replaces
        self.output = self.file(f"out/{output}")

    def prepare(self):
        shutil.rmtree(self.file("out"), ignore_errors=True)
        os.mkdir(self.file("out"))
        if self.replaces:
            with open(self.output, "wb") as file:
                file.write(b"what was there before")
        self.before = snapshot(self.file("out"))
        self.source_before = contents(self.source)

    def once(self, kind):
        status, _, errors = self.run(
            os.path.join(BUILT, "glint-cli"), "render", self.source, "-y", "-o", self.output, "--",
            "saturation", "amount=0.3", "gaussian-blur", "radius=6")
        after = snapshot(self.file("out"))
        if contents(self.source) != self.source_before:
            raise Surprise("the source has changed")
        if kind is None:
            if status != 0 or errors:
                raise Surprise(f"status {status} without a failure: {errors}")
            self.right, self.right_pixels = after, pixels(self.output)
            return "saved"
        if os.path.exists(self.output) and after.keys() == self.right.keys() and after != self.before:
            after = self.right if pixels(self.output) == self.right_pixels else after
        if after not in (self.before, self.right):
            raise Surprise(f"what is there is neither old nor new: {sorted(after)}")
        require_ended(status, errors)
        if status == 0:
            if after != self.right or errors:
                raise Surprise(f"status 0, but: {sorted(after)} {errors}")
            return "saved"
        require_sentence(kind, status, errors)
        if kind != "rename" and after != self.before:
            raise Surprise("it was saved, and said not to be")
        return "refused"


class BatchOfPictures(Part):
    """Several pictures rendered into a folder: the failure of one does not stop the rest."""

    def __init__(self, folder, plan, sources):
        super().__init__("batch of three", folder, plan)
        self.sources = sources

    def prepare(self):
        shutil.rmtree(self.file("out"), ignore_errors=True)
        os.mkdir(self.file("out"))

    def once(self, kind):
        before = [contents(source) for source in self.sources]
        status, _, errors = self.run(
            os.path.join(BUILT, "glint-cli"), "render", *self.sources, "-o", self.file("out"), "--", "saturation",
            "amount=0.3")
        after = snapshot(self.file("out"))
        if [contents(source) for source in self.sources] != before:
            raise Surprise("a source has changed")
        if kind is None:
            if status != 0 or errors:
                raise Surprise(f"status {status} without a failure: {errors}")
            self.right = after
            self.right_pixels = {name: pixels(self.file("out/" + name)) for name in after}
            return "saved"
        for name in after.keys() & self.right.keys():
            if after[name] != self.right[name] and pixels(self.file("out/" + name)) == self.right_pixels[name]:
                after[name] = self.right[name]
        if not set(after.items()) <= set(self.right.items()):
            raise Surprise(f"what is there is not whole: {sorted(after)}")
        require_ended(status, errors)
        if status == 0:
            if after != self.right or errors:
                raise Surprise(f"status 0, but: {sorted(after)} {errors}")
            return "saved"
        lines = errors.splitlines()
        # Without a device no picture can be rendered, and each one reports that.
        if status != 1 or not lines or len(lines) != len(self.right) - len(after):
            raise Surprise(f"status {status}, {len(after)} saved: {errors.strip()[-300:]}")
        for line in lines:
            require_sentence(kind, status, line)
        return "refused"


class StoredEdits(Part):
    """Three recipes stored for a picture in sequence, over an older one."""

    def __init__(self, folder, plan, picture):
        super().__init__("keeping of edits", folder, plan)
        self.picture = picture

    def prepare(self):
        shutil.rmtree(self.file("edits"), ignore_errors=True)
        with self.plan.suspended():
            self.keep(1, 2)

    def keep(self, first, last):
        return self.run(
            os.path.join(BUILT, "probe"), "store", self.file("edits"), self.picture, str(first), str(last))

    def once(self, kind):
        status, output, errors = self.keep(10, 12)
        require_ended(status, errors)
        kept = [int(line) for line in output.splitlines() if line.isdigit()]
        names = os.listdir(self.file("edits"))
        newest = None
        for ending in [".before.json", ".json"]:
            for name in names:
                if name.endswith(ending) and name.count(".") == ending.count("."):
                    newest = self.number(os.path.join(self.file("edits"), name))
        if any(name.startswith(".glint-") for name in names):
            raise Surprise(f"something remains: {names}")
        reported = kept[-1] if kept else 2
        # A recipe that was stored and flushed may be reported as failed only if flushing its folder failed.
        if newest != reported:
            raise Surprise(f"{newest} is kept, where {reported} was reported: {output}")
        if status == 0:
            if kept != [10, 11, 12]:
                raise Surprise(f"status 0, but kept {kept}")
            return "saved"
        require_sentence(kind, status, output.splitlines()[-1])
        return "refused"

    @staticmethod
    def number(path):
        """The number that is in all stages of a stored recipe."""
        with open(path) as file:
            stages = json.load(file)["filters"]
        numbers = {int(stage["parameters"]["amount"]) for stage in stages}
        if len(numbers) != 1 or len(stages) != 1 + min(numbers) % 40:
            raise Surprise(f"{path} is made of pieces")
        return min(numbers)


class SaveInWindow(Part):
    """A picture saved several times in one window, over itself."""

    def __init__(self, folder, plan, picture):
        super().__init__("PNG saved in the window", folder, plan)
        self.picture = picture
        self.window = None

    def open(self):
        """Opens the window, and saves once to choose the file."""
        # Reuses the window's test code, which needs a display and a session bus.
        sys.path.append(os.path.join(ROOT, "Tests", "Desktop"))
        import desktop
        import displays

        self.wait_until = displays.wait_until

        self.test = desktop.DesktopTest()
        self.test.setUp()
        self.window = self.test.open(self.picture, environment=self.plan.environment)
        self.target = self.test.file("b.png")
        self.window.wait_for("slider", "Saturation Amount")
        self.test.save(self.window, "b.png")
        self.right = contents(self.target)

    def close(self):
        if self.window:
            self.test.doCleanups()

    def prepare(self):
        with self.plan.suspended():
            if self.window is None:
                self.open()
            self.wait_until(lambda: not self.messages(), "messages to go")
            self.before = os.stat(self.target).st_ino

    def messages(self):
        """The texts of the messages over the picture."""
        def is_message(item):
            return item.role == "label" and "b.png" in item.name and not item.name.startswith("Saving ")
        return [item.name for item in self.window.shown(is_message)]

    def once(self, kind):
        self.test.display.keys("ctrl+s")
        self.wait_until(lambda: self.messages() or self.window.process.poll() is not None, "a message")
        if self.window.process.poll() is not None:
            output, self.window = self.window.output(), None
            raise Surprise(f"the window ended: {output.strip()[-300:]}")
        names = os.listdir(self.test.folder)
        if contents(self.target) != self.right or any(name.startswith(".glint-") for name in names):
            raise Surprise(f"what is there is not whole: {names}")
        text = self.messages()[0]
        if text.startswith("Saved "):
            if os.stat(self.target).st_ino == self.before:
                raise Surprise("it was not saved, and said to be")
            return "saved"
        if kind is None or not re.search(CAUSES[kind], text, re.IGNORECASE):
            raise Surprise(f"no cause in: {text}")
        return "refused"


def pixels(path):
    """The content of a picture file. It is compared by content because a PNG may be compressed differently
    if an allocation fails."""
    with Image.open(path) as image:
        return image.size, numpy.asarray(image).tobytes()


def make_pictures(folder):
    noise = numpy.random.default_rng(1).integers(0, 256, (300, 400, 3), dtype=numpy.uint8)
    picture = Image.fromarray(noise)
    for name in ["a.png", "a.jpg", "a.tif", "a.webp", "a.gif"]:
        picture.save(os.path.join(folder, name))
    for name in ["a.heic", "a.avif"]:
        subprocess.run(["convert", os.path.join(folder, "a.png"), os.path.join(folder, name)], check=True)
    large = numpy.random.default_rng(2).integers(0, 65536, (1200, 900), dtype=numpy.uint16)
    Image.fromarray(large).save(os.path.join(folder, "deep.png"))


def parts(folder, plan):

    def file(name):
        return os.path.join(folder, name)

    make_pictures(folder)
    yield Render("PNG to PNG", folder, plan, file("a.png"), "b.png", replaces=True)
    yield Render("PNG to PNG", folder, plan, file("a.png"), "b.png", replaces=False)
    yield Render("JPEG to JPEG", folder, plan, file("a.jpg"), "b.jpg", replaces=True)
    yield Render("TIFF to TIFF", folder, plan, file("a.tif"), "b.tif", replaces=True)
    yield Render("WebP to WebP", folder, plan, file("a.webp"), "b.webp", replaces=True)
    yield Render("PNG of 16 bits to TIFF", folder, plan, file("deep.png"), "b.tif", replaces=False)
    for name, title in [("a.gif", "GIF"), ("a.heic", "HEIC"), ("a.avif", "AVIF")]:
        yield Render(f"{title} to PNG", folder, plan, file(name), "b.png", replaces=False)
    yield BatchOfPictures(folder, plan, [file("a.png"), file("a.jpg"), file("a.tif")])
    yield StoredEdits(folder, plan, file("a.png"))
    if "GLINT_TEST_DISPLAY" in os.environ:
        yield SaveInWindow(folder, plan, file("a.png"))


def inject(part, every, report):
    """Runs a part with each failure in turn; yields rows of the table."""
    part.prepare()
    part.plan.set(None, 0)
    part.once(None)
    counts = part.plan.counts
    for kind in KINDS:
        outcomes = collections.Counter()
        first = random.randint(1, every)
        failures = [(number, False) for number in range(first, counts[kind] + 1, every)]
        # A failed write is also tested as a disk that stays full.
        failures += [(number, True) for number, _ in failures if kind == "write"]
        for number, lasting in failures:
            part.plan.set(kind, number, lasting)
            part.prepare()
            try:
                outcome = part.once(kind)
                # The distribution of calls over threads may vary, so that the last calls do not occur.
                outcomes[outcome if part.plan.failed else "not reached"] += 1
            except (Surprise, AssertionError, subprocess.TimeoutExpired) as surprise:
                outcomes["wrong"] += 1
                report(f"{part.name}, {kind} {number}{' and all after' if lasting else ''}: {surprise}")
            finally:
                part.plan.set(None, 0)
        yield kind, counts[kind], len(failures), outcomes


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--only", action="append", default=[])
    options = parser.parse_args()
    surprises = []

    def report(text):
        surprises.append(text)
        print(f"WRONG: {text}", file=sys.stderr, flush=True)

    rows = []
    with tempfile.TemporaryDirectory(prefix="glint-faults-") as folder:
        plan = Plan(folder)
        for part in parts(folder, plan):
            if options.only and not any(name in part.name for name in options.only):
                continue
            with contextlib.closing(part):
                for kind, count, injected, outcomes in inject(part, options.every, report):
                    if injected:
                        rows.append((part.name, kind, count, injected, outcomes))
            print(f"{part.name}: done", file=sys.stderr, flush=True)
    print("| what | call | asked for | failures | file right, status 0 | a sentence, status 1 | wrong |")
    print("| --- | --- | ---: | ---: | ---: | ---: | ---: |")
    for name, kind, count, injected, outcomes in rows:
        right = outcomes["saved"] + outcomes["not reached"]
        print(f"| {name} | {kind} | {count} | {injected} | {right} | {outcomes['refused']} | {outcomes['wrong']} |")
    print(f"\n{sum(row[3] for row in rows)} failures, {len(surprises)} wrong.")
    sys.exit(1 if surprises else 0)


if __name__ == "__main__":
    main()
