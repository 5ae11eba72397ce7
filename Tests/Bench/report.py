"""The table of goals: what each section measured against what is to be reached."""

import json
import os
import sys
import time

from peer_setup import ROOT

FOLDER = os.path.join(ROOT, ".build", "bench")


class Goals:
    """Collects the rows of a section; `save` keeps them for the table."""

    def __init__(self, section):
        self.section = section
        self.rows = []

    def add(self, what, goal, figure, is_met):
        self.rows.append({"what": what, "goal": goal, "figure": figure, "met": bool(is_met)})

    def at_least(self, what, limit, value, unit="×", note=""):
        self.add(what, f"≥ {limit} {unit}", f"{value:.3g} {unit}{note}", value >= limit)

    def at_most(self, what, limit, value, unit="×", note=""):
        self.add(what, f"≤ {limit} {unit}", f"{value:.3g} {unit}{note}", value <= limit)

    def save(self):
        os.makedirs(FOLDER, exist_ok=True)
        with open(os.path.join(FOLDER, self.section + ".json"), "w") as file:
            json.dump(self.rows, file)


def print_table(title, columns, rows):
    """A Markdown table whose first column is text and whose others are numbers, already written out."""
    print(f"\n### {title}\n\n| | {' | '.join(columns)} |\n| --- |{' ---: |' * len(columns)}")
    for row in rows:
        print(f"| {' | '.join(row)} |")
    sys.stdout.flush()


def print_goals(sections, measured_now):
    print("\n## Goals\n\n| what | goal | measured | reached |\n| --- | --- | --- | --- |")
    for section in sections:
        path = os.path.join(FOLDER, section + ".json")
        if not os.path.exists(path):
            continue
        age = "" if section in measured_now else time.strftime(
            " (measured %Y-%m-%d %H:%M)", time.localtime(os.path.getmtime(path)))
        with open(path) as file:
            for row in json.load(file):
                reached = "yes" if row["met"] else "**no**"
                print(f"| {row['what']} | {row['goal']} | {row['figure']}{age} | {reached} |")
