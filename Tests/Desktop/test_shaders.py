"""Shader files made for other programs."""

import json
import os
import unittest

import numpy

from desktop import DesktopTest
from displays import wait_until
from window import text_of

FADE = """/*{
    "CREDIT": "by a test",
    "INPUTS": [
        {"NAME": "inputImage", "TYPE": "image"},
        {"NAME": "share", "LABEL": "Share", "TYPE": "float", "DEFAULT": 0.5, "MIN": 0, "MAX": 1}
    ]
}*/
void main() { gl_FragColor = vec4(IMG_THIS_PIXEL(inputImage).rgb * share, 1.0); }
"""


class ShaderFiles(DesktopTest):
    """Shader files as stages of the edits."""

    def write(self, text, name="fade.fs"):
        path = self.file(name)
        with open(path, "w") as file:
            file.write(text)
        return path

    def wait_for_color(self, window, color):
        self.wait_for_picture(
            window, "plain.png", (640, 400), lambda seen: numpy.abs(seen - numpy.array(color)).max() <= 2,
            f"the color {color}")

    def test_a_pasted_shader_file_is_added_with_its_inputs_as_controls(self):
        window = self.open(self.make("plain.png", color=(200, 100, 40)))
        self.wait_for_color(window, (200, 100, 40))
        self.display.copy_text("file://" + self.write(FADE))
        self.display.keys("ctrl+v")
        self.wait_for_color(window, (100, 50, 20))
        window.wait_for("slider", "Share")
        window.set_slider("Share", 1)
        self.wait_for_color(window, (200, 100, 40))
        self.display.keys("ctrl+z")
        self.wait_for_color(window, (100, 50, 20))
        self.display.keys("ctrl+z")
        self.wait_for_color(window, (200, 100, 40))

    @unittest.skipUnless(os.environ.get("GLINT_TEST_DISPLAY", "x11") == "x11", "the pointer is xdotool's")
    def test_a_dropped_shader_file_is_added(self):
        window = self.open(self.make("plain.png", color=(200, 100, 40)))
        self.wait_for_color(window, (200, 100, 40))
        self.start_beside("drag_source.py", self.write(FADE), "Drag Source")
        self.display.drag((1450, 400), (500, 400))
        self.wait_for_color(window, (100, 50, 20))
        window.wait_for("slider", "Share")

    def test_pasted_code_is_added_and_kept_in_the_recipe(self):
        window = self.open(self.make("plain.png", color=(200, 100, 40)))
        self.wait_for_color(window, (200, 100, 40))
        code = "void mainImage(out vec4 c, in vec2 p) { c.rgb = texture(iChannel0, p / iResolution.xy).rgb * 0.5; }"
        self.display.copy_text(code)
        self.display.keys("ctrl+v")
        self.wait_for_color(window, (100, 50, 20))
        window.wait_for_text("Pasted Shader")
        self.display.keys("ctrl+r")
        stage = json.loads(self.display.copied_text())["filters"][0]
        self.assertEqual((stage["parameters"], stage["shader"]["text"]), ({}, code))

    def test_a_saved_shader_is_seen_at_once(self):
        window = self.open(self.make("plain.png", color=(200, 100, 40)))
        self.display.copy_text("file://" + self.write(FADE))
        self.display.keys("ctrl+v")
        self.wait_for_color(window, (100, 50, 20))
        self.write(FADE.replace("0.5", "0.25").replace("Share", "Part"))
        self.wait_for_color(window, (50, 25, 10))
        window.wait_for("slider", "Part")
        self.write(FADE.replace("* share", "* shore"))
        window.wait_for_text("fade.fs:8:")
        self.write(FADE)
        self.wait_for_color(window, (100, 50, 20))

    @unittest.skipUnless(os.environ.get("GLINT_TEST_DISPLAY", "x11") == "x11", "the pointer is xdotool's")
    def test_the_text_of_a_shader_is_saved_with_the_recipe_if_chosen(self):
        window = self.open(self.make("plain.png", color=(200, 100, 40)))
        self.display.copy_text("file://" + self.write(FADE))
        self.display.keys("ctrl+v")
        self.wait_for_color(window, (100, 50, 20))
        window.press("Presets")
        window.press("Recipes")
        window.press("Save Recipe…", role="menu item")
        # GTK's check box has no accessible action.
        x, y, width, height = window.extents(
            window.wait_for("check box", "Include the shader files, to share the recipe"))
        self.display.click(x + width / 2, y + height / 2)
        self.name_file(window, self.file("kept.json"))
        window.wait_for_text("Saved kept.json")
        with open(self.file("kept.json")) as file:
            stage = json.load(file)["filters"][0]
        self.assertEqual((stage["parameters"]["file"], stage["shader"]["text"]), ("fade.fs", FADE))

    def test_points_count_from_the_bottom_and_colors_have_alpha(self):
        path = self.write("""/*{"INPUTS": [
            {"NAME": "inputImage", "TYPE": "image"},
            {"NAME": "spot", "TYPE": "point2D", "MIN": [0, 0], "MAX": [1, 1], "DEFAULT": [0.5, 0.25]},
            {"NAME": "tint", "TYPE": "color", "DEFAULT": [1, 0.5, 0, 0.5]}]}*/
            void main() {
                vec3 color = mix(IMG_THIS_PIXEL(inputImage).rgb, tint.rgb, tint.a);
                gl_FragColor = vec4(isf_FragNormCoord.y < spot.y ? color : vec3(0.0), 1.0);
            }""")
        recipe = self.file("fade.json")
        with open(recipe, "w") as file:
            json.dump({"glint": 1, "filters": [{"id": "shader", "parameters": {"file": path}}]}, file)
        window = self.open("--recipe", recipe, self.make("plain.png", color=(200, 100, 40)))
        # The lowest quarter is mixed with half of orange.
        def is_split(seen):
            bottom, top = seen[-len(seen) // 5:], seen[:len(seen) // 2]
            return numpy.abs(bottom - (228, 114, 20)).max() <= 2 and top.max() <= 2
        self.wait_for_picture(window, "plain.png", (640, 400), is_split, "the lowest quarter")
        handle = window.wait_for("push button", "fade Spot")
        below = window.extents(handle)[1]
        self.focus(handle)
        self.display.keys("Up", "Up")
        wait_until(lambda: text_of(window.wait_for("text", "Spot")) == "0.50, 0.27", "the position")
        self.assertLess(window.extents(handle)[1], below)
        window.press("Tint")
        window.press("Purple", role="radio button")
        window.press("Select")
        wait_until(lambda: not window.find("radio button", "Purple"), "the dialog to close")
        self.display.keys("ctrl+r")
        stage = json.loads(self.display.copied_text())["filters"][0]
        self.assertEqual(stage["parameters"], {"file": path, "spot": [0.5, 0.27], "tint": "#9141ac"})

    def test_a_missing_shader_is_skipped_and_kept(self):
        recipe = self.file("fade.json")
        stages = [{"id": "shader", "parameters": {"file": self.file("none.fs"), "share": 0.25}}]
        with open(recipe, "w") as file:
            json.dump({"glint": 1, "filters": stages}, file)
        window = self.open("--recipe", recipe, self.make("plain.png", color=(200, 100, 40)))
        window.wait_for_text("none.fs cannot be found")
        self.wait_for_color(window, (200, 100, 40))
        self.display.keys("ctrl+r")
        stage = json.loads(self.display.copied_text())["filters"][0]
        self.assertEqual(stage["parameters"], stages[0]["parameters"])

    def test_a_recipe_with_a_broken_shader_says_where_and_keeps_the_stage(self):
        path = self.write(FADE.replace("* share", "* shore"))
        recipe = self.file("fade.json")
        with open(recipe, "w") as file:
            json.dump(
                {"glint": 1, "filters": [{"id": "shader", "parameters": {"file": path, "share": 0.25}}]}, file)
        # A debug context would also report the mistake on its own.
        window = self.open(
            "--recipe", recipe, self.make("plain.png", color=(200, 100, 40)), environment={"GLINT_GL_DEBUG": "0"})
        window.wait_for_text("fade.fs:8:")
        window.wait_for("slider", "Share")
        self.display.keys("ctrl+r")
        stage = json.loads(self.display.copied_text())["filters"][0]
        self.assertEqual(stage["parameters"], {"file": path, "share": 0.25})
