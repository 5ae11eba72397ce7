"""Drivers that are reset, run out of memory, or cannot draw and filter concurrently, while pictures are
edited."""

import itertools
import os
import subprocess
import unittest

import numpy

from desktop import DesktopTest
from displays import wait_until
from window import pixels

COLOR = (200, 100, 50)


class GraphicsTrouble(DesktopTest):
    def open_picture(self):
        shim = self.file("graphics-trouble.so")
        source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "graphics-trouble.c")
        subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", shim, source, "-lepoxy", "-lpthread"], check=True)
        self.trouble("")
        window = self.open_stack(
            self.make("a.png", color=COLOR),
            environment={
                "LD_PRELOAD": shim, "GLINT_TEST_TROUBLE": self.file("trouble"), "LIBGL_ALWAYS_SOFTWARE": "1"})
        self.edit(window, 0)
        self.wait_for_inverted(window, 0)
        return window

    def trouble(self, what):
        with open(self.file("trouble.new"), "w") as file:
            file.write(what)
        os.rename(self.file("trouble.new"), self.file("trouble"))

    def edit(self, window, amount):
        # Sets another value first, so that something must be rendered again.
        window.set_slider("Amount", 0.5)
        window.set_slider("Amount", amount)

    def wait_for_inverted(self, window, amount):
        expected = numpy.array([value * (1 - amount) + (255 - value) * amount for value in COLOR])
        self.wait_for_picture(
            window, "a.png", (640, 400), lambda seen: (numpy.abs(seen - expected) < 3).all(), "the picture")

    def test_a_driver_that_is_reset_costs_neither_the_picture_nor_its_edits(self):
        window = self.open_picture()
        self.trouble("lost once")
        self.edit(window, 1)
        window.wait_for_text("The graphics driver was reset")
        self.wait_for_inverted(window, 1)
        self.edit(window, 0)
        self.wait_for_inverted(window, 0)
        self.edit(window, 1)
        saved = self.file("saved.png")
        self.display.keys("ctrl+shift+s")
        self.name_file(window, saved)
        wait_until(lambda: os.path.exists(saved), "the saved file")
        self.assertTrue((pixels(saved) == 255 - numpy.array(COLOR)).all())

    def test_repeated_driver_resets_are_reported_and_edits_are_kept(self):
        window = self.open_picture()
        # Looked up before the reset: once GTK 4.18 has drawn, the sliders are hidden.
        slider = window.slider("Amount")
        self.trouble("lost")
        # Sets another value first, as in `edit`.
        slider.currentValue = 0.5
        slider.currentValue = 1
        window.wait_for_text("The Graphics Driver Was Reset")
        self.assertIsNone(window.process.poll())
        window.close()
        self.trouble("")
        window = self.open(self.file("a.png"))
        self.wait_for_inverted(window, 1)

    def test_full_graphics_memory_is_reported_until_some_is_free(self):
        window = self.open_picture()
        self.trouble("full")
        # The zoom is varied, since textures of some sizes may still be in the pool.
        zooms = itertools.cycle(["1", "2", "plus", "plus"])

        def is_reported():
            self.display.keys(next(zooms))
            self.edit(window, 1)
            return window.has_text("The graphics memory is full")

        wait_until(is_reported, "the message")
        self.trouble("")
        self.display.keys("0")
        wait_until(lambda: self.tries_again(window), "the message to go")
        self.wait_for_inverted(window, 1)

    def test_nothing_is_drawn_while_a_kernel_runs(self):
        window = self.open_picture()
        self.trouble("slow")
        # Sliders and hover effects are redrawn while the filter still runs.
        for amount in (1, 0, 1):
            self.edit(window, amount)
            self.wait_for_inverted(window, amount)
        self.assertFalse(os.path.exists(self.file("trouble")), "no kernel was slow")
        self.assertIsNone(window.process.poll())

    def tries_again(self, window):
        self.edit(window, 1)
        return not window.has_text("The graphics memory is full")


if __name__ == "__main__":
    unittest.main()
