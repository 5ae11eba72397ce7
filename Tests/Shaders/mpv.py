#!/usr/bin/env python3
"""mpv.py FOLDER [NAME...]: runs the mpv hooks below a folder, and compares the results with what mpv shows.

FOLDER is a checkout of https://github.com/bloc97/Anime4K, for example. Needs mpv, Xvfb, ffmpeg, numpy and Pillow,
and glint-cli in $GLINT_CLI or on the path; $OUTPUT_SCALE is the size of mpv's window in pictures, 2 by default. For
each file one line is printed: how far mpv's result is from the picture without the shader (in decibels; if it is
the same, a comparison says nothing), and the largest and the mean difference of Glint's result from mpv's in levels
of 255.

mpv fills the screen of a virtual display. It works in 32-bit floats, as Glint does, and takes the nearest texels
for what the hooks leave to scale.
"""

import os
import pathlib
import subprocess
import sys
import tempfile
import time

import numpy as np
from PIL import Image

CLI = os.environ.get("GLINT_CLI", "glint-cli")
SCALE = float(os.environ.get("OUTPUT_SCALE", 2))
SIZE = (96, 64)
SHOWN = (round(SIZE[0] * SCALE), round(SIZE[1] * SCALE))
DISPLAY = ":71"
OPTIONS = """--no-config --vo=gpu --gpu-context=x11egl --gpu-sw=yes --fs --no-osc --osd-level=0 --scale=nearest
    --dscale=nearest --cscale=nearest --dither=no --sigmoid-upscaling=no --correct-downscaling=no
    --linear-downscaling=no --fbo-format=rgba32f --pause --image-display-duration=inf --cursor-autohide=always
    --msg-level=all=error""".split()
# Longer than mpv takes to compile the largest network on a software renderer.
SECONDS = 60


def picture():
    """A picture with lines, edges, ramps and a little noise."""
    x, y = np.meshgrid(np.arange(SIZE[0]) / SIZE[0], np.arange(SIZE[1]) / SIZE[1])
    noise = np.random.default_rng(1).random((SIZE[1], SIZE[0]))
    red = 0.5 + 0.4 * np.sin(30 * x + 12 * y)
    green = np.where((x - 0.5) ** 2 + (y - 0.5) ** 2 < 0.08, 0.9, 0.2) * (0.9 + 0.1 * noise)
    blue = np.where(np.abs(x - y) < 0.03, 0.05, 0.2 + 0.6 * y)
    return np.round(np.stack([red, green, blue], axis=2) * 255).astype("u1")


def screen():
    """What the display shows."""
    raw = subprocess.run(
        ["ffmpeg", "-v", "error", "-f", "x11grab", "-draw_mouse", "0", "-video_size", f"{SHOWN[0]}x{SHOWN[1]}", "-i",
         DISPLAY, "-frames:v", "1", "-f", "rawvideo", "-pix_fmt", "rgb24", "-"], capture_output=True, check=True).stdout
    return np.frombuffer(raw, "u1").reshape(SHOWN[1], SHOWN[0], 3)


def mpv(source, shader=None):
    """mpv's result in levels of 255."""
    chosen = [f"--glsl-shaders={shader}"] if shader else []
    messages = tempfile.TemporaryFile("w+")
    player = subprocess.Popen(
        ["mpv", *OPTIONS, *chosen, source], env={**os.environ, "DISPLAY": DISPLAY, "LIBGL_ALWAYS_SOFTWARE": "1"},
        stdout=messages, stderr=messages)
    try:
        before = None
        for _ in range(SECONDS):
            time.sleep(1)
            now = screen()
            # The display is of one color until mpv shows the picture.
            if now.std() > 1 and before is not None and (now == before).all():
                messages.seek(0)
                if "error" in messages.read():
                    raise RuntimeError("mpv cannot run it on this driver")
                return now.astype(float)
            before = now
        raise RuntimeError("mpv shows nothing")
    finally:
        player.kill()
        player.wait()


def glint(source, shader, scratch):
    """Glint's result in levels of 255, scaled like mpv's with nearest texels."""
    made = f"{scratch}/out.png"
    run = subprocess.run(
        [CLI, "render", source, "-y", "-o", made, "--", "shader", f"file={shader}", f"outputScale={SCALE}"],
        capture_output=True, text=True)
    if run.returncode:
        raise RuntimeError(run.stderr.strip())
    result = np.asarray(Image.open(made).convert("RGB"), float)
    rows, columns = (
        ((np.arange(shown) + 0.5) * size / shown).astype(int) for shown, size in zip(SHOWN[::-1], result.shape))
    return result[rows][:, columns]


def main():
    folder, wanted = pathlib.Path(sys.argv[1]), sys.argv[2:]
    server = subprocess.Popen(["Xvfb", DISPLAY, "-screen", "0", f"{SHOWN[0]}x{SHOWN[1]}x24", "-nolisten", "tcp", "-noreset"])
    verdicts = []
    try:
        time.sleep(1)
        with tempfile.TemporaryDirectory() as scratch:
            source = f"{scratch}/in.png"
            Image.fromarray(picture()).save(source)
            plain = mpv(source)
            for path in sorted(folder.rglob("*.glsl")):
                if wanted and path.stem not in wanted:
                    continue
                try:
                    expected = mpv(source, path)
                    difference = np.abs(glint(source, path, scratch) - expected)
                except RuntimeError as failure:
                    print(f"{path.stem}: {failure}", flush=True)
                    verdicts.append("failed")
                    continue
                error = np.mean((expected - plain) ** 2) / 255 ** 2
                decibels = -10 * np.log10(error) if error else np.inf
                is_same = difference.max() <= 2 and difference.mean() <= 0.5
                verdicts.append("same" if is_same else "different")
                if decibels >= 45:
                    verdicts[-1] += ", little effect in mpv"
                print(
                    f"{path.stem}: {decibels:.1f} dB, {difference.max():.0f} {difference.mean():.3f}: {verdicts[-1]}",
                    flush=True)
    finally:
        server.terminate()
        server.wait()
    for verdict in sorted(set(verdicts)):
        print(f"{verdicts.count(verdict)} {verdict}")


if __name__ == "__main__":
    main()
