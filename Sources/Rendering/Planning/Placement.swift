/// How a picture is fitted into the area in which it is shown.
package enum PictureFit: String, Sendable, CaseIterable {
    /// As a whole, with its aspect ratio.
    case fit
    /// With its aspect ratio, large enough to cover the whole area.
    case fill
    /// Over the whole area, ignoring the aspect ratio.
    case stretch
}

/// How a picture is displayed: fitted into its area, or at a chosen scale.
package enum PictureZoom: Sendable, Hashable {
    case fitted(PictureFit)
    /// `scale` device pixels per row of the picture, with the position `center`, in picture pixels, in the
    /// middle of the area.
    case scaled(Double, center: SIMD2<Double>)

    /// The range of useful scales: from 1/64 to 64 device pixels per picture pixel.
    package static let scales = 1.0 / 64...64.0
}

/// Where a picture lies in the area in which it is shown, in device pixels from the area's top left.
package struct Placement: Sendable, Hashable {
    /// The rectangle of the whole picture, which may extend beyond the area.
    package let picture: PixelRegion
    /// The size of the area.
    package let areaSize: SIMD2<Int>
    /// The part to render: what is visible, at no more than the picture's full resolution.
    package let viewport: Viewport

    /// Device pixels per picture pixel, along x and y.
    package let scale: SIMD2<Double>

    /// The zoom scale: device pixels per row of the picture, or less if it is stretched.
    package var zoomScale: Double { (scale / shape).min() }

    /// True if the whole area is mirrored; ``picture`` and ``viewport`` describe the unmirrored state.
    private let isMirrored: Bool

    /// The width and the height of a picture pixel, relative to its height.
    private let shape: SIMD2<Double>

    /// - Parameters:
    ///   - pictureSize: the picture's actual size in pixels.
    ///   - pixelAspect: the width of a picture pixel divided by its height.
    ///   - areaSize: the area's size in device pixels; at least 1 each.
    ///   - zoom: how the picture is displayed; it is moved if the area could show more of it.
    ///   - largestFit: the highest scale of a picture that is fitted as a whole, in device pixels per row of
    ///     the picture.
    ///   - margin: the free space on each side of a picture that is fitted as a whole, in device pixels.
    ///   - isMirrored: whether left and right are swapped in the area, as in a mirror.
    package init(
        pictureSize: SIMD2<Int>, pixelAspect: Double = 1, areaSize: SIMD2<Int>, zoom: PictureZoom,
        largestFit: Double = .infinity, margin: Int = 0, isMirrored: Bool = false
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
                case .fit:
                    shape * min(Self.ratio(pictureSize, shape, within: areaSize, margin: margin), largestFit)
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
        // Rounds halves down, even for negative numbers.
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
        // Narrow pixels are squeezed only for display: filters work on the actual number of pixels.
        let filteredSize = SIMD2<Int>(
            (SIMD2<Double>(size) / pointwiseMin(shape, .one)).rounded(.toNearestOrAwayFromZero))
        viewport = Self.viewport(
            picture, grid: pointwiseMin(filteredSize, pictureSize), areaSize: areaSize)
    }

    /// The scale at which a picture fits into an area with a margin. The margin takes at most half of the
    /// area.
    private static func ratio(
        _ pictureSize: SIMD2<Int>, _ shape: SIMD2<Double>, within areaSize: SIMD2<Int>, margin: Int
    ) -> Double {
        let margins = pointwiseMin(SIMD2(repeating: 2 * margin), areaSize / 2)
        return (SIMD2<Double>(areaSize &- margins) / SIMD2<Double>(pictureSize) / shape).min()
    }

    /// The position in the picture, in picture pixels, that is shown at a point of the area.
    package func picturePoint(at point: SIMD2<Double>) -> SIMD2<Double> {
        (mirrored(point) - SIMD2<Double>(picture.origin)) / scale
    }

    /// The point of the area at which a position in the picture, in picture pixels, is shown.
    package func point(of picturePoint: SIMD2<Double>) -> SIMD2<Double> {
        mirrored(SIMD2<Double>(picture.origin) + picturePoint * scale)
    }

    /// The point, mirrored if the area is mirrored.
    private func mirrored(_ point: SIMD2<Double>) -> SIMD2<Double> {
        isMirrored ? SIMD2(Double(areaSize.x) - point.x, point.y) : point
    }

    /// The zoom at another scale with the same position of the picture at `point`.
    package func zoom(to newScale: Double, keeping point: SIMD2<Double>) -> PictureZoom {
        let newScale = newScale.clamped(to: PictureZoom.scales)
        let fromMiddle = mirrored(point) - SIMD2<Double>(areaSize) / 2
        return .scaled(newScale, center: picturePoint(at: point) - fromMiddle / (shape * newScale))
    }

    /// The zoom at the same scale with the picture moved by `distance` device pixels.
    package func zoom(movedBy distance: SIMD2<Double>) -> PictureZoom {
        .scaled(zoomScale, center: picturePoint(at: SIMD2<Double>(areaSize) / 2 - distance))
    }

    /// The rectangle of a rendered part: left, top, right and bottom; in a mirrored area right is less than
    /// left. The part may have been rendered for another placement.
    package func rectangle(of viewport: Viewport) -> SIMD4<Float> {
        let perPixel = SIMD2<Double>(picture.size) / SIMD2<Double>(viewport.gridSize)
        let start = SIMD2<Double>(picture.origin) + SIMD2<Double>(viewport.region.origin) * perPixel
        let end = SIMD2<Double>(picture.origin) + SIMD2<Double>(viewport.region.end) * perPixel
        let (first, last) = (mirrored(start), mirrored(end))
        return SIMD4(Float(first.x), Float(first.y), Float(last.x), Float(last.y))
    }

    /// The pixel of a rendered part that is shown at a point of the area; nil if the part is not shown there.
    ///
    /// - Parameter size: the size of the rendered part in pixels, which may be less than the viewport's.
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
