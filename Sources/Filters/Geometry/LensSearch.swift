@preconcurrency import CLensfun

/// Searches in liblensfun's database.
struct LensSearch {
    let database: UnsafeMutablePointer<lfDatabase>?

    /// An entry of the database with its name as shown to users: the maker and the model.
    struct Entry<Content> {
        let content: UnsafePointer<Content>
        let name: String
    }

    /// All cameras.
    var cameras: [Entry<lfCamera>] {
        Self.entries(liblensfun.lf_db_get_cameras(database)) { Self.name($0.Maker, $0.Model) }
    }

    /// The lenses that fit a camera; all if nil.
    func lenses(fitting camera: Entry<lfCamera>?) -> [Entry<lfLens>] {
        guard let camera else {
            return Self.entries(liblensfun.lf_db_get_lenses(database)) { Self.name($0.Maker, $0.Model) }
        }
        return found(camera, lens: nil)
    }

    /// The calibration of a lens for a photograph; see ``LensDatabase``.
    func profile(
        camera name: String, lens: String, of photograph: Photograph?, at settings: LensSettings
    ) throws(LensProblem) -> LensProfile {
        let camera: Entry<lfCamera>?
        do {
            camera = try self.camera(named: name, of: photograph)
        } catch {
            // A lens needs no camera, except for the size of the sensor.
            let isRecorded = photograph?.cropFactor != nil && photograph?.lens != nil
            if !name.isEmpty || lens.isEmpty && !isRecorded { throw error }
            camera = nil
        }
        let entry = try self.lens(named: lens, on: camera, of: photograph)
        return try profile(of: entry, on: camera, of: photograph, at: settings)
    }

    /// The chosen camera, or that of the photograph.
    func camera(named name: String, of photograph: Photograph?) throws(LensProblem) -> Entry<lfCamera>? {
        if !name.isEmpty {
            guard let chosen = Self.best(name, among: cameras) else { throw .unknownCamera(name) }
            return chosen
        }
        guard let photograph, let camera = photograph.camera else { return nil }
        let list = liblensfun.lf_db_find_cameras_ext(database, photograph.maker, photograph.model, 0)
        defer { liblensfun.lf_free(list) }
        guard let first = list?.pointee else { throw .unknownCamera(camera) }
        return Entry(content: first, name: Self.name(first.pointee.Maker, first.pointee.Model))
    }

    private func lens(
        named name: String, on camera: Entry<lfCamera>?, of photograph: Photograph?
    ) throws(LensProblem) -> Entry<lfLens> {
        if !name.isEmpty {
            let fitting = lenses(fitting: camera)
            // A lens with an adapter, or on a larger sensor than in its calibration.
            guard
                let chosen = Self.best(name, among: fitting)
                    ?? Self.best(name, among: lenses(fitting: nil))
            else { throw .unknownLens(name, camera: camera?.name) }
            return chosen
        }
        if let recorded = photograph?.lens, let first = found(camera, lens: recorded).first { return first }
        // Mounts of cameras with a fixed lens, and only those, begin with a small letter.
        if let camera, let mount = camera.content.pointee.Mount, (97...122).contains(mount.pointee),
            let fixed = found(camera, lens: nil).first
        {
            return fixed
        }
        if let recorded = photograph?.lens { throw .unknownLens(recorded, camera: camera?.name) }
        if let camera { throw .noLensRecorded(camera: camera.name) }
        throw .nothingRecorded
    }

    /// The lenses that match, best first.
    private func found(_ camera: Entry<lfCamera>?, lens: String?) -> [Entry<lfLens>] {
        let list = liblensfun.lf_db_find_lenses_hd(database, camera?.content, nil, lens, 0)
        defer { liblensfun.lf_free(list) }
        return Self.entries(list.map { UnsafePointer($0) }) { Self.name($0.Maker, $0.Model) }
    }

