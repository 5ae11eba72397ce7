"""The device, and the calls that filter arrays."""

from __future__ import annotations

import asyncio
import json
import math
import numbers
import os
import threading
import weakref
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Union

import numpy as np

from ._connection import Connection, Error, find_program

Recipe = Union[None, str, "os.PathLike[str]", Mapping[str, Any], Sequence[Mapping[str, Any]]]
"""A list of stages, a recipe or a stage as a dictionary, the path of a recipe, or None for no filters."""

NTSC_RATE = 30000 / 1001
"""The frame rate of stills, in frames per second."""

_DEPTHS = {np.dtype(np.uint8): "8", np.dtype(np.uint16): "16", np.dtype(np.float32): "f"}
_CHANNELS = {1: "gray", 3: "rgb", 4: "rgba"}


class Device:
    """Keeps the device open between calls, until the end of a ``with`` block or ``close()``.

        with glint.Device() as device:
            for array in arrays:
                out = device.render(array, [glint.sepia()])

    Several threads may use a device; it filters one array at a time. In a process made by fork, and when it was pickled, it
    opens the device again with the first call.
    """

    def __init__(self, program: str | os.PathLike[str] | None = None) -> None:
        """Opens the device with the first call.

        Args:
            program: the path of glint-cli; if None, it is GLINT_CLI of the environment, or found on PATH.
        """
        self._program = None if program is None else os.fspath(program)
        self._connection: Connection | None = None
        self._lock = threading.Lock()
        _devices.add(self)

    def __enter__(self) -> Device:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __reduce__(self) -> tuple[Any, ...]:
        return Device, (self._program,)

    def close(self) -> None:
        """Ends glint-cli; a later call starts it again."""
        with self._lock:
            self._close()

    def render(self, array: np.ndarray, recipe: Recipe, *, time: float = 0, number: int | None = None,
               rate: float = NTSC_RATE, timeout: float | None = None) -> np.ndarray:
        """Filters an array; see ``glint.render``."""
        array, format = _checked(array)
        text = _recipe(recipe)
        with self._lock, self._use(timeout) as connection:
            connection.begin(array.shape, format, _rate(rate))
            connection.use(text)
            return connection.filter(array, time=_seconds(time), number=number)

    async def render_async(self, array: np.ndarray, recipe: Recipe, **options: Any) -> np.ndarray:
        """Filters an array in another thread, so that other tasks can run; see ``glint.render``."""
        return await asyncio.to_thread(self.render, array, recipe, **options)

    def frames(self, frames: Iterable[np.ndarray], recipe: Recipe, *, rate: float = NTSC_RATE, start: int = 0,
               timeout: float | None = None) -> Iterator[np.ndarray]:
        """Filters the frames of a video; see ``glint.frames``."""
        text = _recipe(recipe)
        rate = _rate(rate)
        series = object()
        for number, frame in enumerate(frames, start):
            array, format = _checked(frame)
            with self._lock, self._use(timeout) as connection:
                # Other calls in between may have used another format or recipe.
                if not connection.has(array.shape, format, rate, text, series):
                    connection.begin(array.shape, format, rate)
                    connection.use(text, owner=series)
                result = connection.filter(array, time=number / rate, number=number)
            yield result

    def statistics(self) -> dict[str, float]:
        """The number of frames and errors since glint-cli was started, and their time in milliseconds."""
        with self._lock, self._use(None) as connection:
            return connection.statistics()

    def _use(self, timeout: float | None) -> Connection:
        """A connection whose answers must arrive within a time in seconds."""
        connection = self._connection
        if connection is None or not connection.is_usable():
            self._close()
            connection = self._connection = Connection(find_program(self._program))
        connection.timeout = timeout
        return connection

    def _close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _after_fork(self) -> None:
        # Another thread may have held the lock, and the connection belongs to the parent.
        self._lock = threading.Lock()
        if self._connection is not None:
            self._connection.abandon()
            self._connection = None


_devices: weakref.WeakSet[Device] = weakref.WeakSet()


def _after_fork() -> None:
    for device in list(_devices):
        device._after_fork()


os.register_at_fork(after_in_child=_after_fork)
_default = Device()


