import System
import Filters
import GPU
import Imaging
import Rendering
import TapeSound
import Video
import Localization

/// A request to filter and save frames.
package struct ClipRequest: Sendable {
    /// The source of the frames.
    package enum Source: Sendable {
        /// A part of a video file; nil stands for its beginning or its end.
        ///
        /// - Parameter rate: frames per second of a stream that contains no times; nil for the rate that it
        ///   states, or 25.
        case video(
            path: String, table: FrameTable?, from: VideoPosition?, to: VideoPosition?, rate: Fraction? = nil)
        /// Pictures of the same size.
        case pictures(NumberedFiles, rate: Fraction, from: VideoPosition?, to: VideoPosition?)
        /// A still whose filters change over time.
        case still(Picture, rate: Fraction, count: Int)
        /// Frames from another source; errors show `name`.
        case frames(name: String, open: @Sendable () throws -> any FrameSequence)
    }

    /// The output to write.
    package enum Format: Sendable {
        case video(VideoOptions)
        /// A picture for each frame, with ``NumberedPictures/frameMark`` in the path.
        case pictures(EncodingOptions)
        /// Raw samples of the given depth, or the source's; ``path`` names the destination.
        case raw(PixelBuffer.Depth?, RawWriting)
        /// Y4M to a pipe or similar; ``path`` names the destination.
        case y4m(VideoOptions, descriptor: Int32)

        /// True if each frame is written as soon as it is rendered.
        var isStream: Bool {
            switch self {
            case .video, .pictures: false
            case .raw, .y4m: true
            }
        }
    }

    /// Receives the samples of a frame.
    package typealias RawWriting = @Sendable (UnsafeRawBufferPointer) throws -> Void

    package var source: Source
    package var recipe: Recipe
    package var path: String
    package var format: Format
    package var existing: ExistingFile
    /// True to save the readable part of a damaged file.
    package var acceptsDamage: Bool
    /// The maximum number of frames per second, of which the others are dropped; nil to save all.
    package var maximumRate: Int?
    /// Called with the size of the complete file in bytes; the file is then discarded. Nil to keep it.
    package var measured: (@Sendable (Int) -> Void)?

    package init(
        _ source: Source, recipe: Recipe, to path: String, as format: Format, existing: ExistingFile,
        acceptsDamage: Bool = false
    ) {
        self.source = source
        self.recipe = recipe
        self.path = path
        self.format = format
        self.existing = existing
        self.acceptsDamage = acceptsDamage
    }

    /// The default frame rate of stills and numbered pictures: that of television.
    package static let usualRate = Fraction(30_000, 1001)
}

/// The reason why a clip cannot be saved.
package enum ClipError: ErrorNamingFile {
    /// The range contains no frame of the file.
    case emptyRange(path: String, count: Int)
    /// Some frames could not be read.
    case damaged(path: String, FrameDamage, count: Int)
    /// The single requested frame could not be read completely.
    case damagedFrame(path: String, frame: Int)

    package var description: String {
        switch self {
        case .emptyRange(let path, let count):
            return trn(
                "\(path.shortened) has no frame in that range; its \(count) frame has number 0",
                "\(path.shortened) has no frame in that range; its \(count) frames are numbered from 0",
                count: count
            )
        case .damaged(let path, let damage, let count):
            let bad = damage.missing + damage.patched
            let name = path.shortened
            guard damage.isCutShort else {
                return trn(
                    "\(name) is damaged: \(bad) of its \(count) frames cannot be read completely",
                    "\(name) is damaged: \(bad) of its \(count) frames cannot be read completely", count: bad)
            }
            guard bad > 0 else { return tr("\(name) is cut short") }
            return trn(
                "\(name) is cut short, and \(bad) of its \(count) frames cannot be read completely",
                "\(name) is cut short, and \(bad) of its \(count) frames cannot be read completely",
                count: bad)
        case .damagedFrame(let path, let frame):
            return tr("\(path.shortened) is damaged: its frame \(frame) cannot be read completely")
        }
    }
}

