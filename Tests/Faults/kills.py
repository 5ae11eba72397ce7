"""Kills Glint at random moments, and checks what it leaves behind.

    kills.py [--count N] [--seed SEED] [--only PART]

A render of each format (over an existing file and to a new one), the storing of edits, and if there is a
display a save in the window are each killed with SIGKILL at a random moment. Afterwards the file must be
the old or the new one, complete; the source unchanged; no edits that were reported as stored may be lost;
and leftovers of the killed process must be gone after the next run. Prints a table, and exits with 1 if
there was any other outcome.
"""

import argparse
import collections
import os
import random
import subprocess
import sys
import tempfile
import time

from faults import BUILT, ROOT, StoredEdits, Surprise, contents, make_pictures


class Killed:
    """A task that is killed."""

    def __init__(self, name, folder):
        self.name, self.folder = name, folder
        self.seconds = 0.0

    def file(self, name):
        return os.path.join(self.folder, name)

    def start(self, *command):
        environment = {**os.environ, "HOME": self.folder, "XDG_CACHE_HOME": self.file("cache")}
        return subprocess.Popen(
            command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)

    def measure(self):
        """Runs the task to its end, to measure its duration."""
        begun = time.monotonic()
        process = self.start(*self.command())
        process.communicate()
        if process.returncode != 0:
            raise Surprise(f"status {process.returncode} without a kill")
        self.seconds = time.monotonic() - begun

    def kill(self, moment):
        """Runs the task until it is killed; returns what it has printed."""
        process = self.start(*self.command())
        try:
            printed, _ = process.communicate(timeout=moment * self.seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            printed, _ = process.communicate()
        return printed


def remains(folder):
    return [name for name in os.listdir(folder) if name.startswith(".glint-")]


class KilledRender(Killed):
    def __init__(self, folder, suffix, replaces):
        super().__init__(f"{suffix} {'over a file' if replaces else 'to a new place'}", folder)
        self.source, self.replaces = self.file("a." + suffix), replaces
        self.out = self.file(f"out-{suffix}-{replaces}")
        os.mkdir(self.out)
        self.output = os.path.join(self.out, "b." + suffix)
        self.measure()
        self.right, self.source_before = contents(self.output), contents(self.source)

    def command(self):
        return [
            os.path.join(BUILT, "glint-cli"), "render", self.source, "-y", "-o", self.output, "--", "saturation",
            "amount=0.3", "gaussian-blur", "radius=6"]

    def once(self, moment):
        old = None
        if os.path.exists(self.output):
            os.remove(self.output)
        if self.replaces:
            with open(self.output, "wb") as file:
                file.write(b"what was there before")
            old = contents(self.output)
        # Leftovers of a killed run are removed at the beginning of the next run, or of the one after it if
        # that is killed before.
        self.kill(moment)
        if contents(self.source) != self.source_before:
            raise Surprise("the source has changed")
        now = contents(self.output) if os.path.exists(self.output) else None
        if now not in (old, self.right):
            raise Surprise("what is there is neither old nor new")
        left = len(remains(self.out))
        if left:
            self.measure()
            if remains(self.out):
                raise Surprise("the next save did not remove what remained")
        return ("new" if now == self.right else "old"), left


class KilledKeeping(Killed):
    def __init__(self, folder):
        super().__init__("keeping of edits", folder)
        self.picture, self.edits = self.file("a.png"), self.file("edits")
        self.next = 1
        self.measure()
        self.newest = self.next + 29
        self.next += 30

    def command(self):
        return [os.path.join(BUILT, "probe"), "store", self.edits, self.picture, str(self.next), str(self.next + 29)]

    def once(self, moment):
        printed = self.kill(moment)
        reported = [int(line) for line in printed.splitlines() if line.isdigit()]
        last = reported[-1] if reported else self.newest
        versions = {}
        for name in os.listdir(self.edits):
            if name.endswith(".json"):
                versions[name.partition(".")[2]] = StoredEdits.number(os.path.join(self.edits, name))
        # A process killed between the two renames leaves the previous recipe, or that of an earlier run.
        kept = versions.get("json", versions.get("before.json", versions.get("other.json")))
        if kept not in (last, last + 1, self.next):
            raise Surprise(f"{kept} is kept, where {last} was reported")
        self.newest = kept
        self.next = max(self.next, kept + 1)
        left = len(remains(self.edits))
        if left:
            self.measure()
            self.newest = self.next + 29
            self.next += 30
            if remains(self.edits):
                raise Surprise("the next write did not remove what remained")
        return ("new" if reported else "old"), left


class KilledWindow(Killed):
    """A save in the window, killed at a random moment after its dialog is accepted."""

    def __init__(self, folder):
        super().__init__("a save in the window", folder)
        sys.path.insert(0, os.path.join(ROOT, "Tests", "Desktop"))
        import desktop

        self.new_test = desktop.DesktopTest
        self.picture = self.file("a.png")
        test, window = self.open()
        begun = time.monotonic()
        test.save(window, "b.png")
        self.seconds = time.monotonic() - begun
        self.right = contents(test.file("b.png"))
        test.doCleanups()

    def open(self):
        test = self.new_test()
        test.setUp()
        window = test.open(self.picture)
        window.wait_for("slider", "Saturation Amount")
        return test, window

    def once(self, moment):
        test, window = self.open()
        try:
            output = test.file("b.png")
            test.display.keys("ctrl+shift+s")
            test.name_file(window, output)
            time.sleep(moment * self.seconds)
            window.process.kill()
            window.process.wait()
            now = contents(output) if os.path.exists(output) else None
            if now not in (None, self.right):
                raise Surprise("what is there is not whole")
            left = len(remains(test.folder))
            if left:
                subprocess.run(
                    [os.path.join(BUILT, "glint-cli"), "render", self.picture, "-o", test.file("c.png")], check=True)
                if remains(test.folder):
                    raise Surprise("the next save did not remove what remained")
            return ("new" if now else "old"), left
        finally:
            test.doCleanups()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    print(f"Seed {options.seed}", flush=True)
    chance = random.Random(options.seed)
    surprises, rows = 0, collections.defaultdict(collections.Counter)
    with tempfile.TemporaryDirectory(prefix="glint-kills-") as folder:
        make_pictures(folder)
        killed = [KilledRender(folder, suffix, replaces) for suffix in ["png", "jpg", "tif", "webp"]
                  for replaces in [True, False]]
        killed += [KilledKeeping(folder)] * 4
        if "GLINT_TEST_DISPLAY" in os.environ:
            killed.append(KilledWindow(folder))
        killed = [one for one in killed if options.only in one.name]
        for _ in range(options.count):
            one = chance.choice(killed)
            try:
                outcome, left = one.once(chance.uniform(0, 1.1))
                rows[one.name].update({"kills": 1, outcome: 1, "left": left})
            except Surprise as surprise:
                surprises += 1
                rows[one.name].update({"kills": 1, "wrong": 1})
                print(f"WRONG: {one.name}: {surprise}", file=sys.stderr, flush=True)
    print("| what | kills | the old file | the new file | temporary files left | after the next save | wrong |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    for name, row in rows.items():
        print(f"| {name} | {row['kills']} | {row['old']} | {row['new']} | {row['left']} | 0 | {row['wrong']} |")
    sys.exit(1 if surprises else 0)


if __name__ == "__main__":
    main()
