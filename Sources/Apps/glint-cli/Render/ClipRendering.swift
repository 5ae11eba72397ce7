import Exporting
import Decoding
import Filters
@preconcurrency import Glibc
import Imaging
import Rendering
import System
import Video
import Localization

// Renders everything that has frames: videos, numbered pictures, and stills that become clips.
extension JobRendering {
    /// Renders a job whose input or output has frames; returns the size of the result in pixels, or nil if
    /// there are several results.
    ///
    /// - Parameters:
    ///   - picture: the input, if it is a picture that has already been read.
    ///   - pipe: the input, if it is a pipe.
    func renderFrames(
        of job: BatchPlan.Job, _ medium: Medium, _ picture: Picture?, _ pipe: InputStream?,
        as product: Product
    ) throws -> SIMD2<Int>? {
        if medium == .video, product.isPicture, options.clip.frame == nil,
            VideoContainer(fileName: job.output) != .webp, AnimatedPicture.isAVIFSequence(job.input)
        {
            return try renderFrame(nil, of: job)
        }
        if let position = options.clip.frame {
            guard medium == .video else { throw MediumError.notAVideo(input: job.input) }
            if let shader = FilterSet.catalog.shaderNeedingFramesInOrder(in: recipe) {
                throw MediumError.needsEarlierFrames(input: job.input, shader: shader)
            }
            if options.piped.map({ $0.isRaw || $0.isY4M }) == true {
                let number = try number(of: position, in: reader(of: job.input))
                return try render(
                    .video(
                        path: job.input, table: nil, from: .frame(number), to: .frame(number + 1),
                        rate: options.clip.rate),
                    of: job,
                    as: product)
            }
            guard product.isPicture, (options.piped?.format ?? PictureFormat(fileName: job.output)) != nil
            else { throw MediumError.oneFrameAsVideo(output: job.output) }
            return try renderFrame(position, of: job)
        }
        // If the file is not a video, that is reported first, and only then what it cannot be converted to.
        if medium == .video {
            let info = try VideoReader(path: job.input, threads: 1).info
            if info.isUntimed, options.clip.rate == nil {
                Console.note(
                    "\(job.input): it has no timestamps, so it is read at \(info.rate) frames per second; "
                        + "\(ClipOptions.fps.spelling) sets another rate")
            }
        }
        let product = try product.ofFrames(at: job.output, options: options.clip)
        return try render(source(job, medium, picture, pipe, for: product), of: job, as: product)
    }

    private func reader(of path: String) throws -> VideoReader {
        try VideoReader(path: path, rate: options.clip.rate)
    }

    /// The number of the frame at a point in time.
    private func number(of position: VideoPosition, in reader: VideoReader) throws -> Int {
        guard let table = try reader.table() else { throw Cancelled() }
        if case .seconds(let seconds) = position, seconds >= table.duration {
            throw MediumError.noMoment(input: reader.path, seconds: seconds, duration: table.duration)
        }
        return position.frameShown(in: table)
    }

    /// Renders one frame of a video as a picture.
    ///
    /// - Parameter position: nil for the first frame, which is then reported, as for other animations.
    private func renderFrame(_ position: VideoPosition?, of job: BatchPlan.Job) throws -> SIMD2<Int> {
        let reader = try reader(of: job.input)
        let number = try number(of: position ?? .frame(0), in: reader)
        let frame = try reader.frame(number)
        // If a frame cannot be decoded, the reader returns the next one instead.
        guard frame.number == number && !frame.isDamaged || options.decoding.acceptsDamage else {
            throw ClipError.damagedFrame(path: job.input, frame: number)
        }
        let info = reader.info
        let time = FrameTime(frame, of: VideoOutputFormat(info))
        var picture = Picture(pixels: frame.pixels, channels: info.channels)
        picture.name = PathName.stem(of: job.input)
        _ = try write(ExportInput(picture), at: time, of: job)
        if position == nil, let count = try reader.table()?.count {
            Console.note("\(job.input): this is \(PageNumber(1, count: count))")
        }
        return try FilterSet.catalog.size(of: recipe, entering: SIMD2(picture.width, picture.height))
    }

