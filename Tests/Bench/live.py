#!/usr/bin/env python3
"""Section `live`: a virtual camera in the real window under Xvfb: frames shown, the latency from the
camera to the screen, the time to the first picture, and memory over minutes.

Has the same requirements as the desktop tests. With GLINT_BENCH_SHORT set, memory is watched for half a
minute instead of five.
"""

import ctypes
import json
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time

HERE = os.path.dirname(os.path.realpath(__file__))
sys.path[:0] = [os.path.join(HERE, "..", "Desktop"), os.path.join(HERE, "..", "LiveSession")]

if "GLINT_BENCH_INSIDE" not in os.environ:
    # A separate session bus, like in the desktop tests.
    os.environ.update(GLINT_BENCH_INSIDE="1", GLINT_TEST_DISPLAY="x11")
    bus = os.path.join(HERE, "..", "Desktop", "bus", "session.conf")
    os.execvp("dbus-run-session", [
        "dbus-run-session", f"--config-file={bus}", "--", "/usr/bin/python3", "-W", "ignore", *sys.argv])

import displays
import goals
import report
from live_session import LiveSession
from watching import frames, percentile, processor_seconds
from window import Window

SECONDS = 10
MEMORY_SECONDS = 30 if os.environ.get("GLINT_BENCH_SHORT") else 300
RATE = 30
SATURATION_AND_BLUR = [
    {"id": "saturation", "parameters": {"amount": 1.5}}, {"id": "gaussian-blur", "parameters": {"radius": 10}}]
ANALOG_VIDEO = [{"id": "ntsc", "parameters": {}}]


class Bench:
    def __init__(self, display, session, folder):
        self.display, self.session, self.folder = display, session, folder
        self.count = 0

    def open(self, *arguments):
        """Opens a window with fresh settings, as on the first start."""
        self.count += 1
        home = f"{self.folder}/{self.count}"
        caches = os.environ.get("XDG_CACHE_HOME", os.path.expanduser("~/.cache"))
        return Window(self.display, *arguments, environment={
            "GLINT_FRAME_LOG": "1", "HOME": home, "XDG_CONFIG_HOME": home + "/config",
            "XDG_STATE_HOME": home + "/state", "XDG_CACHE_HOME": caches,
        })

    def showing(self, camera, stages):
        """Opens a window that shows the camera through filters."""
        recipe = f"{self.folder}/recipe.json"
        with open(recipe, "w") as file:
            json.dump({"glint": 1, "filters": stages}, file)
        window = self.open("--recipe", recipe, f"--camera={camera}")
        window.wait_for("push button", "Take a Picture")
        # Waits until kernels are compiled and the desktop is idle.
        time.sleep(4)
        return window

    def record(self, window):
        self.display.keys("r")
        window.wait_for("push button", "Stop Recording")
        time.sleep(2)

    def stop_recording(self, window):
        """The status of the recording, as shown in the window."""
        self.display.keys("r")
        window.wait_for_text("Recorded ")
        return window.texts("Recorded ")[0]


def shown(window, seconds):
    """Frames shown per second, CPU time per frame, and the processing time of each frame, both in
    milliseconds."""
    used, start = processor_seconds(window), time.monotonic()
    time.sleep(seconds)
    used, end = processor_seconds(window) - used, time.monotonic()
    # The log is written with a slight delay.
    time.sleep(1)
    seen = [frame for frame in frames(window) if start <= frame[0] <= end]
    return len(seen) / (end - start), 1000 * used / max(1, len(seen)), [frame[2] for frame in seen]


