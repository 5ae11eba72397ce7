import Filters

/// How a stage's result is laid over what enters it: opacity, blend mode and region.
package struct Blending: Sendable, Hashable {
    package let blend: BlendMode
    /// The outline of the region; nil where the stage acts everywhere.
    package let shape: Region.Shape?

    /// Nil where the result replaces the input.
    init?(of stage: Recipe.Stage) {
        guard stage.opacity < 1 || stage.blend != .normal || stage.region != nil else { return nil }
        blend = stage.blend
        shape = stage.region?.shape
    }

    /// The name, in messages and timings, of a pass that only blends.
    var name: String {
        blend != .normal ? blend.title.lowercased() : shape == nil ? "opacity" : "region"
    }

    /// The numbers that a kernel needs, in picture pixels.
    ///
    /// - Parameter size: the picture's size.
    static func values(of stage: Recipe.Stage, over size: SIMD2<Int>) -> [SIMD4<Float>] {
        guard let region = stage.region?.broughtInside else {
            return [SIMD4(Float(stage.opacity), 0, 0, 0)]
        }
        let frame = RegionFrame(region, in: SIMD2<Double>(size))
        let (outside, inside) = region.isInverted ? (stage.opacity, 0) : (0, stage.opacity)
        return [
            SIMD4(SIMD4(outside, inside, region.feather, 0)),
            SIMD4(SIMD4(lowHalf: frame.center, highHalf: frame.half)),
            SIMD4(SIMD4(lowHalf: frame.turn, highHalf: .zero)),
        ]
    }

    /// The part of a working picture where the stage's result is needed; nil for all of it.
    static func part(of stage: Recipe.Stage, in picture: WorkingPicture) -> PixelRegion? {
        guard let region = stage.region, !region.isInverted else { return nil }
        let reach = RegionFrame(region, in: SIMD2<Double>(picture.size)).reach
        // A hard edge covers half a working pixel more, to whichever side the shape is turned.
        let margin = 1 / picture.scale.min()
        return PixelRegion(
            from: SIMD2<Int>(((reach.low - margin) * picture.scale).rounded(.down)),
            to: SIMD2<Int>(((reach.high + margin) * picture.scale).rounded(.up)))
    }

    /// The number of vectors of ``values(of:over:)``.
    var valueCount: Int { shape == nil ? 1 : 3 }

    /// The file of `Shaders/` that a kernel needs.
    var file: String { shape == nil ? "include/blend.glsl" : "include/region.glsl" }

    /// The GLSL expression of the blended color at the pixel `p`.
    ///
    /// - Parameter slot: where in `values` the numbers begin.
    func expression(laying above: String, over below: String, slot: Int) -> String {
        guard let shape else {
            return "blended(\(blend.number), \(below), \(above), glint_values[\(slot)].x)"
        }
        let opacity = "regionOpacity(\(shape == .ellipse), \(slot), p)"
        return "blendedWithin(\(blend.number), \(below), \(above), \(opacity))"
    }
}
