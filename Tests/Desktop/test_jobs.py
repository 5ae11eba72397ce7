"""Common tasks, and the number of actions they take: an action is a click, a drag or a key."""

import json
import os
import subprocess

from PIL import Image

from desktop import LANDSCAPE, DesktopTest
from displays import wait_until


class Jobs(DesktopTest):
    def setUp(self):
        super().setUp()
        self.actions = 0

    def begin(self, source):
        self.source = source
        self.window = self.open(source)
        self.window.wait_for("slider", "Exposure")
        self.window.wait_for_rest()
        self.before = self.shown_stages()

    def middle(self, node):
        x, y, width, height = self.window.extents(node)
        return x + width / 2, y + height / 2

    def click(self, role, name):
        node = self.window.wait_for(role, name)
        self.window.wait_for_rest()
        self.display.click(*self.middle(node))
        self.actions += 1

    def press(self, role, name):
        """Clicks an item of a menu or dialog without moving the pointer, since where the display puts it
        on the screen is unknown."""
        self.window.press(name, role)
        self.actions += 1

    def add_by_clicks(self, title):
        self.click("push button", "Add Filter")
        row = self.window.wait_for("list item", title)
        self.window.wait_for_rest()
        x, y = self.middle(row)
        popover = self.window.find("filler", "GtkPopover")
        if popover is not None:
            # GTK 4.8 reports coordinates in a popover as if its origin were its button's. The popover is
            # centered above the button, with a margin of 24 pixels for its shadow and arrow.
            left, top, width, height = self.window.extents(popover)
            button = self.window.extents(self.window.wait_for("push button", "Add Filter"))
            x, y = x + (button[2] - width) / 2, y + 24 - height
        self.display.click(x, y)
        self.actions += 1

    def drag(self, start, end):
        self.window.wait_for_rest()
        self.display.drag(start, end)
        self.actions += 1

    def drag_slider(self, name, part):
        """Drags a slider by a fraction of its width; negative fractions go left."""
        slider = self.window.wait_for("slider", name)
        x, y, width, height = self.window.extents(slider)
        value = slider.queryValue()
        start = (value.currentValue - value.minimumValue) / (value.maximumValue - value.minimumValue)
        # The handle does not quite reach the ends.
        inset = height / 2
        at = x + inset + start * (width - 2 * inset)
        self.drag((at, y + height / 2), (at + part * width, y + height / 2))

    def drag_on_picture(self, start, end):
        """Drags between two positions, given as fractions of the canvas."""
        x, y, width, height = self.window.extents(
            self.window.wait_for("image", os.path.basename(self.source)))
        self.drag(*((x + point[0] * width, y + point[1] * height) for point in (start, end)))

    def key(self, *names):
        self.window.wait_for_rest()
        self.display.keys(*names)
        self.actions += len(names)

    def shown_stages(self):
        """The stages of the stored edits."""
        for path in self.stored_edits():
            with open(path) as file:
                return json.load(file)["filters"]
        return []

    def finish(self, limit, accepts, undos=1):
        """Checks that the task took the promised number of actions, has this result, and can be undone
        with as many keys."""
        stages = wait_until(lambda: (stages := self.shown_stages()) and accepts(stages) and stages, "the result")
        self.window.wait_for_rest()
        self.keep_picture()
        self.assertLessEqual(self.actions, limit)
        for _ in range(undos):
            self.display.keys("ctrl+z")
        wait_until(
            lambda: not self.shown_stages(), f"the picture as it was, after {undos} steps: {stages}")

    def keep_picture(self):
        """Saves a screenshot into the folder GLINT_JOBS, for inspection."""
        if folder := os.environ.get("GLINT_JOBS"):
            display = os.environ.get("GLINT_TEST_DISPLAY", "x11")
            self.display.screenshot(f"{folder}/{self._testMethodName[5:]}-{display}-{self.actions}.png")

    @staticmethod
    def has(*ids):
        return lambda stages: [stage["id"] for stage in stages] == list(ids)

    def test_a_portrait_is_brightened_and_warmed_in_three_actions(self):
        self.begin(LANDSCAPE)
        self.drag_slider("Exposure", 0.1)
        self.drag_slider("Temperature", 0.15)
        self.finish(
            3, lambda stages: {stage["id"]: list(stage["parameters"].values())[0] > 0 for stage in stages}
            == {"temperature": True, "exposure": True}, undos=2)

    def test_a_horizon_is_straightened_in_three_actions(self):
        self.begin(LANDSCAPE)
        self.key("c")
        self.drag_slider("Straighten", 0.05)
        self.key("Return")
        self.window.wait_for("slider", "Exposure")
        self.finish(3, lambda stages: {"rotate", "crop"} >= {stage["id"] for stage in stages})

    def test_a_picture_is_cropped_for_a_phone_in_four_actions(self):
        self.begin(LANDSCAPE)
        self.key("c")
        self.click("push button", "4:5")
        self.key("Return")
        self.window.wait_for_text("1600 × 2000")
        self.finish(4, self.has("crop"))

    def test_a_number_plate_is_blurred_in_five_actions(self):
        self.begin(LANDSCAPE)
        self.add_by_clicks("Gaussian Blur")
        self.click("push button", "More Options for Gaussian Blur")
        self.press("menu item", "Limit to a Region")
        self.drag_on_picture((0.3, 0.4), (0.5, 0.6))
        self.finish(
            5, lambda stages: stages[-1]["id"] == "gaussian-blur" and "region" in stages[-1], undos=3)

    def test_black_and_white_with_a_darker_sky_takes_four_actions(self):
        self.begin(LANDSCAPE)
        self.add_by_clicks("Black & White")
        self.drag_slider("Blues", -0.3)
        self.finish(
            4, lambda stages: stages[-1]["id"] == "black-white" and len(stages[-1]["parameters"]) > 0
            and self.is_gray_now(), undos=2)

    def limit_adjustment(self, name, item):
        """Chooses from the context menu of an adjustment's row, and waits for its card."""
        self.focus(self.window.wait_for("slider", name))
        self.key("Menu")
        self.press("menu item", item)
        self.window.wait_for("push button", f"Remove {name}")
        self.window.wait_for_rest()

    def click_on_picture(self, across, down):
        """Clicks at a position, given as fractions of the canvas."""
        x, y, width, height = self.window.extents(
            self.window.wait_for("image", os.path.basename(self.source)))
        self.display.click(x + across * width, y + down * height)
        self.actions += 1

    def test_a_face_is_brightened_by_a_control_point_in_four_actions(self):
        self.begin(LANDSCAPE)
        self.limit_adjustment("Exposure", "Limit to a Control Point")
        self.click_on_picture(0.4, 0.6)
        self.drag_slider("Stops", 0.2)
        self.finish(
            4, lambda stages: stages[-1]["id"] == "exposure" and stages[-1]["parameters"].get("stops", 0) > 0
            and stages[-1]["region"]["shape"] == "point" and abs(stages[-1]["region"]["x"] - 0.4) < 0.1, undos=3)

    def test_a_sky_is_darkened_by_a_refined_brush_in_five_actions(self):
        self.begin(LANDSCAPE)
        self.limit_adjustment("Exposure", "Paint a Mask")
        self.drag_on_picture((0.2, 0.3), (0.8, 0.3))
        self.press("check box", "Exposure Brush Follows Edges")
        self.drag_slider("Stops", -0.2)
        self.finish(
            5, lambda stages: stages[-1]["parameters"].get("stops", 0) < 0 and stages[-1]["region"].get("strokes")
            and stages[-1]["region"].get("refine"), undos=4)

    def test_one_color_is_changed_in_four_actions(self):
        self.begin(LANDSCAPE)
        self.limit_adjustment("Saturation", "Limit to a Color")
        self.click_on_picture(0.5, 0.2)
        self.drag_slider("Amount", 0.2)
        self.finish(
            4, lambda stages: stages[-1]["id"] == "saturation" and stages[-1]["parameters"].get("amount", 1) > 1
            and stages[-1]["region"]["shape"] == "color"
            and stages[-1]["region"]["color"] != "#808080", undos=3)

    def test_a_look_is_saved_for_other_programs_in_three_actions(self):
        self.begin(LANDSCAPE)
        self.window.set_slider("Exposure", 1)
        self.window.press("Main Menu")
        self.press("menu item", "Save Look as LUT…")
        self.name_file(self.window, self.file("look.cube"))
        self.actions += 2
        self.window.wait_for_text("Saved look.cube")
        self.assertLessEqual(self.actions, 3)
        with open(self.file("look.cube")) as file:
            self.assertIn("LUT_3D_SIZE", file.read())

    def test_ten_pictures_get_a_watermark_in_six_actions(self):
        for number in range(10):
            self.make(f"wave-{number}.png")
        os.mkdir(self.file("marks"))
        mark = self.file("marks/mark.png")
        Image.new("RGBA", (40, 40), (255, 0, 0, 255)).save(mark)
        self.begin(self.file("wave-0.png"))
        # Two clicks for the mouse, which scrolls the list to the row between them.
        self.add(self.window, "overlay")
        self.actions += 2
        self.press("push button", "Picture")
        self.name_file(self.window, mark)
        self.actions += 1
        self.window.wait_for_text("mark.png")
        self.key("ctrl+b")
        self.press("push button", "Start")
        self.window.wait_for_text("10 pictures saved")
        self.keep_picture()
        self.assertLessEqual(self.actions, 6)
        for number in range(10):
            with Image.open(self.file(f"Edited/wave-{number}.png")) as image:
                reds = sum(pixel[:3] == (255, 0, 0) for pixel in image.convert("RGB").getdata())
                self.assertGreater(reds, 50)

    def is_gray_now(self):
        seen = self.window.inner_picture(os.path.basename(self.source), (3000, 2000))
        return (seen.max(axis=2) - seen.min(axis=2)).max() <= 2

    def test_a_vhs_look_takes_three_actions(self):
        self.begin(LANDSCAPE)
        self.add_by_clicks("Analog Video")
        self.finish(3, self.has("ntsc"))

    def test_a_clip_of_a_second_becomes_a_gif_in_seven_actions(self):
        clip = self.file("clip.mp4")
        subprocess.run(
            ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=640x360:r=30:d=5", "-pix_fmt", "yuv420p", clip],
            check=True)
        self.begin(clip)
        wait_until(lambda: self.window.slider("Position").maximumValue == 149, "the number of frames")
        for name, side, seconds in [("Start of Trim", 0, 2), ("End of Trim", 1, 3.2)]:
            x, y, width, height = self.window.extents(self.window.wait_for("slider", name))
            inset = 8
            self.drag(
                (x + inset + side * (width - 2 * inset), y + height / 2),
                (x + inset + seconds / 5 * (width - 2 * inset), y + height / 2))
        self.click("push button", "Save")
        self.window.wait_for("combo box", "Format")
        self.window.wait_for_text("Trimmed Part (")
        # A click opens the list, and another one chooses the format.
        self.choose_further(self.window, "Format", 5)
        self.actions += 2
        self.window.wait_for_text("640 × 360 pixels · about ")
        self.keep_picture()
        self.press("push button", "Save…")
        wait_until(lambda: not self.window.find("push button", "Save…"), "the dialog to close")
        self.name_file(self.window, self.file("clip.gif"))
        self.actions += 1
        self.window.wait_for_text("Saved clip.gif")
        self.assertLessEqual(self.actions, 7)
        with Image.open(self.file("clip.gif")) as image:
            self.assertEqual((image.format, image.size), ("GIF", (640, 360)))
            self.assertAlmostEqual(image.n_frames / 30, 1.2, delta=0.15)

    def test_ten_pictures_are_exported_smaller_in_four_actions(self):
        for number in range(10):
            self.make(f"wave-{number}.png", size=(2400, 1600))
        self.begin(self.file("wave-0.png"))
        self.key("ctrl+b")
        for role, name in [("push button", "Common Sizes"), ("menu item", "2048 Pixels"), ("push button", "Start")]:
            self.press(role, name)
        self.window.wait_for_text("10 pictures saved")
        self.keep_picture()
        self.assertLessEqual(self.actions, 4)
        for number in range(10):
            with Image.open(self.file(f"Edited/wave-{number}.png")) as image:
                self.assertEqual(image.size, (2048, 1365))
