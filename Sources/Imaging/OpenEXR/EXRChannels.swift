/// The channels of an OpenEXR file that make its picture.
struct EXRChannels {
    /// What the channels are; their names are those of "Technical Introduction to OpenEXR".
    enum Kind: CaseIterable {
        /// R, G and B.
        case rgb
        /// Y with RY = (R - Y) / Y and BY = (B - Y) / Y, which mostly have half the resolution.
        case luminance
        /// Y alone, or another lone channel.
        case gray

        /// Where the samples of a channel go in RGBA.
        fileprivate var places: [String: Int] {
            switch self {
            case .rgb: ["R": 0, "G": 1, "B": 2, "A": 3]
            case .luminance: ["RY": 0, "Y": 1, "BY": 2, "A": 3]
            case .gray: ["Y": 1, "A": 3]
            }
        }
    }

    let kind: Kind
    /// Where the samples of a channel go in RGBA, by its name; gray, and luminance, into green.
    let places: [String: Int]

    var hasAlpha: Bool { places.values.contains(3) }

    /// Nil for names of which no picture is made.
    init?(names: [String]) {
        let known = Set(names)
        // The names are in the order of the alphabet, and so are the layers.
        let layers = Set(names.map(Self.layer)).sorted()
        let inLayers = Kind.allCases.flatMap { kind in
            (layers.filter(Self.isMain) + layers).map { (kind, $0) }
        }
        for (kind, layer) in Kind.allCases.map({ ($0, "") }) + inLayers {
            var places: [String: Int] = [:]
            for (color, place) in kind.places {
                let name = layer.isEmpty ? color : "\(layer).\(color)"
                if known.contains(name) { places[name] = place }
            }
            if Set(places.values).union([3]).count == kind.places.count {
                (self.kind, self.places) = (kind, places)
                return
            }
        }
        let colors = names.filter { Self.color($0) != "A" }
        guard colors.count == 1 else { return nil }
        (kind, places) = (
            .gray,
            Dictionary(names.map { ($0, $0 == colors[0] ? 1 : 3) }, uniquingKeysWith: { first, _ in first })
        )
    }

    /// What is before the last point of a name.
    private static func layer(_ name: String) -> Substring {
        name.lastIndex(of: ".").map { name[..<$0] } ?? ""
    }

    /// What is behind it.
    private static func color(_ name: String) -> Substring {
        name.lastIndex(of: ".").map { name[name.index(after: $0)...] } ?? name[...]
    }

    /// Whether renderers call the picture itself so, beside layers of other things.
    private static func isMain(_ layer: Substring) -> Bool {
        let name = layer.lowercased()
        return ["combined", "beauty", "rgba", "composite"].contains { name.hasSuffix($0) }
    }
}
