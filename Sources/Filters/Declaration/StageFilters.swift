/// The filters of stages, whose parameters may depend on the stage: a shader's are declared by its file.
extension FilterCatalog {
    /// The filter whose parameters come from the file that its stage names.
    package static let shader = "shader"

    /// The declaration of a stage's filter; that of a shader has the parameters of its file, if that can be
    /// used.
    public func filter(of stage: Recipe.Stage) -> FilterDeclaration? {
        guard let filter = filter(stage.filter) else { return nil }
        guard let shader = try? importedShader(of: stage) else { return filter }
        return filter.importing(shader)
    }

    /// The passes of a stage's filter; nil for point filters.
    package func multiPass(of stage: Recipe.Stage) -> (any MultiPassFilter)? {
        guard stage.filter == Self.shader else { return multiPass(stage.filter) }
        // If the file cannot be used, the error is thrown when the passes are planned.
        return (try? importedShader(of: stage)) ?? multiPass(stage.filter)
    }

    /// The shader of a stage; nil for other filters, and if no file is chosen. Throws ``FilterError`` if the
    /// file cannot be used.
    package func importedShader(of stage: Recipe.Stage) throws(FilterError) -> (any ImportedShader)? {
        guard stage.filter == Self.shader, filter(Self.shader)?.isOwn == false,
            case .text(let path)? = stage.parameters["file"]?.value(of: .file), !path.isEmpty
        else { return nil }
        return try ShaderFile.read(path)
    }

    /// The title of the first shader in a recipe that computes a frame from the frames before it; nil if
    /// there is none.
    package func shaderNeedingFramesInOrder(in recipe: Recipe) -> String? {
        recipe.stages.lazy.filter(\.isEnabled).compactMap { try? importedShader(of: $0) }
            .first(where: \.needsFramesInOrder)?.about.title
    }
}

/// The filter `shader` while no file is chosen, or if the file cannot be used.
struct ShaderWithoutFile: MultiPassFilter {
    func passes(
        values: [String: ParameterValue], conditions: PassConditions
    ) throws(FilterError) -> [FilterPass] {
        let path = values.text("file")
        if !path.isEmpty { _ = try ShaderFile.read(path) }
        return []
    }
}

extension ImportedShader {
    /// Shaders count pixels of the picture, so they look different in a reduced one.
    package var worksAtFullSize: Bool { true }
}

extension FilterDeclaration {
    /// The declaration with the parameters of a shader's file.
    fileprivate func importing(_ shader: any ImportedShader) -> FilterDeclaration {
        let about = shader.about
        let isHook = about.format == .mpv
        let said = [about.summary, about.credit, about.license].filter { !$0.isEmpty }
        var filter = FilterDeclaration(
            id: id, title: about.title, group: group,
            summary: said.isEmpty ? summary : said.joined(separator: " · "),
            parameters: parameters.filter { isHook || $0.id != "outputScale" } + shader.parameters,
            makesColor: makesColor, makesAlpha: shader.makesAlpha, readsPosition: false,
            readsTime: shader.readsTime, file: file, source: source)
        filter.words = words
        return filter
    }
}
