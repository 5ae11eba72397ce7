"""Signals end the program like Quit does, but without questions and without leaving partial files."""

import os
import signal
import subprocess
import unittest

from desktop import DesktopTest
from displays import wait_until

# A library that simulates a file system without unnamed temporary files, on which flushing a save never ends.
HANGING = """
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
int open(const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    if ((flags & O_TMPFILE) == O_TMPFILE) { errno = EOPNOTSUPP; return -1; }
    return openat(AT_FDCWD, path, flags, mode);
}
int fsync(int file) {
    char entry[64], path[4096];
    snprintf(entry, sizeof entry, "/proc/self/fd/%d", file);
    ssize_t length = readlink(entry, path, sizeof path - 1);
    path[length > 0 ? length : 0] = 0;
    if (!strstr(path, "/out/")) return 0;
    close(open(getenv("GLINT_TEST_HANGS"), O_CREAT | O_WRONLY, 0600));
    for (;;) pause();
}
"""


class Signals(DesktopTest):
    def test_a_signal_keeps_the_edits(self):
        source = self.make("p.png")
        for number, amount in [(signal.SIGTERM, 0.3), (signal.SIGINT, 0.6)]:
            window = self.open(source)
            window.set_slider("Saturation", amount)
            wait_until(lambda: window.slider("Saturation").currentValue == amount, "the amount")
            # Sent at once: normally a change is stored after half a second, but it must not be lost.
            window.process.send_signal(number)
            self.assertEqual(window.process.wait(timeout=20), -number)
            folder = self.folder + "/state/glint/edits"
            kept = "".join(self.bytes_of(f"{folder}/{name}").decode() for name in os.listdir(folder))
            self.assertIn(f"{amount}", kept)
            self.assertFalse([name for name in os.listdir(folder) if name.startswith(".glint-")])

    def test_a_signal_during_a_save_leaves_nothing_behind(self):
        library, hangs = self.file("hanging.so"), self.file("hangs")
        subprocess.run(
            ["cc", "-x", "c", "-D_GNU_SOURCE", "-shared", "-fPIC", "-o", library, "-"], input=HANGING.encode(),
            check=True)
        os.mkdir(self.file("out"))
        window = self.open(
            self.make("p.png"), environment={"LD_PRELOAD": library, "GLINT_TEST_HANGS": hangs})
        window.wait_for("slider", "Saturation")
        self.display.keys("ctrl+shift+s")
        self.name_file(window, self.file("out/b.png"))
        wait_until(lambda: os.path.exists(hangs), "the save to hang")
        self.assertEqual(len(os.listdir(self.file("out"))), 1)
        window.process.send_signal(signal.SIGTERM)
        self.assertEqual(window.process.wait(timeout=20), -signal.SIGTERM)
        self.assertEqual(os.listdir(self.file("out")), [])


if __name__ == "__main__":
    unittest.main()
