"""Runs tasks in turns, so that other load on the machine affects all of them, and takes medians of their
times."""

import contextlib
import os
import resource
import statistics
import time
from collections import namedtuple

# Milliseconds of wall-clock time, and of CPU time on all cores together.
Time = namedtuple("Time", "wall processor")


def processor_seconds():
    """The CPU time of this program, its threads and the programs it has run or runs."""
    used = [resource.getrusage(process) for process in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in used) + sum(map(seconds_of, running()))


def running():
    """The identifiers of the programs that this program runs."""
    for task in os.listdir("/proc/self/task"):
        # Threads of libraries may end meanwhile.
        with contextlib.suppress(FileNotFoundError), open(f"/proc/self/task/{task}/children") as file:
            yield from file.read().split()


def seconds_of(process):
    try:
        with open(f"/proc/{process}/stat") as file:
            # The name, which is in parentheses, may contain spaces.
            user, system = file.read().rpartition(")")[2].split()[11:13]
    except FileNotFoundError:  # It ended meanwhile.
        return 0
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def time_of(work):
    processor, start = processor_seconds(), time.perf_counter()
    work()
    return Time((time.perf_counter() - start) * 1000, (processor_seconds() - processor) * 1000)


def median(times):
    return Time(*(statistics.median(values) for values in zip(*times)))


def rounds(works, count):
    """The times of each task, after one uncounted warm-up turn.

    Tasks that take seconds are run only once: they do not depend on caches, and the run should not take
    too long.
    """
    times = {name: [] for name in works}
    for turn in range(count + 1):
        for name, work in works.items():
            if times[name] and times[name][0].wall > 10_000:
                continue
            time = time_of(work)
            if turn or time.wall > 10_000:
                times[name].append(time)
    return times


def in_turns(glint, works, cycles, count):
    """The medians of Glint's own figures and of its peers' times; Glint and the peers take turns `cycles`
    times.

    `glint` runs a benchmark of glint-bench and returns its figures by name.
    """
    figures, times = [], {name: [] for name in works}
    for _ in range(cycles):
        figures.append(glint())
        for name, values in rounds(works, count).items():
            times[name] += values
    ours = {name: statistics.median(cycle[name] for cycle in figures) for name in figures[0]}
    return ours, {name: median(values) for name, values in times.items()}
