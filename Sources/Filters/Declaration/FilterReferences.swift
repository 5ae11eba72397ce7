import Localization

/// Resolves references to the passes of other filters, such as `filter gaussian-blur(entering, radius=4)` in
/// a header.
enum FilterReferences {
    /// The passes of all filters other than point filters.
    static func resolved(
        _ filters: [String: FilterDeclaration], _ swiftHalves: [String: any MultiPassFilter]
    ) -> [String: any MultiPassFilter] {
        var resolved = swiftHalves
        func resolve(_ filter: FilterDeclaration) -> any MultiPassFilter {
            if let known = resolved[filter.id] { return known }
            guard !filter.passes.isEmpty else { return PointPass(filter: filter) }
            var others: [String: (declaration: FilterDeclaration, passes: any MultiPassFilter)] = [:]
            for id in filter.otherFilters {
                if let other = filters[id] { others[id] = (other, resolve(other)) }
            }
            let passes = DeclaredPasses(filter: filter, others: others)
            resolved[filter.id] = passes
            return passes
        }
        for filter in filters.values where !filter.passes.isEmpty { _ = resolve(filter) }
        return resolved
    }

    /// Problems in a header's references to other filters.
    static func problems(
        of filter: FilterDeclaration, to filters: [String: FilterDeclaration],
        _ swiftHalves: [String: any MultiPassFilter]
    ) -> [DeclarationError] {
        var problems: [DeclarationError] = []
        for pass in filter.passes {
            guard case .filter(let id) = pass.work else { continue }
            func report(_ message: String) {
                problems.append(DeclarationError(file: filter.file, line: pass.line, message: message))
            }
            guard let other = filters[id] else {
                let near = NearName.nearest(to: id, among: Array(filters.keys))
                report(
                    near.map { tr("there is no filter \(id.quoted) (did you mean \($0)?)") }
                        ?? tr("there is no filter \(id.quoted)"))
                continue
            }
            if swiftHalves[id] is any GeometryFilter {
                report(tr("\(id) changes the picture's shape, so it cannot be a pass"))
            }
            if reaches(filter.id, from: other, in: filters) {
                report(tr("the filters \(filter.id) and \(id) include each other"))
            }
            for key in pass.settings.keys.sorted() {
                let kind = other.parameter(key)?.kind
                guard kind == nil || ![.number, .integer, .toggle].contains(kind) else { continue }
                let numbers = other.parameters.filter { [.number, .integer, .toggle].contains($0.kind) }.map(
                    \.id)
                let all = numbers.joined(separator: ", ")
                report(
                    NearName.nearest(to: key, among: numbers).map {
                        tr(
                            "\(id) has no numeric parameter \(key.quoted) (did you mean \($0)?); it has \(all)"
                        )
                    } ?? tr("\(id) has no numeric parameter \(key.quoted); it has \(all)"))
            }
        }
        return problems
    }

    private static func reaches(
        _ id: String, from filter: FilterDeclaration, in filters: [String: FilterDeclaration]
    ) -> Bool {
        var seen: Set<String> = []
        var open = [filter.id]
        while let next = open.popLast() {
            if next == id { return true }
            guard seen.insert(next).inserted else { continue }
            open += filters[next]?.otherFilters ?? []
        }
        return false
    }
}

extension FilterDeclaration {
    /// The filters whose passes this filter uses.
    fileprivate var otherFilters: [String] {
        passes.compactMap { if case .filter(let id) = $0.work { id } else { nil } }
    }
}

/// A point filter that another filter uses as a pass.
private struct PointPass: MultiPassFilter {
    let filter: FilterDeclaration

    func passes(values: [String: ParameterValue], conditions: PassConditions) -> [FilterPass] {
        [FilterPass(name: filter.title.lowercased(), point: filter, values: values, time: conditions.time)]
    }
}
