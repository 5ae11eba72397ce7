"""A second program: a window that reports which file was dropped on it.

    drop_target.py OUTPUT

Writes the file's path to OUTPUT when the drop is complete.
"""

import os
import sys

import gi

gi.require_version("Gtk", "4.0")
gi.require_version("Gdk", "4.0")
from gi.repository import Gdk, GLib, Gtk  # noqa: E402


def main(output):
    def dropped(_target, files, _x, _y):
        with open(output + ".part", "w") as file:
            file.write(files.get_files()[0].get_path())
        os.rename(output + ".part", output)
        return True

    Gtk.init()
    target = Gtk.DropTarget.new(Gdk.FileList, Gdk.DragAction.COPY)
    target.connect("drop", dropped)
    window = Gtk.Window(title="Drop Target", default_width=200, default_height=200)
    window.add_controller(target)
    window.present()
    GLib.MainLoop().run()


if __name__ == "__main__":
    main(sys.argv[1])
