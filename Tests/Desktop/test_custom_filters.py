"""Custom filters in files."""

import json
import os
import unittest

import numpy

from desktop import DesktopTest
from displays import wait_until


class CustomFilterSet(DesktopTest):
    """Custom filters in files, which the window reloads when they change."""

    DIM = """// filter: dim
// title: Dim
// group: Own
// summary: Divides light.
// parameter: divisor "Divisor" number 1..4 default=2 identity=1
vec4 dim(vec4 color, float divisor) {
    return vec4(color.rgb / divisor, color.a);
}
"""

    def write(self, text, name="dim.glsl"):
        """Saves a filter the way editors do: to a temporary file that then replaces it."""
        folder = self.file("data/glint/filters")
        os.makedirs(folder, exist_ok=True)
        with open(f"{folder}/.{name}.part", "w") as file:
            file.write(text)
        os.rename(f"{folder}/.{name}.part", f"{folder}/{name}")

    def open_with_recipe(self):
        path = self.make("plain.png", color=(200, 100, 40))
        recipe = self.file("dim.json")
        with open(recipe, "w") as file:
            json.dump({"glint": 1, "filters": [{"id": "dim", "parameters": {"divisor": 2}}]}, file)
        return self.open("--recipe", recipe, path)

    def wait_for_color(self, window, color):
        self.wait_for_picture(
            window, "plain.png", (640, 400), lambda seen: numpy.abs(seen - numpy.array(color)).max() <= 2,
            f"the color {color}")

    def test_a_file_becomes_a_filter_while_the_window_is_open_and_is_followed(self):
        window = self.open_with_recipe()
        self.wait_for_color(window, (200, 100, 40))
        self.write(self.DIM)
        self.wait_for_color(window, (100, 50, 20))
        window.wait_for("slider", "Divisor")
        self.write(self.DIM.replace("color.rgb / divisor", "color.brg / divisor"))
        self.wait_for_color(window, (20, 100, 50))
        # Compile errors are reported with their line, and the last working version stays.
        self.write(self.DIM.replace("/ divisor", "/ divider"))
        window.wait_for_text("dim.glsl has an error")
        window.wait_for_text("dim.glsl:7:29:")
        window.wait_for_text("return vec4(color.rgb / divider, color.a);")
        self.wait_for_color(window, (20, 100, 50))
        window.set_slider("Divisor", 4)
        self.wait_for_color(window, (10, 50, 25))
        # Endless loops are reported, too.
        self.write(self.DIM.replace("    return", "    while (divisor > 0.0) { color.r = sin(color.r); }\n    return"))
        window.wait_for_text("was stopped")
        window.set_slider("Divisor", 2)
        self.wait_for_color(window, (20, 100, 50))
        self.write(self.DIM)
        self.wait_for_color(window, (100, 50, 20))

    def test_a_filter_that_worked_before_is_there_at_once(self):
        self.write(self.DIM)
        window = self.open_with_recipe()
        self.wait_for_color(window, (100, 50, 20))
        window.close()
        window = self.open_with_recipe()
        self.wait_for_color(window, (100, 50, 20))
        self.assertFalse(window.has_text("is unknown"))

    def test_a_reload_leaves_the_panel_where_it_is_scrolled(self):
        self.write(self.DIM)
        ids = ["dim", "sepia", "posterize", "exposure", "contrast", "saturation", "invert"]
        window = self.open_recipe(self.make("plain.png", color=(200, 100, 40)), [{"id": id} for id in ids])

        def top():
            return window.extents(window.wait_for("slider", "Invert Amount"))[1]

        before = top()
        self.focus(window.find("slider", "Invert Amount"))
        wait_until(lambda: top() < before, "the panel to scroll")
        scrolled = top()
        self.write(self.DIM.replace('"Divisor"', '"Quotient"'))
        window.wait_for("slider", "Quotient")
        wait_until(lambda: top() == scrolled, "the panel to be where it was")

    TICK = """// filter: tick
// title: Tick
// group: Own
// summary: A gray that grows brighter by a level a frame.
// reads: time
// parameter: start "Start" integer 0..200 default=0 offsets=time
vec4 tick(vec4 color, Time time, int start) { return vec4(vec3(float(time.frame) / 255.0), 1.0); }
"""

    def test_one_that_reads_the_time_plays_and_is_saved_as_it_was_paused(self):
        self.write(self.TICK, "tick.glsl")
        window = self.open_recipe(
            self.make("plain.png", color=(255, 0, 0)), [{"id": "tick", "parameters": {"start": 3}}])
        self.wait_for_color(window, (3, 3, 3))
        self.display.keys("space")
        window.wait_for("push button", "Pause")
        self.wait_for_picture(
            window, "plain.png", (640, 400), lambda seen: (numpy.abs(seen - 3.0).max(axis=2) > 4).all(), "time to go by")
        self.display.keys("space")
        window.wait_for("push button", "Play")
        saved = self.save(window, "saved.png")
        self.assertGreater(saved.max(), 3)
        self.wait_for_color(window, saved[0, 0])

    def test_a_file_with_the_name_of_a_filter_there_is_is_refused(self):
        window = self.open(self.make("wave.png"))
        window.wait_for("slider", "Saturation")
        self.write(self.DIM.replace("dim", "saturation"), "mine.glsl")
        window.wait_for_text("mine.glsl:1: Glint already has a filter “saturation”")
        os.remove(self.file("data/glint/filters/mine.glsl"))
        wait_until(lambda: not window.has_text("mine.glsl has an error"), "the mistake to go")

    def test_all_mistakes_of_a_file_are_shown_until_it_is_fixed(self):
        window = self.open(self.make("wave.png"))
        window.wait_for("slider", "Saturation")
        self.write(self.DIM.replace("summary", "sumary").replace("default=2", "default=9"))
        window.wait_for_text("dim.glsl has 3 errors")
        window.wait_for_text("“sumary” is not a header keyword")
        window.wait_for_text("divisor is 9 but must be a number from 1 to 4")
        self.write(self.DIM)
        wait_until(lambda: not window.has_text("dim.glsl has 3 errors"), "the mistakes to go")


if __name__ == "__main__":
    unittest.main()
