"""A second program: a window from which a file can be dragged.

    drag_source.py FILE
"""

import sys

import gi

gi.require_version("Gtk", "4.0")
gi.require_version("Gdk", "4.0")
from gi.repository import Gdk, Gio, GLib, Gtk  # noqa: E402


def main(path):
    Gtk.init()
    files = Gdk.FileList.new_from_list([Gio.File.new_for_path(path)])
    source = Gtk.DragSource(content=Gdk.ContentProvider.new_for_value(files))
    window = Gtk.Window(title="Drag Source", default_width=200, default_height=200)
    window.add_controller(source)
    window.present()
    GLib.MainLoop().run()


if __name__ == "__main__":
    main(sys.argv[1])
