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
        # A dark, flat picture: values from 20 to 90.
        path = self.file("dark.png")
        ramp = numpy.linspace(20, 90, 640)[None, :, None].repeat(400, 0).repeat(3, 2)
        Image.fromarray(ramp.astype(numpy.uint8)).save(path)
        window = self.open(path)
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
