"""The frames that the measured window draws, and the resources it uses."""

import os
import re

FRAME = re.compile(
    r"frame at ([\d.]+) s, ([\d.e-]+) ms after it was wanted, made in ([\d.e-]+) ms, (\d+) × (\d+) pixels")


def frames(window):
    """The frames drawn so far: time in seconds, milliseconds waited, milliseconds of work, width and
    height."""
    return [tuple(map(float, match)) for match in FRAME.findall(window.output())]


def percentile(values, part):
    return sorted(values)[min(len(values) - 1, int(len(values) * part))]


def processor_seconds(window):
    """The CPU time used by the program so far."""
    with open(f"/proc/{window.process.pid}/stat") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
