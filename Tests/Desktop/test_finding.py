"""Finding things: menus, the zoom, the folder, properties and presets; and that keys still reach the
picture afterwards."""

import json
import os
import unittest

import numpy
from PIL import Image
from PIL.TiffImagePlugin import IFDRational

from desktop import DesktopTest
from displays import wait_until
from window import label

ON_X11 = os.environ.get("GLINT_TEST_DISPLAY", "x11") == "x11"


class Menus(DesktopTest):
    def test_a_card_is_removed_from_its_own_menu(self):
        window = self.open_recipe(self.make("a.png"), [{"id": "sepia", "parameters": {}}])
        self.focus(window.wait_for("slider", "Amount"))
        self.focus(window.wait_for("push button", "Remove Sepia"))
        self.display.keys("Menu")
        window.press("Remove", role="menu item")
        wait_until(lambda: not window.find("push button", "Remove Sepia"), "the card to go")
        window.wait_for_rest()
        self.display.keys("ctrl+z")
        window.wait_for("push button", "Remove Sepia")

    def setUp(self):
        super().setUp()
        self.window = self.open(self.make("a.png"))
        self.window.wait_for("slider", "Saturation")
        self.window.wait_for_rest()

    def assert_picture_has_keyboard(self):
        wait_until(
            lambda: (node := self.window.focused()) is not None and node.name == "a.png", "the picture's focus")

    def wait_for_no(self, item):
        wait_until(lambda: self.window.find("menu item", item) is None, f"the menu with {item} to close")

    def test_the_main_menu_is_short_and_gives_the_keyboard_back(self):
        self.display.keys("F10")
        self.window.wait_for("menu item", "Open…")
        items = [item for item in self.window.shown(lambda item: item.role == "menu item")]
        self.assertLessEqual(len(items), 12)
        self.display.keys("Escape")
        self.wait_for_no("Open…")
        # The Menu key opens the context menu of the focused widget, here the picture's.
        self.display.keys("Menu")
        self.window.wait_for("menu item", "Split View")
        self.display.keys("Escape")
        self.wait_for_no("Split View")
        self.assert_picture_has_keyboard()

    def test_the_zoom_is_always_there_and_chosen_from(self):
        self.display.keys("2")
        self.window.wait_for_text("Zoom: 200 %")
        self.window.press("Zoom: 200 %")
        self.window.press("Zoom to 50 %", role="menu item")
        self.window.wait_for_text("Zoom: 50 %")
        self.wait_for_no("Zoom to 50 %")
        self.assert_picture_has_keyboard()
        self.display.keys("4")
        self.window.wait_for_text("Zoom: 400 %")

    def test_the_picture_has_a_menu_and_gives_the_keyboard_back(self):
        self.display.keys("Menu")
        self.window.press("Split View", role="menu item")
        self.window.wait_for("label", "Original")
        wait_until(lambda: self.window.find("menu item", "Split View") is None, "the menu to close")
        self.assert_picture_has_keyboard()
        self.display.keys("s")
        wait_until(lambda: not self.window.find("label", "Original"), "the comparison to end")

    def test_a_slider_has_a_menu(self):
        self.window.set_slider("Saturation", 0.3)
        self.focus(self.window.wait_for("slider", "Saturation"))
        self.display.keys("Menu")
        self.window.press("Reset", role="menu item")
        wait_until(lambda: self.window.slider("Saturation").currentValue == 1, "the reset")
        wait_until(lambda: self.window.focused().name == "Saturation", "the slider's focus")

    def test_preferences_are_kept(self):
        self.display.keys("ctrl+comma")
        window = self.window

        def wait_for_focus(name):
            wait_until(lambda: (node := window.focused()) is not None and node.name == name, name)
        wait_for_focus("Style")
        self.display.keys("Tab", "Return")
        window.wait_for_text("Middle Gray")
        self.display.keys("Down", "Return")

        def is_kept():
            with open(self.folder + "/config/glint/settings.ini") as file:
                return "surround=gray" in file.read()
        wait_until(lambda: os.path.exists(self.folder + "/config/glint/settings.ini") and is_kept(), "the choice")
        # The list closes later than it chooses; until then, Escape would only close the list.
        wait_for_focus("Surround")
        self.display.keys("Escape")
        # The surround has L* 50, above and below the picture.
        wait_until(lambda: abs(window.canvas("a.png")[2] - 0x77).max() <= 1, "the gray surround")


