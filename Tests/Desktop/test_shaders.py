"""Shader files made for other programs."""

import json

import numpy

from desktop import DesktopTest

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
