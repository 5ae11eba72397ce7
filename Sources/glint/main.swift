@preconcurrency import Glibc
import Gtk
import Rendering
import Resources

if let status = FilterTrial.statusIfChild(CommandLine.arguments) { exit(status) }
registerResources(base64: Resources.bundleBase64)
exit(Application().run())
