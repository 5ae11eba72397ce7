// room Gtk
