"""Virtual displays for the window: they accept simulated input, and return screenshots."""

import functools
import glob
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time

from pointer import Pointer

WIDTH, HEIGHT = 1600, 1000


# The longest wait on an idle machine, in seconds.
LIMIT = 30


def burden():
    """The factor by which other load slows this machine down: the runnable processes per core, at least 1."""
    return max(1, os.getloadavg()[0] / os.cpu_count())


def wait_until(condition, what):
    """Returns the first true value of `condition`; fails after a timeout that grows with the machine's
    load."""
    start = time.monotonic()
    while True:
        begun = time.monotonic()
        value = condition()
        if value:
            return value
        now = time.monotonic()
        if now - start > LIMIT * burden():
            raise AssertionError(f"waited {now - start:.0f} s in vain for {what}")
        # Most conditions make the program list its accessibles; it needs time for other work, too. But messages are
        # shown for seconds only.
        time.sleep(min(max(0.03, now - begun), 0.2))


def listens(path):
    """True if a server accepts connections at a socket; the socket's file appears slightly earlier."""
    with socket.socket(socket.AF_UNIX) as client:
        try:
            client.connect(path)
        except OSError:
            return False
    return True


def without_animations(folder):
    """Writes GTK settings into `folder` that disable animations, which would only slow the tests down."""
    for name, text in {
        "gtk-4.0/settings.ini": "[Settings]\ngtk-enable-animations=false\n",
        # On Wayland, GTK reads its settings from GSettings, whose keyfile backend uses this file.
        "glib-2.0/settings/keyfile": "[org/gnome/desktop/interface]\nenable-animations=false\n",
    }.items():
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w") as file:
            file.write(text)


class Display:
    """A private display server; `environment` contains the variables for programs on it."""

    # The margin between the screen's origin and the window's; there is one without a window manager.
    window_offset = 0
    # Seconds between two manual changes; the program may merge faster ones.
    PACE = 0.04

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="glint-display-")
        os.chmod(self.folder, 0o700)
        self.environment = {
            **os.environ,
            "XDG_RUNTIME_DIR": self.folder,
            "GTK_A11Y": "atspi",
            "GLINT_GL_DEBUG": "1",
            "GSETTINGS_BACKEND": "keyfile",
            "NO_AT_BRIDGE": "0",
            # The tests find controls by their English names.
            "LC_ALL": "C.UTF-8",
        }
        for name in ("DISPLAY", "WAYLAND_DISPLAY", "GDK_BACKEND", "LANGUAGE"):
            self.environment.pop(name, None)
        self.server = None

    def run(self, *command, **options):
        return subprocess.run(
            command, env=self.environment, check=True, timeout=LIMIT * burden(), **options)

    def point(self, x, y):
        """Moves the pointer to a position in the newest window."""
        self.move_pointer(*(round(value + self.window_offset) for value in (x, y)))

    def click(self, x, y):
        for act in (lambda: self.point(x, y), self.press_pointer, self.release_pointer):
            act()
            time.sleep(self.PACE)

    def drag(self, start, end):
        """Drags with the first button between two positions in the newest window, in small steps as by
        hand."""
        self.point(*start)
        time.sleep(self.PACE)
        self.press_pointer()
        for step in range(1, 12):
            self.point(*(a + (b - a) * step / 11 for a, b in zip(start, end)))
            time.sleep(self.PACE)
        self.release_pointer()

    def wait_for_copied(self, text, *command):
        """Waits until the clipboard, as printed by `command`, contains the text."""
        def printed():
            return subprocess.run(command, env=self.environment, capture_output=True, text=True).stdout
        wait_until(lambda: text in printed(), "what was copied")

    def stop(self):
        if self.server:
            self.server.send_signal(signal.SIGTERM)
            self.server.wait(timeout=LIMIT * burden())
        shutil.rmtree(self.folder, ignore_errors=True)