def rates(bench):
    """The frames on screen from a camera at 30 frames per second."""
    rows = []
    for size, stages, what, recorded, limit in (
            ((640, 480), SATURATION_AND_BLUR, "saturation and blur (radius 10)", False, 29),
            ((640, 480), ANALOG_VIDEO, "analog video, recorded", True, 24),
            ((1280, 720), SATURATION_AND_BLUR, "saturation and blur (radius 10)", False, 24)):
        name = f"camera-{size[1]}-{len(rows)}"
        bench.session.camera(name, "ball", size)
        window = bench.showing(name, stages)
        if recorded:
            bench.record(window)
        rate, work, made = shown(window, SECONDS)
        status = bench.stop_recording(window) if recorded else ""
        window.close()
        bench.session.devices[name].unplug()
        title = f"{size[0]} × {size[1]}, {what}"
        rows.append((title, f"{rate:.1f}", f"{statistics.median(made):.0f}", f"{work:.0f}"))
        goals.at_least(f"camera of 30 frames a second, {title}: frames on screen", limit, rate, "a second")
        if status:
            print(f"\n{status}", flush=True)
    report.print_table("A camera of 30 frames a second in the window", [
        "frames on screen a second", "made in, p50 ms", "processor time a frame, recording included, ms"], rows)


class Screen:
    """Reads single pixels of an X server's screen quickly."""

    def __init__(self, name):
        self.x11 = x11 = ctypes.CDLL("libX11.so.6")
        x11.XOpenDisplay.restype = ctypes.c_void_p
        x11.XDefaultRootWindow.argtypes = [ctypes.c_void_p]
        x11.XDefaultRootWindow.restype = ctypes.c_ulong
        x11.XGetImage.argtypes = [
            ctypes.c_void_p, ctypes.c_ulong, ctypes.c_int, ctypes.c_int, ctypes.c_uint, ctypes.c_uint, ctypes.c_ulong,
            ctypes.c_int]
        x11.XGetImage.restype = ctypes.c_void_p
        x11.XGetPixel.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_int]
        x11.XGetPixel.restype = ctypes.c_ulong
        x11.XDestroyImage.argtypes = [ctypes.c_void_p]
        self.server = x11.XOpenDisplay(name.encode())
        self.root = x11.XDefaultRootWindow(self.server)

    def brightness(self, x, y):
        """The green value of a pixel, 0…255."""
        z_pixmap = 2
        image = self.x11.XGetImage(self.server, self.root, x, y, 1, 1, ctypes.c_ulong(-1).value, z_pixmap)
        value = self.x11.XGetPixel(image, 0, 0)
        self.x11.XDestroyImage(image)
        return value >> 8 & 255


class FlashingCamera(threading.Thread):
    """A camera whose frames are dark, with occasional bright ones; it records the time of each change."""

    DARK, BRIGHT = 40, 200

    def __init__(self, session, name, size=(640, 480)):
        super().__init__(daemon=True)
        width, height = size
        self.pictures = [bytes([luma, 128]) * (width * height) for luma in (self.DARK, self.BRIGHT)]
        pipeline = " ! ".join([
            "fdsrc fd=0 do-timestamp=true",
            f"rawvideoparse width={width} height={height} format=yuy2 framerate={RATE}/1",
            f"video/x-raw,format=YUY2,width={width},height={height},framerate={RATE}/1",
        ])
        program = session.built("virtual-camera", "gstreamer-1.0", "libpipewire-0.3")
        self.process = session.programs.start(
            f"camera-{name}", program, name, name, "YUY2", *map(str, [width, height, RATE]), pipeline,
            stdin=subprocess.PIPE)
        self.is_bright = False
        self.turned = 0.0
        self.start()
        session.wait_for_node(name)

    def run(self):
        start, number, sent = time.monotonic(), 0, False
        try:
            while True:
                time.sleep(max(0, start + number / RATE - time.monotonic()))
                is_bright = self.is_bright
                if is_bright != sent:
                    self.turned, sent = time.monotonic(), is_bright
                self.process.stdin.write(self.pictures[is_bright])
                self.process.stdin.flush()
                number += 1
        except OSError:  # The camera was unplugged.
            pass


