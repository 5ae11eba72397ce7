"""The panel: filters added, set, moved and removed, and a control for every kind of parameter."""

import json
import os
import time
import unittest

import numpy
import pyatspi

from displays import wait_until
from test_window import DesktopTest
from window import cli, pixels


class PanelTest(DesktopTest):
    def save(self, window, name):
        """Saves the picture by keyboard; gives its pixels."""
        path = self.file(name)
        self.display.keys("ctrl+shift+s")
        self.name_file(window, path)
        window.wait_for_text(f"Saved {name}")
        return pixels(path)

    def render(self, source, stages):
        """The pixels that the command line makes of a recipe."""
        recipe, path = self.file("expected.json"), self.file("expected.png")
        with open(recipe, "w") as file:
            json.dump({"glint": 1, "filters": stages}, file)
        cli("render", source, "-y", "-o", path, "--recipe", recipe)
        return pixels(path)

    def open_recipe(self, source, stages):
        recipe = self.file("recipe.json")
        with open(recipe, "w") as file:
            json.dump({"glint": 1, "filters": stages}, file)
        return self.open("--recipe", recipe, source)

    def add(self, window, query):
        """Adds a filter by keyboard alone."""
        self.display.keys("ctrl+f")
        window.wait_for("text", "Search Filters")
        time.sleep(0.5)
        self.display.write(query)
        time.sleep(0.5)
        self.display.keys("Return")

    def focus(self, node):
        node.queryComponent().grabFocus()
        wait_until(lambda: node.getState().contains(pyatspi.STATE_FOCUSED), "the focus")


class Stack(PanelTest):
    def test_a_filter_is_added_by_keyboard_and_saved_as_the_command_line_makes_it(self):
        source = self.make("wave.png")
        window = self.open_recipe(source, [{"id": "gaussian-blur", "parameters": {"radius": 4}}])
        window.wait_for("slider", "Radius")
        self.add(window, "satur")
        window.wait_for("slider", "Amount")
        # The focus is on what was added: the keys move its slider.
        self.display.keys("Tab", "Left")
        window.set_slider("Amount", 0.3)
        self.assertTrue(window.has_text("• wave.png"))
        saved = self.save(window, "saved.png")
        expected = self.render(
            source, [{"id": "gaussian-blur", "parameters": {"radius": 4}}, {"id": "saturation", "parameters": {"amount": 0.3}}])
        self.assertTrue((saved == expected).all())

    def test_arrows_choose_from_the_list(self):
        window = self.open_recipe(self.make("a.png"), [])
        window.wait_for("toggle button", "Add Filter")
        self.display.keys("ctrl+f")
        window.wait_for("text", "Search Filters")
        first = window.wait_for("list item", "Gaussian Blur")
        self.assertTrue(first)
        time.sleep(0.5)
        self.display.write("color")
        time.sleep(0.5)
        self.display.keys("Down", "Up", "Return")
        wait_until(lambda: window.find("slider"), "the filter that was chosen")

    def test_a_filter_that_is_removed_comes_back_with_undo(self):
        window = self.open_recipe(
            self.make("a.png", color=(200, 30, 90)),
            [{"id": "saturation", "parameters": {"amount": 1.5}}, {"id": "invert", "parameters": {"amount": 1}}])
        window.wait_for("slider", "Invert Amount")
        inverted = lambda seen: (seen[..., 0] < 60).all()
        self.wait_for_picture(window, "a.png", (640, 400), inverted, "the inverted picture")
        window.press("Remove Invert")
        window.wait_for_text("Removed Invert")
        # One of the name is left.
        self.assertEqual(window.slider("Amount").currentValue, 1.5)
        self.wait_for_picture(
            window, "a.png", (640, 400), lambda seen: (seen[..., 0] > 200).all(), "the picture without it")
        window.press("Undo")
        self.assertEqual(window.slider("Invert Amount").currentValue, 1)
        self.wait_for_picture(window, "a.png", (640, 400), inverted, "the inverted picture again")

    def test_filters_are_moved_by_keyboard_and_by_button(self):
        source = self.make("wave.png")
        stages = [{"id": "invert", "parameters": {"amount": 0.7}}, {"id": "saturation", "parameters": {"amount": 2}}]
        window = self.open_recipe(source, stages)
        self.focus(window.wait_for("slider", "Saturation Amount"))
        self.display.keys("alt+Up")
        wait_until(
            lambda: self.top(window, "Saturation Amount") < self.top(window, "Invert Amount"), "the new order")
        saved = self.save(window, "moved.png")
        self.assertTrue((saved == self.render(source, stages[::-1])).all())
        window.press("Move Saturation Down")
        wait_until(
            lambda: self.top(window, "Saturation Amount") > self.top(window, "Invert Amount"), "the old order")

    @staticmethod
    def top(window, name):
        return window.extents(window.wait_for("slider", name))[1]

    def test_two_stages_of_one_filter_are_told_apart(self):
        window = self.open_recipe(
            self.make("a.png"),
            [{"id": "invert", "parameters": {"amount": 0.25}}, {"id": "invert", "parameters": {"amount": 0.5}}])
        self.assertEqual(window.slider("Invert Amount").currentValue, 0.25)
        self.assertEqual(window.slider("Invert 2 Amount").currentValue, 0.5)

    def test_opacity_and_blend_mode_are_saved_as_the_command_line_makes_them(self):
        source = self.make("wave.png")
        window = self.open_recipe(source, [{"id": "invert", "parameters": {"amount": 1}}])
        window.wait_for("slider", "Amount")
        self.assertIsNone(window.find("slider", "Invert Opacity"))
        window.press("Invert Blending", role="toggle button")
        window.set_slider("Invert Opacity", 40)
        self.focus(window.wait_for("combo box"))
        # The second in the list.
        self.display.keys("space")
        time.sleep(0.7)
        self.display.keys("Down", "Return")
        window.wait_for_text("Multiply, 40 %")
        saved = self.save(window, "blended.png")
        expected = self.render(
            source, [{"id": "invert", "parameters": {"amount": 1}, "opacity": 0.4, "blend": "multiply"}])
        self.assertTrue((saved == expected).all())

    def test_an_unknown_filter_is_shown_and_kept(self):
        source = self.make("a.png")
        window = self.open_recipe(
            source, [{"id": "from-the-future", "parameters": {"x": 1}}, {"id": "invert", "parameters": {"amount": 1}}])
        window.wait_for_text("Not known to this version of Glint")
        window.wait_for("push button", "Remove from-the-future")
        window.press("Remove Invert")
        window.wait_for_text("Removed Invert")
        self.assertTrue(window.find("push button", "Remove from-the-future"))


if __name__ == "__main__":
    unittest.main()
