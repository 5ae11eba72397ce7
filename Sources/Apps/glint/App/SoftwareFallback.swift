import GPU
@preconcurrency import Glibc

/// Restarts with Mesa's software renderer if the display has no OpenGL 4.3.
///
/// The driver is chosen when the display is opened and cannot be changed later, hence a restart.
enum SoftwareFallback {
    private static let marker = "GLINT_SOFTWARE_RENDERING"

    /// True if this process is the restarted one.
    static var isInEffect: Bool { getenv(marker) != nil }

    /// Restarts the program, once; returns if that cannot help or fails.
    @MainActor
    static func startOver(because error: GPUError) {
        guard !isInEffect else { return }
        fputs("glint: \(error) Trying Mesa's software renderer.\n", stderr)
        setenv(marker, "1", 1)
        setenv("LIBGL_ALWAYS_SOFTWARE", "1", 1)
        // A version override for the driver would apply to the software renderer too.
        unsetenv("MESA_GL_VERSION_OVERRIDE")
        unsetenv("MESA_GLSL_VERSION_OVERRIDE")
        // Otherwise another vendor's installed libraries would be tried first.
        let mesa = "/usr/share/glvnd/egl_vendor.d/50_mesa.json"
        if access(mesa, R_OK) == 0 {
            setenv("__EGL_VENDOR_LIBRARY_FILENAMES", mesa, 1)
            setenv("__GLX_VENDOR_LIBRARY_NAME", "mesa", 1)
        }
        StartingOver.now()
    }
}

/// Writes a line to standard error.
func printError(_ line: String) {
    fputs(line + "\n", stderr)
}
