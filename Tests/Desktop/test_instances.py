"""A running program opens the files of later launches, unless they request a separate process."""

import json
import os
import subprocess
import sys
import unittest

import numpy
from gi.repository import Gio, GLib

from accessible import call
from desktop import DesktopTest
from displays import LIMIT, X11, burden, wait_until
from window import BUILT, GLINT, ROOT, Controls, find_application

ID = "io.github.glintapp.Glint"
RED, GREEN, BLUE = (200, 30, 40), (30, 180, 60), (40, 60, 210)
# With this, no driver has OpenGL 4.3, so a program that tries the driver restarts itself with another.
OLD_DRIVER = {"MESA_GL_VERSION_OVERRIDE": "3.3"}

# A library that reports calls of a function, and delays them until the file GLINT_TEST_GO exists.
HOLDING = """
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static void hold(const char *function) {
    char name[4096];
    if (strcmp(function, getenv("GLINT_TEST_HELD"))) return;
    snprintf(name, sizeof name, "%s.%d", getenv("GLINT_TEST_GO"), getpid());
    close(open(name, O_CREAT | O_WRONLY, 0600));
    while (access(getenv("GLINT_TEST_GO"), F_OK)) usleep(10000);
}
int execv(const char *path, char *const *arguments) {
    hold("execv");
    return ((int (*)(const char *, char *const *))dlsym(RTLD_NEXT, "execv"))(path, arguments);
}
void *gdk_display_create_gl_context(void *display, void *error) {
    hold("gdk_display_create_gl_context");
    return ((void *(*)(void *, void *))dlsym(RTLD_NEXT, "gdk_display_create_gl_context"))(display, error);
}
"""

# A program that later launches take for the running instance, and that exits on the first request.
DYING = """
import os, sys
from gi.repository import Gio, GLib

class Dying(Gio.Application):
    def do_startup(self):
        Gio.Application.do_startup(self)
        self.add_action(Gio.SimpleAction.new_stateful("displays", None, GLib.Variant("s", sys.argv[2])))
        self.hold()
        print("ready", flush=True)

    def do_command_line(self, line):
        os._exit(0)

Dying(application_id=sys.argv[1], flags=Gio.ApplicationFlags.HANDLES_COMMAND_LINE | Gio.ApplicationFlags.IS_SERVICE).run()
"""

# Opens files with the program of a desktop entry, like a file manager. Stays connected, since the bus drops the
# requests of clients that disconnect.
LAUNCHING = """
import sys
from gi.repository import Gio, GLib
entry = Gio.DesktopAppInfo.new_from_filename(sys.argv[1])
for path in sys.argv[2:]:
    entry.launch([Gio.File.new_for_path(path)], None)
GLib.MainLoop().run()
"""


# For tests that inspect X11 itself, or need a window that sway would tile.
on_x11 = unittest.skipUnless(os.environ.get("GLINT_TEST_DISPLAY", "x11") == "x11", "for X11")


