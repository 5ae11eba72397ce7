import System
import CVideo
import Glibc
import Imaging
import Localization

/// Writes a video frame by frame. The file appears under its name only when it is complete; a writer that is
/// released or cancelled before `finish` leaves nothing behind.
///
/// Sound and other streams of a source are copied bit for bit if the container supports them. Not
/// thread-safe. Input that cannot be written throws, and a writer that failed accepts no more frames.
public final class VideoWriter {
    /// How the video is written.
    public let plan: VideoPlan
    private let path: String
    /// Nil if frames go to a stream.
    private let file: AtomicFile?
    private let source: VideoSource?
    private let streams: SourceStreams?
    private let soundEffect: SoundEffectFunctions?
    /// Nil once the file is complete, or given up.
    private var writer: OpaquePointer?
    private var state = State.writing
    private var lastTime: Int64?
    /// The time that becomes 0, in ticks of the source.
    private let start: Int64
    private var frameCount = 0
    /// The size of the file in bytes; 0 until it is complete.
    package private(set) var byteCount = 0

    private enum State {
        case writing
        /// All bytes are written, but the file has no name yet.
        case complete
        /// The file has its name.
        case inPlace
        case givenUp
    }

    /// Maximum number of ticks between the first and the last time of a file: a few of them can be added
    /// without overflow.
    private static let maxTicks: Int64 = 1 << 56

    /// Begins a file.
    /// - Parameters:
    ///   - path: its extension selects the container.
    ///   - source: the file that the frames come from; nil if there is none.
    public convenience init(
        path: String, frameFormat: VideoOutputFormat, options: VideoOptions = VideoOptions(),
        source: VideoSource? = nil
    ) throws(VideoError) {
        let streams = try SourceStreams.of(source)
        let plan = try VideoPlan(path: path, frameFormat: frameFormat, options: options, streams: streams)
        let file: AtomicFile
        do throws(FileError) { file = try AtomicFile(path: path) } catch { throw .file(error) }
        try self.init(plan, to: file.descriptor, file: file, path: path, source: source, streams: streams)
    }

    /// Begins a Y4M that is written to a pipe or another sequential stream.
    ///
    /// - Parameters:
    ///   - descriptor: must stay open longer than the writer.
    ///   - name: the stream's name in errors.
    package convenience init(
        toStream descriptor: Int32, name: String, frameFormat: VideoOutputFormat,
        options: VideoOptions = VideoOptions(),
        source: VideoSource? = nil
    ) throws(VideoError) {
        let streams = try SourceStreams.of(source)
        let plan = try VideoPlan(
            path: name, in: .y4m, frameFormat: frameFormat, options: options, streams: streams)
        try self.init(plan, to: descriptor, file: nil, path: name, source: source, streams: streams)
    }

    private init(
        _ plan: VideoPlan, to descriptor: Int32, file: AtomicFile?, path: String, source: VideoSource?,
        streams: SourceStreams?
    ) throws(VideoError) {
        self.path = path
        self.plan = plan
        self.file = file
        self.source = source
        self.streams = streams
        soundEffect = source?.soundEffect.map(SoundEffectFunctions.init)
        start = source?.range?.lowerBound ?? streams?.start(inTicksOf: plan.frameFormat.tick) ?? 0
        var failure = CVideoFailure()
        writer = plan.makeWriter(
            descriptor: descriptor, isStream: file == nil, source: source, streams: streams,
            soundEffect: soundEffect, &failure)
        if writer == nil { throw error(failure) }
    }

    deinit { cvideo_writer_destroy(writer) }

    /// Adds a frame.
    /// - Parameters:
    ///   - time: the presentation time in ticks, in the source's own time if there is one. Times must
    ///     increase.
    ///   - duration: in ticks; 0 if unknown.
    public func add(_ frame: PixelBuffer, time: Int64, duration: Int64) throws(VideoError) {
        let frameFormat = plan.frameFormat
        guard frame.width == frameFormat.width, frame.height == frameFormat.height else {
            throw unfit(
                "it has \(frame.width) × \(frame.height) pixels instead of \(frameFormat.width) × \(frameFormat.height)"
            )
        }
        guard frame.depth == frameFormat.depth else {
            throw unfit("it has \(frame.depth.description) instead of \(frameFormat.depth.description)")
        }
        try frame.withUnsafeBytes { rows throws(VideoError) in
            try add(rows: rows, time: time, duration: duration)
        }
    }

