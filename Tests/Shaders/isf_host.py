"""An ISF host of its own, on moderngl: the reference that Glint's results are compared with.

It shares no code with Glint. Frames are rendered one after the other into textures of 32-bit floats, bottom row
first, as the format defines it, and clamped to 0…1 unless a pass is declared as FLOAT.
"""

import json
import math
import re

import moderngl
import numpy as np

MACROS = """
#define IMG_NORM_PIXEL(image, place) texture(image, place)
#define IMG_PIXEL(image, place) texture(image, (place) / vec2(textureSize(image, 0)))
#define IMG_THIS_PIXEL(image) texture(image, isf_FragNormCoord)
#define IMG_THIS_NORM_PIXEL(image) texture(image, isf_FragNormCoord)
#define IMG_NORM_THIS_PIXEL(image) texture(image, isf_FragNormCoord)
#define IMG_SIZE(image) vec2(textureSize(image, 0))
#define vv_FragNormCoord isf_FragNormCoord
#define texture2D texture
"""
TYPES = {"float": "float", "bool": "bool", "event": "bool", "long": "int", "color": "vec4", "point2D": "vec2"}
VERTEX_INIT = """
in vec2 corner;
out vec2 isf_FragNormCoord;
void isf_vertShaderInit() { isf_FragNormCoord = corner; gl_Position = vec4(corner * 2.0 - 1.0, 0.0, 1.0); }
#define vv_vertShaderInit isf_vertShaderInit
#define varying out
"""


def header(text):
    """The JSON of a file; some files have a comma after the last member."""
    block = re.search(r"/\*(\s*\{.*?)\*/", text, re.S).group(1)
    return json.loads(re.sub(r",\s*([\]}])", r"\1", block))


def default(declared, size):
    kind, value = declared["TYPE"], declared.get("DEFAULT")
    if kind == "float":
        low = declared.get("MIN", min(0.0, value or 0.0))
        high = declared.get("MAX", max(1.0, 1.0 if value is None else value))
        return float(min(max(low if value is None else value, low), high))
    if kind in ("bool", "event"):
        return bool(float(value or 0)) if kind == "bool" else False
    if kind == "long":
        values = declared.get("VALUES") or [0]
        return int(value) if value in values else int(values[0]) if value is None else int(value)
    if kind == "color":
        given = [min(max(channel, 0), 1) for channel in (value or [0, 0, 0])]
        # Glint stores colors with 8 bits, except if they are opaque.
        opaque = given + [1] if len(given) == 3 else given
        return tuple(opaque if opaque[3] == 1 else [round(channel * 255) / 255 for channel in opaque])
    if "MIN" not in declared or "MAX" not in declared:
        unit = value if value and all(0 <= part <= 1 for part in value) else [0.5, 0.5]
        return unit[0] * size[0], unit[1] * size[1]
    return tuple(value or [(a + b) / 2 for a, b in zip(declared["MIN"], declared["MAX"])])


def size_of(expression, whole, values):
    if expression is None:
        return whole
    names = {**values, **{name: getattr(math, name) for name in ("floor", "ceil")}, "max": max, "min": min}
    return max(1, int(eval(str(expression).replace("$", ""), {"__builtins__": {}}, names)))


