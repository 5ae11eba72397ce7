"""The usual first steps: the adjustment sliders, Auto, and the white balance picked from the picture."""

import os
import unittest

import numpy
from PIL import Image

from desktop import DesktopTest
from displays import wait_until
from window import pixels


class Adjust(DesktopTest):
    def test_rows_are_stages_in_a_fixed_order_and_only_what_was_moved_is_in_the_recipe(self):
        source = self.make("a.png")
        window = self.open(source)
        window.set_slider("Saturation", 1.4)
        window.set_slider("Exposure", 0.5)
        saved = self.save(window, "b.png")
        expected = self.render(source, [
            {"id": "exposure", "parameters": {"stops": 0.5}}, {"id": "saturation", "parameters": {"amount": 1.4}}])
        self.assertTrue((saved == expected).all())
        # A slider at “no effect” is removed from the recipe.
        window.set_slider("Exposure", 0)
        window.set_slider("Saturation", 1)
        self.assertTrue((self.save(window, "c.png") == pixels(source)).all())

    def test_rows_of_a_recipe_are_shown_where_they_are_plain_and_first(self):
        window = self.open_recipe(self.make("a.png"), [
            {"id": "exposure", "parameters": {"stops": 0.5}}, {"id": "sepia", "parameters": {}},
            {"id": "exposure", "parameters": {"stops": -0.25}}])
        self.assertEqual(window.slider("Exposure").currentValue, 0.5)
        self.assertEqual(window.slider("Stops").currentValue, -0.25)
        window.wait_for("push button", "Remove Exposure 2")

    def test_auto_moves_the_rows_and_is_off_again_with_one_key(self):
        window = self.open(self.dark_picture())
        rows = ("Exposure", "Contrast", "Whites", "Blacks", "Temperature", "Tint")
        window.wait_for("slider", "Exposure")
        rest = [window.slider(row).currentValue for row in rows]
        self.display.keys("a")
        wait_until(lambda: window.slider("Exposure").currentValue > 0.3, "more light")

        def brighter():
            return window.inner_picture("dark.png", (640, 400)).mean() > 85

        wait_until(brighter, "the brighter picture")
        self.display.keys("a")
        wait_until(lambda: [window.slider(row).currentValue for row in rows] == rest, "the rows as they were")
        wait_until(lambda: not brighter(), "the picture as it was")

    def test_the_strength_of_auto_scales_its_values_and_is_one_undo_step(self):
        window = self.open(self.dark_picture())
        self.auto(window)
        full, resting = self.values(window), 0
        self.assertEqual(window.slider("Auto Strength").currentValue, 100)
        window.set_slider("Auto Strength", 40)
        window.set_slider("Auto Strength", 50)

        def is_half():
            # Values are rounded to the steps of their rows.
            return all(abs(value - full[row] / 2) <= 0.026 for row, value in self.values(window).items())
        wait_until(is_half, "half of the values")
        window.set_slider("Auto Strength", 0)
        wait_until(lambda: set(self.values(window).values()) == {resting}, "the values before Auto")
        self.assertIsNotNone(window.find("slider", "Auto Strength"))
        self.assertEqual(self.marked(window), set())
        # All changes of the strength are a single step, and Auto is another.
        self.display.keys("ctrl+z")
        wait_until(lambda: self.values(window) == full, "the full values")
        self.assertEqual(window.slider("Auto Strength").currentValue, 100)
        self.display.keys("ctrl+z")
        wait_until(lambda: set(self.values(window).values()) == {resting}, "the picture before Auto")
        wait_until(lambda: window.find("slider", "Auto Strength") is None, "the strength to disappear")
        self.display.keys("ctrl+shift+z")
        wait_until(lambda: self.values(window) == full, "the values of Auto again")
        window.wait_for("slider", "Auto Strength")

    def test_rows_set_by_auto_are_marked_until_they_are_moved(self):
        window = self.open(self.dark_picture())
        self.auto(window)
        moved = {row for row, value in self.values(window).items() if value != 0}
        self.assertGreaterEqual(len(moved), 2)
        wait_until(lambda: self.marked(window) == moved, "marks of the rows that Auto moved")
        window.set_slider("Exposure", 0.25)
        wait_until(lambda: self.marked(window) == moved - {"Exposure"}, "the mark to disappear")
        # The strength and the end of Auto apply to the other rows.
        window.set_slider("Auto Strength", 50)
        wait_until(lambda: window.slider("Auto Strength").currentValue == 50, "half the strength")
        self.assertEqual(window.slider("Exposure").currentValue, 0.25)
        self.assertEqual(self.marked(window), moved - {"Exposure"})
        self.display.keys("a")
        wait_until(lambda: self.marked(window) == set(), "no marks")
        self.assertEqual({row: value for row, value in self.values(window).items() if value}, {"Exposure": 0.25})

    ROWS = ("Temperature", "Tint", "Exposure", "Contrast", "Highlights", "Shadows", "Whites", "Blacks")

    def dark_picture(self):
        """A dark, flat picture: values from 20 to 90."""
        path = self.file("dark.png")
        ramp = numpy.linspace(20, 90, 640)[None, :, None].repeat(400, 0).repeat(3, 2)
        Image.fromarray(ramp.astype(numpy.uint8)).save(path)
        return path

    def auto(self, window):
        """Turns on Auto with its key."""
        window.wait_for("slider", "Exposure")
        self.display.keys("a")
        wait_until(lambda: window.slider("Exposure").currentValue > 0.3, "more light")

    def values(self, window):
        return {row: window.slider(row).currentValue for row in self.ROWS}

    def marked(self, window):
        return {row for row in self.ROWS if window.find("slider", row).description == "Set by Auto"}

    @unittest.skipUnless(os.environ.get("GLINT_TEST_DISPLAY", "x11") == "x11", "needs a pointer")
    def test_something_gray_in_the_picture_sets_the_white_balance(self):
        # Gray under a bluish light, which the click must turn neutral.
        window = self.open(self.make("blue.png", color=(110, 120, 140)))
        window.wait_for("slider", "Temperature")
        window.wait_for_rest()
        self.display.keys("w")
        x, y, width, height = window.extents(window.wait_for("image", "blue.png"))
        window.wait_for_rest()
        self.display.click(x + width // 2, y + height // 2)
        wait_until(lambda: window.slider("Temperature").currentValue != 0, "the temperature to be set")

        def is_gray():
            seen = window.inner_picture("blue.png", (640, 400)).mean(axis=(0, 1))
            return seen.max() - seen.min() < 4
        wait_until(is_gray, "the gray")
        # Both sliders are one undo step.
        self.display.keys("ctrl+z")
        wait_until(lambda: window.slider("Temperature").currentValue == 0, "the picture as it was")
        self.assertEqual(window.slider("Tint").currentValue, 0)


if __name__ == "__main__":
    unittest.main()
