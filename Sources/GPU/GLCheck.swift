@preconcurrency import CEpoxy
import Localization

/// Throws if an OpenGL error has occurred since the last check.
func checkError(after operation: String) throws(GPUError) {
    switch epoxy_glGetError() {
    case GLenum(GL_NO_ERROR): return
    case GLenum(GL_OUT_OF_MEMORY): throw .outOfMemory(what: tr("not enough memory for \(operation)"))
    case GLenum(GL_CONTEXT_LOST): throw .contextLost
    case let code: throw .failed(operation: operation, code: code)
    }
}

/// Throws an error left over from earlier calls, so that it is not attributed to the next call.
func clearError(before operation: String) throws(GPUError) {
    try checkError(after: "work before \(operation)")
}
