"""Filters NumPy arrays on the GPU with Glint.

    import glint

    out = glint.render(array, [glint.saturation(0.3), glint.gaussian_blur(radius=10)])

Arrays have the shape (height, width) for gray, (height, width, 3) for RGB or (height, width, 4) for RGBA with straight
alpha, and are uint8 (white is 255), uint16 (65535) or float32 (1.0), with the sRGB curve. A result has the type and
channels of its input; like in files, it has three channels instead of one if a filter colors gray, and four if a filter
makes parts transparent.

The functions named after filters return stages of a recipe, which are dictionaries. ``help(glint.gaussian_blur)``
describes a filter's parameters.

The work is done by the program glint-cli, found on PATH or by the environment variable GLINT_CLI. It is started by the
first call and keeps the device open for the next ones. Every failure is a ``glint.Error``.
"""

from ._connection import Error
from ._device import Device, frames, render, render_async
from ._filters import *  # noqa: F403
from ._filters import __all__ as _filter_names
from ._stage import Stage, custom
from ._version import VERSION as __version__

Error.__module__ = "glint"

__all__ = ["Device", "Error", "Stage", "__version__", "custom", "frames", "render", "render_async", *_filter_names]
