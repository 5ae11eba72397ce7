import Localization

/// Custom filters whose ids built-in filters have too. A filter that came with a later version may have the
/// id of a custom filter that is older; recipes then keep their meaning: the custom filter keeps the id, and
/// the built-in filter is called `glint:ID`.
extension FilterCatalog {
    /// What precedes the id of a built-in filter, in recipes and on the command line, if a custom filter has
    /// the same id.
    static let builtInPrefix = "glint:"

    /// The built-in filters of version 0.1, whose ids custom filters could never have.
    private static let reservedIDs: Set = [
        "black-white", "blacks", "bloom", "box-blur", "brightness", "bulge", "channel-mixer", "clarity",
        "color-balance", "color-matrix", "colorize", "contrast", "crop", "crt", "dehaze", "deinterlace",
        "dither", "edge-detect", "exposure", "fade", "film-grain", "flip", "gamma", "gaussian-blur",
        "gradient-map", "halftone", "highlights", "hsl", "hue", "invert", "kuwahara", "lens-blur", "levels",
        "lut", "median", "motion-blur", "noise-reduction", "ntsc", "pixelate", "posterize", "resize",
        "rotate", "saturation", "sepia", "shadows", "sharpen", "solarize", "surface-blur", "swirl",
        "temperature", "threshold", "tilt-shift", "tint", "tone-curve", "toon", "unsharp-mask", "vibrance",
        "vignette", "whites", "zoom-blur",
    ]

    /// True if custom filters cannot have this id.
    package func reserves(_ id: String) -> Bool { filter(id) != nil && Self.reservedIDs.contains(id) }

    /// The catalog with custom filters. Built-in filters give their ids to custom ones, except for reserved
    /// ids and for ids that a custom filter already has; filters with these are skipped.
    package func adding(_ more: [FilterDeclaration]) -> FilterCatalog {
        let new = more.filter { !reserves($0.id) && filter($0.id)?.isOwn != true }
        let taken = Set(new.map(\.id))
        let kept = filters.map { filter in
            var filter = filter
            if taken.contains(filter.id) { filter.id = Self.builtInPrefix + filter.id }
            return filter
        }
        return FilterCatalog(kept + new, swiftHalves, errors: errors)
    }

    /// A stage of a built-in filter, by the id that the filter has in this catalog.
    package func builtIn(_ stage: Recipe.Stage) -> Recipe.Stage {
        var stage = stage
        if filter(stage.filter)?.isOwn == true { stage.filter = Self.builtInPrefix + stage.filter }
        return stage
    }

    /// True if a stage's filter is the built-in filter with this id.
    package func isBuiltIn(_ stage: Recipe.Stage, _ id: String) -> Bool {
        stage.filter.withoutBuiltInPrefix == id && filter(stage.filter)?.builtInID == id
    }

    /// A sentence about an id that a custom filter has taken from a built-in one; nil for all others.
    package func remark(onTaken id: String) -> String? {
        let builtIn = Self.builtInPrefix + id
        guard let custom = filter(id), custom.isOwn, filter(builtIn) != nil else { return nil }
        let file = custom.shaderPath ?? custom.file
        return tr("“\(id)” is the custom filter in \(file); Glint's own filter is “\(builtIn)”")
    }
}

extension FilterDeclaration {
    /// The id of a built-in filter, also if a custom filter has taken it; nil for a custom filter.
    package var builtInID: String? { isOwn ? nil : id.withoutBuiltInPrefix }
}

extension String {
    /// The id of a built-in filter without the prefix that distinguishes it from a custom filter.
    var withoutBuiltInPrefix: String {
        hasPrefix(FilterCatalog.builtInPrefix) ? String(dropFirst(FilterCatalog.builtInPrefix.count)) : self
    }
}
