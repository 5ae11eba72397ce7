"""Failures that must never occur: a frozen window, keys without effect, lost edits, growing memory."""

import fcntl
import glob
import json
import os
import stat
import unittest

from desktop import DesktopTest
from displays import wait_until


def resident_megabytes(window):
    with open(f"/proc/{window.process.pid}/status") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("VmRSS")) / 1024


def descendants(node):
    for child in node:
        if child is not None:
            yield child
            yield from descendants(child)


class Keys(DesktopTest):
    def assert_keys_answer(self, window):
        """Ctrl+F opens the list of filters regardless of the focus, and Escape closes it."""
        self.display.keys("ctrl+f")
        window.wait_for("entry", "Search Filters")
        self.display.keys("Escape")
        wait_until(lambda: window.find("entry", "Search Filters") is None, "the list to go")

    def test_keys_answer_after_something_is_chosen_in_a_menu(self):
        window = self.open(self.make("a.png"))
        window.wait_for("slider", "Saturation")
        self.display.keys("F10")
        window.wait_for("menu item", "Reset to Original").queryAction().doAction(0)
        wait_until(lambda: window.find("menu item", "Reset to Original") is None, "the menu to close")
        self.assert_keys_answer(window)

    def test_keys_answer_after_a_list_of_presets_is_closed(self):
        window = self.open(self.make("a.png"))
        window.wait_for("slider", "Saturation")
        self.display.keys("ctrl+p")
        window.wait_for("push button", "Save as Preset…")
        self.display.keys("Escape")
        wait_until(lambda: window.find("push button", "Save as Preset…") is None, "the list to close")
        self.assert_keys_answer(window)

    def test_keys_answer_after_the_menu_is_closed(self):
        window = self.open(self.make("a.png"))
        window.wait_for("slider", "Saturation")
        self.display.keys("F10")
        window.wait_for("menu item", "Open…")
        self.display.keys("Escape")
        wait_until(lambda: window.find("menu item", "Open…") is None, "the menu to close")
        self.assert_keys_answer(window)

    def test_keys_answer_after_a_choice(self):
        window = self.open_recipe(self.make("a.png"), [{"id": "edge-detect"}])
        self.choose_next(window, "Lines")
        self.assert_keys_answer(window)

    def test_return_in_the_list_of_presets_applies_the_first_custom_one(self):
        os.makedirs(self.file("data/glint/presets"))
        preset = self.file("data/glint/presets/mine.json")
        with open(preset, "w") as file:
            json.dump(
                {"glint": 1, "title": "Mine", "filters": [{"id": "saturation", "parameters": {"amount": 0.3}}]}, file)
        window = self.open(self.make("a.png"))
        window.wait_for("slider", "Saturation")
        self.display.keys("ctrl+p")
        window.wait_for("push button", "Mine")
        self.display.keys("Return")
        window.wait_for("push button", "Remove Preset Mine")
        self.assertTrue(os.path.exists(preset))
        # Delete removes a preset with the keyboard.
        self.display.keys("Delete")
        wait_until(lambda: not os.path.exists(preset), "the preset to go")


class Quitting(DesktopTest):
    def test_a_question_that_is_cancelled_keeps_all_windows_open(self):
        clean, edited = self.make("clean.png"), self.make("edited.png", color=(200, 30, 90))
        # A file as the state folder: edits cannot be stored, so the window asks about them.
        window = self.open("--new-window", clean, edited, environment={"XDG_STATE_HOME": clean})
        window.wait_for("image", "clean.png")
        window.wait_for("image", "edited.png")
        [frame] = [frame for frame in window.application if frame.name.startswith("edited.png")]
        sliders = (node for node in descendants(frame) if node.getRoleName() == "slider")
        next(node for node in sliders if node.name == "Saturation").queryValue().currentValue = 0.3
        window.wait_for_text("• edited.png")
        self.display.keys("ctrl+q")
        window.wait_for_text("Save Changes?")
        self.display.keys("Escape")
        wait_until(lambda: not window.has_text("Save Changes?"), "the question to go")
        self.assertTrue(window.find("image", "clean.png"))
        self.assertTrue(window.find("image", "edited.png"))
        self.display.keys("ctrl+q")
        window.press("Discard")
        self.assertEqual(window.process.wait(timeout=30), 0)


class Batches(DesktopTest):
    def test_a_batch_saves_beside_the_chosen_pictures_with_the_permissions_of_the_umask(self):
        os.mkdir(self.file("here"))
        os.mkdir(self.file("elsewhere"))
        opened = self.make("here/opened.png")
        chosen = self.make("elsewhere/chosen.png")
        window = self.open(opened)
        window.wait_for("slider", "Saturation")
        self.display.keys("ctrl+b")
        window.wait_for_text("1 picture in here")
        window.press("Choose Pictures…")
        self.name_file(window, chosen)
        window.wait_for_text("1 picture in elsewhere")
        window.press("Start")
        window.wait_for_text("1 picture saved")
        self.assertEqual(os.listdir(self.file("elsewhere/Edited")), ["chosen.png"])
        self.assertFalse(os.path.exists(self.file("here/Edited")))
        umask = os.umask(0)
        os.umask(umask)
        self.assertEqual(stat.S_IMODE(os.stat(self.file("elsewhere/Edited")).st_mode), 0o777 & ~umask)
        window.press("Done")


class Locked(DesktopTest):
    def test_a_lock_of_another_program_neither_freezes_the_window_nor_loses_edits(self):
        edits = self.file("state/glint/edits")
        os.makedirs(edits)
        first, _ = self.make("a.png"), self.make("b.png", color=(200, 30, 90))
        with open(edits + "/.lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            window = self.open(first)
            window.set_slider("Saturation", 0.3)
            window.wait_for_text("cannot be stored: another program has locked the folder")
            # The message stays as long as the problem does, and everything else still works: another picture,
            # and back.
            self.display.keys("Right")
            window.press("Discard")
            window.wait_for("image", "b.png")
            window.set_slider("Saturation", 0.6)
            window.wait_for_text("• b.png")
            self.assertTrue(window.has_text("cannot be stored"))
            self.assertEqual(glob.glob(edits + "/*.json"), [])
        wait_until(lambda: not window.has_text("cannot be stored"), "the notice to go")
        wait_until(lambda: len(self.stored_edits()) == 2, "the edits of both pictures to be kept")

    def test_a_lock_does_not_keep_the_program_from_ending(self):
        edits = self.file("state/glint/edits")
        os.makedirs(edits)
        with open(edits + "/.lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            window = self.open(self.make("a.png"))
            window.set_slider("Saturation", 0.3)
            window.wait_for_text("cannot be stored")
            self.display.keys("ctrl+q")
            window.press("Discard")
            self.assertEqual(window.process.wait(timeout=30), 0)


class Growth(DesktopTest):
    def test_closed_windows_are_freed(self):
        window = self.open(self.make("a.png"))
        window.wait_for("slider", "Saturation")

        def open_and_close(count):
            for _ in range(count):
                self.display.keys("ctrl+n")
                wait_until(lambda: window.application.childCount == 2, "the second window")
                self.display.keys("ctrl+w")
                wait_until(lambda: window.application.childCount == 1, "its end")
            return resident_megabytes(window)

        # The first windows fill the caches of GTK and of the driver, so they are not measured.
        before = open_and_close(12)
        after = open_and_close(12)
        self.assertLess(after, before * 1.05)


if __name__ == "__main__":
    unittest.main()
