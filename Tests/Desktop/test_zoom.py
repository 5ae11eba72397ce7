"""Zooming, and how closely the view matches the saved picture."""

import json
import os
import subprocess
import unittest

import numpy
from PIL import Image

from desktop import LANDSCAPE, LANDSCAPE_SIZE, DesktopTest, is_close
from displays import wait_until
from window import ROOT, cli, pixels, reduced


class Zoom(DesktopTest):
    def test_at_hundred_percent_what_is_seen_is_what_is_saved(self):
        window = self.open_stack(LANDSCAPE)
        window.set_slider("Saturation", 1.5)
        window.set_slider("Radius", 4)
        self.display.keys("1")
        window.wait_for_text("100 %")
        expected = self.file("expected.png")
        cli("render", LANDSCAPE, "-o", expected, "--", "saturation", "amount=1.5", "gaussian-blur", "radius=4")
        whole = pixels(expected)

        def is_the_middle():
            seen = window.canvas("landscape.jpg")
            height, width, _ = seen.shape
            left, top = (LANDSCAPE_SIZE[0] - width) // 2, (LANDSCAPE_SIZE[1] - height) // 2
            # The middle of the view is the middle of the picture, to within a pixel; the round corners of the
            # window are left out.
            return any(
                numpy.abs(seen - whole[y:y + height, x:x + width])[16:-16, 16:-16].max() <= 1
                for y in range(top - 2, top + 3) for x in range(left - 2, left + 3))

        wait_until(is_the_middle, "the saved pixels on the screen")

    def test_keys_zoom_and_show_the_whole_picture_again(self):
        window = self.open(LANDSCAPE)
        window.wait_for("slider", "Exposure")
        self.display.keys("2")
        window.wait_for_text("200 %")
        self.display.keys("plus")
        window.wait_for_text("300 %")
        self.display.keys("minus")
        window.wait_for_text("200 %")
        self.display.keys("ctrl+Right")
        self.display.keys("0")
        wait_until(lambda: not window.has_text("200 %"), "the whole picture")
        seen = window.picture("landscape.jpg", LANDSCAPE_SIZE)
        expected = reduced(LANDSCAPE, seen)[2:-2, 2:-2]
        self.wait_for_picture(
            window, "landscape.jpg", LANDSCAPE_SIZE, is_close(expected), "the whole picture")

    def test_the_zoom_ends_at_a_64th_and_at_64_times(self):
        window = self.open(LANDSCAPE)
        window.wait_for("slider", "Exposure")
        self.display.keys("1", *["minus"] * 12)
        window.wait_for("push button", "Zoom: 1.6 %")
        self.display.keys(*["plus"] * 24)
        window.wait_for("push button", "Zoom: 6400 %")
        self.display.keys("0")
        wait_until(lambda: not window.has_text("6400 %"), "the whole picture")


class Fidelity(DesktopTest):
    """A reduced view, compared with the saved picture reduced by Pillow."""

    def pictures(self):
        """Pictures larger than the window: the landscape, and the color bars enlarged four times."""
        bars = self.file("bars.png")
        with Image.open(os.path.join(ROOT, "data", "smpte-bars.png")) as image:
            image.resize((4 * image.width, 4 * image.height), Image.NEAREST).save(bars)
        return LANDSCAPE, bars

    def difference(self, path, filter_id, parameter, value):
        name = os.path.basename(path)
        recipe, saved = self.file("recipe.json"), self.file("saved.png")
        with open(recipe, "w") as file:
            json.dump({"glint": 1, "filters": [{"id": filter_id, "parameters": {parameter: value}}]}, file)
        # Saved with 16 bits per channel, so that only the screen rounds.
        cli("render", path, "-y", "-o", saved, "--depth", "16", "--recipe", recipe)
        samples = subprocess.run(
            ["convert", saved, "-alpha", "off", "-depth", "16", "-endian", "LSB", "rgb:-"], check=True,
            capture_output=True).stdout
        with Image.open(path) as image:
            width, height = image.size
        values = numpy.frombuffer(samples, numpy.uint16).reshape(height, width, 3) / 257
        window = self.open("--recipe", recipe, path)
        window.wait_for("slider")
        window.wait_for_rest()
        seen = window.picture(name, (width, height))
        bands = [Image.fromarray(values[..., band].astype(numpy.float32))
                 .resize((seen.shape[1], seen.shape[0]), Image.BICUBIC) for band in range(3)]
        expected = numpy.dstack([numpy.asarray(band) for band in bands]).clip(0, 255)
        self.assertEqual(window.close(), [])
        return numpy.abs(seen - expected)[8:-8, 8:-8]

    def test_a_blurred_picture_is_seen_as_it_is_saved(self):
        for path in self.pictures():
            # The tolerance is one level, plus half a level for the screen's rounding.
            self.assertLessEqual(self.difference(path, "gaussian-blur", "radius", 10).max(), 1.5, path)

    def test_a_saturated_picture_is_seen_nearly_as_it_is_saved(self):
        for path in self.pictures():
            self.assertLessEqual(self.difference(path, "saturation", "amount", 1.6).mean(), 1.5, path)


if __name__ == "__main__":
    unittest.main()