    /// Adds a frame of RGBA rows without padding, with the properties given at the start.
    public func add(rows: UnsafeRawBufferPointer, time: Int64, duration: Int64) throws(VideoError) {
        let frameFormat = plan.frameFormat
        let byteCount = frameFormat.width * frameFormat.height * frameFormat.depth.bytesPerPixel
        guard rows.count >= byteCount else {
            throw unfit("its rows take \(byteCount) bytes, but \(rows.count) were given")
        }
        guard plan.highRange == nil else {
            throw unfit("RGBA has no high dynamic range, which is to be kept")
        }
        try add(rows, arePlanes: false, time: time, duration: duration)
    }

    /// Adds a frame of samples in the format ``VideoPlan/planes``.
    package func add(planes: UnsafeRawBufferPointer, time: Int64, duration: Int64) throws(VideoError) {
        try add(planes, arePlanes: true, time: time, duration: duration)
    }

    private func add(
        _ bytes: UnsafeRawBufferPointer, arePlanes: Bool, time: Int64, duration: Int64
    ) throws(VideoError) {
        guard state == .writing else { throw closed }
        if let lastTime, time <= lastTime {
            throw .failed(
                path: path,
                reason: tr(
                    "the timestamp of its frame \(frameCount) is not later than that of the previous frame"))
        }
        let (ticks, overflows) = time.subtractingReportingOverflow(start)
        guard !overflows, ticks.magnitude <= Self.maxTicks, (0...Self.maxTicks).contains(duration) else {
            throw unfit("its time or its duration is out of range")
        }
        lastTime = time
        frameCount += 1
        var failure = CVideoFailure()
        let add = arePlanes ? cvideo_writer_add_planes : cvideo_writer_add
        guard add(writer, bytes.baseAddress, bytes.count, ticks, duration, &failure) else {
            throw failed(failure)
        }
    }

    /// Completes the file, flushes it to the disk and gives it its name.
    ///
    /// With `overwrite` it replaces an existing file and takes over its permissions; without, an existing
    /// file is an error and is kept, and `finish` may be called again.
    public func finish(overwrite: Bool) throws(VideoError) {
        try complete()
        try commit(overwrite: overwrite)
    }

    /// The first half of ``finish(overwrite:)``, which may take long: writes pending frames.
    package func complete() throws(VideoError) {
        guard state != .complete else { return }
        guard state == .writing else { throw closed }
        guard frameCount > 0 else { throw .failed(path: path, reason: tr("it received no frames")) }
        var failure = CVideoFailure()
        guard cvideo_writer_finish(writer, &failure) else { throw failed(failure) }
        byteCount = Int(cvideo_writer_byte_count(writer))
        destroy()
        state = .complete
    }

    /// The second half, after ``complete()``: gives the file its name.
    package func commit(overwrite: Bool) throws(VideoError) {
        guard state == .complete else { throw closed }
        do throws(FileError) { try file?.commit(overwrite: overwrite) } catch { throw .file(error) }
        state = .inPlace
    }

    /// Discards the file; nothing of it remains. Does nothing once the file is finished.
    public func cancel() {
        guard state != .inPlace else { return }
        destroy()
        file?.cancel()
        state = .givenUp
    }

    private func destroy() {
        cvideo_writer_destroy(writer)
        writer = nil
    }

    /// Why nothing more can be written.
    private var closed: VideoError {
        .failed(path: path, reason: state == .givenUp ? "it was cancelled" : tr("it is already complete"))
    }

    /// Why the next frame cannot be written.
    private func unfit(_ reason: String) -> VideoError {
        .unfitFrame(path: path, frame: frameCount, reason: reason)
    }

    /// Gives up the file, to which FFmpeg can write no more.
    private func failed(_ failure: CVideoFailure) -> VideoError {
        let error = error(failure)
        cancel()
        return error
    }

    private func error(_ failure: CVideoFailure) -> VideoError {
        streams?.readError ?? failure.writing(path, plan)
    }
}

