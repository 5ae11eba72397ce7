"""Stages of recipes."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any, Union

Stage = dict[str, Any]
"""A filter with its settings, as in the JSON of a recipe."""

Number = Union[float, Mapping[str, Any]]
"""A number, or a value over time such as {"keys": [[0, 0.2], [2.5, 1]], "ease": "smooth"}; times are in seconds."""

Color = Union[str, Sequence[float], Mapping[str, Any]]
"""A color as "#rrggbb" or as three numbers from 0 to 1, or a value over time."""

Point = Union[Sequence[float], Mapping[str, Any]]
"""x and y from 0 to 1, from the top left corner of the picture, or a value over time."""

Curve = Sequence[Sequence[float]]
"""Points [x, y] from 0 to 1, in the order of x."""

Path = Union[str, "os.PathLike[str]"]
"""The path of a file."""

Region = Union[Mapping[str, Any], Sequence[Mapping[str, Any]]]
"""Where a filter acts, as in a recipe: {"shape": "ellipse", "x": 0.2, "y": 0.1, "width": 0.5, "height": 0.6}, or several."""


def custom(id: str, *, opacity: Number = 1, blend: str | None = None, region: Region | None = None,
           enabled: bool = True, **parameters: Any) -> Stage:
    """A stage of any filter, such as a custom filter of your own.

    Args:
        id: the filter's id, such as "my-filter".
        opacity: how much of the result is blended over the input, from 0 to 1.
        blend: the blend mode, such as "multiply"; None is normal.
        region: where the filter acts; None is everywhere.
        enabled: False skips the stage.
        parameters: the filter's parameters by their ids.
    """
    return stage(id, parameters, opacity, blend, region, enabled)


def stage(id: str, parameters: Mapping[str, Any], opacity: Number, blend: str | None, region: Region | None,
          enabled: bool) -> Stage:
    """A stage without what has its default: parameters that are None, and the other arguments."""
    made: Stage = {"id": id, "parameters": {name: value for name, value in parameters.items() if value is not None}}
    if opacity != 1:
        made["opacity"] = opacity
    if blend is not None:
        made["blend"] = blend
    if region is not None:
        made["region"] = region
    if not enabled:
        made["enabled"] = False
    return made


def path(file: Path | None) -> str | None:
    """A path that is valid in every folder; names that are not those of files, such as presets, are kept."""
    if file is None:
        return None
    name = os.fspath(file)
    return os.path.abspath(name) if os.path.exists(name) else name
