/// An OpenGL context that one thread owns.
///
/// A context comes from EGL without a display (``HeadlessContext``) or from the window's toolkit.
package protocol GLContext: AnyObject {
    /// Makes the context current on the calling thread.
    func makeCurrent() throws(GPUError)
    /// Leaves the calling thread without a context.
    func resignCurrent()
}
