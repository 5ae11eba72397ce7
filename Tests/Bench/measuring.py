"""Works that take turns, so that whatever else the machine does meets each of them; medians of their times."""

import resource
import statistics
import time
from collections import namedtuple

# Milliseconds, by the clock on the wall and of all cores together.
Time = namedtuple("Time", "wall processor")


def processor_seconds():
    """What this program, its threads and the programs it ran have used of the processors."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in used)


def time_of(work):
    processor, start = processor_seconds(), time.perf_counter()
    work()
    return Time((time.perf_counter() - start) * 1000, (processor_seconds() - processor) * 1000)


def median(times):
    return Time(*(statistics.median(values) for values in zip(*times)))


def rounds(works, count):
    """The times of each work, after a turn that does not count.

    What needs seconds is run once: it depends on no cache, and patience has an end.
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
    """Medians of Glint's own figures and of its peers' times, which take turns `cycles` times.

    `glint` runs a benchmark of glint-cli and gives its figures by name.
    """
    figures, times = [], {name: [] for name in works}
    for _ in range(cycles):
        figures.append(glint())
        for name, values in rounds(works, count).items():
            times[name] += values
    ours = {name: statistics.median(cycle[name] for cycle in figures) for name in figures[0]}
    return ours, {name: median(values) for name, values in times.items()}
