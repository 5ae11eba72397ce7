"""Spots that are removed by clicks on the picture."""

import os
import unittest

import numpy
from PIL import Image

from desktop import DesktopTest
from displays import wait_until


@unittest.skipUnless(os.environ.get("GLINT_TEST_DISPLAY", "x11") == "x11", "the pointer is xdotool's")
class RetouchTest(DesktopTest):
    def make_with_blemishes(self, *places):
        """A gradient with dark dots at places, given as fractions of its width and height."""
        path = self.make("a.png")
        pixels = numpy.asarray(Image.open(path)).copy()
        y, x = numpy.mgrid[:400, :640]
        for across, down in places:
            pixels[(x - 640 * across) ** 2 + (y - 400 * down) ** 2 < 36] = 20
        Image.fromarray(pixels).save(path)
        return path

    def point_at(self, window, across, down):
        """The window coordinates of a point of the picture, given as fractions of its width and height."""
        x, y, width, height = window.extents(window.wait_for("image", "a.png"))
        scale = min(width / 640, height / 400)
        left, top = x + (width - 640 * scale) / 2, y + (height - 400 * scale) / 2
        return left + across * 640 * scale, top + down * 400 * scale

    def test_a_spot_is_removed_by_a_click_and_saved(self):
        places = ((0.4, 0.5), (0.7, 0.3))
        clean = numpy.asarray(Image.open(self.make("a.png"))).astype(int)
        source = self.make_with_blemishes(*places)
        window = self.open(source)
        wait_until(lambda: window.inner_picture("a.png", (640, 400)).size, "the picture")
        self.add(window, "retouch")
        window.wait_for("slider", "Retouch Size")
        window.set_slider("Retouch Size", 3)

        def healed():
            seen = window.inner_picture("a.png", (640, 400)).astype(int)
            height, width, _ = seen.shape
            return [
                abs(seen[round(height * y), round(width * x)] - clean[round(400 * y), round(640 * x)]).max() < 12
                for x, y in places]

        self.assertEqual(healed(), [False, False])
        for place in places:
            self.display.click(*self.point_at(window, *place))
        # Seen without the ring of the selected spot, which is around it.
        wait_until(lambda: healed() == [True, True], "both spots removed")
        # Each spot is one undo step.
        self.display.keys("ctrl+z")
        wait_until(lambda: healed() == [True, False], "the second spot as it was")
        self.display.keys("ctrl+shift+z")
        wait_until(lambda: healed() == [True, True], "the second spot removed again")
        saved = self.save(window, "b.png")
        # The source was chosen with similar surroundings, so that only the gradient remains.
        self.assertLess(abs(saved.astype(int) - clean).max(), 12)
