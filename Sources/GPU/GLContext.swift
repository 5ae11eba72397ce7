/// An OpenGL context that belongs to one thread.
///
/// It is created by EGL without a display (``HeadlessContext``) or by the window's toolkit.
package protocol GLContext: AnyObject {
    /// Makes the context current on the calling thread.
    func makeCurrent() throws(GPUError)
    /// Leaves the calling thread without a context.
    func resignCurrent()
    /// Runs calls that read or write textures or buffers at a moment that is safe for the driver; must not be
    /// nested.
    func useTextures<Result, Failure>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result
}

extension GLContext {
    /// Runs the calls immediately.
    package func useTextures<Result, Failure>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result { try body() }
}
