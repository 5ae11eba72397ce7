import Filters
import GPU
import Imaging
import Rendering
import Localization

/// Runs a filter on noise, with its parameters at both ends of their ranges and in between, to check that it
/// compiles and behaves as its header declares.
struct FilterCheck {
    let filter: FilterDeclaration
    /// Whether the duration of a run is compared with that of inverting colors on the same device, for
    /// callers that do not limit CPU time themselves.
    var comparesTime = false
    /// Called with the device on which the filter is tried, on the thread that uses the device.
    var opened: (DeviceTraits) -> Void = { _ in }
    /// Called after each run; no run should take long.
    let runEnded: () -> Void

    /// The side of the test picture. Infinite loops are ended after a large number of iterations; over a
    /// megapixel, even that many exceed the time limit on a software renderer.
    private static let side = 1024

    /// About an hour of frames. Filters that read the time are tried at random times within it.
    private static let longestTime = 100_000

    /// The filter's problems; throws ``GPUError`` if the device fails.
    func problems() throws -> [FilterProblem] {
        do {
            return try problemsOfRuns()
        } catch GPUError.shader(_, let log) {
            let paths = [filter.file] + filter.includes.keys.map(filter.path)
            let mistakes = Self.mistakes(log, paths: paths, filter: filter)
            // After the first error, compilers report consequential errors, mostly in the same line.
            return mistakes.enumerated().filter { index, problem in
                problem.line == nil
                    || !mistakes[..<index].contains { ($0.path, $0.line) == (problem.path, problem.line) }
            }.map(\.element)
        }
    }

    private func problemsOfRuns() throws -> [FilterProblem] {
        let catalog = FilterCatalog.builtIn.adding([filter])
        let engine = try Engine(context: HeadlessContext(), catalog: catalog)
        opened(engine.device.traits)
        runEnded()
        let recipes = Self.choices.map { choose in
            var stage = Recipe.Stage(filter.id)
            for parameter in filter.parameters { stage.set(parameter.id, to: choose(parameter)) }
            return Recipe([stage])
        }
        let checks = PassTrial(filter: filter, engine: engine)
        for recipe in recipes {
            let problems = try checks.problems(with: recipe, noise: Self.noise)
            guard problems.isEmpty else { return problems }
            runEnded()
        }
        let makesNothing = try recipes.allSatisfy { recipe in
            defer { runEnded() }
            return try filter.passes.isEmpty && checks.isEmpty(recipe, noise: Self.noise)
        }
        if makesNothing {
            return [FilterProblem(path: filter.file, try reasonForNothing(recipes))]
        }
        let source = SourceFrame(Self.noise(width: Self.side, height: Self.side))
        let limit = comparesTime ? try secondsAllowed(on: engine, over: source) : .infinity
        for recipe in recipes {
            // This run excludes compilation from the measurement.
            _ = try engine.render(
                recipe, of: source,
                viewport: Viewport(gridSize: source.size, region: PixelRegion(size: SIMD2(8, 8))),
                keepsResults: false)
            engine.device.finish()
            runEnded()
            let time = FrameTime(frame: .random(in: 0...Self.longestTime))
            // Measures a second time, since other work may have delayed the first run.
            let isSlow = try (0..<2).allSatisfy { _ in
                defer { runEnded() }
                return try seconds(of: recipe, over: source.at(time), on: engine) > limit
            }
            if isSlow { return [FilterProblem(path: filter.file, Self.isSlow(seconds: Int(limit)))] }
        }
        return []
    }

    /// Explains why a point filter outputs nothing: either the result is NaN, which is stored as transparent
    /// black, or the loops were ended, which has the same result.
    private func reasonForNothing(_ recipes: [Recipe]) throws -> String {
        let probe = filter.findingNaN
        let engine = try Engine(context: HeadlessContext(), catalog: FilterCatalog.builtIn.adding([probe]))
        let checks = PassTrial(filter: probe, engine: engine)
        var isNumber = false
        for recipe in recipes {
            defer { runEnded() }
            let recipe = Recipe(
                recipe.stages.map { stage in
                    var stage = stage
                    stage.filter = probe.id
                    return stage
                })
            let pixels = try checks.pixels(of: recipe, noise: Self.noise)
            if pixels.contains(where: { $0.x == 1 }) {
                return tr(
                    """
                    the filter's result is not a number: does it divide zero by zero, or take the root or \
                    the logarithm of a negative value?
                    """)
            }
            isNumber = isNumber || pixels.contains { $0 != .zero }
        }
        return isNumber
            ? tr("the filter produces only transparent black")
            : tr("the filter produces no result: does it contain an endless loop?")
    }

    /// The message for a filter that does not seem to terminate.
    static func isSlow(seconds: Int) -> String {
        tr("the filter takes more than \(seconds) seconds for a megapixel; does it contain an endless loop?")
    }

    /// The duration of a run in seconds; on a software renderer at most its CPU time, to exclude other
    /// processes.
    private func seconds(of recipe: Recipe, over source: SourceFrame, on engine: Engine) throws -> Double {
        let clock = engine.device.traits.isSoftware ? DriverClock() : nil
        let (start, processorStart) = (ContinuousClock.now, clock?.seconds ?? 0)
        _ = try engine.render(
            recipe, of: source, viewport: Viewport(wholeAt: source.size), keepsResults: false)
        engine.device.finish()
        let seconds = (.now - start) / .seconds(1)
        return clock.map { min(seconds, $0.seconds - processorStart) } ?? seconds
    }

