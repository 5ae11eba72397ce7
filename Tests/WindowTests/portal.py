"""A simulated desktop portal, which answers as the test specifies.

The first argument is JSON: "camera" and "screen" are the properties of the available interfaces. "answers"
has, for each method, the response status (default 0), null for no response, or the name of an error that
the method returns instead. "when" is when responses arrive: "early", before the method returns; "late",
after it; or "elsewhere", after it at a path that the program did not expect. "silent" names a method that
never returns, and "fatal" one whose call ends the portal. "closes" makes the session close after it has
begun.

Each call is printed as a line of JSON.
"""

import json
import os
import sys
import tempfile

from gi.repository import Gio, GLib

NAME, ROOT = "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop"
REQUEST, SESSION = "org.freedesktop.portal.Request", "org.freedesktop.portal.Session"
CAMERA, SCREEN = "org.freedesktop.portal.Camera", "org.freedesktop.portal.ScreenCast"
INTERFACES = f"""<node>
<interface name="{CAMERA}">
  <method name="AccessCamera"><arg type="a{{sv}}" direction="in"/><arg type="o" direction="out"/></method>
  <method name="OpenPipeWireRemote"><arg type="a{{sv}}" direction="in"/><arg type="h" direction="out"/></method>
  <property name="IsCameraPresent" type="b" access="read"/>
</interface>
<interface name="{SCREEN}">
  <method name="CreateSession"><arg type="a{{sv}}" direction="in"/><arg type="o" direction="out"/></method>
  <method name="SelectSources">
    <arg type="o" direction="in"/><arg type="a{{sv}}" direction="in"/><arg type="o" direction="out"/>
  </method>
  <method name="Start">
    <arg type="o" direction="in"/><arg type="s" direction="in"/><arg type="a{{sv}}" direction="in"/>
    <arg type="o" direction="out"/>
  </method>
  <method name="OpenPipeWireRemote">
    <arg type="o" direction="in"/><arg type="a{{sv}}" direction="in"/><arg type="h" direction="out"/>
  </method>
  <property name="AvailableSourceTypes" type="u" access="read"/>
  <property name="AvailableCursorModes" type="u" access="read"/>
</interface>
<interface name="{SESSION}"><method name="Close"/></interface>
</node>"""
NODE = Gio.DBusNodeInfo.new_for_xml(INTERFACES)

behavior = json.loads(sys.argv[1])
bus = Gio.bus_get_sync(Gio.BusType.SESSION)


def say(**what):
    print(json.dumps(what), flush=True)


def path_of(kind, sender, token):
    return f"{ROOT}/{kind}/{sender[1:].replace('.', '_')}/{token}"


def emit(sender, path, interface, signal, arguments=None):
    bus.emit_signal(sender, path, interface, signal, arguments)
    return GLib.SOURCE_REMOVE


def call(connection, sender, path, interface, method, parameters, invocation):
    values = parameters.unpack()
    say(method=method, arguments=values)
    if method == behavior.get("fatal"):
        invocation.return_value(GLib.Variant("(o)", (ROOT + "/request/last",)))
        bus.flush_sync()
        os._exit(0)
    if method == behavior.get("silent"):
        return
    if method == "Close":
        invocation.return_value(None)
    elif method == "OpenPipeWireRemote":
        open_remote(interface, invocation)
    else:
        ask(sender, method, values, invocation)


def open_remote(interface, invocation):
    """Returns, in place of PipeWire's connection, a file that contains the name of the interface."""
    with tempfile.TemporaryFile() as file:
        file.write(interface.encode())
        file.seek(0)
        files = Gio.UnixFDList.new()
        # Added twice, so that its index is not 0.
        files.append(file.fileno())
        index = files.append(file.fileno())
    invocation.return_value_with_unix_fd_list(GLib.Variant("(h)", (index,)), files)


def ask(sender, method, values, invocation):
    answer = behavior.get("answers", {}).get(method, 0)
    if isinstance(answer, str):
        invocation.return_dbus_error(answer, "not today")
        return
    options, when = values[-1], behavior.get("when", "early")
    path = ROOT + "/request/elsewhere" if when == "elsewhere" else path_of("request", sender, options["handle_token"])
    if answer is not None and when == "early":
        respond(sender, method, values, path, answer)
    invocation.return_value(GLib.Variant("(o)", (path,)))
    if answer is not None and when != "early":
        GLib.timeout_add(50, respond, sender, method, values, path, answer)


def respond(sender, method, values, path, answer):
    results = {}
    if method == "CreateSession" and answer == 0:
        session = path_of("session", sender, values[-1]["session_handle_token"])
        bus.register_object(session, NODE.lookup_interface(SESSION), call, None, None)
        results["session_handle"] = GLib.Variant("s", session)
    if method == "Start" and answer == 0:
        results["streams"] = GLib.Variant("a(ua{sv})", [(43, {"source_type": GLib.Variant("u", 1)})])
        if behavior.get("closes"):
            GLib.timeout_add(behavior["closes"], emit, sender, values[0], SESSION, "Closed")
    return emit(sender, path, REQUEST, "Response", GLib.Variant("(ua{sv})", (answer, results)))


def read(connection, sender, path, interface, name):
    value = behavior["camera" if interface == CAMERA else "screen"].get(name)
    return value if value is None else GLib.Variant("b" if isinstance(value, bool) else "u", value)


for key, interface in (("camera", CAMERA), ("screen", SCREEN)):
    if key in behavior:
        bus.register_object(ROOT, NODE.lookup_interface(interface), call, read, None)
loop = GLib.MainLoop()
Gio.bus_own_name_on_connection(
    bus, NAME, Gio.BusNameOwnerFlags.NONE, lambda *_: say(method="ready", arguments=[]), lambda *_: loop.quit())
loop.run()
