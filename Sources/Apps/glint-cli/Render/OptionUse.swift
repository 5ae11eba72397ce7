import Exporting
import Imaging
import Synchronization
import Video

// Checks options against inputs and outputs. Options that cannot apply to the input are errors, since the
// user expects a different result; those that cannot apply to the output only cause remarks.
extension RenderOptions {
    /// Throws if an option requests something that the input does not have.
    func requireUseful(for job: BatchPlan.Job, _ medium: Medium) throws {
        func refuse(_ option: CommandOption, isFor: String) throws {
            guard given.contains(option) else { return }
            throw MediumError.noUse(
                option: option.spelling, input: StandardStreams.inputName(job.input), isFor: isFor)
        }
        if medium != .picture { try refuse(ClipOptions.duration, isFor: "pictures") }
        switch medium {
        case .video:
            if given.contains(ClipOptions.fps), !(try VideoReader(path: job.input, threads: 1).info.takesRate)
            {
                try refuse(ClipOptions.fps, isFor: "pictures and videos without timestamps")
            }
            try refuse(.page, isFor: "pictures")
        case .picture:
            try refuse(ClipOptions.from, isFor: "videos and numbered pictures")
            try refuse(ClipOptions.to, isFor: "videos and numbered pictures")
        case .y4mFrames:
            try refuse(ClipOptions.fps, isFor: "pictures and videos without timestamps")
            let parts = [ClipOptions.from, ClipOptions.to, ClipOptions.frame, ClipOptions.at]
            if let option = parts.first(where: given.contains) {
                throw MediumError.noPart(option: option.spelling, input: StandardStreams.inputName(job.input))
            }
        case .numberedPictures, .rawFrames: break
        }
        guard medium != .rawFrames, given.contains(.drawingSize), !StandardStreams.isPipe(job.input) else {
            return
        }
        guard medium == .picture, try PictureKind(ofFile: job.input) == .svg else {
            throw MediumError.notDrawn(input: job.input)
        }
    }

    /// One sentence for each option that has no effect on the output.
    func unusedOptions(for job: BatchPlan.Job, as product: Product) -> [String] {
        let isClip = if case .clip = product { true } else { false }
        let format = isClip ? nil : piped?.format ?? PictureFormat(fileName: job.output)
        var sentences = given.subtracting(useful(for: product, format)).map { option in
            var kind = format?.name ?? "raw samples"
            if case .clip(let container) = product {
                // Video options that have no effect are those that the codec does not support.
                let codec = clip.encoding.codec ?? container.codecs.first
                let isForVideos = ClipOptions.declared.contains(option) && !container.isAnimation
                kind = isForVideos ? codec?.name ?? container.name : container.name
            }
            return "\(option.spelling) has no effect on \(kind)"
        }
        var canBeLossless = format?.canBeLossless == true
        if case .clip(.webp) = product { canBeLossless = true }
        if encoding.isLossless, canBeLossless {
            let qualities = [Self.quality, ClipOptions.quality].filter(given.contains)
            sentences += qualities.map { "\($0.spelling) has no effect with \(Self.lossless.spelling)" }
        }
        // Lacking support for floats is only reported for formats to which the option otherwise applies.
        if let format, let depth = encoding.depth, depth != .float, format.depth(for: depth) != depth {
            let bits = format.depth(for: depth).rawValue
            sentences.append(
                "\(Self.depth.spelling) \(depth.rawValue): \(format.name) has \(bits) bits per channel")
        }
        return sentences.sorted()
    }

    /// The options that affect, or could affect, an output.
    private func useful(for product: Product, _ format: PictureFormat?) -> Set<CommandOption> {
        let clipOptions: Set = [
            ClipOptions.codec, ClipOptions.quality, ClipOptions.preset, ClipOptions.depth,
            ClipOptions.hdr, ClipOptions.noAudio, ClipOptions.noTapeSound,
        ]
        let pictureOptions: Set = [
            Self.depth, Self.quality, Self.lossless, Self.compression, Self.tiffCompression, Self.profile,
            Self.intent, Self.strip, Self.keepRecipe, Self.embedShaders,
        ]
        var options = Set(Self.declared).subtracting(clipOptions).subtracting(pictureOptions)
        switch product {
        case .clip(let container):
            options.insert(Self.strip)
            if container == .webp { options.formUnion([Self.quality, Self.lossless]) }
            if !container.isAnimation {
                options.formUnion([ClipOptions.codec, ClipOptions.noAudio, ClipOptions.noTapeSound])
            }
            if container.codecs.contains(where: \.keepsHDR) { options.insert(ClipOptions.hdr) }
            // Which of the container's defaults it is depends on the input's dynamic range.
            let range = clip.encoding.keepsHDR ? container.codecs.first(where: \.keepsHDR) : nil
            let codecs =
                clip.encoding.codec.map { [$0] } ?? [container.codecs.first, range].compactMap { $0 }
            if codecs.contains(where: \.hasQuality) { options.insert(ClipOptions.quality) }
            if codecs.contains(where: { !$0.depths.isEmpty }) { options.insert(ClipOptions.depth) }
            if codecs.contains(where: { ![.gif, .prores, .prores4444, .y4m].contains($0) }) {
                options.insert(ClipOptions.preset)
            }
        case .raw: options.formUnion([Self.depth, Self.profile])
        case .picture, .pictures:
            // What these formats lose is reported for each file.
            options.formUnion([
                Self.depth, Self.profile, Self.strip, Self.keepRecipe, Self.embedShaders,
            ])
            if product.isPicture, clip.duration == nil, clip.frame == nil, rawInput == nil {
                options.remove(ClipOptions.fps)
            }
            guard let format else { break }
            if encoding.profile != .keep { options.insert(Self.intent) }
            if format.hasQuality { options.insert(Self.quality) }
            // PNG and TIFF are lossless anyway.
            if format != .jpeg { options.insert(Self.lossless) }
            if format == .png || format == .jpeg { options.insert(Self.compression) }
            if format == .tiff { options.insert(Self.tiffCompression) }
        }
        return options
    }
}

/// Reports each sentence only once, regardless of the number of files.
final class OptionRemarks: Sendable {
    private let reported = Mutex<Set<String>>([])

    func note(_ sentences: [String]) {
        for sentence in sentences where reported.withLock({ $0.insert(sentence).inserted }) {
            Console.note(sentence)
        }
    }
}
