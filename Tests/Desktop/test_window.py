"""The main job in the real window: open a picture, drag sliders, see the result, save it."""

import json
import os
import re
import shutil
import subprocess
import tempfile
import time
import unittest

import numpy
import pyatspi
from PIL import Image

from displays import open_display, wait_until
from window import GLINT, ROOT, Window, cli, pixels, reduced

LANDSCAPE = os.path.join(ROOT, "data", "landscape.jpg")
LANDSCAPE_SIZE = (3000, 2000)


class DesktopTest(unittest.TestCase):
    """A display and a folder for each test; ends with nothing to complain of."""

    def setUp(self):
        self.display = open_display()
        self.addCleanup(self.display.stop)
        self.folder = tempfile.mkdtemp(prefix="glint-desktop-")
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def open(self, *arguments, environment=None):
        window = Window(
            self.display, *arguments,
            environment={
                "XDG_CONFIG_HOME": self.folder + "/config", "XDG_STATE_HOME": self.folder + "/state",
                "XDG_DATA_HOME": self.folder + "/data", "XDG_CACHE_HOME": self.folder + "/cache",
                **(environment or {}),
            })
        self.addCleanup(lambda: self.assertEqual(window.close(), []))
        return window

    def file(self, name):
        return os.path.join(self.folder, name)

    @staticmethod
    def bytes_of(path):
        with open(path, "rb") as file:
            return file.read()

    def make(self, name, size=(640, 400), color=None):
        """A picture file: one color, or a gradient."""
        path = self.file(name)
        if color:
            Image.new("RGB", size, color).save(path)
        else:
            x = numpy.linspace(0, 255, size[0])[None, :, None]
            y = numpy.linspace(0, 255, size[1])[:, None, None]
            wave = numpy.concatenate([x + 0 * y, y + 0 * x, 255 - x + 0 * y], axis=2)
            Image.fromarray(wave.astype(numpy.uint8)).save(path)
        return path

    def name_file(self, window, path):
        """Types a path into the file dialog that is opening."""
        window.wait_for("push button", "Cancel")
        time.sleep(0.5)
        self.display.keys("ctrl+a")
        self.display.write(path)
        time.sleep(0.3)
        self.display.keys("Return")

    def wait_for_picture(self, window, name, size, accepts, what):
        """Waits until the pixels of the picture satisfy `accepts`."""
        return wait_until(lambda: accepts(window.inner_picture(name, size)), what)


def is_close(expected, mean=1.5):
    return lambda seen: seen.shape == expected.shape and numpy.abs(seen - expected).mean() < mean


def is_gray(seen):
    return (seen.max(axis=2) - seen.min(axis=2)).max() <= 2