extension ClipRequest {
    /// Starts the save on an engine's thread.
    ///
    /// - Parameters:
    ///   - readPicture: decodes numbered pictures, on a separate thread.
    ///   - opened: called with the number of frames, once it is known, and what the file will lack.
    package func begin(
        on engine: Engine, readPicture: @escaping PictureReading,
        opened: @escaping (ClipSave) -> Void = { _ in }, shouldStop: @escaping () -> Bool
    ) -> ClipSave {
        ClipSave(self, on: engine, readPicture: readPicture, opened: opened, shouldStop: shouldStop)
    }

    /// How a file of these frames will differ from its source, determined before the file is begun; throws if
    /// it cannot be written.
    ///
    /// - Parameter frameFormat: the format of the frames that enter the recipe.
    package func remarks(of frameFormat: VideoOutputFormat, in catalog: FilterCatalog) throws -> [VideoRemark]
    {
        guard case .video(let options) = format else { return [] }
        var copied: VideoSource?
        if case .video(let path, _, _, _, _) = source {
            copied = try VideoSource(path: path, soundEffect: tapeSound(frameFormat.frameRate))
        }
        let result = try result(of: frameFormat, in: catalog)
        return try VideoPlan(path: path, frameFormat: result, options: options, source: copied).remarks
    }

    /// The common format of the filtered frames.
    func result(of frameFormat: VideoOutputFormat, in catalog: FilterCatalog) throws -> VideoOutputFormat {
        let size = try catalog.size(of: recipe, entering: SIMD2(frameFormat.width, frameFormat.height))
        var result = frameFormat
        (result.width, result.height) = (size.x, size.y)
        result.channels = catalog.channels(of: recipe, over: frameFormat.channels)
        // Rows that were moved, or computed from both fields, belong to neither field.
        let mixesFields = recipe.stages.contains { stage in
            guard stage.isEnabled else { return false }
            let scales = stage.changes && stage.filter != NTSC.id && !catalog.takesRegion(stage)
            return stage.filter == "deinterlace" || scales
        }
        if size.y != frameFormat.height || mixesFields { result.fieldOrder = nil }
        switch format {
        case .video(let options):
            let codec = VideoContainer(fileName: path).flatMap { options.codec(in: $0, for: frameFormat) }
            result.depth =
                codec?.frameDepth(
                    of: frameFormat.depth, chosen: options.depth, hasAlpha: result.channels.hasAlpha)
                ?? .eight
        case .pictures(let options):
            result.depth =
                PictureFormat(fileName: path)?.depth(for: options.depth ?? frameFormat.depth) ?? .eight
        case .raw(let depth, _): result.depth = depth ?? frameFormat.depth
        case .y4m: result.depth = min(frameFormat.depth, .sixteen)
        }
        if let maximumRate { result.limitRates(to: maximumRate) }
        return result
    }

    /// True if the file keeps the high dynamic range of a source that has one.
    private var keepsRange: Bool {
        guard case .video(let options) = format, let container = VideoContainer(fileName: path) else {
            return false
        }
        return options.keepsHDR(in: container)
    }

    /// Creates the output.
    ///
    /// - Parameters:
    ///   - result: the common format of the filtered frames.
    ///   - range: the numbers of the frames; nil if the last one is not known.
    func makeSink(for result: VideoOutputFormat, range: Range<Int>?, source: VideoSource?) throws
        -> any FrameSink
    {
        switch format {
        case .video(let options):
            try VideoFileSink(path: path, frameFormat: result, options: options, source: source)
        case .pictures(let options):
            try NumberedPictures(
                pattern: path, range: range, frameFormat: result, options: options, existing: existing)
        case .raw(_, let write): try RawFrameSink(result, write: write)
        case .y4m(let options, let descriptor):
            try VideoFileSink(
                stream: descriptor, name: path, frameFormat: result, options: options, source: source)
        }
    }

