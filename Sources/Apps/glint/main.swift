import CSystem
import Decoding
import GPU
@preconcurrency import Glibc
import Gtk
import Resources
import CustomFilters

let arguments = (0..<Int(carguments_count())).compactMap {
    carguments_list()?[$0].map { String(cString: $0) }
}
// GIO forwards standard input to the running instance, and aborts this process if it is closed.
if fcntl(STDIN_FILENO, F_GETFD) < 0 { _ = open("/dev/null", O_RDONLY) }
Language.useDesktops(domain: "glint", folders: Environment.catalogFolders)
cprocess_configure_memory()
if let status = FilterTrial.statusIfChild(arguments) { exit(status) }
RemotePictureDecoder.start()
// Exceeding the file size limit should be reported as an error, not end the process.
signal(SIGXFSZ, SIG_IGN)
SoftwareRenderer.useManyThreads()
registerResources(base64: Resources.bundleBase64)
let status = Application().run()
// The driver's exit handlers would run concurrently with the render thread, which may be compiling a kernel.
fflush(nil)
_exit(status)
