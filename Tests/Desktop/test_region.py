"""A region that is drawn on the picture with the pointer and moved with the keyboard."""

import os
import re
import unittest

import numpy

from desktop import DesktopTest
from displays import wait_until


class RegionTest(DesktopTest):
    def open_with_region(self, source, region=None):
        """Opens a picture with an inversion whose blending section is visible."""
        stage = {"id": "invert", "parameters": {"amount": 1}}
        window = self.open_recipe(source, [{**stage, "region": region} if region else stage])
        wait_until(lambda: window.inner_picture("a.png", (640, 400)).size, "the picture")
        self.choose_for(window, "Invert", "Blending and Regions")
        return window

    def handle(self, window, name="", filter="Invert"):
        """The position and size of a handle: x, y, width, height."""
        node = window.wait_for("push button", f"{filter} Region" + name)
        return node, lambda: [int(number) for number in re.findall(r"-?\d+", node.description)]

    def stage(self, x, y, width, height, **more):
        return [{
            "id": "invert", "parameters": {"amount": 1},
            "region": {"shape": "ellipse", "x": x, "y": y, "width": width, "height": height, **more}}]

    def add_region(self, window, kind):
        window.press("Add Invert Region")
        window.press(f"Add Invert {kind}")

    def point_at(self, window, across, down):
        """The window coordinates of a point of the picture, given as fractions of its width and height."""
        x, y, width, height = window.extents(window.wait_for("image", "a.png"))
        scale = min(width / 640, height / 400)
        left, top = x + (width - 640 * scale) / 2, y + (height - 400 * scale) / 2
        return left + across * 640 * scale, top + down * 400 * scale

    @unittest.skipUnless(os.environ.get("GLINT_TEST_DISPLAY", "x11") == "x11", "the pointer is xdotool's")
    def test_a_region_drawn_on_the_picture_is_saved_as_the_command_line_makes_it(self):
        source = self.make("a.png")
        self.fold_adjustments()
        window = self.open_with_region(source)
        self.add_region(window, "Ellipse")
        _, extents = self.handle(window)
        wait_until(lambda: extents() == [25, 25, 50, 50], "the region to begin with")
        self.display.drag(self.point_at(window, 0.1, 0.1), self.point_at(window, 0.4, 0.8))
        wait_until(lambda: extents() == [10, 10, 30, 70], "the region that was drawn")
        # A drag is one undo step.
        self.display.keys("ctrl+z")
        wait_until(lambda: extents() == [25, 25, 50, 50], "the region before it was drawn")
        self.display.keys("ctrl+shift+z")
        wait_until(lambda: extents() == [10, 10, 30, 70], "the region drawn again")
        self.focus(window.wait_for("text", "Invert Region Left Value"))
        self.display.keys("ctrl+a")
        self.display.write("5")
        self.display.keys("Return")
        wait_until(lambda: extents() == [5, 10, 30, 70], "the region at the position that was typed")
        saved = self.save(window, "b.png")
        expected = self.render(source, self.stage(0.05, 0.1, 0.3, 0.7, feather=0.5))
        # The tolerance is for the pointer, which moves in whole screen pixels.
        self.assertLess(numpy.abs(saved - expected).mean(), 1)
        original = self.render(source, [])
        self.assertGreater(numpy.abs(saved - original).mean(), 10)

    @unittest.skipUnless(os.environ.get("GLINT_TEST_DISPLAY", "x11") == "x11", "the pointer is xdotool's")
    def test_a_filter_is_limited_to_what_is_drawn_next(self):
        source = self.make("a.png")
        window = self.open(source)
        wait_until(lambda: window.inner_picture("a.png", (640, 400)).size, "the picture")
        self.add(window, "invert")
        self.choose_for(window, "Invert", "Limit to a Region")
        _, extents = self.handle(window)
        self.display.drag(self.point_at(window, 0.3, 0.4), self.point_at(window, 0.6, 0.8))
        wait_until(lambda: extents() == [30, 40, 30, 40], "the region that was drawn")
        expected = self.render(source, [{
            "id": "invert", "parameters": {"amount": 1},
            "region": {"shape": "rectangle", "x": 0.3, "y": 0.4, "width": 0.3, "height": 0.4, "feather": 0.1}}])
        self.assertLess(numpy.abs(self.save(window, "b.png") - expected).mean(), 1)

    def test_an_adjustment_is_limited_to_a_region(self):
        source = self.make("a.png")
        window = self.open(source)
        wait_until(lambda: window.inner_picture("a.png", (640, 400)).size, "the picture")
        window.set_slider("Contrast", 0.2)
        window.set_slider("Exposure", 1)
        self.focus(window.wait_for("slider", "Exposure"))
        self.display.keys("Menu")
        window.press("Limit to a Region", role="menu item")
        _, extents = self.handle(window, filter="Exposure")
        self.display.drag(self.point_at(window, 0.3, 0.4), self.point_at(window, 0.6, 0.8))
        wait_until(lambda: extents() == [30, 40, 30, 40], "the region that was drawn")
        expected = self.render(source, [{"id": "contrast", "parameters": {"amount": 0.2}}, {
            "id": "exposure", "parameters": {"stops": 1},
            "region": {"shape": "rectangle", "x": 0.3, "y": 0.4, "width": 0.3, "height": 0.4, "feather": 0.1}}])
        self.assertLess(numpy.abs(self.save(window, "b.png") - expected).mean(), 1)
        # The row is free again.
        self.assertEqual(window.slider("Exposure").currentValue, 0)
        for _ in range(2):
            self.display.keys("ctrl+z")
        wait_until(lambda: window.slider("Exposure").currentValue == 1, "the adjustment in its row")
        self.assertIsNone(window.find("push button", "Remove Exposure"))

    def test_a_region_is_moved_and_resized_by_keyboard(self):
        source = self.make("a.png")
        region = {"shape": "ellipse", "x": 0.2, "y": 0.3, "width": 0.4, "height": 0.5}
        window = self.open_with_region(source, region)
        middle, extents = self.handle(window)
        self.focus(middle)
        self.display.keys("Right", "Right", "Up")
        wait_until(lambda: extents() == [22, 29, 40, 50], "the region moved")
        side, extents = self.handle(window, " Right")
        self.focus(side)
        self.display.keys("Left", "Left", "Left")
        wait_until(lambda: extents() == [22, 29, 37, 50], "the region resized")
        window.press("Invert Invert Region", role="check box")
        wait_until(lambda: window.inner_picture("a.png", (640, 400))[2, 2, 0] > 200, "the corner inverted")
        saved = self.save(window, "b.png")
        expected = self.render(source, self.stage(0.22, 0.29, 0.37, 0.5, inverted=True))
        self.assertLessEqual(numpy.abs(saved - expected).max(), 1)

    @unittest.skipUnless(os.environ.get("GLINT_TEST_DISPLAY", "x11") == "x11", "the pointer is xdotool's")
    def test_a_gradient_is_drawn_and_its_ends_are_dragged(self):
        source = self.make("a.png")
        window = self.open_with_region(source)
        self.add_region(window, "Gradient")
        middle, extents = self.handle(window)
        wait_until(lambda: extents() == [50, 10, 50, 60], "the gradient to begin with")
        self.display.drag(self.point_at(window, 0.2, 0.3), self.point_at(window, 0.7, 0.3))
        wait_until(lambda: extents() == [20, 30, 70, 30], "the gradient that was drawn")
        self.display.drag(self.point_at(window, 0.7, 0.3), self.point_at(window, 0.6, 0.8))
        wait_until(lambda: extents() == [20, 30, 60, 80], "the end that was dragged")
        start, extents = self.handle(window, " Start")
        self.focus(start)
        self.display.keys("Left", "Down")
        wait_until(lambda: extents() == [19, 31, 60, 80], "the start moved by keys")
        saved = self.save(window, "b.png")
        expected = self.render(source, [{
            "id": "invert", "parameters": {"amount": 1},
            "region": {"shape": "gradient", "x": 0.19, "y": 0.31, "endX": 0.6, "endY": 0.8}}])
        # The tolerance is for the pointer, which moves in whole screen pixels.
        self.assertLess(numpy.abs(saved - expected).mean(), 1)

    @unittest.skipUnless(os.environ.get("GLINT_TEST_DISPLAY", "x11") == "x11", "the pointer is xdotool's")
    def test_the_color_of_a_region_is_picked_in_the_picture(self):
        source = self.make("a.png")
        window = self.open_with_region(source)
        self.add_region(window, "Color Range")
        swatch = window.wait_for("push button", "Invert Region Color")
        self.display.click(*self.point_at(window, 0.25, 0.5))
        wait_until(lambda: swatch.description != "#808080", "another color")
        red, green, blue = (int(swatch.description[at:at + 2], 16) for at in (1, 3, 5))
        self.assertLess(max(abs(red - 64), abs(green - 128), abs(blue - 191)), 4)
        window.set_slider("Invert Region Tolerance", 15)
        saved = self.save(window, "b.png")
        expected = self.render(source, [{"id": "invert", "parameters": {"amount": 1}, "region": {
            "shape": "color", "color": swatch.description, "tolerance": 0.15, "feather": 0.1}}])
        self.assertLessEqual(numpy.abs(saved - expected).max(), 1)
        changed = numpy.abs(saved - self.render(source, [])).max(axis=2) > 8
        self.assertTrue(changed[200, 160] and not changed[200, 600])

    @unittest.skipUnless(os.environ.get("GLINT_TEST_DISPLAY", "x11") == "x11", "the pointer is xdotool's")
    def test_a_control_point_is_set_by_a_click_and_its_radius_is_dragged(self):
        source = self.make("a.png")
        window = self.open_with_region(source)
        self.add_region(window, "Control Point")
        _, extents = self.handle(window)
        wait_until(lambda: extents() == [50, 50, 20], "the point to begin with")
        self.display.click(*self.point_at(window, 0.3, 0.4))
        wait_until(lambda: extents() == [30, 40, 20], "the point at the click")
        self.display.drag(self.point_at(window, 0.5, 0.4), self.point_at(window, 0.7, 0.4))
        wait_until(lambda: extents() == [30, 40, 40], "the radius that was dragged")
        saved = self.save(window, "b.png")
        expected = self.render(source, [{"id": "invert", "parameters": {"amount": 1}, "region": {
            "shape": "point", "x": 0.3, "y": 0.4, "radius": 0.4, "tolerance": 0.3}}])
        # The tolerance is for the pointer, which moves in whole screen pixels.
        self.assertLess(numpy.abs(saved - expected).mean(), 1)
        self.assertGreater(numpy.abs(saved - self.render(source, [])).mean(), 1)

    @unittest.skipUnless(os.environ.get("GLINT_TEST_DISPLAY", "x11") == "x11", "the pointer is xdotool's")
    def test_a_mask_is_painted_with_a_brush(self):
        source = self.make("a.png")
        window = self.open_with_region(source)
        self.add_region(window, "Brush")
        window.wait_for("slider", "Invert Brush Size")
        window.set_slider("Invert Brush Size", 20)
        window.set_slider("Invert Brush Hardness", 100)
        original = self.render(source, [])

        def painted():
            seen = window.inner_picture("a.png", (640, 400)).astype(int)
            height, width, _ = seen.shape
            return [
                abs(int(seen[round(height * y), round(width * x)][1]) - 255 * y) > 40
                for x, y in ((0.3, 0.3), (0.5, 0.3), (0.7, 0.3), (0.9, 0.9), (0.5, 0.8))]

        self.display.drag(self.point_at(window, 0.3, 0.3), self.point_at(window, 0.7, 0.3))
        wait_until(lambda: painted() == [True, True, True, False, False], "the stroke")
        # A stroke is one undo step, and painting goes on.
        self.display.keys("ctrl+z")
        wait_until(lambda: not any(painted()), "the picture without the stroke")
        self.display.keys("ctrl+shift+z")
        wait_until(lambda: painted() == [True, True, True, False, False], "the stroke again")
        self.display.keys("shift+bracketleft", "shift+bracketleft")
        wait_until(lambda: window.slider("Invert Brush Size").currentValue < 16, "a smaller brush")
        window.press("Invert Brush Erases", role="check box")
        self.display.click(*self.point_at(window, 0.5, 0.3))
        wait_until(lambda: painted() == [True, False, True, False, False], "the middle erased")
        saved = self.save(window, "b.png")
        changed = numpy.abs(saved.astype(int) - original).max(axis=2) > 8
        self.assertTrue(changed[120, 200] and changed[120, 440] and not changed[120, 320] and not changed[350, 600])
        # What is saved is what the stored recipe makes on the command line.
        self.display.keys("Escape")
        window.press("Invert Brush Erases", role="check box")
        self.display.click(*self.point_at(window, 0.5, 0.8))
        self.assertEqual(painted()[4], False)

    def test_regions_are_added_subtracted_and_removed(self):
        source = self.make("a.png")
        region = {"shape": "rectangle", "x": 0.25, "y": 0.25, "width": 0.5, "height": 0.5}
        window = self.open_with_region(source, region)
        self.add_region(window, "Luminosity Range")
        window.wait_for("push button", "Invert Region 2 Luminosity Range")
        window.set_slider("Invert Region Darkest", 50)
        window.set_slider("Invert Region Brightest", 75)
        window.set_slider("Invert Region Feather", 10)
        window.press("Invert Region Operation Subtract")
        window.wait_for_text("− Luminosity Range")
        lights = {"shape": "luminosity", "low": 0.5, "high": 0.75, "feather": 0.1, "operation": "subtract"}
        saved = self.save(window, "b.png")
        expected = self.render(source, [{"id": "invert", "parameters": {"amount": 1}, "region": [region, lights]}])
        self.assertLessEqual(numpy.abs(saved - expected).max(), 1)
        # The remaining region becomes the first one, and so one that adds.
        window.press("Remove Invert Region 1")
        wait_until(lambda: window.find("push button", "Invert Region 2 Luminosity Range") is None, "one region")
        saved = self.save(window, "c.png")
        del lights["operation"]
        expected = self.render(source, [{"id": "invert", "parameters": {"amount": 1}, "region": lights}])
        self.assertLessEqual(numpy.abs(saved - expected).max(), 1)
        window.press("Remove Invert Region 1")
        wait_until(lambda: window.inner_picture("a.png", (640, 400))[2, 2, 0] > 200, "all of it inverted")

    def test_the_mask_is_shown_in_red(self):
        source = self.make("a.png", color=(90, 90, 90))
        region = {"shape": "rectangle", "x": 0.5, "y": 0, "width": 0.5, "height": 1}
        window = self.open_with_region(source, region)

        def colors():
            seen = window.inner_picture("a.png", (640, 400))
            height, width, _ = seen.shape
            return [seen[height // 3, round(width * part)].astype(int) for part in (0.2, 0.8)]

        wait_until(lambda: numpy.ptp(colors()[1]) <= 2 and colors()[1][0] > 150, "the inverted half")
        self.display.keys("shift+o")
        wait_until(lambda: colors()[1][0] - colors()[1][1] > 100, "the red half")
        self.assertLessEqual(numpy.ptp(colors()[0]), 2)
        # The mask follows the region: inverted, it covers the other half.
        window.press("Invert Invert Region", role="check box")
        wait_until(lambda: colors()[0][0] - colors()[0][1] > 100, "the other half in red")
        self.assertLessEqual(numpy.ptp(colors()[1]), 2)
        self.display.keys("shift+o")
        wait_until(lambda: numpy.ptp(colors()[0]) <= 2, "the mask to go")