class TheMainJob(DesktopTest):
    def test_a_picture_is_shown_as_it_is_with_three_filters_beside_it(self):
        window = self.open(LANDSCAPE)
        window.wait_for("slider", "Saturation Amount")
        for name, value in {"Saturation Amount": 1, "Radius": 0, "Invert Amount": 0}.items():
            self.assertEqual(window.slider(name).currentValue, value)
        seen = window.picture("landscape.jpg", LANDSCAPE_SIZE)
        expected = reduced(LANDSCAPE, seen)[2:-2, 2:-2]
        self.wait_for_picture(
            window, "landscape.jpg", LANDSCAPE_SIZE, is_close(expected), "the picture, right way up")

    def test_dragging_a_slider_changes_the_picture_while_it_is_dragged(self):
        window = self.open(LANDSCAPE)
        slider = window.slider("Saturation Amount")
        before = window.inner_picture("landscape.jpg", LANDSCAPE_SIZE)
        self.assertFalse(is_gray(before))
        colorfulness = []
        for step in range(10, -1, -1):
            slider.currentValue = step / 10
            seen = window.inner_picture("landscape.jpg", LANDSCAPE_SIZE)
            colorfulness.append((seen.max(axis=2) - seen.min(axis=2)).mean())
        # Frames in between were shown, not the last alone.
        self.assertGreaterEqual(len({round(value) for value in colorfulness}), 4, colorfulness)
        self.wait_for_picture(window, "landscape.jpg", LANDSCAPE_SIZE, is_gray, "the gray picture")
        self.assertTrue(window.has_text("landscape.jpg"))

    def test_what_is_saved_is_what_the_command_line_makes(self):
        window = self.open(LANDSCAPE)
        window.set_slider("Saturation Amount", 0.3)
        window.set_slider("Radius", 10)
        saved, expected = self.file("saved.png"), self.file("expected.png")
        self.display.keys("ctrl+shift+s")
        self.name_file(window, saved)
        window.wait_for_text("Saved saved.png")
        cli("render", LANDSCAPE, "-o", expected, "--", "saturation", "amount=0.3", "gaussian-blur", "radius=10")
        self.assertEqual(pixels(saved).shape, (2000, 3000, 3))
        self.assertTrue((pixels(saved) == pixels(expected)).all())

        # Ctrl+S repeats to the same place.
        window.set_slider("Radius", 0)
        self.display.keys("ctrl+s")
        cli("render", LANDSCAPE, "-y", "-o", expected, "--", "saturation", "amount=0.3")
        wait_until(lambda: (pixels(saved) == pixels(expected)).all(), "the second save")

    def test_the_compression_of_a_png_is_chosen_in_the_save_dialog(self):
        window = self.open(self.make("wave.png"))
        window.wait_for("slider", "Radius")
        for name, steps, compression in [
            ("usual.png", 0, "balanced"), ("smaller.png", 2, "smallest"), ("again.png", 0, "smallest")
        ]:
            self.display.keys("ctrl+shift+s")
            window.wait_for_text("PNG Compression")
            if steps:
                window.wait_for("combo box")[0].queryAction().doAction(0)
                time.sleep(0.5)
                self.display.keys(*["Down"] * steps, "Return")
                time.sleep(0.5)
                # Back to the name.
                self.display.keys("alt+n")
            self.name_file(window, self.file(name))
            window.wait_for_text("Saved " + name)
            expected = self.file(compression + ".png")
            cli("render", self.file("wave.png"), "-y", "-o", expected, "--compression", compression)
            self.assertEqual(self.bytes_of(self.file(name)), self.bytes_of(expected), name)

    def test_another_picture_is_opened_by_keyboard(self):
        window = self.open(LANDSCAPE)
        window.wait_for("slider", "Radius")
        path = self.make("gradient.png")
        self.display.keys("ctrl+o")
        window.wait_for("push button", "Cancel")
        time.sleep(0.5)
        # A slash opens the dialog's field for a path.
        self.display.write(path)
        time.sleep(0.5)
        self.display.keys("Return")
        seen = window.wait_for("image", "gradient.png") and window.picture("gradient.png", (640, 400))
        self.wait_for_picture(
            window, "gradient.png", (640, 400), is_close(reduced(path, seen)[2:-2, 2:-2], mean=2), "the other picture")

    def test_a_copied_picture_is_pasted(self):
        window = self.open()
        window.wait_for_text("Open a Picture")
        path = self.make("copied.png", color=(200, 30, 90))
        self.display.copy_picture(path)
        self.display.keys("ctrl+v")
        window.wait_for("slider", "Radius")
        name = wait_until(
            lambda: next((node.name for node in window.nodes() if node.getRoleName() == "image"
                          and window.extents(node)[2] > 300), None), "the canvas")
        self.wait_for_picture(
            window, name, (640, 400), lambda seen: (numpy.abs(seen - [200, 30, 90]) < 2).all(),
            "the pasted picture")

    def test_the_source_is_replaced_only_when_that_is_confirmed(self):
        source = self.make("source.png")
        before = self.bytes_of(source)
        window = self.open(source)
        window.set_slider("Invert Amount", 1)
        self.display.keys("ctrl+s")
        self.name_file(window, source)
        # First the dialog's own question about replacing a file.
        window.wait_for("push button", "Replace")
        self.assertFalse(window.has_text("Replace the Original?"))
        window.press("Replace")
        window.wait_for_text("Replace the Original?")
        self.assertEqual(self.bytes_of(source), before)
        window.press("Cancel")
        time.sleep(1)
        self.assertEqual(self.bytes_of(source), before)

    def test_a_recipe_that_is_not_there_is_said_in_plain_words(self):
        window = self.open("--recipe", self.file("nofile.json"), self.make("a.png"))
        window.wait_for_text(f"There is no recipe nofile.json in {self.folder}.")

    def test_a_recipe_opens_with_its_values(self):
        recipe = self.file("look.json")
        with open(recipe, "w") as file:
            file.write(
                '{"glint": 1, "filters": [{"id": "gaussian-blur", "parameters": {"radius": 3}},'
                ' {"id": "from-the-future", "parameters": {}},'
                ' {"id": "saturation", "parameters": {"amount": 0}}]}')
        window = self.open("--recipe", recipe, LANDSCAPE)
        self.assertEqual(window.slider("Radius").currentValue, 3)
        self.assertEqual(window.slider("Amount").currentValue, 0)
        window.wait_for_text("from-the-future")
        self.wait_for_picture(window, "landscape.jpg", LANDSCAPE_SIZE, is_gray, "the gray picture")

    def test_a_burst_of_changes_shows_frames_and_ends_on_the_last_values(self):
        window = self.open(LANDSCAPE)
        slider = window.slider("Saturation Amount")
        start = time.monotonic()
        for step in range(1000):
            slider.currentValue = 2 - step / 999 * 2
            # A thousand in a second, as far as the bus keeps up.
            time.sleep(max(0, start + step / 1000 - time.monotonic()))
            if step == 700:
                middle = window.inner_picture("landscape.jpg", LANDSCAPE_SIZE)
        self.wait_for_picture(window, "landscape.jpg", LANDSCAPE_SIZE, is_gray, "the last values")
        self.assertFalse(is_gray(middle))

    def test_unsaved_edits_are_asked_about_when_the_window_closes(self):
        window = self.open(self.make("a.png"))
        window.set_slider("Invert Amount", 1)
        self.display.keys("ctrl+w")
        window.wait_for("push button", "Discard")
        self.assertIsNone(window.process.poll())
        window.press("Cancel")
        time.sleep(0.5)
        self.display.keys("ctrl+w")
        window.wait_for("push button", "Discard")
        window.press("Discard")
        self.wait_for_end(window)

    def test_reading_a_picture_again_keeps_the_edits(self):
        path = self.make("a.png", color=(200, 30, 90))
        window = self.open(path)
        window.set_slider("Invert Amount", 1)
        self.wait_for_color(window, "a.png", (55, 225, 165))
        self.make("a.png", color=(10, 20, 30))
        self.display.keys("F5")
        self.wait_for_color(window, "a.png", (245, 235, 225))
        self.assertEqual(window.slider("Invert Amount").currentValue, 1)
        self.assertTrue(window.has_text("• a.png"))
        self.display.keys("ctrl+w")
        window.wait_for("push button", "Discard")

    def test_what_is_changed_during_the_save_before_closing_is_asked_about_again(self):
        # Twenty megapixels of noise take seconds to squeeze.
        noise = Image.effect_noise((5000, 4000), 90).convert("RGB")
        noise.save(self.file("noise.png"), compress_level=1)
        window = self.open(self.file("noise.png"))
        window.set_slider("Radius", 1)
        self.display.keys("ctrl+w")
        window.press("Save")
        self.name_file(window, self.file("saved.png"))
        window.wait_for_text("Saving saved.png")
        window.set_slider("Invert Amount", 1)
        self.assertFalse(os.path.exists(self.file("saved.png")), "saved too fast to change anything meanwhile")
        window.wait_for_text("Saved saved.png", seconds=60)
        window.wait_for("push button", "Discard")
        window.press("Discard")
        self.wait_for_end(window)

    def test_a_name_that_cannot_be_saved_under_is_asked_for_again(self):
        window = self.open(self.make("a.png"))
        self.display.keys("ctrl+shift+s")
        self.name_file(window, self.file("moving.gif"))
        window.wait_for_text(".gif is not an extension Glint can write")
        window.press("Choose…")
        # Folder and name are as they were: another extension is all it takes.
        wait_until(lambda: window.find("text", "Name:") or window.find("text", "Name"), "the dialog again")
        time.sleep(0.5)
        self.display.keys("End", "BackSpace", "BackSpace", "BackSpace")
        self.display.write("png")
        self.display.keys("Return")
        window.wait_for_text("Saved moving.png")
        self.assertTrue(os.path.exists(self.file("moving.png")))
        self.assertFalse(os.path.exists(self.file("moving.gif")))
        # From now on the button says where it writes.
        wait_until(
            lambda: window.find("push button", "Save").description == "Save to moving.png (Ctrl+S)", "the tooltip")

    def test_opening_begins_in_the_folder_of_the_picture(self):
        window = self.open(self.make("a.png"))
        window.wait_for("slider", "Radius")
        self.display.keys("ctrl+o")
        window.wait_for("push button", "Cancel")
        # The bar of folders; the list of files is not on the bus.
        window.wait_for_text(os.path.basename(self.folder))

    def test_a_filter_at_rest_that_is_switched_off_is_no_edit(self):
        window = self.open(self.make("a.png"))
        window.press("Apply Invert", role="check box")
        window.set_slider("Radius", 3)
        window.wait_for_text("• a.png")
        window.set_slider("Radius", 0)
        wait_until(lambda: not window.has_text("• a.png"), "the mark to go")
        self.assertFalse(
            window.find("check box", "Apply Invert").getState().contains(pyatspi.STATE_CHECKED))
        self.display.keys("ctrl+w")
        self.wait_for_end(window)

    def test_quitting_during_a_drag_ends_well(self):
        window = self.open(LANDSCAPE)
        window.wait_for("slider", "Radius")
        drag = window.start_drag("Radius")
        self.addCleanup(drag.wait, 30)
        self.addCleanup(drag.kill)
        wait_until(lambda: window.has_text("• landscape.jpg"), "the drag")
        time.sleep(1)
        self.display.keys("ctrl+q")
        window.wait_for("push button", "Discard")
        # GLib crashes where a property is set over the bus while its object goes away: the drag ends just before.
        drag.kill()
        drag.wait()
        window.press("Discard")
        self.wait_for_end(window)

    def wait_for_end(self, window):
        wait_until(lambda: window.process.poll() is not None, "the end of the program")
        self.assertEqual(window.process.returncode, 0, window.said())

    def wait_for_color(self, window, name, color):
        self.wait_for_picture(
            window, name, (640, 400), lambda seen: (numpy.abs(seen - color) < 3).all(), f"the color {color}")



