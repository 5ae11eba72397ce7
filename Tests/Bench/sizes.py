"""Section `sizes`: the time and the peak memory of complete commands, from file to file, for pictures of
many sizes.

    sizes.py [FOLDER]     writes the plots performance-time.svg and performance-memory.svg into FOLDER, by default docs/
"""

import math
import os
import statistics
import subprocess
import sys
import tempfile
import time

import plot
import report
from command import NAMES, PATIENCE, check_alike, commands, orphans, run
from peer_setup import PYTHON, ROOT, glint_json, here

MEGAPIXELS = [1, 3, 6, 12, 24, 48]
TURNS = 3
PROGRAMS = ["glint", "opencv", "libvips"]
HELPED = "glint-cli and its decoder"
# The index of each line's style, by the line's name.
STYLES = {NAMES["glint"]: 0, HELPED: 1, NAMES["opencv"]: 2, NAMES["libvips"]: 3}
# Short labels for the ends of lines, where there is little space.
SHORT = {HELPED: "with its decoder", NAMES["opencv"]: "OpenCV", NAMES["libvips"]: "libvips"}


def main():
    folder = os.path.abspath(sys.argv[1] if sys.argv[1:] else os.path.join(ROOT, "docs"))
    print("\n## Sizes")
    # For each suffix and program, pairs of megapixels and milliseconds, or of megapixels and megabytes.
    times, memory = ({suffix: {} for suffix in ("png", "jpg")} for _ in range(2))
    with tempfile.TemporaryDirectory(prefix="glint-sizes-") as work:
        os.chdir(work)
        for megapixels in MEGAPIXELS:
            height = round(math.sqrt(megapixels * 1e6 * 3 / 4))
            size = [str(round(megapixels * 1e6 / height)), str(height)]
            subprocess.run([PYTHON, here("commands/prepare.py"), *size], check=True)
            for suffix in times:
                measure(megapixels, suffix, times[suffix], memory[suffix])
    for what, unit, values in (("Time", "ms", times), ("Peak memory", "MB", memory)):
        for suffix, programs in values.items():
            report.print_table(
                f"{what} by size, {suffix} to {suffix}, saturation and blur (radius 10)",
                [f"{megapixels} megapixels, {unit}" for megapixels in MEGAPIXELS],
                [(name, *(f"{value:.0f}" for _, value in points)) for name, points in programs.items()])
    print(
        "\nPeak memory is the greatest resident set of the program's process, as the kernel keeps it; “and its decoder” adds "
        "the greatest ones of the processes that glint-cli starts. Memory that they share counts in each.")
    draw(os.path.join(folder, "performance-time.svg"), "Time of a whole command", "time", "ms", times)
    draw(os.path.join(folder, "performance-memory.svg"), "Peak memory of a whole command", "peak memory", "MB", memory)


def measure(megapixels, suffix, times, memory):
    """Adds the medians of programs that take turns; an uncounted first turn fills caches and shows the
    resource usage of Glint's helpers."""
    lines = {name: line for name, line in commands(suffix).items() if name in PROGRAMS}
    runs = {name: [] for name in lines}
    helpers = 0
    for turn in range(TURNS + 1):
        for name, line in lines.items():
            if turn == 0 and name == "glint":
                helpers = helpers_megabytes(line)
            elif turn == 0:
                run(line)
            elif len(runs[name]) < 2 or runs[name][0].wall < PATIENCE * 1000:
                runs[name].append(run(line))
    check_alike(suffix, [name for name in PROGRAMS if name != "glint"])
    for name, results in runs.items():
        peak = statistics.median(result.megabytes for result in results)
        times.setdefault(NAMES[name], []).append((megapixels, statistics.median(result.wall for result in results)))
        memory.setdefault(NAMES[name], []).append((megapixels, peak))
        if name == "glint":
            memory.setdefault(HELPED, []).append((megapixels, peak + helpers))


def helpers_megabytes(line):
    """The sum of the peak resident set sizes of the processes that a command starts."""
    process = subprocess.Popen(line, stdout=subprocess.DEVNULL)
    peaks = {}
    while process.poll() is None:
        for helper in descendants(process.pid):
            try:
                with open(f"/proc/{helper}/status") as file:
                    peaks[helper] = next(int(part.split()[1]) for part in file if part.startswith("VmHWM")) * 1024 / 1e6
            except (OSError, StopIteration):  # It ended meanwhile.
                pass
        time.sleep(0.002)
    if process.returncode != 0:
        sys.exit(f"{line[0]} failed")
    # Waits for orphaned processes, which would otherwise count toward the next run.
    list(orphans())
    return sum(peaks.values())


def descendants(process):
    try:
        for task in os.listdir(f"/proc/{process}/task"):
            with open(f"/proc/{process}/task/{task}/children") as file:
                for child in map(int, file.read().split()):
                    yield child
                    yield from descendants(child)
    except OSError:  # It ended meanwhile.
        pass


def draw(path, title, what, unit, values):
    device = glint_json("info")["renderer"]
    plot.write(
        path, f"{title}, saturation and blur (radius 10)",
        f"From file to file, the start of the program included; {device.split(' (')[0]}, {os.cpu_count()} CPU cores, "
        f"{time.strftime('%Y-%m-%d')}",
        {
            f"{format} to {format}": [
                plot.Line(SHORT.get(name, name), STYLES[name], points) for name, points in values[suffix].items()]
            for suffix, format in (("png", "PNG"), ("jpg", "JPEG"))},
        plot.Axis("size of the picture", "megapixels"), plot.Axis(what, unit))


if __name__ == "__main__":
    main()
