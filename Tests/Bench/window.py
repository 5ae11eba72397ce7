#!/usr/bin/env python3
"""Section `window`: drags sliders and plays a still in the real window under Xvfb, and compares launches
with those of a bare window.

Has the same requirements as the desktop tests.
"""

import json
import math
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), "..", "Desktop"))

if "GLINT_BENCH_INSIDE" not in os.environ:
    # A separate session bus, like in the desktop tests.
    os.environ.update(GLINT_BENCH_INSIDE="1", GLINT_TEST_DISPLAY="x11")
    bus = os.path.join(os.path.dirname(os.path.realpath(__file__)), "..", "Desktop", "bus", "session.conf")
    os.execvp("dbus-run-session", [
        "dbus-run-session", f"--config-file={bus}", "--", "/usr/bin/python3", "-W", "ignore", *sys.argv])

import numpy
from PIL import Image

import displays
import goals
import report
from displays import wait_until
from watching import frames, percentile, processor_seconds
from window import BUILT, GLINT, Controls, Window

LAUNCH_PEER = os.path.join(BUILT, "launch-peer")
FIRST_FRAME = re.compile(r"frame at ([\d.]+) s")
PLAYED = re.compile(r"picture of ([\d.e-]+) s at ([\d.e-]+) s of the sound")
HOLD = re.compile(r"main loop held for ([\d.e-]+) ms until ([\d.]+) s")
SIZE = (4000, 3000)
LAUNCHES = 5


