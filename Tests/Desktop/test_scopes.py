"""The scopes beside the histogram, the clipping marks, and the display of the color under the pointer."""

import os
import unittest

import numpy
import pyatspi
from PIL import Image

from desktop import DesktopTest
from displays import wait_until
from test_clips import ClipTest, color


class Scopes(DesktopTest):
    def open_scopes(self, path):
        window = self.open(path)
        window.wait_for("slider", "Saturation")
        self.display.keys("ctrl+h")
        window.wait_for("push button", "Histogram of the Visible Part")
        return window

    def save_picture(self, pixels):
        path = self.file("a.png")
        Image.fromarray(pixels).save(path)
        return path

    def choose_scope(self, window, now, title):
        window.press(f"Scope: {now}")
        window.press(title, role="radio menu item")

    def scope(self, window, name):
        """The pixels of a scope without its margin."""
        x, y, width, height = window.extents(window.wait_for("push button", name))
        left, top = x + self.display.window_offset, y + self.display.window_offset
        return window.screen()[top + 6:top + height - 6, left + 6:left + width - 6].astype(int)

    def test_a_waveform_shows_where_the_picture_is_bright_and_is_remembered(self):
        # Dark on the left, bright on the right.
        pixels = numpy.full((400, 640, 3), 40, numpy.uint8)
        pixels[:, 320:] = 215
        path = self.save_picture(pixels)
        window = self.open_scopes(path)
        self.choose_scope(window, "Histogram", "Waveform")

        def halves():
            """The heights of the traces of the left and the right half, 0 at the bottom."""
            light = self.scope(window, "Waveform of the Visible Part").max(axis=2)
            height, width = light.shape
            found = [light[:, :width * 2 // 5], light[:, width * 3 // 5:]]
            if min(half.max() for half in found) < 85:
                return None
            return [1 - half.sum(axis=1).argmax() / height for half in found]
        left, right = wait_until(halves, "light in both halves")
        self.assertAlmostEqual(left, 40 / 255, delta=0.06)
        self.assertAlmostEqual(right, 215 / 255, delta=0.06)
        # The trace follows the sliders.
        window.set_slider("Exposure", -2)
        wait_until(lambda: (halves() or [1, 1])[1] < 0.6, "the darkened right half")
        window.close()
        self.windows.clear()
        window = self.open(path)
        window.wait_for("push button", "Waveform of the Visible Part")
        window.wait_for("push button", "Scope: Waveform")

    def test_a_parade_and_a_vectorscope_distinguish_the_colors(self):
        window = self.open_scopes(self.make("plain.png", color=(230, 128, 25)))
        self.choose_scope(window, "Histogram", "RGB Parade")

        def thirds():
            seen = self.scope(window, "RGB Parade of the Visible Part")
            height, width, _ = seen.shape
            parts = [seen[:, width * n // 3 + 8:width * (n + 1) // 3 - 8] for n in range(3)]
            if min(part.max() for part in parts) < 85:
                return None
            return [1 - part.max(axis=2).sum(axis=1).argmax() / height for part in parts]
        for level, value in zip(wait_until(thirds, "three lines"), (230, 128, 25)):
            self.assertAlmostEqual(level, value / 255, delta=0.08)
        self.choose_scope(window, "RGB Parade", "Vectorscope")

        def colored():
            """The offset of the most saturated point from the center, to the right and up, as fractions of
            the height."""
            seen = self.scope(window, "Vectorscope of the Visible Part")
            height, width, _ = seen.shape
            # Excludes the scope's targets, which have pure primary colors.
            color = numpy.where(seen.min(axis=2) > 20, numpy.ptp(seen, axis=2), 0)
            if color.max() < 60:
                return None
            y, x = numpy.unravel_index(color.argmax(), color.shape)
            return (x - width / 2) / height, (height / 2 - y) / height
        across, up = wait_until(colored, "an orange spot")
        luma = 0.299 * 230 + 0.587 * 128 + 0.114 * 25
        self.assertAlmostEqual(across, (25 - luma) / 1.772 / 255, delta=0.06)
        self.assertAlmostEqual(up, (230 - luma) / 1.402 / 255, delta=0.06)

    def test_what_clips_is_marked_on_the_picture(self):
        pixels = numpy.full((400, 640, 3), 128, numpy.uint8)
        pixels[:, :200] = 0
        pixels[:, 440:] = 255
        window = self.open_scopes(self.save_picture(pixels))

        def marks():
            """The accessible description of the shadows, midtones and highlights."""
            seen = window.inner_picture("a.png", (640, 400)).astype(int)
            height, width, _ = seen.shape

            def mark(part):
                red, _, blue = seen[height // 2, round(width * part)]
                return "red" if red > blue + 100 else "blue" if blue > red + 100 else "-"
            return [mark(part) for part in (0.15, 0.5, 0.85)]

        def is_pressed(name):
            return window.wait_for("push button", f"Mark Clipped {name}").getState().contains(pyatspi.STATE_PRESSED)

        wait_until(lambda: marks() == ["-", "-", "-"], "the picture")
        self.display.keys("j")
        wait_until(lambda: marks() == ["blue", "-", "red"], "both marks")
        wait_until(lambda: is_pressed("Shadows") and is_pressed("Highlights"), "both triangles to be pressed")
        window.press("Mark Clipped Shadows", role="push button")
        wait_until(lambda: marks() == ["-", "-", "red"], "the mark of highlights alone")
        self.assertFalse(is_pressed("Shadows"))
        # The marks show clipping in the result, not in the original.
        window.set_slider("Exposure", -1)
        wait_until(lambda: marks() == ["-", "-", "-"], "highlights that clip no more")
        window.set_slider("Exposure", 0)
        wait_until(lambda: marks() == ["-", "-", "red"], "highlights that clip")
        self.display.keys("j")
        wait_until(lambda: marks() == ["blue", "-", "red"], "both marks again")
        self.display.keys("j")
        wait_until(lambda: marks() == ["-", "-", "-"], "no marks")
        self.assertFalse(is_pressed("Highlights"))
        # The marks are not part of the saved file.
        self.display.keys("j")
        wait_until(lambda: marks() == ["blue", "-", "red"], "both marks")
        self.assertTrue((self.save(window, "b.png")[..., :3] == pixels).all())

    @unittest.skipUnless(os.environ.get("GLINT_TEST_DISPLAY", "x11") == "x11", "the pointer is xdotool's")
    def test_the_color_under_the_pointer_is_shown_and_copied(self):
        pixels = numpy.zeros((400, 640, 3), numpy.uint8)
        pixels[:, :320] = (200, 100, 30)
        pixels[:, 320:] = (0, 200, 15)
        window = self.open_scopes(self.save_picture(pixels))
        x, y, width, height = window.extents(window.wait_for("image", "a.png"))
        self.display.point(x + width * 0.3, y + height / 2)
        window.wait_for_text("200 100 \u200730  #c8641e")
        self.display.keys("shift+c")
        window.wait_for_text("Copied #c8641e")
        wait_until(lambda: self.display.copied_text() == "#c8641e", "the copied color")
        self.display.point(x + width * 0.7, y + height / 2)
        window.wait_for_text("\u2007\u20070 200 \u200715  #00c80f")
        # The display shows the result's color, and updates even if the pointer does not move.
        window.set_slider("Saturation", 0)
        text = wait_until(lambda: next(
            (text for text in window.texts("#") if len(text.split()) == 4 and "#00c80f" not in text), None), "a gray")
        self.assertLessEqual(numpy.ptp([int(number) for number in text.replace("\u2007", "").split()[:3]]), 1)
        # Outside of the picture there is no color to show.
        self.display.point(x + width / 2, y + 3)
        wait_until(lambda: not window.has_text(text), "the color to go")
        self.display.keys("shift+c")
        window.wait_for_text("There is no color under the pointer.")


class ScopesOfClips(ClipTest):
    def lines(self, window):
        """The heights of the traces of an RGB parade, 0 at the bottom; None if there are not three."""
        x, y, width, height = window.extents(window.wait_for("push button", "RGB Parade of the Visible Part"))
        left, top = x + self.display.window_offset, y + self.display.window_offset
        seen = window.screen()[top + 6:top + height - 6, left + 6:left + width - 6].astype(int)
        parts = [seen[:, width * n // 3 + 8:width * (n + 1) // 3 - 20].max(axis=2) for n in range(3)]
        if min(part.max() for part in parts) < 85:
            return None
        return [1 - part.sum(axis=1).argmax() / part.shape[0] for part in parts]

    @unittest.skipUnless(os.environ.get("GLINT_TEST_DISPLAY", "x11") == "x11", "the pointer is xdotool's")
    def test_scope_and_color_follow_a_video_that_plays(self):
        window = self.open_clip()
        self.display.keys("ctrl+h")
        window.press("Scope: Histogram")
        window.press("RGB Parade", role="radio menu item")
        x, y, width, height = window.extents(window.wait_for("image", "clip.mkv"))
        self.display.point(x + width / 2, y + height / 2)

        def shown_color():
            """The displayed color under the pointer."""
            texts = [text for text in window.texts("#") if len(text.split()) == 4]
            return [int(number) for number in texts[0].replace("\u2007", "").split()[:3]] if texts else None
        wait_until(lambda: shown_color() == [0, 255, 40], "the color of the first frame")
        self.display.keys("l", "space")
        seen = set()

        def has_changed():
            seen.add(tuple(shown_color() or ()))
            return len(seen) >= 4
        wait_until(has_changed, "the colors of four frames")
        self.display.keys("space")
        wait_until(
            lambda: self.frame(window) is not None and shown_color() == color(self.frame(window)).astype(int).tolist(),
            "the color of the frame at which it rests")
        expected = color(self.frame(window)) / 255

        def is_counted():
            lines = self.lines(window)
            return lines is not None and numpy.abs(numpy.array(lines) - expected).max() < 0.08
        wait_until(is_counted, "the scope of the frame at which it rests")


class Shortcuts(DesktopTest):
    def test_they_fit_the_screen_and_begin_with_pictures_and_filters(self):
        window = self.open(self.make("a.png"))
        window.wait_for("slider", "Saturation")
        self.display.keys("F1")
        for group in ("Pictures", "Filters"):
            window.wait_for("label", group)
        # It fits small screens. Its role and its name depend on GTK's version.
        shortcuts = wait_until(
            lambda: window.first(lambda item: len(item.indices) == 1 and "a.png" not in item.name), "the window")
        self.assertLess(window.extents(shortcuts)[3], 720)
        missing = {"View", "Mark Clipping", "Copy the Color Under the Pointer", "Video"}

        def turn_pages():
            for page in ("_2", "_3", "_4", "_5"):
                window.press(page, role="page tab")
                # Newer versions of GTK have only the page that is shown in the tree.
                missing.difference_update([label for label in missing if window.find("label", label)])
            return not missing

        wait_until(turn_pages, "the labels of all pages")


if __name__ == "__main__":
    unittest.main()
