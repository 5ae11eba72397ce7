@preconcurrency import CEpoxy

/// A point in a context's stream of commands that others can wait for.
///
/// Fences are shared between the contexts of one share group; every call needs one of them current.
package final class Fence: @unchecked Sendable {
    // A GLsync is an opaque handle that the driver guards itself; it is never changed after init.
    private let sync: GLsync

    /// Marks this point and flushes, so that other contexts can see it.
    package init?() {
        guard let sync = epoxy_glFenceSync(GLenum(GL_SYNC_GPU_COMMANDS_COMPLETE), 0) else { return nil }
        self.sync = sync
        epoxy_glFlush()
    }

    /// Blocks the calling thread until the point is reached; throws ``GPUError/tooSlow(seconds:)`` if it never is.
    package func waitOnThread(atMost seconds: Int = mostSeconds) throws(GPUError) {
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

    /// The longest wait. Systems reset a driver that hangs for about ten seconds; a software renderer on a busy machine takes longer.
    package static let mostSeconds = 30

    /// Makes the current context's later commands wait for the point, without blocking the thread.
    func waitOnDevice() {
        epoxy_glWaitSync(sync, 0, GLuint64.max /* GL_TIMEOUT_IGNORED */)
    }

    /// Frees the driver's object; the fence cannot be used afterwards.
    package func delete() {
        epoxy_glDeleteSync(sync)
    }
}