class Zoom(DesktopTest):
    def test_at_hundred_percent_what_is_seen_is_what_is_saved(self):
        window = self.open(LANDSCAPE)
        window.set_slider("Saturation Amount", 1.5)
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
            # The middle of the fitted picture is the middle of this one to a pixel; the window's corners are round.
            return any(
                numpy.abs(seen - whole[y:y + height, x:x + width])[16:-16, 16:-16].max() <= 1
                for y in range(top - 2, top + 3) for x in range(left - 2, left + 3))

        wait_until(is_the_middle, "the saved pixels on the screen")

    def test_keys_zoom_and_show_the_whole_picture_again(self):
        window = self.open(LANDSCAPE)
        window.wait_for("slider", "Radius")
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
        window.wait_for("slider", "Radius")
        self.display.keys("1", *["minus"] * 12)
        window.wait_for_text(" · 2 %")
        self.display.keys(*["plus"] * 24)
        window.wait_for_text(" · 6400 %")
        self.display.keys("0")
        wait_until(lambda: not window.has_text("6400 %"), "the whole picture")


class Fidelity(DesktopTest):
    """What is seen of a reduced picture, beside the saved one reduced by Pillow."""

    def pictures(self):
        """Pictures larger than the window: the landscape, and the color bars four times as large."""
        bars = self.file("bars.png")
        with Image.open(os.path.join(ROOT, "data", "smpte-bars.png")) as image:
            image.resize((4 * image.width, 4 * image.height), Image.NEAREST).save(bars)
        return LANDSCAPE, bars

    def difference(self, path, filter_id, parameter, value):
        name = os.path.basename(path)
        recipe, saved = self.file("recipe.json"), self.file("saved.png")
        with open(recipe, "w") as file:
            json.dump({"glint": 1, "filters": [{"id": filter_id, "parameters": {parameter: value}}]}, file)
        # 16 bits a channel, so that only the screen rounds.
        cli("render", path, "-y", "-o", saved, "--depth", "16", "--recipe", recipe)
        words = subprocess.run(
            ["convert", saved, "-alpha", "off", "-depth", "16", "-endian", "LSB", "rgb:-"], check=True,
            capture_output=True).stdout
        with Image.open(path) as image:
            width, height = image.size
        values = numpy.frombuffer(words, numpy.uint16).reshape(height, width, 3) / 257
        window = self.open("--recipe", recipe, path)
        window.wait_for("slider")
        time.sleep(1)
        seen = window.picture(name, (width, height))
        bands = [Image.fromarray(values[..., band].astype(numpy.float32))
                 .resize((seen.shape[1], seen.shape[0]), Image.BICUBIC) for band in range(3)]
        expected = numpy.dstack([numpy.asarray(band) for band in bands]).clip(0, 255)
        self.assertEqual(window.close(), [])
        return numpy.abs(seen - expected)[8:-8, 8:-8]

    def test_a_blurred_picture_is_seen_as_it_is_saved(self):
        for path in self.pictures():
            # A level, and half a one for the rounding of the screen.
            self.assertLessEqual(self.difference(path, "gaussian-blur", "radius", 10).max(), 1.5, path)

    def test_a_saturated_picture_is_seen_nearly_as_it_is_saved(self):
        for path in self.pictures():
            self.assertLessEqual(self.difference(path, "saturation", "amount", 1.6).mean(), 1.5, path)


