"""A desktop session for tests: PipeWire with virtual cameras and microphones, and portals.

It runs without hardware, root or systemd, and is isolated from the surrounding session.
"""

import json
import os
import signal
import tempfile

import displays
from programs import Programs

HERE = os.path.dirname(os.path.realpath(__file__))

# Debian installs these programs outside PATH.
PORTALS = "/usr/share/xdg-desktop-portal/portals"
PROGRAMS = "/usr/libexec"

BUS = os.path.join(HERE, "..", "Desktop", "bus", "session.conf")

# Leaves the machine's own devices alone.
WITHOUT_HARDWARE = {
    "main.lua.d/51-without-hardware.lua": """alsa_monitor.enabled = false
v4l2_monitor.enabled = false
libcamera_monitor.enabled = false
""",
    "bluetooth.lua.d/51-without-hardware.lua": "bluez_monitor.enabled = false\n",
}

# The priority of a default device, like that of a sound card.
PRIORITY = 1000
# The clock of the loudspeakers drives all sound: streams without a clock would otherwise be driven by that of an open
# camera, thirty times a second, and lose most of the sound.
SOUND = "sound"


class Camera:
    """A virtual camera; `name` is its PipeWire node's name, `description` the name shown to users."""

    def __init__(
            self, session, name, pattern="ball", size=(640, 480), rate=30, format="YUY2", description=None,
            overlay=None):
        self.session, self.name = session, name
        self.size, self.rate = size, rate
        self.description = description or name
        width, height = size
        is_compressed = format == "MJPEG"
        # JPEG always uses BT.601 in full range, regardless of the size.
        encoder = "videoconvert ! video/x-raw,format=I420,colorimetry=1:4:0:0 ! jpegenc quality=90"
        raw = "RGBx" if is_compressed else format
        pipeline = [
            f"videotestsrc is-live=true pattern={pattern}",
            f"video/x-raw,format={raw},width={width},height={height},framerate={rate}/1",
            *([overlay] if overlay else []),
            *([encoder] if is_compressed else []),
        ]
        self.arguments = [name, self.description, format, width, height, rate, " ! ".join(pipeline)]
        self.process = None

    def plug_in(self):
        """Starts the camera, and waits until it can be chosen."""
        program = self.session.built("virtual-camera", "gstreamer-1.0", "libpipewire-0.3")
        self.process = self.session.programs.start(f"camera-{self.name}", program, *map(str, self.arguments))
        self.session.wait_for_node(self.name)
        return self

    def unplug(self):
        """Ends the camera as if it were unplugged, and waits until it is gone."""
        self.session.programs.end(self.process, signal.SIGKILL)
        self.process = None
        self.session.wait_for_no_node(self.name)

    @property
    def is_open(self):
        """True if a program is using the camera, whose light would be on."""
        node = self.session.node(self.name)
        return bool(node) and node["info"]["state"] == "running"


class Microphone:
    """A microphone that records a sine tone."""

    def __init__(self, session, name, frequency=440, volume=0.5, description=None):
        self.session, self.name = session, name
        self.frequency, self.volume = frequency, volume
        self.description = description or name
        self.processes = []

    def plug_in(self):
        start, sink = self.session.programs.start, f"{self.name}.tone"
        self.processes.append(start(
            f"microphone-{self.name}", "pw-loopback", "--name", self.name, "--group", SOUND,
            "--capture-props", json.dumps({
                "media.class": "Audio/Sink", "node.name": sink, "node.description": f"Tone for {self.description}",
            }),
            "--playback-props", json.dumps({
                "media.class": "Audio/Source", "node.name": self.name, "node.description": self.description,
                "priority.session": PRIORITY,
            })))
        self.session.wait_for_node(self.name)
        self.session.wait_for_node(sink)
        self.processes.append(start(
            f"tone-{self.name}", "gst-launch-1.0", "-q", "audiotestsrc", "is-live=true", f"freq={self.frequency}",
            f"volume={self.volume}", "!", "audio/x-raw,rate=48000,channels=2", "!", "pulsesink", f"device={sink}"))
        self.session.programs.wait(self.has_sound, f"the tone of {self.name}")
        return self

    def has_sound(self):
        node = self.session.node(f"{self.name}.tone")
        return bool(node) and node["info"]["state"] == "running"

    def unplug(self):
        for process in reversed(self.processes):
            self.session.programs.end(process, signal.SIGKILL)
        self.processes = []
        self.session.wait_for_no_node(self.name)


