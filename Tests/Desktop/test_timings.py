"""The times of the passes over the picture."""

import re
import unittest

from desktop import LANDSCAPE, DesktopTest
from displays import wait_until


class Timings(DesktopTest):
    def test_the_times_of_the_passes_are_shown_when_asked_for(self):
        window = self.open(LANDSCAPE)
        window.set_slider("Saturation", 0.5)
        window.wait_for("slider", "Exposure")
        self.assertFalse(window.has_text("saturation  "))
        self.display.keys("ctrl+t")
        window.wait_for_text("frame  ")
        window.set_slider("Saturation", 0.3)
        # The changed pass has a new time; the reduced picture is reused from the previous frame.
        wait_until(lambda: self.has_step(window, "saturation", r"[\d.]+ ms"), "the time of the saturation pass")
        self.assertTrue(self.has_step(window, "source", "cached"))
        self.display.keys("ctrl+t")
        wait_until(lambda: not window.has_text("saturation  "), "the picture alone")

    @staticmethod
    def has_step(window, name, time):
        return any(re.search(rf"^{name} +{time}$", text, re.MULTILINE) for text in window.texts(name))


if __name__ == "__main__":
    unittest.main()
