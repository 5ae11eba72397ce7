"""Section `command`: complete commands from file to file (saturation and blur), compared with other
programs.

This script imports no large libraries: its memory at the moment it forks counts toward the child's peak
memory.
"""

import ctypes
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections import namedtuple

import goals
import report
from peer_setup import GEGL, GLINT_CLI, MAGICK, PYTHON, here

SIGMA = 5  # gaussian-blur radius=10
AMOUNT = 0.3
# At this quality no program subsamples chroma; some need an option for that.
QUALITY = 92
TURNS = 5
# Repetitions for the smallest picture, whose times are short.
SMALL_TURNS = 21
# Seconds. Longer commands are run only twice, since they do not depend on caches.
PATIENCE = 2.5
# The average difference in levels up to which two results count as the same picture. libvips truncates where
# others round, after the saturation and after each axis of the blur, so it is also 2.1 darker than OpenCV.
# GEGL blurs in linear light.
ALIKE = {"libvips": 2.5, "libvips1": 2.5, "gegl": 12}
ALIKE_UNLESS_TOLD = 2

Run = namedtuple("Run", "wall processor megabytes helpers work")

# Child processes that a program leaves behind count toward its usage: orphans are reparented to this process.
PR_SET_CHILD_SUBREAPER = 36
ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def commands(suffix):
    source = f"in.{suffix}"
    luma = (0.299, 0.587, 0.114)
    matrix = ",".join(
        f"{AMOUNT * (row == column) + (1 - AMOUNT) * luma[column]:.6f}" for row in range(3) for column in range(3))
    numbers = [str(AMOUNT), str(SIGMA), str(QUALITY)]
    jpeg = suffix == "jpg"
    return {
        "glint": [
            GLINT_CLI, "render", source, "-y", "--quality", str(QUALITY), "-o", f"glint.{suffix}", "--",
            "saturation", f"amount={AMOUNT}", "gaussian-blur", f"radius={2 * SIGMA}"],
        "opencv": [PYTHON, here("commands/opencv.py"), source, f"opencv.{suffix}", *numbers],
        "libvips": [PYTHON, here("commands/libvips.py"), source, f"libvips.{suffix}", *numbers],
        **({} if jpeg else {
            "libvips1": [PYTHON, here("commands/libvips.py"), source, f"libvips1.{suffix}", *numbers, "1"]}),
        "gegl": [
            GEGL, source, "--", "gegl:saturation", f"scale={AMOUNT}",
            "gegl:gaussian-blur", f"std-dev-x={SIGMA}", f"std-dev-y={SIGMA}",
            *(["gegl:jpg-save", f"quality={QUALITY}"] if jpeg else ["gegl:png-save", "bitdepth=8"]),
            f"path=gegl.{suffix}"],
        # -blur is a Gaussian along one axis and then the other; -gaussian-blur computes the same at ten times
        # the cost.
        "imagemagick": [
            MAGICK, source, "-color-matrix", f"3x3: {matrix}", "-blur", f"0x{SIGMA}",
            "-quality", str(QUALITY) if jpeg else "75", f"imagemagick.{suffix}"],
    }


NAMES = {
    "glint": "glint-cli", "opencv": "OpenCV, 8 bit, in Python", "libvips": "libvips, in Python",
    "libvips1": "libvips, deflate level 1, in Python", "gegl": "gegl", "imagemagick": "ImageMagick's convert",
}


def main():
    print("\n## Whole commands")
    with tempfile.TemporaryDirectory(prefix="glint-command-") as folder:
        os.chdir(folder)
        subprocess.run([PYTHON, here("commands/prepare.py")], check=True)
        for suffix in ("png", "jpg"):
            compare(suffix)
        invert_small()
        if os.environ.get("GLINT_BENCH_SHORT") is None:
            filter_huge()


