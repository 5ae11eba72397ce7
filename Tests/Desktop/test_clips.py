"""Videos: opened, played, scrubbed, and filtered while playing."""

import json
import os
import re
import subprocess
import time
import unittest

import numpy

from desktop import DesktopTest
from displays import LIMIT, burden, wait_until

SIZE = (160, 120)
COUNT = 100


def color(frame):
    """The color of all pixels of a frame of the test clip; it is unique to each frame."""
    return numpy.array([2 * frame, 255 - 2 * frame, 40.0])


class ClipTest(DesktopTest):
    def ffmpeg(self, name, *arguments):
        path = self.file(name)
        subprocess.run(
            ["ffmpeg", "-v", "error", "-nostdin", "-y", *arguments, path], check=True, timeout=LIMIT * burden())
        return path

    def make_clip(self, name="clip.mkv", filters="null", sound=()):
        """A clip of four seconds, with a key frame per second, and losslessly coded pixels."""
        frames = f"color=s={SIZE[0]}x{SIZE[1]}:r=25:d={COUNT / 25},format=gbrp,geq=r=2*N:g=255-2*N:b=40,{filters}"
        return self.ffmpeg(
            name, "-f", "lavfi", "-i", frames, *sound, "-c:v", "libx264rgb", "-qp", "0", "-g", "25",
            "-sc_threshold", "0", "-bf", "2")

    def open_clip(self, *arguments, name="clip.mkv"):
        window = self.open(*arguments, self.make_clip(name))
        self.wait_for_frame(window, 0, name)
        # The frame table arrives slightly after the first frame.
        wait_until(lambda: window.slider("Position").maximumValue == COUNT - 1, "the number of frames")
        return window

    def position(self, window):
        return int(window.slider("Position").currentValue)

    def seen_color(self, window, name="clip.mkv"):
        """The color of the picture; None if it is not uniform."""
        seen = window.inner_picture(name, SIZE)
        mean = seen.mean(axis=(0, 1))
        return mean if numpy.abs(seen - mean).max() <= 1.5 else None

    def frame(self, window, name="clip.mkv"):
        """The number of the visible frame; None if its color is not one of the clip's."""
        seen = self.seen_color(window, name)
        if seen is None:
            return None
        number = int(round(seen[0] / 2))
        return number if numpy.abs(seen - color(number)).max() <= 1.5 else None

    def wait_for_frame(self, window, number, name="clip.mkv"):
        wait_until(lambda: self.frame(window, name) == number, f"frame {number}")

    def go(self, window, number):
        window.set_slider("Position", number)
        self.wait_for_frame(window, number)

    def wait_for_advance(self, window):
        """Waits until the frame number changes. It may also decrease: the clip plays in a loop, whose end
        a busy machine may have reached."""
        before = self.position(window)
        wait_until(lambda: self.position(window) != before, "the frame number to advance")


class Playing(ClipTest):
    def test_a_clip_plays_pauses_and_is_stepped_through_by_keys(self):
        window = self.open_clip()
        window.wait_for_text("160 × 120 · 25 fps · H.264 · 0:04")
        self.display.keys("l")
        self.display.keys("space")
        window.wait_for("push button", "Pause")
        self.wait_for_advance(window)
        self.display.keys("space")
        window.wait_for("push button", "Play")
        number = self.position(window)
        self.wait_for_frame(window, number)
        # A position away from both ends, so that steps in either direction are possible.
        self.go(window, 40)
        for key, number in [("period", 41), ("period", 42), ("comma", 41), ("shift+comma", 16), ("shift+period", 41)]:
            self.display.keys(key)
            self.wait_for_frame(window, number)
            self.assertEqual(self.position(window), number)
        self.display.keys("End")
        self.wait_for_frame(window, COUNT - 1)
        self.display.keys("Home")
        self.wait_for_frame(window, 0)

    def test_it_ends_at_its_last_frame_and_then_plays_from_the_first(self):
        window = self.open_clip()
        self.go(window, 90)
        self.display.keys("space")
        self.wait_for_frame(window, COUNT - 1)
        window.wait_for("push button", "Play")
        # Looped, or the clip could end before a busy machine has seen it play.
        self.display.keys("l")
        self.display.keys("space")
        wait_until(lambda: 0 < self.position(window) < 90, "the beginning to be played")


