@preconcurrency import CEpoxy
@preconcurrency import Glibc
import Synchronization

/// The driver's messages, received through KHR_debug.
///
/// Errors and undefined behavior are always recorded and written to standard error. With `GLINT_GL_DEBUG=1`,
/// contexts are created as debug contexts, and all other messages except notifications are also written.
package final class DebugLog: Sendable {
    /// One message from the driver.
    package struct Message: Sendable {
        /// True if the message reports an error or undefined behavior.
        package let isError: Bool
        /// The driver's text.
        package let text: String
    }

    /// True if debug contexts are requested: the environment variable `GLINT_GL_DEBUG` is set and not 0.
    package static let isWanted: Bool = {
        guard let value = getenv("GLINT_GL_DEBUG") else { return false }
        return String(cString: value) != "0"
    }()

    private let messages = Mutex<[Message]>([])

    package init() {}

    /// The errors recorded so far; tests expect none.
    package var errors: [String] {
        messages.withLock { $0.filter(\.isError).map(\.text) }
    }

    func record(_ message: Message) {
        // A driver that repeats a message every frame must not fill the memory.
        messages.withLock { if $0.count < 1000 { $0.append(message) } }
        if message.isError || Self.isWanted {
            fputs("OpenGL: \(message.text)\n", stderr)
        }
    }

    /// Disconnects the current context from any log.
    static func detachFromCurrentContext() {
        guard epoxy_has_gl_extension("GL_KHR_debug") || epoxy_gl_version() >= 43 else { return }
        epoxy_glDebugMessageCallback(nil, nil)
    }

    /// Connects this log to the current context, which must be destroyed before the log.
    package func attachToCurrentContext() {
        guard epoxy_has_gl_extension("GL_KHR_debug") || epoxy_gl_version() >= 43 else { return }
        epoxy_glEnable(GLenum(GL_DEBUG_OUTPUT))
        // Synchronous output allows tracing a message to the call that caused it in a debugger.
        if Self.isWanted { epoxy_glEnable(GLenum(GL_DEBUG_OUTPUT_SYNCHRONOUS)) }
        epoxy_glDebugMessageCallback(
            { source, type, _, severity, length, text, user in
                guard let text, let user, severity != GLenum(GL_DEBUG_SEVERITY_NOTIFICATION) else { return }
                let log = Unmanaged<DebugLog>.fromOpaque(user).takeUnretainedValue()
                let bytes = UnsafeRawBufferPointer(start: text, count: Int(length))
                log.record(
                    Message(
                        // ``Kernel`` throws the compiler's messages itself, with files and lines.
                        isError: source != GLenum(GL_DEBUG_SOURCE_SHADER_COMPILER)
                            && (type == GLenum(GL_DEBUG_TYPE_ERROR)
                                || type == GLenum(GL_DEBUG_TYPE_UNDEFINED_BEHAVIOR)),
                        text: String(decoding: bytes, as: UTF8.self)))
            }, Unmanaged.passUnretained(self).toOpaque())
    }
}