extension CVideoFailure {
    /// The error for a failed write of a file.
    func writing(_ path: String, _ plan: VideoPlan? = nil) -> VideoError {
        let codec = plan?.codec.name ?? ""
        let size = plan.map { "\($0.frameSize.width) × \($0.frameSize.height)" } ?? ""
        return switch kind {
        case CVIDEO_CODEC_REFUSES:
            .failed(
                path: path,
                reason: tr("\(codec) cannot encode frames of \(size) pixels in the pixel format \(reason)"))
        case CVIDEO_SOUND_REFUSED:
            .failed(path: path, reason: tr("its sound (\(reason)) cannot be re-encoded"))
        case CVIDEO_CONTAINER_REFUSES:
            .failed(
                path: path,
                reason: tr(
                    """
                    \(plan?.container.name ?? "") cannot contain these frames of \(codec), or one of the \
                    other streams
                    """
                ))
        case CVIDEO_NO_CODEC: .noEncoder(codec: reason)
        case CVIDEO_NO_LIBRARY: .noLibraries(reason: reason)
        case CVIDEO_NO_MEMORY: .noMemory(path: path)
        case CVIDEO_SYSTEM: .file(.writing(path, errno: Int32(code)))
        default: .failed(path: path, reason: reason)
        }
    }
}

extension VideoPlan {
    /// Code points of ITU-T H.273.
    private var colors: (primaries: Int32, transfer: Int32, matrix: Int32) {
        if let highRange {
            return (Int32(highRange.primaries), Int32(highRange.transfer), Int32(highRange.matrix))
        }
        var colors = usualColors
        if let primaries = frameFormat.primaries { colors.primaries = Int32(primaries) }
        return colors
    }

    private var usualColors: (primaries: Int32, transfer: Int32, matrix: Int32) {
        if codec.isRGB { return (1, 13, 0) }
        return switch frameSize.height {
        // ITU-R BT.601 with 525 lines, with 625 lines, and BT.709.
        case ...488: (6, 6, 6)
        case ...576: (5, 6, 5)
        default: (1, 1, 1)
        }
    }

    /// FFmpeg's name of the encoder's pixel format.
    private var pixelFormat: String { codec.pixelFormat(of: frameFormat, chosen: options.depth) }

    /// True if the levels of luma and chroma have the full range.
    private var hasFullRange: Bool {
        // Gray that was never YCbCr keeps its levels. Players know the full range of newer codecs; in 10
        // bits, the limited one would merge levels of the source.
        codec == .y4m
            ? frameFormat.isFullRange ?? frameFormat.channels.isGray
            : pixelFormat == "yuv420p10le" && frameFormat.isFullRange == true
    }

    /// The format of the frames that the encoder takes; nil if they can only be added as RGBA.
    package var planes: PlanarFormat? {
        var stored = CVideoPlanes()
        stored.pixelFormat = cvideo_pixel_format(pixelFormat)
        (stored.width, stored.height) = (Int32(frameSize.width), Int32(frameSize.height))
        stored.range = hasFullRange || codec.isRGB ? 2 : 1
        stored.isInterlaced = isInterlaced
        // At the left of two pixels.
        stored.chromaLocation = 1
        (stored.primaries, stored.transfer, stored.matrix) = colors
        stored.keepsRange = highRange != nil
        return codec == .gif ? nil : PlanarFormat(stored)
    }

    private var containerOptions: String {
        let loopCount = min(max(frameFormat.loopCount, 0), Int(UInt16.max))
        // Fragments of half a second and a second: if a recording is cut off, everything before is readable.
        if isRecording, container == .mp4 || container == .m4v || container == .mov {
            return "movflags=frag_keyframe+empty_moov+default_base_moof:frag_duration=1000000"
        }
        if isRecording { return "cluster_time_limit=500" }
        return switch container {
        case .mp4, .m4v, .mov:
            // The index comes first, for players that stream the file from the network. Edit lists, which
            // state when a stream starts, use a timescale in which times can be represented.
            "movflags=+faststart:movie_timescale=\(max(1000, frameFormat.tick.denominator))"
        case .mkv, .webm: treatments.isEmpty ? "" : "default_mode=passthrough"
        case .apng: "plays=\(loopCount)"
        // A GIF without a loop count is shown once.
        case .gif: "loop=\(loopCount == 1 ? -1 : loopCount)"
        case .webp: "loop=\(loopCount)"
        case .y4m: ""
        }
    }

    /// FFmpeg passes the field order to x264 only with the first frame, after its headers are written.
    private var fieldOptions: String {
        encoder == "libx264" && isInterlaced && frameFormat.fieldOrder == .bottomFirst
            ? ":x264-params=bff=1" : ""
    }

