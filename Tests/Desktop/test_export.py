"""Exporting: the sheet's questions, predictions and remembered options."""

import os
import re
import shutil
import stat
import unittest

import numpy
from PIL import Image

from desktop import LANDSCAPE, DesktopTest
from displays import wait_until
from window import cli, pixels, text_of


class ExportTest(DesktopTest):
    def ask(self, window, keys="ctrl+shift+e"):
        self.display.keys(keys)
        return wait_until(lambda: self.name_entry(window), "the sheet")

    def name_entry(self, window):
        """The entry for the file's name, which has the initial focus."""
        return window.find("push button", "Choose Folder…") and window.find("text", "Name")

    def wait_for_name(self, window, name):
        wait_until(lambda: text_of(window.wait_for("text", "Name")) == name, f"the name {name!r}")

    def type_name(self, window, name):
        entry = window.wait_for("text", "Name")
        self.focus(entry)
        self.display.keys("ctrl+a")
        self.display.write(name)
        self.wait_for_name(window, name)

    def type_size(self, window, size):
        entry = window.wait_for("text", "Longest Side")
        self.focus(entry)
        self.display.keys("ctrl+a")
        self.display.write(size)
        wait_until(lambda: text_of(entry) == size, "the size")

    def go_on(self, window, button="Export"):
        if button == "Save":
            # Return in the entry instead, since the window has another button with this name.
            self.focus(window.wait_for("text", "Name"))
            self.display.keys("Return")
        else:
            window.press(button)
        wait_until(lambda: window.find("push button", "Choose Folder…") is None, "the sheet to close")

    def forecast(self, window):
        """The width, height and number of bytes that the sheet predicts."""
        def forecast_in_sheet():
            for text in window.texts(" pixels · "):
                found = re.fullmatch(r"(\d+) × (\d+) pixels · ([\d.,]+)\s(bytes|kB|MB)", text)
                if found:
                    unit = {"bytes": 1, "kB": 1e3, "MB": 1e6}[found[4]]
                    return int(found[1]), int(found[2]), float(found[3].replace(",", ".")) * unit
            return None
        return wait_until(forecast_in_sheet, "the size of the file")


