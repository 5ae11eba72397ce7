"""A region, drawn on the picture with the pointer and moved by keyboard."""

import os
import re
import unittest

import numpy

from desktop import DesktopTest
from displays import wait_until


class RegionTest(DesktopTest):
    def open_with_region(self, source, region=None):
        """A picture with an inversion whose blending is in view."""
        stage = {"id": "invert", "parameters": {"amount": 1}}
        window = self.open_recipe(source, [{**stage, "region": region} if region else stage])
        wait_until(lambda: window.inner_picture("a.png", (640, 400)).size, "the picture")
        self.choose_for(window, "Invert", "Blending and Regions")
        return window

    def handle(self, window, name=""):
        """The description of a handle: from x, y, width, height."""
        node = window.wait_for("push button", "Invert Region" + name)
        return node, lambda: [int(number) for number in re.findall(r"-?\d+", node.description)]

    def stage(self, x, y, width, height, **more):
        return [{
            "id": "invert", "parameters": {"amount": 1},
            "region": {"shape": "ellipse", "x": x, "y": y, "width": width, "height": height, **more}}]

    @unittest.skipUnless(os.environ.get("GLINT_TEST_DISPLAY", "x11") == "x11", "the pointer is xdotool's")
    def test_a_region_drawn_on_the_picture_is_saved_as_the_command_line_makes_it(self):
        source = self.make("a.png")
        self.fold_adjustments()
        window = self.open_with_region(source)
        window.press("Invert Region Ellipse")
        _, place = self.handle(window)
        wait_until(lambda: place() == [25, 25, 50, 50], "the region to begin with")
        x, y, width, height = window.extents(window.wait_for("image", "a.png"))
        scale = min(width / 640, height / 400)
        left, top = x + (width - 640 * scale) / 2, y + (height - 400 * scale) / 2

        def place_of(across, down):
            return left + across * 640 * scale, top + down * 400 * scale

        self.display.drag(place_of(0.1, 0.1), place_of(0.4, 0.8))
        wait_until(lambda: place() == [10, 10, 30, 70], "the region that was drawn")
        # A drag is one step to undo.
        self.display.keys("ctrl+z")
        wait_until(lambda: place() == [25, 25, 50, 50], "the region before it was drawn")
        self.display.keys("ctrl+shift+z")
        wait_until(lambda: place() == [10, 10, 30, 70], "the region drawn again")
        x, y, width, height = window.extents(window.wait_for("text", "Invert Region Left Value"))
        self.display.click(x + width // 2, y + height // 2)
        self.display.keys("ctrl+a")
        self.display.write("5")
        self.display.keys("Return")
        wait_until(lambda: place() == [5, 10, 30, 70], "the region at the place that was typed")
        saved = self.save(window, "b.png")
        expected = self.render(source, self.stage(0.05, 0.1, 0.3, 0.7, feather=0.5))
        # The pointer stands on whole pixels of the screen.
        self.assertLess(numpy.abs(saved - expected).mean(), 1)
        original = self.render(source, [])
        self.assertGreater(numpy.abs(saved - original).mean(), 10)

    def test_a_region_is_moved_and_resized_by_keyboard(self):
        source = self.make("a.png")
        region = {"shape": "ellipse", "x": 0.2, "y": 0.3, "width": 0.4, "height": 0.5}
        window = self.open_with_region(source, region)
        middle, place = self.handle(window)
        self.focus(middle)
        self.display.keys("Right", "Right", "Up")
        wait_until(lambda: place() == [22, 29, 40, 50], "the region moved")
        side, place = self.handle(window, " Right")
        self.focus(side)
        self.display.keys("Left", "Left", "Left")
        wait_until(lambda: place() == [22, 29, 37, 50], "the region resized")
        window.press("Invert Invert Region", role="check box")
        wait_until(lambda: window.inner_picture("a.png", (640, 400))[2, 2, 0] > 200, "the corner inverted")
        saved = self.save(window, "b.png")
        expected = self.render(source, self.stage(0.22, 0.29, 0.37, 0.5, inverted=True))
        self.assertLessEqual(numpy.abs(saved - expected).max(), 1)
