import Localization

/// What recipes record about the files of their shaders.
extension FilterCatalog {
    /// A recipe to be written, with the digests of its shader files.
    ///
    /// - Parameter embeds: adds the texts of the files too, so that the recipe works without them; pictures
    ///   that a shader reads remain files.
    package func recordingShaders(of recipe: Recipe, embeds: Bool) -> Recipe {
        var recipe = recipe
        for index in recipe.stages.indices {
            let stage = recipe.stages[index]
            guard let source = shaderSource(of: stage), case .file(let path) = source,
                let text = try? ShaderFile.text(of: source)
            else { continue }
            if !isBuiltIn(stage, Self.shader) {
                // A file in the folder of filters is known by its id, which other computers do not have.
                guard embeds else { continue }
                recipe.stages[index].filter = builtIn(Recipe.Stage(Self.shader)).filter
            }
            // The folder is nobody's business.
            if embeds { recipe.stages[index].set("file", to: .text(ShaderSource.name(of: path))) }
            recipe.stages[index].shader = ShaderRecord(text, embeds: embeds)
        }
        return recipe
    }

    /// A recipe whose relative paths lead to files in the folder of the recipe, as far as they exist there.
    ///
    /// - Parameter path: the recipe's file.
    package func findingFiles(of recipe: Recipe, beside path: String) -> Recipe {
        guard let end = path.lastIndex(of: "/") else { return recipe }
        var recipe = recipe
        for index in recipe.stages.indices {
            for region in recipe.stages[index].regions.indices {
                let name = recipe.stages[index].regions[region].file
                let found = path[...end] + name
                // The first of numbered masks stands for all.
                var first = Region.file(String(found))
                first.file = first.file(ofFrame: 0)
                if !name.isEmpty, !name.hasPrefix("/"), FileVersion(first.file) != nil {
                    recipe.stages[index].regions[region].file = String(found)
                }
            }
            // The file of a shader declares the other parameters.
            for _ in 0..<2 {
                for parameter in filter(of: recipe.stages[index])?.parameters ?? []
                where parameter.kind == .file {
                    // The file of an embedded shader is only its name.
                    let isName = parameter.id == "file" && recipe.stages[index].shader?.text != nil
                    guard case .text(let name)? = recipe.stages[index].given(parameter), !name.isEmpty,
                        !name.hasPrefix("/"), !isName
                    else { continue }
                    let found = path[...end] + name
                    guard ShaderSource.file(String(found)).exists else { continue }
                    recipe.stages[index].parameters[parameter.id] = StageValue(.text(String(found)))
                }
            }
        }
        return recipe
    }

    /// What the user should know about the shaders of a recipe: missing files and other versions of files.
    package func shaderRemarks(on recipe: Recipe) -> [String] {
        recipe.stages.filter(\.isEnabled).compactMap { stage in
            guard let source = shaderSource(of: stage), case .file(let path) = source else { return nil }
            guard source.exists else { return tr("\(path) cannot be found, so its stage is skipped") }
            guard let digest = stage.shader?.digest, let text = try? ShaderFile.text(of: source),
                text.digest != digest
            else { return nil }
            return tr("\(path) is not the version that the recipe was made with")
        }
    }
}
