"""Programs that run during a test and end with it."""

import os
import signal
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), "..", "Desktop"))

from displays import LIMIT, burden, wait_until  # noqa: E402


class Programs:
    """Starts programs in an environment; the output of each is written to a file in `folder`."""

    def __init__(self, folder, environment):
        self.folder, self.environment = folder, environment
        self.running = []

    def start(self, name, *command, **options):
        """Starts a program that the kernel kills if this process is killed."""
        with open(os.path.join(self.folder, name + ".log"), "ab") as log:
            process = subprocess.Popen(
                ["setpriv", "--pdeathsig", "KILL", *command], env=self.environment,
                **{"stdin": subprocess.DEVNULL, "stdout": log, "stderr": log, **options})
        process.name = name
        self.running.append(process)
        return process

    def run(self, *command, check=True):
        """Runs a program to its end; returns its output."""
        result = subprocess.run(
            command, env=self.environment, stdin=subprocess.DEVNULL, capture_output=True, text=True,
            timeout=LIMIT * burden())
        if check and result.returncode:
            raise AssertionError(f"{' '.join(command)} ended with {result.returncode}: {result.stderr}\n{self.output()}")
        return result.stdout

    def wait(self, condition, what):
        """Waits for a condition that the programs must fulfill; fails at once if one of them ends instead."""
        def holds():
            ended = [process for process in self.running if process.poll() is not None]
            if ended:
                raise AssertionError(f"{ended[0].name} ended with {ended[0].returncode}, before {what}\n{self.output()}")
            return condition()

        try:
            return wait_until(holds, what)
        except AssertionError as error:
            raise AssertionError(f"{error}\n{self.output()}") from error

    def end(self, process, how=signal.SIGTERM):
        self.running.remove(process)
        if process.poll() is None:
            process.send_signal(how)
        try:
            process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def stop(self):
        """Ends them all, newest first."""
        while self.running:
            self.end(self.running[-1])

    def output(self):
        """The end of each program's output."""
        texts = []
        for name in sorted(os.listdir(self.folder)):
            if name.endswith(".log"):
                with open(os.path.join(self.folder, name), errors="replace") as log:
                    texts += [f"--- {name}", log.read()[-3000:]]
        return "\n".join(texts)
