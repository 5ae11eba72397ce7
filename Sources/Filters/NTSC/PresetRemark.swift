extension NTSCPreset {
    /// A remark on a preset that was read but not fully understood; nil if it was.
    package var remark: String? {
        var parts: [String] = []
        if !unknownKeys.isEmpty {
            parts.append("Not known to this version, and kept: \(Self.list(unknownKeys)).")
        }
        if !wrongKeys.isEmpty {
            parts.append("With values that do not fit, and left at their defaults: \(Self.list(wrongKeys)).")
        }
        if !outsideValues.isEmpty {
            let values = outsideValues.map { "\($0.key) \(plain($0.given)) as \(plain($0.taken))" }
            parts.append("Out of range, and taken as the nearest value within: \(Self.list(values)).")
        }
        return parts.isEmpty ? nil : parts.joined(separator: "\n")
    }

    /// The first few of many.
    private static func list(_ keys: [String]) -> String {
        let most = 8
        let shown = keys.prefix(most).joined(separator: ", ")
        return keys.count > most ? "\(shown) and \(keys.count - most) more" : shown
    }
}
