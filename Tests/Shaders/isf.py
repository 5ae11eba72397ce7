#!/usr/bin/env python3
"""isf.py FOLDER [NAME...]: renders the ISF files of a folder that filter a picture (the picture input of which is
named inputImage), and compares the results with those of an independent host.

FOLDER holds the .fs files of https://github.com/Vidvox/ISF-Files. Needs moderngl, numpy and Pillow, and
glint-cli in $GLINT_CLI or on the path. For each file one line is printed: the largest and the mean difference in
levels of 255, and whether the result differs from the picture at all.
"""

import os
import pathlib
import subprocess
import sys
import tempfile

import moderngl
import numpy as np
from PIL import Image

import isf_host

CLI = os.environ.get("GLINT_CLI", "glint-cli")
SIZE = (192, 128)


def picture():
    """A picture with edges, ramps and noise."""
    x, y = np.meshgrid(np.arange(SIZE[0]) / SIZE[0], np.arange(SIZE[1]) / SIZE[1])
    noise = np.random.default_rng(1).random((SIZE[1], SIZE[0]))
    red = 0.5 + 0.5 * np.sin(9 * x + 4 * y)
    green = np.where((x - 0.5) ** 2 + (y - 0.5) ** 2 < 0.08, 0.9, 0.25) * (0.8 + 0.2 * noise)
    blue = y
    levels = np.round(np.stack([red, green, blue, np.ones_like(x)], axis=2) * 255)
    return levels.astype("u1")


def read(path):
    return np.asarray(Image.open(path).convert("RGBA"), "f4") / 255


def main():
    folder, wanted = pathlib.Path(sys.argv[1]), sys.argv[2:]
    context = moderngl.create_context(standalone=True, backend="egl", require=330)
    source = picture()
    totals = {}
    with tempfile.TemporaryDirectory() as scratch:
        Image.fromarray(source, "RGBA").convert("RGB").save(f"{scratch}/in.png")
        for path in sorted(folder.glob("*.fs")):
            if wanted and path.stem not in wanted:
                continue
            text = path.read_text(errors="replace")
            header = isf_host.header(text)
            if "inputImage" not in [given.get("NAME") for given in header.get("INPUTS", [])]:
                continue
            vertex = path.with_suffix(".vs")
            kind = ("persistent" if any(given.get("PERSISTENT") for given in header.get("PASSES", []))
                    else "vertex shader" if vertex.exists()
                    else "several passes" if len(header.get("PASSES", [])) > 1 else "simple")
            verdict = compare(context, path, text, vertex, source, scratch)
            totals.setdefault(kind, []).append((path.stem, verdict))
            print(f"{kind:15} {path.stem:32} {verdict[1]}", flush=True)
    for kind, results in totals.items():
        good = [name for name, (state, _) in results if state == "same"]
        ran = [name for name, (state, _) in results if state != "failed"]
        print(f"{kind}: {len(results)} files, {len(ran)} render, {len(good)} equal the reference within 1")


def compare(context, path, text, vertex, source, scratch):
    made = f"{scratch}/out.png"
    run = subprocess.run(
        [CLI, "render", f"{scratch}/in.png", "-o", made, "-y", "--", "shader", f"file={path}"],
        capture_output=True, text=True)
    if run.returncode != 0:
        return "failed", "failed: " + run.stderr.strip().split("\n")[-1][:150]
    try:
        host = isf_host.Host(
            context, text, SIZE, vertex.read_text() if vertex.exists() else None,
            lambda name: read(path.parent / name))
        expected = host.render(source.astype("f4") / 255)
    except Exception as error:  # The reference cannot run every file either.
        return "no reference", f"no reference: {str(error).strip()[:100]!r}"
    result = read(made)
    if result.shape != expected.shape:
        return "differs", f"has the size {result.shape}"
    # Fully transparent pixels have no color.
    shown = expected[..., 3:] > 0.002
    difference = np.abs(result - expected) * 255
    difference[..., :3] *= shown
    changed = np.abs(result - source / 255).max() * 255 > 1
    state = "same" if difference.max() <= 1.01 else "differs"
    return state, (f"{'' if state == 'same' else 'DIFFERS '}{difference.max():.2f} at most, "
                   f"{difference.mean():.3f} on average{'' if changed else ', unchanged'}")


if __name__ == "__main__":
    main()
