/// An OpenGL context owned by one thread.
///
/// A context comes from EGL without a display (``HeadlessContext``) or from the window's toolkit.
package protocol GLContext: AnyObject {
    /// Makes the context current on the calling thread.
    func makeCurrent() throws(GPUError)
    /// Leaves the calling thread without a context.
    func resignCurrent()
    /// Runs a call that reads or writes textures or buffers at a moment that is safe for the driver; must not
    /// be nested.
    func useTextures<Result, Failure>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result
}

extension GLContext {
    /// Runs the call immediately.
    package func useTextures<Result, Failure>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result { try body() }
}
