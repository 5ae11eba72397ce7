"""Files that are no pictures."""

import unittest

import numpy

from desktop import DesktopTest


class BadFiles(DesktopTest):
    def test_a_file_that_is_no_picture_ends_in_a_sentence(self):
        path = self.file("text.png")
        with open(path, "w") as file:
            file.write("not a picture")
        window = self.open(path)
        window.wait_for_text("text.png")
        self.assertIsNone(window.find("slider", "Radius"))

    def test_the_picture_being_edited_stays_when_another_cannot_be_opened(self):
        good, bad = self.make("good.png", color=(10, 200, 50)), self.file("empty.png")
        open(bad, "w").close()
        window = self.open(good)
        window.set_slider("Radius", 7)
        self.display.keys("ctrl+o")
        self.name_file(window, bad)
        window.wait_for_text("empty.png")
        self.assertEqual(window.slider("Radius").currentValue, 7)
        self.wait_for_picture(
            window, "good.png", (640, 400), lambda seen: (numpy.abs(seen - [10, 200, 50]) < 2).all(),
            "the picture that was there")


if __name__ == "__main__":
    unittest.main()