class Exporting(ExportTest):
    def test_the_sheet_predicts_the_file_and_its_name_follows_the_format(self):
        source = self.make("wave.png", size=(1200, 800))
        before = self.bytes_of(source)
        window = self.open_stack(source)
        window.set_slider("Amount", 1)
        window.wait_for_text("Edited, not exported")
        self.ask(window)
        self.wait_for_name(window, "wave-edited.png")
        self.assertIsNone(window.find("slider", "Quality"))
        self.choose_further(window, "Format", 1)
        self.wait_for_name(window, "wave-edited.jpg")
        window.set_slider("Quality", 90)
        self.type_size(window, "600")
        # A typed extension selects the format.
        self.type_name(window, "other.webp")
        window.wait_for("label", "WebP")
        self.type_name(window, "other.jpeg")
        wait_until(lambda: self.forecast(window)[:2] == (600, 400), "the size in pixels")
        forecast = self.forecast(window)
        self.go_on(window)
        window.wait_for_text("Exported other.jpeg")
        with Image.open(self.file("other.jpeg")) as image:
            self.assertEqual((image.format, image.size), ("JPEG", (600, 400)))
        size = os.path.getsize(self.file("other.jpeg"))
        self.assertLess(abs(forecast[2] - size), size / 10)
        stages = [{"id": "invert", "parameters": {"amount": 1}},
                  {"id": "resize", "parameters": {"width": 600, "height": 400}}]
        self.render(source, stages)
        cli("render", source, "-y", "-o", self.file("expected.jpg"), "--quality", "90", "--recipe",
            self.file("expected.json"))
        self.assertEqual(self.bytes_of(self.file("other.jpeg")), self.bytes_of(self.file("expected.jpg")))
        self.assertEqual(self.bytes_of(source), before)
        wait_until(lambda: not window.has_text("Edited, not exported"), "the edits to be known as exported")
        # An export does not name the file, so Save still asks for a name.
        self.ask(window, "ctrl+s")
        window.wait_for("push button", "Save")
        self.display.keys("Escape")
        wait_until(lambda: window.find("push button", "Choose Folder…") is None, "the sheet to close")

    def test_a_file_that_exists_is_replaced_in_the_sheet_itself(self):
        existing = self.make("wave-edited.png", size=(8, 8), color=(1, 2, 3))
        before = self.bytes_of(existing)
        window = self.open(self.make("wave.png", size=(64, 40)))
        window.wait_for("slider", "Exposure")
        self.ask(window)
        window.wait_for_text("Replace “wave-edited.png”")
        window.press("Export")
        window.wait_for_text("“wave-edited.png” already exists.")
        self.assertEqual(self.bytes_of(existing), before)
        # A new name needs no confirmation; changing it back asks again.
        self.type_name(window, "new.png")
        wait_until(lambda: not window.has_text("Replace “"), "the question to go")
        self.type_name(window, "wave-edited.png")
        window.wait_for_text("Replace “wave-edited.png”")
        replace = window.wait_for("check box")
        self.focus(replace)
        self.display.keys("space")
        self.go_on(window, "Replace")
        window.wait_for_text("Exported wave-edited.png")
        self.assertTrue((pixels(existing) == pixels(self.file("wave.png"))).all())

    def test_choices_are_remembered(self):
        os.mkdir(self.file("here"))
        os.mkdir(self.file("there"))
        source = self.make("here/wave.png")
        window = self.open(source)
        window.wait_for("slider", "Exposure")
        self.ask(window)
        self.choose_further(window, "Format", 1)
        window.set_slider("Quality", 41)
        self.type_size(window, "50 %")
        self.type_name(window, self.file("there/a.jpg"))
        self.assertEqual(self.forecast(window)[:2], (320, 200))
        self.go_on(window)
        window.wait_for_text("Exported a.jpg")
        self.assertEqual(window.close(), [])
        again = self.open(source)
        again.wait_for("slider", "Exposure")
        self.ask(again)
        self.wait_for_name(again, "wave-edited.jpg")
        self.assertEqual(again.slider("Quality").currentValue, 41)
        self.assertEqual(text_of(again.wait_for("text", "Longest Side")), "50 %")
        self.assertTrue(again.has_text(self.file("there")))
        # Two actions suffice now: the shortcut, and Return.
        self.display.keys("Return")
        again.wait_for_text("Exported wave-edited.jpg")
        with Image.open(self.file("there/wave-edited.jpg")) as image:
            self.assertEqual((image.format, image.size), ("JPEG", (320, 200)))

    def test_a_size_that_is_none_is_refused(self):
        window = self.open(self.make("wave.png", size=(64, 40)))
        window.wait_for("slider", "Exposure")
        self.ask(window)
        self.type_size(window, "huge")
        window.press("Export")
        window.wait_for_text("The longest side must be a number of pixels")
        self.display.keys("Escape")
        wait_until(lambda: window.find("push button", "Choose Folder…") is None, "the sheet to close")
        self.assertEqual(sorted(name for name in os.listdir(self.folder) if "edited" in name), [])

    def test_saving_as_jpeg_changes_the_name_and_keeps_saving_there(self):
        window = self.open_stack(self.make("wave.png"))
        window.set_slider("Amount", 1)
        self.ask(window, "ctrl+shift+s")
        self.wait_for_name(window, "wave-edited.png")
        self.choose_further(window, "Format", 1)
        self.wait_for_name(window, "wave-edited.jpg")
        window.set_slider("Quality", 90)
        self.go_on(window, "Save")
        window.wait_for_text("Saved wave-edited.jpg")
        window.set_slider("Amount", 0)
        self.display.keys("ctrl+s")
        cli("render", self.file("wave.png"), "-o", self.file("expected.jpg"), "--quality", "90")
        wait_until(
            lambda: self.bytes_of(self.file("wave-edited.jpg")) == self.bytes_of(self.file("expected.jpg")),
            "the second save")


