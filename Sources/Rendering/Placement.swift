/// How a picture is fitted into the area it is shown in.
package enum PictureFit: String, Sendable, CaseIterable {
    /// Whole, in its own proportions.
    case fit
    /// In its own proportions, so large that nothing of the area stays free.
    case fill
    /// Over the whole area, whatever becomes of the proportions.
    case stretch
}

/// Where a picture lies in the area it is shown in, in device pixels from the area's top left.
package struct Placement: Sendable, Hashable {
    /// The whole picture; parts of it may lie outside.
    package let picture: PixelRegion
    /// The size of the area.
    package let areaSize: SIMD2<Int>
    /// What to render for it: the visible part, never larger than the picture's own pixels.
    package let viewport: Viewport

    /// - Parameters:
    ///   - pictureSize: the picture's own size in pixels.
    ///   - areaSize: the area's size in device pixels; at least 1 each.
    package init(pictureSize: SIMD2<Int>, areaSize: SIMD2<Int>, fit: PictureFit) {
        let ratio = SIMD2<Double>(areaSize) / SIMD2<Double>(pictureSize)
        let scale =
            switch fit {
            case .fit: SIMD2(repeating: ratio.min())
            case .fill: SIMD2(repeating: ratio.max())
            case .stretch: ratio
            }
        let size = pointwiseMax(
            SIMD2<Int>((SIMD2<Double>(pictureSize) * scale).rounded(.toNearestOrAwayFromZero)), .one)
        let free = areaSize &- size
        // Halves round down, also below zero.
        let origin = SIMD2(free.x >> 1, free.y >> 1)
        picture = PixelRegion(origin: origin, size: size)
        self.areaSize = areaSize
        viewport = Self.viewport(picture, pictureSize: pictureSize, areaSize: areaSize)
    }

    /// The rectangle of a rendered part, as left, top, right and bottom; also of a part that was rendered for
    /// another placement.
    package func rectangle(of viewport: Viewport) -> SIMD4<Float> {
        let perPixel = SIMD2<Double>(picture.size) / SIMD2<Double>(viewport.gridSize)
        let start = SIMD2<Double>(picture.origin) + SIMD2<Double>(viewport.region.origin) * perPixel
        let end = SIMD2<Double>(picture.origin) + SIMD2<Double>(viewport.region.end) * perPixel
        return SIMD4(Float(start.x), Float(start.y), Float(end.x), Float(end.y))
    }

    private static func viewport(
        _ picture: PixelRegion, pictureSize: SIMD2<Int>, areaSize: SIMD2<Int>
    ) -> Viewport {
        let grid = pointwiseMin(picture.size, pictureSize)
        let perPixel = SIMD2<Double>(grid) / SIMD2<Double>(picture.size)
        let visible = picture.clipped(to: areaSize)
        let start = SIMD2<Double>(visible.origin &- picture.origin) * perPixel
        let end = SIMD2<Double>(visible.end &- picture.origin) * perPixel
        let region = PixelRegion(
            from: SIMD2<Int>(start.rounded(.down)), to: SIMD2<Int>(end.rounded(.up)))
        return Viewport(gridSize: grid, region: region)
    }
}
