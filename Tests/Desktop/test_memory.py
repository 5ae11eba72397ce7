"""What the program comes to know while it runs, and what it remembers."""

import os
import unittest

from desktop import DesktopTest


class Memory(DesktopTest):
    def test_a_filter_saved_while_the_window_is_open_can_be_added(self):
        window = self.open(self.make("wave.png"))
        window.wait_for("slider", "Saturation")
        folder = self.file("data/glint/filters")
        os.makedirs(folder, exist_ok=True)
        with open(f"{folder}/dim.glsl", "w") as file:
            file.write(
                "// filter: dim\n// title: Dim\n// group: Own\n// summary: Divides light.\n"
                "// parameter: divisor \"Divisor\" number 1..4 default=2 identity=1\n"
                "vec4 dim(vec4 color, float divisor) { return vec4(color.rgb / divisor, color.a); }\n")
        window.wait_for_text("“Dim” is among the filters now")
        self.add(window, "dim")
        self.assertEqual(window.slider("Divisor").currentValue, 2)

    def test_whether_the_histogram_is_shown_is_remembered(self):
        path = self.make("wave.png")
        window = self.open(path)
        window.wait_for("slider", "Saturation")
        self.assertIsNone(window.find("push button", "Histogram of What Is Seen"))
        self.display.keys("ctrl+h")
        window.wait_for("push button", "Histogram of What Is Seen")
        window.close()
        window = self.open(path)
        window.wait_for("push button", "Histogram of What Is Seen")


if __name__ == "__main__":
    unittest.main()
