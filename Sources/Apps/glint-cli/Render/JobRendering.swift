import System
import Exporting
import Decoding
import Filters
import GPU
import Imaging
import Rendering
import Video

/// Renders jobs, each to one output file. Several threads may do so with the same device.
struct JobRendering {
    let options: RenderOptions
    let recipe: Recipe
    /// The recipe to store in pictures, if it differs from that which is applied.
    var recordedRecipe: Recipe?
    let device: SharedDevice
    private let optionRemarks = OptionRemarks()

    /// Carries out a plan for a single input.
    func run(_ plan: BatchPlan) throws(CommandError) -> JobReport {
        if let job = plan.jobs.first { return run(job) }
        if let job = plan.kept.first { return JobReport(job, .kept) }
        guard let (job, problem) = plan.problems.first else { throw .files("there is nothing to do") }
        return JobReport(job, .failed(options.sentence(problem)))
    }

    /// Writes the job's output file and returns a report.
    func run(_ job: BatchPlan.Job) -> JobReport {
        let start = ContinuousClock.now
        do {
            let product = product(of: job)
            let size: SIMD2<Int>?
            if let program = options.maskProgram, recipe.needsMaskProgram {
                guard product.isPicture, options.rawInput == nil, !StandardStreams.isPipe(job.input),
                    !NumberedFiles.isPattern(job.input)
                else { throw MaskProgram.NotAPicture() }
                size = try program.withMasks(of: job.input, in: recipe, options: options.decoding) {
                    try JobRendering(
                        options: options, recipe: $0, recordedRecipe: recipe, device: device
                    ).render(job, as: product)
                }
            } else {
                size = try render(job, as: product)
            }
            optionRemarks.note(options.unusedOptions(for: job, as: product))
            let milliseconds = Int(((.now - start) / .milliseconds(1)).rounded())
            return JobReport(job, .saved(size: size, milliseconds: milliseconds))
        } catch is Cancelled {
            ProgressBar.erase()
            return JobReport(job, .cancelled)
        } catch {
            return JobReport(job, .failed(options.sentence(error, about: job)))
        }
    }

    /// Returns the size of the result in pixels; nil if there are several results.
    private func render(_ job: BatchPlan.Job, as product: Product) throws -> SIMD2<Int>? {
        let start = ContinuousClock.now
        device.open()
        let pipe =
            options.rawInput == nil && StandardStreams.isPipe(job.input) ? try InputStream(job.input) : nil
        let isFile = options.rawInput == nil && pipe == nil && !NumberedFiles.isPattern(job.input)
        let file = isFile ? try ImagingError.wrap(OpenFile(path: job.input)) : nil
        let medium = try medium(of: file, pipe, for: product)
        if product.isPicture, options.clip.frame != nil {
            switch medium {
            case .picture, .rawFrames: throw MediumError.notAVideo(input: job.input)
            default: break
            }
        }
        try options.requireUseful(for: job, medium)
        if let file, medium == .picture, product.isPicture, let size = try streamed(file, of: job) {
            return size
        }
        let picture: Picture? =
            switch (medium, product) {
            case (.picture, .picture), (.picture, .raw): try read(job.input, file, pipe)
            case (.y4mFrames, .picture): try pipe.map { try Y4MFrames($0).picture() }
            case (.rawFrames, .picture): try rawFrames(job.input).picture()
            default: nil
            }
        let decoded = ContinuousClock.now
        try device.requireOpen()
        if options.showsTimings { try device.measureTimes() }
        let opened = ContinuousClock.now
        let size: SIMD2<Int>?
        if options.isRecursive { try PathName.makeSharedFolder(PathName.folder(of: job.output)) }
        if let picture, product.isPicture {
            try save(ExportInput(picture), of: job) { input in
                picture.reportDamage(in: input)
                if picture.page.count > 1 { Console.note("\(input): this is \(picture.page)") }
            }
            let entering = SIMD2(picture.width, picture.height)
            MaskShapes.note(recipe, of: job.input, entering: entering)
            size = try FilterSet.catalog.size(of: recipe, entering: entering)
        } else {
            noteLens(of: nil, in: StandardStreams.inputName(job.input))
            size = try renderFrames(of: job, medium, picture, pipe, as: product)
        }
        guard options.showsTimings else { return size }
        TimingReport(
            decode: decoded - start, open: opened - decoded, render: .now - opened, total: .now - start,
            passes: try device.inTurn { $0.takeTimings() }
        ).write(about: options.inputs.count > 1 ? job.input : nil)
        return size
    }

