"""The camera in the window: shown, filtered, captured, recorded and passed on to other programs. The
cameras are virtual: see LiveSession."""

import glob
import json
import os
import re
import resource
import subprocess
import sys
import unittest

import numpy

from desktop import DesktopTest
from displays import LIMIT, burden, wait_until

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), "..", "LiveSession"))

from live_session import LiveSession  # noqa: E402

SIZE = (640, 480)
INVERT = [{"id": "invert"}]

# The leftmost and the rightmost bar of the pattern smpte75, which do not move.
GRAY, BLUE = numpy.array([191, 191, 191]), numpy.array([0, 0, 191])

# The tolerance for 8-bit YCbCr and the scaling to the screen.
TOLERANCE = 5


class CameraTest(DesktopTest):
    def setUp(self):
        super().setUp()
        self.session = LiveSession(self.display)
        self.addCleanup(self.session.stop)
        self.home = self.file("home")
        os.makedirs(self.file("config"), exist_ok=True)
        with open(self.file("config/user-dirs.dirs"), "w") as file:
            file.write('XDG_VIDEOS_DIR="$HOME/Videos"\n')

    def leave_evidence(self, folder):
        super().leave_evidence(folder)
        with open(f"{folder}/session.txt", "w") as file:
            file.write(self.session.programs.output())

    def start(self, *arguments):
        """Starts the program with a separate home folder; GStreamer's plugin registry is shared, since
        building it is slow."""
        caches = os.environ.get("XDG_CACHE_HOME", os.path.expanduser("~/.cache"))
        return self.open(*arguments, environment={
            "HOME": self.home, "GST_REGISTRY_1_0": f"{caches}/gstreamer-1.0/registry.x86_64.bin"})

    def open_camera(self, pattern="smpte75", *arguments, name="front"):
        self.session.camera(name, pattern)
        window = self.start(*arguments, f"--camera={name}")
        window.wait_for("image", name)
        return window

    # Display

    def picture(self, window, name="front"):
        return window.inner_picture(name, SIZE)

    def edges(self, window, name="front"):
        """The mean colors near the left and the right edge of the camera's picture."""
        seen = self.picture(window, name)
        part = seen.shape[1] // 14
        return seen[:, :part].mean(axis=(0, 1)), seen[:, -part:].mean(axis=(0, 1))

    def wait_for_edges(self, window, left, right, name="front"):
        def are_seen():
            return all(
                numpy.abs(seen - expected).max() <= TOLERANCE
                for seen, expected in zip(self.edges(window, name), (left, right)))

        wait_until(are_seen, f"the picture to go from {left} to {right}")

    def wait_for_movement(self, window, name="front"):
        first = self.picture(window, name)

        def has_moved():
            nonlocal first
            seen = self.picture(window, name)
            if seen.shape == first.shape:
                return (seen != first).any()
            # A message above the picture has appeared or disappeared, so the reference is taken again.
            first = seen
            return False

        wait_until(has_moved, "the picture to move")

    def wait_for_stillness(self, window, name="front"):
        """Waits until the picture has not changed for several frames; returns it."""
        def still():
            first = self.picture(window, name)
            # Taking a screenshot takes longer than a frame.
            return first if all((self.picture(window, name) == first).all() for _ in range(5)) else None

        result = []
        wait_until(lambda: result.append(still()) or result[-1] is not None, "the picture to stand still")
        return result[-1]

    def paste(self, stages):
        self.display.copy_text(json.dumps({"glint": 1, "filters": stages}))
        self.display.keys("ctrl+v")

    def choose(self, window, item, name="front"):
        """Chooses an item from the camera's menu."""
        window.press(f"Camera: {name}")
        self.menu_item(window, item).queryAction().doAction(0)
        wait_until(lambda: not self.has_menu_item(window, item), "the menu to close")

    @staticmethod
    def is_menu_item(item, name):
        return item.name == name and item.role.endswith("menu item")

    def menu_item(self, window, name):
        return wait_until(
            lambda: window.first(lambda item: self.is_menu_item(item, name)), f"the menu item {name}")

    def has_menu_item(self, window, name):
        return any(True for _ in window.shown(lambda item: self.is_menu_item(item, name)))

    # Pictures

    def wait_for_taken(self, window, name="front"):
        """Waits for the window of the captured picture; returns the picture's name."""
        def taken():
            names = [item.name for item in window.shown(lambda item: item.role == "image")]
            return next((found for found in names if re.fullmatch(rf"{name} [\d-]+ [\d-]+", found)), None)

        found = wait_until(taken, "the picture that was taken")
        # The mark shows that the picture is not saved yet.
        window.wait_for_text(f"• {found}")
        return found

    def save_taken(self, window, file, name="front"):
        """Saves the captured picture, and closes its window; returns the picture's pixels."""
        name = self.wait_for_taken(window, name)
        pixels = self.save(window, file, keys="ctrl+s")
        wait_until(lambda: not window.has_text(f"• {name}"), "the picture to be saved")
        self.display.keys("ctrl+w")
        wait_until(lambda: not window.has_text(name), "the window to close")
        return pixels

    # Recordings

    def recordings(self):
        return sorted(glob.glob(f"{self.home}/Videos/Glint *"))

    def record(self, window, seconds):
        """Records until the bar shows a number of seconds; returns the path of the file."""
        self.display.keys("r")
        window.wait_for("push button", "Stop Recording")

        def is_long_enough():
            times = [re.match(r"(\d+):(\d\d) · \d+\.\d MB", text) for text in window.texts(" MB")]
            return any(match and 60 * int(match[1]) + int(match[2]) >= seconds for match in times)

        wait_until(is_long_enough, f"{seconds} seconds in the recording")
        return self.recordings()[-1]

    def output(self, *command):
        """Runs a program; returns its output and its errors."""
        result = subprocess.run(command, check=True, capture_output=True, timeout=LIMIT * burden())
        return result.stdout, result.stderr.decode().splitlines()

    def complaints(self, path):
        """FFmpeg's errors when it plays a file, ignoring irregular frame times."""
        _, errors = self.output(
            "ffmpeg", "-v", "error", "-i", path, "-vsync", "passthrough", "-enc_time_base", "-1", "-f", "null", "-")
        return errors

    def probe(self, path):
        output, _ = self.output(
            "ffprobe", "-v", "error", "-count_frames", "-show_entries",
            "stream=codec_name,nb_read_frames:format=duration", "-of", "json", path)
        report = json.loads(output)
        streams = {stream["codec_name"]: int(stream["nb_read_frames"]) for stream in report["streams"]}
        return streams, float(report["format"].get("duration", 0))


