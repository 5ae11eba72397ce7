"""The panel: adding, setting, moving and removing filters, and a control for every kind of parameter."""

import os
import subprocess
import unittest

import numpy

from desktop import DesktopTest
from displays import wait_until
from window import pixels, text_of


class Stack(DesktopTest):
    def test_a_filter_is_added_by_keyboard_and_saved_as_the_command_line_makes_it(self):
        source = self.make("wave.png")
        window = self.open_recipe(source, [{"id": "gaussian-blur", "parameters": {"radius": 4}}])
        window.wait_for("slider", "Radius")
        self.add(window, "satur")
        window.wait_for("slider", "Amount")
        # The new filter has the focus, so the keys move its slider.
        self.display.keys("Left")
        window.set_slider("Amount", 0.3)
        self.assertTrue(window.has_text("• wave.png"))
        saved = self.save(window, "saved.png")
        expected = self.render(
            source, [{"id": "gaussian-blur", "parameters": {"radius": 4}}, {"id": "saturation", "parameters": {"amount": 0.3}}])
        self.assertTrue((saved == expected).all())

    def test_a_lens_is_corrected_as_the_photo_names_it_or_as_it_is_chosen(self):
        photo = self.make("photo.jpg")
        subprocess.run(
            ["exiftool", "-q", "-overwrite_original", "-Make=Canon", "-Model=Canon EOS 5D Mark III", "-FocalLength=50",
             "-LensModel=EF24-105mm f/4L IS USM", "-FNumber=4", photo], check=True)
        window = self.open_recipe(photo, [{"id": "crop", "parameters": {"left": 10}}])
        window.wait_for("push button", "Add Filter")
        self.add(window, "lens corr")
        wait_until(lambda: window.has_text("Canon EF 24-105mm f/4L IS USM"), "the lens that the photo names")
        self.assertTrue(window.has_text("50.0 mm, f/4.0"))
        stages = [{"id": "lens", "parameters": {}}, {"id": "crop", "parameters": {"left": 10}}]
        # Before the crop, since the center of the picture matters.
        saved = self.save(window, "saved.png")
        self.assertTrue((saved == self.render(photo, stages)).all())

    def test_arrows_choose_from_the_list(self):
        window = self.open_recipe(self.make("a.png"), [])
        window.wait_for("push button", "Add Filter")
        self.display.keys("ctrl+f")
        window.wait_for("entry", "Search Filters")
        first = window.wait_for("list item", "Gaussian Blur")
        self.assertTrue(first)
        window.wait_for_typing()
        self.display.write("saturation")
        wait_until(lambda: not window.find("list item", "Gaussian Blur"), "the list of what is found")
        self.display.keys("Down", "Up", "Return")
        wait_until(lambda: window.find("slider"), "the filter that was chosen")

    def test_a_filter_that_is_removed_comes_back_with_undo(self):
        window = self.open_recipe(
            self.make("a.png", color=(200, 30, 90)),
            [{"id": "saturation", "parameters": {"amount": 1.5}}, {"id": "invert", "parameters": {"amount": 1}}])
        window.wait_for("slider", "Amount")

        def inverted(seen):
            return (seen[..., 0] < 60).all()

        self.wait_for_picture(window, "a.png", (640, 400), inverted, "the inverted picture")
        window.press("Remove Invert")
        window.wait_for_text("Removed Invert")
        # The adjustment is still there.
        self.assertEqual(window.slider("Saturation").currentValue, 1.5)
        window.press("Undo")
        self.assertEqual(window.slider("Amount").currentValue, 1)
        self.wait_for_picture(window, "a.png", (640, 400), inverted, "the inverted picture again")

    def test_filters_are_moved_by_keyboard_and_by_button(self):
        source = self.make("wave.png")
        stages = [{"id": "invert", "parameters": {"amount": 0.7}}, {"id": "saturation", "parameters": {"amount": 2}}]
        window = self.open_recipe(source, stages)
        self.focus(window.wait_for("slider", "Saturation Amount"))
        self.display.keys("alt+Up")
        wait_until(
            lambda: self.top(window, "Saturation Amount") < self.top(window, "Invert Amount"), "the new order")
        saved = self.save(window, "moved.png")
        self.assertTrue((saved == self.render(source, stages[::-1])).all())
        self.choose_for(window, "Saturation", "Move Down")
        wait_until(
            lambda: self.top(window, "Saturation Amount") > self.top(window, "Invert Amount"), "the old order")

    @staticmethod
    def top(window, name):
        return window.extents(window.wait_for("slider", name))[1]

    def test_two_stages_of_one_filter_are_distinguished(self):
        window = self.open_recipe(
            self.make("a.png"),
            [{"id": "invert", "parameters": {"amount": 0.25}}, {"id": "invert", "parameters": {"amount": 0.5}}])
        self.assertEqual(window.slider("Invert Amount").currentValue, 0.25)
        self.assertEqual(window.slider("Invert 2 Amount").currentValue, 0.5)

    def test_opacity_and_blend_mode_are_saved_as_the_command_line_makes_them(self):
        source = self.make("wave.png")
        window = self.open_recipe(source, [{"id": "invert", "parameters": {"amount": 1}}])
        window.wait_for("slider", "Amount")
        self.assertIsNone(window.find("slider", "Invert Opacity"))
        self.choose_for(window, "Invert", "Blending and Regions")
        window.set_slider("Invert Opacity", 40)
        self.choose_next(window, "Invert Blend Mode")
        window.wait_for_text("Multiply, 40 %")
        saved = self.save(window, "blended.png")
        expected = self.render(
            source, [{"id": "invert", "parameters": {"amount": 1}, "opacity": 0.4, "blend": "multiply"}])
        self.assertTrue((saved == expected).all())

    def test_an_unknown_filter_is_shown_and_kept(self):
        source = self.make("a.png", color=(200, 30, 90))
        window = self.open_recipe(
            source, [{"id": "from-the-future", "parameters": {"x": 1}}, {"id": "invert", "parameters": {"amount": 1}}])
        window.wait_for_text("Unknown to this version of Glint")
        window.wait_for("push button", "Remove from-the-future")
        window.press("Remove Invert")
        self.wait_for_picture(
            window, "a.png", (640, 400), lambda seen: (numpy.abs(seen - [200, 30, 90]) < 3).all(),
            "the picture without it")
        self.assertTrue(window.find("push button", "Remove from-the-future"))


