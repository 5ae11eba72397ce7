import Glibc

/// How a picture is put into perspective, mirrored, rotated and cropped: up to four adjacent stages of a
/// recipe, in that order.
package struct Framing: Sendable, Hashable {
    package var perspective = PerspectiveSettings()
    package var isFlippedHorizontally = false
    package var isFlippedVertically = false
    /// Clockwise quarter turns, 0…3.
    package var turns = 0
    /// Additional rotation in degrees clockwise, −45…45.
    package var angle = 0.0
    /// The part of the mirrored and rotated picture that is kept.
    package var crop = CropRectangle.whole

    package init() {}

    /// True if the picture is left unchanged.
    package var isIdentity: Bool { self == Framing() }

    // Changes to the framed picture

    /// Rotates the framed picture by a quarter turn.
    package mutating func turn(clockwise: Bool) {
        turns = (turns + (clockwise ? 1 : 3)) % 4
        let (low, high) = (crop.low, crop.high)
        crop =
            clockwise
            ? CropRectangle(low: SIMD2(1 - high.y, low.x), high: SIMD2(1 - low.y, high.x))
            : CropRectangle(low: SIMD2(low.y, 1 - high.x), high: SIMD2(high.y, 1 - low.x))
    }

    /// Mirrors the framed picture.
    ///
    /// Mirroring precedes rotation in a recipe. Therefore, after an odd number of quarter turns, left and
    /// right correspond to the picture's top and bottom, and the angle of straightening changes its sign.
    package mutating func flip(horizontally: Bool) {
        if horizontally == (turns % 2 == 0) {
            isFlippedHorizontally.toggle()
        } else {
            isFlippedVertically.toggle()
        }
        angle = -angle
        let (low, high) = (crop.low, crop.high)
        crop =
            horizontally
            ? CropRectangle(low: SIMD2(1 - high.x, low.y), high: SIMD2(1 - low.x, high.y))
            : CropRectangle(low: SIMD2(low.x, 1 - high.y), high: SIMD2(high.x, 1 - low.y))
    }

    // In recipes

    private static let filters = [Perspective.id, "flip", "rotate", "crop"]

    /// The stages that implement the framing.
    package var stages: [Recipe.Stage] {
        var stages: [Recipe.Stage] = []
        if perspective != PerspectiveSettings() { stages.append(perspective.stage) }
        if isFlippedHorizontally || isFlippedVertically {
            stages.append(
                Recipe.Stage(
                    "flip",
                    ["horizontal": .toggle(isFlippedHorizontally), "vertical": .toggle(isFlippedVertically)]))
        }
        if turns != 0 || angle != 0 {
            stages.append(
                Recipe.Stage("rotate", ["turns": .number(Double(turns)), "angle": .number(angle)]))
        }
        if crop != .whole {
            func percent(_ part: Double) -> ParameterValue { .number((part * 1e6).rounded() / 1e4) }
            stages.append(
                Recipe.Stage(
                    "crop",
                    [
                        "left": percent(crop.low.x), "top": percent(crop.low.y),
                        "right": percent(1 - crop.high.x), "bottom": percent(1 - crop.high.y),
                    ]))
        }
        return stages
    }

    /// The stages of a recipe that frame the picture: the last adjacent ones in the order of framing. If
    /// there are none, the empty range at which to insert them: after the adjustments and all stages that
    /// depend on a position in the picture, but before those that depend on the picture's shape, such as a
    /// vignette.
    package static func range(in recipe: Recipe, catalog: FilterCatalog) -> Range<Int> {
        guard let last = recipe.stages.lastIndex(where: { isPart($0, catalog) }) else {
            let placed = recipe.stages.lastIndex { stage in
                stage.region != nil
                    || catalog.filter(of: stage)?.parameters.contains { $0.kind == .point } != false
            }
            let index = max(recipe.adjustmentCount(in: catalog), placed.map { $0 + 1 } ?? 0)
            return index..<index
        }
        var first = last
        while first > 0, isPart(recipe.stages[first - 1], catalog),
            let rank = filters.firstIndex(of: recipe.stages[first].filter.withoutBuiltInPrefix),
            let before = filters.firstIndex(of: recipe.stages[first - 1].filter.withoutBuiltInPrefix),
            before < rank
        {
            first -= 1
        }
        return first..<last + 1
    }

    /// True if ``stages`` could have created this stage.
    private static func isPart(_ stage: Recipe.Stage, _ catalog: FilterCatalog) -> Bool {
        filters.contains { catalog.isBuiltIn(stage, $0) } && stage.isEnabled && stage.opacity == 1
            && stage.blend == .normal && stage.region == nil && stage.otherKeys.isEmpty && !stage.changes
            // The sides of a crop that is given in pixels depend on the picture's size.
            && (stage.filter.withoutBuiltInPrefix != "crop"
                || stage.parameters.allSatisfy { id, value in
                    ["left", "top", "right", "bottom"].contains(id) || value.value(of: .integer) == .number(0)
                })
    }

    /// The framing in a recipe.
    package init(_ recipe: Recipe, catalog: FilterCatalog) {
        for stage in recipe.stages[Self.range(in: recipe, catalog: catalog)] {
            guard let filter = catalog.filter(of: stage) else { continue }
            func number(_ id: String) -> Double {
                guard let parameter = filter.parameter(id),
                    case .number(let value) = stage.value(of: parameter)
                else { return 0 }
                return value
            }
            func isOn(_ id: String) -> Bool {
                filter.parameter(id).map { stage.value(of: $0) == .toggle(true) } ?? false
            }
            switch stage.filter.withoutBuiltInPrefix {
            case Perspective.id: perspective = PerspectiveSettings(stage, of: filter)
            case "flip": (isFlippedHorizontally, isFlippedVertically) = (isOn("horizontal"), isOn("vertical"))
            case "rotate": (turns, angle) = (Int(number("turns")) & 3, number("angle"))
            default:
                let low = SIMD2(number("left"), number("top")) / 100
                let high = 1 - SIMD2(number("right"), number("bottom")) / 100
                // If opposite sides meet, a single pixel is kept.
                if all(low .< high) { crop = CropRectangle(low: low, high: high) }
            }
        }
    }
}

extension Recipe {
    /// The stages that only change the picture's shape.
    package func shape(in catalog: FilterCatalog) -> Recipe {
        Recipe(stages.filter { $0.isEnabled && catalog.multiPass(of: $0) is any GeometryFilter })
    }

    /// The recipe with a different framing.
    package func framed(by framing: Framing, in catalog: FilterCatalog) -> Recipe {
        var recipe = self
        recipe.stages.replaceSubrange(
            Framing.range(in: self, catalog: catalog), with: framing.stages.map(catalog.builtIn))
        return recipe
    }
}

extension Framing {
    /// The angle of straightening that makes a line drawn on the rotated picture horizontal, or vertical if
    /// that is closer.
    ///
    /// - Parameters:
    ///   - angle: the rotation of the picture when the line was drawn, in degrees.
    ///   - way: the vector from the line's start to its end.
    package static func straightened(_ angle: Double, along way: SIMD2<Double>) -> Double {
        var slope = atan2(way.y, way.x) * 180 / .pi
        // The nearer of horizontal and vertical, regardless of the direction in which the line was drawn.
        slope -= (slope / 90).rounded() * 90
        let straight = ((angle - slope) * 10).rounded() / 10
        return min(max(straight, -45), 45)
    }
}
