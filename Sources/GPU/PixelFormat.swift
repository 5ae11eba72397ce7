@preconcurrency import CEpoxy

/// The texture formats that Glint uses. Filters work on four channels; the others hold the samples of video
/// frames.
package enum PixelFormat: Hashable, Sendable, CaseIterable {
    /// Normalized 8-bit integers, read as 0…1: pictures with 8 bits per channel.
    case rgba8
    /// Normalized 16-bit integers, read as 0…1: pictures with 16 bits per channel.
    case rgba16
    /// Half floats: previews, and exports with 8 bits.
    case rgba16f
    /// 32-bit floats: exports with 16 bits or floats, and floating-point pictures.
    case rgba32f
    /// Unnormalized 8-bit integers: readback for 8-bit files.
    case rgba8ui
    /// Unnormalized 16-bit integers: readback for 16-bit files.
    case rgba16ui
    /// One sample of 8 bits, such as luma.
    case r8ui
    /// Two samples of 8 bits, such as Cb and Cr.
    case rg8ui
    /// One sample of 16 bits.
    case r16ui
    /// Two samples of 16 bits.
    case rg16ui

    /// The formats that filters read or write.
    package static let fourChannels: [PixelFormat] = [
        .rgba8, .rgba16, .rgba16f, .rgba32f, .rgba8ui, .rgba16ui,
    ]

    /// Bytes per pixel.
    package var bytesPerPixel: Int {
        switch self {
        case .r8ui: 1
        case .rg8ui, .r16ui: 2
        case .rgba8, .rgba8ui, .rg16ui: 4
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
        case .r8ui: "r8ui"
        case .rg8ui: "rg8ui"
        case .r16ui: "r16ui"
        case .rg16ui: "rg16ui"
        }
    }

    /// The maximum value of an unnormalized integer, which represents 1.0; nil for normalized formats and
    /// floats.
    package var integerScale: Int? {
        switch self {
        case .rgba8ui, .r8ui, .rg8ui: 255
        case .rgba16ui, .r16ui, .rg16ui: 65535
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
        case .r8ui: GLenum(GL_R8UI)
        case .rg8ui: GLenum(GL_RG8UI)
        case .r16ui: GLenum(GL_R16UI)
        case .rg16ui: GLenum(GL_RG16UI)
        }
    }

    /// The format of pixels in memory that requires no conversion on upload or readback.
    var transferFormat: GLenum {
        switch self {
        case .r8ui, .r16ui: GLenum(GL_RED_INTEGER)
        case .rg8ui, .rg16ui: GLenum(GL_RG_INTEGER)
        case .rgba8ui, .rgba16ui: GLenum(GL_RGBA_INTEGER)
        case .rgba8, .rgba16, .rgba16f, .rgba32f: GLenum(GL_RGBA)
        }
    }

    /// The type of a channel in memory that requires no conversion on upload or readback.
    var transferType: GLenum {
        switch self {
        case .rgba8, .rgba8ui, .r8ui, .rg8ui: GLenum(GL_UNSIGNED_BYTE)
        case .rgba16, .rgba16ui, .r16ui, .rg16ui: GLenum(GL_UNSIGNED_SHORT)
        case .rgba16f: GLenum(GL_HALF_FLOAT)
        case .rgba32f: GLenum(GL_FLOAT)
        }
    }
}
