"""Files of earlier versions in a user's folders are still found."""

import os
import shutil

from desktop import DesktopTest
from displays import wait_until

FROZEN = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../Frozen")


def fnv(text):
    """The 64-bit FNV-1a hash (RFC 9923) of a picture's path, after which the file with its edits is named."""
    value = 0xCBF29CE484222325
    for byte in text.encode():
        value = (value ^ byte) * 0x100000001B3 % 2**64
    return f"{value:016x}"


class Frozen(DesktopTest):
    def test_settings_presets_and_edits_of_0_1_are_found_again(self):
        frozen = FROZEN + "/0.1"
        shutil.copytree(frozen + "/data", self.file("data"))
        shutil.copytree(frozen + "/config/glint", self.file("config/glint"))
        picture = os.path.realpath(shutil.copy(frozen + "/picture.png", self.file("photo.png")))
        with open(f"{frozen}/edits/{fnv('/pictures/exposure.png')}.json") as file:
            edits = file.read()
        os.makedirs(self.file("state/glint/edits"))
        with open(f"{self.folder}/state/glint/edits/{fnv(picture)}.json", "w") as file:
            file.write(edits.replace("/pictures/exposure.png", picture))

        window = self.open(picture)
        wait_until(lambda: window.slider("Exposure").currentValue == 1.5, "the edits that were kept")
        self.assertIsNotNone(window.find("push button", "Histogram of the Visible Part"))
        self.display.keys("ctrl+p")
        window.wait_for("push button", "ärger & Shne")
        self.display.keys("Escape")
        self.add(window, "Frozen Kinds")
        window.wait_for("slider", "Exposure")