    /// The kind of output for an input: an animation remains one if the output format supports animations.
    private func product(of job: BatchPlan.Job) -> Product {
        let product = Product(of: job.output, options: options)
        guard product.isPicture, options.piped == nil, options.clip.frame == nil, options.rawInput == nil,
            !options.given.contains(.page), let container = VideoContainer(fileName: job.output),
            !StandardStreams.isPipe(job.input)
        else { return product }
        let isAnimation =
            container == .webp ? AnimatedPicture.isAt(job.input) : AnimatedPNG.isAt(job.input)
        return isAnimation ? .clip(container) : product
    }

    /// The kind of an input. A pipe contains a picture, unless an option announces frames or its data begins
    /// like Y4M.
    private func medium(of file: OpenFile?, _ pipe: InputStream?, for product: Product) throws -> Medium {
        if options.rawInput != nil { return .rawFrames }
        if let file {
            return try Medium(of: file, wantsFrames: !product.isPicture || options.clip.frame != nil)
        }
        guard let pipe else { return .numberedPictures }
        if try pipe.begins(with: Y4MHeader.mark) { return .y4mFrames }
        switch product {
        case .picture, .raw: return .picture
        case .pictures, .clip: throw PipeError.noPicture(output: options.output)
        }
    }

    /// Decodes, filters and encodes a picture in a single streaming pass, if the file's header and the recipe
    /// allow that; returns the size of the result, or nil if nothing was written.
    private func streamed(_ file: OpenFile, of job: BatchPlan.Job) throws -> SIMD2<Int>? {
        // Not used for several jobs at a time, since these keep all cores busy anyway and should not wait for
        // each other's decoders; nor when timings are measured, since the steps should not overlap then.
        guard !device.isShared, !options.showsTimings,
            let stream = try RemotePictureDecoder.shared.stream(of: file, options: options.decoding)
        else { return nil }
        try device.requireOpen()
        guard let picture = try input(stream, of: job) else { return nil }
        if options.isRecursive { try PathName.makeSharedFolder(PathName.folder(of: job.output)) }
        do {
            try save(picture, of: job)
        } catch is RowStream.EndDiffers {
            return nil
        }
        MaskShapes.note(recipe, of: job.input, entering: picture.size)
        return try FilterSet.catalog.size(of: recipe, entering: picture.size)
    }

    private func rawFrames(_ path: String) throws -> RawFrames {
        guard let layout = options.rawInput else { throw PipeError.notAPicture(path: path) }
        return try .init(layout, at: path, rate: options.clip.rate)
    }

    private func read(_ path: String, _ file: OpenFile?, _ pipe: InputStream?) throws -> Picture {
        if let file { return try RemotePictureDecoder.shared.picture(in: file, options: options.decoding) }
        guard let pipe else { throw PipeError.notAPicture(path: path) }
        let bytes: [UInt8]
        do throws(PipeError) {
            bytes = try pipe.bytes()
        } catch {
            if case .cancelled = error { throw Cancelled() }
            throw error
        }
        do throws(ImagingError) {
            return try RemotePictureDecoder.shared.picture(
                encoded: bytes, name: StandardStreams.inputName(path), options: options.decoding)
        } catch {
            if case .notAPicture = error { throw PipeError.notAPicture(path: path) }
            throw error
        }
    }
}