class Bus:
    """A separate session bus, which starts the programs named by the files in `services`."""

    def __init__(self, services, environment):
        os.makedirs(services, exist_ok=True)
        with open(os.path.join(ROOT, "Tests", "Desktop", "bus", "session.conf")) as file:
            configuration = file.read().replace("<servicedir>.<", f"<servicedir>{services}<")
        with open(services + "/session.conf", "w") as file:
            file.write(configuration)
        self.process = subprocess.Popen(
            ["dbus-daemon", f"--config-file={services}/session.conf", "--print-address", "--nofork"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment)
        self.address = self.process.stdout.readline().strip()
        flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
        self.connection = Gio.DBusConnection.new_for_address_sync(self.address, flags, None, None)
        self.connection.set_exit_on_close(False)

    def owner(self, name=ID):
        """The id of the process that owns a name; None if there is none."""
        try:
            return call(
                self.connection, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
                "GetConnectionUnixProcessID", GLib.Variant("(s)", (name,)))[0]
        except GLib.Error:
            return None

    def stop(self):
        self.process.stdout.close()
        self.process.terminate()
        self.process.wait(timeout=LIMIT * burden())


def sliders(frame):
    for child in frame:
        if child is not None:
            if child.getRoleName() == "slider":
                yield child
            yield from sliders(child)


class Instances(DesktopTest):
    def setUp(self):
        super().setUp()
        # Connects the test's bus to the accessibility bus, so that its programs are visible to assistive
        # technology.
        session = Gio.bus_get_sync(Gio.BusType.SESSION)
        address, = call(session, "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress")
        self.display.environment["AT_SPI_BUS_ADDRESS"] = address
        self.display.environment.update(self.own_folders())
        self.bus = self.start_bus()
        self.display.environment["DBUS_SESSION_BUS_ADDRESS"] = self.bus.address

    def start_bus(self, **environment):
        bus = Bus(self.file("services"), {**self.display.environment, **environment})
        self.addCleanup(bus.stop)
        return bus

    def first(self, *arguments, environment=None):
        """Starts the program that becomes the running instance."""
        return self.open(*arguments, environment=environment, joins=True)

    def start(self, *arguments, environment=None, **options):
        process = subprocess.Popen(
            [GLINT, *arguments], env={**self.display.environment, **(environment or {})}, stderr=subprocess.DEVNULL,
            **options)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def launch(self, *arguments, environment=None, **options):
        """Runs the program, which must end at once."""
        return subprocess.run(
            [GLINT, *arguments], env={**self.display.environment, **(environment or {})}, capture_output=True,
            timeout=LIMIT * burden(), **options)

    def assert_joins(self, *arguments, environment=None, **options):
        done = self.launch(*arguments, environment=environment, **options)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, b"", b""))

    def seen(self, process_id):
        """The contents of the windows of a process."""
        return Controls(wait_until(lambda: find_application(process_id), "the program on the accessibility bus"))

    @staticmethod
    def frames(program):
        """A program's windows, by the name of their picture: the part after the edit mark and before the
        details."""
        frames = [frame for frame in program.application if frame is not None]
        return [(frame.name.removeprefix("• ").split(" – ")[0], frame) for frame in frames]

    def titles(self, program):
        return sorted(title for title, _ in self.frames(program))

    def wait_for_windows(self, program, *titles):
        wait_until(lambda: self.titles(program) == sorted(titles), f"windows of {titles}")

    def slider_of(self, program, title, name):
        """The value of a slider in the window with this title."""
        def found():
            frame = dict(self.frames(program)).get(title)
            return frame and next((node for node in sliders(frame) if node.name == name), None)
        return wait_until(found, f"the slider {name} of {title}").queryValue()

    def look(self, name="look.json", amount=0.25):
        with open(self.file(name), "w") as file:
            json.dump({"glint": 1, "filters": [{"id": "saturation", "parameters": {"amount": amount}}]}, file)
        return self.file(name)

    def hold_back(self, function):
        """An environment in which calls of a function wait for `let_go`."""
        library = self.file("holding.so")
        subprocess.run(
            ["cc", "-x", "c", "-D_GNU_SOURCE", "-shared", "-fPIC", "-o", library, "-", "-ldl"], input=HOLDING.encode(),
            check=True)
        return {"LD_PRELOAD": library, "GLINT_TEST_HELD": function, "GLINT_TEST_GO": self.file("go")}

    def wait_for_held(self, process):
        wait_until(lambda: os.path.exists(f"{self.file('go')}.{process.pid}"), "the program to be held back")

    def let_go(self):
        with open(self.file("go"), "w"):
            pass

    def install_service(self):
        """Installs the D-Bus service, as `make install` does."""
        with open(os.path.join(ROOT, "Resources", f"{ID}.service.in")) as file:
            service = file.read().replace("@BINDIR@", BUILT)
        with open(self.file(f"services/{ID}.service"), "w") as file:
            file.write(service)

    def activated(self):
        """The program that the bus has started or is starting."""
        process = wait_until(self.bus.owner, "the program on the bus")
        self.addCleanup(lambda: wait_until(lambda: not os.path.exists(f"/proc/{process}"), "the end of the program"))
        self.addCleanup(os.kill, process, 15)
        return self.seen(process)


