import CVideo

/// The samples of a video frame as its decoder stores them: a device reads the planes as textures and
/// converts them to R'G'B' itself.
package struct FramePlanes: Sendable {
    /// The size of the upright frame in pixels.
    package let size: SIMD2<Int>
    /// Bits per channel that RGBA needs to represent the frame without loss: 8 or 16.
    package let depth: PixelBuffer.Depth
    /// The planes, their components, and the conversion of these.
    package let layout: CVideoLayout
    /// How the stored frame is turned upright: mirrored left to right, then rotated clockwise by this many
    /// quarter turns.
    package let quarterTurns: Int
    package let isMirrored: Bool

    private let stored: CVideoPlanes
    private let memory: any BorrowedFrame

    /// Nil if textures cannot hold the samples, or if `memory` is too small for them.
    ///
    /// - Parameters:
    ///   - layout: ``layout(of:)``, if it is known already.
    ///   - memory: the samples, as `stored` describes them.
    package init?(
        _ stored: CVideoPlanes, _ layout: CVideoLayout? = nil, in memory: any BorrowedFrame,
        quarterTurns: Int = 0, isMirrored: Bool = false
    ) {
        let byteCount = Self.byteCount(of: stored)
        guard let layout = layout ?? Self.layout(of: stored), memory.bytes.count >= byteCount else {
            return nil
        }
        self.layout = layout
        self.byteCount = byteCount
        self.stored = stored
        self.memory = memory
        self.quarterTurns = quarterTurns
        self.isMirrored = isMirrored
        let size = SIMD2(Int(stored.width), Int(stored.height))
        self.size = quarterTurns.isMultiple(of: 2) ? size : SIMD2(size.y, size.x)
        depth = withUnsafePointer(to: stored) { cvideo_planes_bits($0) } > 8 ? .sixteen : .eight
    }

    /// A plane as a texture.
    package struct Plane: Sendable, Hashable {
        /// From the first byte of the frame.
        package let offset: Int
        /// In texels.
        package let width: Int
        package let samplesPerTexel: Int
        package let bytesPerSample: Int

        package var bytesPerRow: Int { width * samplesPerTexel * bytesPerSample }
    }

    /// Where the samples of a component are: that of the column x is in the texel x × step + first of its
    /// row, in `bits` bits from the bit `shift` on.
    package struct Component: Sendable, Hashable {
        package let plane: Int
        package let channel: Int
        package let step: Int
        package let first: Int
        package let shift: Int
        package let bits: Int
    }

    /// The planes.
    package var list: [Plane] {
        let planes = layout.planes
        let all: [CVideoPlane] = [planes.0, planes.1, planes.2, planes.3]
        return all.prefix(Int(layout.planeCount)).map { plane in
            Plane(
                offset: plane.offset, width: Int(plane.width), samplesPerTexel: Int(plane.samplesPerTexel),
                bytesPerSample: Int(plane.bytesPerSample))
        }
    }

    /// Luma, Cb, Cr and alpha, or red, green, blue and alpha, as far as the frame has them.
    package var components: [Component] {
        let components = layout.components
        let all: [CVideoComponent] = [components.0, components.1, components.2, components.3]
        return all.prefix(Int(layout.componentCount)).map { component in
            Component(
                plane: Int(component.plane), channel: Int(component.channel), step: Int(component.step),
                first: Int(component.first), shift: Int(component.shift), bits: Int(component.bits))
        }
    }

    /// True if a plane only has chroma, which may have fewer rows than the frame.
    package func isChroma(plane: Int) -> Bool {
        !components.enumerated().contains { $1.plane == plane && ($0 == 0 || $0 == 3) }
    }

    /// The number of bytes of a frame's samples; 0 if its pixel format is not known.
    package static func byteCount(of stored: CVideoPlanes) -> Int {
        withUnsafePointer(to: stored) { cvideo_planes_size($0) }
    }

    /// The longest side of a texture that every device supports (OpenGL 4.3).
    private static let longestSide = 16384

    /// Nil if textures cannot hold the samples.
    package static func layout(of stored: CVideoPlanes) -> CVideoLayout? {
        guard max(stored.width, stored.height) <= longestSide else { return nil }
        var layout = CVideoLayout()
        return withUnsafePointer(to: stored) { cvideo_planes_layout($0, &layout) } ? layout : nil
    }

    /// The size of the samples in bytes.
    package let byteCount: Int

    /// The size of the frame as stored, in pixels.
    package var storedSize: SIMD2<Int> { SIMD2(Int(stored.width), Int(stored.height)) }

    /// True if every pixel's alpha is 1.
    package var isOpaque: Bool { !layout.conversion.hasAlpha }

    /// The samples.
    package func withUnsafeBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(UnsafeRawBufferPointer(memory.bytes))
    }

    /// The upright frame in RGBA, converted on the processor.
    package func pixels() -> PixelBuffer {
        PixelBuffer(width: size.x, height: size.y, depth: depth) { rgba in
            var format = CVideoPixels(
                bits: Int32(depth.rawValue), quarterTurns: Int32(quarterTurns), isMirrored: isMirrored)
            var failure = CVideoFailure()
            let isConverted = withUnsafePointer(to: stored) {
                cvideo_planes_to_rgba(
                    $0, memory.bytes.baseAddress, &format, rgba.baseAddress, rgba.count, &failure)
            }
            precondition(isConverted, "no memory for the conversion of a frame")
        }
    }
}
