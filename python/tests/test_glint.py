"""Tests of the package: python3 -m unittest discover python/tests, with the program in GLINT_CLI or on PATH."""

import asyncio
import inspect
import json
import multiprocessing
import os
import pathlib
import pickle
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from fractions import Fraction

import numpy as np

FOLDER = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, FOLDER)
import glint  # noqa: E402

PROGRAM = os.environ.get("GLINT_CLI", "glint-cli")
CHANNELS = {1: "gray", 3: "rgb", 4: "rgba"}
# Sums the frames that it has seen.
SUM = """/*{"ISFVSN": "2", "INPUTS": [{"NAME": "inputImage", "TYPE": "image"},
{"NAME": "gain", "TYPE": "float", "MAX": 4, "DEFAULT": 1}],
"PASSES": [{"TARGET": "sum", "PERSISTENT": true, "FLOAT": true}, {}]}*/
void main() {
    if (PASSINDEX == 0) gl_FragColor = vec4(IMG_THIS_PIXEL(sum).rgb + gain * IMG_THIS_PIXEL(inputImage).rgb, 1.0);
    else gl_FragColor = IMG_THIS_PIXEL(sum);
}
"""


def noise(height, width, channels=3, dtype=np.uint8, seed=1):
    shape = (height, width) if channels == 0 else (height, width, channels)
    if dtype == np.float32:
        return np.random.default_rng(seed).random(shape, dtype=dtype)
    return np.random.default_rng(seed).integers(0, np.iinfo(dtype).max + 1, shape, dtype=dtype)


