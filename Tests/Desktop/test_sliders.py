"""Sliders with a finer scale for small values than for large ones."""

import re
import unittest

from desktop import DesktopTest
from displays import wait_until


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