def photo_like(*paths, size=SIZE):
    """Gradients, edges and noise, twelve megapixels by default; deterministic."""
    random = numpy.random.default_rng(1)
    y, x = numpy.mgrid[0:size[1], 0:size[0]]
    base = numpy.stack([
        128 + 100 * numpy.sin(x / 211 + y / 977), 128 + 90 * numpy.cos(x / 613 - y / 89),
        128 + 110 * numpy.sin((x + y) / 331)], axis=2)
    base += 40 * ((x // 97 + y // 61) % 2)[..., None] + random.normal(0, 6, base.shape)
    for path in paths:
        Image.fromarray(base.clip(0, 255).astype(numpy.uint8)).save(path, compress_level=1, quality=92)


def longest_hold(window, start, end):
    """The longest stall of the main loop between two times, in milliseconds."""
    holds = [tuple(map(float, match)) for match in HOLD.findall(window.output())]
    return max(held for held, until in holds if start <= until <= end)


class Floor(Window):
    """The window of floor.c, driven like Glint's: the cost of drawing alone."""

    def __init__(self, display, program, environment):
        self.display = display
        self.errors = tempfile.NamedTemporaryFile("w+")
        self.process = subprocess.Popen(
            [program], env={**display.environment, **environment}, stderr=self.errors, stdout=self.errors)
        Controls.__init__(self, wait_until(self._find_application, "the floor on the accessibility bus"))


def make_floor(folder):
    program = folder + "/glint-floor"
    flags = subprocess.run(
        ["pkg-config", "--cflags", "--libs", "libadwaita-1", "epoxy"], check=True, capture_output=True, text=True).stdout
    here = os.path.dirname(os.path.realpath(__file__))
    subprocess.run(["gcc", "-O2", here + "/floor.c", "-o", program, *flags.split()], check=True)
    return program


def drag(window, name, low, high, seconds=6):
    """Moves a slider 250 times a second, like a fast mouse; returns the start, the end, and the frames
    shown in between."""
    slider = window.slider(name)
    before = len(frames(window))
    start = time.monotonic()
    step = 0
    while time.monotonic() < start + seconds:
        step += 1
        slider.currentValue = low + (high - low) * (0.5 + 0.5 * math.sin(step / 40))
        time.sleep(max(0, start + step / 250 - time.monotonic()))
    end = time.monotonic()
    # Glint reports a stall within a second of its end.
    time.sleep(1.5)
    return start, end, [frame for frame in frames(window)[before:] if start <= frame[0] <= end]


def drag_floor(display, program, environment):
    """Frames per second, and the time each waited."""
    window = Floor(display, program, environment)
    window.wait_for("slider", "Floor 1")
    display.resize()
    time.sleep(2)
    start, end, shown = drag(window, "Floor 1", 0, 1)
    window.close()
    return len(shown) / (end - start), [frame[1] for frame in shown]


def drags(display, folder, paths, environment):
    """Measures Glint's sliders before and after the floor's, so that other load on the machine affects
    both."""
    # A separate state folder, or the later launches would restore the edits made by the drag.
    environment = {**environment, "XDG_STATE_HOME": folder + "/dragged"}
    recipe = folder + "/dragged.json"
    with open(recipe, "w") as file:
        json.dump({"glint": 1, "filters": [
            {"id": "saturation", "parameters": {"amount": 0.5}}, {"id": "gaussian-blur", "parameters": {"radius": 10}},
        ]}, file)
    floor = make_floor(folder)
    floors = [drag_floor(display, floor, environment)]
    window = Window(display, "--recipe", recipe, paths[0], environment=environment)
    window.wait_for("slider", "Radius")
    display.resize()
    time.sleep(3)
    full_width = frames(window)[-1][3]
    dragged = {}
    for name, low, high in (("Saturation", 0, 2), ("Radius", 8, 12)):
        start, end, shown = drag(window, name, low, high)
        dragged[name] = start, end, shown, longest_hold(window, start, end)
    window.close()
    floors.append(drag_floor(display, floor, environment))

    floor_rate = statistics.mean(rate for rate, _ in floors)
    floor_waits = [wait for _, waits in floors for wait in waits]
    least = percentile(floor_waits, 0.95)
    rows = [(
        "the floor: a bare window, its picture ready", f"{floor_rate:.1f}", f"{floor_rate:.1f}",
        f"{statistics.median(floor_waits):.0f}", f"{least:.0f}", "1.00", "", "")]
    for name, (start, end, shown, hold) in dragged.items():
        waits = [frame[1] for frame in shown]
        at_full_quality = sum(frame[3] >= full_width for frame in shown) / (end - start)
        late = percentile(waits, 0.95)
        rows.append((
            name, f"{len(shown) / (end - start):.1f}", f"{at_full_quality:.1f}", f"{statistics.median(waits):.0f}",
            f"{late:.0f}", f"{late / least:.2f}", f"{statistics.median(frame[2] for frame in shown):.0f}", f"{hold:.0f}"))
        what = f"dragging {name.lower()}, saturation and blur radius 10, 12 megapixels"
        goals.at_least(
            f"{what}: frames on screen at full quality", 30, at_full_quality, "a second", f" (the floor {floor_rate:.3g})")
        goals.at_most(f"{what}: event to drawn frame, p95", 40, late, "ms")
        goals.at_most(
            f"{what}: event to drawn frame, p95, against the floor", 1.5, late / least,
            note=f" ({late:.0f} ms against {least:.0f})")
    report.print_table("Dragged, in a window of 1600 × 1000 with a PNG of 12 megapixels", [
        "frames a second", "at full quality", "event to drawn frame, p50 ms", "p95 ms", "p95, times the floor's",
        "made in, p50 ms", "longest hold of the main loop, ms"], rows)


def play(display, folder, paths, environment, seconds=8):
    """Plays a still of a television's size through the analog video filter with its default settings."""
    environment = {**environment, "XDG_STATE_HOME": folder + "/played"}
    picture, recipe = folder + "/television.png", folder + "/video.json"
    photo_like(picture, size=(640, 480))
    with open(recipe, "w") as file:
        json.dump({"glint": 1, "filters": [{"id": "ntsc", "parameters": {}}]}, file)
    window = Window(display, "--recipe", recipe, picture, environment=environment)
    window.wait_for("slider", "Age")
    display.resize()
    time.sleep(3)
    window.press("Play")
    window.wait_for("push button", "Pause")
    time.sleep(1)
    used, start = processor_seconds(window), time.monotonic()
    time.sleep(seconds)
    used, end = processor_seconds(window) - used, time.monotonic()
    time.sleep(1.5)
    shown = [frame for frame in frames(window) if start <= frame[0] <= end]
    hold = longest_hold(window, start, end)
    window.close()
    rate, work = len(shown) / (end - start), 1000 * used / max(1, len(shown))
    report.print_table("Analog video played, 640 × 480 in a window of 1600 × 1000", [
        "frames a second", "made in, p50 ms", "processor time a frame, drawing included, ms",
        "longest hold of the main loop, ms"], [
            ("as the filter is added", f"{rate:.1f}", f"{statistics.median(frame[2] for frame in shown):.0f}",
             f"{work:.0f}", f"{hold:.0f}")])
    # The rate is 29.97; a frame or two may fall outside the measured interval at either end.
    goals.at_least("analog video 640×480 playing: frames on screen", 29.5, rate, "a second")
    goals.at_most(
        "analog video 640×480 playing: processor time against that of all cores at 30 frames a second", 0.75,
        work / (1000 / 30 * os.cpu_count()), note=f" ({work:.0f} ms a frame)")


def make_clip(path, size, rate, seconds=14):
    """A video with moving detail and noise, a key frame per second, and a tone."""
    subprocess.run(
        ["ffmpeg", "-loglevel", "error", "-y", "-f", "lavfi", "-i",
         f"testsrc2=s={size}:r={rate}:d={seconds},noise=alls=8:allf=t", "-f", "lavfi", "-i", f"sine=d={seconds}",
         "-c:v", "libx264", "-preset", "veryfast", "-crf", "23", "-pix_fmt", "yuv420p", "-g", "30", "-c:a", "aac",
         "-shortest", path], check=True)


def play_clip(display, path, recipe, environment, fills, seconds=8):
    """Plays a video through a recipe, at the window's initial size or full screen: pictures per second,
    and the offset of each from the sound, in milliseconds."""
    window = Window(display, "--recipe", recipe, path, environment=environment)
    window.wait_for("slider", "Position")
    if fills:
        display.resize()
    time.sleep(3)
    window.press("Play")
    window.wait_for("push button", "Pause")
    time.sleep(1.5)
    before = len(PLAYED.findall(window.output()))
    time.sleep(seconds)
    played = [tuple(map(float, match)) for match in PLAYED.findall(window.output())][before:]
    window.close()
    # A frame may be drawn more than once: only the first time counts.
    first = {picture: sound for picture, sound in reversed(played)}
    heard = max(first.values()) - min(first.values())
    return (len(first) - 1) / heard, [1000 * abs(sound - picture) for picture, sound in first.items()]


def scrub(display, path, environment):
    """Drags the scrubber to and fro: milliseconds between pictures, and from the end of a drag to the last
    picture."""
    window = Window(display, path, environment=environment)
    x, y, width, height = window.extents(window.wait_for("slider", "Position"))
    time.sleep(3)
    between, ends = [], []
    positions = [x + 14, x + width * 0.9, x + width * 0.13, x + width * 0.71, x + width * 0.37]
    for start, end in zip(positions, positions[1:]):
        begun = time.monotonic()
        display.drag((start, y + height / 2), (end, y + height / 2))
        rested = time.monotonic()
        time.sleep(1.5)
        times = [frame[0] for frame in frames(window) if frame[0] >= begun]
        dragged = [moment for moment in times if moment <= rested]
        between += [1000 * (b - a) for a, b in zip(dragged, dragged[1:])]
        ends.append(1000 * (times[-1] - rested))
    window.close()
    return between, ends


def clips(display, folder, paths, environment):
    """Measures playing, scrubbing and opening a video, the latter compared with a still."""
    small, large, still = folder + "/small.mp4", folder + "/large.mp4", folder + "/large.png"
    make_clip(small, "640x480", "30000/1001")
    make_clip(large, "1920x1080", "30")
    subprocess.run(["ffmpeg", "-loglevel", "error", "-y", "-i", large, "-frames:v", "1", still], check=True)
    environment = {**environment, "XDG_STATE_HOME": folder + "/clips", "GLINT_SOUND_SINK": "fakesink sync=true"}
    recipes = {
        "640×480, Analog Video, in the window as it opens": (small, 29.5, [{"id": "ntsc", "parameters": {}}]),
        "1080p, saturation and blur radius 10, fitted into 1600 × 1000": (large, 24, [
            {"id": "saturation", "parameters": {"amount": 0.5}}, {"id": "gaussian-blur", "parameters": {"radius": 10}}]),
    }
    rows = []
    for name, (path, least, stages) in recipes.items():
        recipe = folder + "/clip.json"
        with open(recipe, "w") as file:
            json.dump({"glint": 1, "filters": stages}, file)
        rate, apart = play_clip(display, path, recipe, environment, fills=path == large)
        rows.append((name, f"{rate:.1f}", f"{statistics.median(apart):.0f}", f"{percentile(apart, 0.95):.0f}"))
        goals.at_least(f"{name}, played: pictures on screen", least, rate, "a second")
        goals.at_most(f"{name}, played: picture from sound, p95", 40, percentile(apart, 0.95), "ms")
    report.print_table(
        "Videos played",
        ["pictures a second", "picture from sound, p50 ms", "p95 ms"], rows)

    between, ends = scrub(display, small, environment)
    goals.at_most("640×480, dragged through: between pictures, p50", 60, statistics.median(between), "ms")
    goals.at_most("640×480, dragged through: from rest to the exact frame, worst", 150, max(ends), "ms")
    report.print_table(
        "A video of 640 × 480 dragged through", ["p50 ms", "p95 ms"],
        [("between pictures", f"{statistics.median(between):.0f}", f"{percentile(between, 0.95):.0f}"),
         ("from rest to the exact frame", f"{statistics.median(ends):.0f}", f"{max(ends):.0f}")])

    times = {path: [] for path in (still, large)}
    for turn in range(LAUNCHES + 1):
        for path, values in times.items():
            value = first_frame(display, environment, GLINT, "--new-instance", path)
            if turn:
                values.append(value)
    later = statistics.median(times[large]) - statistics.median(times[still])
    goals.at_most("launch to the first painted frame of 1080p H.264, after that of a still", 150, later, "ms")


def first_frame(display, environment, *command):
    """Milliseconds from the start of a program to the first frame that it reports."""
    with tempfile.NamedTemporaryFile("w+") as output:
        start = time.monotonic()
        process = subprocess.Popen(command, env={**display.environment, **environment}, stdout=output, stderr=output)
        try:
            while not (match := FIRST_FRAME.search(open(output.name).read())):
                if process.poll() not in (None, 0) or time.monotonic() > start + 30:
                    sys.exit(f"{command[0]} drew nothing: {open(output.name).read()}")
                time.sleep(0.01)
        finally:
            process.terminate()
            process.wait(timeout=20)
        return (float(match[1]) - start) * 1000


def decoding(path):
    output = subprocess.run([LAUNCH_PEER, "decode", path], check=True, capture_output=True, text=True).stdout
    return float(re.search(r"decoded in ([\d.e-]+) ms", output)[1])


def launches(display, folder, paths, environment):
    """The programs take turns, after an uncounted turn that fills the driver's shader cache."""
    works = {"a bare window with a GtkGLArea": lambda: first_frame(display, environment, LAUNCH_PEER, "window")}
    for path in paths:
        suffix = path.rsplit(".", 1)[1].upper()
        works[f"Glint, {suffix}"] = lambda path=path: first_frame(display, environment, GLINT, "--new-instance", path)
        works[f"decoding the {suffix}"] = lambda path=path: decoding(path)
    times = {name: [] for name in works}
    for turn in range(LAUNCHES + 1):
        for name, work in works.items():
            value = work()
            if turn:
                times[name].append(value)
    medians = {name: statistics.median(values) for name, values in times.items()}
    cold = first_frame(
        display, {**environment, "MESA_SHADER_CACHE_DIR": environment["HOME"] + "/cold"}, GLINT, "--new-instance", paths[0])
    report.print_table(
        f"From the start of the program to the first painted picture of 12 megapixels, median of {LAUNCHES}", ["ms"],
        [*((name, f"{value:.0f}") for name, value in medians.items()),
         ("Glint, PNG, with the driver's cache of shaders empty, once", f"{cold:.0f}")])
    bare = medians["a bare window with a GtkGLArea"]
    for suffix in ("PNG", "JPG"):
        left = medians[f"Glint, {suffix}"] - medians[f"decoding the {suffix}"]
        goals.at_most(
            f"launch to the first painted 12-megapixel {suffix}, less its decoding, against a bare window", 1.3,
            left / bare, note=f" ({left:.0f} ms against {bare:.0f})")


PARTS = {"drags": drags, "play": play, "launches": launches, "clips": clips}


def main():
    display = displays.open_display()
    display.environment.pop("GLINT_GL_DEBUG")
    print("\n## In the window")
    with tempfile.TemporaryDirectory() as folder:
        environment = {
            "GLINT_FRAME_LOG": "1", "XDG_CONFIG_HOME": folder + "/config", "XDG_STATE_HOME": folder + "/state",
            "HOME": folder}
        paths = [folder + "/photo.png", folder + "/photo.jpg"]
        photo_like(*paths)
        for name in sys.argv[1:] or PARTS:
            PARTS[name](display, folder, paths, environment)
    display.stop()


main()
