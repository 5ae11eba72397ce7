import CVideo

/// The samples of a video frame as its decoder stores them: a device reads the planes as textures and
/// converts them to R'G'B' itself.
package struct FramePlanes: Sendable {
    package let format: PlanarFormat
    /// The size of the upright frame in pixels.
    package let size: SIMD2<Int>
    /// Bits per channel that RGBA needs to represent the frame without loss: 8 or 16.
    package let depth: PixelBuffer.Depth
    /// How the stored frame is turned upright: mirrored left to right, then rotated clockwise by this many
    /// quarter turns.
    package let quarterTurns: Int
    package let isMirrored: Bool

    private let memory: any BorrowedFrame

    /// Nil if `memory` is too small for the samples.
    package init?(
        _ format: PlanarFormat, in memory: any BorrowedFrame, quarterTurns: Int = 0, isMirrored: Bool = false
    ) {
        guard memory.bytes.count >= format.byteCount else { return nil }
        self.format = format
        self.memory = memory
        self.quarterTurns = quarterTurns
        self.isMirrored = isMirrored
        let size = format.size
        self.size = quarterTurns.isMultiple(of: 2) ? size : SIMD2(size.y, size.x)
        depth = format.depth
    }

    /// True if every pixel's alpha is 1.
    package var isOpaque: Bool { !format.layout.conversion.hasAlpha }

    /// True if frames of another format have the same samples for the same pixels.
    package func isStored(as other: PlanarFormat) -> Bool {
        quarterTurns == 0 && !isMirrored && format.hasSameSamples(as: other)
    }

    /// Keeps the samples in place while it is referenced.
    package var owner: AnyObject { memory }

    /// The samples.
    package func withUnsafeBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(UnsafeRawBufferPointer(rebasing: memory.bytes[..<format.byteCount]))
    }

    /// The upright frame in RGBA, converted on the processor.
    package func pixels() -> PixelBuffer {
        PixelBuffer(width: size.x, height: size.y, depth: depth) { rgba in
            var orientation = CVideoPixels(
                bits: Int32(depth.rawValue), quarterTurns: Int32(quarterTurns), isMirrored: isMirrored)
            var failure = CVideoFailure()
            let isConverted = withUnsafePointer(to: format.stored) {
                cvideo_planes_to_rgba(
                    $0, memory.bytes.baseAddress, &orientation, rgba.baseAddress, rgba.count, &failure)
            }
            precondition(isConverted, "no memory for the conversion of a frame")
        }
    }
}
