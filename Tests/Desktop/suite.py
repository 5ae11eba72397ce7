"""Runs the desktop tests. A failing test is run a second time only if flaky.txt lists it.

    suite.py FOLDER [-k PATTERN]...

A failure leaves a screenshot and the accessibility tree in FOLDER. Several processes with the same FOLDER
and display share the tests among them.
"""

import argparse
import datetime
import fnmatch
import os
import sys
import unittest


class Result(unittest.TextTestResult):
    """Makes a failing test save the visible state before it is torn down."""

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
    """True if this process is the first to claim the test."""
    try:
        os.mkdir(os.path.join(claims, test.id()))
        return True
    except FileExistsError:
        return False


class Shared(unittest.TestSuite):
    """A test suite in which each test is run by the process that claims it first."""

    # Keeps the list of tests unchanged while they run.
    _cleanup = False

    def __init__(self, tests, claims):
        super().__init__()
        self.tests, self.claims = tests, claims

    def __iter__(self):
        return (test for test in self.tests if is_ours(self.claims, test))


def flaky_tests(path, existing):
    """The test ids in the file; exits with an error if a line is malformed or names no existing test."""
    listed = []
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            if not line.strip() or line.startswith("#"):
                continue
            try:
                test, date, _ = line.split(maxsplit=2)
                datetime.date.fromisoformat(date)
            except ValueError:
                sys.exit(f"{path}:{number}: Expected a test id, a date as YYYY-MM-DD and a reason.")
            if test not in existing:
                sys.exit(f"{path}:{number}: There is no test {test}. Remove the line, or correct the id.")
            listed.append(test)
    return listed


def run(suite):
    return unittest.TextTestRunner(verbosity=2, resultclass=Result).run(suite)


def failed_tests(result):
    """The ids of the failed tests; a failed subtest counts as its test."""
    failed = [test for test, _ in result.failures + result.errors] + result.unexpectedSuccesses
    return list(dict.fromkeys(getattr(test, "test_case", test).id() for test in failed))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("-k", dest="patterns", action="append", default=[])
    arguments = parser.parse_args()
    display = os.environ.get("GLINT_TEST_DISPLAY", "x11")
    Result.evidence = os.path.join(arguments.folder, "failed", display)
    claims = os.path.join(arguments.folder, "claimed", display)
    os.makedirs(claims, exist_ok=True)
    here = os.path.dirname(os.path.abspath(__file__))
    tests = list(tests_in(unittest.defaultTestLoader.discover(here)))
    flaky = flaky_tests(os.path.join(here, "flaky.txt"), {test.id() for test in tests})
    found = [
        test for test in tests
        if not arguments.patterns
        or any(fnmatch.fnmatchcase(test.id(), f"*{pattern}*") for pattern in arguments.patterns)
    ]
    if not found:
        sys.exit("No test matches the pattern.")
    failed = failed_tests(run(Shared(found, claims)))
    repeated = [test for test in failed if test in flaky]
    if repeated:
        print(f"Running flaky tests again: {', '.join(repeated)}", file=sys.stderr, flush=True)
        Result.evidence += "-again"
        # Tests run in new instances, so the second run starts from the same state as the first.
        failed_again = failed_tests(run(unittest.defaultTestLoader.loadTestsFromNames(repeated)))
        recovered = [test for test in repeated if test not in failed_again]
        if recovered:
            print(f"Flaky tests that failed and then passed: {', '.join(recovered)}", file=sys.stderr)
        failed = [test for test in failed if test not in recovered]
    if failed:
        print(f"Failed tests: {', '.join(failed)}", file=sys.stderr)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
