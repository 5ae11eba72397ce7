"""The histograms of the visible part and of the whole picture."""

import unittest

import numpy
from PIL import Image

from desktop import DesktopTest
from displays import wait_until


class Histogram(DesktopTest):
    SEEN, WHOLE = "Histogram of the Visible Part", "Histogram of the Whole Picture"

    def open(self, *arguments, **keywords):
        """Opens a window, and shows the histogram, which is initially hidden."""
        window = super().open(*arguments, **keywords)
        window.wait_for("slider", "Saturation")
        self.assertIsNone(window.find("push button", self.SEEN))
        self.display.keys("ctrl+h")
        return window

    def histogram(self, window, name):
        """The pixels of the histogram."""
        x, y, width, height = window.extents(window.wait_for("push button", name))
        left, top = x + self.display.window_offset, y + self.display.window_offset
        return window.screen()[top:top + height, left:left + width].astype(int)

    @staticmethod
    def description(window, name):
        return window.wait_for("push button", name).description

    def test_the_histogram_follows_the_sliders_and_shows_what_clips(self):
        path = self.make("plain.png", color=(200, 100, 30))
        window = self.open(path)
        window.wait_for("slider", "Saturation")
        # Each channel has a thin peak: red on the right, blue on the left.
        def peaks():
            pixels = self.histogram(window, self.SEEN)
            columns = [(pixels[..., c] - pixels.min(axis=2)).max(axis=0) for c in range(3)]
            if min(column.max() for column in columns) < 60:
                return None
            return [column.argmax() / pixels.shape[1] for column in columns]
        found = wait_until(peaks, "three peaks")
        for level, value in zip(found, (200, 100, 30)):
            self.assertAlmostEqual(level, value / 255, delta=0.06)
        self.assertEqual(self.description(window, self.SEEN), "No clipping")
        window.set_slider("Saturation", 2)
        wait_until(lambda: "Shadows" in self.description(window, self.SEEN), "the mark of clipped blue")
        window.set_slider("Saturation", 0)
        wait_until(lambda: self.description(window, self.SEEN) == "No clipping", "the mark to go out")

    def test_a_click_changes_between_what_is_seen_and_the_whole(self):
        # The border is not visible at 200 %, and only it clips.
        path = self.file("rim.png")
        pixels = numpy.full((1600, 2400, 3), 128, numpy.uint8)
        pixels[:100] = 0
        Image.fromarray(pixels).save(path)
        window = self.open(path)
        wait_until(lambda: "Shadows" in self.description(window, self.SEEN), "the black rim")
        self.display.keys("2")
        wait_until(lambda: self.description(window, self.SEEN) == "No clipping", "the middle alone")
        window.press(self.SEEN)
        wait_until(lambda: "Shadows" in self.description(window, self.WHOLE), "the rim again")
        window.press(self.WHOLE)
        wait_until(lambda: self.description(window, self.SEEN) == "No clipping", "the middle again")

    def test_the_histogram_can_be_shown_and_hidden(self):
        window = self.open(self.make("wave.png"))
        window.wait_for("push button", self.SEEN)
        self.display.keys("ctrl+h")
        wait_until(lambda: not window.find("push button", self.SEEN), "the histogram to go")
        self.display.keys("ctrl+h")
        window.wait_for("push button", self.SEEN)


if __name__ == "__main__":
    unittest.main()
