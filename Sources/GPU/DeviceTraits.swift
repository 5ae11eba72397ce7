@preconcurrency import CEpoxy
import Glibc

/// The properties and capabilities of a device.
public struct DeviceTraits: Sendable, Hashable, Codable {
    /// The driver's name for the device, such as `llvmpipe (LLVM 15.0.6, 256 bits)`.
    public var renderer: String
    /// The driver's vendor.
    public var vendor: String
    /// The OpenGL version string, such as `4.5 (Core Profile) Mesa 22.3.6`.
    public var version: String
    /// The version string of GLSL.
    public var shadingLanguage: String
    /// True if the driver is a software renderer.
    public var isSoftware: Bool
    /// True if it converts the planes of video frames itself. On a software renderer, that takes more time
    /// than the decoder's conversion, which uses vector instructions.
    package var convertsPlanes: Bool { !isSoftware }
    /// The maximum width and height of a texture, in pixels.
    public var maxTextureSize: Int
    /// Shared memory per workgroup, in bytes.
    public var maxSharedMemory: Int

    /// Reads the traits of the current context; throws if its version is lower than OpenGL 4.3.
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

    /// OpenGL cannot be queried for this; the renderers with these names run on the CPU.
    private static let softwareNames = ["llvmpipe", "softpipe", "swrast", "software rasterizer", "swr"]

    /// Makes tests run the code for GPUs on a driver that renders on the CPU, such as zink on lavapipe: true
    /// if the environment variable `GLINT_ASSUME_GPU` is set and not 0.
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
