@preconcurrency import CEpoxy

/// The texture formats Glint works with; all have four channels.
package enum PixelFormat: Hashable, Sendable, CaseIterable {
    /// 8-bit integers that read as 0…1: pictures with 8 bits per channel.
    case rgba8
    /// 16-bit integers that read as 0…1: pictures with 16 bits per channel.
    case rgba16
    /// Half floats: previews, and exports to 8 bits.
    case rgba16f
    /// 32-bit floats: exports to 16 bits and to floats, and floating-point pictures.
    case rgba32f
    /// Unnormalized 8-bit integers: readback for 8-bit files.
    case rgba8ui
    /// Unnormalized 16-bit integers: readback for 16-bit files.
    case rgba16ui

    /// Bytes per pixel.
    package var bytesPerPixel: Int {
        switch self {
        case .rgba8, .rgba8ui: 4
        case .rgba16, .rgba16f, .rgba16ui: 8
        case .rgba32f: 16
        }
    }

    /// The GLSL layout qualifier of an image of this format.
    package var glslQualifier: String {
        switch self {
        case .rgba8: "rgba8"
        case .rgba16: "rgba16"
        case .rgba16f: "rgba16f"
        case .rgba32f: "rgba32f"
        case .rgba8ui: "rgba8ui"
        case .rgba16ui: "rgba16ui"
        }
    }

    /// The maximum value of an unnormalized integer, which represents 1.0; nil for formats that contain 0…1
    /// or floats.
    package var integerScale: Int? {
        switch self {
        case .rgba8ui: 255
        case .rgba16ui: 65535
        default: nil
        }
    }

    /// The sized internal format.
    var internalFormat: GLenum {
        switch self {
        case .rgba8: GLenum(GL_RGBA8)
        case .rgba16: GLenum(GL_RGBA16)
        case .rgba16f: GLenum(GL_RGBA16F)
        case .rgba32f: GLenum(GL_RGBA32F)
        case .rgba8ui: GLenum(GL_RGBA8UI)
        case .rgba16ui: GLenum(GL_RGBA16UI)
        }
    }

    /// The format of pixels in memory that needs no conversion on upload or readback.
    var transferFormat: GLenum {
        integerScale == nil ? GLenum(GL_RGBA) : GLenum(GL_RGBA_INTEGER)
    }

    /// The type of a channel in memory that needs no conversion on upload or readback.
    var transferType: GLenum {
        switch self {
        case .rgba8, .rgba8ui: GLenum(GL_UNSIGNED_BYTE)
        case .rgba16, .rgba16ui: GLenum(GL_UNSIGNED_SHORT)
        case .rgba16f: GLenum(GL_HALF_FLOAT)
        case .rgba32f: GLenum(GL_FLOAT)
        }
    }
}