class Timings(DesktopTest):
    def test_the_times_of_the_passes_are_shown_when_asked_for(self):
        window = self.open(LANDSCAPE)
        window.set_slider("Saturation Amount", 0.5)
        window.wait_for("slider", "Radius")
        self.assertFalse(window.has_text("saturation  "))
        self.display.keys("ctrl+t")
        window.wait_for_text("frame  ")
        window.set_slider("Saturation Amount", 0.3)
        # The changed pass has a time; the reduced picture is held from the frame before.
        wait_until(lambda: self.has_step(window, "saturation", r"[\d.]+ ms"), "the time of the saturation pass")
        self.assertTrue(self.has_step(window, "source", "kept"))
        self.display.keys("ctrl+t")
        wait_until(lambda: not window.has_text("saturation  "), "the picture alone")

    @staticmethod
    def has_step(window, name, time):
        texts = [node.name for node in window.nodes() if node.getRoleName() == "label"]
        return any(re.search(rf"^{name} +{time}$", text, re.MULTILINE) for text in texts)


class Histogram(DesktopTest):
    SEEN, WHOLE = "Histogram of What Is Seen", "Histogram of the Whole Picture"

    def open(self, *arguments, **keywords):
        """A window with the histogram, which is hidden at first."""
        window = super().open(*arguments, **keywords)
        window.wait_for("slider", "Saturation Amount")
        self.assertIsNone(window.find("push button", self.SEEN))
        self.display.keys("ctrl+h")
        return window

    def histogram(self, window, name):
        """The pixels of the histogram."""
        x, y, width, height = window.extents(window.wait_for("push button", name))
        left, top = x + self.display.window_offset, y + self.display.window_offset
        return window.screen()[top:top + height, left:left + width].astype(int)

    @staticmethod
    def description(window, name):
        return window.wait_for("push button", name).description

    def test_the_histogram_follows_the_sliders_and_shows_what_clips(self):
        path = self.make("plain.png", color=(200, 100, 30))
        window = self.open(path)
        window.wait_for("slider", "Saturation Amount")
        # A thin peak for each channel: red on the right, blue on the left.
        def peaks():
            pixels = self.histogram(window, self.SEEN)
            columns = [(pixels[..., c] - pixels.min(axis=2)).max(axis=0) for c in range(3)]
            if min(column.max() for column in columns) < 60:
                return None
            return [column.argmax() / pixels.shape[1] for column in columns]
        found = wait_until(peaks, "three peaks")
        for place, value in zip(found, (200, 100, 30)):
            self.assertAlmostEqual(place, value / 255, delta=0.06)
        self.assertEqual(self.description(window, self.SEEN), "No parts clip")
        window.set_slider("Saturation Amount", 2)
        wait_until(lambda: "Clipped in dark" in self.description(window, self.SEEN), "the mark of clipped blue")
        window.set_slider("Saturation Amount", 0)
        wait_until(lambda: self.description(window, self.SEEN) == "No parts clip", "the mark to go out")

    def test_a_click_changes_between_what_is_seen_and_the_whole(self):
        # White, with black at the rim alone, which is not seen at 200 %.
        path = self.file("rim.png")
        pixels = numpy.full((1600, 2400, 3), 128, numpy.uint8)
        pixels[:100] = 0
        Image.fromarray(pixels).save(path)
        window = self.open(path)
        wait_until(lambda: "Clipped in dark" in self.description(window, self.SEEN), "the black rim")
        self.display.keys("2")
        wait_until(lambda: self.description(window, self.SEEN) == "No parts clip", "the middle alone")
        window.press(self.SEEN)
        wait_until(lambda: "Clipped in dark" in self.description(window, self.WHOLE), "the rim again")
        window.press(self.WHOLE)
        wait_until(lambda: self.description(window, self.SEEN) == "No parts clip", "the middle again")

    def test_the_histogram_can_be_shown_and_hidden(self):
        window = self.open(self.make("wave.png"))
        window.wait_for("push button", self.SEEN)
        self.display.keys("ctrl+h")
        wait_until(lambda: not window.find("push button", self.SEEN), "the histogram to go")
        self.display.keys("ctrl+h")
        window.wait_for("push button", self.SEEN)


