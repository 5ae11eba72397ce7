@preconcurrency import CEpoxy

/// A point in a context's command stream that others can wait for.
///
/// Fences are shared by the contexts of a share group, one of which must be current in every call.
package final class Fence: @unchecked Sendable {
    // A GLsync is an opaque handle on which the driver itself synchronizes; it does not change after init.
    private let sync: GLsync

    /// Inserts the fence into the current context's commands and flushes them, so that other contexts can see
    /// it.
    package init?() {
        guard let sync = epoxy_glFenceSync(GLenum(GL_SYNC_GPU_COMMANDS_COMPLETE), 0) else { return nil }
        self.sync = sync
        epoxy_glFlush()
    }

    /// Blocks the calling thread until the fence is signaled; throws ``GPUError/tooSlow(seconds:)`` on
    /// timeout.
    package func waitOnThread(atMost seconds: Int = maxSeconds) throws(GPUError) {
        let second: GLuint64 = 1_000_000_000
        for _ in 0..<seconds {
            switch epoxy_glClientWaitSync(sync, GLbitfield(GL_SYNC_FLUSH_COMMANDS_BIT), second) {
            case GLenum(GL_ALREADY_SIGNALED), GLenum(GL_CONDITION_SATISFIED): return
            case GLenum(GL_TIMEOUT_EXPIRED): continue
            default: throw .contextLost
            }
        }
        throw .tooSlow(seconds: seconds)
    }

    /// The timeout. Systems reset a device that hangs for about ten seconds; a software renderer on a busy
    /// machine may take longer.
    package static let maxSeconds = 30

    /// Makes later commands of the current context wait for the fence, without blocking the thread.
    func waitOnDevice() {
        epoxy_glWaitSync(sync, 0, GLuint64.max /* GL_TIMEOUT_IGNORED */)
    }

    /// Frees the driver's object; the fence cannot be used afterward.
    package func delete() {
        epoxy_glDeleteSync(sync)
    }
}
