import Shaders
import Localization

/// The available filters.
public struct FilterCatalog: Sendable {
    /// Sorted by group and title.
    public let filters: [FilterDeclaration]
    /// The mistakes in files whose declarations could not be parsed.
    package let errors: [DeclarationError]
    private let byID: [String: FilterDeclaration]
    /// The filters implemented in Swift, and those whose header declares passes.
    private let multiPass: [String: any MultiPassFilter]
    let swiftHalves: [String: any MultiPassFilter]

    /// The filters built into the program.
    public static let builtIn = FilterCatalog(files: Shaders.text)

    /// The Swift implementations, by filter id, of filters that are not point filters and cannot be described
    /// by a header alone.
    package static let multiPass: [String: any MultiPassFilter] = [
        "background": Background(),
        "border": Border(),
        "box-blur": BoxBlur(),
        "bulge": Bulge(),
        "chroma-key": ChromaKey(),
        "crop": Crop(),
        "despeckle": Despeckle(),
        "flip": Flip(),
        "gaussian-blur": GaussianBlur(),
        "halftone": Halftone(),
        "kuwahara": Kuwahara(),
        Lens.id: Lens(),
        "lens-blur": LensBlur(),
        LUT.id: LUT(),
        "median": Median(),
        NTSC.id: NTSC(),
        Perspective.id: Perspective(),
        "overlay": Overlay(),
        "pixelate": Pixelate(),
        "resize": Resize(),
        retouch: Retouch(spots: []),
        "rotate": Rotate(),
        shader: ShaderWithoutFile(),
        "swirl": Swirl(),
        TextFilter.id: TextFilter(),
        "zoom-blur": ZoomBlur(),
    ]

    /// - Parameters:
    ///   - files: the text of shader files by path; files that declare no filter are skipped.
    ///   - multiPass: the Swift implementations, by filter id.
    package init(files: [String: String], multiPass: [String: any MultiPassFilter] = Self.multiPass) {
        var filters: [FilterDeclaration] = []
        var errors: [DeclarationError] = []
        for (file, source) in files {
            do throws(DeclarationErrors) {
                // The passes of built-in filters are checked by tests, to save the time at startup.
                let filter = try DeclarationParser.parse(source, file: file, checksPasses: false)
                if let filter { filters.append(filter) }
            } catch {
                errors += error.errors
            }
        }
        self.init(filters, multiPass, errors: errors)
    }

