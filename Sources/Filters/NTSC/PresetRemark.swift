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
        return parts.isEmpty ? nil : parts.joined(separator: "\n")
    }

    /// The first few of many.
    private static func list(_ keys: [String]) -> String {
        let most = 8
        let shown = keys.prefix(most).joined(separator: ", ")
        return keys.count > most ? "\(shown) and \(keys.count - most) more" : shown
    }
}
