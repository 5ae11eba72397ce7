"""The processes that decode videos may end while the window keeps running."""

import os
import signal

from test_clips import COUNT, ClipTest


def name(process):
    with open(f"/proc/{process}/comm") as file:
        return file.read().strip()


class Decoders(ClipTest):
    def decoders(self, window):
        return [process for process in window.helpers() if name(process) == "glint-video"]

    def test_a_killed_video_decoder_is_reported_and_the_window_continues(self):
        window = self.open_clip()
        window.wait_for_rest()
        decoders = self.decoders(window)
        self.assertTrue(decoders)
        for process in decoders:
            os.kill(process, signal.SIGKILL)
        window.set_slider("Position", COUNT // 2)
        window.wait_for_text("cannot be read: its decoder was killed")
        self.assertEqual(self.position(window), 0)
        second = self.make_clip("second.mkv")
        self.display.keys("ctrl+o")
        self.name_file(window, second)
        self.wait_for_frame(window, 0, "second.mkv")
