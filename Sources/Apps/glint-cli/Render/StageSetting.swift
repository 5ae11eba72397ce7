import Filters
import Localization

/// The settings that every filter has in addition to its parameters. A parameter with the same name takes
/// precedence.
enum StageSetting: String, CaseIterable {
    case opacity, blend, region

    /// True if the setting may be repeated, which adds to the previous values.
    var isRepeatable: Bool { self == .region }

    /// Parses a value and applies it to a stage.
    func set(_ word: String, of stage: inout Recipe.Stage) throws(CommandError) {
        switch self {
        case .opacity:
            let demand = "opacity must be a number from 0 to 1, not \(word.quoted)"
            let read = { ParameterValue(word: $0, kind: .number) }
            let change: ValueOverTime?
            do throws(ValueOverTime.Mistake) {
                change = try ValueOverTime(word: word, reading: read)
            } catch {
                throw .usage("\(stage.filter): opacity: \(error.reason)")
            }
            if let change {
                if let problem = change.problem(of: rawValue, in: 0...1, demand: demand) {
                    throw .usage("\(stage.filter): \(problem)")
                }
                stage.setOpacity(to: change)
            } else {
                guard case .number(let opacity)? = read(word), (0...1).contains(opacity) else {
                    throw .usage("\(stage.filter): \(demand)")
                }
                stage.opacity = opacity
            }
        case .blend:
            guard let blend = BlendMode(rawValue: word) else {
                let modes = BlendMode.allCases.map(\.rawValue)
                throw .usage(
                    "\(stage.filter): blend must be one of "
                        + modes.joined(separator: ", ") + ", not \(word.quoted)"
                        + NearName.hint(word, among: modes))
            }
            stage.blend = blend
        case .region:
            guard let region = Region(word: word) else {
                throw .usage(
                    "\(stage.filter): region cannot be \(word.quoted); it must be \(Region.form)")
            }
            stage.regions.append(region)
            do throws(RecipeError) {
                try FilterSet.catalog.validate(stage)
            } catch {
                throw .usage(error.sentence)
            }
        }
    }
}