class X11(Display):
    """Xvfb; keys by xdotool, screenshots by ImageMagick's import, the clipboard by xclip."""

    window_offset = 5

    def __init__(self):
        super().__init__()
        read, write = os.pipe()
        # Without -noreset, the server starts anew when its last client leaves, such as xdotool before a window
        # is open, and drops clients that connect meanwhile.
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), "-screen", "0", f"{WIDTH}x{HEIGHT}x24", "-nolisten", "tcp", "-noreset"],
            pass_fds=[write], stderr=subprocess.DEVNULL, env=self.environment)
        os.close(write)
        with os.fdopen(read) as pipe:
            number = pipe.readline().strip()
        self.environment["DISPLAY"] = f":{number}"
        self.environment["GDK_BACKEND"] = "x11"

    def keys(self, *names):
        self.focus()
        self.run("xdotool", "key", "--clearmodifiers", *names)

    def write(self, text):
        self.focus()
        self.run("xdotool", "type", "--delay", "5", text)

    def focus(self):
        """Gives the keyboard focus to the newest window, as a window manager would; popups never receive
        it."""
        windows = self.run(
            "xdotool", "search", "--onlyvisible", "--class", "glint", capture_output=True, text=True).stdout.split()
        while len(windows) > 1 and self.is_popup(windows[-1]):
            windows.pop()
        self.run("xdotool", "windowfocus", "--sync", windows[-1])

    def is_popup(self, window):
        output = self.run("xwininfo", "-id", window, capture_output=True, text=True).stdout
        return "Override Redirect State: yes" in output

    def resize(self, width=WIDTH, height=HEIGHT):
        """Resizes the newest window."""
        self.focus()
        self.run("xdotool", "getwindowfocus", "windowsize", str(width), str(height))

    def set_states(self, *states):
        """Sets the states of the newest window, as a window manager would."""
        self.focus()
        window = self.run("xdotool", "getwindowfocus", capture_output=True, text=True).stdout.strip()
        self.run("xprop", "-id", window, "-f", "_NET_WM_STATE", "32a", "-set", "_NET_WM_STATE", ",".join(states))

    def move_pointer(self, x, y):
        self.run("xdotool", "mousemove", str(x), str(y))

    def press_pointer(self):
        self.run("xdotool", "mousedown", "1")

    def release_pointer(self):
        self.run("xdotool", "mouseup", "1")

    def screenshot(self, path):
        # Compressing a PNG well takes longer than everything else.
        self.run("import", "-window", "root", "-define", "png:compression-level=1", path)

    def copy_picture(self, path):
        """Offers a PNG on the clipboard until something else is copied."""
        subprocess.Popen(
            ["xclip", "-selection", "clipboard", "-t", "image/png", "-i", path], env=self.environment)
        self.wait_for_copied("image/png", "xclip", "-selection", "clipboard", "-o", "-t", "TARGETS")

    def copy_text(self, text, kind="UTF8_STRING"):
        """Offers a text on the clipboard until something else is copied."""
        # xclip stays in the background to serve the text, so it must not inherit the test's pipes.
        subprocess.run(
            ["xclip", "-selection", "clipboard", "-t", kind], input=text, text=True, env=self.environment, check=True,
            timeout=LIMIT * burden(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.wait_for_copied(text.strip(), "xclip", "-selection", "clipboard", "-o", "-t", kind)

    def copied_text(self):
        # xclip fails while nothing is copied yet.
        command = ["xclip", "-selection", "clipboard", "-o"]
        return subprocess.run(command, env=self.environment, capture_output=True, text=True).stdout


class Wayland(Display):
    """sway without real outputs; keys by wtype, screenshots by grim, the clipboard by wl-copy."""

    # wtype creates a virtual keyboard, which the window must notice before the first key.
    SETTLE = ("-s", "50")

    def __init__(self):
        super().__init__()
        configuration = os.path.join(self.folder, "sway.conf")
        with open(configuration, "w") as file:
            file.write(
                f"output HEADLESS-1 resolution --custom {WIDTH}x{HEIGHT}@60Hz\n"
                "default_border none\nxwayland disable\nfloating_modifier none\n")
        command = ["sway", "-c", configuration]
        if os.geteuid() == 0:
            # sway refuses to run as root.
            for path in (self.folder, configuration):
                shutil.chown(path, "nobody")
            command = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"] + command
        self.server = subprocess.Popen(
            command, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            env={
                **self.environment, "WLR_BACKENDS": "headless", "WLR_LIBINPUT_NO_DEVICES": "1",
                "WLR_RENDERER": "pixman",
            })
        wait_until(lambda: listens(os.path.join(self.folder, "wayland-1")), "sway's socket")
        self.environment["WAYLAND_DISPLAY"] = "wayland-1"
        self.environment["GDK_BACKEND"] = "wayland"
        # A persistent keyboard, so that windows need not notice a new one before each key. It inherits none
        # of the test's pipes: if the tests crashed, it would keep them open and block the run.
        self.keyboard = subprocess.Popen(
            ["wtype", "-s", "3600000"], env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def stop(self):
        self.keyboard.kill()
        self.keyboard.wait()
        super().stop()

    def keys(self, *names):
        for name in names:
            *modifiers, key = name.split("+")
            arguments = list(self.SETTLE)
            for modifier in modifiers:
                arguments += ["-M", modifier]
            # Single characters are sent as text: wtype's keyboard does not support shifted keys.
            arguments += ["-k", key] if len(key) > 1 else [key.upper() if "shift" in modifiers else key]
            for modifier in reversed(modifiers):
                arguments += ["-m", modifier]
            self.run("wtype", *arguments)

    def write(self, text):
        self.run("wtype", *self.SETTLE, "-d", "5", text)

    @functools.cached_property
    def pointer(self):
        return Pointer(os.path.join(self.folder, "wayland-1"), WIDTH, HEIGHT)

    def move_pointer(self, x, y):
        self.pointer.move(x, y)

    def press_pointer(self):
        self.pointer.press()

    def release_pointer(self):
        self.pointer.release()

    def switch_workspace(self, name):
        """Switches to another workspace; windows on the previous one receive no frame callbacks."""
        socket, = glob.glob(os.path.join(self.folder, "sway-ipc.*.sock"))
        self.run("swaymsg", "-s", socket, "workspace", name, stdout=subprocess.DEVNULL)

    def screenshot(self, path):
        self.run("grim", path)

    def copy_picture(self, path):
        with open(path, "rb") as file:
            subprocess.Popen(["wl-copy", "-t", "image/png"], stdin=file, env=self.environment)
        self.wait_for_copied("image/png", "wl-paste", "-l")

    def copy_text(self, text, kind="text/plain;charset=utf-8"):
        subprocess.run(
            ["wl-copy", "-t", kind], input=text, text=True, env=self.environment, check=True,
            timeout=LIMIT * burden(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.wait_for_copied(text.strip(), "wl-paste", "-n", "-t", kind)

    def copied_text(self):
        return self.run("wl-paste", "-n", capture_output=True, text=True).stdout


def open_display():
    return {"x11": X11, "wayland": Wayland}[os.environ.get("GLINT_TEST_DISPLAY", "x11")]()
