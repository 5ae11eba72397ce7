import Filters

/// Playback of a still: filters that change from frame to frame have a parameter with the frame number.
extension Recipe {
    /// The id of the frame number parameter.
    package static let frameParameter = "frame"
    /// Frames a second, those of NTSC.
    package static let framesPerSecond = 30_000.0 / 1001

    /// Whether any enabled stage changes from frame to frame.
    package func moves(in catalog: FilterCatalog) -> Bool {
        stages.contains { $0.frame(in: catalog) != nil }
    }

    /// The recipe a number of frames later; the first frame follows the last.
    package func advanced(by frames: Int, in catalog: FilterCatalog) -> Recipe {
        guard frames != 0 else { return self }
        var recipe = self
        for index in stages.indices {
            guard let (parameter, number) = stages[index].frame(in: catalog),
                let low = parameter.min.map({ Int($0) }), let high = parameter.max.map({ Int($0) }),
                low < high
            else { continue }
            let count = high - low + 1
            let place = ((number - low + frames) % count + count) % count
            recipe.stages[index].set(parameter.id, to: .number(Double(low + place)))
        }
        return recipe
    }
}

extension Recipe.Stage {
    /// The frame number parameter and its value; nil if the filter has none or is off.
    fileprivate func frame(in catalog: FilterCatalog) -> (ParameterDeclaration, Int)? {
        guard isEnabled, let parameter = catalog.filter(filter)?.parameter(Recipe.frameParameter),
            parameter.kind == .integer, case .number(let number) = value(of: parameter)
        else { return nil }
        return Int(exactly: number).map { (parameter, $0) }
    }
}