class Moving(ClipTest):
    def test_the_scrubber_has_a_name_and_moves_by_keys_and_shows_the_time(self):
        window = self.open_clip()
        scrubber = window.wait_for("slider", "Position")
        self.focus(scrubber)
        for key, number in [("Right", 1), ("shift+period", 26), ("Left", 25), ("End", COUNT - 1), ("Home", 0)]:
            self.display.keys(key)
            self.wait_for_frame(window, number)
        self.go(window, 55)
        window.wait_for("push button", "Time 0:02.2 / 0:04.0")
        self.display.keys("t")
        window.wait_for("push button", "Frame 55 / 99")

    @unittest.skipUnless(os.environ.get("GLINT_TEST_DISPLAY", "x11") == "x11", "the pointer is xdotool's")
    def test_a_drag_ends_at_the_frame_under_the_pointer(self):
        window = self.open_clip()
        x, y, width, height = window.extents(window.wait_for("slider", "Position"))
        self.display.drag((x + 14, y + height / 2), (x + width * 0.62, y + height / 2))
        wait_until(lambda: 50 <= self.position(window) <= 72, "the drag")
        # On a busy machine GTK gets all moves of the drag at once, and gives them only to the slider.
        self.display.point(x + width * 0.62 + 1, y + height / 2)
        # The thumbnail shows the preceding key frame.
        number = self.position(window) // 25 * 25
        left = int(x + width * 0.62) + self.display.window_offset

        def shows_preview():
            strip = window.screen()[y - 130:y - 20, left - 20:left + 20].reshape(-1, 3)
            return (numpy.abs(strip - color(number)).max(axis=1) <= 2).mean() > 0.5

        wait_until(shows_preview, "the small picture")
        # Moves the pointer away, since the thumbnail covers part of the frame.
        self.display.run("xdotool", "mousemove", "4", "4")
        self.wait_for_frame(window, self.position(window))

    def test_a_part_is_looped_and_cleared(self):
        window = self.open_clip()
        self.go(window, 20)
        self.display.keys("i")
        self.go(window, 32)
        self.display.keys("o")
        self.display.keys("shift+i")
        self.wait_for_frame(window, 20)
        self.display.keys("l")
        self.display.keys("space")
        seen, deadline = [self.position(window)], time.monotonic() + LIMIT * burden()
        while not any(after < before for before, after in zip(seen, seen[1:])):
            self.assertLess(time.monotonic(), deadline, "the part never began again")
            seen.append(self.position(window))
        self.display.keys("space")
        window.wait_for("push button", "Play")
        self.assertTrue(all(20 <= number <= 32 for number in seen), seen)
        self.display.keys("shift+o")
        self.wait_for_frame(window, 32)
        self.display.keys("x")
        self.display.keys("shift+i")
        self.wait_for_frame(window, 0)

    def drag_handle(self, window, name, number):
        """Drags an end of the trim to a frame."""
        x, y, width, height = window.extents(window.wait_for("slider", name))
        # The two scales have the width of the track, and their handles the same inset at both ends.
        value, inset = window.slider(name), 8
        start, end = (
            x + inset + frame / value.maximumValue * (width - 2 * inset) for frame in (value.currentValue, number))
        self.display.drag((start, y + height / 2), (end, y + height / 2))

    @unittest.skipUnless(os.environ.get("GLINT_TEST_DISPLAY", "x11") == "x11", "the pointer is xdotool's")
    def test_a_video_is_trimmed_by_handles(self):
        window = self.open_clip()
        self.assertFalse(window.has_text("Trim "))
        start, end = window.slider("Start of Trim"), window.slider("End of Trim")
        self.assertEqual((start.currentValue, end.currentValue), (0, COUNT - 1))
        self.drag_handle(window, "Start of Trim", 30)
        wait_until(lambda: abs(start.currentValue - 30) <= 1, "the start")
        # The frame of the handle is shown.
        self.wait_for_frame(window, int(start.currentValue))
        self.assertEqual(self.position(window), start.currentValue)
        self.drag_handle(window, "End of Trim", 70)
        wait_until(lambda: abs(end.currentValue - 70) <= 1, "the end")
        self.display.run("xdotool", "mousemove", "4", "4")
        self.wait_for_frame(window, int(end.currentValue))
        # At 25 frames per second.
        length = (end.currentValue - start.currentValue + 1) / 25
        window.wait_for_text(f"Trim {length:.2f} s")
        # A handle goes no further than the other one.
        self.drag_handle(window, "Start of Trim", 95)
        wait_until(lambda: start.currentValue == end.currentValue, "the handles to meet")
        window.wait_for_text("Trim 0.04 s")
        # A dragged handle has the focus; Home goes to the first frame as always.
        number = end.currentValue - 1
        self.display.keys("Left")
        wait_until(lambda: start.currentValue == number, f"the start at {number}")
        self.display.keys("Home")
        self.wait_for_frame(window, 0)
        self.assertEqual(start.currentValue, number)
        self.display.keys("x")
        wait_until(lambda: end.currentValue == COUNT - 1, "the trim to be removed")
        wait_until(lambda: not window.has_text("Trim "), "the length to go")

    def test_the_trim_is_set_by_keys_and_assistive_technology(self):
        window = self.open_clip()
        start, end = window.slider("Start of Trim"), window.slider("End of Trim")
        self.go(window, 20)
        self.display.keys("i")
        wait_until(lambda: start.currentValue == 20, "the start")
        end.currentValue = 44
        self.wait_for_frame(window, 44)
        window.wait_for_text("Trim 1.00 s")
        self.display.keys("t")
        window.wait_for_text("Trim 25 frames")
        # An end beyond the other one stops there.
        end.currentValue = 5
        self.wait_for_frame(window, 20)
        self.assertEqual(end.currentValue, 20)
        window.wait_for_text("Trim 1 frame")

    def test_the_speed_is_chosen_by_keys(self):
        window = self.open_clip()
        window.wait_for_text("1 ×")
        for key, title in [("bracketright", "1¼ ×"), ("bracketleft", "1 ×"), ("bracketleft", "¾ ×")]:
            self.display.keys(key)
            window.wait_for_text(title)
        self.display.keys("l")
        self.display.keys("space")
        self.wait_for_advance(window)
        self.display.keys("space")