class Chooser(DesktopTest):
    """The list that Add Filter opens."""

    def open_chooser(self):
        window = self.open(self.make("a.png", size=(300, 200), color=(0, 128, 128)))
        window.wait_for("slider", "Saturation")
        window.wait_for_rest()
        self.display.keys("ctrl+f")
        window.wait_for_typing()
        return window

    @staticmethod
    def filters(window):
        """The names of the filters in the list, without its headings."""
        return [item.name for item in window.shown(lambda item: item.role == "list item" and item.name)]

    def test_each_filter_is_shown_on_the_open_picture(self):
        window = self.open_chooser()

        def has(color):
            return (abs(window.screen().astype(int) - color).max(axis=2) <= 2).sum() > 1500

        self.display.write("negative")
        wait_until(lambda: self.filters(window)[:1] == ["Invert"], "the list of what is found")
        wait_until(lambda: has((255, 127, 127)), "the inverted picture")
        # Hue is neutral by default; its thumbnail is not.
        self.display.keys("ctrl+a")
        self.display.write("rotate colors")
        wait_until(lambda: "Hue" in self.filters(window), "the list of what is found")
        wait_until(lambda: not has((255, 127, 127)), "the thumbnail to go")
        self.display.keys("Escape")
        wait_until(lambda: not window.find("entry", "Search Filters"), "the list to close")
        self.display.keys("ctrl+f")
        window.wait_for_typing()
        self.display.write("negative")
        wait_until(lambda: has((255, 127, 127)), "the inverted picture again")

    def test_filters_used_most_come_first(self):
        window = self.open_chooser()
        wait_until(lambda: self.filters(window)[:3] == ["Black & White", "Gaussian Blur", "Analog Video"], "common filters")
        self.display.keys("Escape")
        for _ in range(2):
            self.add(window, "posterize")
            wait_until(lambda: not window.find("entry", "Search Filters"), "the list to close")
        self.display.keys("ctrl+f")
        window.wait_for_typing()
        # Behind those of the cards.
        wait_until(
            lambda: self.filters(window)[2:4] == ["Posterize", "Black & White"], "the filter used twice")

    def test_renamed_filters_are_found_by_their_old_names(self):
        window = self.open_chooser()
        for word, title in (("median", "Speck Removal"), ("kuwahara", "Oil Painting"), ("toon", "Cartoon")):
            self.display.keys("ctrl+a")
            self.display.write(word)
            wait_until(lambda: self.filters(window)[:1] == [title], title)


class Properties(DesktopTest):
    def test_properties_show_what_the_file_contains(self):
        exif = Image.Exif()
        exif[0x010F], exif[0x0110] = "Acme", "Acme One"
        exif[0x8769] = {0x829A: IFDRational(1, 250), 0x8827: 400, 0x9003: "2024:05:01 12:30:00"}
        Image.new("RGB", (300, 200)).save(self.file("shot.jpg"), exif=exif)
        window = self.open(self.file("shot.jpg"))
        window.wait_for("image", "shot.jpg")
        self.display.keys("alt+Return")
        for text in ("300 × 200", "JPEG", "Acme One", "1/250 s", "ISO 400", "2024-05-01 12:30:00"):
            window.wait_for_text(text)


