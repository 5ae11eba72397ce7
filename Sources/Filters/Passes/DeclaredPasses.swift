/// A filter whose header declares its passes.
struct DeclaredPasses: MultiPassFilter {
    let filter: FilterDeclaration
    /// The filters whose passes this filter uses, with their declarations.
    let others: [String: (declaration: FilterDeclaration, passes: any MultiPassFilter)]

    func passes(
        values: [String: ParameterValue], conditions: PassConditions
    ) throws(FilterError) -> [FilterPass] {
        var assembly = try PassAssembly(filter: filter, values: values, conditions: conditions)
        for declaration in filter.passes {
            if let condition = declaration.condition, !(assembly.value(of: condition) > 0) {
                assembly.skip(declaration)
                continue
            }
            switch declaration.work {
            case .function(let function): assembly.append(declaration, function)
            case .filter(let id):
                guard let other = others[id] else {
                    assembly.skip(declaration)
                    continue
                }
                let settings = assembly.settings(
                    of: declaration, for: other.declaration, bounded: !other.passes.takesLargerNumbers)
                // Functions may return any alpha.
                var conditions = conditions
                conditions.isOpaque = false
                assembly.append(
                    try other.passes.passes(values: settings, conditions: conditions), as: declaration)
            }
        }
        return assembly.passes
    }
}

/// Builds the list of passes of a declared filter.
private struct PassAssembly {
    let filter: FilterDeclaration
    let conditions: PassConditions
    /// The values of the names that formulas may use.
    private let numbers: [String: Double]
    /// The uniforms that all functions can use: the filter's parameters.
    private let uniforms: Uniforms
    private let textures: [PictureTexture]
    private var made: [FilterPass] = []
    private var results: [String: Result]

    /// The result of a pass.
    private struct Result {
        let input: FilterPass.Input
        let isPremultiplied: Bool
        let reduction: SIMD2<Int>
    }

    init(
        filter: FilterDeclaration, values: [String: ParameterValue], conditions: PassConditions
    ) throws(FilterError) {
        self.filter = filter
        self.conditions = conditions
        var numbers = [
            "scale": conditions.scale.max(), "pictureWidth": Double(conditions.entering.size.x),
            "pictureHeight": Double(conditions.entering.size.y),
        ]
        var uniforms: Uniforms = [:]
        var textures: [PictureTexture] = []
        for parameter in filter.parameters {
            let value = values[parameter.id] ?? parameter.defaultValue
            if filter.textures.contains(parameter.id) {
                if case .text(let path) = value {
                    textures.append(try PictureTexture(name: parameter.id, path: path))
                }
                continue
            }
            guard let uniform = Uniforms.Value(value, of: parameter) else { continue }
            uniforms[parameter.id] = uniform
            switch uniform {
            case .float(let number): numbers[parameter.id] = number
            case .int(let number): numbers[parameter.id] = Double(number)
            case .bool(let isOn): numbers[parameter.id] = isOn ? 1 : 0
            default: break
            }
        }
        if filter.readsTime {
            uniforms["glint_seconds"] = .float(conditions.time.seconds)
            uniforms["glint_frame"] = .int(conditions.time.frame)
            uniforms["glint_rate"] = .float(conditions.time.rate)
        }
        self.numbers = numbers
        self.uniforms = uniforms
        self.textures = textures
        results = [
            FilterDeclaration.entering: Result(input: .entering, isPremultiplied: false, reduction: .one)
        ]
    }

    func value(of formula: Formula) -> Double { formula.value(numbers) }

    /// The values of another filter's parameters.
    ///
    /// - Parameter bounded: whether numbers are clamped to the parameters' ranges.
    func settings(
        of declaration: PassDeclaration, for other: FilterDeclaration, bounded: Bool
    ) -> [String: ParameterValue] {
        var values: [String: ParameterValue] = [:]
        for parameter in other.parameters {
            values[parameter.id] = parameter.defaultValue
            guard let formula = declaration.settings[parameter.id] else { continue }
            var number = value(of: formula)
            if !number.isFinite { number = 0 }
            if bounded { number = number.clamped(to: (parameter.min ?? 0)...(parameter.max ?? 0)) }
            switch parameter.kind {
            case .number: values[parameter.id] = .number(number)
            case .integer: values[parameter.id] = .number(number.rounded())
            case .toggle: values[parameter.id] = .toggle(number > 0)
            case .choice, .color, .point, .curve, .text, .file: break
            }
        }
        return values
    }

    /// Skips a pass, so that its first input becomes its result.
    mutating func skip(_ declaration: PassDeclaration) {
        results[declaration.name] = result(of: declaration.inputs[0])
    }

    /// Adds the passes of another filter, which takes and returns straight alpha.
    mutating func append(_ others: [FilterPass], as declaration: PassDeclaration) {
        var entering = result(of: declaration.inputs[0])
        guard !others.isEmpty else { return skip(declaration) }
        if entering.isPremultiplied {
            var straight = FilterPass(name: "\(name), straight", kernel: "engine/straight.glsl")
            straight.inputs = [entering.input]
            straight.reduction = entering.reduction
            made.append(straight)
            entering = Result(
                input: .pass(made.count - 1), isPremultiplied: false, reduction: entering.reduction)
        }
        let start = made.count
        for (index, other) in others.enumerated() {
            var pass = other
            pass.name = "\(name), \(other.name)"
            pass.inputs = other.inputs.map { input in
                switch input {
                case .entering: entering.input
                case .previous: index == 0 ? entering.input : .pass(start + index - 1)
                case .pass(let earlier): .pass(start + earlier)
                case .unkeyed: .unkeyed
                }
            }
            made.append(pass)
        }
        results[declaration.name] = Result(
            input: .pass(made.count - 1), isPremultiplied: false, reduction: .one)
    }

