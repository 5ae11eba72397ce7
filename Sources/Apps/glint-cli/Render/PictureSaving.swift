import Exporting
import Filters
@preconcurrency import Glibc
import Imaging
import Rendering

// Saves filtered pictures, to files or to standard output.
extension JobRendering {
    /// Saves a picture, with a progress bar, and reports what its file and the saved file lack.
    ///
    /// - Parameter remark: called with the input's name, to report further remarks about it.
    func save(
        _ picture: ExportInput, of job: BatchPlan.Job, remark: (_ input: String) -> Void = { _ in }
    ) throws {
        let (input, output) = (
            StandardStreams.inputName(job.input), StandardStreams.outputName(job.output)
        )
        let bar = ProgressBar(input)
        let losses = try write(picture, of: job, progress: bar.draw)
        ProgressBar.erase()
        remark(input)
        noteLens(of: picture.photograph, in: input)
        for loss in picture.metadata.losses { Console.note("\(input): \(loss)") }
        for loss in losses { Console.note("\(output): \(loss)") }
    }

    /// Reports why the lens of an input is not corrected, if the recipe should do that.
    func noteLens(of photograph: Photograph?, in input: String) {
        for remark in recipe.lensRemarks(in: FilterSet.catalog, on: photograph) {
            Console.note("\(input): \(remark)")
        }
    }

    /// Saves a picture, with the time that filters read; returns what the file lacks.
    func write(
        _ picture: ExportInput, at time: FrameTime = .zero, of job: BatchPlan.Job,
        progress: (Double) -> Void = { _ in }
    ) throws -> [MetadataLoss] {
        let format = try format(of: job)
        let isPiped = job.output == StandardStreams.mark
        let destination: ExportJob.Destination =
            isPiped
            ? .memory(name: StandardStreams.outputName(job.output))
            : .file(job.output, overwrite: options.existing == .overwrite)
        let (losses, bytes) = try device.inTurn { renderer in
            try renderer.save(progress: progress) { engine, shouldStop in
                try engine.catalog.validate(recipe)
                return try ExportJob(
                    picture, at: time, recipe: recipe, as: format, to: destination, options: encoding,
                    on: engine, shouldStop: shouldStop)
            } result: { (save: ExportJob) in
                (save.allLosses, save.bytes)
            }
        }
        if let bytes { try Console.write(bytes) }
        return losses
    }

    /// A picture that is decoded while it is saved; nil if the recipe needs the whole picture.
    func input(_ stream: RowStream, of job: BatchPlan.Job) throws -> ExportInput? {
        let format = try format(of: job)
        return try device.inTurn { try $0.input(stream, for: recipe, as: format, options: encoding) }
    }

    private var encoding: EncodingOptions {
        var encoding = options.encoding
        if options.keepsRecipe {
            let kept = FilterSet.catalog.recordingShaders(
                of: recordedRecipe ?? recipe, embeds: options.embedsShaders)
            encoding.keptRecipe = .init(json: kept.json, version: GlintVersion.current)
        }
        return encoding
    }

    private func format(of job: BatchPlan.Job) throws -> PictureFormat {
        let isPiped = job.output == StandardStreams.mark
        if isPiped, isatty(STDOUT_FILENO) == 1 { throw PipeError.isTerminal }
        guard let format = isPiped ? options.piped?.format : PictureFormat(fileName: job.output) else {
            throw ImagingError.unknownExtension(path: job.output)
        }
        return format
    }
}
