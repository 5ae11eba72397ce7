import Localization

/// OpenGL errors, each with a message that the user can act on.
public enum GPUError: Error, Sendable, Equatable, CustomStringConvertible {
    /// No OpenGL context could be created; `reason` names the step that failed.
    case noContext(reason: String)
    /// The driver does not support OpenGL 4.3.
    case tooOld(version: String, renderer: String)
    /// A shader did not compile or link; `log` consists of lines such as `file:line: message`.
    case shader(label: String, log: String)
    /// The driver ran out of memory for a texture or a buffer; `what` is a clause that states what did not
    /// fit.
    case outOfMemory(what: String)
    /// A texture is larger than the driver allows.
    case textureTooLarge(width: Int, height: Int, limit: Int)
    /// OpenGL reported an error after an operation. The operation's name and the error code are not
    /// translated.
    case failed(operation: String, code: UInt32)
    /// Work did not finish within this number of seconds.
    case tooSlow(seconds: Int)
    /// The driver was reset and its resources are lost.
    case contextLost

    /// The error message.
    public var description: String {
        switch self {
        case .noContext(let reason):
            tr(
                """
                No OpenGL context could be created (\(reason)). Install a driver, or Mesa's software \
                renderer: libgl1-mesa-dri.
                """
            )
        case .tooOld(let version, let renderer):
            tr("\(renderer) supports OpenGL \(version), but Glint needs 4.3 or newer.")
        case .shader(let label, let log):
            tr("The shader “\(label)” does not compile: \(log)")
        case .outOfMemory(let what):
            tr("The graphics memory is full: \(what). Close other programs or use a smaller picture.")
        case .textureTooLarge(let width, let height, let limit):
            tr(
                "A texture of \(width)×\(height) pixels is larger than this graphics driver allows (\(limit))."
            )
        case .failed(let operation, let code):
            tr("OpenGL error 0x\(String(code, radix: 16)) in \(operation).")
        case .tooSlow(let seconds):
            tr(
                "The graphics device takes more than \(seconds) seconds for this. Use a smaller picture or fewer filters."
            )
        case .contextLost:
            tr(
                """
                The graphics driver was reset. The rendering in progress is lost; saved files are not \
                affected.
                """
            )
        }
    }
}