class Joining(Instances):
    def test_a_second_launch_opens_its_window_in_the_running_program(self):
        window = self.first(self.make("a.png"))
        window.wait_for("image", "a.png")
        # The second launch does not try the graphics driver, or it would restart itself.
        self.assert_joins(self.make("b.png", color=GREEN), environment=OLD_DRIVER)
        window.wait_for("image", "b.png")
        self.assert_joins()
        self.wait_for_windows(window, "a.png", "b.png", "Glint")
        self.assertEqual(self.bus.owner(), window.process.pid)
        # Quit closes all windows, and the next launch starts a new program.
        self.display.keys("ctrl+q")
        self.assertEqual(window.process.wait(timeout=LIMIT * burden()), 0)
        following = self.first(self.file("b.png"))
        following.wait_for("image", "b.png")
        self.wait_for_windows(following, "b.png")

    @on_x11
    def test_the_recipe_of_a_launch_is_for_its_windows_alone_and_paths_begin_where_it_was_called(self):
        window = self.first(self.make("a.png"))
        window.wait_for("image", "a.png")
        os.mkdir(self.file("elsewhere"))
        self.make("elsewhere/b.png", color=GREEN)
        self.look("elsewhere/look.json")
        # The current folder has other files with the same names.
        self.look("look.json", amount=0.75)
        self.make("b.png", color=BLUE)
        self.assert_joins("--recipe", "look.json", "b.png", cwd=self.file("elsewhere"))
        self.assertEqual(self.slider_of(window, "b.png", "Saturation").currentValue, 0.25)
        self.assertEqual(self.slider_of(window, "a.png", "Saturation").currentValue, 1)
        self.wait_for_color(window, "b.png", lambda seen: (seen[..., 1] > seen[..., 2] + 10).all())
        self.assert_joins(self.make("c.png"))
        self.assert_joins("--", "-d.png", cwd=self.folder)
        self.assertEqual(self.slider_of(window, "c.png", "Saturation").currentValue, 1)
        window.wait_for_text("Could Not Open “-d.png”")

    def wait_for_color(self, window, name, accepts):
        self.wait_for_picture(window, name, (640, 400), accepts, "the color")

    def test_errors_of_a_command_line_are_reported_to_its_caller(self):
        window = self.first(self.make("a.png"))
        window.wait_for("image", "a.png")
        done = self.launch("--nonsense", text=True)
        self.assertEqual(done.returncode, 1)
        self.assertIn("--nonsense", done.stderr)
        # Problems with files are shown in the running window, as usual.
        self.assert_joins("--recipe", self.file("none.json"), self.make("b.png"))
        window.wait_for_text(f"There is no recipe none.json in {self.folder}.")

    def test_a_camera_and_a_screen_are_looked_for_by_the_running_program(self):
        window = self.first(self.make("a.png"))
        window.wait_for("image", "a.png")
        # No such camera or file exists, which the windows report.
        self.assert_joins("--camera=no-such-camera")
        window.wait_for_text("No Camera Found")
        self.assert_joins("--screen")
        window.wait_for_text("No Picture From the Screen")
        self.wait_for_windows(window, "a.png", "Glint", "Glint")
        texts = window.texts("No Picture From the") + window.texts("No Camera Found")
        # The request applied only to the windows of these launches.
        self.display.keys("ctrl+n")
        window.wait_for_text("Open a Picture")
        self.assertEqual(window.texts("No Picture From the") + window.texts("No Camera Found"), texts)

    @on_x11
    def test_a_picture_comes_from_the_standard_input_of_the_launch(self):
        window = self.first(self.make("a.png"))
        window.wait_for("image", "a.png")
        picture = self.bytes_of(self.make("red.png", color=RED))
        self.assert_joins("-", input=picture)
        self.wait_for_color(window, "Standard Input", lambda seen: (numpy.abs(seen - RED) < 3).all())
        done = self.launch("-", stdin=subprocess.DEVNULL, text=True)
        self.assertEqual((done.returncode, done.stderr), (1, "glint: standard input is empty\n"))
        done = self.launch("-", "-", input=picture)
        self.assertEqual((done.returncode, done.stderr), (1, b"glint: standard input can be read only once\n"))
        # A closed standard input is not among the descriptors that GIO passes on.
        self.assert_joins(self.make("b.png"), preexec_fn=lambda: os.close(0))
        window.wait_for("image", "b.png")

    def test_a_picture_from_standard_input_outlasts_a_start_over(self):
        process = self.start("-", environment=OLD_DRIVER, stdin=subprocess.PIPE)
        process.stdin.write(self.bytes_of(self.make("red.png", color=RED)))
        process.stdin.close()
        self.seen(process.pid).wait_for("image", "Standard Input")

    @on_x11
    def test_a_picture_that_is_shown_is_raised_and_given_the_recipe_asked_for(self):
        window = self.first(self.make("a.png"))
        window.wait_for("image", "a.png")
        self.assert_joins(self.make("b.png", color=GREEN))
        window.wait_for("image", "b.png")
        self.assert_joins(self.file("a.png"))
        self.wait_for_focused("a.png")
        self.assert_joins("--recipe", self.look(), self.file("b.png"))
        self.wait_for_focused("• b.png")
        self.assertEqual(self.slider_of(window, "b.png", "Saturation").currentValue, 0.25)
        self.assertEqual(self.slider_of(window, "a.png", "Saturation").currentValue, 1)
        self.display.keys("ctrl+z")
        wait_until(
            lambda: self.slider_of(window, "b.png", "Saturation").currentValue == 1, "the recipe to be undone")
        self.assertEqual(len(self.titles(window)), 2)

    def wait_for_focused(self, title):
        def is_focused():
            name = self.display.run("xdotool", "getwindowfocus", "getwindowname", capture_output=True, text=True)
            return name.stdout.startswith(title)
        wait_until(is_focused, f"the window of {title} to be raised")

    @on_x11
    def test_what_raises_a_window_is_passed_on(self):
        window = self.first(self.make("a.png"))
        window.wait_for("image", "a.png")
        self.assert_joins(self.make("b.png"), environment={"DESKTOP_STARTUP_ID": "dock-7_TIME1234"})
        window.wait_for("image", "b.png")
        frame = self.display.run("xdotool", "search", "--name", "b.png", capture_output=True, text=True).stdout.split()[0]
        leader = self.display.run("xprop", "-id", frame, "WM_CLIENT_LEADER", capture_output=True, text=True)
        output = self.display.run(
            "xprop", "-id", leader.stdout.split()[-1], "_NET_STARTUP_ID", capture_output=True, text=True)
        self.assertIn("dock-7_TIME1234", output.stdout)


