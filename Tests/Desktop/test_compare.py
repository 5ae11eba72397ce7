"""The picture before all filters, compared with the result."""

import os
import time
import unittest

import numpy

from desktop import DesktopTest
from displays import wait_until
from window import fitted

SIZE = (640, 400)
INVERT = [{"id": "invert", "parameters": {"amount": 1}}]


class CompareTest(DesktopTest):
    def setUp(self):
        super().setUp()
        self.window = self.open_recipe(self.make("a.png", SIZE, (200, 60, 20)), INVERT)
        self.wait_for_halves((55, 195, 235), (55, 195, 235))

    def halves(self):
        """The colors to the left and to the right of the middle."""
        picture = self.window.inner_picture("a.png", SIZE)
        height, width, _ = picture.shape
        return tuple(picture[height // 4, width // 4]), tuple(picture[height // 4, width * 3 // 4])

    def wait_for_halves(self, left, right):
        def is_near(color, wanted):
            return max(abs(a - b) for a, b in zip(color, wanted)) <= 1

        wait_until(
            lambda: all(map(is_near, self.halves(), (left, right))), f"{left} and {right}")

    @unittest.skipUnless(os.environ.get("GLINT_TEST_DISPLAY", "x11") == "x11", "keys are held by xdotool")
    def test_the_original_is_shown_while_b_is_held(self):
        self.display.focus()
        self.display.run("xdotool", "keydown", "b")
        self.wait_for_halves((200, 60, 20), (200, 60, 20))
        # A held key begins to repeat after 0.66 s; the original must stay visible.
        end = time.monotonic() + 1
        while time.monotonic() < end:
            self.assertLessEqual(numpy.abs(numpy.array(self.halves()) - (200, 60, 20)).max(), 1)
        self.display.run("xdotool", "keyup", "b")
        self.wait_for_halves((55, 195, 235), (55, 195, 235))

    def test_a_split_shows_both_on_either_side_of_a_line_that_keys_move(self):
        self.display.keys("s")
        self.wait_for_halves((200, 60, 20), (55, 195, 235))
        line = self.window.wait_for("separator", "Split Line")
        self.focus(line)
        self.display.keys("Home")
        self.wait_for_halves((55, 195, 235), (55, 195, 235))
        self.display.keys("End")
        self.wait_for_halves((200, 60, 20), (200, 60, 20))
        self.display.keys("s")
        self.wait_for_halves((55, 195, 235), (55, 195, 235))

    def test_side_by_side_shows_both_pictures_whole(self):
        self.display.keys("shift+s")
        self.window.wait_for("image", "Original")

        def middles():
            pictures = [fitted(self.window.canvas(name), SIZE) for name in ("Original", "a.png")]
            return [tuple(p[p.shape[0] // 2, p.shape[1] // 2]) for p in pictures]

        wait_until(
            lambda: numpy.abs(numpy.array(middles()) - [(200, 60, 20), (55, 195, 235)]).max() <= 1,
            "the original beside the result")
