"""Files with several pictures: which of them is shown, and switching between them."""

import os
import unittest

import numpy
from PIL import Image

from desktop import DesktopTest
from displays import wait_until


class Pages(DesktopTest):
    LEVELS = (60, 120, 180)

    def make_pages(self):
        """A TIFF with three pages, each of a uniform gray."""
        path = self.file("scan.tif")
        pages = [Image.new("RGB", (400, 300), (level,) * 3) for level in self.LEVELS]
        pages[0].save(path, save_all=True, append_images=pages[1:])
        return path

    def wait_for_gray(self, window, level, what):
        # Only the upper half is compared: messages cover the lower part of the picture.
        self.wait_for_picture(
            window, "scan.tif", (400, 300),
            lambda seen: numpy.abs(seen[:len(seen) // 2] - level).max() <= 2, what)

    def test_pages_are_turned_by_the_chooser_and_by_keys_and_keep_the_edits(self):
        window = self.open(self.make_pages())
        chooser = window.wait_for("spin button", "Page").queryValue()
        window.wait_for_text("page 1 of 3")
        self.wait_for_gray(window, 60, "the first page")
        chooser.currentValue = 3
        window.wait_for_text("page 3 of 3")
        self.wait_for_gray(window, 180, "the third page")
        self.display.keys("ctrl+Page_Up")
        window.wait_for_text("page 2 of 3")
        self.wait_for_gray(window, 120, "the second page")
        window.set_slider("Exposure", 1)
        brighter = 166  # Twice the light of 120.
        self.wait_for_gray(window, brighter, "the second page, brighter")
        before = self.bytes_of(self.file("scan.tif"))
        self.display.keys("ctrl+shift+s")
        self.name_file(window, self.file("second.png"))
        window.wait_for_text("Saved second.png")
        with Image.open(self.file("second.png")) as image:
            self.assertLessEqual(abs(image.convert("RGB").getpixel((5, 5))[0] - brighter), 1)
        self.assertEqual(before, self.bytes_of(self.file("scan.tif")))
        # Another page is not the file's main picture, so Save asks again, and suggests a different name.
        self.display.keys("ctrl+Page_Down")
        window.wait_for_text("page 3 of 3")
        self.display.keys("ctrl+s")
        window.wait_for("push button", "Cancel")
        window.wait_for_typing("scan-page3-edited.tif")
        self.display.keys("Escape")

    def test_a_missing_page_is_reported_and_the_other_stays(self):
        path = self.make_pages()
        window = self.open(path)
        chooser = window.wait_for("spin button", "Page").queryValue()
        self.wait_for_gray(window, 60, "the first page")
        other = self.file("other.tif")
        Image.new("RGB", (400, 300), (60, 60, 60)).save(other)
        os.replace(other, path)
        chooser.currentValue = 2
        window.wait_for_text("no picture 2; it contains 1")
        wait_until(lambda: chooser.currentValue == 1, "the chooser back at the page that is shown")
        self.wait_for_gray(window, 60, "the page that was shown")

    def test_a_file_that_was_replaced_by_one_page_has_no_other_to_turn_to(self):
        path = self.make_pages()
        window = self.open(path)
        window.wait_for("spin button", "Page").queryValue().currentValue = 2
        self.wait_for_gray(window, 120, "the second page")
        window.set_slider("Exposure", 1)
        self.wait_for_gray(window, 166, "the second page, brighter")
        self.display.keys("ctrl+shift+s")
        self.name_file(window, path)
        # The sheet asks about the name, since it already exists.
        window.wait_for_text("and its other 2 pages will be lost")
        self.focus(window.wait_for("check box"))
        self.display.keys("space")
        window.press("Replace")
        window.wait_for_text("Saved scan.tif")
        wait_until(lambda: window.find("spin button", "Page") is None, "the chooser to go")

    def test_a_file_with_one_picture_has_no_chooser_and_an_animated_webp_is_a_clip(self):
        one = self.make("one.png")
        window = self.open(one)
        window.wait_for("slider", "Exposure")
        self.assertIsNone(window.find("spin button", "Page"))
        moving = self.file("moving.webp")
        frames = [Image.new("RGB", (400, 300), (level,) * 3) for level in self.LEVELS]
        frames[0].save(moving, save_all=True, append_images=frames[1:], duration=200, lossless=True)
        second = self.open(moving)
        second.wait_for("slider", "Position")
        self.assertIsNone(second.find("spin button", "Page"))


if __name__ == "__main__":
    unittest.main()
