import CArguments
import GPU
@preconcurrency import Glibc

/// Starting over with Mesa's software renderer where the display has no OpenGL 4.3.
///
/// The driver is chosen when the display is opened and cannot be changed after, hence a new start.
enum SoftwareFallback {
    private static let marker = "GLINT_SOFTWARE_RENDERING"

    /// Whether this process is the new start.
    static var isInEffect: Bool { getenv(marker) != nil }

    /// Starts the program over, once; returns where that cannot help or fails.
    static func startOver(because error: GPUError) {
        guard !isInEffect else { return }
        fputs("glint: \(error) Trying Mesa's software renderer.\n", stderr)
        setenv(marker, "1", 1)
        setenv("LIBGL_ALWAYS_SOFTWARE", "1", 1)
        // A version forced on the driver would be forced on the software renderer too.
        unsetenv("MESA_GL_VERSION_OVERRIDE")
        unsetenv("MESA_GLSL_VERSION_OVERRIDE")
        // Where another vendor's libraries are installed they would be asked first.
        let mesa = "/usr/share/glvnd/egl_vendor.d/50_mesa.json"
        if access(mesa, R_OK) == 0 {
            setenv("__EGL_VENDOR_LIBRARY_FILENAMES", mesa, 1)
            setenv("__GLX_VENDOR_LIBRARY_NAME", "mesa", 1)
        }
        execv("/proc/self/exe", carguments_words())
    }
}

/// Writes a line to standard error.
func printError(_ line: String) {
    fputs(line + "\n", stderr)
}
