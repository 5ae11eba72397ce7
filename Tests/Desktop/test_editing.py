"""Edits to a picture: undone, stored, copied, inspected, and applied to other pictures."""

import glob
import json
import os
import unittest

import numpy

from desktop import DesktopTest
from displays import wait_until
from window import has_focus, pixels


class EditingTest(DesktopTest):
    def kept(self):
        """The stored recipe of the only picture; None if there is none."""
        for path in self.stored_edits():
            if not path.endswith(".other.json"):
                with open(path) as file:
                    return json.load(file)
        return None

    def wait_for_kept(self, filter, **parameters):
        def is_kept():
            recipe = self.kept()
            stages = {stage["id"]: stage["parameters"] for stage in recipe["filters"]} if recipe else {}
            return all(stages.get(filter, {}).get(key) == value for key, value in parameters.items())
        wait_until(is_kept, f"{parameters} of {filter} to be kept")

    def wait_for_value(self, window, slider, value):
        wait_until(lambda: abs(window.slider(slider).currentValue - value) < 1e-9, f"{slider} to be {value}")


class Undo(EditingTest):
    def test_a_gesture_is_undone_and_redone_by_keyboard(self):
        window = self.open_stack(self.make("a.png"))
        slider = window.wait_for("slider", "Saturation")
        self.focus(slider)
        self.display.keys(*["Left"] * 10)
        self.wait_for_value(window, "Saturation", 0.9)
        window.set_slider("Radius", 20)
        wait_until(lambda: window.slider("Radius").currentValue == 20, "the radius")
        self.display.keys("ctrl+z")
        self.wait_for_value(window, "Radius", 0)
        # Keys in quick succession are one undo step; on a slow machine they may be several, but never one per
        # key.
        value, gestures = 0.9, 0
        while value < 1 - 1e-9:
            self.display.keys("ctrl+z")
            gestures += 1
            wait_until(lambda: window.slider("Saturation").currentValue > value + 1e-9, "a step back")
            value = window.slider("Saturation").currentValue
        self.assertLess(gestures, 5)
        wait_until(lambda: not window.has_text("• a.png"), "the picture to be as it was")
        self.display.keys(*["ctrl+y"] * (gestures + 1))
        self.wait_for_value(window, "Radius", 20)
        self.wait_for_value(window, "Saturation", 0.9)

    def test_removing_and_moving_are_undone_with_the_button(self):
        source = self.make("a.png")
        stages = [{"id": "invert", "parameters": {"amount": 0.7}}, {"id": "saturation", "parameters": {"amount": 2}}]
        window = self.open_recipe(source, stages)
        self.choose_for(window, "Invert", "Move Down")
        window.press("Remove Saturation")
        window.wait_for_text("Removed Saturation")
        self.choose_for(window, "Invert", "Duplicate")
        window.wait_for("slider", "Invert 2 Amount")
        for _ in range(3):
            window.press("Undo")
            # Waits for each step to finish before starting the next.
            window.wait_for_rest()
        self.assertTrue((self.save(window, "undone.png") == self.render(source, stages)).all())

    @unittest.skipUnless(os.environ.get("GLINT_TEST_DISPLAY", "x11") == "x11", "needs a pointer")
    def test_a_filter_is_dragged_to_a_position_and_a_drag_of_a_slider_is_one_step(self):
        stages = [{"id": "invert", "parameters": {"amount": 0.5}}, {"id": "gaussian-blur", "parameters": {"radius": 0}}]
        self.fold_adjustments()
        window = self.open_recipe(self.make("a.png"), stages)

        def top(name):
            return window.extents(window.wait_for("slider", name))[1]

        handle = window.extents(window.wait_for("image", "Move Invert"))
        x, y = handle[0] + 6, handle[1] + handle[3] // 2
        self.display.drag((x, y), (x, y + 160))
        wait_until(lambda: top("Radius") < top("Amount"), "the new order")
        x, y, width, height = window.extents(window.wait_for("slider", "Amount"))
        self.display.drag((x + width // 2, y + height // 2), (x + width - 4, y + height // 2))
        wait_until(lambda: window.slider("Amount").currentValue > 0.9, "the end of the drag")
        self.display.keys("ctrl+z")
        self.wait_for_value(window, "Amount", 0.5)
        self.display.keys("ctrl+z")
        wait_until(lambda: top("Radius") > top("Amount"), "the old order")


class Keeping(EditingTest):
    def test_edits_are_there_again_after_a_kill_and_can_be_undone(self):
        source = self.make("a.png")
        window = self.open(source)
        window.set_slider("Saturation", 0.3)
        self.wait_for_kept("saturation", amount=0.3)
        # The undo history is written after the recipe.
        wait_until(lambda: glob.glob(self.folder + "/state/glint/edits/*.steps.json"), "the steps to be kept")
        window.process.kill()
        window.process.wait()
        self.assertEqual(os.listdir(self.folder).count("a.png"), 1)
        again = self.open(source)
        self.wait_for_value(again, "Saturation", 0.3)
        again.wait_for_text("Edited, not exported")
        self.display.keys("ctrl+z")
        self.wait_for_value(again, "Saturation", 1)
        self.display.keys("ctrl+shift+z")
        self.wait_for_value(again, "Saturation", 0.3)
        self.wait_for_kept("saturation", amount=0.3)
        # An explicitly requested recipe takes precedence.
        again.process.kill()
        again.process.wait()
        asked = self.open_recipe(source, [{"id": "invert", "parameters": {"amount": 0.5}}])
        asked.wait_for_text("Your earlier edits of this picture were kept")
        self.wait_for_value(asked, "Amount", 0.5)

    def test_closing_asks_nothing_and_a_reset_is_one_step(self):
        source = self.make("a.png")
        window = self.open(source)
        window.set_slider("Saturation", 0.3)
        window.wait_for_text("• a.png")
        self.display.keys("ctrl+w")
        wait_until(lambda: window.process.poll() is not None, "the end of the program")
        again = self.open(source)
        self.wait_for_value(again, "Saturation", 0.3)
        again.set_slider("Exposure", 1)
        self.display.keys("F10")
        again.press("Reset to Original", role="menu item")
        self.wait_for_value(again, "Saturation", 1)
        self.wait_for_value(again, "Exposure", 0)
        self.display.keys("ctrl+z")
        self.wait_for_value(again, "Saturation", 0.3)
        self.wait_for_value(again, "Exposure", 1)

    def test_two_windows_on_one_picture_report_it_and_lose_no_edits(self):
        source = self.make("a.png")
        one, other = self.open(source), self.open(source)
        one.set_slider("Saturation", 0.3)
        self.wait_for_kept("saturation", amount=0.3)
        other.set_slider("Saturation", 0.6)
        self.wait_for_kept("saturation", amount=0.6)
        other.wait_for_text("is also being edited in another window")
        for window in (one, other):
            window.process.kill()
            window.process.wait()
        again = self.open(source)
        self.wait_for_value(again, "Saturation", 0.6)
        again.wait_for_text("Other edits")
        again.press("Restore")
        self.wait_for_value(again, "Saturation", 0.3)

    def test_a_deleted_or_changed_picture_is_reported(self):
        source = self.make("a.png", color=(200, 30, 90))
        window = self.open_stack(source)
        window.set_slider("Amount", 1)
        self.make("a.png", color=(10, 20, 30))
        window.wait_for_text("has changed on disk")
        window.press("Reload")
        self.wait_for_picture(
            window, "a.png", (640, 400), lambda seen: (numpy.abs(seen - [245, 235, 225]) < 3).all(), "the new picture")
        os.remove(source)
        window.wait_for_text("was moved or deleted")
        self.assertEqual(window.slider("Amount").currentValue, 1)


class Sharing(EditingTest):
    def test_a_look_is_saved_and_applied(self):
        window = self.open(self.make("a.png"))
        window.set_slider("Saturation", 0.3)
        wait_until(lambda: window.slider("Saturation").currentValue == 0.3, "the value")
        self.display.keys("ctrl+p")
        window.press("Save as Preset…")
        window.wait_for_text("Name of the preset")
        window.wait_for_typing()
        self.display.keys("ctrl+a")
        self.display.write("My Look")
        window.wait_for_typing("My Look")
        self.display.keys("Return")
        window.wait_for_text("Saved the preset")
        with open(self.file("data/glint/presets/my-look.json")) as file:
            self.assertEqual(json.load(file)["filters"][0]["parameters"], {"amount": 0.3})
        window.set_slider("Saturation", 1)
        self.display.keys("ctrl+p")
        window.press("My Look")
        self.display.keys("Escape")
        window.wait_for("push button", "Remove Preset My Look")

    def test_the_strength_of_a_look_is_reached_by_key(self):
        window = self.open(self.make("a.png"))
        for _ in range(2):
            self.display.keys("ctrl+p")
            window.press("Vivid")
            strength = window.wait_for("slider", "Strength of the Preset")
            for _ in range(60):
                if has_focus(strength):
                    break
                self.display.keys("Tab")
            self.assertTrue(has_focus(strength))
            self.display.keys("Escape")
            wait_until(lambda: window.find("push button", "Vivid") is None, "the list to close")

    def test_a_recipe_is_copied_and_pasted_as_text(self):
        window = self.open(self.make("a.png"))
        window.set_slider("Saturation", 0.3)
        wait_until(lambda: window.slider("Saturation").currentValue == 0.3, "the value")
        self.display.keys("ctrl+r")
        window.wait_for_text("Copied the recipe")
        recipe = json.loads(self.display.copied_text())
        self.assertEqual((recipe["glint"], recipe["filters"][0]["parameters"]), (1, {"amount": 0.3}))
        recipe["filters"][0]["parameters"]["amount"] = 1.5
        self.display.copy_text(json.dumps(recipe))
        self.display.keys("ctrl+v")
        self.wait_for_value(window, "Saturation", 1.5)

    def test_a_pasted_recipe_of_a_newer_version_is_used_as_far_as_it_is_known(self):
        window = self.open(self.make("a.png"))
        stage = {"id": "saturation", "parameters": {"amount": 0.5, "later": 2}}
        self.display.copy_text(json.dumps({"glint": 7, "filters": [stage]}))
        self.display.keys("ctrl+v")
        window.wait_for_text("newer version")
        self.wait_for_value(window, "Amount", 0.5)
        self.display.keys("ctrl+r")
        window.wait_for_text("Copied the recipe")
        recipe = json.loads(self.display.copied_text())
        self.assertEqual(recipe["glint"], 7)
        self.assertEqual(recipe["filters"][0]["parameters"], {"amount": 0.5, "later": 2})


class Folders(EditingTest):
    def test_arrows_go_through_the_folder_and_edits_stay_with_their_picture(self):
        for name in ("p1.png", "p2.png", "p10.png"):
            self.make(name)
        window = self.open(self.file("p1.png"))
        window.set_slider("Saturation", 0.3)
        window.wait_for_text("• p1.png")
        self.display.keys("ctrl+shift+Right")
        window.wait_for("image", "p2.png")
        self.wait_for_value(window, "Saturation", 0.3)
        self.display.keys("Right")
        window.wait_for("image", "p10.png")
        self.wait_for_value(window, "Saturation", 1)
        self.display.keys("Right")
        window.wait_for_text("This is the last picture")
        self.display.keys("Left")
        window.wait_for("image", "p2.png")
        self.wait_for_value(window, "Saturation", 0.3)

    def test_one_recipe_over_twenty_files_with_one_bad(self):
        os.mkdir(self.file("many"))
        for number in range(1, 20):
            self.make(f"many/p{number}.png", size=(64, 40))
        with open(self.file("many/p20.png"), "w") as file:
            file.write("no picture")
        stages = [{"id": "invert", "parameters": {"amount": 0.7}}]
        window = self.open_recipe(self.file("many/p1.png"), stages)
        window.wait_for("slider", "Amount")
        self.display.keys("ctrl+b")
        window.wait_for_text("20 pictures in many")
        window.press("Start")
        window.wait_for_text("19 of 20 pictures saved")
        self.assertTrue(window.has_text("p20.png is not a picture"))
        expected = self.render(self.file("many/p1.png"), stages)
        for number in range(1, 20):
            self.assertTrue((pixels(self.file(f"many/Edited/p{number}.png")) == expected).all())
        self.assertFalse(os.path.exists(self.file("many/Edited/p20.png")))
        window.press("Done")
        wait_until(lambda: not window.has_text("19 of 20"), "the dialog to close")


if __name__ == "__main__":
    unittest.main()
