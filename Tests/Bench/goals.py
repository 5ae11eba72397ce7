"""The goals of one run of the benchmark: what its sections measured, against what is to be reached.

The sections are programs of their own, so the goals are collected in a file, which `run` makes and reads. A section that is
started by itself tells of each at once.
"""

import json
import os

# The environment variable with the path of the file.
FILE = "GLINT_BENCH_GOALS"


def add(what, limit, figure, is_reached):
    goal = [what, limit, figure, bool(is_reached)]
    if FILE not in os.environ:
        print(f"\nGoal {told(goal)}: {what}: {figure}, where the limit is {limit}.", flush=True)
        return
    with open(os.environ[FILE], "a") as file:
        print(json.dumps(goal), file=file)


def at_least(what, limit, value, unit="×", note=""):
    add(what, f"≥ {limit} {unit}", f"{value:.3g} {unit}{note}", value >= limit)


def at_most(what, limit, value, unit="×", note=""):
    add(what, f"≤ {limit} {unit}", f"{value:.3g} {unit}{note}", value <= limit)


def told(goal):
    return "reached" if goal[-1] else "**missed**"


def print_all():
    """The table of what was added to the file."""
    with open(os.environ[FILE]) as file:
        goals = [json.loads(line) for line in file]
    print("\n## Goals")
    if not goals:
        print("\nWhat was measured has none.")
        return
    print("\n| what | limit | measured | |\n| --- | --- | --- | --- |")
    for goal in goals:
        print(f"| {' | '.join(goal[:-1])} | {told(goal)} |")
    print(f"\n{sum(goal[-1] for goal in goals)} of {len(goals)} goals are reached.")
