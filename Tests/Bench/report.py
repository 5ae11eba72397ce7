"""The tables of what was measured."""

import sys


def print_table(title, columns, rows):
    """A Markdown table whose first column is text and whose others are numbers, already written out."""
    print(f"\n### {title}\n\n| | {' | '.join(columns)} |\n| --- |{' ---: |' * len(columns)}")
    for row in rows:
        print(f"| {' | '.join(row)} |")
    sys.stdout.flush()
