/// The filters of stages, whose parameters may depend on the stage: a shader's are declared by its file.
extension FilterCatalog {
    /// The filter whose parameters come from the file that its stage names.
    package static let shader = "shader"

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
        guard stage.filter == Self.shader || filter(stage.filter)?.shaderPath != nil else {
            return multiPass(stage.filter)
        }
        // If the file cannot be used, the error is thrown when the passes are planned.
        return (try? importedShader(of: stage)) ?? ShaderWithoutFile(path: filter(stage.filter)?.shaderPath)
    }

    /// The shader of a stage; nil for other filters, and if no file is chosen. Throws ``FilterError`` if the
    /// file cannot be used.
    package func importedShader(of stage: Recipe.Stage) throws(FilterError) -> (any ImportedShader)? {
        if let path = filter(stage.filter)?.shaderPath { return try ShaderFile.read(path) }
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
    /// The file, if it does not come from a parameter.
    var path: String?

    func passes(
        values: [String: ParameterValue], conditions: PassConditions
    ) throws(FilterError) -> [FilterPass] {
        let path = path ?? values.text("file")
        if !path.isEmpty { _ = try ShaderFile.read(path) }
        return []
    }
}

extension ImportedShader {
    /// Shaders count pixels of the picture, so they look different in a reduced one.
    package var worksAtFullSize: Bool { true }
}

extension FilterDeclaration {
    /// A filter that stands for a shader file in the folder of filters. Its id is made from the file's name.
    /// Throws ``FilterError`` if the file cannot be used.
    package init(shaderAt path: String) throws(FilterError) {
        let shader = try ShaderFile.read(path)
        guard let base = FilterCatalog.builtIn.filter(FilterCatalog.shader) else {
            throw .file(path: path, reason: path)
        }
        self = base.importing(
            shader, id: Self.id(from: shader.about.title), source: shader.texts.joined(separator: "\n"))
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
    fileprivate func importing(
        _ shader: any ImportedShader, id: String? = nil, source: String? = nil
    ) -> FilterDeclaration {
        let about = shader.about
        let isHook = about.format == .mpv
        let said = [about.summary, about.credit, about.license].filter { !$0.isEmpty }
        var filter = FilterDeclaration(
            id: id ?? self.id, title: about.title, group: group,
            summary: said.isEmpty ? summary : said.joined(separator: " · "),
            parameters: parameters.filter { isHook || $0.id != "outputScale" } + shader.parameters,
            makesColor: makesColor, makesAlpha: shader.makesAlpha, readsPosition: false,
            readsTime: shader.readsTime, file: file, source: source ?? self.source)
        filter.words = words
        return filter
    }
}
