import Decoding
import Filters
@preconcurrency import Glibc
import GPU
import Rendering
import CustomFilters
import Localization

extension Renderer {
    /// A renderer for the filters of this run, which decodes textures in the same way as other pictures.
    static func forFilters() throws(GPUError) -> Renderer {
        let renderer = try Renderer(catalog: FilterSet.catalog) {
            try RemotePictureDecoder.shared.picture(contentsOf: $0)
        }
        // The user has been told.
        renderer.skipsMissingShaders = true
        return renderer
    }
}

/// The filters of this run: the built-in ones and the custom ones.
enum FilterSet {
    /// The custom filters as declared by their files; whether they work is tested when they are used.
    private static let own = CustomFilterFiles.standardFolder(
        environment: ["XDG_DATA_HOME", "HOME"].reduce(into: [:]) { names, name in
            names[name] = getenv(name).map { String(cString: $0) }
        }
    ).map { CustomFilterFiles(folder: $0) }

    static let catalog = own?.catalog ?? .builtIn

    /// Why the custom filter with this id is not in the catalog, according to its file.
    static func refusal(of id: String) -> String? { own?.refusal(of: id)?.sentence }

    /// The recipe of stored stages and those on the command line, whose custom filters have been tested. A
    /// shader file that the command line names must exist; one that a stored stage names may be missing.
    static func recipe(
        stored: [Recipe.Stage], typed: [Recipe.Stage]
    ) throws(CommandError) -> Recipe {
        if let missing = typed.first(where: catalog.lacksShader) {
            throw .files(ShaderFile.missing(catalog.shaderSource(of: missing)?.path ?? "").description)
        }
        let recipe = Recipe(stored + typed)
        try requireWorking(in: recipe)
        return recipe
    }

    /// Tests the custom filters that a recipe uses; throws the problem of the first one that does not work.
    /// Also reports custom filters with the id of a built-in one: the file is ignored if the id is reserved.
    private static func requireWorking(in recipe: Recipe) throws(CommandError) {
        let used = Set(recipe.stages.map(\.filter))
        for id in used.sorted() where FilterCatalog.builtIn.filter(id) != nil {
            if let remark = catalog.remark(onTaken: id) { Console.note(remark) }
            guard let file = own?.refusal(of: id) else { continue }
            Console.note(
                "\(file.path.shortened) is ignored: “\(id)” is a built-in filter; choose another id"
            )
        }
        catalog.shaderRemarks(on: recipe).forEach { Console.note($0) }
        for stage in recipe.stages where stage.isEnabled && catalog.isBuiltIn(stage, FilterCatalog.shader) {
            // The stage of a missing file is skipped.
            guard !catalog.lacksShader(stage) else { continue }
            do throws(FilterError) {
                if let shader = try catalog.importedShader(of: stage) {
                    try FilterTrial.requireWorking(shader.file)
                }
            } catch {
                throw .files(error.description)
            }
        }
        for file in own?.files ?? [] where used.contains(file.filter.id) {
            let problems = FilterTrial.problems(with: file)
            guard problems.isEmpty else {
                throw .files(problems.map(\.description).joined(separator: "\n"))
            }
        }
    }

    /// The catalog without custom filters that do not work, and one sentence for each invalid filter file.
    static func tried() -> (catalog: FilterCatalog, problems: [String]) {
        guard let own else { return (.builtIn, []) }
        let tried = TriedFilters(own)
        return (
            .builtIn.adding(tried.working.map(\.filter)),
            tried.refusals.flatMap { $0.problems.map(\.description) }
        )
    }
}
