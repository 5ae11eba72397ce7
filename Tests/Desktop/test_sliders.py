"""Sliders that give small values more room than large ones."""

import unittest

from desktop import DesktopTest
from displays import wait_until


class Sliders(DesktopTest):
    def test_a_bent_slider_is_told_and_set_by_its_value_and_stepped_by_keys(self):
        source = self.make("wave.png")
        window = self.open_recipe(source, [{"id": "gaussian-blur", "parameters": {"radius": 10}}])
        radius = window.slider("Radius")

        def wait_for(value):
            wait_until(lambda: radius.currentValue == value, f"a radius of {value}")

        self.assertEqual((radius.minimumValue, radius.maximumValue), (0, 200))
        wait_for(10)
        # The place on the slider of one is the value of the next.
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


if __name__ == "__main__":
    unittest.main()
