import Batch
import Clips
import Filters
import Imaging
import Wording

// What has to be known before any file is made, and the sentences on what went wrong.
extension RenderOptions {
    /// All filters to apply, from recipe files and as they are named; those of the user's own have been tried.
    func recipe() throws(CommandError) -> Recipe {
        var all: [Recipe.Stage] = []
        for path in recipes { all += try RecipeFile.read(path).stages }
        let recipe = Recipe(all + stages)
        try FilterSet.requireWorking(in: recipe)
        tellOfPresets(in: recipe)
        return recipe
    }

    /// Which file becomes which.
    func plan() throws(CommandError) -> BatchPlan {
        if format != nil { return BatchPlan(input: inputs[0], piped: output) }
        do throws(BatchPlan.Impossible) {
            return try BatchPlan(inputs: inputs, output: output, existing: existing)
        } catch {
            throw .files(sentence(error))
        }
    }

    func sentence(_ problem: BatchPlan.Problem) -> String {
        if case .exists = problem { return "\(problem); \(wordsOnExisting)" }
        return problem.description
    }

    func sentence(_ error: any Error, about job: BatchPlan.Job) -> String {
        if let error = error as? RecipeError {
            return "\((recipes.first ?? job.input).shortened): \(error.sentence)"
        }
        if let error = error as? ImagingError { return error.sentenceWithOption }
        if let error = error as? ClipError { return error.sentenceWithOption }
        return Batch.sentence(error, about: job)
    }

    private func sentence(_ error: BatchPlan.Impossible) -> String {
        guard case .sameOutput = error else { return error.description }
        return "\(error); name a folder or a pattern such as small/\(BatchPlan.stemMark).png"
    }

    /// Reports unknown settings in analog video presets.
    private func tellOfPresets(in recipe: Recipe) {
        for stage in recipe.stages where stage.filter == NTSC.id {
            // An unreadable preset is reported where it is used.
            guard case .text(let path)? = stage.parameters["preset"]?.value(of: .file), !path.isEmpty,
                let remark = try? NTSCPreset.read(path).remark
            else { continue }
            Console.note("\(path.shortened): \(remark)")
        }
    }
}
