"""Cropping and rotating on the picture."""

import os
import unittest

import numpy
from PIL import Image, ImageDraw

from desktop import DesktopTest
from displays import wait_until
from window import pixels


class Crop(DesktopTest):
    def begin(self, window):
        window.wait_for("slider", "Exposure")
        self.display.keys("c")
        window.wait_for("slider", "Straighten")

    def end(self, window):
        self.display.keys("Return")
        window.wait_for("slider", "Exposure")

    def test_a_ratio_and_return_crop_to_it_and_one_undo_brings_all_back(self):
        source = self.make("a.png", size=(640, 400))
        window = self.open(source)
        self.begin(window)
        window.press("4:5")
        window.wait_for_text("320 × 400 pixels")
        self.end(window)
        window.wait_for_text("320 × 400 · PNG")
        saved = self.save(window, "b.png")
        self.assertTrue((saved == pixels(source)[:, 160:480]).all())
        self.display.keys("ctrl+z")
        window.wait_for_text("640 × 400")

    def test_escape_leaves_the_picture_as_it_was(self):
        window = self.open(self.make("a.png", size=(640, 400)))
        self.begin(window)
        window.press("1:1")
        window.wait_for_text("400 × 400")
        self.display.keys("Escape")
        window.wait_for("slider", "Exposure")
        window.wait_for_text("640 × 400")
        self.assertFalse(window.has_text("Edited, not exported"))

    def test_keys_of_a_menu_are_not_the_crops(self):
        window = self.open(self.make("a.png", size=(640, 400)))
        self.begin(window)
        window.press("1:1")
        window.wait_for_text("400 × 400")
        self.display.keys("F10")
        window.wait_for("menu item", "Preferences")
        self.display.keys("Escape")
        wait_until(lambda: not window.find("menu item", "Preferences"), "the menu to close")
        self.assertTrue(window.find("slider", "Straighten"))
        # With the focus on the button that ends cropping, Return presses it.
        self.focus(window.wait_for("push button", "Cancel"))
        self.display.keys("Return")
        window.wait_for("slider", "Exposure")
        window.wait_for_text("640 × 400")

    def test_turning_and_flipping_are_saved_as_they_are_seen(self):
        source = self.make("a.png", size=(640, 400))
        window = self.open(source)
        self.begin(window)
        window.press("Turn Left")
        window.wait_for_text("400 × 640 pixels")
        window.wait_for_rest()
        turned = window.canvas("a.png")
        window.press("Flip Left to Right")
        wait_until(lambda: numpy.abs(window.canvas("a.png") - turned).mean() > 10, "the mirrored picture")
        self.end(window)
        window.wait_for_text("400 × 640 · PNG")
        saved = self.save(window, "b.png")
        self.assertTrue((saved == numpy.rot90(pixels(source), 1)[:, ::-1]).all())

    def test_a_straightened_picture_has_no_corners_of_nothing(self):
        window = self.open(self.make("a.png", size=(640, 400), color=(200, 120, 60)))
        self.begin(window)
        window.set_slider("Straighten", 5)
        self.end(window)
        saved = self.save(window, "b.png")
        self.assertEqual(numpy.abs(saved - numpy.array((200, 120, 60))).max(), 0)
        self.assertLess(saved.shape[1], 640)

    @unittest.skipUnless(os.environ.get("GLINT_TEST_DISPLAY", "x11") == "x11", "needs a pointer")
    def test_a_corner_is_dragged(self):
        source = self.make("a.png", size=(640, 400))
        window = self.open(source)
        self.begin(window)
        window.wait_for_rest()
        x, y, width, height = window.extents(window.wait_for("push button", "Crop Bottom Right"))
        corner = x + width // 2, y + height // 2
        canvas = window.extents(window.wait_for("image", "a.png"))
        middle = canvas[0] + canvas[2] // 2, canvas[1] + canvas[3] // 2
        self.display.drag(corner, middle)
        self.end(window)
        saved = self.save(window, "b.png")
        self.assertLess(abs(saved.shape[1] - 320), 8)
        self.assertLess(abs(saved.shape[0] - 200), 8)
        self.assertTrue((saved == pixels(source)[:saved.shape[0], :saved.shape[1]]).all())

    @unittest.skipUnless(os.environ.get("GLINT_TEST_DISPLAY", "x11") == "x11", "needs a pointer")
    def test_four_corners_on_a_facade_make_it_a_rectangle(self):
        facade = [(160, 80), (480, 120), (520, 340), (120, 320)]
        picture = Image.new("RGB", (640, 400), (20, 40, 160))
        ImageDraw.Draw(picture).polygon(facade, fill=(230, 200, 120))
        source = os.path.join(self.folder, "facade.png")
        picture.save(source)
        window = self.open(source)
        self.begin(window)
        window.press("Four Corners")
        window.wait_for_rest()

        def center(name):
            x, y, width, height = window.extents(window.wait_for("push button", name))
            return x + width / 2, y + height / 2

        low, high = center("Top Left Corner"), center("Bottom Right Corner")

        def on_screen(point):
            return tuple(
                int(round(low[axis] + (high[axis] - low[axis]) * point[axis] / (640, 400)[axis]))
                for axis in (0, 1))

        # A drag draws a rectangle; its other corners are then moved.
        self.display.drag(on_screen(facade[0]), on_screen(facade[2]))
        for name, point in (("Top Right Corner", facade[1]), ("Bottom Left Corner", facade[3])):
            start = center(name)
            self.display.drag((int(start[0]), int(start[1])), on_screen(point))
        self.end(window)
        saved = self.save(window, "b.png")
        # The longer of opposite sides: from (120, 320) to (520, 340), and to (160, 80).
        self.assertLess(abs(saved.shape[1] - 400), 10)
        self.assertLess(abs(saved.shape[0] - 243), 10)
        inside = saved[6:-6, 6:-6]
        self.assertEqual(numpy.abs(inside - numpy.array((230, 200, 120))).max(), 0)
        self.display.keys("ctrl+z")
        window.wait_for_text("640 × 400")

    def test_lines_of_a_building_become_upright(self):
        # A wall with windows, seen by a camera that is tilted up by 12°.
        y, x = numpy.mgrid[:600, :800] + 0.5
        focal, tilt = 1000 * 28 / 43.267, numpy.radians(12)
        down, ahead = y - 300, numpy.full_like(x, focal)
        down, ahead = (down * numpy.cos(tilt) - ahead * numpy.sin(tilt),
                       down * numpy.sin(tilt) + ahead * numpy.cos(tilt))
        wall = (((x - 400) / ahead * 6 % 1) < 0.6) & ((down / ahead * 6 % 1) < 0.5)
        source = self.file("tower.png")
        Image.fromarray(numpy.where(wall, 60, 210).astype("u1")).convert("RGB").save(source)
        window = self.open(source)
        self.begin(window)
        window.press("Find Lines")
        slider = window.wait_for("slider", "Vertical Perspective")
        wait_until(lambda: abs(abs(slider.queryValue().currentValue) - 12) < 1, "the tilt that was found")
        self.display.keys("Escape")
        window.wait_for("slider", "Exposure")
        self.assertFalse(window.has_text("Edited, not exported"))

    def test_tilting_the_camera_leaves_no_empty_corners(self):
        window = self.open(self.make("a.png", size=(640, 400), color=(200, 120, 60)))
        self.begin(window)
        window.set_slider("Vertical Perspective", 15)
        self.end(window)
        saved = self.save(window, "b.png")
        self.assertEqual(numpy.abs(saved - numpy.array((200, 120, 60))).max(), 0)
        self.assertLess(saved.shape[1], 640)

    def test_the_original_is_compared_under_the_same_crop(self):
        source = self.make("a.png", size=(640, 400))
        recipe = [{"id": "crop", "parameters": {"left": 25, "top": 25}}]
        window = self.open_recipe(source, recipe)
        window.wait_for_text("480 × 300")

        def seen():
            return window.inner_picture("a.png", (480, 300))

        result = seen()
        self.display.keys("s")
        window.wait_for("label", "Original")
        # Only the crop has an effect, so both halves show the same picture; they differ only at the dividing
        # line.
        def meets():
            halves = seen()
            middle = halves.shape[1] // 2
            apart = numpy.abs(halves - result)
            return apart[40:, :middle - 20].max() <= 2 and apart[40:, middle + 20:].max() <= 2
        wait_until(meets, "the halves to meet")


if __name__ == "__main__":
    unittest.main()
