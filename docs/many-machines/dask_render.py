#!/usr/bin/env python3
"""dask_render.py SCHEDULER RECIPE FOLDER PICTURE...: renders pictures to PNG on Dask workers, each of which keeps a
device open between its pictures."""
import os
import sys

import numpy as np
from dask.distributed import Client, as_completed
from PIL import Image, ImageOps

import glint


def stem(path):
    """The name of a file without its extension."""
    return os.path.splitext(os.path.basename(path))[0]


def render(picture, folder, recipe):
    """Returns why a picture could not be rendered, or None."""
    target = os.path.join(folder, stem(picture) + ".png")
    # If a worker saved a picture and died before reporting it, the picture already exists and is complete.
    if os.path.exists(target):
        return None
    try:
        with Image.open(picture) as image:
            # The orientation is not stored in the result, so the pixels are turned.
            image = ImageOps.exif_transpose(image)
            # Profiles of gray and of inks do not describe RGB, which the result may be.
            profile = image.info.get("icc_profile") if image.mode in ("RGB", "RGBA", "P") else None
            if image.mode not in ("L", "RGB", "RGBA"):
                has_alpha = image.mode in ("LA", "PA") or "transparency" in image.info
                image = image.convert("RGBA" if has_alpha else "RGB")
            pixels = np.asarray(image)
        # The first call in a worker opens the device.
        edited = glint.render(pixels, recipe)
    except Exception as error:  # Pillow's errors for broken files have no common type.
        return f"{picture}: {error}"
    # If a worker dies here, the one that repeats its picture replaces the incomplete file.
    Image.fromarray(edited).save(f"{target}.part", "PNG", icc_profile=profile)
    os.replace(f"{target}.part", target)
    return None


if __name__ == "__main__":
    scheduler, recipe, folder, *pictures = sys.argv[1:]
    if len(set(map(stem, pictures))) < len(pictures):
        sys.exit("Two pictures have the same name, and would become one file.")
    with Client(scheduler) as client:
        answers = client.map(render, pictures, folder=folder, recipe=recipe, retries=3, pure=False)
        problems = [problem for _, problem in as_completed(answers, with_results=True) if problem]
    print(f"{len(pictures) - len(problems)} of {len(pictures)} are done")
    for problem in problems:
        print(problem, file=sys.stderr)
    sys.exit(1 if problems else 0)