class Controls(DesktopTest):
    def test_a_curve_is_set_by_keyboard(self):
        source = self.make("wave.png")
        window = self.open_recipe(source, [{"id": "tone-curve", "parameters": {}}])
        self.choose_next(window, "Channel")
        self.focus(window.wait_for("panel", "Red"))
        # Inserts a point in the middle, and moves it up by 0.1 and left by 0.05.
        self.display.keys("Insert", *["Up"] * 10, *["Left"] * 5)
        wait_until(lambda: self.text_of(window, "Red Point") == "0.45, 0.60", "the point")
        red = [[0, 0], [0.45, 0.6], [1, 1]]
        saved = self.save(window, "curve.png")
        self.assertTrue((saved == self.render(source, [{"id": "tone-curve", "parameters": {"red": red}}])).all())
        # Typing moves a point, too, and Delete removes it.
        entry = window.wait_for("text", "Red Point")
        self.focus(entry)
        self.display.keys("ctrl+a")
        self.display.write("0.5, 0.2")
        self.display.keys("Return")

        def seen():
            return window.inner_picture("wave.png", (640, 400))[..., 0].mean()

        wait_until(lambda: seen() < 110, "less red")
        self.focus(window.find("panel", "Red"))
        self.display.keys("Delete")
        wait_until(lambda: abs(seen() - 127) < 4, "the red there was")

    @staticmethod
    def text_of(window, name):
        return text_of(window.wait_for("text", name))

    def test_a_color_is_chosen(self):
        source = self.make("wave.png")
        colors = {"shadows": "#000000", "midtones": "#808080", "highlights": "#ffffff"}
        window = self.open_recipe(source, [{"id": "gradient-map", "parameters": colors}])
        window.press("Highlights")
        window.press("Purple", role="radio button")
        window.press("Select")
        wait_until(lambda: not window.find("radio button", "Purple"), "the dialog to close")
        saved = self.save(window, "color.png")
        # The third purple in GNOME's palette.
        colors.update(highlights="#9141ac")
        expected = self.render(source, [{"id": "gradient-map", "parameters": colors}])
        self.assertTrue((saved == expected).all())

    def test_a_choice_is_made_by_keyboard(self):
        source = self.make("wave.png")
        window = self.open_recipe(source, [{"id": "edge-detect", "parameters": {"lines": "light"}}])
        self.choose_next(window, "Lines")
        saved = self.save(window, "choice.png")
        expected = self.render(source, [{"id": "edge-detect", "parameters": {"lines": "dark"}}])
        self.assertTrue((saved == expected).all())

    def test_a_position_is_typed_and_moved_on_the_picture(self):
        source = self.make("wave.png")
        window = self.open_recipe(source, [{"id": "swirl", "parameters": {"center": [0.5, 0.5]}}])
        handle = window.wait_for("push button", "Swirl Center")
        left = window.extents(handle)[0]
        self.focus(handle)
        self.display.keys("Left", "Left")
        wait_until(lambda: self.text_of(window, "Center") == "0.48, 0.50", "the position")
        self.assertLess(window.extents(handle)[0], left)
        self.focus(window.find("text", "Center"))
        self.display.keys("ctrl+a")
        self.display.write("0.25, 0.75")
        self.display.keys("Return")
        wait_until(lambda: window.extents(handle)[0] < left - 100, "the ring at its position")
        saved = self.save(window, "place.png")
        expected = self.render(source, [{"id": "swirl", "parameters": {"center": [0.25, 0.75]}}])
        self.assertTrue((saved == expected).all())

    @unittest.skipUnless(os.environ.get("GLINT_TEST_DISPLAY", "x11") == "x11", "the pointer is xdotool's")
    def test_a_position_is_picked_and_a_curve_drawn_with_the_pointer(self):
        self.fold_adjustments()
        window = self.open_recipe(
            self.make("wave.png"), [{"id": "swirl", "parameters": {}}, {"id": "tone-curve", "parameters": {}}])
        # Clicks have an effect only once the picture is shown and the window is laid out.
        window.wait_for("push button", "Swirl Center")
        window.wait_for_rest()
        window.press("Pick Center in the Picture")
        window.wait_for_rest()
        x, y, width, height = window.extents(window.wait_for("image", "wave.png"))
        # Clicks at a quarter of the picture's width, vertically centered.
        self.display.click(x + width // 4, y + height // 2)

        def position():
            return [float(part) for part in self.text_of(window, "Center").split(",")]

        # The tolerance is that of whole screen pixels.
        def is_at(*wanted):
            return all(abs(a - b) < 0.003 for a, b in zip(position(), wanted))

        wait_until(lambda: is_at(0.25, 0.5), "the position")
        # Drags the ring.
        self.display.drag((x + width // 4, y + height // 2), (x + width // 2, y + height // 2))
        wait_until(lambda: is_at(0.5, 0.5), "the position it was dragged to")
        window.press("Remove Swirl")
        editor = window.wait_for("panel", "All Channels")
        wait_until(lambda: not window.find("push button", "Remove Swirl"), "the filter to go")
        window.wait_for_rest()
        x, y, width, height = window.extents(editor)
        self.display.drag((x + width // 2, y + height // 2), (x + width // 2, y + height // 4))
        point = wait_until(lambda: self.text_of(window, "All Channels Point"), "the point")
        self.assertRegex(point, r"^0\.[45]\d+, 0\.7\d+$")

        def brighter():
            return window.inner_picture("wave.png", (640, 400)).mean() > 150

        wait_until(brighter, "the brighter picture")
        # Dragging the point out of the picture removes it.
        self.display.drag((x + width // 2, y + height // 4), (x + width // 2, y + height + 60))
        wait_until(lambda: not brighter(), "the picture without the point")

    def test_a_switch_changes_the_picture(self):
        source = self.make("wave.png")
        window = self.open_recipe(source, [{"id": "flip", "parameters": {"horizontal": False}}])

        def reds():
            return window.inner_picture("wave.png", (640, 400))[..., 0]

        wait_until(lambda: reds()[:, 0].mean() < 10, "the picture")
        window.press("Left to Right", role="check box")
        wait_until(lambda: reds()[:, 0].mean() > 245, "the picture the other way round")
        # Reset undoes the flip.
        self.choose_for(window, "Flip", "Reset")
        wait_until(lambda: reds()[:, 0].mean() < 10, "the picture as it was")

    def test_a_file_is_chosen_in_a_dialog(self):
        source, table = self.make("wave.png"), self.file("gray.cube")
        with open(table, "w") as file:
            file.write("LUT_3D_SIZE 2\n" + "0.5 0.5 0.5\n" * 8)
        window = self.open_recipe(source, [{"id": "lut", "parameters": {}}])
        window.press("File")
        self.name_file(window, table)
        window.wait_for_text("gray.cube")

        def gray(seen):
            return numpy.abs(seen - 127.5).max() < 3

        self.wait_for_picture(window, "wave.png", (640, 400), gray, "the gray picture")
        # The other tables of the folder are a gallery.
        with open(self.file("red.cube"), "w") as file:
            file.write("LUT_3D_SIZE 2\n" + "1 0 0\n" * 8)
        window.press("Others in the Folder")
        window.press("red.cube")
        self.wait_for_picture(
            window, "wave.png", (640, 400), lambda seen: numpy.abs(seen - (255, 0, 0)).max() < 3, "the red picture")
        window.press("gray.cube")
        self.display.keys("Escape")

        self.wait_for_picture(window, "wave.png", (640, 400), gray, "the gray picture")
        window.press("Clear File")
        self.wait_for_picture(
            window, "wave.png", (640, 400), lambda seen: not gray(seen), "the picture as it was")


class Geometry(DesktopTest):
    def test_the_window_shows_and_saves_the_size_that_the_filters_make(self):
        source = self.make("wave.png")
        window = self.open_recipe(source, [{"id": "crop", "parameters": {}}])
        window.wait_for_text("640 × 400")
        window.set_slider("Right", 50)
        window.wait_for_text("320 × 400")
        saved = self.save(window, "crop.png")
        self.assertEqual(saved.shape, (400, 320, 3))
        self.assertTrue((saved == pixels(source)[:, :320]).all())
        # The cropped picture is fitted with its new aspect ratio.

        def seen():
            return window.picture("wave.png", (320, 400))

        wait_until(
            lambda: abs(seen()[4:-4, 2, 0].mean()) < 4 and abs(seen()[4:-4, -3, 0].mean() - 127) < 4, "the part")
        height, width, _ = window.canvas("wave.png").shape
        self.assertLess(seen().shape[1], width - 100)
        self.assertEqual(seen().shape[0], height)

    def test_a_scale_stays_when_the_size_changes(self):
        window = self.open_recipe(self.make("wave.png"), [{"id": "rotate", "parameters": {}}])
        window.wait_for("push button", "Turn Right")
        self.display.keys("2")
        window.wait_for_text("Zoom: 200 %")
        window.wait_for_text("640 × 400 · PNG")
        window.press("Turn Right")
        window.wait_for_text("400 × 640 · PNG")
        self.assertTrue(window.has_text("Zoom: 200 %"))

    def test_an_impossible_size_is_reported_once_and_the_picture_stays(self):
        window = self.open_recipe(
            self.make("wave.png"), [{"id": "resize", "parameters": {}}, {"id": "saturation", "parameters": {}}])
        window.wait_for("slider", "Width")
        before = window.inner_picture("wave.png", (640, 400))
        window.set_slider("Width", 60000)
        window.wait_for_text("the maximum is a gigapixel")
        for step in range(10):
            window.set_slider("Amount", step / 10)
        window.wait_for_rest()
        self.assertEqual(len(window.texts("gigapixel")), 1)
        self.assertTrue(window.has_text("640 × 400"))
        self.assertLess(numpy.abs(window.picture("wave.png", (640, 400))[60:-60, 60:-60]
                                  - before[58:-58, 58:-58]).max(), 3)
        # Once the size is possible again, the message disappears.
        window.set_slider("Width", 0)
        wait_until(lambda: not window.has_text("gigapixel"), "the sentence to go")


if __name__ == "__main__":
    unittest.main()
