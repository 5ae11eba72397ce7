"""Files that are not pictures, incomplete, or very large."""

import struct
import unittest
import zlib

import numpy
from PIL import Image

from desktop import DesktopTest
from displays import wait_until


class BadFiles(DesktopTest):
    def test_a_file_that_is_no_picture_shows_an_error(self):
        path = self.file("text.png")
        with open(path, "w") as file:
            file.write("not a picture")
        window = self.open(path)
        # Its name alone is also shown while it is opened.
        window.wait_for_text("Could Not Open “text.png”")
        window.wait_for("push button", "Open Another Picture…")

    def test_the_picture_being_edited_stays_when_another_cannot_be_opened(self):
        good, bad = self.make("good.png", color=(10, 200, 50)), self.file("empty.png")
        open(bad, "w").close()
        window = self.open_stack(good)
        window.set_slider("Radius", 7)
        self.display.keys("ctrl+o")
        self.name_file(window, bad)
        window.wait_for_text("empty.png")
        self.assertEqual(window.slider("Radius").currentValue, 7)
        self.wait_for_picture(
            window, "good.png", (640, 400), lambda seen: (numpy.abs(seen - [10, 200, 50]) < 2).all(),
            "the picture that was there")

    def test_damage_is_reported_while_the_picture_is_open(self):
        whole, cut = self.make("whole.png"), self.file("a-cut.jpg")
        noise = numpy.random.default_rng(1).integers(0, 256, (400, 640, 3), dtype=numpy.uint8)
        Image.fromarray(noise).save(self.file("noise.jpg"))
        with open(cut, "wb") as file:
            file.write(self.bytes_of(self.file("noise.jpg"))[:90_000])
        window = self.open_stack(cut)
        window.wait_for("image", "a-cut.jpg")
        window.wait_for_text("a-cut.jpg is damaged, and only its readable part is shown")
        window.set_slider("Amount", 1)
        window.wait_for_text("is damaged, and only its readable part")
        self.display.keys("ctrl+o")
        self.name_file(window, whole)
        window.wait_for("image", "whole.png")
        wait_until(lambda: not window.has_text("is damaged"), "the warning to go")

    def test_opening_a_very_large_picture_asks_and_can_be_cancelled(self):
        path, side = self.file("large.png"), 33_000

        def chunk(name, data):
            return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

        with open(path, "wb") as file:
            # One bit per pixel.
            rows = zlib.compress(bytes((side // 8 + 1) * side), 1)
            file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 1, 0, 0, 0, 0)))
            file.write(chunk(b"IDAT", rows) + chunk(b"IEND", b""))
        window = self.open(self.make("good.png"))
        window.wait_for("image", "good.png")
        self.display.keys("ctrl+o")
        self.name_file(window, path)
        window.wait_for_text("Open “large.png”?")
        window.press("Cancel")
        wait_until(lambda: not window.has_text("Open “large.png”?"), "the question to go")
        self.assertTrue(window.find("image", "good.png"))


if __name__ == "__main__":
    unittest.main()