class Editing(ClipTest):
    def test_filters_act_while_it_plays_and_are_undone(self):
        window = self.open_clip("--recipe", self.stack_file())
        self.display.keys("l")
        self.display.keys("space")
        self.wait_for_advance(window)

        def is_inverted():
            seen = self.seen_color(window)
            return seen is not None and abs(seen[2] - (255 - 40)) <= 1.5

        window.set_slider("Amount", 1)
        wait_until(is_inverted, "the inverted frames")
        self.assertTrue(window.find("push button", "Pause"))
        self.display.keys("ctrl+z")
        wait_until(lambda: self.frame(window) is not None, "the frames as they are")
        # The left side of the split view shows the original of the same frame.
        window.set_slider("Amount", 1)
        self.display.keys("s")

        def is_split():
            left, right = (
                part.mean(axis=(0, 1)) for part in numpy.array_split(window.inner_picture("clip.mkv", SIZE), 2, axis=1))
            return abs(left[2] - 40) <= 8 and abs(right[2] - 215) <= 8

        wait_until(is_split, "both sides")
        self.wait_for_advance(window)
        self.display.keys("space")

    def test_what_is_saved_is_the_frame_with_its_number(self):
        stages = [{"id": "ntsc", "parameters": {"resize480": False}}]
        window = self.open_recipe(self.make_clip(), stages)
        window.wait_for_text("H.264")
        wait_until(lambda: window.slider("Position").maximumValue == COUNT - 1, "the number of frames")
        window.set_slider("Position", 37)
        wait_until(lambda: self.position(window) == 37, "the frame")
        window.wait_for_rest()
        saved = self.save(window, "saved.png", keys="ctrl+e")
        still = self.make("frame.png", SIZE, tuple(int(value) for value in color(37)))
        expected = self.render(still, [{"id": "ntsc", "parameters": {"resize480": False, "frame": 37}}])
        self.assertTrue((saved == expected).all())
        self.assertTrue((saved == self.render(self.file("clip.mkv"), stages, "--frame", "37")).all())

    def test_edits_are_kept_and_restored(self):
        window = self.open_clip()
        window.set_slider("Saturation", 0.3)

        def is_kept():
            for path in self.stored_edits():
                with open(path) as file:
                    if any(stage["parameters"].get("amount") == 0.3 for stage in json.load(file)["filters"]):
                        return True
            return False

        wait_until(is_kept, "the edits to be kept")
        window.process.kill()
        window.process.wait()
        again = self.open(self.file("clip.mkv"))
        wait_until(lambda: abs(again.slider("Saturation").currentValue - 0.3) < 1e-9, "the edits")

    def test_wide_pixels_are_shown_wide(self):
        path = self.make_clip("wide.mkv", filters="scale=80:120:flags=neighbor,setsar=2/1")
        window = self.open(path)
        self.wait_for_frame(window, 0, "wide.mkv")
        window.wait_for_text("80 × 120")


