import Wording

extension NTSCPreset {
    /// A message about a preset that was read but not fully understood; nil if it was understood.
    package var remark: String? {
        var parts: [String] = []
        if !unknownKeys.isEmpty {
            parts.append(tr("Not known to this version, and kept: \(Self.list(unknownKeys))."))
        }
        if !wrongKeys.isEmpty {
            parts.append(
                tr("With values that do not fit, and left at their defaults: \(Self.list(wrongKeys))."))
        }
        if !outsideValues.isEmpty {
            let values = outsideValues.map { tr("\($0.key) \(plain($0.given)) as \(plain($0.taken))") }
            parts.append(tr("Out of range, and taken as the nearest value within: \(Self.list(values))."))
        }
        return parts.isEmpty ? nil : parts.joined(separator: "\n")
    }

    /// The first few of a long list.
    private static func list(_ keys: [String]) -> String { abridged(keys, most: 8) }
}
