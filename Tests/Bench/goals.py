"""The goals of a benchmark run: the measurements of its sections, compared with their limits.

The sections are separate programs, so the goals are collected in a file that `run` creates and reads. A
section that is started directly reports each goal at once.
"""

import json
import os

# The environment variable with the path of that file.
FILE = "GLINT_BENCH_GOALS"


def add(what, limit, figure, is_reached):
    goal = [what, limit, figure, bool(is_reached)]
    if FILE not in os.environ:
        print(f"\nGoal {verdict(goal)}: {what}: {figure}, where the limit is {limit}.", flush=True)
        return
    with open(os.environ[FILE], "a") as file:
        print(json.dumps(goal), file=file)


def at_least(what, limit, value, unit="×", note=""):
    add(what, f"≥ {limit} {unit}", f"{value:.3g} {unit}{note}", value >= limit)


def at_most(what, limit, value, unit="×", note=""):
    add(what, f"≤ {limit} {unit}", f"{value:.3g} {unit}{note}", value <= limit)


def verdict(goal):
    return "reached" if goal[-1] else "**missed**"


def print_all():
    """Prints the table of the goals in the file."""
    with open(os.environ[FILE]) as file:
        goals = [json.loads(line) for line in file]
    print("\n## Goals")
    if not goals:
        print("\nThe measurements have no goals.")
        return
    print("\n| what | limit | measured | |\n| --- | --- | --- | --- |")
    for goal in goals:
        print(f"| {' | '.join(goal[:-1])} | {verdict(goal)} |")
    print(f"\n{sum(goal[-1] for goal in goals)} of {len(goals)} goals were reached.")