class Keys(ClipTest):
    def recipe(self, window):
        """The recipe, as the window copies it to the clipboard."""
        self.display.copy_text("")
        self.display.keys("ctrl+r")
        return json.loads(wait_until(lambda: self.display.copied_text() or None, "the recipe"))["filters"]

    def open_keys(self, parameters):
        recipe = self.file("keys.json")
        with open(recipe, "w") as file:
            json.dump({"glint": 1, "filters": [{"id": "invert", "parameters": parameters}]}, file)
        window = self.open_clip("--recipe", recipe)
        # The picture has the keys, not a control.
        self.click_canvas(window)
        return window

    def click_canvas(self, window):
        x, y, width, height = window.extents(window.wait_for("image", "clip.mkv"))
        self.display.click(x + width / 2, y + height / 2)

    def wait_for_slider(self, window, name, value):
        wait_until(lambda: abs(window.slider(name).currentValue - value) < 1e-6, f"{name} at {value}")

    @staticmethod
    def middle(window, frame):
        """The center of a diamond above the scrubber."""
        name = f"Key at {frame / 25:.1f} seconds, frame {frame}"
        x, y, width, height = window.extents(window.wait_for("push button", name))
        return numpy.array([x + width / 2, y + height / 2])

    @staticmethod
    def key_frames(window):
        """The frames of the diamonds above the scrubber."""
        names = [item.name for item in window.shown(lambda item: item.name.startswith("Key at"))]
        return [int(re.search(r"frame (\d+)", name).group(1)) for name in names]

    def wait_for_keys(self, window, frames):
        """Waits until there are diamonds for exactly these frames above the scrubber."""
        wait_until(lambda: self.key_frames(window) == frames, f"keys at the frames {frames}")

    @unittest.skipUnless(os.environ.get("GLINT_TEST_DISPLAY", "x11") == "x11", "the pointer is xdotool's")
    def test_a_value_gets_keys_at_the_frames_where_it_is_set(self):
        window = self.open_keys({"amount": 0})
        window.press("Amount Key")
        self.wait_for_keys(window, [0])
        window.set_slider("Position", 50)
        wait_until(lambda: self.position(window) == 50, "the frame")
        window.wait_for_rest()
        window.set_slider("Amount", 1)
        self.wait_for_keys(window, [0, 50])
        window.set_slider("Position", 20)
        self.wait_for_slider(window, "Amount", 0.4)
        stages = self.recipe(window)
        self.assertEqual(stages[0]["parameters"]["amount"], {"keys": [[0, 0], [2, 1]]})
        # The window shows what the command line renders.
        expected = self.render(self.file("clip.mkv"), stages, "--frame", "20")
        mean = expected.mean(axis=(0, 1))
        wait_until(
            lambda: numpy.abs(window.inner_picture("clip.mkv", SIZE).mean(axis=(0, 1)) - mean).max() < 1, "the colors")
        # An adjustment gets its stage with its first key.
        window.press("Exposure Key")
        wait_until(
            lambda: self.recipe(window)[0].get("parameters", {}).get("stops") == {"keys": [[0.8, 0]]}, "the exposure")
        self.wait_for_keys(window, [20])
        # Without its last key, it has none again.
        self.display.click(*self.middle(window, 20))
        self.display.keys("Delete")
        wait_until(lambda: self.recipe(window)[0]["id"] == "invert", "the exposure to go")
        self.display.keys("ctrl+z")
        for amount in [{"keys": [[0, 0], [2, 1]]}, {"keys": [[0, 0]]}, 0]:
            self.display.keys("ctrl+z")
            wait_until(lambda: self.recipe(window)[0]["parameters"]["amount"] == amount, f"the amount {amount}")
        self.wait_for_keys(window, [])

    @unittest.skipUnless(os.environ.get("GLINT_TEST_DISPLAY", "x11") == "x11", "the pointer is xdotool's")
    def test_keys_are_stepped_through_dragged_and_removed(self):
        window = self.open_keys({"amount": {"keys": [[0, 0], [1, 1], [3, 0.5]]}})
        self.wait_for_keys(window, [0, 25, 75])
        for key, number in [("alt+period", 25), ("alt+period", 75), ("alt+period", 75), ("alt+comma", 25)]:
            self.display.keys(key)
            wait_until(lambda: self.position(window) == number, f"frame {number}")
        self.wait_for_slider(window, "Amount", 1)

        # A drag is one step, and no key passes another.
        second, third = self.middle(window, 25), self.middle(window, 75)
        self.display.drag(second, (second + third) / 2)
        wait_until(lambda: abs(self.key_frames(window)[1] - 50) <= 2, "the moved key")
        self.assertEqual(self.position(window), 25)
        self.display.keys("ctrl+z")
        self.wait_for_keys(window, [0, 25, 75])
        self.display.drag(second, third + (40, 0))
        self.wait_for_keys(window, [0, 74, 75])
        self.display.keys("ctrl+z")
        self.wait_for_keys(window, [0, 25, 75])
        # A click goes to the key, Delete removes it.
        self.display.click(*third)
        wait_until(lambda: self.position(window) == 75, "frame 75")
        self.display.keys("Delete")
        self.wait_for_keys(window, [0, 25])
        self.assertEqual(self.recipe(window)[0]["parameters"]["amount"], {"keys": [[0, 0], [1, 1]]})


