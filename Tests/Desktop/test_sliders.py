"""The scales of sliders: numbers as they are shown and typed, and sliders that are finer for small values."""

import re
import unittest

from desktop import DesktopTest
from displays import wait_until
from window import text_of


class Sliders(DesktopTest):
    def test_a_curved_slider_is_read_and_set_by_its_value_and_stepped_by_keys(self):
        source = self.make("wave.png")
        window = self.open_recipe(source, [{"id": "gaussian-blur", "parameters": {"radius": 10}}])
        radius = window.slider("Radius")

        def wait_for(value):
            wait_until(lambda: radius.currentValue == value, f"a radius of {value}")

        self.assertEqual((radius.minimumValue, radius.maximumValue), (0, 200))
        wait_for(10)
        # Each value equals the slider position of the value before it, so that confusing the two would show.
        for value in (50, 100, 50):
            radius.currentValue = value
            wait_for(value)
        self.focus(window.wait_for("slider", "Radius"))
        self.display.keys("Right")
        wait_for(51)
        self.display.keys("Home")
        wait_for(0)
        self.display.keys("Right")
        wait_for(1)
        radius.currentValue = 20
        wait_for(20)
        saved = self.save(window, "saved.png")
        expected = self.render(source, [{"id": "gaussian-blur", "parameters": {"radius": 20}}])
        self.assertTrue((saved == expected).all())

    def test_amounts_are_shown_and_typed_around_zero_or_in_percent(self):
        source = self.make("wave.png")
        window = self.open_recipe(source, [{"id": "sepia"}, {"id": "vignette"}])
        saturation = window.slider("Saturation")
        self.assertEqual((saturation.minimumValue, saturation.currentValue, saturation.maximumValue), (0, 1, 2))
        for name, text in (("Saturation", "0"), ("Sharpen", "0 %"), ("Exposure", "0.00 EV"),
                           ("Sepia Amount", "100 %"), ("Vignette Amount", "−50"), ("Midpoint", "50 %")):
            self.assertEqual(text_of(window.wait_for("text", f"{name} Value")), text, name)
        entry = window.wait_for("text", "Saturation Value")

        def type_in(entry, number):
            self.focus(entry)
            self.display.keys("ctrl+a", *["minus"] * number.startswith("-"))
            self.display.write(number.removeprefix("-"))
            self.display.keys("Return")

        type_in(entry, "-40")
        wait_until(lambda: abs(saturation.currentValue - 0.6) < 1e-9, "the typed number")
        wait_until(lambda: text_of(entry) == "−40", "the number as it is shown")
        self.focus(entry)
        self.display.keys("Up")
        wait_until(lambda: text_of(entry) == "−39", "a step")
        # Numbers that are out of range are limited.
        type_in(entry, "150")
        wait_until(lambda: saturation.currentValue == 2 and text_of(entry) == "+100", "the maximum")
        sepia = window.wait_for("text", "Sepia Amount Value")
        type_in(sepia, "25%")
        wait_until(lambda: window.slider("Sepia Amount").currentValue == 0.25, "the typed percentage")
        wait_until(lambda: text_of(sepia) == "25 %", "the percentage as it is shown")
        self.focus(window.wait_for("slider", "Saturation"))
        self.display.keys("Menu")
        window.press("Reset", role="menu item")
        wait_until(lambda: saturation.currentValue == 1 and text_of(entry) == "0", "the reset")

    def test_a_moved_slider_updates_one_control_and_makes_one_recipe(self):
        source = self.make("wave.png", size=(160, 120))
        # Parameters with explicit values expand their sections.
        stages = [{"id": "saturation"}, {"id": "ntsc", "parameters": {"ringingPower": 5, "vhsEdgeWave": 3}}]
        window = self.open_recipe(source, stages, environment={"GLINT_CHANGE_COSTS": "1"})

        def costs_of(moves):
            """The name of each change, and the numbers of controls and recipes in its log line."""
            before = len(changes())
            for name, value in moves:
                window.set_slider(name, value)
            wait_until(lambda: len(changes()) == before + len(moves), "the changes to be logged")
            return changes()[before:]

        def changes():
            pattern = r"^changed (.*): controls shown (\d+), recipes held (\d+)$"
            return [(name, int(controls), int(recipes))
                    for name, controls, recipes in re.findall(pattern, window.output(), re.MULTILINE)]

        video = ("Analog Video", 1, 1)
        self.assertEqual(costs_of([("Ringing Power", value) for value in (6, 7, 8)]), [video] * 3)
        self.assertEqual(costs_of([("Saturation", 0.5)]), [("Saturation", 1, 1)])
        # A knob that is not in use shows the closest equivalent of the current settings.
        self.assertEqual(costs_of([("Wave", 7)]), [("Analog Video", 2, 1)])
        wait_until(lambda: window.slider("Jitter").currentValue == 1, "the nearest knob")
        # A knob sets many settings; while in use, it keeps its position.
        (_, controls, recipes), = costs_of([("Age", 0.5)])
        self.assertGreater(controls, 50)
        self.assertEqual(recipes, 1)
        self.assertEqual(costs_of([("Wave", 4)]), [video])
        window.wait_for_text("Changed by hand")


if __name__ == "__main__":
    unittest.main()