def render(array: np.ndarray, recipe: Recipe, *, time: float = 0, number: int | None = None, rate: float = NTSC_RATE,
           timeout: float | None = None) -> np.ndarray:
    """Filters an array.

    Args:
        array: pixels of the shape (height, width), (height, width, 1), (height, width, 3) or (height, width, 4): gray, RGB,
            or RGBA with straight alpha; uint8, uint16 or float32.
        recipe: a list of stages such as [glint.sepia()], or their dictionaries; a recipe as a dictionary; or the path of a
            recipe that Glint has saved.
        time: the time in seconds that values over time and filters such as ntsc read.
        number: the number of the frame that filters such as ntsc read; if None, time × rate, rounded.
        rate: frames per second.
        timeout: the time in seconds after which the call fails; None waits.

    Returns:
        A new array of the same type. Its size is that of the input unless a filter changes it, and its channels are those
        of the input, unless a filter colors gray or makes parts transparent.

    Raises:
        Error: the array or the recipe is not valid, glint-cli is missing or has ended, or the device has failed.
    """
    return _default.render(array, recipe, time=time, number=number, rate=rate, timeout=timeout)


async def render_async(array: np.ndarray, recipe: Recipe, **options: Any) -> np.ndarray:
    """Filters an array in another thread, so that other tasks of asyncio can run; see ``render``."""
    return await _default.render_async(array, recipe, **options)


def frames(frames: Iterable[np.ndarray], recipe: Recipe, *, rate: float = NTSC_RATE, start: int = 0,
           timeout: float | None = None) -> Iterator[np.ndarray]:
    """Filters the frames of a video, each when it is asked for.

    Filters read the number and the time of each frame, and shaders find what they kept from the frame before, unless other
    calls of the same device come in between.

    Args:
        frames: arrays as for ``render``, usually all of the same shape and type.
        recipe: the filters, as for ``render``.
        rate: frames per second.
        start: the number of the first frame.
        timeout: the time in seconds after which a frame fails; None waits.

    Returns:
        An iterator over the filtered frames.

    Raises:
        Error: see ``render``.
    """
    return _default.frames(frames, recipe, rate=rate, start=start, timeout=timeout)


def _checked(array: np.ndarray) -> tuple[np.ndarray, str]:
    """The array, and the name of its pixel format."""
    if isinstance(array, (str, os.PathLike)):
        raise Error(f"{array!r} is a file's name; read the file first, such as with numpy.asarray(PIL.Image.open(path))")
    array = np.asarray(array)
    depth = _DEPTHS.get(array.dtype.newbyteorder("="))
    if depth is None:
        raise Error(f"arrays of {array.dtype} are not supported; convert them to uint8, uint16 or float32")
    channels = _CHANNELS.get(1 if array.ndim == 2 else array.shape[2] if array.ndim == 3 else 0)
    if channels is None:
        raise Error(f"an array of the shape {array.shape} is not a picture; it must be (height, width) for gray, "
                    "(height, width, 3) for RGB or (height, width, 4) for RGBA")
    if array.size == 0:
        raise Error(f"an array of the shape {array.shape} has no pixels")
    return array, channels + depth


def _recipe(recipe: Recipe) -> str:
    """The recipe as JSON."""
    if isinstance(recipe, (str, os.PathLike)):
        return json.dumps(os.path.abspath(os.fspath(recipe)))
    if recipe is None:
        recipe = []
    if isinstance(recipe, Mapping):
        recipe = recipe if "filters" in recipe or "id" not in recipe else [recipe]
    if not isinstance(recipe, Mapping):
        try:
            recipe = list(recipe)
        except TypeError:
            recipe = [recipe]  # type: ignore[list-item]
        for stage in recipe:
            if not isinstance(stage, Mapping):
                raise Error(f"{stage!r} is not a stage of a recipe; write a function such as glint.sepia(), or a dictionary")
        recipe = {"glint": 1, "filters": recipe}
    try:
        return json.dumps(recipe, default=_plain, allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        raise Error(f"the recipe cannot be written as JSON: {error}") from None


def _plain(value: Any) -> Any:
    """Numbers and arrays of NumPy, paths, and mappings as JSON has them."""
    if isinstance(value, (np.generic, np.ndarray)):
        return value.tolist()
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"{type(value).__name__} has no JSON")


def _rate(rate: float) -> float:
    if not (isinstance(rate, numbers.Real) and 0 < rate < math.inf):
        raise Error(f"the rate must be a number of frames per second, not {rate!r}")
    return float(rate)


def _seconds(time: float) -> float:
    if not (isinstance(time, numbers.Real) and 0 <= time < math.inf):
        raise Error(f"the time must be a number of seconds from 0, not {time!r}")
    return float(time)