class Host:
    """A file, ready to render frames of one size."""

    def __init__(self, context, text, size, vertex=None, load=None):
        """- load: reads an imported picture by its name, as an array of floats, top row first."""
        self.context, self.size, self.json = context, size, header(text)
        self.passes = self.json.get("PASSES") or [{}]
        self.inputs = [given for given in self.json.get("INPUTS", []) if given["TYPE"] != "image"]
        self.images = [given["NAME"] for given in self.json.get("INPUTS", []) if given["TYPE"] == "image"]
        if any(given["TYPE"].startswith("audio") for given in self.inputs):
            raise ValueError("sound")
        self.values = {given["NAME"]: default(given, size) for given in self.inputs}
        imported = self.json.get("IMPORTED", {})
        imported = imported.items() if isinstance(imported, dict) else [(i["NAME"], i) for i in imported]
        self.imported = {name: self.texture(load(image["PATH"])) for name, image in imported}
        for texture in self.imported.values():
            texture.repeat_x = texture.repeat_y = True
        targets = {given["TARGET"] for given in self.passes if given.get("TARGET")}
        names = "".join(f"uniform {TYPES[given['TYPE']]} {given['NAME']};\n" for given in self.inputs)
        names += "".join(f"uniform sampler2D {name};\n" for name in [*self.images, *self.imported, *targets])
        names += "uniform vec2 RENDERSIZE; uniform int PASSINDEX, FRAMEINDEX; uniform float TIME, TIMEDELTA;\n"
        names += "uniform vec4 DATE;\n"
        body = re.sub(r"/\*(\s*\{.*?)\*/", "", text, count=1, flags=re.S)
        self.program = context.program(
            vertex_shader="#version 330\n" + names + MACROS + VERTEX_INIT
            + (vertex or "void main() { isf_vertShaderInit(); }"),
            fragment_shader="#version 330\n#define varying in\nin vec2 isf_FragNormCoord;\nout vec4 made;\n"
            + "#define gl_FragColor made\n" + names + MACROS + body)
        corners = np.array([0, 0, 1, 0, 0, 1, 1, 1], "f4")
        self.quad = context.vertex_array(
            self.program, [(context.buffer(corners), "2f", "corner")], mode=moderngl.TRIANGLE_STRIP)
        self.empty = self.texture(np.zeros((1, 1, 4), "f4"))
        self.kept = {}

    def texture(self, picture):
        picture = np.ascontiguousarray(picture[::-1], "f4")
        texture = self.context.texture(picture.shape[1::-1], 4, picture.tobytes(), dtype="f4")
        texture.filter = (moderngl.LINEAR, moderngl.LINEAR)
        texture.repeat_x = texture.repeat_y = False
        return texture

    def set(self, name, value):
        if name in self.program:
            self.program[name].value = value

    def render(self, picture, frame=0, rate=30000 / 1001):
        """The result for a picture of floats, top row first."""
        source, made = self.texture(picture), dict(self.kept)
        sizes = {"WIDTH": self.size[0], "HEIGHT": self.size[1], **self.values}
        for index, given in enumerate(self.passes):
            size = (size_of(given.get("WIDTH"), self.size[0], sizes),
                    size_of(given.get("HEIGHT"), self.size[1], sizes))
            if index == len(self.passes) - 1:
                size = self.size
            target = self.context.texture(size, 4, dtype="f4")
            target.filter = (moderngl.LINEAR, moderngl.LINEAR)
            target.repeat_x = target.repeat_y = False
            frame_buffer = self.context.framebuffer([target])
            frame_buffer.use()
            frame_buffer.clear(0, 0, 0, 0)
            textures = {**{name: self.empty for name in self.images[1:]}, **self.imported}
            if self.images:
                textures[self.images[0]] = source
            textures.update({name: made.get(name, self.empty)
                             for name in {other["TARGET"] for other in self.passes if other.get("TARGET")}})
            for unit, (name, texture) in enumerate(textures.items()):
                texture.use(unit)
                self.set(name, unit)
            for name, value in self.values.items():
                self.set(name, value)
            for name, value in {"RENDERSIZE": size, "PASSINDEX": index, "FRAMEINDEX": frame, "TIME": frame / rate,
                                "TIMEDELTA": 1 / rate if frame else 0.0}.items():
                self.set(name, value)
            self.quad.render()
            pixels = np.frombuffer(frame_buffer.read(components=4, dtype="f4"), "f4")
            pixels = np.nan_to_num(pixels.reshape(size[1], size[0], 4), nan=0, posinf=65504, neginf=-65504)
            if not given.get("FLOAT"):
                pixels = np.clip(pixels, 0, 1)
                target.write(np.ascontiguousarray(pixels, "f4").tobytes())
            if given.get("TARGET"):
                made[given["TARGET"]] = target
                if given.get("PERSISTENT"):
                    self.kept[given["TARGET"]] = target
        return pixels[::-1]