class OwnFilters(DesktopTest):
    """Filters in files of one's own, followed while the window is open."""

    DIM = """// filter: dim
// title: Dim
// group: Own
// summary: Divides light.
// parameter: divisor "Divisor" number 1..4 default=2 identity=1
vec4 dim(vec4 color, float divisor) {
    return vec4(color.rgb / divisor, color.a);
}
"""

    def write(self, text, name="dim.glsl"):
        """Saves a filter the way editors do: beside, then in place of the file."""
        folder = self.file("data/glint/filters")
        os.makedirs(folder, exist_ok=True)
        with open(f"{folder}/.{name}.part", "w") as file:
            file.write(text)
        os.rename(f"{folder}/.{name}.part", f"{folder}/{name}")

    def open_with_recipe(self):
        path = self.make("plain.png", color=(200, 100, 40))
        recipe = self.file("dim.json")
        with open(recipe, "w") as file:
            json.dump({"glint": 1, "filters": [{"id": "dim", "parameters": {"divisor": 2}}]}, file)
        return self.open("--recipe", recipe, path)

    def wait_for_color(self, window, color):
        start = time.monotonic()
        self.wait_for_picture(
            window, "plain.png", (640, 400), lambda seen: numpy.abs(seen - numpy.array(color)).max() <= 2,
            f"the color {color}")
        return time.monotonic() - start

    def test_a_file_becomes_a_filter_while_the_window_is_open_and_is_followed(self):
        window = self.open_with_recipe()
        self.wait_for_color(window, (200, 100, 40))
        self.write(self.DIM)
        self.wait_for_color(window, (100, 50, 20))
        window.wait_for("slider", "Divisor")
        self.write(self.DIM.replace("color.rgb / divisor", "color.brg / divisor"))
        # A second, and what this machine's other work and the screenshots take.
        self.assertLess(self.wait_for_color(window, (20, 100, 50)), 3)
        # What does not compile is told with its line, and what worked stays.
        self.write(self.DIM.replace("/ divisor", "/ divider"))
        window.wait_for_text("dim.glsl:7: ")
        self.wait_for_color(window, (20, 100, 50))
        window.set_slider("Divisor", 4)
        self.wait_for_color(window, (10, 50, 25))
        # So does what never ends.
        self.write(self.DIM.replace("    return", "    while (divisor > 0.0) { color.r = sin(color.r); }\n    return"))
        window.wait_for_text("was stopped")
        window.set_slider("Divisor", 2)
        self.wait_for_color(window, (20, 100, 50))
        self.write(self.DIM)
        self.wait_for_color(window, (100, 50, 20))

    def test_a_filter_that_worked_before_is_there_at_once(self):
        self.write(self.DIM)
        window = self.open_with_recipe()
        self.wait_for_color(window, (100, 50, 20))
        window.close()
        window = self.open_with_recipe()
        self.wait_for_color(window, (100, 50, 20))
        self.assertFalse(window.has_text("is not known"))

    def test_a_file_with_the_name_of_a_filter_there_is_is_refused(self):
        window = self.open(self.make("wave.png"))
        window.wait_for("slider", "Saturation Amount")
        self.write(self.DIM.replace("dim", "saturation"), "mine.glsl")
        window.wait_for_text("mine.glsl:1: Glint has a filter “saturation” already")


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
        window.wait_for("push button", "Cancel")
        time.sleep(0.5)
        self.display.write(bad)
        time.sleep(0.5)
        self.display.keys("Return")
        window.wait_for_text("empty.png")
        self.assertEqual(window.slider("Radius").currentValue, 7)
        self.wait_for_picture(
            window, "good.png", (640, 400), lambda seen: (numpy.abs(seen - [10, 200, 50]) < 2).all(),
            "the picture that was there")