class Apart(Instances):
    def test_a_new_instance_is_a_process_of_its_own(self):
        window = self.first(self.make("a.png"))
        window.wait_for("image", "a.png")
        other = self.open(self.make("b.png"))
        other.wait_for("image", "b.png")
        self.wait_for_windows(window, "a.png")
        # The separate process has no bus name, so later launches cannot find it.
        self.assert_joins(self.make("c.png"))
        self.wait_for_windows(window, "a.png", "c.png")
        self.wait_for_windows(other, "b.png")

    @on_x11
    def test_without_a_bus_each_launch_is_a_program(self):
        # Without a bus, assistive technology is not available either.
        self.display.environment["GTK_A11Y"] = "none"
        self.display.environment["DBUS_SESSION_BUS_ADDRESS"] = f"unix:path={self.file('none')}"
        first, second = (self.start(self.make(name)) for name in ("a.png", "b.png"))

        def has_window(title):
            found = subprocess.run(
                ["xdotool", "search", "--name", title], env=self.display.environment, capture_output=True, text=True)
            return found.stdout.split()

        for title in ("a.png", "b.png"):
            wait_until(lambda: has_window(title), f"the window of {title}")
        self.assertEqual((first.poll(), second.poll()), (None, None))

    @on_x11
    def test_a_launch_on_another_display_opens_there(self):
        window = self.first(self.make("a.png"))
        window.wait_for("image", "a.png")
        other = X11()
        self.addCleanup(other.stop)
        elsewhere = self.first(self.make("b.png"), environment={"DISPLAY": other.environment["DISPLAY"]})
        elsewhere.wait_for("image", "b.png")
        self.wait_for_windows(window, "a.png")
        # A screen number in DISPLAY makes no difference.
        self.assert_joins(self.make("c.png"), environment={"DISPLAY": self.display.environment["DISPLAY"] + ".0"})
        self.wait_for_windows(window, "a.png", "c.png")

    def test_a_program_that_cannot_open_windows_is_not_asked(self):
        window = self.first(self.make("a.png"), environment={**OLD_DRIVER, "GLINT_SOFTWARE_RENDERING": "1"})
        window.wait_for_text("OpenGL 4.3 Is Missing")
        following = self.first(self.file("a.png"))
        following.wait_for("image", "a.png")


