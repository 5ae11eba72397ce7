import Filters

/// The sound of the tapes of a recipe, and how it changes over time.
package struct TapeSoundCourse: Sendable {
    /// One for each generation of each stage of analog video, in order: its settings at a time in seconds
    /// from the first frame; nil while it does not affect the sound.
    let layers: [@Sendable (Double) -> TapeSoundSettings?]

    /// A constant sound, for each tape in turn.
    package init(_ tapes: [TapeSoundSettings]) {
        layers = tapes.map { tape in { _ in tape } }
    }

    /// Nil if no stage of the recipe affects the sound.
    ///
    /// - Parameter frameRate: frames of the video per second.
    package init?(_ recipe: Recipe, frameRate: Double) {
        layers = recipe.stages.flatMap { Self.layers(of: $0, frameRate: frameRate) }
        if layers.isEmpty { return nil }
    }

    package var layerCount: Int { layers.count }

    /// The settings of a layer at a time; nil while it does nothing, or if there is no such layer.
    package func settings(at seconds: Double, layer: Int) -> TapeSoundSettings? {
        layers.indices.contains(layer) ? layers[layer](seconds) : nil
    }

    private static let maximumOfGenerations = 8

    private static func layers(
        of stage: Recipe.Stage, frameRate: Double
    ) -> [@Sendable (Double) -> TapeSoundSettings?] {
        guard stage.isEnabled, stage.filter == NTSC.id,
            let filter = FilterCatalog.builtIn.filter(NTSC.id)
        else { return [] }
        guard stage.changes else {
            return TapeSoundSettings.generations(of: stage, filter, frameRate: frameRate).map { tape in
                { _ in tape }
            }
        }
        // It may be on at other times, and with other numbers of generations.
        return (0..<maximumOfGenerations).map { generation in
            { seconds in
                let stage = stage.at(seconds, of: filter)
                let tapes = TapeSoundSettings.generations(of: stage, filter, frameRate: frameRate)
                return generation < tapes.count ? tapes[generation] : nil
            }
        }
    }
}

extension TapeSoundSettings {
    /// The settings of each generation of a stage whose values do not change; none if it does not affect the
    /// sound, or its preset cannot be read, which is reported for the picture.
    static func generations(
        of stage: Recipe.Stage, _ filter: FilterDeclaration, frameRate: Double
    ) -> [TapeSoundSettings] {
        var given: [String: ParameterValue] = [:]
        var defaults: [String: ParameterValue] = [:]
        for parameter in filter.parameters {
            defaults[parameter.id] = parameter.defaultValue
            given[parameter.id] = stage.given(parameter)
        }
        guard let values = try? NTSC().values(given: given, defaults: defaults),
            values["soundEnabled"] == .toggle(true)
        else { return [] }
        let settings = NTSCSettings(values)
        return (0..<max(1, Int(settings.number("generations")))).map {
            TapeSoundSettings(settings, generation: $0, frameRate: frameRate)
        }
    }

    private init(_ settings: NTSCSettings, generation: Int, frameRate: Double) {
        track = Track(rawValue: settings.text("soundTrack")) ?? .linear
        let hasTape = settings.isOn("vhsSettings")
        speed = hasTape ? Speed(rawValue: settings.choice("vhsTapeSpeed")) ?? .none : .none
        hiss = settings.number("soundHiss")
        hum = settings.number("soundHum")
        wow = settings.number("soundWow")
        flutter = settings.number("soundFlutter")
        saturation = settings.number("soundSaturation")
        dropouts = settings.number("soundDropouts")
        tracking = settings.number("tracking")
        switchesHeads = settings.isOn("headSwitching")
        isPAL = settings.choice("standard") == 1
        seed = settings.seed(ofGeneration: generation)
        // A frame has one field unless its rows are interleaved, or all processed at once.
        let isInterleaved = settings.text("useField").hasPrefix("interleaved")
        let fieldsPerFrame = isInterleaved ? 2 : 1
        pictureFieldRate = Double(fieldsPerFrame) * frameRate
        firstField = fieldsPerFrame * Int(settings.number("frame"))
        let rows = isPAL ? 576 : 480
        rowCount = settings.text("useField") == "both" ? rows : rows / 2
    }
}
