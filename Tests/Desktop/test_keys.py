"""Keys, the wheel and drags: which widget gets them, in every keyboard layout."""

import os
import time
import unittest

from desktop import DesktopTest
from displays import wait_until

ON_X11 = os.environ.get("GLINT_TEST_DISPLAY", "x11") == "x11"
# The positions of keys on a keyboard: Linux's key codes plus 8.
# Half of a slider's knob, in pixels.
KNOB = 9
C, F, T, Z, ONE = 54, 41, 28, 52, 10


@unittest.skipUnless(ON_X11, "setxkbmap and xdotool need X11")
class Layouts(DesktopTest):
    def test_shortcuts_work_with_layouts_without_latin_letters(self):
        window = self.open(self.make("a.png"))
        window.wait_for("slider", "Exposure")
        for layout in ("ru", "ru,us", "us,ru", "gr", "ara"):
            self.display.run("setxkbmap", layout)
            with self.subTest(layout):
                self.display.keys(str(C))
                window.wait_for("push button", "Apply")
                self.display.keys("Escape")
                wait_until(lambda: not window.find("push button", "Apply"), "the crop to end")
                window.set_slider("Exposure", 1)
                self.display.keys(f"ctrl+{Z}")
                wait_until(lambda: window.slider("Exposure").currentValue == 0, "the undo")
                self.display.keys(str(ONE))
                window.wait_for_text("Zoom: 100 %")
                self.display.keys("0")

    def test_letters_that_are_typed_do_not_trigger_shortcuts(self):
        window = self.open(self.make("a.png"))
        window.wait_for("slider", "Exposure")
        # The server forgets the layout when its last client leaves, so the window comes first.
        self.display.run("setxkbmap", "ru")
        self.display.keys(f"ctrl+{F}")
        window.wait_for_typing("")
        self.display.keys(str(C), str(T))
        window.wait_for_typing("се")
        self.assertIsNone(window.find("push button", "Apply"))


class Focus(DesktopTest):
    def test_a_focused_slider_leaves_the_keys_of_the_window_alone(self):
        paths = [self.make(name, color=color) for name, color in (("a.png", "red"), ("b.png", "blue"))]
        window = self.open(paths[0])
        exposure = window.wait_for("slider", "Exposure")
        window.set_slider("Exposure", 1)
        self.focus(exposure)
        self.display.keys("1")
        window.wait_for_text("Zoom: 100 %")
        self.display.keys("plus")
        window.wait_for_text("Zoom: 150 %")
        self.assertEqual(window.slider("Exposure").currentValue, 1)
        self.display.keys("ctrl+shift+Right")
        window.wait_for("image", "b.png")
        # The edits were copied, not changed.
        wait_until(lambda: window.slider("Exposure").currentValue == 1, "the copied edits")

    def test_the_picture_has_the_keys_after_the_split_view(self):
        self.make("a.png")
        window = self.open(self.make("b.png"))
        window.wait_for("slider", "Exposure")
        self.display.keys("s")
        self.focus(window.wait_for("separator", "Split Line"))
        self.display.keys("s")
        wait_until(lambda: (node := window.focused()) is not None and node.name == "b.png", "the picture's focus")
        # Space would press a focused button.
        self.display.keys("space")
        time.sleep(0.3)
        self.assertIsNotNone(window.find("image", "b.png"))


class Opening(DesktopTest):
    def test_keys_pressed_while_a_picture_opens_are_meant_for_it(self):
        self.make("a.png", color="red")
        # Opening this one takes longer than the pause between the keys.
        self.make("b.png", size=(6000, 4000))
        self.make("c.png", color="blue")
        window = self.open(self.file("a.png"))
        window.wait_for("slider", "Exposure")
        self.display.keys("Page_Down", "Page_Down", "c")
        window.wait_for("push button", "Apply")
        window.wait_for("image", "c.png")

    def test_a_key_pressed_before_the_first_picture_is_open_is_not_lost(self):
        window = self.open(self.make("large.png", size=(9000, 6000)))
        self.display.keys("c")
        window.wait_for("push button", "Apply")


