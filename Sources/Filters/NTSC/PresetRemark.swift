import Localization

extension NTSCPreset {
    /// A message about a preset that was only partly understood; nil if it was understood completely.
    package var remark: String? {
        var parts: [String] = []
        if !unknownKeys.isEmpty {
            parts.append(tr("Unknown to this version and kept unchanged: \(Self.list(unknownKeys))."))
        }
        if !wrongKeys.isEmpty {
            parts.append(
                tr("Invalid values, replaced by the defaults: \(Self.list(wrongKeys))."))
        }
        if !outsideValues.isEmpty {
            let values = outsideValues.map { tr("\($0.key) \(plain($0.given)) as \(plain($0.taken))") }
            parts.append(tr("Out of range and set to the nearest valid value: \(Self.list(values))."))
        }
        return parts.isEmpty ? nil : parts.joined(separator: "\n")
    }

    /// The first few items of a long list.
    private static func list(_ keys: [String]) -> String { abridged(keys, maximum: 8) }
}
