"""A process of glint-cli, and the protocol by which it filters arrays; see docs/stream-protocol.md."""

from __future__ import annotations

import fcntl
import json
import mmap
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import weakref
from typing import IO, Any

import numpy as np

VERSION = 1
"""The version of the protocol."""

SPARE_BYTES = 64 << 20
"""Memory up to this size in bytes is kept for arrays of any size."""

MAXIMUM_SLOTS = 3
"""The maximum number of pieces of shared memory: two whose results are in use, and one for the next call."""


class Error(Exception):
    """Why an array could not be filtered, as a sentence."""


def find_program(program: str | None) -> str:
    """The path of glint-cli."""
    name = program or os.environ.get("GLINT_CLI") or "glint-cli"
    found = shutil.which(name)
    if found is None:
        raise Error(f"{name} was not found; install Glint, or name its program glint-cli by the environment variable GLINT_CLI")
    return found


_forks = 0
"""How often this process has been forked."""


def _count_fork() -> None:
    global _forks
    _forks += 1


os.register_at_fork(before=_count_fork)


class Memory:
    """Memory for an array and its filtered version, which the process shares."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.descriptor = os.memfd_create("glint-pixels", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
        weakref.finalize(self, os.close, self.descriptor)
        os.ftruncate(self.descriptor, count)
        fcntl.fcntl(self.descriptor, fcntl.F_ADD_SEALS, fcntl.F_SEAL_SHRINK)
        self.shared = mmap.mmap(self.descriptor, count)
        self._result: weakref.ref[np.ndarray] | None = None
        self._forks_before = 0

    @property
    def is_inherited(self) -> bool:
        """True if a process made by fork may have an array that uses the memory."""
        return self._result is not None and self._forks_before != _forks

    @property
    def is_free(self) -> bool:
        """True if no array uses the memory."""
        return self._result is None or self._result() is None

    def result(self, type: np.dtype, count: int, offset: int) -> np.ndarray:
        """The filtered samples as an array, for which the memory is not free while it or a part of it is in use.

        What is written to the array is seen by no other process, also none made by fork.
        """
        private = mmap.mmap(self.descriptor, self.count, mmap.MAP_PRIVATE, mmap.PROT_READ | mmap.PROT_WRITE)
        array = np.frombuffer(private, type, count, offset)
        self._result, self._forks_before = weakref.ref(array), _forks
        return array


class Connection:
    """A process of glint-cli and its socket. It is used by one thread at a time, within a ``with`` block."""

    def __init__(self, program: str) -> None:
        ours, theirs = socket.socketpair()
        self.timeout: float | None = None
        self._socket = ours
        self._process_id = os.getpid()
        self._messages: IO[bytes] = tempfile.TemporaryFile()
        self._received = bytearray()
        self._deadline: float | None = None
        self._format: tuple[Any, ...] | None = None
        self._recipe: tuple[Any, ...] | None = None
        self._result: dict[str, Any] = {}
        self._slots: list[Memory | None] = [None] * MAXIMUM_SLOTS
        try:
            # In a session of its own, so that Ctrl+C in the terminal interrupts only Python.
            self._process = subprocess.Popen([program, "stream"], stdin=theirs.fileno(), stdout=subprocess.DEVNULL,
                                             stderr=self._messages, start_new_session=True)
        except OSError as error:
            ours.close()
            raise Error(f"{program} could not be started: {error.strerror}") from None
        finally:
            theirs.close()
        self._end = weakref.finalize(self, _end, ours, self._process, self._messages)

    def __enter__(self) -> Connection:
        self._deadline = None if self.timeout is None else time.monotonic() + self.timeout
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        # After anything but an error in an answer, the next line would be the answer to an earlier request.
        if kind is not None and not (issubclass(kind, Error) and self._end.alive):
            self.close()

    def is_usable(self) -> bool:
        """False if it was closed, or the process has ended."""
        return self._end.alive and self._process.poll() is None

    def close(self) -> None:
        """Ends the process."""
        self._end()

    def abandon(self) -> None:
        """Closes what a process made by fork has inherited; the process of glint-cli belongs to its parent."""
        self._end.detach()
        self._socket.close()
        self._messages.close()
        # The parent waits for it.
        self._process.returncode = 0

    def has(self, shape: tuple[int, ...], format: str, rate: float, recipe: str, owner: object) -> bool:
        """True if this format and this recipe of a series of frames are in use."""
        return self._format == (shape, format, rate) and self._recipe == (recipe, owner)

    def begin(self, shape: tuple[int, ...], format: str, rate: float) -> None:
        """Sets the shape and pixel format of arrays."""
        if self._format == (shape, format, rate):
            return
        self._format = self._recipe = None
        answer = self._request({"hello": {"version": VERSION, "width": shape[1], "height": shape[0], "format": format,
                                          "rate": rate}})
        self._format = (shape, format, rate)
        self._result = answer["result"]

    def use(self, recipe: str, owner: object = None) -> None:
        """Sets the recipe, which is JSON.

        Args:
            owner: what sends a series of frames with it, if anything.
        """
        self._recipe = None
        self._result = self._request(f'{{"recipe":{recipe}}}')["result"]
        self._recipe = (recipe, owner)

    def filter(self, array: np.ndarray, *, time: float, number: int | None) -> np.ndarray:
        """Filters an array of the current shape and format."""
        self._release_spare(self._result["bytes"])
        slot = self._free_slot()
        memory = self._space(slot, self._result["bytes"])
        native = array.dtype.newbyteorder("=")
        view = np.frombuffer(memory.shared, native, array.size).reshape(array.shape)
        np.copyto(view, array)
        frame: dict[str, Any] = {"slot": slot, "time": time}
        if number is not None:
            frame["number"] = int(number)
        self._request({"frame": frame})
        height, width, format = (self._result[key] for key in ("height", "width", "format"))
        channels = {"gray": 1, "rgb": 3, "rgba": 4}[format.rstrip("0123456789f")]
        shape = (height, width) if channels == 1 and array.ndim == 2 else (height, width, channels)
        part = (native, height * width * channels, self._result["offset"])
        if array.dtype == native and self._has_free_slot(besides=slot):
            try:
                return memory.result(*part).reshape(shape)
            except OSError:  # The process may have no more mappings.
                pass
        # The results of earlier calls may all be in use, and the next call needs memory, too.
        return np.frombuffer(memory.shared, *part).reshape(shape).astype(array.dtype)

    def statistics(self) -> dict[str, float]:
        """What the process says about itself."""
        return self._request({"statistics": {}})

    def _free_slot(self) -> int:
        """A slot whose memory no array uses."""
        return next(slot for slot, memory in enumerate(self._slots) if memory is None or memory.is_free)

    def _has_free_slot(self, besides: int) -> bool:
        return any(memory is None or memory.is_free for slot, memory in enumerate(self._slots) if slot != besides)

    def _release_spare(self, count: int) -> None:
        """Releases memory that is far larger than arrays of this many bytes need."""
        for slot, memory in enumerate(self._slots):
            if memory is not None and memory.is_free and memory.count > max(4 * count, SPARE_BYTES):
                self._slots[slot] = None
                self._request({"release": {"slot": slot}})

    def _space(self, slot: int, count: int) -> Memory:
        """Memory of at least this many bytes that the process shares."""
        memory = self._slots[slot]
        if memory is None or memory.is_inherited or memory.count < count:
            self._slots[slot] = None
            try:
                memory = Memory(count)
                self._request({"memory": {"slot": slot}}, memory.descriptor)
            except (OSError, OverflowError) as error:
                raise Error(f"{count} bytes of memory cannot be shared: {error}") from None
            self._slots[slot] = memory
        return memory

    def _request(self, request: dict[str, Any] | str, descriptor: int | None = None) -> dict[str, Any]:
        """Sends a request, and returns the content of its answer."""
        line = (request if isinstance(request, str) else json.dumps(request)).encode() + b"\n"
        try:
            self._limit_waiting()
            if descriptor is None:
                self._socket.sendall(line)
            else:
                socket.send_fds(self._socket, [line], [descriptor])
            answer = json.loads(self._line())
        except (TimeoutError, socket.timeout):
            self._process.kill()
            self.close()
            raise Error(f"no answer within {self.timeout} seconds") from None
        except (OSError, ValueError):
            raise Error(self._ending()) from None
        if "error" in answer:
            raise Error(answer["error"]["message"])
        content: dict[str, Any]
        (content,) = answer.values()
        return content

    def _line(self) -> bytes:
        """The next line from the process."""
        while (end := self._received.find(b"\n")) < 0:
            self._limit_waiting()
            piece = self._socket.recv(1 << 16)
            if not piece:
                raise ConnectionResetError
            self._received += piece
        line = bytes(self._received[:end])
        del self._received[:end + 1]
        return line

    def _limit_waiting(self) -> None:
        if self._deadline is None:
            return self._socket.settimeout(None)
        rest = self._deadline - time.monotonic()
        if rest <= 0:
            raise TimeoutError
        self._socket.settimeout(rest)

    def _ending(self) -> str:
        """Why the process has ended, as a sentence; ends it if it has not."""
        try:
            status = self._process.wait(1)
        except subprocess.TimeoutExpired:
            status = 0
        self._messages.seek(0)
        lines = self._messages.read().decode(errors="replace").split("\n")
        self.close()
        if status < 0:
            return f"glint-cli was ended by the signal {signal.Signals(-status).name}"
        said = [line for line in lines if line.startswith("glint-cli: ")]
        return said[-1] if status and said else "glint-cli has ended unexpectedly"


def _end(ours: socket.socket, process: subprocess.Popen[bytes], messages: IO[bytes]) -> None:
    """Ends a process by closing its socket, between the steps of what it does."""
    try:
        ours.shutdown(socket.SHUT_RDWR)
    except OSError:
        pass
    ours.close()
    messages.close()
    try:
        process.wait(2)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