@unittest.skipUnless(ON_X11, "the wheel needs xdotool")
class Pointer(DesktopTest):
    def wheel(self, node, button, *held):
        x, y, width, height = self.window.extents(node)
        self.display.point(x + width / 2, y + height / 2)
        for key in held:
            self.display.run("xdotool", "keydown", key)
        self.display.run("xdotool", "click", "--repeat", "3", "--delay", "40", button)
        for key in held:
            self.display.run("xdotool", "keyup", key)

    def setUp(self):
        super().setUp()
        self.window = self.open(self.make("a.png", size=(3000, 2000)))
        self.window.wait_for("slider", "Exposure")
        self.window.wait_for_rest()

    def test_the_wheel_over_a_focused_slider_scrolls_the_panel(self):
        window = self.window
        self.display.resize(1200, 500)
        exposure = window.wait_for("slider", "Exposure")
        window.set_slider("Exposure", 1)
        self.focus(exposure)
        before = window.extents(exposure)[1]
        self.wheel(exposure, "5")
        wait_until(lambda: window.extents(exposure)[1] < before, "the panel to scroll")
        self.assertEqual(window.slider("Exposure").currentValue, 1)

    def test_the_wheel_with_control_changes_a_slider(self):
        self.wheel(self.window.wait_for("slider", "Exposure"), "4", "ctrl")
        wait_until(lambda: abs(self.window.slider("Exposure").currentValue - 0.15) < 1e-9, "three steps")

    def test_the_wheel_zooms_at_the_pointer_and_back_to_the_whole_picture(self):
        picture = self.window.wait_for("image", "a.png")
        fitted = self.zoom()
        self.wheel(picture, "4")
        wait_until(lambda: self.zoom() > fitted, "the zoom")
        for _ in range(3):
            self.wheel(picture, "5")
        wait_until(lambda: self.zoom() == fitted, "the whole picture")

    def zoom(self):
        return float(self.window.texts("Zoom: ")[0].removeprefix("Zoom: ").removesuffix(" %"))

    def drag_from(self, slider, fraction, distance):
        """Drags a knob by some pixels, and holds it there."""
        x, y, width, height = self.window.extents(slider)
        start = x + KNOB + (width - 2 * KNOB) * fraction
        self.display.point(start, y + height / 2)
        self.display.press_pointer()
        for step in range(1, 11):
            self.display.point(start + distance * step / 10, y + height / 2)
            time.sleep(self.display.PACE)

    def test_a_drag_with_shift_is_fine(self):
        window = self.window
        exposure = window.wait_for("slider", "Exposure")
        self.display.run("xdotool", "keydown", "shift")
        self.drag_from(exposure, 0.5, 20)
        # Without Shift, 20 of some 100 pixels are 2 of the range of 10.
        wait_until(lambda: 0.05 < window.slider("Exposure").currentValue < 0.3, "a sixteenth of the way")
        self.display.run("xdotool", "keyup", "shift")
        self.display.release_pointer()

    def test_a_drag_back_ends_at_no_effect(self):
        window = self.window
        exposure = window.wait_for("slider", "Exposure")
        self.drag_from(exposure, 0.5, 30)
        wait_until(lambda: window.slider("Exposure").currentValue > 1, "the drag")
        x, y, width, height = window.extents(exposure)
        self.display.point(x + width / 2 + 1, y + height / 2)
        wait_until(lambda: window.slider("Exposure").currentValue == 0, "no effect")
        self.display.release_pointer()

    def test_escape_cancels_a_drag_and_restores_the_value(self):
        window = self.window
        window.set_slider("Exposure", 1)
        exposure = window.wait_for("slider", "Exposure")
        x, y, width, height = window.extents(exposure)
        self.drag_from(exposure, 0.6, 40)
        wait_until(lambda: window.slider("Exposure").currentValue > 1.2, "the drag")
        # xdotool's option --clearmodifiers, which keys() uses, would release the button.
        self.display.run("xdotool", "key", "Escape")
        wait_until(lambda: window.slider("Exposure").currentValue == 1, "the value before the drag")
        self.display.point(x + width / 2 + 90, y + height / 2)
        time.sleep(0.2)
        self.assertEqual(window.slider("Exposure").currentValue, 1)
        self.display.release_pointer()
        # The slider can be dragged again afterwards.
        self.drag_from(exposure, 0.6, 20)
        self.display.release_pointer()
        wait_until(lambda: window.slider("Exposure").currentValue > 1.5, "another drag")


if __name__ == "__main__":
    unittest.main()
