"""Videos: saving all or part of them from the window, and messages and actions during the save."""

import json
import os
import re
import subprocess
import unittest

import numpy
from PIL import Image

from displays import LIMIT, burden, wait_until
from test_clips import COUNT, SIZE, ClipTest
from window import cli, pixels

# The position of each format in the list of formats, which begins with MP4.
WEBM, MKV, Y4M, GIF, APNG, PICTURES = 1, 2, 4, 5, 7, 8


class ClipSavingTest(ClipTest):
    def output(self, *command):
        return subprocess.run(command, check=True, capture_output=True, timeout=LIMIT * burden()).stdout

    def frames(self, path, size=SIZE):
        """All frames of a video as decoded by FFmpeg: number, row, column, RGB."""
        raw = self.output("ffmpeg", "-v", "error", "-i", path, "-f", "rawvideo", "-pix_fmt", "rgb24", "-")
        return numpy.frombuffer(raw, numpy.uint8).reshape(-1, size[1], size[0], 3)

    def sound(self, path):
        """A checksum of the stored sound packets."""
        return self.output("ffmpeg", "-v", "error", "-i", path, "-map", "0:a", "-c", "copy", "-f", "md5", "-")

    def codecs(self, path):
        output = self.output(
            "ffprobe", "-v", "error", "-show_entries", "stream=codec_name", "-of", "json", path)
        return [stream["codec_name"] for stream in json.loads(output)["streams"]]

    def recipe_file(self, stages):
        with open(self.file("expected.json"), "w") as file:
            json.dump({"glint": 1, "filters": stages}, file)
        return self.file("expected.json")

    def choose_ffv1(self, window):
        self.choose_further(window, "Format", MKV)
        # The codec chosen for MP4 is kept, and FFV1 precedes it in the list.
        self.choose_further(window, "Codec", -1)
        window.wait_for("label", "FFV1")

    def go_on(self, window, path):
        """Accepts the dialog, and enters the file's name."""
        window.press("Save…")
        wait_until(lambda: window.find("push button", "Save…") is None, "the dialog to close")
        self.name_file(window, path)

    def ask(self, window):
        self.display.keys("ctrl+shift+s")
        window.wait_for("combo box", "Format")

    def make_long_clip(self, frames):
        """A clip of as many larger pictures as requested."""
        clip = self.make_clip("short.mkv", filters="scale=640:480:flags=neighbor")
        return self.ffmpeg("long.mkv", "-stream_loop", f"{frames // COUNT - 1}", "-i", clip, "-c", "copy")

    def begin_long_save(self, frames):
        """Opens a window that saves a clip with a wide blur and shows its speed."""
        window = self.open_recipe(self.make_long_clip(frames), [
            {"id": "gaussian-blur", "parameters": {"radius": 60}}, {"id": "invert", "parameters": {"amount": 0}}])
        window.wait_for_text("H.264")
        self.ask(window)
        self.choose_ffv1(window)
        self.go_on(window, self.file("saved.mkv"))
        window.wait_for_text("Saving saved.mkv")
        return window

    def invert(self, window):
        """Changes the recipe, and waits until the change is visible."""
        window.set_slider("Amount", 1)
        # The progress bar covers part of the upper half, so only the lower half is compared.
        self.wait_for_picture(
            window, "long.mkv", (640, 480), lambda seen: (abs(seen[len(seen) // 2:, :, 2] - 215) < 3).all(),
            "the inverted frame")


class Saving(ClipSavingTest):
    def test_a_part_is_saved_as_the_command_line_would(self):
        clip = self.make_clip(filters="drawgrid=w=20:h=15:t=3:c=white")
        stages = [
            {"id": "invert", "parameters": {"amount": 0.8}}, {"id": "ntsc", "parameters": {"resize480": False}}]
        window = self.open_recipe(clip, stages)
        wait_until(lambda: window.slider("Position").maximumValue == COUNT - 1, "the number of frames")
        for number, key in [(20, "i"), (32, "o")]:
            window.set_slider("Position", number)
            wait_until(lambda: self.position(window) == number, "the frame")
            self.display.keys(key)
        self.ask(window)
        window.wait_for("label", "Trimmed Part (0.52 s)")
        self.choose_ffv1(window)
        self.go_on(window, self.file("saved.mkv"))
        self.wait_for_saved(window, "saved.mkv")
        saved = self.frames(self.file("saved.mkv"))
        os.mkdir(self.file("frames"))
        cli("render", clip, "-o", self.file("frames/{frame}.png"), "--from", "20f", "--to", "33f",
            "--recipe", self.recipe_file(stages))
        names = [f"{number:06}.png" for number in range(20, 33)]
        self.assertEqual(sorted(os.listdir(self.file("frames"))), names)
        self.assertEqual(len(saved), 13)
        for frame, name in zip(saved, names):
            self.assertTrue((frame == pixels(self.file("frames/" + name))).all(), name)

    def test_a_video_is_exported_as_one(self):
        window = self.open(self.make_clip())
        self.wait_for_frame(window, 0)
        self.assertIsNone(window.find("image", "Drag the Picture to Another Program"))
        self.display.keys("ctrl+shift+e")
        window.wait_for("combo box", "Format")
        self.display.keys("Escape")
        wait_until(lambda: window.find("combo box", "Format") is None, "the dialog to close")
        # Printing is disabled for a moving picture.
        self.display.keys("ctrl+shift+p")
        window.wait_for_rest()
        self.assertIsNone(window.find("push button", "Print"))

    def test_frames_become_numbered_pictures(self):
        window = self.open_clip("--recipe", self.stack_file())
        window.set_slider("Amount", 1)
        self.go_to_inverted(window, 97)
        self.display.keys("i")
        self.ask(window)
        self.choose_further(window, "Format", PICTURES)
        # Without a placeholder for the number, all frames would have the same name.
        self.go_on(window, self.file("frame.png"))
        window.wait_for_text("The name must contain {frame}")
        window.press("Choose…")
        wait_until(lambda: not window.has_text("The name must contain"), "the question to close")
        self.name_file(window, self.file("frame-{frame}.png"))
        window.wait_for_text("Saved the pictures")
        found = sorted(name for name in os.listdir(self.folder) if name.startswith("frame"))
        self.assertEqual(found, [f"frame-{number:06}.png" for number in (97, 98, 99)])
        for number, name in zip((97, 98, 99), found):
            self.assertTrue((pixels(self.file(name)) == [255 - 2 * number, 2 * number, 215]).all(), name)
        # The window asks about existing numbered files itself, which the file dialog cannot do.
        before = os.stat(self.file(found[0])).st_mtime_ns
        self.ask(window)
        self.go_on(window, self.file("frame-{frame}.png"))
        window.wait_for_text("“frame-000097.png” already exists")
        self.assertEqual(os.stat(self.file(found[0])).st_mtime_ns, before)
        window.press("Replace")
        window.wait_for_text("Saved the pictures")
        wait_until(lambda: os.stat(self.file(found[0])).st_mtime_ns > before, "the pictures to be replaced")

    def go_to_inverted(self, window, number):
        window.set_slider("Position", number)
        inverted = 255 - numpy.array([2 * number, 255 - 2 * number, 40])

        def is_seen():
            seen = self.seen_color(window)
            return seen is not None and numpy.abs(seen - inverted).max() <= 1.5

        wait_until(is_seen, f"frame {number}")

    def test_sound_is_copied_and_encoded_again_if_it_does_not_fit(self):
        sound = ("-f", "lavfi", "-i", "sine=440:d=4", "-c:a", "aac")
        clip = self.make_clip("loud.mp4", sound=sound)
        window = self.open(clip)
        self.wait_for_frame(window, 0, "loud.mp4")
        self.ask(window)
        self.go_on(window, self.file("saved.mp4"))
        self.wait_for_saved(window, "saved.mp4")
        self.assertEqual(self.codecs(self.file("saved.mp4")), ["h264", "aac"])
        self.assertEqual(self.sound(self.file("saved.mp4")), self.sound(clip))
        self.assertEqual(len(self.frames(self.file("saved.mp4"))), COUNT)
        # The warning precedes the save.
        self.ask(window)
        self.choose_further(window, "Format", WEBM)
        window.wait_for_text("is re-encoded as Opus: WebM cannot contain it")
        self.go_on(window, self.file("saved.webm"))
        self.wait_for_saved(window, "saved.webm")
        self.assertEqual(self.codecs(self.file("saved.webm")), ["vp9", "opus"])

    def test_the_color_depth_is_chosen_where_there_is_a_choice(self):
        clip = self.make_clip("clip.mp4")
        window = self.open(clip)
        self.wait_for_frame(window, 0, "clip.mp4")
        self.ask(window)
        # H.264 always has 8 bits.
        window.wait_for("combo box", "Codec")
        self.assertIsNone(window.find("combo box", "Depth"))
        self.choose_further(window, "Codec", 1)
        window.wait_for("label", "H.265")
        self.choose_further(window, "Depth", 2)
        window.wait_for("label", "10-Bit")
        self.go_on(window, self.file("saved.mp4"))
        self.wait_for_saved(window, "saved.mp4")
        format = self.output(
            "ffprobe", "-v", "error", "-show_entries", "stream=pix_fmt", "-of", "csv=p=0", self.file("saved.mp4"))
        self.assertEqual(format.decode().strip(), "yuv420p10le")

    def test_y4m_has_its_frames_alone(self):
        clip = self.make_clip("loud.mp4", sound=("-f", "lavfi", "-i", "sine=440:d=4", "-c:a", "aac"))
        stages = [{"id": "invert", "parameters": {"amount": 1}}]
        window = self.open_recipe(clip, stages)
        wait_until(lambda: window.slider("Position").maximumValue == COUNT - 1, "the number of frames")
        self.ask(window)
        for shown in ["Codec", "Compression", "Metadata"]:
            window.wait_for("combo box", shown)
        self.choose_further(window, "Format", Y4M)
        window.wait_for("label", "Y4M")
        # Options that the format does not support are hidden, and anything it leaves out is reported.
        window.wait_for_text("The sound (aac) is left out: Y4M cannot contain it")
        for hidden in ["Codec", "Compression", "Metadata"]:
            self.assertIsNone(window.find("combo box", hidden), hidden)
        self.assertIsNone(window.find("slider", "Quality"))
        self.go_on(window, self.file("saved.y4m"))
        self.wait_for_saved(window, "saved.y4m")
        cli("render", clip, "-o", self.file("expected.y4m"), "--recipe", self.recipe_file(stages))
        with open(self.file("saved.y4m"), "rb") as saved, open(self.file("expected.y4m"), "rb") as expected:
            self.assertEqual(saved.read(), expected.read())
        self.assertEqual(self.codecs(self.file("saved.y4m")), ["rawvideo"])
        # Options reappear with a format that supports them.
        self.ask(window)
        window.wait_for("label", "Y4M")
        self.choose_further(window, "Format", -Y4M)
        for shown in ["Codec", "Compression", "Metadata"]:
            window.wait_for("combo box", shown)

    def predicted(self, window):
        """The predicted size of the file in kilobytes, once it is known."""
        text = wait_until(lambda: next(iter(window.texts("· about ")), None), "the prediction")
        number, unit = re.search(r"about ([\d.]+)\s(bytes|kB|MB)", text).groups()
        return float(number) * {"bytes": 0.001, "kB": 1, "MB": 1000}[unit]

    def make_noisy_clip(self, rate=50, seconds=2):
        """A clip that moves and changes in the same way all the time."""
        return self.ffmpeg(
            "noisy.mkv", "-f", "lavfi", "-i", f"testsrc2=s=320x240:r={rate}:d={seconds}", "-vf", "noise=alls=20:allf=t",
            "-c:v", "ffv1")

    def test_an_animation_is_saved_smaller_with_fewer_frames(self):
        clip = self.make_noisy_clip()
        window = self.open(clip)
        wait_until(lambda: window.slider("Position").maximumValue == 99, "the number of frames")
        window.slider("Start of Trim").currentValue = 20
        window.slider("End of Trim").currentValue = 79
        self.ask(window)
        # The trimmed part is chosen, and has its length.
        window.wait_for("label", "Trimmed Part (1.20 s)")
        self.choose_further(window, "Format", APNG)
        # 10, 12, 15, 24, 25 and 30 are lower than 50.
        self.choose_further(window, "Frame Rate", 1)
        window.wait_for("label", "10 fps")
        window.press("Common Sizes")
        window.press("50 %", role="menu item")
        window.wait_for_text("160 × 120 pixels")
        predicted = self.predicted(window)
        self.go_on(window, self.file("saved.apng"))
        self.wait_for_saved(window, "saved.apng")
        size = os.path.getsize(self.file("saved.apng")) / 1000
        self.assertLess(abs(predicted / size - 1), 0.1, (predicted, size))
        saved = self.frames(self.file("saved.apng"), size=(160, 120))
        self.assertEqual(len(saved), 12)
        # Each fifth frame from the start of the trim, reduced as the command line does.
        recipe = [{"id": "resize", "parameters": {"width": 160, "height": 120}}]
        for index in (0, 1, 11):
            expected = self.render(clip, recipe, "--frame", str(20 + 5 * index))
            self.assertLessEqual(numpy.abs(saved[index] - expected).max(), 1, index)
        with Image.open(self.file("saved.apng")) as image:
            durations = []
            for number in range(image.n_frames):
                image.seek(number)
                durations.append(image.info["duration"])
        self.assertEqual(durations, [100] * 12)

    def test_the_size_of_a_file_is_predicted(self):
        clip = self.make_noisy_clip()
        for name, steps in [("saved.mp4", 0), ("saved.gif", GIF)]:
            window = self.open(clip)
            wait_until(lambda: window.slider("Position").maximumValue == 99, "the number of frames")
            self.ask(window)
            if steps:
                self.choose_further(window, "Format", steps)
            predicted = self.predicted(window)
            self.go_on(window, self.file(name))
            self.wait_for_saved(window, name)
            ratio = predicted * 1000 / os.path.getsize(self.file(name))
            # Encoders spend more on some frames than on others.
            self.assertTrue(0.75 < ratio < 1.35, (name, ratio))
        # Nothing is predicted that would be wrong.
        window = self.open(clip)
        wait_until(lambda: window.slider("Position").maximumValue == 99, "the number of frames")
        self.ask(window)
        self.choose_further(window, "Format", WEBM)
        window.wait_for("label", "WebM")
        wait_until(lambda: "320 × 240 pixels" in window.texts("320 × 240 pixels"), "the size in pixels alone")
        self.display.keys("Escape")

    def test_an_invalid_size_is_reported(self):
        window = self.open(self.make_clip())
        self.wait_for_frame(window, 0)
        self.ask(window)
        self.focus(window.wait_for("text", "Longest Side"))
        self.display.write("0")
        window.press("Save…")
        window.wait_for_text("The longest side must be a number of pixels")
        self.display.keys("Escape")

    def test_a_still_that_moves_becomes_a_clip(self):
        still, stages = self.make("wave.png", SIZE), [{"id": "ntsc", "parameters": {"resize480": False}}]
        window = self.open_recipe(still, stages)
        window.wait_for("slider", "Age")
        self.display.keys("Menu")
        window.press("Save as Video…", role="menu item")
        self.choose_ffv1(window)
        window.wait_for("spin button", "Seconds").queryValue().currentValue = 0.5
        self.go_on(window, self.file("saved.mkv"))
        self.wait_for_saved(window, "saved.mkv")
        saved, expected = self.frames(self.file("saved.mkv")), self.file("expected.mkv")
        # Half a second at 30000/1001 frames per second.
        self.assertEqual(len(saved), 15)
        cli("render", still, "-o", expected, "--duration", "0.5", "--recipe", self.recipe_file(stages))
        self.assertTrue((saved == self.frames(expected)).all())
        stages[0]["parameters"]["frame"] = 3
        self.assertTrue((saved[3] == self.render(still, stages)).all())
        self.assertTrue((saved[3] != saved[4]).any())


class Meanwhile(ClipSavingTest):
    def test_what_is_changed_during_a_save_is_seen_and_not_saved(self):
        window = self.begin_long_save(frames=300)
        self.invert(window)
        self.assertFalse(os.path.exists(self.file("saved.mkv")), "saved too fast to change anything meanwhile")
        self.wait_for_saved(window, "saved.mkv")
        saved = self.frames(self.file("saved.mkv"), size=(640, 480))
        self.assertEqual(len(saved), 300)
        self.assertLessEqual(numpy.abs(saved[..., 2].astype(int) - 40).max(), 1)
        # The window marks the edits made after the save.
        self.assertTrue(window.has_text("• long.mkv"))

    def test_a_save_shows_its_speed_and_leaves_no_files_when_cancelled(self):
        window = self.begin_long_save(frames=3000)
        window.wait_for_text("frames per second, ")
        progress = window.wait_for("progress bar", "Saving").queryValue()
        before = progress.currentValue
        wait_until(lambda: progress.currentValue > before, "the progress")
        window.press("Cancel")
        wait_until(lambda: not window.has_text("Saving saved.mkv"), "the save to end")
        window.wait_for_rest()
        self.assertFalse(window.has_text("Saved saved.mkv"))
        self.assertEqual([name for name in os.listdir(self.folder) if "saved" in name], [])


class SavingSeveral(ClipSavingTest):
    def test_a_batch_takes_videos(self):
        os.mkdir(self.file("here"))
        clip = self.make_clip("here/clip.mkv")
        self.make("here/picture.png")
        window = self.open_stack(clip)
        self.wait_for_frame(window, 0)
        window.set_slider("Amount", 1)
        self.display.keys("ctrl+b")
        # With a video open, a batch leaves out the pictures in its folder.
        window.wait_for_text("1 file in here")
        window.press("Start")
        window.wait_for_text("1 file saved")
        self.assertEqual(os.listdir(self.file("here/Edited")), ["clip.mkv"])
        self.assertTrue((self.frames(self.file("here/Edited/clip.mkv")) == 255 - self.frames(clip)).all())
        window.press("Done")


if __name__ == "__main__":
    unittest.main()