class LiveSession:
    """A session bus, PipeWire, WirePlumber and PipeWire's PulseAudio server.

    With a display, one of displays.py, everything that is run on it from now on is in this session. A
    portal must be started separately, after the cameras: see start_portal.
    """

    def __init__(self, display=None):
        self.owns_display = display is None
        self.display = display or displays.Display()
        self.devices = {}
        self.environment = self.display.environment
        self.folder = tempfile.mkdtemp(prefix="live-", dir=self.display.folder)
        # The daemons' state is in this folder. Programs under test have separate folders, but share a cache:
        # with a new one GStreamer would scan its plugins again.
        self.programs = Programs(self.folder, dict(self.environment))
        try:
            self.start_bus()
            self.start_pipewire()
        except BaseException:
            self.stop()
            raise

    def share(self, name, value):
        """Sets a variable for the daemons and the programs under test."""
        self.environment[name] = self.programs.environment[name] = value

    def file(self, *names):
        path = os.path.join(self.folder, *names)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        return path

    def write(self, text, *names):
        with open(self.file(*names), "w") as file:
            file.write(text)
        return self.file(*names)

    def compiled(self, name):
        """Builds a library for LD_PRELOAD from NAME.c."""
        library = self.file(f"{name}.so")
        self.programs.run(
            "cc", "-D_GNU_SOURCE", "-shared", "-fPIC", "-O1", "-o", library, os.path.join(HERE, f"{name}.c"), "-ldl")
        return library

    def built(self, name, *packages):
        """Builds a program from NAME.c and packages known to pkg-config, unless it is already built."""
        program = os.path.join(self.folder, name)
        if not os.path.exists(program):
            flags = self.programs.run("pkg-config", "--cflags", "--libs", *packages).split()
            self.programs.run("cc", "-D_GNU_SOURCE", "-O1", "-o", program, os.path.join(HERE, f"{name}.c"), *flags)
        return program

    def start_bus(self):
        # Keeps the accessibility bus at the address where the tests look for it.
        if "DBUS_SESSION_BUS_ADDRESS" in self.environment and not self.owns_display:
            answer = self.programs.run(
                "gdbus", "call", "--session", "--dest", "org.a11y.Bus", "--object-path", "/org/a11y/bus", "--method",
                "org.a11y.Bus.GetAddress")
            self.environment["AT_SPI_BUS_ADDRESS"] = answer.split("'")[1]
        socket = self.file("bus")
        for kind in ("CONFIG", "STATE", "DATA"):
            self.programs.environment[f"XDG_{kind}_HOME"] = self.file(kind.lower())
        self.share("DBUS_SESSION_BUS_ADDRESS", f"unix:path={socket}")
        self.programs.start(
            "bus", "dbus-daemon", f"--config-file={BUS}", f"--address=unix:path={socket}", "--nofork", "--nopidfile")
        self.programs.wait(lambda: displays.listens(socket), "the session bus")

    def start_pipewire(self):
        for name, text in WITHOUT_HARDWARE.items():
            self.write(text, "config", "wireplumber", name)
        # PulseAudio's library accepts only a folder owned by the same user; if root runs the tests, sway's
        # folder is not.
        os.makedirs(self.file("pulse"), mode=0o700)
        self.share("PIPEWIRE_RUNTIME_DIR", self.folder)
        self.share("PULSE_RUNTIME_PATH", self.file("pulse"))
        self.share("PULSE_SERVER", f"unix:{self.file('pulse', 'native')}")
        self.start_daemons()
        # WirePlumber's linking policies take effect once there is an output device. A microphone's sound is
        # played to a sink, which must not become the default output.
        self.wait_for_node("auto_null")
        speakers = {
            "factory.name": "support.null-audio-sink", "media.class": "Audio/Sink", "node.name": "speakers",
            "node.description": "Speakers", "object.linger": True, "priority.session": PRIORITY,
            "audio.position": "FL,FR", "node.group": SOUND,
        }
        self.programs.run("pw-cli", "create-node", "adapter", json.dumps(speakers))
        self.wait_for_node("speakers")
        self.programs.wait(lambda: displays.listens(self.file("pulse", "native")), "PulseAudio's socket")

    def start_daemons(self):
        self.daemons = [self.programs.start("pipewire", "pipewire")]
        self.programs.wait(lambda: displays.listens(self.file("pipewire-0")), "PipeWire's socket")
        self.daemons += [self.programs.start(name, name) for name in ("wireplumber", "pipewire-pulse")]

    def restart_pipewire(self):
        """Ends PipeWire and its clients, and starts them and the devices again."""
        for device in self.devices.values():
            device.unplug()
        for daemon in reversed(self.daemons):
            self.programs.end(daemon, signal.SIGKILL)
        self.start_daemons()
        self.wait_for_node("auto_null")
        for device in self.devices.values():
            device.plug_in()

    def start_portal(self, answer=None, screen=False):
        """Starts a portal, which needs a display for its dialogs, once the cameras exist.

        Debian 12's portal does not update IsCameraPresent when a camera appears or disappears later.

        - answer: the stored permission to use the camera, "yes" or "no"; otherwise the portal asks.
        - screen: whether the portal provides the contents of the screen, which must be sway's, without
          asking.
        """
        start, environment = self.programs.start, self.programs.environment
        # Selects the implementation of each interface: by desktop up to version 1.16, and by a file since.
        os.makedirs(self.file("portals"))
        for name in ["gtk", *(["wlr"] if screen else [])]:
            os.symlink(f"{PORTALS}/{name}.portal", self.file("portals", f"{name}.portal"))
        desktop = "sway" if screen else "glint-test"
        self.write(
            "[preferred]\ndefault=gtk\n" + ("org.freedesktop.impl.portal.ScreenCast=wlr\n" if screen else ""),
            "portals", f"{desktop}-portals.conf")
        environment["XDG_DESKTOP_PORTAL_DIR"] = self.file("portals")
        self.share("XDG_CURRENT_DESKTOP", desktop)
        start("permission-store", f"{PROGRAMS}/xdg-permission-store")
        self.wait_for_name("org.freedesktop.impl.portal.PermissionStore")
        if answer in ("yes", "no"):
            self.allow_camera(answer == "yes")
        start("portal-gtk", f"{PROGRAMS}/xdg-desktop-portal-gtk")
        self.wait_for_name("org.freedesktop.impl.portal.desktop.gtk")
        if screen:
            self.write("[screencast]\nchooser_type=none\nmax_fps=30\n", "config", "xdg-desktop-portal-wlr", "config")
            shim = self.compiled("screencopy-in-memory")
            start("portal-wlr", "env", f"LD_PRELOAD={shim}", f"{PROGRAMS}/xdg-desktop-portal-wlr", "-l", "INFO")
            self.wait_for_name("org.freedesktop.impl.portal.desktop.wlr")
        start("portal", f"{PROGRAMS}/xdg-desktop-portal", "--verbose")
        self.wait_for_name("org.freedesktop.portal.Desktop")

    def allow_camera(self, is_allowed):
        """Stores the answer to the portal's question in advance; programs outside a sandbox have an empty
        id."""
        self.programs.run(
            "gdbus", "call", "--session", "--dest", "org.freedesktop.impl.portal.PermissionStore", "--object-path",
            "/org/freedesktop/impl/portal/PermissionStore", "--method",
            "org.freedesktop.impl.portal.PermissionStore.SetPermission", "devices", "true", "camera", "",
            "['yes']" if is_allowed else "['no']")

    def wait_for_name(self, name):
        def is_owned():
            return "true" in self.programs.run(
                "gdbus", "call", "--session", "--dest", "org.freedesktop.DBus", "--object-path", "/", "--method",
                "org.freedesktop.DBus.NameHasOwner", name, check=False)
        self.programs.wait(is_owned, f"{name} on the session bus")

    # State

    def objects(self):
        """All objects known to PipeWire, as printed by pw-dump; empty if it cannot be reached."""
        try:
            return json.loads(self.programs.run("pw-dump", check=False))
        except ValueError:
            return []

    def nodes(self):
        return [item for item in self.objects() if item["type"] == "PipeWire:Interface:Node"]

    def node(self, name):
        """The node with that name; None if there is none."""
        return next((node for node in self.nodes() if node["info"]["props"].get("node.name") == name), None)

    def wait_for_node(self, name):
        return self.programs.wait(lambda: self.node(name), f"the node {name}")

    def wait_for_no_node(self, name):
        self.programs.wait(lambda: self.node(name) is None, f"the node {name} to go")

    # Devices

    def camera(self, name, *arguments, **options):
        """Plugs in a camera: see Camera."""
        self.devices[name] = Camera(self, name, *arguments, **options)
        return self.devices[name].plug_in()

    def microphone(self, name, *arguments, **options):
        """Plugs in a microphone: see Microphone."""
        self.devices[name] = Microphone(self, name, *arguments, **options)
        return self.devices[name].plug_in()

    # Another program

    def read_video(self, name, count=1, skip=0):
        """The frames of a video source as another program receives them: width, height, and the bytes of
        the RGBA rows of each frame."""
        with tempfile.TemporaryDirectory(dir=self.folder) as folder:
            path = os.path.join(folder, "frames")
            output = self.programs.run(
                "timeout", "--kill-after=5", str(round(displays.LIMIT * displays.burden() * 0.8)),
                "gst-launch-1.0", "-v", "pipewiresrc", f"target-object={name}", f"num-buffers={count + skip}", "!",
                "video/x-raw;image/jpeg", "!", "decodebin", "!", "videoconvert", "!", "video/x-raw,format=RGBA", "!",
                "filesink", f"location={path}", "name=out")
            caps = next(line for line in output.splitlines() if "GstFileSink:out.GstPad:sink: caps" in line)
            width, height = (int(caps.split(f"{side}=(int)")[1].split(",")[0]) for side in ("width", "height"))
            with open(path, "rb") as file:
                data = file.read()
        length = width * height * 4
        return width, height, [data[start:start + length] for start in range(skip * length, len(data), length)]

    # The end

    def stop(self):
        self.programs.stop()
        if self.owns_display:
            self.display.stop()

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.stop()
