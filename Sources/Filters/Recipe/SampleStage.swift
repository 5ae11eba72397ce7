extension Recipe.Stage {
    /// A stage that shows the effect of a filter: with the values of its sample, and defaults for the others.
    /// If these leave the picture unchanged, all numbers are halfway between “no effect” and a limit.
    package init(sampleOf filter: FilterDeclaration) {
        self.init(filter.id)
        for parameter in filter.parameters {
            set(parameter.id, to: filter.sample[parameter.id] ?? parameter.defaultValue)
        }
        if filter.builtInID == FilterCatalog.retouch {
            // The sun and its reflection in the sample picture.
            spots = [
                RetouchSpot(points: [SIMD2(0.687, 0.425)], radius: 0.04, source: SIMD2(0.59, 0.4)),
                RetouchSpot(
                    points: [SIMD2(0.687, 0.72), SIMD2(0.687, 0.78)], radius: 0.03,
                    source: SIMD2(0.6, 0.72)),
            ]
        }
        guard isIdentity(of: filter) else { return }
        for parameter in filter.parameters {
            guard case .number(let identity)? = parameter.identity, let low = parameter.min,
                let high = parameter.max
            else { continue }
            let middle = (identity + (identity < high ? high : low)) / 2
            set(parameter.id, to: .number(parameter.kind == .integer ? middle.rounded(.up) : middle))
        }
    }
}