class Files(ClipTest):
    def test_a_truncated_file_shows_an_error(self):
        whole = self.make_clip("whole.mp4")
        cut = self.file("cut.mp4")
        with open(cut, "wb") as file:
            file.write(self.bytes_of(whole)[:3000])
        window = self.open(cut)
        window.wait_for_text("cut.mp4 is damaged")

    def test_the_libraries_are_loaded_by_decoders_with_the_first_clip(self):
        def is_loaded(process):
            with open(f"/proc/{process}/maps") as file:
                return re.search(r"/lib(av(codec|format|util)|gst[a-z]*)[-.\d]*\.so", file.read()) is not None

        self.make("a.png", SIZE, (10, 20, 30))
        self.make_clip("b.mkv")
        window = self.open(self.file("a.png"))
        window.wait_for("image", "a.png")
        window.wait_for_rest()
        processes = [window.process.pid, *window.helpers()]
        self.assertFalse(any(map(is_loaded, processes)))
        self.assertIsNone(window.find("slider", "Position"))
        # The next file in the folder is a clip, and going back shows the picture again.
        self.display.keys("Right")
        self.wait_for_frame(window, 0, "b.mkv")
        self.assertFalse(is_loaded(window.process.pid))
        self.assertTrue(any(map(is_loaded, window.helpers())))
        self.display.keys("Left")
        window.wait_for("image", "a.png")
        wait_until(lambda: window.find("slider", "Position") is None, "the bar to go")

    def test_a_clip_with_sound_has_its_volume_remembered(self):
        sound = ("-f", "lavfi", "-i", "sine=440:d=4", "-c:a", "aac")
        window = self.open(self.make_clip("loud.mp4", sound=sound))
        self.wait_for_frame(window, 0, "loud.mp4")
        window.set_slider("Volume", 0.25)
        self.display.keys("m")
        settings = self.file("config/glint/settings.ini")
        wait_until(
            lambda: os.path.exists(settings) and b"volume=0.25" in self.bytes_of(settings)
            and b"muted=true" in self.bytes_of(settings), "the settings")


if __name__ == "__main__":
    unittest.main()