class Showing(CameraTest):
    def test_the_camera_is_shown_as_in_a_mirror_and_moves(self):
        # Two cameras with the same description.
        for name in ("one", "another"):
            self.session.camera(name, description="other")
        window = self.open_camera("smpte")
        window.wait_for_text("front – Glint")
        wait_until(lambda: self.session.devices["front"].is_open, "the camera to be open")

        def bars(left, right):
            def are_seen():
                # Only the upper half is compared: the pattern has other bars and noise below.
                seen = self.picture(window)
                seen, part = seen[:len(seen) // 2], seen.shape[1] // 14
                return (
                    numpy.abs(seen[:, :part].mean(axis=(0, 1)) - left).max() <= TOLERANCE
                    and numpy.abs(seen[:, -part:].mean(axis=(0, 1)) - right).max() <= TOLERANCE)

            wait_until(are_seen, f"bars from {left} to {right}")

        bars(left=[0, 0, 255], right=[255, 255, 255])
        self.wait_for_movement(window)
        window.press("Mirror")
        bars(left=[255, 255, 255], right=[0, 0, 255])
        # The other camera is chosen by name; mirroring stays as it was.
        self.choose(window, "other")
        window.wait_for("image", "other")
        self.wait_for_movement(window, "other")
        wait_until(lambda: not self.session.devices["front"].is_open, "the first camera to be closed")
        window.press("Camera: other")
        wait_until(
            lambda: len(list(window.shown(lambda item: self.is_menu_item(item, "other")))) == 2, "both in the menu")

    def test_a_choice_without_effect_leaves_the_camera_unchanged(self):
        window = self.open_camera("ball")
        self.choose(window, "Share a Screen…")
        self.wait_for_movement(window)

    @unittest.skipUnless(os.environ.get("GLINT_TEST_DISPLAY", "x11") == "x11", "windows are moved by xdotool")
    def test_two_windows_show_one_camera(self):
        window = self.open_camera("ball")
        self.wait_for_movement(window)
        self.display.resize(780, 900)
        self.display.keys("ctrl+n")
        wait_until(lambda: len(list(window.shown(lambda item: len(item.indices) == 1))) == 2, "the second window")
        self.display.keys("ctrl+shift+o")
        self.display.resize(780, 900)
        self.display.run("xdotool", "getwindowfocus", "windowmove", "800", "0")

        def half(screen, is_right):
            return screen[:, 800:] if is_right else screen[:, :790]

        for is_right in (False, True):
            def both_canvases():
                return len(list(window.shown(lambda item: item.role == "image" and item.name == "front"))) == 2
            wait_until(both_canvases, "both pictures")
            first = half(window.screen(), is_right)
            wait_until(lambda: (half(window.screen(), is_right) != first).any(), "the pictures to move")
        self.display.keys("ctrl+w")
        # The remaining window keeps the camera open.
        wait_until(lambda: len(list(window.shown(lambda item: item.name == "front – Glint"))) == 1, "a window to go")
        self.wait_for_movement(window)
        wait_until(lambda: self.session.devices["front"].is_open, "the camera to be open")


class Taking(CameraTest):
    def test_a_picture_is_taken_with_its_filters_and_saved_as_the_command_line_would(self):
        window = self.open_camera()
        self.wait_for_edges(window, BLUE, GRAY)
        self.display.keys("space")
        plain = self.save_taken(window, "plain.png")
        self.assertEqual(plain.shape, (SIZE[1], SIZE[0], 3))
        # Mirroring applies only to the user's view, not to the saved picture.
        self.assertLessEqual(numpy.abs(plain[:, :40] - GRAY).max(), TOLERANCE)
        self.assertLessEqual(numpy.abs(plain[:, -40:] - BLUE).max(), TOLERANCE)
        stages = [*INVERT, {"id": "gaussian-blur", "parameters": {"radius": 3}}]
        self.paste(stages)
        self.wait_for_edges(window, 255 - BLUE, 255 - GRAY)
        self.display.keys("Return")
        filtered = self.save_taken(window, "filtered.png")
        self.assertTrue((filtered == self.render(self.file("plain.png"), stages)).all())

    def test_the_timer_counts_down_and_can_be_stopped(self):
        window = self.open_camera()
        self.choose(window, "After 3 Seconds")
        window.press("Take a Picture")
        self.wait_for_taken(window)
        self.display.keys("ctrl+w")
        window.wait_for_text("Save the Picture?")
        window.press("Discard")
        wait_until(lambda: not window.has_text("• front "), "the picture to be discarded")
        self.choose(window, "After 10 Seconds")
        window.press("Take a Picture")
        # A busy machine may take three seconds to look.
        counting = re.compile(r"Taking a Picture in \d+ Seconds?; Press to Cancel")
        wait_until(lambda: window.first(lambda item: counting.fullmatch(item.name)), "the seconds")
        self.display.keys("space")
        window.wait_for("push button", "Take a Picture")

    def test_a_frozen_picture_is_edited_and_goes_on(self):
        window = self.open_camera("ball")
        self.wait_for_movement(window)
        self.display.keys("p")
        window.wait_for("push button", "Pause")
        frozen = self.wait_for_stillness(window)
        self.paste(INVERT)
        wait_until(lambda: numpy.abs(self.picture(window) - (255 - frozen)).max() <= 1, "the frozen picture inverted")
        self.display.keys("p")
        self.wait_for_movement(window)


class Recording(CameraTest):
    def test_a_recording_has_the_picture_and_the_sound(self):
        self.session.microphone("tone")
        window = self.open_camera("ball")
        self.wait_for_movement(window)
        path = self.record(window, seconds=5)
        # The tone is at half of full scale, of which the level bar shows the cube root.
        wait_until(
            lambda: abs(window.wait_for("level bar", "Microphone Level").queryValue().currentValue - 0.5 ** (1 / 3)) < 0.1,
            "the level of the tone")
        self.display.keys("r")
        window.wait_for_text(f"Recorded {os.path.basename(path)} (")
        streams, duration = self.probe(path)
        self.assertEqual(list(streams), ["h264", "aac"])
        self.assertGreater(duration, 4.9)
        # How many there are depends on how busy the machine is.
        self.assertGreater(streams["h264"], 10)
        self.assertEqual(self.complaints(path), [])
        raw, _ = self.output("ffmpeg", "-v", "error", "-i", path, "-f", "f32le", "-ac", "1", "-ar", "48000", "-")
        sound = numpy.frombuffer(raw, numpy.float32)
        self.assertGreater(len(sound), 4.5 * 48000)
        # The ends are left out. On a busy machine the tone itself has gaps, so most of the tenths of a second
        # must have it, not all of them.
        parts = sound[48000:4 * 48000].reshape(30, -1)
        tones = [numpy.abs(numpy.fft.rfft(part)).argmax() * 10 for part in parts]
        self.assertEqual(numpy.median(tones), 440)
        self.assertGreater(numpy.median(numpy.sqrt((parts ** 2).mean(axis=1))), 0.1)

    def test_what_was_recorded_before_a_kill_can_be_played(self):
        self.session.microphone("tone")
        window = self.open_camera("ball")
        path = self.record(window, seconds=3)
        window.process.kill()
        window.process.wait()
        streams, _ = self.probe(path)
        self.assertGreater(streams["h264"], 20)
        self.assertGreater(streams["aac"], 20)
        # The kill may have truncated the last packet.
        complaints = self.complaints(path)
        self.assertLessEqual(len(complaints), 2, complaints)

    def test_a_recording_is_complete_when_its_window_is_closed(self):
        window = self.open_camera("ball")
        path = self.record(window, seconds=1)
        self.display.keys("ctrl+w")
        wait_until(lambda: window.process.poll() is not None, "the program to end")
        self.assertEqual(window.process.returncode, 0)
        # The duration is written at the end of a recording.
        self.assertGreater(self.probe(path)[1], 0.9)

    def test_an_mp4_keeps_its_size_while_filters_change_that_of_the_picture(self):
        window = self.open_camera("ball")
        self.choose(window, "MP4")
        path = self.record(window, seconds=1)
        self.assertTrue(path.endswith(".mp4"))
        self.paste([{"id": "crop", "parameters": {"left": 50}}])
        window.wait_for_text("320 × 480")
        before = window.texts(" MB")
        wait_until(lambda: window.texts(" MB") != before, "the recording to go on")
        self.display.keys("r")
        window.wait_for_text(f"Recorded {os.path.basename(path)} (")
        self.assertEqual(list(self.probe(path)[0]), ["h264"])
        self.assertEqual(self.complaints(path), [])
        size, _ = self.output("ffprobe", "-v", "error", "-show_entries", "stream=width,height", "-of", "csv=p=0", path)
        self.assertEqual(size.decode().strip(), "640,480")

    def test_a_frozen_picture_is_recorded_for_as_long_as_it_stands(self):
        window = self.open_camera("ball")
        self.wait_for_movement(window)
        self.display.keys("p")
        window.wait_for("push button", "Pause")
        path = self.record(window, seconds=3)
        self.display.keys("r")
        window.wait_for_text(f"Recorded {os.path.basename(path)} (")
        self.assertGreater(self.probe(path)[1], 2.9)
        self.assertEqual(self.complaints(path), [])

    def test_a_full_disk_ends_the_recording_and_keeps_what_there_is(self):
        window = self.open_camera("snow")
        # A file size limit simulates a full disk.
        resource.prlimit(window.process.pid, resource.RLIMIT_FSIZE, (3_000_000, resource.RLIM_INFINITY))
        self.display.keys("r")
        window.wait_for_text("The recording up to that point was saved in")
        window.wait_for("push button", "Record")
        path, = self.recordings()
        self.assertGreater(self.probe(path)[0]["h264"], 5)
        # Only the recording fails; the camera keeps running.
        self.wait_for_movement(window)


class AskingThePortal(CameraTest):
    def test_a_refusal_of_the_portal_is_reported_and_an_allowed_camera_is_shown(self):
        camera = self.session.camera("front", "ball")
        self.session.start_portal(answer="no")
        window = self.start("--camera")
        window.wait_for_text("Access to the camera is denied; allow it in the system settings, under Privacy.")
        self.assertFalse(camera.is_open)
        self.session.allow_camera(True)
        self.display.keys("ctrl+shift+o")
        self.wait_for_movement(window)

    @unittest.skipUnless(os.environ.get("GLINT_TEST_DISPLAY", "x11") == "wayland", "X11 has no portal for screens")
    def test_the_screen_is_shown_with_filters_and_taken(self):
        self.session.start_portal(screen=True)
        window = self.start("--screen")
        window.wait_for("image", "Shared Screen")
        window.wait_for_text("1600 × 1000")
        self.paste(INVERT)
        window.wait_for("check box", "Apply Invert")
        # The area beside the picture must not change.
        beside = numpy.s_[100:900, 1300:1590]
        seen = []
        wait_until(
            lambda: seen.append(window.screen()[beside]) or len(seen) > 2 and (seen[-1] == seen[-3]).all(),
            "the panel to stand still")
        seen = seen[-1]
        self.display.keys("space")
        taken = self.save_taken(window, "screen.png", name="Shared Screen")
        self.assertEqual(taken.shape, (1000, 1600, 3))
        self.assertLess(numpy.abs(taken[beside] - (255 - seen)).mean(), 2)


class PassingOn(CameraTest):
    def source(self):
        """PipeWire's entry for the virtual camera, None if there is none. The stream that captures from
        the program has the same name.
        """
        found = (node["info"]["props"] for node in self.session.nodes())
        return next(
            (it for it in found if it.get("node.name") == "Glint" and it.get("media.class") == "Video/Source"), None)

    def test_other_programs_get_the_filtered_picture(self):
        window = self.open_camera()
        self.paste(INVERT)
        self.wait_for_edges(window, 255 - BLUE, 255 - GRAY)
        window.press("Virtual Camera")
        source = wait_until(self.source, "the source for other programs")
        width, height, frames = self.session.read_video(str(source["object.serial"]), count=2)
        self.assertEqual((width, height), SIZE)
        for frame in frames:
            pixels = numpy.frombuffer(frame, numpy.uint8).reshape(height, width, 4)[:, :, :3].astype(float)
            # Other programs receive it unmirrored.
            self.assertLessEqual(numpy.abs(pixels[:, :40] - (255 - GRAY)).max(), TOLERANCE)
            self.assertLessEqual(numpy.abs(pixels[:, -40:] - (255 - BLUE)).max(), TOLERANCE)
        window.press("Virtual Camera")
        wait_until(lambda: self.source() is None, "the source to go")


class Coming(CameraTest):
    def test_an_unplugged_camera_is_reported_and_returns_automatically(self):
        window = self.open_camera("ball")
        camera = self.session.devices["front"]
        self.wait_for_movement(window)
        camera.unplug()
        window.wait_for_text("Front was unplugged; its picture returns when you reconnect it.")
        last = self.wait_for_stillness(window)
        self.assertGreater(last.max(), 200)
        camera.plug_in()
        self.wait_for_movement(window)
        wait_until(lambda: not window.has_text("was unplugged"), "the warning to go")

    def test_it_comes_back_after_pipewire_has_ended_and_runs_again(self):
        window = self.open_camera("ball")
        self.wait_for_movement(window)
        for _ in range(2):
            self.session.restart_pipewire()
            self.wait_for_movement(window)
            wait_until(lambda: not window.has_text("was unplugged"), "the warning to go")

    def test_it_comes_back_through_the_portal_after_pipewire_has_ended(self):
        self.session.camera("front", "ball")
        self.session.start_portal(answer="yes")
        window = self.start("--camera=front")
        self.wait_for_movement(window)
        self.session.restart_pipewire()
        window.wait_for_text("Front was unplugged; its picture returns when you reconnect it.")
        self.wait_for_movement(window)
        wait_until(lambda: not window.has_text("was unplugged"), "the warning to go")

    def test_it_is_closed_once_no_window_shows_it(self):
        window = self.open_camera("ball")
        camera = self.session.devices["front"]
        self.wait_for_movement(window)
        wait_until(lambda: camera.is_open, "the camera to be open")
        self.display.copy_picture(self.make("picture.png"))
        self.display.keys("ctrl+v")
        window.wait_for("image", "Pasted Picture")
        wait_until(lambda: not camera.is_open, "the camera to be closed")
        self.assertFalse(window.find("push button", "Take a Picture"))
        self.display.keys("ctrl+shift+o")
        # The window asks: the pasted picture exists nowhere else.
        window.press("Discard")
        self.wait_for_movement(window)
        wait_until(lambda: camera.is_open, "the camera to be open")
        self.display.keys("ctrl+w")
        wait_until(lambda: not camera.is_open, "the camera to be closed")

    @unittest.skipUnless(os.environ.get("GLINT_TEST_DISPLAY", "x11") == "wayland", "a desktop has to hide the window")
    def test_it_is_closed_while_the_window_is_hidden(self):
        window = self.open_camera("ball")
        camera = self.session.devices["front"]
        self.wait_for_movement(window)
        self.display.switch_workspace("2")
        wait_until(lambda: not camera.is_open, "the camera to be closed")
        self.display.switch_workspace("1")
        wait_until(lambda: camera.is_open, "the camera to be opened again")
        self.wait_for_movement(window)

    @unittest.skipUnless(os.environ.get("GLINT_TEST_DISPLAY", "x11") == "x11", "sway has no minimized windows")
    def test_it_is_closed_while_the_window_is_minimized(self):
        window = self.open_camera("ball")
        camera = self.session.devices["front"]
        self.wait_for_movement(window)
        # Minimizes the window, as a window manager would.
        self.display.set_states("_NET_WM_STATE_HIDDEN")
        wait_until(lambda: not camera.is_open, "the camera to be closed")
        self.display.set_states()
        wait_until(lambda: camera.is_open, "the camera to be opened again")
        self.wait_for_movement(window)

    def test_a_missing_camera_is_reported(self):
        self.session.camera("front")
        window = self.start("--camera=Nothing")
        window.wait_for_text("No Picture From the Camera")
        window.wait_for_text("There is no “Nothing”; available: front.")

    def test_having_no_camera_is_reported(self):
        window = self.start("--camera")
        window.wait_for_text("No Camera Found")
        window.wait_for_text("Connect a webcam, then choose Camera in the menu again.")


if __name__ == "__main__":
    unittest.main()
