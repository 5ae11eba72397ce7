"""State acquired while the program runs, such as new filters, and state that it must free."""

import os
import re
import subprocess
import unittest

from desktop import DesktopTest
from displays import wait_until
from window import GLINT

AT_REST = re.compile(r"at rest with (\d+) textures of (\d+) bytes, of closed windows (\d+) objects and (\d+) widgets")


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
        window.wait_for_text("“Dim” is now available as a filter")
        self.add(window, "dim")
        self.assertEqual(window.slider("Divisor").currentValue, 2)

    def test_whether_the_histogram_is_shown_is_remembered(self):
        path = self.make("wave.png")
        window = self.open(path)
        window.wait_for("slider", "Saturation")
        self.assertIsNone(window.find("push button", "Histogram of the Visible Part"))
        self.display.keys("ctrl+h")
        window.wait_for("push button", "Histogram of the Visible Part")
        window.close()
        window = self.open(path)
        window.wait_for("push button", "Histogram of the Visible Part")

    def open_first(self):
        """Opens a window in a process that others share, and returns it with a function for what the process
        had at its last rest."""
        # Without --new-instance, windows share a process.
        window = self.open(self.make("wave.png"), environment={"GLINT_FRAME_LOG": "1"}, joins=True)
        window.wait_for("image", "wave.png")

        def at_rest():
            lines = AT_REST.findall(window.output())
            return tuple(map(int, lines[-1])) if lines else None

        wait_until(at_rest, "the window to rest")
        return window, at_rest

    def test_thirty_windows_that_were_opened_and_closed_are_freed(self):
        window, at_rest = self.open_first()
        path = self.make("other.png", size=(300, 200))
        for _ in range(30):
            subprocess.run([GLINT, path], env={**self.display.environment, **self.own_folders()}, check=True)
            window.wait_for("image", "other.png")
            self.display.keys("ctrl+w")
            wait_until(lambda: window.application.childCount == 1, "the other window's end")
        # Causes some work, after which the program is idle again.
        window.set_slider("Saturation", 1.1)
        wait_until(lambda: at_rest()[2:] == (0, 0), "all of the windows to be freed")

    def test_a_closed_window_frees_its_document_textures_and_widgets(self):
        window, at_rest = self.open_first()
        bytes_before = at_rest()[1]
        for number in range(2):
            path = self.make(f"big-{number}.png", size=(4000, 3000))
            subprocess.run(
                [GLINT, "--recipe", self.stack_file(), path],
                env={**self.display.environment, **self.own_folders()}, check=True)
            window.wait_for("image", f"big-{number}.png")
            window.set_slider("Radius", 8)
            wait_until(lambda: at_rest()[1] > bytes_before + 4_000_000, "the textures of the second picture")
            self.display.keys("ctrl+h", "ctrl+w")
            wait_until(lambda: window.application.childCount == 1, "the second window's end")
            # Causes some work, after which the program is idle again.
            window.set_slider("Saturation", 1.1)
            wait_until(
                lambda: at_rest()[1] <= bytes_before + 4_000_000 and at_rest()[2:] == (0, 0),
                "the second window to be freed")


if __name__ == "__main__":
    unittest.main()
