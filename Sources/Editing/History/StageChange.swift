import Filters
import Localization

/// A change of one stage by a control: it states what it changes, so no recipes need to be compared.
package enum StageChange: Sendable {
    /// The new value of a parameter.
    case parameter(ParameterDeclaration, ParameterValue)
    /// The knobs of analog video after one of them was turned.
    case easy(NTSCEasy, turned: ParameterDeclaration)
    /// The new values of a parameter that changes over time.
    case valueOverTime(ParameterDeclaration, ValueOverTime)
    case isEnabled(Bool)
    case opacity(Double)
    /// The new values of an opacity that changes over time.
    case opacityOverTime(ValueOverTime)
    case blend(BlendMode)
    case regions([Region])
    /// The places that the filter `retouch` replaces.
    case spots([RetouchSpot])
    /// The source that was found for the newest spot, which is part of adding it.
    case source([RetouchSpot])
    /// Resets all parameters of the filter to their resting values.
    case reset(FilterDeclaration)
}

extension Recipe.Stage {
    /// Applies a change.
    package mutating func apply(_ change: StageChange) {
        switch change {
        case .parameter(let parameter, let value): set(parameter.id, to: value)
        case .easy(let easy, _): take(easy)
        case .valueOverTime(let parameter, let value): set(parameter.id, to: value)
        case .isEnabled(let isEnabled): self.isEnabled = isEnabled
        case .opacity(let opacity): setOpacity(to: opacity)
        case .opacityOverTime(let opacity): setOpacity(to: opacity)
        case .blend(let blend): self.blend = blend
        case .regions(let regions): self.regions = regions
        case .spots(let spots), .source(let spots): self.spots = spots
        case .reset(let filter):
            // The text of a shader is the stage itself; without it there would be nothing to set.
            for parameter in filter.parameters where parameter.id != "file" || shader?.text == nil {
                set(parameter.id, to: parameter.restingValue)
            }
            forgetEasy()
            spots = []
        }
    }

    /// True if a change would not alter the stage.
    package func isUnchanged(by change: StageChange) -> Bool {
        switch change {
        case .parameter(let parameter, let value):
            return self.value(of: parameter) == value && !changes(parameter.id)
        case .isEnabled(let isEnabled): return self.isEnabled == isEnabled
        case .opacity(let opacity): return self.opacity == opacity && changingOpacity == nil
        case .blend(let blend): return self.blend == blend
        case .regions(let regions): return self.regions == regions
        case .spots(let spots), .source(let spots): return self.spots == spots
        case .valueOverTime, .opacityOverTime, .easy, .reset:
            var changed = self
            changed.apply(change)
            return changed == self
        }
    }
}

extension StageChange {
    /// The change with keys in place of constants where a stage's values change over time.
    ///
    /// - Parameter span: when the frame is shown that gets the keys.
    package func asKeys(of stage: Recipe.Stage, during span: Range<Double>) -> StageChange {
        switch self {
        case .parameter(let parameter, let value):
            guard let change = stage.change(of: parameter) else { return self }
            return .valueOverTime(
                parameter, change.setting(value, in: span, range: parameter.rangeOfComponents))
        case .opacity(let opacity):
            guard let change = stage.changingOpacity else { return self }
            return .opacityOverTime(change.setting(.number(opacity), in: span, range: 0...1))
        case .valueOverTime, .easy, .isEnabled, .opacityOverTime, .blend, .regions, .spots, .source, .reset:
            return self
        }
    }
}

extension ParameterDeclaration {
    /// The value that leaves the picture unchanged, otherwise the default.
    package var restingValue: ParameterValue { identity ?? defaultValue }
}

extension Edit {
    /// Names a change of a stage.
    ///
    /// - Parameters:
    ///   - stage: the stage before the change.
    ///   - name: the stage's name in the panel.
    ///   - index: identifies the stage, so that successive changes to it can be merged.
    package init(_ change: StageChange, of stage: Recipe.Stage, named name: String, index: Int) {
        /// The undo step for a change of one of the stage's settings.
        func title(_ setting: ParameterDeclaration) -> String {
            let setting = translated(setting.title, context: "filter")
            return tr("\(name) \(setting)", context: "filter and setting")
        }
        func gesture(_ title: String, _ subject: String) -> Edit {
            Edit(title, subject: "\(index)/\(subject)")
        }
        switch change {
        case .parameter(let parameter, _), .valueOverTime(let parameter, _):
            switch parameter.kind {
            // Each choice is a separate gesture, however quickly the next one follows.
            case .toggle, .choice, .file: self.init(title(parameter))
            case .number, .integer, .color, .point, .curve, .text:
                self = gesture(title(parameter), "parameters/\(parameter.id)")
            }
        case .easy(_, let knob):
            self =
                knob.kind == .choice
                ? Edit(title(knob)) : gesture(title(knob), "easy/\(knob.id)")
        case .isEnabled(let isEnabled):
            self.init(isEnabled ? tr("Switch \(name) On") : tr("Switch \(name) Off"))
        case .opacity, .opacityOverTime: self = gesture(tr("\(name) Opacity"), "opacity")
        case .blend: self.init(tr("\(name) Blend Mode"))
        case .regions(let regions) where regions.count < stage.regions.count:
            self.init(tr("Remove \(name) Region"))
        case .regions(let regions) where regions.count > stage.regions.count:
            self.init(tr("Add \(name) Region"))
        case .regions(let regions):
            let changed = zip(regions, stage.regions).enumerated().first { $1.0 != $1.1 }
            self = gesture(tr("\(name) Region"), "region/\(changed?.offset ?? 0)")
        case .spots(let spots) where spots.count < stage.spots.count:
            self.init(tr("Remove \(name) Spot"))
        case .spots(let spots) where spots.count > stage.spots.count:
            // A stroke is one step with the spot that it begins.
            self = gesture(tr("Add \(name) Spot"), "spot/\(spots.count - 1)")
        case .spots(let spots):
            let changed = zip(spots, stage.spots).enumerated().first { $1.0 != $1.1 }
            self = gesture(tr("\(name) Spot"), "spot/\(changed?.offset ?? 0)")
        case .source(let spots):
            self.init(
                tr("\(name) Spot"), subject: "\(index)/spot/\(spots.count - 1)", isOneOfMany: true)
        case .reset: self.init(tr("Reset \(name)"))
        }
    }
}
