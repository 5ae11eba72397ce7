import System
import Exporting
import Filters
import Imaging
import Localization

// Determines everything that must be known before any file is written, and reports errors.
extension RenderOptions {
    /// All filters to apply, from recipe files and the command line. Custom filters have been tested.
    func recipe() throws(CommandError) -> Recipe {
        let recipe = try FilterSet.recipe(stored: recipes.stages() + storedStages, typed: stages)
        reportPresets(in: recipe)
        return recipe
    }

    /// The jobs, which map inputs to outputs.
    func plan() throws(CommandError) -> BatchPlan {
        if piped != nil { return BatchPlan(input: inputs[0], piped: output) }
        return try plan(inputs.map { BatchPlan.Input($0) })
    }

    func plan(_ inputs: [BatchPlan.Input]) throws(CommandError) -> BatchPlan {
        do throws(BatchPlan.Impossible) {
            return try BatchPlan(inputs, output: output, existing: existing, makesFolders: isRecursive)
        } catch {
            throw .files(sentence(error))
        }
    }

    /// The inputs (with `--recursive`, folders are replaced by the pictures in them), the number of files
    /// skipped because they are not pictures, and the folders that contain no pictures or could not be read.
    func foundInputs() -> (inputs: [BatchPlan.Input], otherCount: Int, problems: [JobReport]) {
        var found: (inputs: [BatchPlan.Input], otherCount: Int, problems: [JobReport]) = ([], 0, [])
        for path in inputs {
            guard isRecursive, PathName.isFolder(path) else {
                found.inputs.append(BatchPlan.Input(path))
                continue
            }
            let walk = FolderWalk(path, passingOver: folderOfResults)
            found.inputs += walk.pictures.map { BatchPlan.Input($0.path, in: $0.folder, below: path) }
            found.otherCount += walk.otherCount
            found.problems += walk.problems.map {
                JobReport(input: $0.path, output: "", .failed("\($0.error)"))
            }
            if walk.pictures.isEmpty, walk.problems.isEmpty {
                let problem = BatchPlan.Problem.noPictures(folder: path)
                found.problems.append(JobReport(input: path, output: "", .failed("\(problem)")))
            }
        }
        return found
    }

    /// The folder that contains nothing but outputs; nil if the outputs share a folder with other files.
    var folderOfResults: String? {
        if PathName.isFolder(output) { return output }
        let fixed = output.prefix { $0 != "{" }
        return fixed.contains("/") ? PathName.folder(of: String(fixed)) : nil
    }

    func sentence(_ problem: BatchPlan.Problem) -> String {
        switch problem {
        case .exists: "\(problem); \(wordsOnExisting)"
        case .folderAsInput: "\(problem); --recursive processes the pictures in it"
        default: problem.description
        }
    }

    func sentence(_ error: any Error, about job: BatchPlan.Job) -> String {
        if let error = error as? RecipeError {
            return "\((recipes.first?.name ?? job.input).shortened): \(error.sentence)"
        }
        if let error = error as? CommandError { return error.sentence }
        if let error = error as? ImagingError { return error.sentenceWithOption }
        if let error = error as? ClipError { return error.sentenceWithOption }
        return Batch.sentence(error, about: job)
    }

    private func sentence(_ error: BatchPlan.Impossible) -> String {
        guard case .sameOutput = error else { return error.description }
        return "\(error); use a folder or a pattern such as small/\(BatchPlan.stemMark).png"
    }

    /// Reports unknown settings in presets for the analog video filter.
    private func reportPresets(in recipe: Recipe) {
        for stage in recipe.stages where stage.filter == NTSC.id {
            // An unreadable preset is reported where it is used.
            guard case .text(let path)? = stage.parameters["preset"]?.value(of: .file), !path.isEmpty,
                let remark = try? NTSCPreset.read(path).remark
            else { continue }
            Console.note("\(path.shortened): \(remark)")
        }
    }
}