def rendered(frames, recipe, *options):
    """The frames filtered by glint-cli render, as a flat array."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "recipe.json")
        with open(path, "w") as file:
            json.dump({"glint": 1, "filters": recipe}, file)
        source = os.path.join(folder, "in.raw")
        np.stack(frames).tofile(source)
        frame = frames[0]
        channels = 1 if frame.ndim == 2 else frame.shape[2]
        return np.frombuffer(subprocess.run(
            [PROGRAM, "render", source, "-o", "-", "--format", "raw", "--input-format", "raw", "--recipe", path,
             "--size", f"{frame.shape[1]}x{frame.shape[0]}", "--channels", CHANNELS[channels],
             "--depth", str(frame.dtype.itemsize * 8), *options],
            stdout=subprocess.PIPE, check=True).stdout, frame.dtype)


def worker(seed):
    return glint.render(noise(20, 30, seed=seed), [glint.invert()])


class RenderTests(unittest.TestCase):
    RECIPE = [glint.saturation(0.3), glint.gaussian_blur(radius=10), glint.ntsc(), glint.film_grain()]

    def test_a_result_equals_that_of_render_byte_for_byte(self):
        for dtype in (np.uint8, np.uint16, np.float32):
            for channels in (0, 1, 3, 4):
                with self.subTest(dtype=dtype, channels=channels):
                    array = noise(130, 171, channels, dtype)
                    result = glint.render(array, self.RECIPE)
                    self.assertEqual(result.dtype, array.dtype)
                    self.assertEqual(result.shape[2], 4 if channels == 4 else 3)
                    np.testing.assert_array_equal(result.ravel(), rendered([array], self.RECIPE))

    def test_channels_and_shapes_are_kept_where_no_filter_changes_them(self):
        for shape in ((40, 50), (40, 50, 1), (40, 50, 3), (40, 50, 4)):
            array = noise(40, 50, 0 if len(shape) == 2 else shape[2])
            self.assertEqual(glint.render(array, [glint.gaussian_blur()]).shape, shape)
            np.testing.assert_array_equal(glint.render(array, []), array)
            np.testing.assert_array_equal(glint.render(array, None), array)
        self.assertEqual(glint.render(noise(40, 50), [glint.resize(scale=0.5), glint.rotate(angle=30)]).shape[2], 3)
        self.assertEqual(glint.render(noise(40, 50), [glint.crop(left=50)]).shape, (40, 25, 3))
        self.assertEqual(glint.render(noise(40, 50), [glint.luma_key()]).shape, (40, 50, 4))

    def test_arrays_of_any_memory_layout_are_filtered_and_the_input_is_unchanged(self):
        array = noise(60, 80)
        before = array.copy()
        expected = 255 - array
        for view in (array, array[::-1], array[:, ::2], np.asfortranarray(array), np.moveaxis(array, 0, 1)):
            np.testing.assert_array_equal(glint.render(view, [glint.invert()]), 255 - view)
        big = array.astype(">u2")
        result = glint.render(big, [glint.invert()])
        self.assertEqual(result.dtype, big.dtype)
        np.testing.assert_array_equal(result, 65535 - big.astype(int))
        np.testing.assert_array_equal(array, before)
        result = glint.render(array, [glint.invert()])
        result[:] = 0  # Results belong to the caller.
        np.testing.assert_array_equal(glint.render(array, [glint.invert()]), expected)

    def test_recipes_are_lists_dictionaries_and_files(self):
        array = noise(30, 40)
        stage = {"id": "invert", "parameters": {"amount": 1}}
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "recipe.json")
            with open(path, "w") as file:
                json.dump({"glint": 1, "filters": [stage]}, file)
            for recipe in ([stage], (stage,), stage, {"glint": 1, "filters": [stage]}, path, glint.invert(), [glint.invert()]):
                np.testing.assert_array_equal(glint.render(array, recipe), 255 - array)
        halves = {"shape": "rectangle", "x": 0, "y": 0, "width": 0.5, "height": 1}
        result = glint.render(array, [glint.invert(region=halves)])
        np.testing.assert_array_equal(result, np.concatenate([255 - array[:, :20], array[:, 20:]], axis=1))
        np.testing.assert_array_equal(glint.render(array, [glint.invert(enabled=False)]), array)
        np.testing.assert_array_equal(glint.render(array, [glint.invert(np.float32(1), opacity=np.int64(0))]), array)

    def test_frames_of_a_video_have_their_number_and_time(self):
        video = [noise(48, 64, 4, seed=n) for n in range(5)]
        recipe = [glint.saturation({"keys": [[0, 0], [0.1, 1]]}), glint.ntsc()]
        expected = rendered(video, recipe, "--fps", "30").reshape(5, 480, 640, 4)
        np.testing.assert_array_equal(np.stack(list(glint.frames(video, recipe, rate=Fraction(30)))), expected)
        np.testing.assert_array_equal(glint.render(video[3], recipe, time=0.1, rate=30), expected[3])
        np.testing.assert_array_equal(next(glint.frames(video[2:], recipe, rate=30, start=2)), expected[2])

    def test_shaders_take_their_parameters_and_keep_buffers_from_frame_to_frame(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "sum.fs")
            with open(path, "w") as file:
                file.write(SUM)
            frame = np.full((8, 8, 3), 10, np.uint8)
            recipe = [glint.shader(file=path, gain=2)]
            series = glint.frames([frame] * 4, recipe)
            self.assertEqual([int(result[0, 0, 0]) for result in series], [20, 40, 60, 80])
            self.assertEqual([int(glint.render(frame, recipe)[0, 0, 0]) for _ in range(2)], [20, 20])
            folder = os.getcwd()
            self.addCleanup(os.chdir, folder)
            os.chdir(os.path.dirname(path))
            self.assertEqual(glint.shader(file="sum.fs")["parameters"]["file"], os.path.realpath(path))

    def test_results_stay_as_they_are_while_they_are_in_use(self):
        picture = noise(40, 60)
        inverted = 255 - picture
        kept = [glint.render(picture, [glint.invert()]) for _ in range(5)]
        # A part is enough to keep the memory of a result.
        result = glint.render(picture, [glint.invert()])
        part = result[10:20, ::2]
        for _ in range(6):
            result = glint.render(picture, [])
            np.testing.assert_array_equal(result, picture)
            result[:] = 7
        np.testing.assert_array_equal(part, inverted[10:20, ::2])
        for index, array in enumerate(kept):
            np.testing.assert_array_equal(array, inverted)
            array[:] = index
        self.assertEqual([int(array.max()) for array in kept], [0, 1, 2, 3, 4])

    def test_what_a_process_made_by_fork_writes_to_a_result_stays_there(self):
        result = glint.render(noise(8, 8), [])
        process = os.fork()
        if process == 0:
            result[:] = 0
            os._exit(0)
        os.waitpid(process, 0)
        np.testing.assert_array_equal(result, noise(8, 8))

    def test_a_result_stays_as_it_is_in_a_process_made_by_fork(self):
        picture = noise(40, 60)
        result = glint.render(picture, [])
        reading, writing = os.pipe()
        process = os.fork()
        if process == 0:
            # Begins to read when the other process has rendered again.
            os.read(reading, 1)
            os._exit(0 if np.array_equal(result, picture) else 1)
        del result
        for _ in range(6):
            glint.render(picture, [glint.invert()])
        os.write(writing, b".")
        self.assertEqual(os.waitpid(process, 0)[1], 0)
        os.close(reading)
        os.close(writing)

    def test_large_memory_is_not_kept_for_small_arrays(self):
        def shared():
            with open("/proc/self/maps", encoding="utf-8") as file:
                parts = (line.split()[0].split("-") for line in file if "memfd:glint-pixels" in line)
                return sum(int(end, 16) - int(start, 16) for start, end in parts)

        with glint.Device() as device:
            before = shared()
            large = [device.render(noise(3000, 4000), []) for _ in range(3)]
            self.assertGreater(shared() - before, 70_000_000)
            del large
            device.render(noise(8, 8), [])
            self.assertLess(shared() - before, 70_000_000)

    def test_threads_and_tasks_share_a_device(self):
        arrays = [noise(60, 70 + n, seed=n) for n in range(12)]
        results = {}

        def work(first):
            for n in range(first, 12, 3):
                results[n] = glint.render(arrays[n], [glint.invert()])

        threads = [threading.Thread(target=work, args=(first,)) for first in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for n in range(12):
            np.testing.assert_array_equal(results[n], 255 - arrays[n])

        async def all_at_once():
            return await asyncio.gather(*(glint.render_async(array, [glint.invert()]) for array in arrays))

        for array, result in zip(arrays, asyncio.run(all_at_once())):
            np.testing.assert_array_equal(result, 255 - array)


class ProcessTests(unittest.TestCase):
    def process(self, device):
        return device._connection._process

    def test_a_device_is_kept_open_and_closed_with_its_block(self):
        with glint.Device() as device:
            device.render(noise(8, 8), [])
            process = self.process(device)
            device.render(noise(9, 9, 4), [glint.sepia()])
            self.assertIs(process, self.process(device))
            self.assertEqual(device.statistics()["frames"], 2)
        self.assertEqual(process.returncode, 0)
        np.testing.assert_array_equal(device.render(noise(8, 8), []), noise(8, 8))
        device.close()
        device.close()

    def test_a_killed_program_is_an_error_and_the_next_call_works(self):
        with glint.Device() as device:
            device.render(noise(8, 8), [])
            process = self.process(device)
            killer = threading.Timer(0.3, process.send_signal, [signal.SIGKILL])
            killer.start()
            with self.assertRaisesRegex(glint.Error, "SIGKILL"):
                while True:
                    device.render(noise(900, 900), [glint.kuwahara(), glint.kuwahara()])
            killer.join()
            np.testing.assert_array_equal(device.render(noise(8, 8), [glint.invert()]), 255 - noise(8, 8))
            # Killed between calls, it is only started again.
            self.process(device).kill()
            self.process(device).wait()
            np.testing.assert_array_equal(device.render(noise(8, 8), [glint.invert()]), 255 - noise(8, 8))

    def test_a_timeout_is_an_error_and_the_next_call_works(self):
        with glint.Device() as device:
            device.render(noise(8, 8), [])
            start = time.monotonic()
            with self.assertRaisesRegex(glint.Error, "0.2 seconds"):
                device.render(noise(3000, 3000), [glint.kuwahara()] * 5, timeout=0.2)
            self.assertLess(time.monotonic() - start, 5)
            np.testing.assert_array_equal(device.render(noise(8, 8), [glint.invert()]), 255 - noise(8, 8))

    def test_processes_made_by_fork_and_spawn_have_a_device_of_their_own(self):
        expected = [255 - noise(20, 30, seed=seed) for seed in range(4)]
        np.testing.assert_array_equal(worker(0), expected[0])
        for method in ("fork", "spawn"):
            with multiprocessing.get_context(method).Pool(2) as pool:
                np.testing.assert_array_equal(np.stack(pool.map(worker, range(4))), np.stack(expected))
        np.testing.assert_array_equal(worker(1), expected[1])
        with glint.Device() as device:
            np.testing.assert_array_equal(pickle.loads(pickle.dumps(device)).render(noise(8, 8), []), noise(8, 8))

    def test_the_program_ends_with_python(self):
        script = "import glint, numpy; glint.render(numpy.zeros((4, 4), 'u1'), []); " \
            "print(glint._device._default._connection._process.pid, flush=True); {}"
        for end in ("pass", "raise SystemExit(3)", "import os; os._exit(4)", "import os; os.kill(os.getpid(), 9)"):
            output = subprocess.run([sys.executable, "-c", script.format(end)], stdout=subprocess.PIPE, text=True,
                                    env=dict(os.environ, PYTHONPATH=FOLDER)).stdout
            for _ in range(100):
                if not os.path.exists(f"/proc/{output.strip()}"):
                    break
                time.sleep(0.05)
            self.assertFalse(self.is_running(int(output)), end)

    def is_running(self, process):
        try:
            with open(f"/proc/{process}/stat") as file:
                return file.read().rsplit(")", 1)[1].split()[0] != "Z"
        except FileNotFoundError:
            return False


class ErrorTests(unittest.TestCase):
    def refused(self, words, array, recipe=(), **options):
        with self.assertRaisesRegex(glint.Error, words):
            glint.render(array, recipe, **options)

    def test_whatever_fails_is_an_error_that_says_what_to_do(self):
        array = noise(8, 8)
        self.refused("convert them to uint8", array.astype(np.float64))
        self.refused("is not a picture", array.ravel())
        self.refused("is not a picture", noise(8, 8, 2))
        self.refused("no pixels", np.zeros((0, 4), np.uint8))
        self.refused("did you mean sepia", array, [{"id": "sepai"}])
        self.refused("amount", array, [glint.sepia(amount=7)])
        self.refused("is not a stage", array, ["sepia"])
        self.refused("is not a stage", array, 7)
        self.refused("JSON", array, [glint.sepia(amount=float("nan"))])
        self.refused("JSON", array, [{"id": "sepia", "parameters": {"amount": object()}}])
        self.refused("none.json", array, "none.json")
        self.refused("none.fs", array, [glint.shader(file="none.fs")])
        self.refused("time", array, time=-1)
        self.refused("rate", array, rate=0)
        self.refused("read the file first", "photo.jpg")
        self.refused("read the file first", pathlib.Path("photo.jpg"))
        self.refused("number", array, number=-1)
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            file.write("no recipe")
            file.flush()
            self.refused("recipe", array, file.name)
        # Each is only the end of its call.
        np.testing.assert_array_equal(glint.render(array, [glint.invert()]), 255 - array)

    def test_a_missing_or_wrong_program_is_an_error(self):
        for program, words in (("/nowhere/glint-cli", "was not found; install Glint"), ("/bin/false", "ended"),
                               ("/bin/cat", "ended")):
            with self.assertRaisesRegex(glint.Error, words):
                glint.Device(program).render(noise(8, 8), [])


class FilterTests(unittest.TestCase):
    def test_the_functions_are_those_of_the_filters(self):
        check = subprocess.run([sys.executable, os.path.join(FOLDER, "generate"), "--check"], stderr=subprocess.PIPE,
                               text=True, env=dict(os.environ, GLINT_CLI=PROGRAM))
        self.assertEqual((check.returncode, check.stderr), (0, ""))

    def test_functions_have_signatures_and_help(self):
        for name in glint._filters.__all__:
            function = getattr(glint, name)
            self.assertTrue(inspect.getdoc(function), name)
            self.assertIn("opacity", inspect.signature(function).parameters, name)
        self.assertEqual(glint.saturation(0.3), {"id": "saturation", "parameters": {"amount": 0.3}})
        self.assertEqual(glint.custom("mine", a=1, blend="screen"), {"id": "mine", "parameters": {"a": 1}, "blend": "screen"})
        with self.assertRaises(TypeError):
            glint.saturation(amuont=1)


if __name__ == "__main__":
    unittest.main()
