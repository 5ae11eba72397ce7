/// The channels of an OpenEXR file that form its picture.
struct EXRChannels {
    /// The supported combinations of channels, with the names from "Technical Introduction to OpenEXR".
    enum Kind: CaseIterable {
        /// R, G and B.
        case rgb
        /// Y, RY = (R - Y) / Y and BY = (B - Y) / Y; the latter two usually at half the resolution.
        case luminance
        /// Only Y, or another single channel.
        case gray

        /// The RGBA index of each channel, by its name in the file.
        fileprivate var components: [String: Int] {
            switch self {
            case .rgb: ["R": 0, "G": 1, "B": 2, "A": 3]
            case .luminance: ["RY": 0, "Y": 1, "BY": 2, "A": 3]
            case .gray: ["Y": 1, "A": 3]
            }
        }
    }

    let kind: Kind
    /// The RGBA index of each channel, by name; gray and luminance are stored in green.
    let components: [String: Int]

    var hasAlpha: Bool { components.values.contains(3) }

    /// Nil if the channels form no picture.
    init?(names: [String]) {
        let known = Set(names)
        // Channel names, and thus layers, are tried in alphabetical order.
        let layers = Set(names.map(Self.layer)).sorted()
        let inLayers = Kind.allCases.flatMap { kind in
            (layers.filter(Self.isMain) + layers).map { (kind, $0) }
        }
        for (kind, layer) in Kind.allCases.map({ ($0, "") }) + inLayers {
            var components: [String: Int] = [:]
            for (color, component) in kind.components {
                let name = layer.isEmpty ? color : "\(layer).\(color)"
                if known.contains(name) { components[name] = component }
            }
            if Set(components.values).union([3]).count == kind.components.count {
                (self.kind, self.components) = (kind, components)
                return
            }
        }
        let colors = names.filter { Self.color($0) != "A" }
        guard colors.count == 1 else { return nil }
        (kind, components) = (
            .gray,
            Dictionary(names.map { ($0, $0 == colors[0] ? 1 : 3) }, uniquingKeysWith: { first, _ in first })
        )
    }

    /// The part of a name before its last dot.
    private static func layer(_ name: String) -> Substring {
        name.lastIndex(of: ".").map { name[..<$0] } ?? ""
    }

    /// The part of a name after its last dot.
    private static func color(_ name: String) -> Substring {
        name.lastIndex(of: ".").map { name[name.index(after: $0)...] } ?? name[...]
    }

    /// True if renderers use this layer name for the main picture.
    private static func isMain(_ layer: Substring) -> Bool {
        let name = layer.lowercased()
        return ["combined", "beauty", "rgba", "composite"].contains { name.hasSuffix($0) }
    }
}
