"""Drivers: too old ones, software renderers, and the driver calls of a drag."""

import os
import re
import subprocess
import time
import unittest

from desktop import LANDSCAPE, DesktopTest
from displays import wait_until


class Graphics(DesktopTest):
    def test_software_rendering_is_reported_once(self):
        window = self.open(LANDSCAPE)
        window.wait_for_text("run on the CPU")
        # Hidden widgets keep their position on the bus, so a widget below the notice shows when it is gone.
        top = window.extents(window.wait_for("slider", "Exposure"))[1]
        window.press("Got It")
        wait_until(
            lambda: window.extents(window.find("slider", "Exposure"))[1] < top - 20, "the notice to go")
        gone = window.extents(window.find("slider", "Exposure"))[1]
        window.close()
        window = self.open(LANDSCAPE)
        window.wait_for("slider", "Exposure")
        window.wait_for_rest()
        self.assertEqual(window.extents(window.find("slider", "Exposure"))[1], gone)

    def test_a_driver_that_is_too_old_is_replaced_by_software(self):
        window = self.open(LANDSCAPE, environment={"MESA_GL_VERSION_OVERRIDE": "3.3"})
        window.wait_for_text("No graphics driver with OpenGL 4.3 was found")
        self.assertTrue(window.slider("Exposure"))
        self.assertEqual(window.output().count("Trying Mesa's software renderer"), 1)

    def test_a_page_says_what_is_missing_where_software_is_too_old_as_well(self):
        window = self.open(
            LANDSCAPE, environment={"MESA_GL_VERSION_OVERRIDE": "3.3", "GLINT_SOFTWARE_RENDERING": "1"})
        window.wait_for_text("OpenGL 4.3 Is Missing")

    @unittest.skipUnless(os.environ.get("GLINT_TEST_DISPLAY", "x11") == "x11", "apitrace follows GLX")
    def test_nothing_is_read_back_while_a_slider_moves(self):
        trace = self.file("glint.trace")
        # Preloaded like `apitrace trace` does, so that the program keeps its process id.
        wrapper = subprocess.run(
            ["sh", "-c", "ls /usr/lib/*/apitrace/wrappers/glxtrace.so"], capture_output=True, text=True,
            check=True).stdout.strip()
        # GTK is made to use GLX by GDK_DEBUG before 4.16, and since then by disabling what it prefers.
        window = self.open(LANDSCAPE, environment={
            "LD_PRELOAD": wrapper, "TRACE_FILE": trace, "GDK_DEBUG": "gl-glx", "GDK_DISABLE": "egl,vulkan"})
        slider = window.slider("Saturation")
        for step in range(20):
            slider.currentValue = step / 20
            time.sleep(self.display.PACE)
        window.slider("Clarity Amount").currentValue = 0.5
        window.wait_for_rest()
        self.assertEqual(window.close(), [])
        calls = subprocess.run(["apitrace", "dump", trace], capture_output=True, text=True, check=True).stdout
        self.assertGreater(calls.count("glDispatchCompute("), 20)
        self.assertGreater(calls.count("glDrawArrays("), 5)
        for name in ("glReadPixels(", "glGetTexImage(", "glGetTextureImage(", "glGetBufferSubData("):
            self.assertNotIn(name, calls)
        # Since 4.14, GTK keeps its buffers for vertices and constants persistently mapped.
        own = re.compile(r"glMapBufferRange\(target = GL_(ARRAY|UNIFORM)_BUFFER,.*MAP_PERSISTENT")
        self.assertEqual([call for call in re.findall(r"glMapBuffer.*", calls) if not own.match(call)], [])


if __name__ == "__main__":
    unittest.main()
