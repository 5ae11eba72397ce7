import Filters

/// How a stage's result is combined with its input: opacity, blend mode and regions.
package struct Blending: Sendable, Hashable {
    package let blend: BlendMode
    /// The shapes of the regions, in order; empty if the stage acts everywhere. All other properties of the
    /// regions are in ``values(of:over:)``, so that dragging a region never triggers a compilation.
    package let shapes: [Region.Shape]
    /// True if the result is a mask: a color whose opacity is the weight of the stage at each pixel.
    let showsMask: Bool

    /// Nil if the result replaces the input.
    init?(of stage: Recipe.Stage) {
        showsMask = RegionMask.filter(stage.filter) != nil
        guard stage.opacity < 1 || stage.blend != .normal || !stage.regions.isEmpty || showsMask else {
            return nil
        }
        blend = stage.blend
        shapes = Self.regions(of: stage).map(\.shape)
    }

    /// The regions that a kernel has space for.
    static func regions(of stage: Recipe.Stage) -> [Region] {
        stage.regions.prefix(Region.maximumInStage).map(\.broughtInside)
    }

    /// The name, in messages and timings, of a pass that only blends.
    var name: String {
        blend != .normal ? blend.rawValue.replacing("-", with: " ") : shapes.isEmpty ? "opacity" : "region"
    }

    /// The numbers that a kernel needs, in picture pixels.
    ///
    /// - Parameter size: the picture's size.
    static func values(of stage: Recipe.Stage, over size: SIMD2<Int>) -> [SIMD4<Float>] {
        let regions = regions(of: stage)
        let opacity = [SIMD4(Float(stage.opacity), 0, 0, 0)]
        // A single region's values include the opacity, so no separate opacity precedes them.
        guard let only = regions.first, regions.count == 1 else {
            return opacity + regions.flatMap { values(of: $0, opacity: 1, over: size) }
        }
        var region = only
        if region.operation == .subtract { region.isInverted.toggle() }
        return values(of: region, opacity: stage.opacity, over: size)
    }

    private static func values(
        of region: Region, opacity: Double, over size: SIMD2<Int>
    ) -> [SIMD4<Float>] {
        let frame = RegionFrame(region, in: SIMD2<Double>(size))
        let (outside, inside) = region.isInverted ? (opacity, 0) : (0, opacity)
        let operation =
            switch region.operation {
            case .add: 0.0
            case .subtract: 1.0
            case .intersect: 2.0
            }
        func rows(feather: Double, _ low: SIMD4<Double>, _ high: SIMD4<Double> = .zero) -> [SIMD4<Float>] {
            [SIMD4(SIMD4(outside, inside, feather, operation)), SIMD4(low), SIMD4(high)]
        }
        switch region.shape {
        case .rectangle, .ellipse:
            return rows(
                feather: region.feather, SIMD4(lowHalf: frame.center, highHalf: frame.half),
                SIMD4(lowHalf: frame.turn, highHalf: .zero))
        case .gradient:
            return rows(feather: frame.fade, SIMD4(lowHalf: frame.start, highHalf: frame.direction))
        case .luminosity: return rows(feather: region.feather, SIMD4(region.low, region.high, 0, 0))
        case .color:
            return rows(
                feather: region.feather * Oklab.full,
                SIMD4(Oklab.color(region.color), region.tolerance * Oklab.full))
        case .file, .brush: return rows(feather: 0, .zero)
        case .point:
            return rows(
                feather: 0, SIMD4(Oklab.color(region.color), region.tolerance * Oklab.full),
                SIMD4(frame.center.x, frame.center.y, frame.half.x, 0))
        }
    }

    /// The part of a working picture in which the stage's result is needed; nil for the whole picture.
    static func part(of stage: Recipe.Stage, in picture: WorkingPicture) -> PixelRegion? {
        var regions = regions(of: stage)
        guard let first = regions.first else { return nil }
        if regions.count == 1, first.operation == .subtract {
            // Subtracting a single region from the whole picture is the same as adding its inverse.
            regions[0].operation = .add
            regions[0].isInverted.toggle()
        }
        // The first region is added to nothing, or combined with the whole picture.
        let isAdded = regions[0].operation == .add
        var whole = isAdded ? Optional(PixelRegion(size: .zero)) : nil
        for region in regions {
            let part = part(of: region, in: picture)
            switch region.operation {
            case .add: whole = whole.flatMap { whole in part.map(whole.union) }
            case .subtract: break
            case .intersect: whole = part.map { whole?.clipped(to: $0) ?? $0 } ?? whole
            }
        }
        return whole
    }

    /// The part in which a single region has an effect.
    private static func part(of region: Region, in picture: WorkingPicture) -> PixelRegion? {
        // A hard edge covers an additional half working pixel, however the shape is rotated.
        let margin = 1 / picture.scale.min()
        guard let reach = RegionFrame(region, in: SIMD2<Double>(picture.size)).reach(margin: margin) else {
            return nil
        }
        return PixelRegion(
            from: SIMD2<Int>((reach.low * picture.scale).rounded(.down)),
            to: SIMD2<Int>((reach.high * picture.scale).rounded(.up)))
    }

    /// True if the weights of a region are computed in a pass of their own.
    var readsMasks: Bool { shapes.contains(where: \.isMask) }

    /// The number of vectors that ``values(of:over:)`` returns.
    var valueCount: Int { shapes.count == 1 ? Self.vectors : 1 + Self.vectors * shapes.count }

    /// The vectors of a region.
    private static let vectors = 3

    /// The file in `Shaders/` that a kernel needs.
    var file: String { shapes.isEmpty ? "include/blend.glsl" : "include/region.glsl" }

    /// The GLSL expression for the blended color at the pixel `p`.
    ///
    /// - Parameter slot: the index in `values` at which the numbers begin.
    func expression(laying above: String, over below: String, slot: Int) -> String {
        let opacity = opacity(over: below, slot: slot)
        if showsMask { return "vec4(\(above).rgb, \(opacity))" }
        return shapes.isEmpty
            ? "blended(\(blend.number), \(below), \(above), \(opacity))"
            : "blendedWithin(\(blend.number), \(below), \(above), \(opacity))"
    }

    /// The GLSL expression for the weight of the stage at the pixel `p`.
    private func opacity(over below: String, slot: Int) -> String {
        func part(_ index: Int, at slot: Int) -> String {
            // The inputs are the result, the stage's input, and the masks in order.
            let mask = 2 + shapes[..<index].count(where: \.isMask)
            let cover =
                switch shapes[index] {
                case .file, .brush: "glint_fetch\(mask)(p).x"
                case .rectangle: "regionRectangle(\(slot), p)"
                case .ellipse: "regionEllipse(\(slot), p)"
                case .gradient: "regionGradient(\(slot), p)"
                case .luminosity: "regionLuminosity(\(slot), \(below))"
                case .color: "regionColor(\(slot), \(below))"
                case .point: "regionPoint(\(slot), p, \(below))"
                }
            return "regionPart(\(slot), \(cover))"
        }
        if shapes.count == 1 { return part(0, at: slot) }
        let whole = "glint_values[\(slot)].x"
        guard !shapes.isEmpty else { return whole }
        // The first region is added to nothing, or combined with the whole picture.
        let mask = shapes.indices.reduce("min(glint_values[\(slot + 1)].w, 1.0)") { mask, index in
            let slot = slot + 1 + Self.vectors * index
            return "regionCombined(\(mask), \(slot), \(part(index, at: slot)))"
        }
        return "\(whole) * \(mask)"
    }
}
