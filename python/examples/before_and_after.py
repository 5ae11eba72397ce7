# %% [markdown]
# # Before and after
# Plots a photo before and after filters, the shares of its levels, and the photo as tapes of several ages. Jupyter (with
# Jupytext), Spyder and VS Code open this file as a notebook. As a program, it saves the plots as `levels.png` and `ages.png`:
#
#     pip install ./python matplotlib pillow
#     python3 python/examples/before_and_after.py data/landscape.jpg

# %%
import sys

import matplotlib.pyplot as plt
import numpy as np
from PIL import Image

import glint

in_notebook = "ipykernel" in sys.modules
path = sys.argv[1] if len(sys.argv) == 2 and not in_notebook else "data/landscape.jpg"
photo = np.asarray(Image.open(path).convert("RGB"))

# %% [markdown]
# A recipe is a list of filters. `help(glint)` lists them, and `help(glint.halation)` describes the parameters of one.

# %%
recipe = [glint.contrast(0.3), glint.temperature(-20), glint.halation(), glint.film_grain(0.15), glint.vignette(-0.4)]
edited = glint.render(photo, recipe)

# %%
figure, axes = plt.subplots(2, 2, figsize=(12, 8), layout="constrained")
for column, (title, picture) in zip(axes.T, {"before": photo, "after": edited}.items()):
    column[0].imshow(picture)
    column[0].set_title(title)
    column[0].axis("off")
    for channel, color in enumerate(("red", "green", "blue")):
        counts = np.bincount(picture[..., channel].ravel(), minlength=256)
        column[1].plot(counts / counts.sum() * 100, color=color)
    column[1].set(xlabel="level", ylabel="% of pixels")
plt.show() if in_notebook else figure.savefig("levels.png")

# %% [markdown]
# The device stays open, so small pictures are rendered in little time. Stages of recipe files are written as dictionaries.

# %%
small = glint.render(photo, [glint.resize(longest=400)])
ages = [0, 0.25, 0.5, 0.75, 1]
figure, axes = plt.subplots(1, len(ages), figsize=(12, 2.5), layout="constrained")
for plot, age in zip(axes, ages):
    plot.imshow(glint.render(small, [{"id": "ntsc", "easy": {"age": age}}]))
    plot.set_title(f"age {age:g}")
    plot.axis("off")
plt.show() if in_notebook else figure.savefig("ages.png")