class Passing(ExportTest):
    def test_transparent_parts_of_a_jpeg_get_the_chosen_color(self):
        source = self.file("veil.png")
        Image.new("RGBA", (64, 48), (200, 100, 50, 102)).save(source)
        window = self.open(source)
        window.wait_for("slider", "Exposure")
        self.ask(window)
        self.assertFalse(window.texts("Background"))
        self.type_name(window, "veil.jpg")
        window.wait_for("combo box", "Background")
        self.choose_next(window, "Background")
        self.go_on(window)
        window.wait_for_text("Exported veil.jpg")
        # 40 % of the color over black.
        difference = numpy.abs(pixels(self.file("veil.jpg")).astype(int) - [80, 40, 20])
        self.assertLessEqual(difference.max(), 2)

    def test_a_copy_is_pasted_as_it_was(self):
        window = self.open_stack(self.make("wave.png", size=(320, 200)))
        window.set_slider("Amount", 1)
        self.display.keys("ctrl+c")
        window.wait_for_text("Copied the picture")
        self.display.keys("ctrl+v")
        window.wait_for("image", "Pasted Picture")
        saved = self.save(window, "pasted.png")
        stages = [{"id": "invert", "parameters": {"amount": 1}}]
        self.assertTrue((saved == self.render(self.file("wave.png"), stages)).all())

    def test_selected_text_is_copied_and_not_the_picture(self):
        window = self.open(self.make("wave.png"))
        window.wait_for("slider", "Exposure")
        self.display.keys("ctrl+f")
        window.wait_for("entry", "Search Filters")
        window.wait_for_typing()
        self.display.write("blur")
        self.display.keys("ctrl+a", "ctrl+c")
        wait_until(lambda: self.display.copied_text() == "blur", "the text")
        self.assertFalse(window.has_text("Copied the picture"))

    def test_addresses_are_pasted(self):
        first, other = self.make("wave.png"), self.make("an other.png", color=(200, 30, 90))
        window = self.open(first)
        window.wait_for("slider", "Exposure")
        address = "file://" + other.replace(" ", "%20")
        for text, kind in [(address + "\r\n", "text/uri-list"), (address, "text/plain"), (other, "text/plain")]:
            self.display.copy_text(text, kind)
            self.display.keys("ctrl+v")
            window.wait_for("image", "an other.png")
            self.display.keys("ctrl+o")
            self.name_file(window, first)
            window.wait_for("image", "wave.png")

    def test_the_result_is_opened_with_another_program(self):
        os.makedirs(self.file("data/applications"))
        with open(self.file("data/applications/taker.desktop"), "w") as file:
            file.write(f"""[Desktop Entry]
Type=Application
Name=Taker of Pictures
Exec=cp %f {self.file("taken.png")}
MimeType=image/png;
""")
        with open(self.file("config/mimeapps.list"), "w") as file:
            for group in ("Default Applications", "Added Associations"):
                file.write(f"[{group}]\nimage/png=taker.desktop;\n")
        window = self.open_stack(self.make("wave.png", size=(320, 200)))
        window.set_slider("Amount", 1)
        self.display.keys("ctrl+Return")
        window.wait_for("push button", "Select")
        # GTK's list of programs is not accessible, but the default program is already selected.
        self.display.keys("Return")
        wait_until(lambda: os.path.exists(self.file("taken.png")), "the program to take it")
        stages = [{"id": "invert", "parameters": {"amount": 1}}]
        expected = self.render(self.file("wave.png"), stages)
        wait_until(lambda: os.path.getsize(self.file("taken.png")) > 0, "all of it")
        window.wait_for_rest()
        self.assertTrue((pixels(self.file("taken.png")) == expected).all())

    def test_the_result_is_dragged_to_another_program(self):
        window = self.open_stack(self.make("wave.png", size=(320, 200)))
        window.set_slider("Amount", 1)
        window.wait_for_text("Edited, not exported")
        handle = window.extents(window.wait_for("image", "Drag the Picture to Another Program"))
        taken = self.file("taken.txt")
        self.start_beside("drop_target.py", taken, "Drop Target")
        x, y, width, height = handle
        self.display.drag((x + width / 2, y + height / 2), (1450, 400))
        wait_until(lambda: os.path.exists(taken), "the drop")
        with open(taken) as file:
            path = file.read()
        self.assertTrue(path.startswith(self.file("cache/glint/results/")), path)
        self.assertEqual(os.path.basename(path), "wave-edited.png")
        stages = [{"id": "invert", "parameters": {"amount": 1}}]
        self.assertTrue((pixels(path) == self.render(self.file("wave.png"), stages)).all())

    def test_a_picture_is_printed_on_the_whole_page(self):
        window = self.open(
            self.make("red.png", size=(300, 200), color=(200, 30, 90)), environment={"HOME": self.folder})
        window.wait_for("slider", "Exposure")
        self.display.keys("ctrl+shift+p")
        printer = window.wait_for("label", "Print to File")
        if row := window.find("table row", "Print to File"):
            # Selected by keyboard, since GTK 4.18 adds the offset of a notebook's page twice.
            self.focus(row)
            self.display.keys("space")
        else:
            x, y, width, height = window.extents(printer)
            self.display.click(x + width / 2, y + height / 2)
        wait_until(lambda: window.find("push button", "Print"), "the printer to be ready")
        window.press("Print")
        wait_until(lambda: os.path.exists(self.file("red.pdf")), "the print")
        wait_until(lambda: self.bytes_of(self.file("red.pdf")).rstrip().endswith(b"%%EOF"), "all of it")
        printed = self.bytes_of(self.file("red.pdf"))
        self.assertTrue(b"/Width 300" in printed and b"/Height 200" in printed)


