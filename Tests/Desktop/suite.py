"""Runs the desktop tests; failed ones are run once more, since they share the machine with other load.

    suite.py FOLDER [-k PATTERN]...

In FOLDER a failure leaves a screenshot and the accessibility tree. Programs that are given the same FOLDER
and display share the tests among them.
"""

import argparse
import fnmatch
import os
import sys
import unittest


class Result(unittest.TextTestResult):
    """Makes a failing test save the visible state while it still exists."""

    evidence = None

    def addError(self, test, error):
        super().addError(test, error)
        self.keep(test)

    def addFailure(self, test, error):
        super().addFailure(test, error)
        self.keep(test)

    def keep(self, test):
        if hasattr(test, "leave_evidence"):
            folder = os.path.join(self.evidence, test.id())
            test.leave_evidence(folder)
            self.stream.writeln(f"What was on the screen is in {folder}")


def tests_in(suite):
    for item in suite:
        if isinstance(item, unittest.TestSuite):
            yield from tests_in(item)
        else:
            yield item


def is_ours(claims, test):
    """True if this program is the first to claim the test."""
    try:
        os.mkdir(os.path.join(claims, test.id()))
        return True
    except FileExistsError:
        return False


class Shared(unittest.TestSuite):
    """Tests of which each is run by the program that claims it first."""

    # The list of tests must not change while they run.
    _cleanup = False

    def __init__(self, tests, claims):
        super().__init__()
        self.tests, self.claims = tests, claims

    def __iter__(self):
        return (test for test in self.tests if is_ours(self.claims, test))


def run(suite):
    return unittest.TextTestRunner(verbosity=2, resultclass=Result).run(suite)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("-k", dest="patterns", action="append", default=[])
    arguments = parser.parse_args()
    display = os.environ.get("GLINT_TEST_DISPLAY", "x11")
    Result.evidence = os.path.join(arguments.folder, "failed", display)
    claims = os.path.join(arguments.folder, "claimed", display)
    os.makedirs(claims, exist_ok=True)
    found = [
        test for test in tests_in(unittest.defaultTestLoader.discover(os.path.dirname(os.path.abspath(__file__))))
        if not arguments.patterns
        or any(fnmatch.fnmatchcase(test.id(), f"*{pattern}*") for pattern in arguments.patterns)
    ]
    if not found:
        sys.exit("No test matches the pattern.")
    # Each runs in a new instance, so a second run begins where the first did.
    result = run(Shared(found, claims))
    failed = [test.id() for test, _ in result.failures + result.errors]
    if failed:
        print(f"Running again: {', '.join(failed)}", file=sys.stderr, flush=True)
        Result.evidence += "-again"
        result = run(unittest.defaultTestLoader.loadTestsFromNames(failed))
    print(f"Tests that were run again: {len(failed)}{': ' if failed else ''}{', '.join(failed)}", file=sys.stderr)
    sys.exit(not result.wasSuccessful())


if __name__ == "__main__":
    main()
