import CVideo

/// How the samples of a video frame lie in memory, and which colors they stand for.
package struct PlanarFormat: Sendable {
    /// The format in FFmpeg's terms.
    package let stored: CVideoPlanes
    /// The planes, their components, and the conversion of these to R'G'B'.
    package let layout: CVideoLayout
    /// The size of the samples in bytes.
    package let byteCount: Int

    /// Nil if textures cannot hold the samples.
    package init?(_ stored: CVideoPlanes) {
        var layout = CVideoLayout()
        guard max(stored.width, stored.height) <= Self.longestSide,
            withUnsafePointer(to: stored, { cvideo_planes_layout($0, &layout) })
        else { return nil }
        self.stored = stored
        self.layout = layout
        byteCount = withUnsafePointer(to: stored) { cvideo_planes_size($0) }
    }

    /// The longest side of a texture that every device supports (OpenGL 4.3).
    package static let longestSide = 16384

    /// A plane as a texture.
    package struct Plane: Sendable, Hashable {
        /// From the first byte of the frame.
        package let offset: Int
        /// In texels.
        package let width: Int
        package let samplesPerTexel: Int
        package let bytesPerSample: Int

        package var bytesPerTexel: Int { samplesPerTexel * bytesPerSample }
        package var bytesPerRow: Int { width * bytesPerTexel }
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
    package var planes: [Plane] {
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

    /// The rows of a plane that hold some rows of the frame: chroma may have fewer.
    package func rows(_ rows: Range<Int>, ofPlane index: Int) -> Range<Int> {
        halved(rows, by: layout.conversion.log2Down, ifChroma: index)
    }

    /// The texels of a plane's row that hold some columns of the frame, from an even one on.
    package func texels(_ columns: Range<Int>, ofPlane index: Int) -> Range<Int> {
        let texels = halved(columns, by: layout.conversion.log2Across, ifChroma: index)
        // Packed formats have pairs of texels.
        return texels.lowerBound..<min(texels.upperBound + 1, planes[index].width)
    }

    /// The bytes of some rows in each plane, as positions in the frame.
    package func parts(ofRows rows: Range<Int>) -> [Range<Int>] {
        planes.enumerated().map { index, plane in
            let planeRows = self.rows(rows, ofPlane: index)
            return plane.offset + planeRows.lowerBound * plane.bytesPerRow..<plane.offset
                + planeRows.upperBound * plane.bytesPerRow
        }
    }

    private func halved(_ range: Range<Int>, by log2: Int32, ifChroma plane: Int) -> Range<Int> {
        let isChroma = !components.enumerated().contains { $1.plane == plane && ($0 == 0 || $0 == 3) }
        let shift = isChroma && layout.conversion.isYCbCr ? Int(log2) : 0
        return range.lowerBound >> shift..<(range.upperBound + (1 << shift) - 1) >> shift
    }

    /// True if frames of the other format have the same samples for the same pixels.
    func hasSameSamples(as other: PlanarFormat) -> Bool {
        let (one, two) = (layout.conversion, other.layout.conversion)
        func numbers(_ conversion: CVideoConversion) -> [Float] {
            let (matrix, offset) = (conversion.matrix, conversion.offset)
            return [
                matrix.0.0, matrix.0.1, matrix.0.2, matrix.1.0, matrix.1.1, matrix.1.2, matrix.2.0,
                matrix.2.1,
                matrix.2.2, offset.0, offset.1, offset.2, conversion.sitingAcross, conversion.sitingDown,
                conversion.toneParameter,
            ]
        }
        return stored.pixelFormat == other.stored.pixelFormat && size == other.size
            && one.isInterlaced == two.isInterlaced && one.toneMap == two.toneMap
            && one.isInvertible == two.isInvertible && numbers(one) == numbers(two)
    }

    /// The size of the frame as stored, in pixels.
    package var size: SIMD2<Int> { SIMD2(Int(stored.width), Int(stored.height)) }

    /// Bits per channel that RGBA needs to represent the frame without loss: 8 or 16.
    package var depth: PixelBuffer.Depth {
        withUnsafePointer(to: stored) { cvideo_planes_bits($0) } > 8 ? .sixteen : .eight
    }

    /// True if ``write(_:depth:hasAlpha:into:)`` can make the samples.
    package var canBeMadeOnProcessor: Bool { withUnsafePointer(to: stored) { cvideo_planes_can_be_made($0) } }

    /// Converts RGBA without padding, of the frame's size, to the samples. A frame without alpha has
    /// transparent pixels blended over white. False if memory is short.
    ///
    /// - Parameters:
    ///   - hasAlpha: whether pixels may be transparent.
    ///   - samples: space for ``byteCount`` bytes.
    package func write(
        _ rgba: UnsafeMutableRawBufferPointer, depth: PixelBuffer.Depth, hasAlpha: Bool,
        into samples: UnsafeMutableRawBufferPointer
    ) -> Bool {
        var failure = CVideoFailure()
        return withUnsafePointer(to: stored) {
            cvideo_planes_from_rgba(
                $0, rgba.baseAddress, Int32(depth.rawValue), hasAlpha, samples.baseAddress, &failure)
        }
    }
}
