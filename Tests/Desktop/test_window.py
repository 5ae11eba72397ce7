"""The main task in the real window: open a picture, drag sliders, see the result, save it."""

import os
import time
import unittest

import numpy
import pyatspi
from gi.repository import GLib
from PIL import Image

from desktop import LANDSCAPE, LANDSCAPE_SIZE, DesktopTest, is_close, is_gray
from displays import wait_until
from window import cli, label, pixels, reduced


class TheMainJob(DesktopTest):
    def test_a_picture_is_shown_as_it_is_with_adjustments_beside_it(self):
        window = self.open(LANDSCAPE)
        window.wait_for("slider", "Saturation")
        for name, value in {"Saturation": 1, "Temperature": 0, "Exposure": 0, "Clarity Amount": 0, "Sharpen": 0}.items():
            self.assertEqual(window.slider(name).currentValue, value)
        seen = window.picture("landscape.jpg", LANDSCAPE_SIZE)
        expected = reduced(LANDSCAPE, seen)[2:-2, 2:-2]
        self.wait_for_picture(
            window, "landscape.jpg", LANDSCAPE_SIZE, is_close(expected), "the picture, right way up")

    def test_dragging_a_slider_changes_the_picture_while_it_is_dragged(self):
        window = self.open(LANDSCAPE)
        slider = window.slider("Saturation")
        before = window.inner_picture("landscape.jpg", LANDSCAPE_SIZE)
        self.assertFalse(is_gray(before))
        colorfulness = []
        for step in range(10, -1, -1):
            slider.currentValue = step / 10
            seen = window.inner_picture("landscape.jpg", LANDSCAPE_SIZE)
            colorfulness.append((seen.max(axis=2) - seen.min(axis=2)).mean())
        # Intermediate frames were shown, not only the final one.
        self.assertGreaterEqual(len({round(value) for value in colorfulness}), 4, colorfulness)
        self.wait_for_picture(window, "landscape.jpg", LANDSCAPE_SIZE, is_gray, "the gray picture")
        self.assertTrue(window.has_text("landscape.jpg"))

    def test_what_is_saved_is_what_the_command_line_makes(self):
        window = self.open_stack(LANDSCAPE)
        window.set_slider("Saturation", 0.3)
        window.set_slider("Radius", 10)
        saved, expected = self.file("saved.png"), self.file("expected.png")
        self.display.keys("ctrl+shift+s")
        self.name_file(window, saved)
        window.wait_for_text("Saved saved.png")
        cli("render", LANDSCAPE, "-o", expected, "--", "saturation", "amount=0.3", "gaussian-blur", "radius=10")
        self.assertEqual(pixels(saved).shape, (2000, 3000, 3))
        self.assertTrue((pixels(saved) == pixels(expected)).all())

        # Ctrl+S saves to the same file again.
        window.set_slider("Radius", 0)
        self.display.keys("ctrl+s")
        cli("render", LANDSCAPE, "-y", "-o", expected, "--", "saturation", "amount=0.3")
        wait_until(lambda: (pixels(saved) == pixels(expected)).all(), "the second save")

    def test_the_compression_of_a_png_is_chosen_in_the_save_dialog(self):
        window = self.open(self.make("wave.png"))
        window.wait_for("slider", "Exposure")
        for name, steps, compression in [
            ("usual.png", 0, "fast"), ("smaller.png", 1, "smallest"), ("again.png", 0, "smallest")
        ]:
            self.display.keys("ctrl+shift+s")
            window.wait_for("combo box", "Compression")
            if steps:
                self.choose_further(window, "Compression", 2)
                window.wait_for("label", "Smallest File")
                self.focus(window.wait_for("text", "Name"))
            self.name_file(window, self.file(name))
            window.wait_for_text("Saved " + name)
            expected = self.file(compression + ".png")
            cli("render", self.file("wave.png"), "-y", "-o", expected, "--compression", compression)
            self.assertEqual(self.bytes_of(self.file(name)), self.bytes_of(expected), name)

    def test_another_picture_is_opened_by_keyboard(self):
        window = self.open(LANDSCAPE)
        window.wait_for("slider", "Exposure")
        path = self.make("gradient.png")
        self.display.keys("ctrl+o")
        self.name_file(window, path)
        seen = window.wait_for("image", "gradient.png") and window.picture("gradient.png", (640, 400))
        self.wait_for_picture(
            window, "gradient.png", (640, 400), is_close(reduced(path, seen)[2:-2, 2:-2], mean=2), "the other picture")

    def test_a_copied_picture_is_pasted(self):
        window = self.open()
        window.wait_for_text("Open a Picture")
        path = self.make("copied.png", color=(200, 30, 90))
        self.display.copy_picture(path)
        self.display.keys("ctrl+v")
        window.wait_for("slider", "Exposure")

        def is_canvas(item):
            return item.role == "image" and item.is_on_screen() and item.extents()[2] > 300

        name = wait_until(lambda: window.first(is_canvas), "the canvas").name
        self.wait_for_picture(
            window, name, (640, 400), lambda seen: (numpy.abs(seen - [200, 30, 90]) < 2).all(),
            "the pasted picture")

    def test_the_source_is_replaced_only_when_that_is_confirmed(self):
        source = self.make("source.png")
        before = self.bytes_of(source)
        window = self.open(source)
        window.set_slider("Exposure", 1)
        self.display.keys("ctrl+s")
        self.name_file(window, source)
        window.wait_for_text("“source.png” already exists.")
        self.assertTrue(window.has_text("This is the picture you opened: the unfiltered original will be lost"))
        self.assertEqual(self.bytes_of(source), before)
        self.display.keys("Escape")
        wait_until(lambda: not window.has_text("already exists."), "the sheet to go")
        window.wait_for_rest()
        self.assertEqual(self.bytes_of(source), before)

    def test_a_missing_recipe_is_reported_in_plain_words(self):
        window = self.open("--recipe", self.file("nofile.json"), self.make("a.png"))
        window.wait_for_text(f"There is no recipe nofile.json in {self.folder}.")

    def test_a_recipe_opens_with_its_values(self):
        recipe = self.file("look.json")
        with open(recipe, "w") as file:
            file.write(
                '{"glint": 1, "filters": [{"id": "gaussian-blur", "parameters": {"radius": 3}},'
                ' {"id": "from-the-future", "parameters": {}},'
                ' {"id": "saturation", "parameters": {"amount": 0}}]}')
        window = self.open("--recipe", recipe, LANDSCAPE)
        self.assertEqual(window.slider("Radius").currentValue, 3)
        self.assertEqual(window.slider("Amount").currentValue, 0)
        window.wait_for_text("from-the-future")
        self.wait_for_picture(window, "landscape.jpg", LANDSCAPE_SIZE, is_gray, "the gray picture")

    def test_a_burst_of_changes_shows_frames_and_ends_on_the_last_values(self):
        window = self.open(LANDSCAPE)
        slider = window.slider("Saturation")
        start = time.monotonic()
        for step in range(1000):
            slider.currentValue = 2 - step / 999 * 2
            # A thousand changes per second, as far as the bus keeps up.
            time.sleep(max(0, start + step / 1000 - time.monotonic()))
            if step == 700:
                middle = window.inner_picture("landscape.jpg", LANDSCAPE_SIZE)
        self.wait_for_picture(window, "landscape.jpg", LANDSCAPE_SIZE, is_gray, "the last values")
        self.assertFalse(is_gray(middle))

    def test_closing_the_window_asks_about_a_picture_that_is_nowhere_else(self):
        window = self.open()
        window.wait_for_text("Open a Picture")
        self.display.copy_picture(self.make("copied.png", color=(200, 30, 90)))
        self.display.keys("ctrl+v")
        window.wait_for("slider", "Exposure")
        self.display.keys("ctrl+w")
        window.wait_for("push button", "Discard")
        self.assertIsNone(window.process.poll())
        window.press("Cancel")
        wait_until(lambda: not window.find("push button", "Discard"), "the question to go")
        self.display.keys("ctrl+w")
        window.wait_for("push button", "Discard")
        window.press("Discard")
        self.wait_for_end(window)

    def test_reloading_a_picture_keeps_the_edits(self):
        path = self.make("a.png", color=(200, 30, 90))
        window = self.open_stack(path)
        window.set_slider("Amount", 1)
        self.wait_for_color(window, "a.png", (55, 225, 165))
        self.make("a.png", color=(10, 20, 30))
        self.display.keys("F5")
        self.wait_for_color(window, "a.png", (245, 235, 225))
        self.assertEqual(window.slider("Amount").currentValue, 1)
        self.assertTrue(window.has_text("• a.png"))
        # The edits are stored, so the window need not ask.
        self.display.keys("ctrl+w")
        self.wait_for_end(window)

    def test_closing_asks_again_about_changes_during_the_save(self):
        # Compressing twenty megapixels of noise takes seconds.
        noise = Image.effect_noise((5000, 4000), 90).convert("RGB")
        noise.save(self.file("noise.png"), compress_level=1)
        # A file as the state folder: edits cannot be stored, so the window asks about them.
        window = self.open(self.file("noise.png"), environment={"XDG_STATE_HOME": self.file("noise.png")})
        window.set_slider("Clarity Amount", 0.5)
        window.wait_for_text("cannot be stored")
        self.display.keys("ctrl+w")
        # Searched among the dialog's buttons, since the window also has a Save button.
        answers = window.wait_for("push button", "Discard").parent
        next(answer for answer in answers if label(answer.name) == "Save").queryAction().doAction(0)
        # Waits until the question is closed: it also has a Cancel button, and may still have the focus.
        wait_until(lambda: window.find("push button", "Discard") is None, "the question to close")
        self.name_file(window, self.file("saved.png"))
        window.wait_for_text("Saving saved.png")
        window.set_slider("Exposure", 1)
        self.assertFalse(os.path.exists(self.file("saved.png")), "saved too fast to change anything meanwhile")
        window.wait_for_text("Saved saved.png")
        window.wait_for("push button", "Discard")
        window.press("Discard")
        self.wait_for_end(window)

    def test_a_name_that_cannot_be_saved_under_is_asked_for_again(self):
        window = self.open(self.make("a.png"))
        window.wait_for("slider", "Exposure")
        self.display.keys("ctrl+shift+s")
        self.name_file(window, self.file("moving.gif"))
        window.wait_for_text("Glint cannot write .gif files")
        # The dialog is unchanged: only the extension must be corrected.
        entry = window.wait_for("text", "Name")
        self.focus(entry)
        self.display.keys("End", "BackSpace", "BackSpace", "BackSpace")
        self.display.write("png")
        window.wait_for_typing(self.file("moving.png"))
        self.display.keys("Return")
        window.wait_for_text("Saved moving.png")
        self.assertTrue(os.path.exists(self.file("moving.png")))
        self.assertFalse(os.path.exists(self.file("moving.gif")))
        # The button now shows the destination.
        wait_until(
            lambda: window.find("push button", "Save").description == "Save to moving.png (Ctrl+S)", "the tooltip")

    def test_opening_begins_in_the_folder_of_the_picture(self):
        window = self.open(self.make("a.png"))
        window.wait_for("slider", "Exposure")
        self.display.keys("ctrl+o")
        window.wait_for("push button", "Cancel")
        # The dialog's path bar is checked, since its list of files is not on the bus.
        window.wait_for_text(os.path.basename(self.folder))

    def test_a_filter_at_rest_that_is_switched_off_is_no_edit(self):
        window = self.open_stack(self.make("a.png"))
        window.press("Apply Invert", role="check box")
        window.set_slider("Radius", 3)
        window.wait_for_text("• a.png")
        window.set_slider("Radius", 0)
        wait_until(lambda: not window.has_text("• a.png"), "the mark to go")
        self.assertFalse(
            window.find("check box", "Apply Invert").getState().contains(pyatspi.STATE_CHECKED))
        self.display.keys("ctrl+w")
        self.wait_for_end(window)

    def test_a_closed_dialog_may_be_asked_for(self):
        # A screen reader counts the windows and then asks for each; the last one may have closed in between.
        window = self.open_recipe(self.make("wave.png"), [{"id": "gradient-map"}])

        def ask_for_a_missing_window():
            for index in range(1, 4):
                try:
                    window.application.getChildAtIndex(index)
                except GLib.Error:
                    pass
            self.assertIsNone(window.process.poll())

        window.wait_for_text("wave.png")
        ask_for_a_missing_window()
        window.press("Highlights")
        window.wait_for("radio button", "Purple")
        window.press("Cancel")
        wait_until(lambda: not window.find("radio button", "Purple"), "the dialog to close")
        ask_for_a_missing_window()
        self.display.keys("ctrl+o")
        window.wait_for("push button", "Cancel")
        self.display.keys("Escape")
        wait_until(lambda: not window.find("push button", "Cancel"), "the dialog to close")
        ask_for_a_missing_window()
        window.wait_for_text("wave.png")

    def test_quitting_during_a_drag_ends_well(self):
        window = self.open(LANDSCAPE)
        window.wait_for("slider", "Exposure")
        drag = window.start_drag("Exposure")
        self.addCleanup(drag.stop)
        # The drag is in progress once the value has changed repeatedly.
        values = set()
        slider = window.slider("Exposure")

        def is_under_way():
            values.add(slider.currentValue)
            return drag.is_moving() and len(values) > 5

        wait_until(is_under_way, "the drag")
        # The drag ends just before the program: GLib crashes if a property is set over the bus while its
        # object is destroyed.
        drag.stop()
        self.display.keys("ctrl+q")
        self.wait_for_end(window)

    def wait_for_end(self, window):
        wait_until(lambda: window.process.poll() is not None, "the end of the program")
        self.assertEqual(window.process.returncode, 0, window.output())

    def wait_for_color(self, window, name, color):
        self.wait_for_picture(
            window, name, (640, 400), lambda seen: (numpy.abs(seen - color) < 3).all(), f"the color {color}")


if __name__ == "__main__":
    unittest.main()
