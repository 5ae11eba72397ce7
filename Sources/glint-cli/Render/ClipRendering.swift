import Batch
import Clips
import Decoding
import Filters
import Imaging
import Rendering
import Video
import Wording

/// Renders what has frames: videos, numbered pictures, stills that become clips.
struct ClipRendering {
    let options: RenderOptions
    let recipe: Recipe
    let device: SharedDevice

    /// Renders a job whose input or output has frames; returns the size of the result in pixels, nil of several.
    func render(_ job: BatchPlan.Job, _ medium: Medium, as product: Product) throws -> SIMD2<Int>? {
        if let position = options.clip.frame {
            guard product.isPicture, (options.format ?? PictureFormat(fileName: job.output)) != nil else {
                throw MediumError.oneFrameAsVideo(output: job.output)
            }
            guard medium == .video else { throw MediumError.notAVideo(input: job.input) }
            return try renderFrame(position, of: job)
        }
        // That it is no video matters more than what it would become.
        if medium == .video { _ = try VideoReader(path: job.input, threads: 1) }
        let product = try product.ofFrames(at: job.output, options: options.clip)
        try render(source(job, medium), of: job, as: product)
        guard case .clip = product else { return nil }
        let info = try VideoReader(path: job.output, threads: 1).info
        return SIMD2(info.width, info.height)
    }

    /// Renders one frame of a video as a picture.
    private func renderFrame(_ position: VideoPosition, of job: BatchPlan.Job) throws -> SIMD2<Int> {
        let reader = try VideoReader(path: job.input)
        guard let table = try reader.table() else { throw Cancelled() }
        let number = position.frameShown(in: table)
        let frame = try reader.frame(number)
        // In place of a frame that cannot be decoded the reader gives the next one.
        guard frame.number == number && !frame.isDamaged || options.decoding.acceptsDamage else {
            throw ClipError.damagedFrame(path: job.input, frame: number)
        }
        let info = reader.info
        let time = FrameTime(frame, of: VideoForm(info))
        let picture = Picture(pixels: frame.pixels, channels: info.channels)
        _ = try PictureOutput(options: options, recipe: recipe, device: device)
            .save(picture, at: time, of: job)
        return try FilterSet.catalog.size(of: recipe, entering: SIMD2(picture.width, picture.height))
    }

    /// Renders frames as a video, an animation or numbered pictures.
    private func render(_ source: ClipRequest.Source, of job: BatchPlan.Job, as product: Product) throws {
        let format: ClipRequest.Format
        switch product {
        case .picture: throw MediumError.needsFrame(output: job.output)
        case .pictures: format = .pictures(options.encoding)
        case .clip: format = .video(options.clip.encoding)
        }
        let request = ClipRequest(
            source, recipe: recipe, to: job.output, as: format, existing: options.existing,
            acceptsDamage: options.decoding.acceptsDamage)
        let bar = ProgressBar(job.input)
        var frameCount = 0
        let damage = try device.save(progress: { bar.draw($0, ofFrames: frameCount) }) {
            engine, shouldStop in
            request.begin(
                on: engine, readPicture: { try PictureLoader.shared.picture(contentsOf: $0) },
                opened: { save in
                    for remark in save.losses { Console.note("\(job.output): \(remark)") }
                    frameCount = save.frameCount
                }, shouldStop: shouldStop)
        } result: {
            $0.damage
        }
        ProgressBar.erase()
        if !damage.isNone {
            let error = ClipError.damaged(path: job.input, damage, count: frameCount)
            Console.complain("\(error); the others are saved")
        }
    }

    /// The frames of an input that is no picture.
    private func source(_ job: BatchPlan.Job, _ medium: Medium) throws -> ClipRequest.Source {
        let clip = options.clip
        func refuse(_ option: String, _ isGiven: Bool, _ isFor: String) throws {
            if isGiven { throw MediumError.noUse(option: option, input: job.input, isFor: isFor) }
        }
        try refuse("--duration", clip.duration != nil && medium != .picture, "pictures")
        try refuse("--fps", clip.rate != nil && medium == .video, "pictures")
        try refuse("--from", clip.from != nil && medium == .picture, "videos and numbered pictures")
        try refuse("--to", clip.to != nil && medium == .picture, "videos and numbered pictures")
        switch medium {
        case .video: return .video(path: job.input, table: nil, from: clip.from, to: clip.to)
        case .numberedPictures:
            return .pictures(
                try NumberedFiles(pattern: job.input), rate: clip.rate ?? ClipRequest.usualRate,
                from: clip.from,
                to: clip.to)
        case .picture:
            guard let duration = clip.duration else {
                throw MediumError.needsDuration(input: job.input, output: job.output)
            }
            let rate = clip.rate ?? ClipRequest.usualRate
            let picture = try PictureLoader.shared.picture(contentsOf: job.input, options: options.decoding)
            picture.tellOfDamage(in: job.input)
            return .still(picture, rate: rate, count: max(1, Int((duration * rate.value).rounded())))
        }
    }
}

extension ClipError {
    /// The error as a sentence, with an option that helps, if any.
    var sentenceWithOption: String {
        switch self {
        case .damaged: "\(self); \(CommandOption.acceptDamaged.spelling) saves the others"
        case .damagedFrame: "\(self); \(CommandOption.acceptDamaged.spelling) saves what can be read"
        case .emptyRange: description
        }
    }
}