class Meeting(Instances):
    """Simultaneous launches, and programs that end or restart while another launch contacts them."""

    def test_of_two_launches_at_the_same_time_one_opens_both_windows(self):
        held = self.hold_back("gdk_display_create_gl_context")
        both = [self.start(self.make(name), environment=held) for name in ("a.png", "b.png")]
        # Both have found no running instance, and are trying the driver.
        for process in both:
            self.wait_for_held(process)
        self.let_go()
        ended = wait_until(lambda: next((one for one in both if one.poll() is not None), None), "the later of the two")
        self.assertEqual(ended.returncode, 0)
        running, = (one for one in both if one is not ended)
        self.wait_for_windows(self.seen(running.pid), "a.png", "b.png")
        self.assertEqual(self.bus.owner(), running.pid)

    def test_a_program_that_starts_over_joins_the_one_that_was_faster(self):
        process = self.start(self.make("a.png"), environment={**OLD_DRIVER, **self.hold_back("execv")})
        self.wait_for_held(process)
        # So far, no other program can send either of them anything.
        self.assertIsNone(self.bus.owner())
        window = self.first(self.make("b.png"))
        window.wait_for("image", "b.png")
        self.let_go()
        self.assertEqual(process.wait(timeout=LIMIT * burden()), 0)
        self.wait_for_windows(window, "a.png", "b.png")

    def test_a_launch_opens_its_picture_itself_when_the_running_program_ends(self):
        display = next(self.display.environment[name] for name in ("WAYLAND_DISPLAY", "DISPLAY")
                       if name in self.display.environment)
        dying = subprocess.Popen(
            [sys.executable, "-c", DYING, ID, display], env=self.display.environment, stdout=subprocess.PIPE, text=True)
        self.addCleanup(dying.stdout.close)
        self.assertEqual(dying.stdout.readline(), "ready\n")
        window = self.first(self.make("a.png"))
        window.wait_for("image", "a.png")
        self.assertEqual(dying.wait(timeout=LIMIT * burden()), 0)
        self.assertIn("the running program ended meanwhile", window.output())
        # The new program is now the running instance.
        self.assertEqual(self.bus.owner(), window.process.pid)


