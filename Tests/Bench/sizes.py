"""Section `sizes`: whole commands of pictures of several sizes, beside libvips and OpenCV, into the plots of docs/performance.md.

Imports nothing large: what this program holds when it starts another counts in that one's peak memory.
"""

import os
import statistics
import subprocess
import tempfile

import command
import plot
import report
from peer_setup import PYTHON, ROOT, here

MEGAPIXELS = [1, 12] if os.environ.get("GLINT_BENCH_SHORT") else [1, 3, 6, 12, 24, 48]
TURNS = 3
SERIES = {"glint": "glint-cli", "libvips": "libvips", "opencv": "OpenCV"}


def main():
    print("\n## Sizes")
    medians = {suffix: {name: [] for name in SERIES} for suffix in ("png", "jpg")}
    with tempfile.TemporaryDirectory(prefix="glint-sizes-") as folder:
        os.chdir(folder)
        for megapixels in MEGAPIXELS:
            width = round((megapixels * 1e6 * 4 / 3) ** 0.5)
            subprocess.run([PYTHON, here("commands/prepare.py"), str(width), str(width * 3 // 4)], check=True)
            for suffix, series in medians.items():
                measure(suffix, megapixels, series)
    for suffix, series in medians.items():
        report.print_table(
            f"{suffix} to {suffix}, saturation and blur (radius 10), by size",
            [f"{SERIES[name]}, {what}" for name in series for what in ("ms", "peak MB")],
            [(f"{megapixels} megapixels",
              *(text for name in series for text in (f"{series[name][at][0]:.0f}", f"{series[name][at][1]:.0f}")))
             for at, megapixels in enumerate(MEGAPIXELS)])
    draw(medians)


def measure(suffix, megapixels, series):
    """The medians of milliseconds and megabytes of the program itself; the programs take turns."""
    runs = {name: [] for name in SERIES}
    for turn in range(TURNS + 1):
        for name in SERIES:
            result = command.run(command.commands(suffix)[name])
            # What a program in Python takes to start is not the library's.
            if turn:
                runs[name].append((result.work or result.wall, result.megabytes))
    for name, results in runs.items():
        series[name].append(tuple(statistics.median(values) for values in zip(*results)))


def draw(medians):
    if len(MEGAPIXELS) < 3:
        return
    for column, (file, title, unit) in enumerate([
            ("performance-time.svg", "Seconds, from file to file", "s"),
            ("performance-memory.svg", "Peak memory of the program", "MB")]):
        scale = 1000 if unit == "s" else 1
        plot.write(os.path.join(ROOT, "docs", file), title, "megapixels", unit, MEGAPIXELS, {
            {"png": "PNG to PNG", "jpg": "JPEG to JPEG"}[suffix]: {
                SERIES[name]: [values[column] / scale for values in rows] for name, rows in series.items()}
            for suffix, series in medians.items()})


if __name__ == "__main__":
    main()
