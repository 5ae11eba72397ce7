/// The filters of stages, whose parameters may depend on the stage: a shader's are declared by its file.
extension FilterCatalog {
    /// The filter whose parameters come from the file that its stage names.
    package static let shader = "shader"

    /// The filter whose stages have spots.
    package static let retouch = "retouch"

    /// The declaration of a stage's filter; that of a shader has the parameters of its file, if that can be
    /// used.
    public func filter(of stage: Recipe.Stage) -> FilterDeclaration? {
        guard let filter = filter(stage.filter) else { return nil }
        // The declaration of a file in the folder of filters already has its parameters.
        guard filter.shaderPath == nil, let shader = try? importedShader(of: stage) else { return filter }
        return filter.importing(shader)
    }

    /// The passes of a stage's filter; nil for point filters.
    package func multiPass(of stage: Recipe.Stage) -> (any MultiPassFilter)? {
        if isBuiltIn(stage, Self.retouch) { return Retouch(spots: stage.spots) }
        let source = shaderSource(of: stage)
        guard source != nil || isBuiltIn(stage, Self.shader) else { return multiPass(stage.filter) }
        // If the file cannot be used, the error is thrown when the passes are planned.
        return (try? importedShader(of: stage)) ?? ShaderWithoutFile(source: source)
    }

    /// Where the shader of a stage comes from; nil for other filters, and if no file is chosen.
    package func shaderSource(of stage: Recipe.Stage) -> ShaderSource? {
        if let path = filter(stage.filter)?.shaderPath { return .file(path) }
        guard isBuiltIn(stage, Self.shader) else { return nil }
        var path = ""
        if case .text(let given)? = stage.parameters["file"]?.value(of: .file) { path = given }
        if let text = stage.shader?.text { return .text(text, name: path) }
        return path.isEmpty ? nil : .file(path)
    }

    /// The shader of a stage; nil for other filters, and if no file is chosen. Throws ``FilterError`` if the
    /// file cannot be used.
    package func importedShader(of stage: Recipe.Stage) throws(FilterError) -> (any ImportedShader)? {
        guard let source = shaderSource(of: stage) else { return nil }
        return try ShaderFile.read(source)
    }

    /// The files that the stage's shader consists of, if the stage names them: those that may be edited while
    /// it is in use.
    package func shaderFiles(of stage: Recipe.Stage) -> [String] {
        guard isBuiltIn(stage, Self.shader), case .file(let path)? = shaderSource(of: stage) else {
            return []
        }
        return path.hasSuffix(".fs") ? [path, ISFShader.vertexPath(path)] : [path]
    }

    /// True if the stage's shader is in a file that does not exist. Such a stage is skipped.
    package func lacksShader(_ stage: Recipe.Stage) -> Bool {
        shaderSource(of: stage).map { !$0.exists } ?? false
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
    var source: ShaderSource?

    func passes(
        values: [String: ParameterValue], conditions: PassConditions
    ) throws(FilterError) -> [FilterPass] {
        if let source { _ = try ShaderFile.read(source) }
        return []
    }
}

extension ImportedShader {
    /// Shaders count pixels of the picture, so they look different in a reduced one.
    package var worksAtFullSize: Bool { true }
}

extension Recipe.Stage {
    /// A stage that runs a shader with the defaults of its parameters.
    package init(_ source: ShaderSource) {
        self.init(FilterCatalog.shader, source.path.isEmpty ? [:] : ["file": .text(source.path)])
        if case .text(let text, _) = source { shader = ShaderRecord(text, embeds: true) }
    }
}

extension FilterDeclaration {
    /// A filter that stands for a shader file in the folder of filters. Its id is made from the file's name.
    /// Throws ``FilterError`` if the file cannot be used.
    package init(shaderAt path: String) throws(FilterError) {
        let shader = try ShaderFile.read(.file(path))
        guard let base = FilterCatalog.builtIn.filter(FilterCatalog.shader) else {
            throw .file(path: path, reason: path)
        }
        self = base.importing(shader, id: Self.id(from: shader.about.title))
        parameters.removeAll { $0.id == "file" }
        shaderPath = path
        isOwn = true
    }

    /// The name in kebab-case: `anime4k-upscale-cnn-x2-m` for `Anime4K_Upscale_CNN_x2_M`.
    package static func id(from title: String) -> String {
        let words = title.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
        return words.isEmpty ? FilterCatalog.shader : words.joined(separator: "-")
    }

    /// The declaration with the parameters of a shader's file.
    fileprivate func importing(_ shader: any ImportedShader, id: String? = nil) -> FilterDeclaration {
        let about = shader.about
        let isHook = about.format == .mpv
        let base = parameters.filter { isHook || $0.id != "outputScale" }.map { parameter in
            var parameter = parameter
            // Pasted code has an effect without a file.
            parameter.identity = nil
            return parameter
        }
        let said = [about.summary, about.credit, about.license].filter { !$0.isEmpty }
        var filter = FilterDeclaration(
            id: id ?? self.id, title: about.title, group: group,
            summary: said.isEmpty ? summary : said.joined(separator: " · "),
            parameters: base + shader.parameters,
            makesColor: makesColor, makesAlpha: shader.makesAlpha, readsPosition: false,
            readsTime: shader.readsTime, file: file,
            source: shader.file.text.main + (shader.file.text.vertex.map { "\0" + $0 } ?? ""))
        filter.words = words
        return filter
    }
}
