/// The pixels of a frame of a clip or a camera.
package enum FrameContent: Sendable {
    /// RGBA.
    case pixels(PixelBuffer)
    /// Samples as the decoder or the camera stores them, for devices that convert them.
    case planes(FramePlanes)

    /// The size of the upright frame in pixels.
    package var size: SIMD2<Int> {
        switch self {
        case .pixels(let pixels): SIMD2(pixels.width, pixels.height)
        case .planes(let planes): planes.size
        }
    }

    /// Bits per channel that RGBA needs to represent the frame without loss.
    package var depth: PixelBuffer.Depth {
        switch self {
        case .pixels(let pixels): pixels.depth
        case .planes(let planes): planes.depth
        }
    }

    /// The size in memory.
    package var byteCount: Int {
        switch self {
        case .pixels(let pixels): pixels.bytesPerRow * pixels.height
        case .planes(let planes): planes.format.byteCount
        }
    }

    /// RGBA; planes are converted on the processor. Like every Swift collection it terminates the program if
    /// memory is short.
    package var pixels: PixelBuffer {
        switch self {
        case .pixels(let pixels): pixels
        case .planes(let planes): planes.pixels()
        }
    }
}
