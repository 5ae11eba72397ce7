import Localization

/// Checks the passes of a header for consistency, and sorts them so that each follows the passes that it
/// reads.
enum PassOrder {
    private static let maxPasses = 64

    struct Problem {
        let line: Int
        let message: String
    }

    /// The passes in an order in which they can run; the one declared last stays last. There must be no
    /// cycle.
    static func sorted(_ passes: [PassDeclaration]) -> [PassDeclaration] {
        var sorted: [PassDeclaration] = []
        func visit(_ pass: PassDeclaration) {
            guard !sorted.contains(where: { $0.name == pass.name }) else { return }
            for input in pass.inputs {
                if let read = passes.first(where: { $0.name == input }) { visit(read) }
            }
            sorted.append(pass)
        }
        if let last = passes.last { visit(last) }
        return sorted
    }

    /// The problems of a filter's passes.
    static func problems(of passes: [PassDeclaration], in filter: FilterDeclaration) -> [Problem] {
        guard let last = passes.last else {
            return filter.textures.isEmpty
                ? []
                : [
                    Problem(
                        line: filter.parameter(filter.textures[0]).flatMap(filter.line) ?? 1,
                        message:
                            tr(
                                """
                                a filter with a texture must declare its passes, such as “// pass: result = \
                                textured(entering)”
                                """
                            )
                    )
                ]
        }
        guard passes.count <= maxPasses else {
            return [Problem(line: last.line, message: tr("a filter can have at most \(maxPasses) passes"))]
        }
        var problems: [Problem] = []
        func report(_ pass: PassDeclaration, _ message: String) {
            problems.append(Problem(line: pass.line, message: message))
        }
        let texts = [filter.source] + filter.includes.values
        let outline = FunctionOutline(texts)
        let functions = passes.compactMap { pass -> String? in
            if case .function(let function) = pass.work { function.name } else { nil }
        }
        let taken = FilterDeclaration.givenNames + FilterDeclaration.formulaNames
        func report(_ parameter: ParameterDeclaration, _ message: String) {
            problems.append(Problem(line: filter.line(of: parameter) ?? 1, message: message))
        }
        for parameter in filter.parameters where taken.contains(parameter.id) {
            report(
                parameter, tr("passes already receive \(parameter.id), so no parameter can have this name"))
        }
        for parameter in filter.parameters where FilterDeclaration.reservedWords.contains(parameter.id[...]) {
            report(
                parameter,
                tr("the parameter \(parameter.id) has the name of a GLSL keyword, so passes cannot read it"))
        }
        for (index, pass) in passes.enumerated() {
            if passes[..<index].contains(where: { $0.name == pass.name }) {
                report(pass, tr("there are two passes named \(pass.name)"))
            }
            if taken.contains(pass.name) || filter.parameter(pass.name) != nil {
                report(pass, tr("\(pass.name) is already taken; give the pass another name"))
            }
            if functions.contains(pass.name) {
                report(pass, tr("there is already a function named \(pass.name); give the pass another name"))
            }
            for input in pass.inputs
            where input != FilterDeclaration.entering && !passes.contains(where: { $0.name == input }) {
                let names = passes.map(\.name) + [FilterDeclaration.entering]
                report(
                    pass,
                    NearName.nearest(to: input, among: names).map {
                        tr("there is no pass \(input.quoted) to read (did you mean \($0)?)")
                    } ?? tr("there is no pass \(input.quoted) to read"))
            }
            for name in [pass.name] + pass.settings.keys.sorted()
            where FilterDeclaration.reservedWords.contains(name[...]) {
                report(pass, tr("\(name) is a GLSL keyword and cannot be a name"))
            }
            if case .function = pass.work {
                let known = taken + filter.parameters.map(\.id) + passes.map(\.name)
                for name in pass.settings.keys.sorted() where known.contains(name) {
                    report(pass, tr("\(name) is already taken; give the number another name"))
                }
            }
            for problem in gridProblems(of: pass, among: passes) { report(pass, problem) }
            if Set(pass.inputs).count < pass.inputs.count { report(pass, tr("an input is given twice")) }
            if pass.inputs.count + filter.textures.count > PassDeclaration.maxInputs {
                report(pass, tr("a pass can read at most \(PassDeclaration.maxInputs) inputs and textures"))
            }
            if case .function(let function) = pass.work,
                !texts.contains(where: { defines(function.name, $0) })
            {
                report(pass, tr("there is no function “vec4 \(function.name)(ivec2 p)”"))
            }
            if case .function(let function) = pass.work {
                let known = Set(passes.map(\.name) + [FilterDeclaration.entering])
                let read = outline.names(reachedFrom: function.name).intersection(known)
                for name in read.subtracting(pass.inputs).sorted() {
                    report(
                        pass,
                        tr("\(function.name) reads \(name), which is not an input of \(pass.name)"))
                }
            }
            for problem in formulaProblems(of: pass, in: filter) { report(pass, problem) }
        }
        if case .function(let function) = last.work, function.grid > 1 {
            report(last, tr("the last pass produces the result, so it cannot have its own grid"))
        }
        if let circle = circle(among: passes) {
            let names = circle.map(\.name).joined(separator: ", ")
            report(circle[0], tr("the passes \(names) read each other in a cycle"))
        }
        // If an input is misspelled, the pass that it should name would also be reported, as unused.
        if problems.isEmpty {
            for pass in passes.dropLast() where !passes.contains(where: { $0.inputs.contains(pass.name) }) {
                report(pass, tr("the pass \(pass.name) is never read"))
            }
        }
        return problems.sorted { $0.line < $1.line }
    }