def latency(bench, flashes=40):
    """The time from when a camera sends a bright frame until the screen is bright."""
    rows = []
    for what, stages in (("no filter", []), ("saturation and blur (radius 10)", SATURATION_AND_BLUR)):
        camera = FlashingCamera(bench.session, f"flashing-{len(rows)}")
        window = bench.showing(f"flashing-{len(rows)}", stages)
        screen = Screen(bench.display.environment["DISPLAY"])
        left, top, width, height = window.extents(window.wait_for("image"))
        x, y = (round(value + bench.display.window_offset) for value in (left + width / 2, top + height / 2))
        between = (camera.DARK + camera.BRIGHT) / 2
        late = []
        for flash in range(flashes):
            # Keeps the flashes from falling into step with the camera.
            time.sleep(0.3 + flash * 0.617 % 0.1)
            camera.is_bright = not camera.is_bright
            begun = time.monotonic()
            while (screen.brightness(x, y) > between) != camera.is_bright and time.monotonic() < begun + 5:
                time.sleep(0.001)
            late.append(1000 * (time.monotonic() - camera.turned))
        time.sleep(1)
        made = statistics.median(frame[2] for frame in frames(window)[-flashes:])
        window.close()
        bench.session.programs.end(camera.process, signal.SIGKILL)
        middle, high = statistics.median(late), percentile(late, 0.95)
        rows.append((what, f"{middle:.0f}", f"{high:.0f}", f"{made:.0f}"))
        goals.at_most(
            f"camera to screen, 640 × 480, {what}, p50, less the frame's own rendering", round(2000 / RATE),
            middle - made, "ms")
        time.sleep(1)
    report.print_table("From a camera that sends a bright frame to a bright screen, 640 × 480", [
        "p50 ms", "p95 ms", "the frame made in, p50 ms"], rows)


def first_picture(bench, tries=5):
    """The time from choosing the camera in an open window until its first frame is on the screen."""
    bench.session.camera("first", "ball")
    times = []
    for _ in range(tries):
        window = bench.open()
        window.wait_for("push button", "Open…")
        time.sleep(2)
        chosen = time.monotonic()
        bench.display.keys("ctrl+shift+o")
        window.wait_for("push button", "Take a Picture")
        time.sleep(1)
        times.append(1000 * (frames(window)[0][0] - chosen))
        window.close()
    bench.session.devices["first"].unplug()
    report.print_table(
        "From the choice of a camera to its first picture on the screen", ["p50 ms", "slowest, ms"],
        [(f"of {tries} new programs, each of which loads GStreamer", f"{statistics.median(times):.0f}", f"{max(times):.0f}")])
    goals.at_most("camera: from the choice to the first picture", 1000, statistics.median(times), "ms")


def resident_megabytes(window):
    with open(f"/proc/{window.process.pid}/status") as file:
        return int(next(line for line in file if line.startswith("VmRSS")).split()[1]) / 1000


def memory(bench):
    """Records through the analog video filter for several minutes."""
    bench.session.camera("minutes", "ball")
    window = bench.showing("minutes", ANALOG_VIDEO)
    bench.record(window)
    start, sizes = time.monotonic(), []
    while time.monotonic() < start + MEMORY_SECONDS:
        time.sleep(MEMORY_SECONDS / 30)
        sizes.append(resident_megabytes(window))
    status = bench.stop_recording(window)
    window.close()
    bench.session.devices["minutes"].unplug()
    early, late = statistics.median(sizes[5:15]), statistics.median(sizes[-10:])
    report.print_table(f"Memory while analog video is recorded for {MEMORY_SECONDS} s, 640 × 480", [
        "MB after a sixth of it", "MB at its end", "greatest MB"], [
            ("the window's program", f"{early:.0f}", f"{late:.0f}", f"{max(sizes):.0f}")])
    print(f"\n{status}", flush=True)
    goals.at_most(
        f"camera recorded for {MEMORY_SECONDS} s: memory at the end against the beginning", 1.05, late / early)


PARTS = {"rates": rates, "latency": latency, "first": first_picture, "memory": memory}


def main():
    display = displays.open_display()
    display.environment.pop("GLINT_GL_DEBUG")
    print("\n## Live")
    with tempfile.TemporaryDirectory() as folder:
        session = LiveSession(display)
        try:
            bench = Bench(display, session, folder)
            for name in sys.argv[1:] or PARTS:
                PARTS[name](bench)
        finally:
            session.stop()
    display.stop()


main()