class Graphics(DesktopTest):
    def test_software_rendering_is_told_once(self):
        window = self.open(LANDSCAPE)
        window.wait_for_text("filtered on the processor")
        # What is hidden keeps its place on the bus; what is below it moves up.
        top = window.extents(window.wait_for("slider", "Radius"))[1]
        window.press("Got It")
        wait_until(
            lambda: window.extents(window.find("slider", "Radius"))[1] < top - 20, "the notice to go")
        gone = window.extents(window.find("slider", "Radius"))[1]
        window.close()
        window = self.open(LANDSCAPE)
        window.wait_for("slider", "Radius")
        time.sleep(1)
        self.assertEqual(window.extents(window.find("slider", "Radius"))[1], gone)

    def test_a_driver_that_is_too_old_is_replaced_by_software(self):
        window = self.open(LANDSCAPE, environment={"MESA_GL_VERSION_OVERRIDE": "3.3"})
        window.wait_for_text("No graphics driver with OpenGL 4.3 was found")
        self.assertTrue(window.slider("Radius"))
        self.assertEqual(window.said().count("Trying Mesa's software renderer"), 1)

    def test_a_page_says_what_is_missing_where_software_is_too_old_as_well(self):
        window = self.open(
            LANDSCAPE, environment={"MESA_GL_VERSION_OVERRIDE": "3.3", "GLINT_SOFTWARE_RENDERING": "1"})
        window.wait_for_text("OpenGL 4.3 Is Missing")

    @unittest.skipUnless(os.environ.get("GLINT_TEST_DISPLAY", "x11") == "x11", "apitrace follows GLX")
    def test_nothing_is_read_back_while_a_slider_moves(self):
        trace = self.file("glint.trace")
        # Loaded as `apitrace trace` does, so that the program keeps its process id.
        wrapper = subprocess.run(
            ["sh", "-c", "ls /usr/lib/*/apitrace/wrappers/glxtrace.so"], capture_output=True, text=True,
            check=True).stdout.strip()
        window = self.open(
            LANDSCAPE, environment={"LD_PRELOAD": wrapper, "TRACE_FILE": trace, "GDK_DEBUG": "gl-glx"})
        slider = window.slider("Saturation Amount")
        for step in range(20):
            slider.currentValue = step / 20
            time.sleep(0.05)
        window.slider("Radius").currentValue = 20
        time.sleep(1)
        self.assertEqual(window.close(), [])
        calls = subprocess.run(["apitrace", "dump", trace], capture_output=True, text=True, check=True).stdout
        self.assertGreater(calls.count("glDispatchCompute("), 20)
        self.assertGreater(calls.count("glDrawArrays("), 5)
        for name in ("glReadPixels(", "glGetTexImage(", "glGetTextureImage(", "glMapBuffer", "glGetBufferSubData("):
            self.assertNotIn(name, calls)


if __name__ == "__main__":
    unittest.main()
