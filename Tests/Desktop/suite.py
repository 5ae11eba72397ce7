"""Runs the desktop tests; those that fail are run once more, since they share the machine with whatever else it does.

    suite.py [-k PATTERN]...
"""

import argparse
import fnmatch
import os
import sys
import unittest


def tests_in(suite):
    for item in suite:
        if isinstance(item, unittest.TestSuite):
            yield from tests_in(item)
        else:
            yield item


def run(tests):
    return unittest.TextTestRunner(verbosity=2).run(unittest.TestSuite(tests))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("-k", dest="patterns", action="append", default=[])
    patterns = parser.parse_args().patterns
    found = [
        test for test in tests_in(unittest.defaultTestLoader.discover(os.path.dirname(os.path.abspath(__file__))))
        if not patterns or any(fnmatch.fnmatchcase(test.id(), f"*{pattern}*") for pattern in patterns)
    ]
    if not found:
        sys.exit("No test has such a name.")
    # Each runs in an instance made anew, so a second run begins where the first did.
    result = run(found)
    failed = [test.id() for test, _ in result.failures + result.errors]
    if failed:
        print(f"Once more: {', '.join(failed)}", file=sys.stderr, flush=True)
        result = run(unittest.defaultTestLoader.loadTestsFromNames(failed))
        print(f"Failed at first: {', '.join(failed)}", file=sys.stderr, flush=True)
    sys.exit(not result.wasSuccessful())


if __name__ == "__main__":
    main()