    private func profile(
        of entry: Entry<lfLens>, on camera: Entry<lfCamera>?, of photograph: Photograph?,
        at settings: LensSettings
    ) throws(LensProblem) -> LensProfile {
        let lens = entry.content.pointee
        var settings = settings
        if settings.focalLength == 0 { settings.focalLength = photograph?.focalLength ?? 0 }
        if settings.focalLength == 0, lens.MinFocal == lens.MaxFocal {
            settings.focalLength = Double(lens.MinFocal)
        }
        guard settings.focalLength > 0 else { throw .noFocalLength(lens: entry.name) }
        if settings.aperture == 0 { settings.aperture = photograph?.aperture ?? 0 }
        if settings.distance == 0 { settings.distance = photograph?.distance ?? 0 }
        var profile = LensProfile(
            camera: camera?.name, lens: entry.name, settings: settings,
            cropFactor: camera.map { Double($0.content.pointee.CropFactor) }
                ?? photograph?.cropFactor ?? Double(lens.CropFactor),
            calibratedCropFactor: Double(lens.CropFactor), calibratedAspectRatio: Double(lens.AspectRatio),
            shift: SIMD2(Double(lens.CenterX), Double(lens.CenterY)))
        let focal = Float(settings.focalLength)
        var distortion = lfLensCalibDistortion()
        if liblensfun.lf_lens_interpolate_distortion(entry.content, focal, &distortion) != 0 {
            profile.distortion = Self.polynomial(distortion)
        }
        var aberration = lfLensCalibTCA()
        if liblensfun.lf_lens_interpolate_tca(entry.content, focal, &aberration) != 0 {
            (profile.red, profile.blue) = Self.polynomials(aberration)
        }
        var vignetting = lfLensCalibVignetting()
        // Its dependence on the distance is small; the header recommends 1000 if it is unknown.
        let distance = settings.distance > 0 ? Float(settings.distance) : 1000
        if settings.aperture > 0,
            liblensfun.lf_lens_interpolate_vignetting(
                entry.content, focal, Float(settings.aperture), distance, &vignetting) != 0,
            vignetting.Model == LF_VIGNETTING_MODEL_PA
        {
            let terms = vignetting.Terms
            profile.vignetting = SIMD3(Double(terms.0), Double(terms.1), Double(terms.2))
        }
        if profile.distortion == nil, profile.red == nil, profile.vignetting == nil,
            // Only the vignetting may be calibrated, whose aperture is unknown.
            lens.CalibVignetting?.pointee == nil
        {
            throw .notCalibrated(lens: entry.name)
        }
        return profile
    }

    /// The models of lensfun.h as one polynomial.
    private static func polynomial(_ distortion: lfLensCalibDistortion) -> [Double]? {
        let (a, b, c) = (
            Double(distortion.Terms.0), Double(distortion.Terms.1), Double(distortion.Terms.2)
        )
        switch distortion.Model {
        case LF_DIST_MODEL_POLY3: return [-a, 0, a, 0, 0]
        case LF_DIST_MODEL_POLY5: return [0, 0, a, 0, b]
        case LF_DIST_MODEL_PTLENS: return [-a - b - c, c, b, a, 0]
        default: return nil
        }
    }

    private static func polynomials(
        _ aberration: lfLensCalibTCA
    ) -> (red: SIMD3<Double>?, blue: SIMD3<Double>?) {
        let terms = aberration.Terms
        let (red, blue) = (Double(terms.0) - 1, Double(terms.1) - 1)
        switch aberration.Model {
        case LF_TCA_MODEL_LINEAR: return (SIMD3(red, 0, 0), SIMD3(blue, 0, 0))
        case LF_TCA_MODEL_POLY3:
            return (
                SIMD3(red, Double(terms.2), Double(terms.4)), SIMD3(blue, Double(terms.3), Double(terms.5))
            )
        default: return (nil, nil)
        }
    }

    /// The entries of a list that ends with a null pointer.
    private static func entries<Content>(
        _ list: UnsafePointer<UnsafePointer<Content>?>?, name: (Content) -> String
    ) -> [Entry<Content>] {
        guard let list else { return [] }
        var entries: [Entry<Content>] = []
        var index = 0
        while let content = list[index] {
            entries.append(Entry(content: content, name: name(content.pointee)))
            index += 1
        }
        return entries
    }

    private static func name(_ maker: UnsafePointer<CChar>?, _ model: UnsafePointer<CChar>?) -> String {
        // The first of a list of translations is the untranslated text, as in EXIF.
        Photograph.camera(
            maker: maker.map { String(cString: $0) }, model: model.map { String(cString: $0) }) ?? ""
    }

    /// The entry with this name; otherwise the one with the shortest name that contains all its words.
    private static func best<Content>(_ name: String, among entries: [Entry<Content>]) -> Entry<Content>? {
        let wanted = name.lowercased()
        if let same = entries.first(where: { $0.name.lowercased() == wanted }) { return same }
        let words = wanted.split(separator: " ")
        guard !words.isEmpty else { return nil }
        return entries.filter { entry in
            let name = entry.name.lowercased()
            return words.allSatisfy { name.contains($0) }
        }.min { $0.name.count < $1.name.count }
    }
}
