/// The layout of a frame in memory, as exchanged with other programs.
package enum FrameLayout: Sendable, Equatable {
    /// Gray, RGB or RGBA.
    case raw(RawLayout)
    /// Planes of YCbCr.
    case planar(PlanarLayout)

    package var size: SIMD2<Int> {
        switch self {
        case .raw(let layout): SIMD2(layout.width, layout.height)
        case .planar(let layout): SIMD2(layout.width, layout.height)
        }
    }

    /// The channels that filters read; frames of YCbCr are opaque and in color.
    package var channels: Channels {
        switch self {
        case .raw(let layout): layout.channels
        case .planar: .rgb
        }
    }

    /// The depth of the samples.
    package var depth: PixelBuffer.Depth {
        switch self {
        case .raw(let layout): layout.depth
        case .planar: .eight
        }
    }

    /// The size of a frame in bytes.
    package var byteCount: Int {
        switch self {
        case .raw(let layout): layout.byteCount
        case .planar(let layout): layout.byteCount
        }
    }

    /// The layout of filtered frames of this one, with another size.
    ///
    /// - Parameter channels: those that filters make; frames of YCbCr keep theirs.
    package func with(_ size: SIMD2<Int>, _ channels: Channels) -> FrameLayout {
        switch self {
        case .raw(let layout):
            return .raw(
                RawLayout(width: size.x, height: size.y, channels: channels, depth: layout.depth))
        case .planar(var layout):
            (layout.width, layout.height) = (size.x, size.y)
            return .planar(layout)
        }
    }
}
