"""Edits are stored for each picture."""

import glob
import json
import os
import unittest

from desktop import DesktopTest
from displays import wait_until


class Keeping(DesktopTest):
    def wait_for_value(self, window, slider, value):
        wait_until(lambda: abs(window.slider(slider).currentValue - value) < 1e-9, f"{slider} to be {value}")

    def wait_for_kept(self, amount):
        def is_kept():
            for path in self.stored_edits():
                with open(path) as file:
                    if any(stage["parameters"].get("amount") == amount for stage in json.load(file)["filters"]):
                        return True
            return False
        wait_until(is_kept, f"the amount {amount} to be kept")

    def test_values_over_time_are_kept_beside_a_change(self):
        saturation = {"id": "saturation", "parameters": {"amount": {"keys": [[0, 0.2], [2.5, 1.8]], "ease": "smooth"}}}
        vignette = {"id": "vignette", "opacity": {"keys": [[0, 0], [1, 1]]},
                    "parameters": {"amount": {"wiggle": {"by": 0.1, "rate": 2, "seed": 1}, "around": -0.5}},
                    "region": {"shape": "ellipse", "x": {"keys": [[0, 0], [1, 0.4]]}, "y": 0.1, "width": 0.5, "height": 0.5}}
        window = self.open_recipe(self.make("p1.png"), [saturation, vignette])

        def stored():
            for path in self.stored_edits():
                with open(path) as file:
                    return {stage["id"]: stage for stage in json.load(file)["filters"]}
            return {}

        def is_moving(stage):
            return stage.get("parameters", {}).get("amount") == saturation["parameters"]["amount"]
        window.set_slider("Exposure", 0.5)
        wait_until(lambda: "exposure" in stored(), "the change to be kept")
        stages = stored()
        self.assertTrue(is_moving(stages["saturation"]))
        self.assertEqual(stages["vignette"]["parameters"], {**stages["vignette"]["parameters"], **vignette["parameters"]})
        self.assertEqual(stages["vignette"]["opacity"], vignette["opacity"])
        self.assertEqual(stages["vignette"]["region"]["x"], vignette["region"]["x"])
        # A picture has no frames for keys: a slider replaces the values of its parameter, until that is undone.
        self.assertIsNone(window.find("push button", "Exposure Key"))
        window.set_slider("Saturation", 0.3)
        wait_until(lambda: stored().get("saturation", {}).get("parameters", {}).get("amount") == 0.3, "the new value")
        self.display.keys("ctrl+z")
        wait_until(lambda: is_moving(stored().get("saturation", {})), "the values over time")

    def test_an_offer_disappears_with_its_picture(self):
        first, _ = self.make("p1.png"), self.make("p2.png")
        window = self.open(first)
        window.set_slider("Saturation", 0.3)
        self.wait_for_kept(0.3)
        window.process.kill()
        window.process.wait()
        # Adds different edits, as another window would store them: they are offered after the first ones.
        for path in self.stored_edits():
            with open(path) as file, open(path.replace(".json", ".other.json"), "w") as other:
                other.write(file.read().replace("0.3", "0.6"))
        again = self.open(first)
        again.wait_for_text("Other edits")
        self.display.keys("Right")
        again.wait_for("image", "p2.png")
        wait_until(lambda: not again.has_text("Other edits"), "the offer to go")
        # Messages are queued, so this one appears after every pending offer.
        self.display.keys("Right")
        again.wait_for_text("This is the last picture")
        self.assertFalse(again.has_text("Other edits"))
        self.assertEqual(again.slider("Saturation").currentValue, 1)

    def test_a_replaced_original_does_not_get_its_edits_again(self):
        # A large picture, so that the save is still in progress when the next picture is shown.
        first, _ = self.make("p1.png", size=(6000, 4000)), self.make("p2.png")
        window = self.open(first)
        window.set_slider("Saturation", 0.3)
        self.wait_for_kept(0.3)
        before = os.stat(first).st_ino
        self.display.keys("ctrl+shift+s")
        self.name_file(window, first)
        window.wait_for_text("“p1.png” already exists.")
        # The overwrite switch already has the focus.
        self.display.keys("space")
        window.wait_for("push button", "Replace")
        window.press("Replace")
        wait_until(lambda: window.find("push button", "Replace") is None, "the sheet to go")
        self.display.keys("Right")
        window.wait_for("image", "p2.png")
        wait_until(lambda: os.stat(first).st_ino != before, "the end of the save")
        window.wait_for_text("Saved p1.png")
        self.display.keys("Left")
        window.wait_for("image", "p1.png")
        self.assertEqual(window.slider("Saturation").currentValue, 1)
        self.assertEqual(glob.glob(self.folder + "/state/glint/edits/*.json"), [])

    def test_restored_edits_can_be_continued_and_go_with_the_original(self):
        source = self.make("p1.png")
        first = self.open(source)
        first.set_slider("Saturation", 0.3)
        self.wait_for_kept(0.3)
        first.process.kill()
        first.process.wait()
        second = self.open(source)
        self.wait_for_value(second, "Saturation", 0.3)
        second.set_slider("Saturation", 0.6)
        self.wait_for_kept(0.6)
        second.process.kill()
        second.process.wait()
        # There is only one version of the edits, so nothing is offered.
        third = self.open(source)
        self.wait_for_value(third, "Saturation", 0.6)
        third.wait_for_rest()
        self.assertFalse(third.has_text("Other edits"))
        before = os.stat(source).st_ino
        self.display.keys("ctrl+shift+s")
        self.name_file(third, source)
        third.wait_for_text("“p1.png” already exists.")
        self.display.keys("space")
        third.press("Replace")
        wait_until(lambda: os.stat(source).st_ino != before, "the end of the save")
        third.wait_for_text("Saved p1.png")
        third.process.kill()
        third.process.wait()
        # The saved pixels now include the edits, so they are not applied again.
        fourth = self.open(source)
        fourth.wait_for_rest()
        self.assertEqual(fourth.slider("Saturation").currentValue, 1)

    def test_a_copy_of_edits_that_is_cancelled_is_forgotten(self):
        first, _ = self.make("p1.png"), self.make("p2.png")
        # The path of a file as the state folder: edits cannot be stored, so the window asks before the next
        # picture opens.
        window = self.open(first, environment={"XDG_STATE_HOME": first})
        window.set_slider("Saturation", 0.3)
        window.wait_for_text("cannot be stored")
        self.display.keys("ctrl+shift+Right")
        window.press("Cancel")
        wait_until(lambda: not window.has_text("Save Changes?"), "the question to go")
        window.wait_for("image", "p1.png")
        self.wait_for_value(window, "Saturation", 0.3)
        self.display.keys("Right")
        window.press("Discard")
        window.wait_for("image", "p2.png")
        self.wait_for_value(window, "Saturation", 1)

    def test_a_picture_that_cannot_be_read_is_passed(self):
        first, _ = self.make("p1.png"), self.make("p3.png")
        with open(self.file("p2.png"), "w") as file:
            file.write("no picture")
        window = self.open(first)
        window.wait_for("slider", "Saturation")
        self.display.keys("Right")
        window.wait_for_text("p2.png")
        self.display.keys("Right")
        window.wait_for("image", "p3.png")

    def test_a_recipe_is_pasted_before_the_picture_is_there(self):
        source = self.make("a.png")
        window = self.open()
        window.wait_for_text("Open a Picture")
        self.display.copy_text(json.dumps({"glint": 1, "filters": [{"id": "invert", "parameters": {"amount": 0.7}}]}))
        self.display.keys("ctrl+v")
        window.wait_for_text("The recipe will be applied to the next picture you open")
        self.display.keys("ctrl+o")
        self.name_file(window, source)
        self.wait_for_value(window, "Amount", 0.7)

    def test_two_pictures_that_would_be_one_file_do_not_stop_the_others(self):
        for name in ("a.gif", "a.png", "b.png"):
            self.make(name, size=(64, 40))
        window = self.open_recipe(
            self.file("b.png"), [{"id": "invert", "parameters": {"amount": 0.7}}, {"id": "later"}])
        window.wait_for("slider", "Amount")
        self.display.keys("ctrl+b")
        window.press("Start")
        window.wait_for_text("1 of 3 pictures saved")
        # The report also lists parts of the recipe that this version does not know.
        self.assertTrue(window.has_text("and is skipped.\n\na.gif was not saved: it and a.png would both be saved as a.png."))
        self.assertEqual(os.listdir(self.file("Edited")), ["b.png"])
        window.press("Done")


if __name__ == "__main__":
    unittest.main()