def run(command):
    """Runs a program and the processes it leaves behind until they end; returns milliseconds and
    megabytes. `work` is the time that the program reports for its work, if it does."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    output = process.stdout.read()
    complaint = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    wall = (time.perf_counter() - start) * 1000
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"{command[0]} failed: {complaint.decode()}")
    try:
        work = float(output)
    except ValueError:
        work = None
    others = list(orphans())
    processor = sum(used.ru_utime + used.ru_stime for used in [usage, *others]) * 1000
    helpers = max((used.ru_maxrss for used in others), default=0)
    return Run(wall, processor, usage.ru_maxrss * 1024 / 1e6, helpers * 1024 / 1e6, work)


def orphans():
    """The resource usage of the processes that a program leaves behind, collected as they end."""
    while True:
        try:
            yield os.wait4(-1, 0)[2]
        except ChildProcessError:
            return


def compare(suffix):
    runs = {name: [] for name in commands(suffix)}
    for turn in range(TURNS + 1):
        for name, command in commands(suffix).items():
            if len(runs[name]) >= 2 and runs[name][0].wall > PATIENCE * 1000:
                continue
            result = run(command)
            if turn or result.wall > PATIENCE * 1000:
                runs[name].append(result)
    medians = {
        name: Run(*(None if None in values else statistics.median(values) for values in zip(*results)))
        for name, results in runs.items()}
    sizes = {name: os.path.getsize(f"{name}.{suffix}") / 1e6 for name in runs}
    check_alike(suffix, [name for name in runs if name != "glint"])
    print_runs(suffix, medians, sizes)
    add_goals(suffix, medians, sizes)


def invert_small():
    """Measures the overhead of a command, by inverting a small picture."""
    subprocess.run([PYTHON, here("commands/prepare.py"), "640", "480"], check=True)
    rows = []
    for suffix in ("png", "jpg"):
        command = [GLINT_CLI, "render", f"in.{suffix}", "-y", "-o", f"small.{suffix}", "--", "invert"]
        runs = [run(command) for _ in range(SMALL_TURNS + 1)][1:]
        wall = statistics.median(result.wall for result in runs)
        rows.append((suffix, f"{wall:.0f}", f"{statistics.median(result.processor for result in runs):.0f}"))
        goals.at_most(f"whole command, a {suffix} of 640 × 480 inverted: time", 60, wall, "ms")
    runs = [run([GLINT_CLI, "--version"]) for _ in range(SMALL_TURNS)]
    wall, processor = (statistics.median(getattr(result, what) for result in runs) for what in ("wall", "processor"))
    report.print_table(
        "640 × 480 pixels inverted", ["ms", "processor ms"], [*rows, ("glint-cli --version", f"{wall:.0f}", f"{processor:.0f}")])


def filter_huge():
    subprocess.run([PYTHON, here("commands/prepare.py"), "4000", "4000"], check=True)
    subprocess.run([PYTHON, here("commands/tile.py"), "in.png", "huge.png", "5"], check=True)
    rows = []
    for name, filters in (
            ("invert", ["invert"]),
            ("saturation and blur (radius 10)", ["saturation", f"amount={AMOUNT}", "gaussian-blur", f"radius={2 * SIGMA}"])):
        result = run([GLINT_CLI, "render", "huge.png", "-y", "-o", "huge-made.png", "--", *filters])
        rows.append((
            name, f"{result.wall / 1000:.1f}", f"{result.processor / 1000:.1f}", f"{result.megabytes:.0f}",
            f"{result.helpers:.0f}"))
        goals.at_most(
            f"whole command, 400 megapixels, png to png, {name}: peak memory of the program", 260, result.megabytes, "MB")
    report.print_table(
        "400 megapixels, png to png, once", ["seconds", "processor seconds", "peak MB", "its decoder's peak MB"], rows)


def check_alike(suffix, peers):
    """Exits if a peer's picture differs from Glint's: its time would not count."""
    output = subprocess.run(
        [PYTHON, here("commands/compare.py"), *(f"{name}.{suffix}" for name in ["glint", *peers])],
        check=True, capture_output=True, text=True).stdout
    for name, apart in zip(peers, map(float, output.split())):
        if apart > ALIKE.get(name, ALIKE_UNLESS_TOLD):
            sys.exit(f"{name}.{suffix} differs from Glint's picture by {apart:.1f} levels on average")


def print_runs(suffix, medians, sizes):
    ours = medians["glint"]
    report.print_table(
        f"12 megapixels, {suffix} to {suffix}, saturation and blur (radius 10)",
        ["ms", "without starting Python, ms", "processor ms", "times Glint's", "by processor time", "peak MB", "file MB"],
        [(
            NAMES[name], f"{result.wall:.0f}", "" if result.work is None else f"{result.work:.0f}",
            f"{result.processor:.0f}", f"{result.wall / ours.wall:.2f}", f"{result.processor / ours.processor:.2f}",
            f"{result.megabytes:.0f}" + (f" and {result.helpers:.0f}" if result.helpers else ""), f"{sizes[name]:.2f}")
            for name, result in medians.items()])


def add_goals(suffix, medians, sizes):
    what = f"whole command, 12 megapixels, {suffix} to {suffix}"
    peers = [name for name in medians if name != "glint"]
    ours = medians["glint"]
    fastest = min(peers, key=lambda name: medians[name].wall)
    ratio = ours.wall / medians[fastest].wall
    goals.add(
        f"{what}: time", "fastest of all",
        f"{ratio:.3g} × the fastest peer's ({NAMES[fastest]}); "
        f"{ours.processor / min(medians[name].processor for name in peers):.3g} × the least processor time", ratio <= 1)
    vips = medians["libvips" if suffix == "jpg" else "libvips1"]
    goals.at_most(f"{what}: time, against libvips", 1 if suffix == "jpg" else 0.9, ours.wall / vips.wall)
    goals.at_most(f"{what}: processor time, against libvips", 1.15, ours.processor / vips.processor)
    smallest = min(peers, key=sizes.get)
    ratio = sizes["glint"] / sizes[smallest]
    goals.add(
        f"{what}: file", "no larger",
        f"{ratio:.3g} × the smallest peer's ({NAMES[smallest]}), "
        f"{sizes['glint'] / sizes[fastest]:.3g} × the fastest peer's", ratio <= 1)
    goals.at_most(
        f"{what}: peak memory of the program", 160, ours.megabytes, "MB", f" (its decoder's process: {ours.helpers:.0f} MB)")


if __name__ == "__main__":
    main()
