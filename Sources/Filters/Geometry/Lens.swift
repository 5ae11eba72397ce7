import Localization

/// Corrects the distortion, the lateral chromatic aberration and the vignetting of the lens that took the
/// picture, with liblensfun's calibrations.
package struct Lens: WarpFilter {
    /// The filter's id.
    package static let id = "lens"

    package init() {}

    package func passes(values: [String: ParameterValue], conditions: PassConditions) -> [FilterPass] {
        let picture = conditions.entering
        guard
            let correction = Self.correction(values, of: conditions.photograph, size: picture.size)
        else { return [] }
        let moves = correction.moves
        guard moves || correction.changesLight else { return [] }
        var pass = FilterPass(name: "lens", kernel: "lens.glsl")
        if moves {
            // The cubic kernel reads two more pixels.
            pass.footprint = .scaled(
                center: correction.center * picture.scale, factor: correction.largestFactor * 1.0005,
                halo: SIMD2(4, 4))
        }
        let distortion = correction.distortion.map { Float($0) }
        pass.uniforms = [
            "center": .vec2(correction.center), "scaling": .float(correction.step),
            "unit": .float(correction.unit), "diagonal": .float(correction.diagonal),
            "bend": .vec4(SIMD4(distortion[0], distortion[1], distortion[2], distortion[3])),
            "bend4": .float(correction.distortion[4]),
            "red": .vec3(correction.red), "blue": .vec3(correction.blue),
            "shade": .vec3(correction.vignetting),
            "moves": .bool(moves), "movesColors": .bool(correction.movesColors),
            "changesLight": .bool(correction.changesLight),
        ]
        pass.readsPerPixel = correction.movesColors ? 48 : moves ? 16 : 1
        return [pass]
    }

    package func warp(values: [String: ParameterValue], conditions: PassConditions) -> LensCorrection? {
        let correction = Self.correction(
            values, of: conditions.photograph, size: conditions.entering.size)
        return correction?.moves == true ? correction : nil
    }

    /// The correction of a picture; nil if no calibration is found.
    private static func correction(
        _ values: [String: ParameterValue], of photograph: Photograph?, size: SIMD2<Int>
    ) -> LensCorrection? {
        guard let profile = try? profile(values, of: photograph) else { return nil }
        return LensCorrection(
            profile, size: size,
            strengths: .init(
                distortion: values.number("distortion"), aberration: values.number("aberration"),
                vignetting: values.number("vignetting")),
            isScaled: values["autoScale"] != .toggle(false))
    }

    /// Throws ``LensProblem`` if no calibration is found.
    private static func profile(
        _ values: [String: ParameterValue], of photograph: Photograph?
    ) throws(LensProblem) -> LensProfile {
        try LensDatabase.system().profile(
            camera: values.text("camera"), lens: values.text("lens"), of: photograph,
            at: LensSettings(
                focalLength: values.number("focalLength"), aperture: values.number("aperture"),
                distance: values.number("distance")))
    }

    /// The calibration that a stage uses for a photograph; throws ``LensProblem`` if none is found.
    package static func profile(
        of stage: Recipe.Stage, _ filter: FilterDeclaration, for photograph: Photograph?
    ) throws(LensProblem) -> LensProfile {
        var values: [String: ParameterValue] = [:]
        for parameter in filter.parameters { values[parameter.id] = stage.value(of: parameter) }
        return try profile(values, of: photograph)
    }

    /// The names from which a stage's camera or lens can be chosen; none if liblensfun is not installed.
    package static func names(
        for parameter: ParameterDeclaration, of stage: Recipe.Stage, _ filter: FilterDeclaration,
        _ photograph: Photograph?
    ) -> [String] {
        guard let database = try? LensDatabase.system() else { return [] }
        if parameter.id == "camera" { return database.cameras }
        guard let camera = filter.parameter("camera"), case .text(let name) = stage.value(of: camera) else {
            return []
        }
        return database.lenses(camera: name, of: photograph)
    }
}

extension LensProfile {
    /// The settings, as photographers write them.
    package var settingsText: String {
        var parts = ["\(spelled(settings.focalLength, places: 1)) mm"]
        if settings.aperture > 0 { parts.append("f/\(spelled(settings.aperture, places: 1))") }
        if settings.distance > 0 { parts.append("\(spelled(settings.distance, places: 1)) m") }
        return parts.joined(separator: ", ")
    }

    /// What the profile does not correct, as a sentence; nil if it corrects everything.
    package var gap: String? {
        var missing: [String] = []
        if distortion == nil { missing.append(tr("distortion")) }
        if red == nil { missing.append(tr("chromatic aberration")) }
        if vignetting == nil { missing.append(tr("vignetting")) }
        guard !missing.isEmpty else { return nil }
        return tr("the lens's profile has no data for these settings for: \(missing.joined(separator: ", "))")
    }
}

extension Recipe {
    /// Why stages of the recipe cannot correct the lens of a photograph, as sentences.
    package func lensRemarks(in catalog: FilterCatalog, on photograph: Photograph?) -> [String] {
        stages.compactMap { stage in
            guard catalog.isBuiltIn(stage, Lens.id), stage.isEnabled, let filter = catalog.filter(of: stage),
                !stage.isIdentity(of: filter)
            else { return nil }
            do throws(LensProblem) {
                _ = try Lens.profile(of: stage, filter, for: photograph)
                return nil
            } catch {
                return error.description
            }
        }
    }
}
