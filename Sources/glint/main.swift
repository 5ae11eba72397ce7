@preconcurrency import Glibc
import Gtk
import Resources

registerResources(base64: Resources.bundleBase64)
exit(Application().run())