    /// Apple's players recognize H.265 only by this tag.
    private var tag: String { codec == .h265 && container != .mkv ? "hvc1" : "" }

    func makeWriter(
        descriptor: Int32, isStream: Bool = false, source: VideoSource?, streams: SourceStreams?,
        soundEffect: SoundEffectFunctions? = nil, _ failure: inout CVideoFailure
    ) -> OpaquePointer? {
        let pixels = pixelFormat
        // Y4M has a single rate for all frames.
        let rate = codec == .y4m ? frameFormat.unevenRate ?? frameFormat.frameRate : frameFormat.frameRate
        let encoderOptions =
            codec.options(
                of: encoder, quality: options.usableQuality, preset: options.preset,
                bits: pixels.hasSuffix("10le") ? 10 : 8,
                hasAlpha: frameFormat.channels.hasAlpha, isLossless: options.isLossless)
            + (isRecording ? codec.recordingOptions(of: encoder) : "")
            + fieldOptions
        let sound = soundEffect == nil ? container.soundEncoder : container.changedSoundEncoder
        let strings = [container.muxer, encoder, pixels, encoderOptions, containerOptions, tag, sound.name]
        let recordsSound = isRecording && options.keepsSound
        return withCStrings(strings) { strings in
            var writing = CVideoWriting()
            writing.isRecording = isRecording
            writing.isStream = isStream
            writing.soundEncoder = recordsSound ? strings[6] : nil
            writing.soundRate = Int32(sound.bitsPerChannel)
            writing.container = strings[0]
            writing.encoder = strings[1]
            writing.pixelFormat = strings[2]
            writing.encoderOptions = strings[3]
            writing.containerOptions = strings[4]
            writing.tag = strings[5]
            writing.width = Int32(frameFormat.width)
            writing.height = Int32(frameFormat.height)
            writing.frameWidth = Int32(frameSize.width)
            writing.frameHeight = Int32(frameSize.height)
            writing.bits = Int32(frameFormat.depth.rawValue)
            writing.hasAlpha = frameFormat.channels.hasAlpha
            writing.aspectNumerator = Int32(frameFormat.pixelAspect.numerator)
            writing.aspectDenominator = Int32(frameFormat.pixelAspect.denominator)
            writing.tickNumerator = Int32(frameFormat.tick.numerator)
            writing.tickDenominator = Int32(frameFormat.tick.denominator)
            writing.rateNumerator = Int32(rate.numerator)
            writing.rateDenominator = Int32(rate.denominator)
            writing.isInterlaced = isInterlaced
            writing.isTopFieldFirst = frameFormat.fieldOrder == .topFirst
            (writing.primaries, writing.transfer, writing.matrix) = colors
            writing.isFullRange = hasFullRange
            writing.hasHighRange = highRange != nil
            guard let streams else { return cvideo_writer_create(descriptor, &writing, nil, &failure) }
            let offsets = source?.offsets ?? []
            return treatments.withUnsafeBufferPointer { treatments in
                offsets.withUnsafeBufferPointer { offsets in
                    var copying = CVideoCopying()
                    copying.source = streams.pointer
                    copying.treatments = treatments.baseAddress
                    copying.soundEncoder = strings[6]
                    copying.soundRate = Int32(sound.bitsPerChannel)
                    copying.soundEffect = soundEffect.map { UnsafePointer($0.pointer) }
                    copying.origin = source?.firstFrame ?? streams.start(inTicksOf: frameFormat.tick)
                    copying.stripping =
                        switch options.stripping {
                        case nil: CVIDEO_STRIP_NOTHING
                        case .location: CVIDEO_STRIP_LOCATION
                        case .all: CVIDEO_STRIP_ALL
                        }
                    copying.from = source?.range?.lowerBound ?? .min
                    copying.to = source?.range?.upperBound ?? .max
                    copying.start = streams.start(inTicksOf: frameFormat.tick)
                    copying.offsets = offsets.baseAddress
                    copying.offsetCount = Int32(offsets.count)
                    return cvideo_writer_create(descriptor, &writing, &copying, &failure)
                }
            }
        }
    }
}

/// Passes strings to C.
private func withCStrings<Result>(
    _ strings: [String], _ body: ([UnsafePointer<CChar>?]) -> Result
) -> Result {
    let copies = strings.map { strdup($0) }
    defer { copies.forEach { free($0) } }
    return body(copies.map { UnsafePointer($0) })
}
