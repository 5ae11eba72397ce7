/// How a picture is fitted into the area it is shown in.
package enum PictureFit: String, Sendable, CaseIterable {
    /// Whole, in its own proportions.
    case fit
    /// In its own proportions, large enough to cover the whole area.
    case fill
    /// Over the whole area, ignoring the proportions.
    case stretch
}

/// How a picture is displayed: fitted into its area, or at a chosen scale.
package enum PictureZoom: Sendable, Hashable {
    case fitted(PictureFit)
    /// `scale` device pixels per row of the picture; `center`, in the picture's pixels, is in the middle of
    /// the area.
    case scaled(Double, center: SIMD2<Double>)

    /// The useful scales: a pixel of the picture takes from 1/64 to 64 device pixels.
    package static let scales = 1.0 / 64...64.0
}

/// Where a picture lies in the area it is shown in, in device pixels from the area's top left.
package struct Placement: Sendable, Hashable {
    /// The whole picture; parts of it may lie outside.
    package let picture: PixelRegion
    /// The size of the area.
    package let areaSize: SIMD2<Int>
    /// What to render: the visible part, never larger than the picture's own pixels.
    package let viewport: Viewport

    /// Device pixels per pixel of the picture, along x and y.
    package let scale: SIMD2<Double>

    /// The zoom scale: device pixels per row of the picture, or less if it is stretched.
    package var zoomScale: Double { (scale / shape).min() }

    /// True if the whole area is mirrored; ``picture`` and ``viewport`` describe the unmirrored state.
    private let isMirrored: Bool

    /// The width and the height of a pixel of the picture, relative to its height.
    private let shape: SIMD2<Double>

    /// - Parameters:
    ///   - pictureSize: the picture's own size in pixels.
    ///   - pixelAspect: the width of a pixel of the picture divided by its height.
    ///   - areaSize: the area's size in device pixels; at least 1 each.
    ///   - zoom: how the picture is displayed; it is never moved so far that the area shows less than it
    ///     could.
    ///   - margin: the number of device pixels that a picture fitted as a whole leaves free on each side.
    ///   - isMirrored: whether left and right are swapped in the area, as in a mirror.
    package init(
        pictureSize: SIMD2<Int>, pixelAspect: Double = 1, areaSize: SIMD2<Int>, zoom: PictureZoom,
        margin: Int = 0, isMirrored: Bool = false
    ) {
        self.isMirrored = isMirrored
        shape = SIMD2(pixelAspect, 1)
        let ratio = SIMD2<Double>(areaSize) / SIMD2<Double>(pictureSize)
        let evenRatio = ratio / shape
        let center: SIMD2<Double>
        switch zoom {
        case .fitted(let fit):
            scale =
                switch fit {
                case .fit: shape * Self.ratio(pictureSize, shape, within: areaSize, margin: margin)
                case .fill: shape * evenRatio.max()
                case .stretch: ratio
                }
            center = SIMD2<Double>(pictureSize) / 2
        case .scaled(let wanted, let wantedCenter):
            scale = shape * wanted.clamped(to: PictureZoom.scales)
            center = wantedCenter
        }
        let size = pointwiseMax(
            SIMD2<Int>((SIMD2<Double>(pictureSize) * scale).rounded(.toNearestOrAwayFromZero)), .one)
        let free = areaSize &- size
        // Halves round down, also for negative numbers.
        let middle = SIMD2(free.x >> 1, free.y >> 1)
        let wanted = SIMD2<Int>(
            (SIMD2<Double>(areaSize) / 2 - center * scale).rounded(.toNearestOrAwayFromZero))
        var origin = middle
        if case .scaled = zoom {
            for axis in 0...1 where free[axis] < 0 {
                origin[axis] = min(max(wanted[axis], free[axis]), 0)
            }
        }
        picture = PixelRegion(origin: origin, size: size)
        self.areaSize = areaSize
        // Narrow pixels are squeezed when drawn: filters work on the actual number of pixels.
        let filteredSize = SIMD2<Int>(
            (SIMD2<Double>(size) / pointwiseMin(shape, .one)).rounded(.toNearestOrAwayFromZero))
        viewport = Self.viewport(
            picture, grid: pointwiseMin(filteredSize, pictureSize), areaSize: areaSize)
    }

    /// The scale at which a picture fits into an area with a margin, which takes at most half of the area.
    private static func ratio(
        _ pictureSize: SIMD2<Int>, _ shape: SIMD2<Double>, within areaSize: SIMD2<Int>, margin: Int
    ) -> Double {
        let margins = pointwiseMin(SIMD2(repeating: 2 * margin), areaSize / 2)
        return (SIMD2<Double>(areaSize &- margins) / SIMD2<Double>(pictureSize) / shape).min()
    }

    /// The position in the picture, in its pixels, shown at a point of the area.
    package func picturePoint(at point: SIMD2<Double>) -> SIMD2<Double> {
        (mirrored(point) - SIMD2<Double>(picture.origin)) / scale
    }

    /// The point of the area that shows a position in the picture, in its pixels.
    package func point(of picturePoint: SIMD2<Double>) -> SIMD2<Double> {
        mirrored(SIMD2<Double>(picture.origin) + picturePoint * scale)
    }

    /// A point of the area, mirrored if the area is.
    private func mirrored(_ point: SIMD2<Double>) -> SIMD2<Double> {
        isMirrored ? SIMD2(Double(areaSize.x) - point.x, point.y) : point
    }

    /// The zoom to another scale that keeps the same position in the picture at `point`.
    package func zoom(to newScale: Double, keeping point: SIMD2<Double>) -> PictureZoom {
        let newScale = newScale.clamped(to: PictureZoom.scales)
        let fromMiddle = mirrored(point) - SIMD2<Double>(areaSize) / 2
        return .scaled(newScale, center: picturePoint(at: point) - fromMiddle / (shape * newScale))
    }

    /// The zoom at the same scale with the picture moved by `distance` device pixels.
    package func zoom(movedBy distance: SIMD2<Double>) -> PictureZoom {
        .scaled(zoomScale, center: picturePoint(at: SIMD2<Double>(areaSize) / 2 - distance))
    }

    /// The rectangle of a rendered part: its left, top, right and bottom, so that in a mirrored area right is
    /// less than left. The part may be from another placement.
    package func rectangle(of viewport: Viewport) -> SIMD4<Float> {
        let perPixel = SIMD2<Double>(picture.size) / SIMD2<Double>(viewport.gridSize)
        let start = SIMD2<Double>(picture.origin) + SIMD2<Double>(viewport.region.origin) * perPixel
        let end = SIMD2<Double>(picture.origin) + SIMD2<Double>(viewport.region.end) * perPixel
        let (first, last) = (mirrored(start), mirrored(end))
        return SIMD4(Float(first.x), Float(first.y), Float(last.x), Float(last.y))
    }

    /// The pixel of a rendered part that is shown at a point of the area; nil if there is none.
    ///
    /// - Parameter size: the pixels of the part, which may be fewer than those of the viewport.
    package func pixel(at point: SIMD2<Double>, of viewport: Viewport, size: SIMD2<Int>) -> SIMD2<Int>? {
        let rectangle = SIMD4<Double>(rectangle(of: viewport))
        let part = (point - rectangle.lowHalf) / (rectangle.highHalf - rectangle.lowHalf)
        guard all(part .>= .zero), all(part .< .one) else { return nil }
        return pointwiseMin(SIMD2<Int>((part * SIMD2<Double>(size)).rounded(.down)), size &- 1)
    }

    private static func viewport(
        _ picture: PixelRegion, grid: SIMD2<Int>, areaSize: SIMD2<Int>
    ) -> Viewport {
        let perPixel = SIMD2<Double>(grid) / SIMD2<Double>(picture.size)
        let visible = picture.clipped(to: PixelRegion(size: areaSize))
        let start = SIMD2<Double>(visible.origin &- picture.origin) * perPixel
        let end = SIMD2<Double>(visible.end &- picture.origin) * perPixel
        let region = PixelRegion(
            from: SIMD2<Int>(start.rounded(.down)), to: SIMD2<Int>(end.rounded(.up)))
        return Viewport(gridSize: grid, region: region)
    }
}

extension Double {
    fileprivate func clamped(to range: ClosedRange<Double>) -> Double {
        Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
    }
}
