"""The tables of the measurements."""

import sys


def print_table(title, columns, rows):
    """A Markdown table whose first column is text and whose others are formatted numbers."""
    print(f"\n### {title}\n\n| | {' | '.join(columns)} |\n| --- |{' ---: |' * len(columns)}")
    for row in rows:
        print(f"| {' | '.join(row)} |")
    sys.stdout.flush()
