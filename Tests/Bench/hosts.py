"""Section `hosts`: Glint in other programs. Arrays in Python are compared with GlintKit in its own process, and clips in
ffmpeg and GStreamer with glint-cli."""

import json
import os
import subprocess
import sys
import tempfile

import numpy as np

import goals
import report
from measuring import Time, in_turns, median, rounds
from peer_setup import GLINT_CLI, ROOT, benchmark

os.environ["GLINT_CLI"] = GLINT_CLI
sys.path.insert(0, os.path.join(ROOT, "python"))
import glint  # noqa: E402

RECIPES = {
    "saturation": [glint.saturation(0.3)],
    "saturation and blur (radius 10)": [glint.saturation(0.3), glint.gaussian_blur(radius=10)],
}
CHANNELS = {"RGB": 3, "RGBA": 4}
CLIP = (1920, 1080)
FRAMES = 48
RATE = 30


def main():
    print("\n## In other programs")
    with tempfile.TemporaryDirectory(prefix="glint-hosts-") as folder:
        os.chdir(folder)
        for name, recipe in RECIPES.items():
            with open(recipe_file(name), "w") as file:
                json.dump({"glint": 1, "filters": recipe}, file)
        arrays()
        clips()


def recipe_file(name):
    return f"{list(RECIPES).index(name)}.json"


def noise(count, width, height, channels):
    return np.random.default_rng(1).integers(0, 256, (count, height, width, channels), np.uint8)


def render(source, size, channels, recipe, target):
    """A command of glint-cli that filters raw frames."""
    return ["sh", "-c", 'target=$1; shift; exec "$@" > "$target"', "sh", target,
            GLINT_CLI, "render", source, "-o", "-", "-q", "--format", "raw", "--input-format", "raw",
            "--size", f"{size[0]}x{size[1]}", "--channels", channels, "--fps", str(RATE), "--recipe", recipe]


def arrays():
    """Filters arrays of 12 megapixels in Python, in turns with GlintKit."""
    size = (4000, 3000)
    pictures = {channels: noise(1, *size, count)[0] for channels, count in CHANNELS.items()}
    works = {}
    with glint.Device() as device:
        for channels, picture in pictures.items():
            picture.tofile("picture")
            for name, recipe in RECIPES.items():
                run(render("picture", size, channels.lower(), recipe_file(name), "expected"))
                expected = np.fromfile("expected", np.uint8).reshape(picture.shape)
                if not np.array_equal(device.render(picture, recipe), expected):
                    sys.exit(f"{channels}, {name}: the array differs from that of glint-cli")
                works[f"{channels}, {name}"] = lambda picture=picture, recipe=recipe: device.render(picture, recipe)
        ours, theirs = in_turns(lambda: benchmark("memory"), works, cycles=5, count=3)
    rows = []
    for name in works:
        process, package = Time(ours[name], ours[f"{name}: processor time"]), theirs[name]
        share = process.wall / package.wall
        rows.append((
            name, f"{process.wall:.0f}", f"{process.processor:.0f}", f"{package.wall:.0f}", f"{package.processor:.0f}",
            f"{share:.2f}", f"{process.processor / package.processor:.2f}"))
        goals.at_least(
            f"arrays of 12 megapixels in Python, {name}: throughput", 0.8, share, "× GlintKit's in its own process",
            f" ({process.processor / package.processor:.3g} × by processor time)")
    report.print_table(
        "Arrays of 12 megapixels, 8 bits, in Python",
        ["GlintKit in its own process, ms", "processor ms", "the Python package, ms", "processor ms",
         "its throughput, times GlintKit's", "by processor time"], rows)


def clips():
    """Filters the raw frames of a clip in ffmpeg and GStreamer, in turns with glint-cli."""
    here = os.getcwd()
    for plugin, variable, file in (
            ("frei0r-plugin", "FREI0R_PLUGIN", "glint.so"), ("gstreamer-plugin", "GSTREAMER_PLUGIN", "libgstglint.so")):
        run(["make", "-s", "-C", ROOT, plugin, f"{variable}={here}/{file}"])
    os.environ.update(FREI0R_PATH=here, GST_PLUGIN_PATH=here, GST_REGISTRY=f"{here}/registry")
    frames = noise(4, *CLIP, 4)
    frames.tofile("start")
    np.tile(frames, (FRAMES // len(frames), 1, 1, 1)).tofile("clip")
    for name in RECIPES:
        # Frames that pass unfiltered take no time, and would be counted.
        for program, command in commands("start", recipe_file(name), keeps=True).items():
            run(command)
            if not np.array_equal(np.fromfile(program, np.uint8), np.fromfile("glint-cli", np.uint8)):
                sys.exit(f"{program}, {name}: the frames differ from those of glint-cli")
        works = {
            program: lambda command=command: run(command)
            for program, command in commands("clip", recipe_file(name), keeps=False).items()}
        times = {program: median(values) for program, values in rounds(works, 3).items()}
        ours = times["glint-cli"]
        report.print_table(
            f"Raw RGBA of 1080p, {FRAMES} frames, {name}",
            ["frames a second", "processor ms a frame", "throughput, times glint-cli's", "by processor time"],
            [(program, f"{FRAMES * 1000 / time.wall:.1f}", f"{time.processor / FRAMES:.0f}", f"{ours.wall / time.wall:.2f}",
              f"{ours.processor / time.processor:.2f}") for program, time in times.items()])


def commands(source, recipe, keeps):
    """The commands by program. Each writes its frames to a file of the program's name if it keeps them."""
    width, height = CLIP
    commands = {
        "glint-cli": lambda target: render(source, CLIP, "rgba", recipe, target),
        "ffmpeg": lambda target: [
            "/usr/bin/ffmpeg", "-loglevel", "error", "-nostdin", "-y", "-f", "rawvideo", "-pix_fmt", "rgba",
            "-s", f"{width}x{height}", "-r", str(RATE), "-i", source, "-vf", f"frei0r=glint:{recipe}", "-f", "rawvideo", target],
        "GStreamer": lambda target: [
            "gst-launch-1.0", "-q", "filesrc", f"location={source}", "!", "rawvideoparse", f"width={width}", f"height={height}",
            "format=rgba", f"framerate={RATE}/1", "!", "glintfilter", f"recipe={recipe}", "!", "filesink", f"location={target}"],
    }
    return {program: command(program if keeps else "/dev/null") for program, command in commands.items()}


def run(command):
    subprocess.run(command, check=True)


if __name__ == "__main__":
    main()
