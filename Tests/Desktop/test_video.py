"""Analog video: presets in shared files, and a still that plays."""

import json
import unittest

from desktop import DesktopTest
from displays import wait_until

PRESET = {
    "version": 1, "vhs_edge_wave": 3, "composite_noise_intensity": 0.2, "ringing": False, "use_field": 3,
    "from_the_future": {"a": 1}, "snow_intensity": 1000,
}


class Video(DesktopTest):
    def open_preset(self, source):
        """Opens the picture with the imported preset."""
        with open(self.file("tape.json"), "w") as file:
            json.dump(PRESET, file)
        window = self.open_recipe(source, [{"id": "ntsc", "parameters": {}}])
        window.press("Import Analog Video Preset")
        self.name_file(window, self.file("tape.json"))
        window.wait_for_text("from_the_future")
        return window

    def recipe(self, window):
        """The recipe, as the window copies it to the clipboard."""
        self.display.copy_text("")
        self.display.keys("ctrl+r")
        text = wait_until(
            lambda: (lambda text: text if text.startswith("{") else None)(self.display.copied_text()), "the recipe")
        return json.loads(text)["filters"]

    def test_a_preset_is_imported_played_and_saved_as_it_is_seen(self):
        source = self.make("wave.png", size=(160, 120))
        window = self.open_preset(source)
        # Settings that differ from the defaults are shown.
        wait_until(lambda: window.slider("Wave").currentValue == 3, "the preset's value")
        before = window.canvas("wave.png")
        window.press("Play")
        wait_until(lambda: (window.canvas("wave.png") != before).any(), "the picture to move")
        window.press("Pause")
        window.wait_for("push button", "Play")
        window.wait_for_text("• wave.png")
        saved = self.save(window, "saved.png")
        stages = self.recipe(window)
        frame = stages[0]["parameters"]["frame"]
        self.assertGreater(frame, 0)
        self.assertTrue((saved == self.render(source, stages)).all())
        direct = [{"id": "ntsc", "parameters": {
            "preset": self.file("tape.json"), "frame": frame, "resize480": True}}]
        self.assertTrue((saved == self.render(source, direct)).all())
        # Undo returns to the frame at which playing began.
        self.display.keys("ctrl+z")
        wait_until(lambda: self.recipe(window)[0]["parameters"].get("frame", 0) == 0, "the first frame")

    def test_a_knob_sets_what_is_saved(self):
        source = self.make("wave.png", size=(160, 120))
        window = self.open_recipe(source, [{"id": "ntsc", "parameters": {}}])
        window.slider("Age").currentValue = 0.9
        window.wait_for_text("• wave.png")
        saved = self.save(window, "saved.png")
        stages = self.recipe(window)
        self.assertAlmostEqual(stages[0]["easy"]["age"], 0.9)
        self.assertAlmostEqual(stages[0]["parameters"]["dropouts"], 0.6 * 0.9 ** 1.5)
        self.assertTrue((saved == self.render(source, stages)).all())

    def test_space_plays_and_stops(self):
        window = self.open_recipe(self.make("wave.png", size=(160, 120)), [{"id": "ntsc", "parameters": {"frame": 5}}])
        window.wait_for("slider", "Age")
        self.display.keys("space")
        window.wait_for("push button", "Pause")
        self.assertIsNone(window.find("push button", "Play"))
        # Waits for two changes: the first may still be the drawing of the initial frame.
        for _ in range(2):
            before = window.canvas("wave.png")
            wait_until(lambda: (window.canvas("wave.png") != before).any(), "the picture to move")
        self.display.keys("space")
        window.wait_for("push button", "Play")
        self.assertGreater(self.recipe(window)[0]["parameters"]["frame"], 5)

    def test_a_bundled_preset_is_chosen(self):
        stages = [{"id": "ntsc", "parameters": {"resize480": False}}]
        window = self.open_recipe(self.make("wave.png", size=(160, 120)), stages)
        window.press("Analog Video Presets")
        window.press("Worn Tape")
        # The knobs show the closest equivalent of the preset.
        wait_until(lambda: abs(window.slider("Age").currentValue - 0.94) < 1e-6, "the preset's age")
        self.display.keys("Escape")
        wait_until(lambda: not window.find("push button", "Worn Tape"), "the list to close")
        window.wait_for("label", "Worn Tape")
        # Space plays the still, rather than opening the list again.
        self.display.keys("space")
        window.wait_for("push button", "Pause")
        window.press("Pause")
        window.wait_for("push button", "Play")
        parameters = self.recipe(window)[0]["parameters"]
        self.assertEqual((parameters["dropouts"], parameters.get("resize480", True)), (0.55, True))

    def test_a_preset_is_pasted_and_exported_with_what_is_not_known(self):
        window = self.open_recipe(self.make("wave.png", size=(160, 120)), [])
        window.wait_for_text("Add filters, or choose a preset.")
        self.assertIsNone(window.find("push button", "Play"))
        self.display.copy_text(json.dumps(PRESET))
        self.display.keys("ctrl+v")
        window.wait_for_text("from_the_future")
        window.press("Export Analog Video Preset")
        self.name_file(window, self.file("out.json"))
        window.wait_for_text("Exported out.json")
        with open(self.file("out.json")) as file:
            exported = json.load(file)
        for key, value in PRESET.items():
            self.assertEqual(exported[key], value, key)


if __name__ == "__main__":
    unittest.main()