    /// The sound of the recipe's tapes; nil if there is none, or it is left out.
    private func tapeSound(_ frameRate: Fraction) -> TapeSoundCourse? {
        guard case .video(let options) = format, options.keepsSound, options.addsTapeSound else { return nil }
        return TapeSoundCourse(recipe, frameRate: frameRate.value)
    }

    /// The number of frames read ahead: only one from a pipe.
    var maximumAhead: Int { if case .frames = source { 1 } else { 3 } }

    /// The name of the source in errors.
    var sourceName: String {
        switch source {
        case .video(let path, _, _, _, _): path
        case .pictures(let files, _, _, _): files.pattern
        case .still: path
        case .frames(let name, _): name
        }
    }

    /// What is known about the source, for the filters that depend on it.
    var photograph: Photograph? {
        switch source {
        case .video(let path, _, _, _, _): Photograph(clip: path)
        case .still(let picture, _, _): Photograph(picture)
        case .pictures, .frames: nil
        }
    }

    /// Opens the frames, and the file whose sound and other streams are copied; slow.
    ///
    /// - Parameter readsPlanes: whether frames of a video are read as planes, for devices that convert them.
    func frames(
        readPicture: @escaping PictureReading, readsPlanes: Bool, shouldStop: () -> Bool
    ) throws -> (any FrameSequence, VideoSource?) {
        let (frames, file) = try allFrames(
            readPicture: readPicture, readsPlanes: readsPlanes, shouldStop: shouldStop)
        return (
            maximumRate.map {
                LimitedFrames(frames, FrameRateLimit(frames.frameFormat.frameRate.limited(to: $0)))
            } ?? frames, file
        )
    }

    private func allFrames(
        readPicture: @escaping PictureReading, readsPlanes: Bool, shouldStop: () -> Bool
    ) throws -> (any FrameSequence, VideoSource?) {
        switch source {
        case .video(let path, let table, let from, let to, let rate):
            let reader = try VideoReader(
                path: path, table: table, rate: rate, readsPlanes: readsPlanes, keepsRange: keepsRange)
            guard let table = try reader.table(shouldStop: shouldStop) else { throw Cancelled() }
            let range = Self.range(from?.frame(in: table), to?.frame(in: table), of: table.count)
            guard !range.isEmpty else { throw ClipError.emptyRange(path: path, count: table.count) }
            // A file without other streams begins with its first frame.
            let isWhole = range.count == table.count && !reader.info.takesRate
            let times = isWhole ? nil : table.times[range.lowerBound]..<table.end(of: range)
            let tapeSound = tapeSound(reader.info.rate)
            return (
                try VideoRange(reader, range: range),
                try VideoSource(path: path, range: times, table: table, soundEffect: tapeSound)
            )
        case .pictures(let files, let rate, let from, let to):
            let count = files.paths.count
            let range = Self.range(from?.frame(at: rate), to?.frame(at: rate), of: count)
            guard !range.isEmpty else { throw ClipError.emptyRange(path: files.pattern, count: count) }
            return (try PictureSequence(files, rate: rate, range: range, readPicture: readPicture), nil)
        case .still(let picture, let rate, let count):
            var keepsFloats = false
            if case .raw = format { keepsFloats = true }
            return (
                try StillSequence(picture, rate: rate, count: count, keepsFloats: keepsFloats), nil
            )
        case .frames(_, let open): return (try open(), nil)
        }
    }

    private static func range(_ from: Int?, _ to: Int?, of count: Int) -> Range<Int> {
        let start = min(max(from ?? 0, 0), count)
        return start..<max(start, min(to ?? count, count))
    }
}

extension VideoPosition {
    /// The first frame at or after the time, for frames at a constant rate.
    fileprivate func frame(at rate: Fraction) -> Int {
        switch self {
        case .frame(let number): number
        case .seconds(let seconds): Int((min(seconds, 1e9) * rate.value - 1e-6).rounded(.up))
        }
    }
}