class Folder(DesktopTest):
    def setUp(self):
        super().setUp()
        for number in range(1, 13):
            self.make(f"p{number}.png", size=(64, 48), color=(20 * number, 100, 200))
        self.window = self.open(self.file("p3.png"))
        self.window.wait_for("push button", "Picture 3 of 12")

    def test_page_keys_step_wherever_the_focus_is_and_arrows_only_on_the_picture(self):
        window = self.window
        self.focus(window.wait_for("slider", "Saturation"))
        self.display.keys("Page_Down")
        window.wait_for("image", "p4.png")
        window.wait_for_text("4 of 12")
        self.focus(window.wait_for("slider", "Saturation"))
        self.display.keys("Left")
        wait_until(lambda: window.slider("Saturation").currentValue < 1, "the slider to move")
        self.assertTrue(window.find("image", "p4.png"))
        if ON_X11:
            x, y, width, height = window.extents(window.wait_for("image", "p4.png"))
            self.display.click(x + width // 2, y + height // 2)
            wait_until(lambda: window.focused().name == "p4.png", "the picture's focus")
            self.display.keys("Left")
            window.wait_for("image", "p3.png")
        self.display.keys("Page_Up")
        window.wait_for("image", "p2.png" if ON_X11 else "p3.png")

    def test_thumbnails_are_shown_and_chosen_from(self):
        window = self.window
        self.display.keys("F8")
        thumbnail = window.wait_for("image", "p5.png")
        self.assertTrue(window.find("image", "p1.png"))
        self.assertTrue(window.find("list", "Pictures in the Folder"))
        if ON_X11:
            x, y, width, height = window.extents(thumbnail)
            window.wait_for_rest()
            self.display.click(x + width // 2, y + height // 2)
            window.wait_for_text("5 of 12")
            # The arrow keys continue from the chosen picture.
            self.display.keys("Right")
            window.wait_for_text("6 of 12")
        self.display.keys("F8")
        wait_until(lambda: not window.find("image", "p5.png"), "the thumbnails to go")


class Several(DesktopTest):
    """Files that are opened together are stepped through in one window."""

    def setUp(self):
        super().setUp()
        os.mkdir(self.file("other"))
        self.paths = [
            self.make(name, size=(64, 48), color=(200, 30 * index, 100))
            for index, name in enumerate(("b.png", "other/a.png", "c.png"))]
        # Not among those that are opened.
        self.make("bb.png")

    def frames(self, window):
        return [frame.name for frame in window.application if frame.getRoleName() == "frame"]

    def test_they_are_in_the_strip_in_their_order_with_the_recipe_of_the_launch(self):
        recipe = self.file("recipe.json")
        with open(recipe, "w") as file:
            json.dump({"glint": 1, "filters": [{"id": "saturation", "parameters": {"amount": 0.5}}]}, file)
        window = self.open("--recipe", recipe, *self.paths)
        window.wait_for("push button", "Picture 1 of 3")
        for name in ("b.png", "a.png", "c.png"):
            window.wait_for("image", name)
        self.assertEqual(len(self.frames(window)), 1)
        window.wait_for_rest()
        self.display.keys("Page_Down")
        window.wait_for("push button", "Picture 2 of 3")
        wait_until(lambda: window.slider("Saturation").currentValue == 0.5, "the recipe on the second picture")
        self.display.keys("Page_Down", "Page_Down")
        window.wait_for_text("This is the last picture")
        window.wait_for("push button", "Picture 3 of 3")

    def test_edits_are_copied_to_others_from_the_strip_and_marked(self):
        window = self.open(*self.paths)
        window.wait_for("push button", "Picture 1 of 3")
        window.set_slider("Saturation", 0)
        window.wait_for_rest()
        if not ON_X11:
            return
        thumbnail = window.wait_for("image", "c.png")
        x, y, width, height = window.extents(thumbnail)
        self.display.point(x + width / 2, y + height / 2)
        self.display.run("xdotool", "click", "3")
        window.press("Copy Edits to This Picture", role="menu item")
        window.wait_for_text("Copied the edits to 1 picture")
        wait_until(lambda: thumbnail.description == "Edited, not exported", "the mark of the thumbnail")
        x, y, width, height = window.extents(thumbnail)
        left, top = round(x) + self.display.window_offset, round(y) + self.display.window_offset
        # The picture is red, and gray with the edits; its corner has the mark.
        wait_until(
            lambda: numpy.ptp(window.screen()[top + 20:top + 30, left + 20:left + 30].astype(int), axis=2).max() < 3,
            "a gray thumbnail")
        # The message's button; the header bar has one of this name, too.
        *_, undo = window.shown(lambda item: item.role == "push button" and label(item.name) == "Undo")
        undo.node(window.application).queryAction().doAction(0)
        wait_until(lambda: thumbnail.description == "", "the mark to go")

    def test_each_gets_a_window_on_request(self):
        window = self.open("--new-window", *self.paths)
        wait_until(lambda: len(self.frames(window)) == 3, "three windows")

    def test_a_picture_of_another_window_is_passed(self):
        window = self.open("--new-window", self.file("bb.png"), self.file("c.png"))
        wait_until(lambda: len(self.frames(window)) == 2, "two windows")
        window.wait_for_rest()
        # The newest window, of c.png, has the keyboard.
        self.display.keys("Page_Up")
        window.wait_for_text("“bb.png” is open in another window")
        window.wait_for("image", "b.png")

    def test_a_folder_opens_its_first_picture_and_is_followed(self):
        window = self.open(self.file("."))
        window.wait_for("push button", "Picture 1 of 3")
        window.wait_for("image", "c.png")
        self.make("d.png")
        window.wait_for("push button", "Picture 1 of 4")
        os.rename(self.file("d.png"), self.file("a.png"))
        window.wait_for("push button", "Picture 2 of 4")
        os.remove(self.file("c.png"))
        window.wait_for("push button", "Picture 2 of 3")


class ManyPictures(DesktopTest):
    @unittest.skipUnless(ON_X11, "the wheel is xdotool's")
    def test_thumbnails_begin_at_the_open_picture_and_follow_the_wheel(self):
        source = self.make("p0000.png", size=(60, 40))
        for number in range(1, 2000):
            os.link(source, self.file(f"p{number:04}.png"))
        window = self.open(self.file("p1000.png"))
        window.wait_for("slider", "Exposure")
        self.display.keys("F8")
        window.wait_for("image", "p0997.png")
        # Only visible rows have widgets.
        self.assertLess(len(window.texts("p0")) + len(window.texts("p1")), 100)
        x, y, width, height = window.extents(window.wait_for("image", "p0997.png"))
        window.wait_for_rest()
        self.display.point(x + width // 2, y + height // 2)

        def is_reached():
            self.display.run("xdotool", "click", "--repeat", "5", "--delay", "30", "5")
            window.wait_for_rest()
            return window.find("image", "p1010.png")

        wait_until(is_reached, "the wheel to scroll to p1010.png")


class Presets(DesktopTest):
    def open_presets(self):
        os.makedirs(self.file("data/glint/presets"))
        with open(self.file("data/glint/presets/mine.json"), "w") as file:
            json.dump({"glint": 1, "title": "Mine", "filters": [{"id": "invert", "parameters": {"amount": 1}}]}, file)
        self.source = self.make("a.png")
        window = self.open_recipe(self.source, [{"id": "sepia", "parameters": {}}])
        window.wait_for("push button", "Remove Sepia")
        self.display.keys("ctrl+p")
        window.wait_for("push button", "Mine")
        return window

    def test_a_preset_is_added_and_undone_with_the_list_open(self):
        window = self.open_presets()
        self.display.keys("Return")
        window.wait_for("push button", "Remove Invert")
        self.assertTrue(window.find("push button", "Remove Sepia"))
        self.display.keys("ctrl+z")
        wait_until(lambda: not window.find("push button", "Remove Invert"), "the preset to go")
        self.assertTrue(window.find("push button", "Mine"))

    def test_a_preset_that_replaces_other_edits_says_so_and_is_undone(self):
        window = self.open_presets()
        window.press("Replace Other Edits", role="check box")
        window.press("Mine")
        window.wait_for_text("“Mine” replaced Sepia")
        wait_until(lambda: not window.find("push button", "Remove Sepia"), "the filter to go")
        # The choice can be taken back with the list open.
        window.press("Replace Other Edits", role="check box")
        window.wait_for("push button", "Remove Sepia")
        window.press("Replace Other Edits", role="check box")
        wait_until(lambda: not window.find("push button", "Remove Sepia"), "the filter to go again")
        window.press("Crisp")
        window.wait_for_text("“Crisp” replaced “Mine”")
        self.display.keys("ctrl+z")
        window.wait_for("push button", "Remove Preset Mine")

    def test_the_strength_of_a_preset_is_changed_after_its_list_and_its_window_were_closed(self):
        window = self.open_presets()
        self.display.keys("Return")
        window.wait_for("push button", "Remove Invert")
        self.display.keys("Escape")
        wait_until(lambda: not window.find("push button", "Mine"), "the list to close")
        window.set_slider("Preset Strength", 50)
        saved = self.save(window, "b.png")
        half = {"id": "invert", "parameters": {"amount": 1}, "opacity": 0.5}
        expected = self.render(self.source, [{"id": "sepia", "parameters": {}}, half])
        self.assertTrue((saved == expected).all())
        # Choosing a preset and setting its strength is one undo step.
        self.display.keys("ctrl+z")
        wait_until(lambda: not window.find("push button", "Remove Invert"), "the preset to go")
        self.display.keys("ctrl+shift+z")
        window.wait_for("push button", "Remove Preset Mine")
        window.close()
        window = self.open(self.source)
        window.wait_for("push button", "Remove Preset Mine")
        wait_until(lambda: window.slider("Preset Strength").currentValue == 50, "the strength to be shown")
        window.set_slider("Preset Strength", 25)
        window.press("Remove Preset Mine")
        wait_until(lambda: not window.find("push button", "Remove Invert"), "the preset to go")
        self.assertTrue(window.find("push button", "Remove Sepia"))

    def test_a_preset_gets_another_name(self):
        window = self.open_presets()
        self.display.keys("F2")
        window.wait_for_text("Rename “Mine”")
        window.wait_for_typing()
        self.display.keys("ctrl+a")
        self.display.write("Negative")
        self.display.keys("Return")
        window.wait_for_text("The preset is now called “Negative”")
        with open(self.file("data/glint/presets/mine.json")) as file:
            self.assertEqual(json.load(file)["title"], "Negative")


class Layout(DesktopTest):
    def set_size(self, width, height):
        os.makedirs(self.folder + "/config/glint", exist_ok=True)
        with open(self.folder + "/config/glint/settings.ini", "w") as file:
            file.write(f"[Window]\nsize={width}x{height}\n")

    @unittest.skipUnless(ON_X11, "the desktop sizes the window")
    def test_in_a_narrow_window_the_panel_is_below_the_picture(self):
        self.set_size(360, 720)
        window = self.open(self.make("a.png", size=(300, 200), color=(200, 120, 60)))
        slider = window.wait_for("slider", "Exposure")
        window.wait_for_rest()
        image, row = window.extents(window.wait_for("image", "a.png")), window.extents(slider)
        self.assertLessEqual(image[2], 360)
        self.assertGreaterEqual(row[1], image[1] + image[3])
        # The picture is not dimmed.
        wait_until(
            lambda: abs(window.inner_picture("a.png", (300, 200)) - (200, 120, 60)).max() < 2, "the picture's color")

    @unittest.skipUnless(ON_X11, "the desktop sizes the window")
    def test_a_window_made_narrow_and_wide_again_shows_as_much_of_the_panel(self):
        window = self.open(self.make("a.png"))

        def panel():
            return window.extents(window.wait_for("push button", "Add Filter"))

        before = panel()
        for _ in range(2):
            self.display.resize(360, 760)
            wait_until(lambda: window.extents(window.wait_for("image", "a.png"))[2] <= 360, "the narrow window")
            image = window.extents(window.wait_for("image", "a.png"))
            # The panel takes half of the height.
            wait_until(
                lambda: panel()[1] - window.extents(window.wait_for("slider", "Exposure"))[1] > 100,
                f"the rows below the picture, which is {image}")
            self.display.resize(1280, 860)
            wait_until(lambda: panel()[2] == before[2], f"the width of before, {before}")

    @unittest.skipUnless(ON_X11, "the desktop sizes the window")
    def test_the_size_of_the_window_is_remembered(self):
        self.set_size(1000, 700)
        window = self.open(self.make("a.png"))
        window.wait_for("slider", "Exposure")
        self.display.keys("ctrl+w")
        wait_until(lambda: window.process.poll() is not None, "the end of the program")
        with open(self.folder + "/config/glint/settings.ini") as file:
            self.assertIn("size=1000x700", file.read())

    @unittest.skipIf(ON_X11, "a desktop has to make it fullscreen")
    def test_fullscreen_shows_the_picture_alone(self):
        window = self.open(self.make("a.png"))
        window.wait_for("slider", "Exposure")
        self.display.keys("F11")
        wait_until(lambda: not window.find("slider", "Exposure"), "the panel to go")
        wait_until(lambda: not window.find("push button", "Save"), "the header to go")
        self.display.keys("Escape")
        window.wait_for("slider", "Exposure")
        window.wait_for("push button", "Save")


if __name__ == "__main__":
    unittest.main()