    /// The time limit of a run in seconds: three, or more on a busy device. On a software renderer, running a
    /// loop up to the iteration limit takes a few hundred times as long as inverting colors.
    private func secondsAllowed(on engine: Engine, over source: SourceFrame) throws -> Double {
        let plain = Recipe([Recipe.Stage("invert")])
        // The first run includes compilation.
        let seconds = try (0..<3).map { _ in try self.seconds(of: plain, over: source, on: engine) }
        return max(3, 60 * (seconds.min() ?? 0))
    }

    /// Noise with all kinds of colors, from Knuth's linear congruential generator (MMIX), eight bytes at a
    /// time.
    static func noise(width: Int, height: Int) -> PixelBuffer {
        var state: UInt64 = .random(in: 0...UInt64.max)
        return PixelBuffer(width: width, height: height, depth: .eight) { bytes in
            let words = bytes.bindMemory(to: UInt64.self)
            for index in words.indices {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                words[index] = state ^ state >> 32
            }
        }
    }

    /// The parameter values to try: the defaults, both ends of the ranges, and two random ones.
    private static var choices: [(ParameterDeclaration) -> ParameterValue] {
        [{ $0.defaultValue }, { $0.value(at: 0) }, { $0.value(at: 1) }]
            + (0..<2).map { _ in { $0.value(at: .random(in: 0...1)) } }
    }

    /// The errors in the compiler's log that are in the filter's files. If there are none, a message that the
    /// filter does not fit together with Glint's code.
    private static func mistakes(
        _ log: String, paths: [String], filter: FilterDeclaration
    ) -> [FilterProblem] {
        let lines = log.split(separator: "\n").filter { !$0.contains(": warning: ") }
        let problems = lines.compactMap { FilterProblem(reading: $0, paths: paths) }
        if let line = filter.lineOfUndeclaredTime,
            problems.isEmpty || problems.contains(where: { $0.path == paths[0] && $0.line == line })
        {
            let message =
                filter.passes.isEmpty
                ? tr(
                    """
                    a filter that reads the time must declare it in its header with “// reads: time”, and \
                    take “Time time” after the color
                    """
                )
                : tr("a filter that reads the time must declare it in its header with “// reads: time”")
            return [FilterProblem(path: paths[0], line: line, message)]
        }
        guard !problems.isEmpty else {
            let isOther = filter.passes.isEmpty && log.contains("no matching function")
            let message =
                isOther
                ? tr("the function must begin with “\(filter.signature)”")
                : lines.first.map(String.init) ?? tr("it does not compile")
            return [FilterProblem(path: paths[0], message)]
        }
        return problems.map { problem in
            // The functions with which Glint's own kernels read neighboring pixels.
            guard problem.message.contains("fetch0") || problem.message.contains("imageLoad") else {
                return problem
            }
            return FilterProblem(
                path: problem.path, line: problem.line, column: problem.column,
                tr("\(problem.message); a filter that reads other pixels must declare a pass with its reach"))
        }
    }
}

extension FilterDeclaration {
    /// The point filter with its output replaced by 1 if it is NaN, and by 0.5 otherwise.
    fileprivate var findingNaN: FilterDeclaration {
        let given =
            (["color"] + (readsPosition ? ["place"] : []) + (readsTime ? ["time"] : [])
                + parameters.map(\.id))
        // The name of the function is the id in camelCase.
        let head = signature.replacing("\(functionName)(", with: "\(functionName)IsNumber(")
        let call = "\(functionName)(\(given.joined(separator: ", ")))"
        let body = "{ return any(isnan(\(call))) ? vec4(1.0) : vec4(0.5); }"
        var probe = FilterDeclaration(
            id: id + "-is-number", title: title, group: group, summary: summary, parameters: parameters,
            makesColor: true,
            makesAlpha: true, readsPosition: readsPosition, readsTime: readsTime, file: file,
            source: "\(source)\n\(head) \(body)\n")
        probe.includes = includes
        probe.isOwn = true
        return probe
    }

    /// The first line that reads the time without a declaration in the header; nil if there is none.
    fileprivate var lineOfUndeclaredTime: Int? {
        guard !readsTime else { return nil }
        let lines = FunctionOutline.withoutComments(source).split(
            separator: "\n", omittingEmptySubsequences: false)
        return lines.firstIndex { line in
            let words = line.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == ".") }
            return words.contains { ["time.seconds", "time.frame", "time.rate", "Time"].contains($0) }
        }.map { $0 + 1 }
    }
}

extension ParameterDeclaration {
    /// The value at a fraction 0…1 of the parameter's range; the default if there is no range.
    fileprivate func value(at fraction: Double) -> ParameterValue {
        switch kind {
        case .number, .integer:
            let number = (min ?? 0) + fraction * ((max ?? 0) - (min ?? 0))
            return .number(kind == .integer ? number.rounded() : number)
        case .toggle: return .toggle(fraction >= 0.5)
        case .choice:
            let index = Swift.min(choices.count - 1, Int(fraction * Double(choices.count)))
            return choices.indices.contains(index) ? .text(choices[index].id) : defaultValue
        case .color: return .color(SIMD3(repeating: fraction))
        case .point: return .point(SIMD2(repeating: fraction))
        case .curve, .text, .file: return defaultValue
        }
    }
}