    init(
        _ filters: [FilterDeclaration], _ multiPass: [String: any MultiPassFilter],
        errors: [DeclarationError]
    ) {
        let byID = Dictionary(filters.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        var halves = multiPass
        for filter in filters where filter.id.hasPrefix(Self.builtInPrefix) {
            halves[filter.id] = halves.removeValue(forKey: filter.id.withoutBuiltInPrefix)
        }
        let problems = filters.flatMap { FilterReferences.problems(of: $0, to: byID, halves) }
        let broken = Set(problems.map(\.file))
        self.filters = filters.filter { !broken.contains($0.file) }
            .sorted { ($0.group, $0.title, $0.file) < ($1.group, $1.title, $1.file) }
        self.errors = (errors + problems).sorted { ($0.file, $0.line) < ($1.file, $1.line) }
        self.byID = byID.filter { !broken.contains($0.value.file) }
        swiftHalves = multiPass
        self.multiPass = FilterReferences.resolved(self.byID, halves)
    }

    /// The catalog with `change` applied to each filter.
    func mapFilters(_ change: (FilterDeclaration) -> FilterDeclaration) -> FilterCatalog {
        FilterCatalog(filters.map(change), swiftHalves, errors: errors)
    }

    /// Problems in a filter's references to passes of other filters in this catalog.
    package func problems(of filter: FilterDeclaration) -> [DeclarationError] {
        FilterReferences.problems(of: filter, to: byID, swiftHalves)
    }

    /// The filter with an id. A built-in filter also has the id `glint:ID`.
    public func filter(_ id: String) -> FilterDeclaration? {
        if let filter = byID[id] { return filter }
        guard id.hasPrefix(Self.builtInPrefix), let filter = byID[id.withoutBuiltInPrefix] else { return nil }
        return filter.isOwn ? nil : filter
    }

    /// The id of the filter that a misspelled name probably refers to: a filter that has this title or search
    /// word, or a similar id or search word.
    package func idMeant(by name: String) -> String? {
        let word = name.lowercased()
        if let filter = filters.first(where: { $0.words.contains(word) || $0.title.lowercased() == word }) {
            return filter.id
        }
        if let id = NearName.nearest(to: name, among: filters.map(\.id)) { return id }
        guard name.count > 2 else { return nil }
        let near = NearName.nearest(to: name, among: filters.flatMap(\.words))
        return near.flatMap { near in filters.first { $0.words.contains(near) }?.id }
    }

    /// The passes of a filter; nil for point filters.
    package func multiPass(_ id: String) -> (any MultiPassFilter)? { multiPass[filter(id)?.id ?? id] }

    /// The filter with the given id; throws ``RecipeError/unknownFilter(_:known:)``.
    package func require(_ id: String) throws(RecipeError) -> FilterDeclaration {
        guard let filter = filter(id) else { throw .unknownFilter(id, known: filters.map(\.id).sorted()) }
        return filter
    }

    /// Validates a stage: its filter, parameters and values.
    public func validate(_ stage: Recipe.Stage) throws(RecipeError) {
        guard let filter = filter(of: stage) else {
            throw .unknownFilter(stage.filter, known: filters.map(\.id).sorted())
        }
        for id in stage.parameters.keys.sorted() {
            guard let parameter = filter.parameter(id) else {
                // A shader keeps the parameters of the files that it ran before, and of one that is missing.
                if filter.builtInID == Self.shader { continue }
                throw .unknownParameter(id, filter: filter.id, known: filter.parameters.map(\.id))
            }
            if let problem = problem(with: stage, parameter) {
                throw .badValue(filter: filter.id, problem: problem)
            }
        }
        if let problem = problem(with: stage) { throw .badValue(filter: filter.id, problem: problem) }
        if stage.otherKeys["blend"] != nil {
            let modes = BlendMode.allCases.map(\.rawValue).joined(separator: ", ")
            throw .badValue(filter: filter.id, problem: tr("blend must be one of \(modes)"))
        }
        if let problem = spotsProblem(of: stage) { throw .badValue(filter: filter.id, problem: problem) }
        if let problem = regionProblem(of: stage) { throw .badRegion(filter: filter.id, problem: problem) }
        let demand = tr("opacity must be a number from 0 to 1")
        if let problem = stage.changingOpacity?.problem(of: "opacity", in: 0...1, demand: demand) {
            throw .badValue(filter: filter.id, problem: problem)
        }
        guard (0...1).contains(stage.opacity) else { throw .badValue(filter: filter.id, problem: demand) }
    }

    private func problem(with stage: Recipe.Stage, _ parameter: ParameterDeclaration) -> String? {
        switch stage.parameters[parameter.id] {
        case .changing(let value)?: return parameter.problem(with: value)
        case .unknown(let json)?:
            do throws(ValueOverTime.Mistake) {
                _ = try ValueOverTime(json: json)
                return parameter.demand
            } catch {
                return tr("\(parameter.id): \(error.reason)")
            }
        default:
            guard let value = stage.given(parameter) else { return parameter.demand }
            return parameter.problem(with: value)
        }
    }

    /// Why a stage's values cannot be used although each parameter accepts its own; nil if they can.
    package func problem(with stage: Recipe.Stage) -> String? {
        guard let filter = filter(stage.filter), let passes = multiPass(stage.filter) else { return nil }
        // What values have in common only concerns texts, which do not change over time.
        let values = filter.parameters.map { ($0.id, stage.value(of: $0)) }
        return passes.problem(with: Dictionary(values, uniquingKeysWith: { first, _ in first }))
    }

    private func spotsProblem(of stage: Recipe.Stage) -> String? {
        if isBuiltIn(stage, Self.retouch), stage.otherKeys["spots"] != nil {
            let modes = RetouchSpot.Mode.allCases.map(\.rawValue).joined(separator: ", ")
            return tr("the mode of a spot must be one of \(modes)")
        }
        return RetouchSpot.problem(with: stage.spots)
    }

    private func regionProblem(of stage: Recipe.Stage) -> String? {
        if !stage.regions.isEmpty {
            return takesRegion(stage)
                ? Region.problem(with: stage.regions)
                : tr("it changes the picture's geometry, so it cannot be limited to a region")
        }
        guard stage.otherKeys["region"] != nil else { return nil }
        let shapes = Region.Shape.allCases.map(\.rawValue).joined(separator: ", ")
        let operations = Region.Operation.allCases.map(\.rawValue).joined(separator: ", ")
        return tr("the region's shape must be one of \(shapes), and its operation one of \(operations)")
    }

    /// True if the filter can be limited to part of the picture; filters that change the picture's shape
    /// cannot.
    package func takesRegion(_ id: String) -> Bool { !(multiPass(id) is any GeometryFilter) }

    /// True if the stage can be limited to part of the picture.
    package func takesRegion(_ stage: Recipe.Stage) -> Bool {
        !(multiPass(of: stage) is any GeometryFilter)
    }

    /// Validates a recipe; throws the first error.
    public func validate(_ recipe: Recipe) throws(RecipeError) {
        for stage in recipe.stages { try validate(stage) }
    }
}