class Activation(Instances):
    """Activation: the bus starts the program on request."""

    def test_the_bus_starts_the_program_for_a_picture(self):
        self.install_service()
        # A path relative to the caller's folder.
        self.make("a.png", color=RED)
        self.display.run("gapplication", "launch", ID, "a.png", cwd=self.folder)
        program = self.activated()
        program.wait_for("image", "a.png")
        self.assert_joins(self.make("b.png"))
        self.wait_for_windows(program, "a.png", "b.png")
        self.display.run("gapplication", "launch", ID)
        self.wait_for_windows(program, "a.png", "b.png", "Glint")

    def test_callers_wait_while_the_program_starts_over(self):
        self.bus = self.start_bus(**OLD_DRIVER)
        self.display.environment["DBUS_SESSION_BUS_ADDRESS"] = self.bus.address
        self.install_service()
        callers = [
            subprocess.Popen(["gapplication", "launch", ID, self.make(name)], env=self.display.environment)
            for name in ("a.png", "b.png")]
        program = self.activated()
        for caller in callers:
            self.assertEqual(caller.wait(timeout=LIMIT * burden()), 0)
        self.wait_for_windows(program, "a.png", "b.png")
        program.wait_for_text("No graphics driver with OpenGL 4.3 was found")

    def test_the_desktop_starts_it_by_the_bus(self):
        self.install_service()
        environment = {**self.display.environment, "PATH": f"{BUILT}:{os.environ['PATH']}"}
        entry = os.path.join(ROOT, "Resources", f"{ID}.desktop")
        manager = subprocess.Popen(
            [sys.executable, "-c", LAUNCHING, entry, self.make("a.png"), self.make("b.png")], env=environment)
        self.addCleanup(manager.wait)
        self.addCleanup(manager.kill)
        program = self.activated()
        self.wait_for_windows(program, "a.png", "b.png")
        with open(f"/proc/{self.bus.owner()}/cmdline") as file:
            self.assertIn("--gapplication-service", file.read())

    def test_the_actions_of_the_desktop_entry_open_windows(self):
        window = self.first(self.make("a.png"))
        window.wait_for("image", "a.png")
        entry = GLib.KeyFile()
        entry.load_from_file(os.path.join(ROOT, "Resources", f"{ID}.desktop"), GLib.KeyFileFlags.NONE)
        for action in entry.get_string_list("Desktop Entry", "Actions"):
            # As docks do, because the entry says that the program can be activated by the bus.
            call(
                self.bus.connection, ID, "/" + ID.replace(".", "/"), "org.freedesktop.Application", "ActivateAction",
                GLib.Variant("(sava{sv})", (action, [], {})))
        self.wait_for_windows(window, "a.png", "Glint", "Glint")
        window.wait_for_text("No Camera Found")

    def test_the_script_of_file_managers_opens_the_selected_files_in_one_window(self):
        window = self.first(self.make("a.png"))
        window.wait_for("image", "a.png")
        files = [Gio.File.new_for_path(self.make(name)).get_uri() for name in ("b 1.png", "ü.png")]
        environment = {**self.display.environment, "PATH": f"{BUILT}:{os.environ['PATH']}",
                       "NAUTILUS_SCRIPT_SELECTED_URIS": "".join(file + "\n" for file in files)}
        script = os.path.join(ROOT, "Resources", "files", "filter-with-glint")
        subprocess.run([script], env=environment, check=True, timeout=LIMIT * burden())
        window.wait_for("image", "b 1.png")
        self.wait_for_windows(window, "a.png", "b 1.png")
        self.assertTrue(window.has_text("ü.png"))

    def test_a_service_takes_no_pictures_of_its_own(self):
        done = self.launch("--gapplication-service", self.make("a.png"), text=True)
        self.assertEqual(done.returncode, 1)
        self.assertIn("glint: ", done.stderr)


if __name__ == "__main__":
    unittest.main()
