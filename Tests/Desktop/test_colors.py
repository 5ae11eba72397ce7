"""Pictures in other color spaces: how they are shown, and the colors of saved files."""

import ctypes
import io
import os
import sys
import unittest

import numpy
from PIL import Image, ImageCms

from desktop import DesktopTest
from displays import wait_until
from window import cli, pixels

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../Support"))
from floats import exr


class Colors(DesktopTest):
    def make_p3(self):
        """A Display P3 picture, and its pixels converted to sRGB by lcms2."""
        chart = self.file("chart.png")
        squares = numpy.array([[[40, 150, 220], [200, 60, 60]], [[90, 180, 70], [230, 200, 60]]], numpy.uint8)
        Image.fromarray(squares.repeat(150, 0).repeat(200, 1)).save(chart)
        path = self.file("p3.png")
        cli("render", chart, "-o", path, "--profile", "p3")
        with Image.open(path) as image:
            shown = ImageCms.profileToProfile(
                image, io.BytesIO(image.info["icc_profile"]), ImageCms.createProfile("sRGB"))
            return path, numpy.asarray(shown).astype(float)

    def squares(self, seen):
        """The color in the middle of each quarter of the picture."""
        height, width, _ = seen.shape
        return numpy.array([
            [seen[int(height * y), int(width * x)] for x in (0.25, 0.75)] for y in (0.25, 0.75)])

    def test_floats_are_brought_back_by_an_exposure_and_saved_as_floats(self):
        light = numpy.full((300, 400, 3), 4, numpy.float32)
        light[:, 200:] = 1
        path = self.file("light.exr")
        with open(path, "wb") as file:
            file.write(exr(light))
        window = self.open(path)
        window.wait_for("slider", "Exposure")
        self.wait_for_picture(window, "light.exr", (400, 300), lambda seen: seen.min() >= 254, "white")
        # Two stops down, a light of 4 becomes white, and a light of 1 becomes a quarter.
        window.set_slider("Exposure", -2)
        self.wait_for_picture(
            window, "light.exr", (400, 300),
            lambda seen: numpy.abs(self.squares(seen) - [[[255], [137]]] * 2).max() <= 2, "both")

    def test_a_recipe_stored_in_a_picture_is_offered_and_applied(self):
        plain, with_recipe = self.file("plain.png"), self.file("stored.png")
        Image.fromarray(numpy.full((300, 400, 3), 60, numpy.uint8)).save(plain)
        cli("render", plain, "-o", with_recipe, "--keep-recipe", "--", "invert")
        window = self.open(with_recipe)
        window.wait_for("slider", "Exposure")

        def wait_for_gray(level, what):
            # Only the upper half is compared: the offer covers the lower part of the picture.
            self.wait_for_picture(
                window, "stored.png", (400, 300), lambda seen: numpy.abs(seen[:len(seen) // 2] - level).max() <= 2, what)

        wait_for_gray(195, "the picture")
        window.press("Apply")
        wait_for_gray(60, "the recipe applied")
        self.display.keys("ctrl+z")
        wait_for_gray(195, "the recipe undone")

    def test_display_p3_is_shown_correctly_and_saved_unchanged(self):
        path, expected = self.make_p3()
        stored = pixels(path)
        self.assertGreater(numpy.abs(stored - expected).max(), 10)
        window = self.open(path)
        window.wait_for("slider", "Exposure")
        self.wait_for_picture(
            window, "p3.png", (400, 300),
            lambda seen: numpy.abs(self.squares(seen) - self.squares(expected)).max() <= 2, "its colors")
        # A filter that works in sRGB does not change how the picture is shown.
        window.set_slider("Saturation", 0)
        self.wait_for_picture(
            window, "p3.png", (400, 300), lambda seen: (seen.max(axis=2) - seen.min(axis=2)).max() <= 2, "gray")
        self.display.keys("ctrl+z")
        window.wait_for_rest()
        self.display.keys("ctrl+shift+e")
        wait_until(lambda: window.find("push button", "Choose Folder…"), "the sheet")
        window.press("Export")
        window.wait_for_text("Exported")
        with Image.open(self.file("p3-edited.png")) as saved, Image.open(path) as source:
            self.assertEqual(saved.info["icc_profile"], source.info["icc_profile"])
            self.assertEqual(saved.tobytes(), source.tobytes())

    def test_a_profile_is_chosen_from_a_file_in_the_sheet(self):
        path, _ = self.make_p3()
        profile = self.file("srgb.icc")
        with open(profile, "wb") as file:
            file.write(ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes())
        window = self.open(path)
        window.wait_for("slider", "Exposure")
        self.display.keys("ctrl+shift+e")
        wait_until(lambda: window.find("push button", "Choose Folder…"), "the sheet")
        self.choose_further(window, "Color Profile", 3)
        self.name_file(window, profile)
        window.wait_for_text("srgb.icc")
        window.press("Export")
        window.wait_for_text("Exported")
        with Image.open(self.file("p3-edited.png")) as saved:
            with open(profile, "rb") as file:
                self.assertEqual(saved.info["icc_profile"], file.read())

    @unittest.skipUnless(os.environ.get("GLINT_TEST_DISPLAY", "x11") == "x11", "Wayland's compositors convert windows")
    def test_pictures_are_shown_in_the_colors_of_the_display(self):
        path, shown_in_srgb = self.make_p3()
        with Image.open(path) as image:
            profile = image.info["icc_profile"]
        # On a Display P3 display, a Display P3 picture keeps its numbers.
        self.addCleanup(set_display_profile(self.display.environment["DISPLAY"], profile))
        stored = pixels(path)
        window = self.open(path)
        window.wait_for("slider", "Exposure")
        self.wait_for_picture(
            window, "p3.png", (400, 300),
            lambda seen: numpy.abs(self.squares(seen) - self.squares(stored)).max() <= 3, "the display's colors")
        self.assertGreater(numpy.abs(stored - shown_in_srgb).max(), 10)
        window.close()
        # An sRGB picture is converted to the display's profile, like lcms2 does.
        chart = self.file("chart.png")
        with Image.open(chart) as image:
            expected = numpy.asarray(ImageCms.profileToProfile(
                image, ImageCms.createProfile("sRGB"), io.BytesIO(profile))).astype(float)
        window = self.open(chart)
        self.wait_for_picture(
            window, "chart.png", (400, 300),
            lambda seen: numpy.abs(self.squares(seen) - self.squares(expected)).max() <= 3, "the chart's colors")


def set_display_profile(name, profile):
    """Sets the X11 property in which desktops publish a display's color profile; returns a function that
    removes it."""
    x11 = ctypes.CDLL("libX11.so.6")
    x11.XOpenDisplay.restype = x11.XDefaultRootWindow.restype = x11.XInternAtom.restype = ctypes.c_void_p
    # Left open: the server resets when its last client disconnects.
    display = ctypes.c_void_p(x11.XOpenDisplay(name.encode()))
    assert display, "there is no display"
    root = ctypes.c_void_p(x11.XDefaultRootWindow(display))
    atom = ctypes.c_void_p(x11.XInternAtom(display, b"_ICC_PROFILE", 0))
    cardinal, replace = ctypes.c_void_p(6), 0
    x11.XChangeProperty(display, root, atom, cardinal, 8, replace, profile, len(profile))
    x11.XFlush(display)

    def take_away():
        x11.XDeleteProperty(display, root, atom)
        x11.XCloseDisplay(display)

    return take_away
