"""Other languages: texts, number formats, right-to-left layout, and whether longer words fit."""

import os
import unittest

from desktop import DesktopTest
from displays import wait_until
from languages import language, locale, pseudo_language
from window import text_of

ON_X11 = os.environ.get("GLINT_TEST_DISPLAY", "x11") == "x11"
# Names may be cut off: they can have any length and take the remaining space, as does the picture's size
# below the name.
NAMES = ("wave.png", "640 × 400")


class German(DesktopTest):
    def open_german(self, *arguments):
        environment = {**locale("de_DE", self.folder), **language("de", self.folder)}
        return self.open(*arguments, environment=environment)

    def test_the_window_speaks_the_language_of_the_desktop(self):
        window = self.open_german(self.make("wave.png"))
        window.wait_for("push button", "Filter hinzufügen")
        window.wait_for("slider", "Sättigung")
        self.display.keys("ctrl+f")
        window.wait_for("list item", "Gaußsche Unschärfe")
        self.assertEqual(window.texts("Saturation"), [])

    def test_filters_are_found_by_their_english_names_too(self):
        window = self.open_german(self.make("wave.png"))
        window.wait_for("push button", "Filter hinzufügen")
        self.display.keys("ctrl+f")
        window.wait_for_typing()
        self.display.write("gaussian")
        window.wait_for("list item", "Gaußsche Unschärfe")
        wait_until(lambda: not window.find("list item", "Sepia"), "the list of what is found")

    def test_numbers_have_decimal_commas_shown_and_typed(self):
        window = self.open_german(self.make("wave.png"))
        slider = window.slider("Sättigung")
        entry = window.wait_for("text", "Sättigung, Wert")
        self.assertEqual(text_of(entry), "0")
        self.focus(entry)
        self.display.keys("ctrl+a")
        self.display.write("12,5")
        self.display.keys("Return")
        wait_until(lambda: abs(slider.currentValue - 1.125) < 1e-9, "the typed number")
        wait_until(lambda: text_of(entry) == "+12,5", "the number as it is shown")

    def test_a_recipe_is_in_english_whatever_the_language(self):
        window = self.open_german(self.make("wave.png"))
        window.set_slider("Sättigung", 0.5)
        self.display.keys("ctrl+r")
        recipe = wait_until(
            lambda: (lambda text: text if text.startswith("{") else None)(self.display.copied_text()), "the recipe")
        self.assertIn('"saturation"', recipe)
        self.assertIn("0.5", recipe)


class RightToLeft(DesktopTest):
    def test_the_panel_is_on_the_left_in_arabic(self):
        source = self.make("wave.png")
        # GTK's text direction depends on the locale.
        window = self.open(source, environment={**locale("ar_EG", self.folder), **language("ar", self.folder)})
        canvas = window.extents(window.wait_for("image", "wave.png"))
        wait_until(lambda: list(window.shown(lambda item: item.role == "slider")), "the panel")
        sliders = list(window.shown(lambda item: item.role == "slider"))
        self.assertTrue(all(item.extents()[0] < canvas[0] for item in sliders))


class LongerWords(DesktopTest):
    """A pseudo-language with 40 % longer words: nothing is cut off, and no window becomes wider."""

    def open_long(self, stages, width, height):
        os.makedirs(self.folder + "/config/glint", exist_ok=True)
        with open(self.folder + "/config/glint/settings.ini", "w") as file:
            file.write(f"[Window]\nsize={width}x{height}\n")
        return self.open_recipe(
            self.make("wave.png"), stages, environment={**pseudo_language(self.folder), "GLINT_TEXT_LOG": "1"})

    def check(self, window):
        """Checks that nothing on screen is cut off except names, and that no window is narrower than its
        contents."""
        window.wait_for_rest()
        wait_until(lambda: "window " in window.output(), "the widths of windows")
        cut, widths = [], []
        for line in window.output().splitlines():
            if line.startswith("cut: ") and not any(name in line for name in NAMES):
                cut.append(line)
            elif line.startswith("window ") and not line.startswith("window 0 "):
                widths.append([int(number) for number in line.split() if number.isdigit()])
        self.assertEqual(cut, [])
        self.assertTrue(widths)
        for width, least in widths:
            self.assertGreaterEqual(width, least)
        return widths

    def test_all_of_the_panel_is_seen_at_the_usual_size(self):
        stages = [{"id": name, "parameters": {}} for name in ("ntsc", "hsl", "gaussian-blur", "levels")]
        window = self.open_long(stages, 1280, 860)
        window.wait_for("image", "wave.png")
        self.check(window)

    @unittest.skipUnless(ON_X11, "the desktop sizes the window")
    def test_all_of_the_panel_is_seen_in_a_narrow_window(self):
        window = self.open_long([{"id": "gaussian-blur", "parameters": {}}], 360, 720)
        window.wait_for("image", "wave.png")
        widths = self.check(window)
        self.assertLessEqual(min(width for width, _ in widths), 360)

    def test_the_sheets_show_all_of_their_texts(self):
        window = self.open_long([], 1280, 860)
        window.wait_for("image", "wave.png")
        for keys in ("ctrl+shift+e", "ctrl+b", "alt+Return"):
            self.display.keys(keys)
            window.wait_for_rest()
            self.check(window)
            self.display.keys("Escape")


if __name__ == "__main__":
    unittest.main()