    /// Problems caused by different grids, on which the same coordinates mean different positions.
    private static func gridProblems(of pass: PassDeclaration, among passes: [PassDeclaration]) -> [String] {
        let first = passes.first { $0.name == pass.inputs[0] }?.grid ?? .one
        var problems: [String] = []
        if pass.condition != nil, pass.grid != first {
            problems.append(
                tr(
                    "a pass with “when” must have the same grid as its first input, which is used if the pass is skipped"
                )
            )
        }
        if case .filter = pass.work, first != .one {
            problems.append(tr("another filter can only be applied to an input with the full grid"))
        }
        return problems
    }

    /// True if a text defines a function that computes a pixel.
    private static func defines(_ function: String, _ text: String) -> Bool {
        var rest = text[...]
        while let found = rest.firstRange(of: "vec4") {
            rest = rest[found.upperBound...]
            var declarator = rest.drop(while: \.isWhitespace)
            guard declarator.startIndex > rest.startIndex, declarator.hasPrefix(function) else { continue }
            declarator = declarator.dropFirst(function.count).drop(while: \.isWhitespace)
            if declarator.first == "(", declarator.dropFirst().drop(while: \.isWhitespace).hasPrefix("ivec2")
            {
                return true
            }
        }
        return false
    }

    /// Passes that form a cycle; nil if there is no cycle.
    private static func circle(among passes: [PassDeclaration]) -> [PassDeclaration]? {
        var done: Set<String> = []
        func search(_ pass: PassDeclaration, after path: [PassDeclaration]) -> [PassDeclaration]? {
            if let start = path.firstIndex(of: pass) { return Array(path[start...]) }
            guard !done.contains(pass.name) else { return nil }
            for input in pass.inputs {
                guard let read = passes.first(where: { $0.name == input }) else { continue }
                if let found = search(read, after: path + [pass]) { return found }
            }
            done.insert(pass.name)
            return nil
        }
        for pass in passes {
            if let found = search(pass, after: []) { return found }
        }
        return nil
    }

    private static func formulaProblems(of pass: PassDeclaration, in filter: FilterDeclaration) -> [String] {
        var problems: [String] = []
        var known = filter.formulaRanges
        func check(_ formula: Formula, _ what: String) -> ClosedRange<Double>? {
            for name in formula.names.subtracting(known.keys).sorted() {
                let near = NearName.nearest(to: name, among: Array(known.keys))
                problems.append(
                    near.map {
                        tr(
                            """
                            \(what) uses \(name.quoted), which is not a numeric parameter of the filter (did \
                            you mean \($0)?)
                            """)
                    } ?? tr("\(what) uses \(name.quoted), which is not a numeric parameter of the filter"))
            }
            do throws(FormulaFlaw) {
                return try formula.range(known)
            } catch {
                problems.append(tr("\(what) is not defined for all values: \(error)"))
                return nil
            }
        }
        if let condition = pass.condition { _ = check(condition, "when") }
        var settings: [String: ClosedRange<Double>] = [:]
        for (name, formula) in pass.settings.sorted(by: { $0.key < $1.key }) {
            settings[name] = check(formula, name) ?? 0...0
        }
        guard case .function(let function) = pass.work else { return problems }
        known.merge(settings) { $1 }
        for reach in function.reach {
            guard check(reach, "reach") != nil else { continue }
            // The range of the reach, in picture pixels.
            let whole = known.merging(["scale": 1...1]) { $1 }
            if let range = try? reach.range(whole), range.upperBound > PassDeclaration.farthestReach {
                let (reach, most) = (plain(range.upperBound), plain(PassDeclaration.farthestReach))
                problems.append(tr("the reach can be \(reach) pixels, but the maximum is \(most)"))
            }
        }
        return problems
    }
}

extension FilterDeclaration {
    /// The ranges of the names that formulas may use.
    fileprivate var formulaRanges: [String: ClosedRange<Double>] {
        var ranges: [String: ClosedRange<Double>] = [
            // A working grid is never larger than the picture.
            "scale": 1.0 / 4096...1, "pictureWidth": 1...1e6, "pictureHeight": 1...1e6,
        ]
        for parameter in parameters {
            switch parameter.kind {
            case .number, .integer: ranges[parameter.id] = (parameter.min ?? 0)...(parameter.max ?? 0)
            case .toggle: ranges[parameter.id] = 0...1
            case .choice: ranges[parameter.id] = 0...Double(max(parameter.choices.count - 1, 0))
            case .color, .point, .curve, .text, .file: break
            }
        }
        return ranges
    }
}
