import Filters

extension Edit {
    /// Names a change of one stage after what is different in it.
    ///
    /// - Parameters:
    ///   - name: what the panel calls the stage.
    ///   - place: identifies the stage, so that successive changes to it can be merged.
    package init(
        from old: Recipe.Stage, to new: Recipe.Stage, of filter: FilterDeclaration, named name: String,
        place: Int
    ) {
        func changing(_ what: String, _ subject: String) -> Edit {
            Edit("\(name) \(what)", subject: "\(place)/\(subject)")
        }
        let changed = filter.parameters.filter { old.value(of: $0) != new.value(of: $0) }
        let knob = new.easy.flatMap { easy in
            let (oldKnobs, newKnobs) = (old.nearestEasy.values, easy.values)
            return NTSCEasy.knobs.first { oldKnobs[$0.id] != newKnobs[$0.id] }
        }
        if let knob {
            self =
                knob.kind == .choice
                ? Edit("\(name) \(knob.title)") : changing(knob.title, "easy/\(knob.id)")
        } else if old.isEnabled != new.isEnabled {
            self.init("Switch \(name) \(new.isEnabled ? "On" : "Off")")
        } else if changed.count > 1 {
            self.init("Reset \(name)")
        } else if let parameter = changed.first {
            switch parameter.kind {
            // Each choice is a separate gesture, however quickly the next one follows.
            case .toggle, .choice, .file: self.init("\(name) \(parameter.title)")
            case .number, .integer, .color, .point, .curve, .text:
                self = changing(parameter.title, "parameters/\(parameter.id)")
            }
        } else if old.opacity != new.opacity {
            self = changing("Opacity", "opacity")
        } else if old.blend != new.blend {
            self.init("\(name) Blend Mode")
        } else if (old.region == nil) != (new.region == nil) {
            self.init(new.region == nil ? "Remove \(name) Region" : "Add \(name) Region")
        } else {
            self = changing("Region", "region")
        }
    }
}