    /// Adds the passes of a function in the file: a single pass, or one per axis.
    mutating func append(_ declaration: PassDeclaration, _ function: PassDeclaration.Function) {
        let reach = reach(of: function, declaration)
        let inputs = declaration.inputs.map { (name: $0, result: result(of: $0)) }
        var from = inputs[0].result
        var reduction = SIMD2(1, 1)
        for axis in function.axes.isEmpty ? [nil] : function.axes.map(Optional.some) {
            for each in 0..<2 where axis == nil || axis == each { reduction[each] = function.grid }
            var pass = FilterPass(
                name: axis.map { "\(name), \(declaration.name) along \($0 == 0 ? "x" : "y")" }
                    ?? (declaration == filter.passes.last ? name : "\(name), \(declaration.name)"),
                function: PassFunction(filter: filter, name: function.name, inputs: []))
            // `from` reads the first input or, after a pass along the other axis, that pass's result.
            let others = from.input == inputs[0].result.input ? Array(inputs.dropFirst()) : inputs
            let read = [(name: "from", result: from)] + others
            pass.inputs = read.map(\.result.input)
            pass.setFunction { made in
                made.axis = axis
                made.inputs = read.enumerated().map { unit, read in
                    PassFunction.Input(
                        name: read.name, unit: unit,
                        premultiplies: filter.isPremultiplied && !read.result.isPremultiplied,
                        isOnGrid: read.result.reduction == reduction)
                }
                if others.count < inputs.count {
                    made.inputs.append(made.inputs[0].renamed(inputs[0].name))
                }
            }
            pass.reduction = reduction
            var halo = axis.map { $0 == 0 ? SIMD2(reach.x, 0) : SIMD2(0, reach.y) } ?? reach
            // A pixel of a reduced grid covers more of the input, so it reads farther.
            if function.grid > 1 { halo = halo &+ reduction }
            pass.footprint = function.reachesPicture ? .whole : .around(halo: halo)
            pass.uniforms = uniforms
            for name in filter.functionSettings {
                let number = declaration.settings[name].map(value) ?? 0
                pass.uniforms[name] = .float(number.isFinite ? number : 0)
            }
            pass.uniforms["reach"] = .int(axis.map { reach[$0] } ?? reach.max())
            pass.textures = textures
            pass.needsFloats = function.needsFloats
            // If a function may read anywhere, the header does not state how many pixels it reads; this is a
            // guess.
            if function.reachesPicture { halo = SIMD2(4, 4) }
            pass.readsPerPixel = inputs.count - 1 + (2 * halo.x + 1) * (2 * halo.y + 1)
            made.append(pass)
            from = Result(
                input: .pass(made.count - 1), isPremultiplied: filter.isPremultiplied, reduction: reduction)
        }
        results[declaration.name] = from
    }

    /// The passes on which the result depends, in order.
    var passes: [FilterPass] {
        guard let last = filter.passes.last, let result = results[last.name],
            case .pass(let end) = result.input
        else { return [] }
        var kept = FilterPass.needed(by: end, of: made)
        if result.isPremultiplied { kept[kept.count - 1].setFunction { $0.storesStraight = true } }
        return kept
    }

    private var name: String { filter.title.lowercased() }

    private func result(of input: String) -> Result {
        results[input] ?? Result(input: .entering, isPremultiplied: false, reduction: .one)
    }

    /// The reach in working pixels along x and y. Rounding never increases it beyond the declared reach.
    private func reach(of function: PassDeclaration.Function, _ declaration: PassDeclaration) -> SIMD2<Int> {
        if function.reachesPicture { return conditions.entering.grid }
        guard let first = function.reach.first, let last = function.reach.last else { return .zero }
        let settings = declaration.settings.mapValues { value(of: $0) }
        let far = [first, last].enumerated().map { axis, formula in
            var numbers = numbers.merging(settings) { $1 }
            numbers["scale"] = conditions.scale[axis]
            return formula.value(numbers) * conditions.scale[axis]
        }
        let reach = SIMD2(Self.whole(far[0]), Self.whole(far[1]))
        // If there is a single formula, the function reads a single number, even if the view's scales along x
        // and y differ slightly.
        return function.axes.isEmpty && function.reach.count == 1 ? SIMD2(repeating: reach.max()) : reach
    }

    private static func whole(_ reach: Double) -> Int {
        guard reach.isFinite else { return 0 }
        // Products such as 3 ÷ scale × scale have rounding errors.
        return Int((min(max(reach, 0), PassDeclaration.farthestReach) - 1e-6).rounded(.up))
    }
}

extension FilterPass {
    /// Changes the function that the pass runs.
    fileprivate mutating func setFunction(_ change: (inout PassFunction) -> Void) {
        guard case .function(var function) = kernel else { return }
        change(&function)
        kernel = .function(function)
    }
}

extension Uniforms.Value {
    /// A parameter's value as passed to functions; nil if it is not passed.
    fileprivate init?(_ value: ParameterValue, of parameter: ParameterDeclaration) {
        switch value {
        case .number(let number):
            self = parameter.kind == .integer ? .int(Int(number.clamped(to: -2e9...2e9))) : .float(number)
        case .toggle(let isOn): self = .bool(isOn)
        case .color(let color): self = .vec3(color)
        case .point(let point): self = .vec2(point)
        case .curve(let points): self = .curve(MonotoneCurve(points).samples)
        case .text(let text):
            guard parameter.kind == .choice else { return nil }
            self = .int(parameter.choices.firstIndex { $0.id == text } ?? 0)
        }
    }
}

extension Double {
    fileprivate func clamped(to range: ClosedRange<Double>) -> Double {
        isNaN ? range.lowerBound : Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
    }
}