class Several(ExportTest):
    def make_many(self, count, size=(64, 40)):
        os.mkdir(self.file("many"))
        for number in range(1, count + 1):
            self.make(f"many/p{number:02}.png", size=size)
        return self.file("many/p01.png")

    def finish(self, window):
        window.press("Done")
        wait_until(lambda: window.find("push button", "Done") is None, "the dialog to close")

    def test_ten_pictures_at_2048_pixels_take_four_actions(self):
        window = self.open(self.make_many(10, size=(3000, 20)))
        window.wait_for("slider", "Exposure")
        self.display.keys("ctrl+b")
        window.wait_for_text("10 pictures in many")
        window.press("Common Sizes")
        window.press("2048 Pixels", role="menu item")
        # PNG has no quality, and there is no file yet that could be replaced.
        for inapplicable in ("Quality", "Lossless", "TIFF Compression", "Background", "Replace Existing Files"):
            self.assertFalse(window.texts(inapplicable), inapplicable)
        window.press("Start")
        window.wait_for_text("10 pictures saved")
        window.wait_for_text("in " + self.file("many/Edited"))
        names = [f"p{number:02}.png" for number in range(1, 11)]
        self.assertEqual(sorted(os.listdir(self.file("many/Edited"))), names)
        for name in names:
            with Image.open(self.file("many/Edited/" + name)) as image:
                self.assertEqual(image.size, (2048, 14))
        self.finish(window)
        self.display.keys("ctrl+b")
        window.wait_for_text("Replace Existing Files")
        self.display.keys("Escape")
        wait_until(lambda: not window.texts("Replace Existing Files"), "the dialog to close")
        # From now on two actions suffice.
        shutil.rmtree(self.file("many/Edited"))
        self.display.keys("ctrl+b")
        window.wait_for_text("10 pictures in many")
        self.display.keys("Return")
        window.wait_for_text("10 pictures saved")
        with Image.open(self.file("many/Edited/p10.png")) as image:
            self.assertEqual(image.size, (2048, 14))
        self.finish(window)

    def test_names_follow_the_pattern_and_the_folder_is_shown_in_full(self):
        window = self.open(self.make_many(3))
        window.wait_for("slider", "Exposure")
        self.display.keys("ctrl+b")
        window.wait_for_text(self.file("many/Edited") + " (new folder)")
        entry = window.wait_for("text", "Names")
        self.focus(entry)
        self.display.keys("ctrl+a")
        self.display.write("{n} {name}-edited")
        window.wait_for_text("1 p01-edited.png")
        self.choose_further(window, "Format", 2)
        window.wait_for_text("1 p01-edited.jpg")
        window.press("Start")
        window.wait_for_text("3 pictures saved")
        self.assertEqual(
            sorted(os.listdir(self.file("many/Edited"))), [f"{n} p0{n}-edited.jpg" for n in (1, 2, 3)])
        self.assertEqual(stat.S_IMODE(os.stat(self.file("many/Edited")).st_mode), 0o755)
        self.finish(window)
        # A pattern that would give all files the same name is rejected.
        self.display.keys("ctrl+b")
        self.focus(window.wait_for("text", "Names"))
        self.display.keys("ctrl+a")
        self.display.write("same")
        self.display.keys("Return")
        window.wait_for_text("Names must contain {name}")

    def test_escape_while_a_batch_runs_keeps_and_reports_what_is_saved(self):
        first = self.make_many(1)
        for number in range(2, 20):
            shutil.copy(LANDSCAPE, self.file(f"many/p{number:02}.jpg"))
        before = {name: self.bytes_of(self.file("many/" + name)) for name in os.listdir(self.file("many"))}
        window = self.open_recipe(first, [{"id": "gaussian-blur", "parameters": {"radius": 40}}])
        window.wait_for("slider", "Radius")
        self.display.keys("ctrl+b")
        window.wait_for_text("19 pictures in many")
        window.press("Start")
        wait_until(lambda: os.path.exists(self.file("many/Edited/p02.jpg")), "the second picture")
        self.display.keys("Escape")
        window.wait_for_text("Cancelled: ")
        count = int(re.search(r"Cancelled: (\d+) of 19", window.texts("Cancelled: ")[0])[1])
        saved = sorted(os.listdir(self.file("many/Edited")))
        # All files are complete pictures, as many as reported.
        self.assertEqual(len(saved), count)
        self.assertLess(count, 19)
        for name in saved:
            pixels(self.file("many/Edited/" + name))
        self.display.keys("Escape")
        wait_until(lambda: not window.has_text("Cancelled: "), "the dialog to close")
        self.assertTrue(window.find("image", "p01.png"))
        for name, contents in before.items():
            self.assertEqual(self.bytes_of(self.file("many/" + name)), contents)


if __name__ == "__main__":
    unittest.main()