    /// Renders frames as a video, an animation or numbered pictures, or passes them on; returns their size,
    /// or nil for pictures.
    private func render(
        _ source: ClipRequest.Source, of job: BatchPlan.Job, as product: Product
    ) throws -> SIMD2<Int>? {
        let format: ClipRequest.Format
        switch product {
        case .picture: throw MediumError.needsFrame(output: job.output)
        case .pictures: format = .pictures(options.encoding)
        case .clip(let container):
            var encoding = options.clip.encoding
            encoding.stripping = options.encoding.stripping
            // An animated WebP is both a picture and a video.
            if container == .webp { encoding.isLossless = options.encoding.isLossless }
            if container == .webp, options.given.contains(RenderOptions.quality),
                !options.given.contains(ClipOptions.quality)
            {
                encoding.quality = options.encoding.quality
            }
            if options.piped != nil {
                if isatty(STDOUT_FILENO) == 1 { throw PipeError.isTerminal }
                format = .y4m(encoding, descriptor: STDOUT_FILENO)
            } else {
                format = .video(encoding)
            }
        case .raw:
            if isatty(STDOUT_FILENO) == 1 { throw PipeError.isTerminal }
            format = .raw(options.encoding.depth) { try Console.write($0) }
        }
        let request = ClipRequest(
            source, recipe: recipe, to: StandardStreams.outputName(job.output), as: format,
            existing: options.existing,
            acceptsDamage: options.decoding.acceptsDamage)
        let bar = ProgressBar(job.input)
        var (frameCount, size) = (0, SIMD2<Int>?.none)
        let damage = try device.inTurn { renderer in
            try renderer.save(progress: { if frameCount > 0 { bar.draw($0, ofFrames: frameCount) } }) {
                engine, shouldStop in
                request.begin(
                    on: engine, readPicture: { try RemotePictureDecoder.shared.picture(contentsOf: $0) },
                    opened: { save in
                        for remark in save.losses {
                            Console.note("\(StandardStreams.outputName(job.output)): \(remark)")
                        }
                        frameCount = save.frameCount
                        if case .pictures = product {} else { size = save.frameSize }
                        guard case .raw = product, let frameFormat = save.result else { return }
                        if options.isVerbose { reportFrames(RawLayout(frameFormat)) }
                    }, shouldStop: shouldStop)
            } result: {
                $0.damage
            }
        }
        ProgressBar.erase()
        if !damage.isNone {
            let error = ClipError.damaged(path: job.input, damage, count: frameCount)
            Console.complain("\(error); the readable frames are saved")
        }
        return size
    }

    /// The user needs to know the frames' layout for the program that reads them.
    private func reportFrames(_ layout: RawLayout) {
        let format = layout.pixelFormat.map {
            " (ffmpeg -f rawvideo -pix_fmt \($0) -s \(layout.width)x\(layout.height))"
        }
        Console.note(
            "standard output: frames of \(layout.text), \(layout.byteCount) bytes each\(format ?? "")")
    }

    /// The frames of an input that is not a picture.
    private func source(
        _ job: BatchPlan.Job, _ medium: Medium, _ picture: Picture?, _ pipe: InputStream?,
        for product: Product
    ) throws -> ClipRequest.Source {
        let clip = options.clip
        switch medium {
        case .video:
            return .video(path: job.input, table: nil, from: clip.from, to: clip.to, rate: clip.rate)
        case .numberedPictures:
            return .pictures(
                try NumberedFiles(pattern: job.input), rate: clip.rate ?? ClipRequest.usualRate,
                from: clip.from,
                to: clip.to)
        case .rawFrames:
            guard let layout = options.rawInput else { throw PipeError.notAPicture(path: job.input) }
            return .frames(name: StandardStreams.inputName(job.input)) {
                try RawFrames(layout, at: job.input, rate: clip.rate)
            }
        case .y4mFrames:
            guard let pipe else { throw PipeError.notAPicture(path: job.input) }
            return .frames(name: StandardStreams.inputName(job.input)) { try Y4MFrames(pipe) }
        case .picture:
            if let picture, case .raw = product, clip.duration == nil {
                picture.reportDamage(in: StandardStreams.inputName(job.input))
                return .still(picture, rate: ClipRequest.usualRate, count: 1)
            }
            guard let duration = clip.duration else {
                throw MediumError.needsDuration(input: job.input, output: job.output)
            }
            let rate = clip.rate ?? ClipRequest.usualRate
            let picture =
                try picture
                ?? RemotePictureDecoder.shared.picture(contentsOf: job.input, options: options.decoding)
            picture.reportDamage(in: job.input)
            return .still(picture, rate: rate, count: max(1, Int((duration * rate.value).rounded())))
        }
    }
}

extension RawFrames {
    /// The frames in a file or a pipe; throws if the input cannot be read.
    convenience init(_ layout: RawLayout, at path: String, rate: Fraction?) throws {
        let stream = try InputStream(path)
        try self.init(
            layout, rate: rate ?? ClipRequest.usualRate, name: StandardStreams.inputName(path),
            read: stream.fillUnlessCancelled)
    }
}

extension Y4MFrames {
    /// The frames read from a pipe.
    convenience init(_ pipe: InputStream) throws {
        try self.init(name: pipe.name, read: pipe.fillUnlessCancelled)
    }
}

extension InputStream {
    /// Calls ``fill(_:)``; a signal interrupts it in the same way as a save.
    fileprivate func fillUnlessCancelled(_ memory: UnsafeMutableRawBufferPointer) throws -> Int {
        do throws(PipeError) {
            return try fill(memory)
        } catch {
            if case .cancelled = error { throw Cancelled() }
            throw error
        }
    }
}

extension ClipError {
    /// The error message, followed by an option that helps, if there is one.
    var sentenceWithOption: String {
        switch self {
        case .damaged: "\(self); \(CommandOption.acceptDamaged.spelling) saves the readable frames"
        case .damagedFrame: "\(self); \(CommandOption.acceptDamaged.spelling) saves its readable part"
        case .emptyRange: description
        }
    }
}
