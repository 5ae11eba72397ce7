@preconcurrency import CEpoxy
import Glibc

/// What a device is and can do.
public struct DeviceTraits: Sendable, Hashable, Codable {
    /// The driver's name of the device, such as `llvmpipe (LLVM 15.0.6, 256 bits)`.
    public var renderer: String
    /// Who made the driver.
    public var vendor: String
    /// The version string of OpenGL, such as `4.5 (Core Profile) Mesa 22.3.6`.
    public var version: String
    /// The version string of the shading language.
    public var shadingLanguage: String
    /// Whether the CPU does the work.
    public var isSoftware: Bool
    /// The largest width and height of a texture, in pixels.
    public var maxTextureSize: Int
    /// The bytes of shared memory of a workgroup.
    public var maxSharedMemory: Int

    /// Reads the traits of the current context; throws where it is older than OpenGL 4.3.
    package static func ofCurrentContext() throws(GPUError) -> DeviceTraits {
        let renderer = string(GL_RENDERER)
        let version = string(GL_VERSION)
        guard epoxy_is_desktop_gl(), epoxy_gl_version() >= 43 else {
            throw .tooOld(version: version, renderer: renderer)
        }
        return DeviceTraits(
            renderer: renderer, vendor: string(GL_VENDOR), version: version,
            shadingLanguage: string(GL_SHADING_LANGUAGE_VERSION),
            isSoftware: !assumesGPU && softwareNames.contains { renderer.lowercased().contains($0) },
            maxTextureSize: integer(GL_MAX_TEXTURE_SIZE),
            maxSharedMemory: integer(GL_MAX_COMPUTE_SHARED_MEMORY_SIZE))
    }

    /// OpenGL has no query for this; these are the renderers that run on the CPU.
    private static let softwareNames = ["llvmpipe", "softpipe", "swrast", "software rasterizer", "swr"]

    /// Has tests run the code meant for graphics cards on a driver that renders on the CPU, such as zink on lavapipe: the
    /// environment's `GLINT_ASSUME_GPU` is set and not 0.
    private static let assumesGPU = getenv("GLINT_ASSUME_GPU").map { String(cString: $0) != "0" } ?? false

    private static func string(_ name: Int32) -> String {
        epoxy_glGetString(GLenum(name)).map { String(cString: $0) } ?? "unknown"
    }

    private static func integer(_ name: Int32) -> Int {
        var value: GLint = 0
        epoxy_glGetIntegerv(GLenum(name), &value)
        return Int(value)
    }
}
