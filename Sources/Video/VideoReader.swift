import System
import CVideo
import Imaging
import Localization

/// Decodes the frames of a video file, sequentially or by number. Not thread-safe.
///
///     let reader = try VideoReader(path: "clip.mp4")
///     while let frame = try reader.next() { print(frame.number, frame.pixels.width) }
public final class VideoReader {
    /// The properties of the file.
    public let info: VideoInfo
    /// The file's path.
    public let path: String
    /// Number of frames so far that were partly concealed because of damaged data.
    public private(set) var patchedFrames = 0
    /// Number of requested or skipped frames so far that were lost to damage or could not be decoded. Those
    /// at the end are included once ``next()`` has returned nil.
    ///
    /// A file may have fewer frames than its table states without being damaged: 0 if the decoder reported no
    /// error.
    public var missingFrames: Int {
        lostFrames + (patchedFrames > 0 || decoder.damagedPackets > 0 ? skippedFrames : 0)
    }

    let file: OpenFile
    /// True if frames are read as planes where textures can hold these.
    private let readsPlanes: Bool
    /// True if high dynamic range is kept.
    private let keepsRange: Bool
    /// The frame rate of a stream without timing.
    let givenRate: Fraction?
    private let decoder: any VideoDecoding
    private var numbers: FrameNumbers
    /// The last decoded frame if it was not returned yet, else nil.
    private var decoded: (number: Int, frame: CVideoFrame)?
    private(set) var knownTable: FrameTable?
    /// The presentation time of the first frame, in ticks; nil until a frame was decoded.
    private var start: Int64?
    /// The number of the next expected frame: one more than that of the last returned frame, or the requested
    /// one.
    private var expected = 0
    /// One more than the number of the last returned frame.
    private var numberAfterLast = 0
    /// The requested number; losses before it do not count.
    private var sought: Int?
    /// Number of frames skipped between returned ones.
    private var skippedFrames = 0
    /// Number of frames before the returned ones that are missing in the file, and thus have no number.
    private var lostFrames = 0

    /// Opens the file and finds its video, without decoding a frame.
    ///
    /// - Parameters:
    ///   - table: the file's frames, if already known; otherwise they are read when first needed.
    ///   - threads: number of decoding threads, at most 64; nil for one per core.
    ///   - rate: the frame rate of an elementary stream, such as raw H.264; nil for the stream's own, or 25.
    ///     Other files have their own timing.
    public convenience init(
        path: String, table: FrameTable? = nil, threads: Int? = nil, rate: Fraction? = nil
    ) throws(VideoError) {
        try self.init(path: path, table: table, threads: threads, rate: rate, readsPlanes: false)
    }

    /// - Parameters:
    ///   - readsPlanes: whether frames are read as planes where textures can hold these, for devices that
    ///     convert them.
    ///   - keepsRange: whether high dynamic range is kept, for which frames are read as planes, too.
    package convenience init(
        path: String, table: FrameTable? = nil, threads: Int? = nil, rate: Fraction? = nil, readsPlanes: Bool,
        keepsRange: Bool = false
    ) throws(VideoError) {
        let file: OpenFile
        do throws(FileError) {
            file = try OpenFile(path: path)
        } catch {
            throw .file(error)
        }
        try self.init(
            file, path: path, table: table, threads: threads, rate: rate, readsPlanes: readsPlanes,
            keepsRange: keepsRange)
    }

    package init(
        _ file: OpenFile, path: String, table: FrameTable? = nil, threads: Int? = nil, rate: Fraction? = nil,
        readsPlanes: Bool = false, keepsRange: Bool = false
    ) throws(VideoError) {
        self.file = file
        givenRate = rate
        self.path = path
        knownTable = table
        decoder = try Self.open(file, path: path, decodes: true, threads: threads)
        info = VideoInfo(
            decoder.contents, of: file, fileExtension: PathName.suffix(of: path), givenRate: rate)
        self.keepsRange = keepsRange && info.highRange != nil
        self.readsPlanes = readsPlanes || self.keepsRange
        numbers = FrameNumbers(table: table, lacksTimes: info.lacksTimes)
    }

    private static func open(
        _ file: OpenFile, path: String, decodes: Bool, threads: Int?
    ) throws(VideoError) -> any VideoDecoding {
        try SharedVideoDecoders.current.video(
            file,
            VideoRequest(
                path: path, fileExtension: PathName.suffix(of: path), decodes: decodes, threads: threads))
    }

    /// The times of all frames, read from the whole file when first requested.
    ///
    /// - Parameter shouldStop: called regularly; if it returns true, the result is nil.
    public func table(shouldStop: () -> Bool = { false }) throws(VideoError) -> FrameTable? {
        if let knownTable { return knownTable }
        guard let table = try readTable(shouldStop: shouldStop) else { return nil }
        use(table)
        return table
    }

    /// Uses a table read by another reader of the file.
    public func use(_ table: FrameTable) {
        knownTable = table
        numbers.table = table
    }

    private func readTable(shouldStop: () -> Bool) throws(VideoError) -> FrameTable? {
        let decoder = try Self.open(file, path: path, decodes: false, threads: 1)
        var packets: [CVideoPacket] = []
        while true {
            let more = try decoder.packets()
            if more.isEmpty { break }
            packets += more
            if shouldStop() { return nil }
        }
        let info = VideoInfo(
            decoder.contents, fileExtension: PathName.suffix(of: path), givenRate: givenRate)
        let endsInDamage =
            decoder.isAfterDamage || AVICompleteness.isCutShort(file, info, packets: packets)
        let table = FrameTable(packets: packets, info: info, endsInDamage: endsInDamage)
        guard table.count > 0 else { throw .damaged(path: path, reason: tr("it has no frames")) }
        return table
    }

    /// The next frame; nil at the end. Frames that cannot be decoded are skipped together with their numbers.
    public func next() throws(VideoError) -> VideoFrame? {
        guard try advance(), let decoded else {
            if let count = try table()?.count, count > expected {
                skippedFrames += count - expected
                expected = count
            }
            return nil
        }
        return try take(decoded.frame, number: decoded.number)
    }

    /// The frame with a number, identical to the result of decoding from the beginning; if it cannot be
    /// decoded, the next one that can.
    ///
    /// Throws ``VideoError/noFrame(path:frame:count:)`` if there is none.
    public func frame(_ number: Int) throws(VideoError) -> VideoFrame {
        guard let table = try table(), number >= 0, number < table.count else {
            throw .noFrame(path: path, frame: number, count: knownTable?.count ?? 0)
        }
        expected = number
        sought = number
        // For a frame slightly ahead, decoding is faster than seeking.
        let isAhead =
            numbers.last.map { $0 < number && table.keyFrame(atOrBefore: number) <= $0 + 1 } ?? false
        if !isAhead { try seek(to: number, in: table) }
        while true {
            if let decoded, decoded.number >= number {
                return try take(decoded.frame, number: decoded.number)
            }
            guard try advance() else { throw .noFrame(path: path, frame: number, count: table.count) }
        }
    }

    /// The last key frame at or before this number, which is the fastest to decode.
    public func keyFrame(atOrBefore number: Int) throws(VideoError) -> VideoFrame {
        guard let table = try table() else { throw .noFrame(path: path, frame: number, count: 0) }
        return try frame(table.keyFrame(atOrBefore: number))
    }

    /// Additional seconds to seek back, one after another, as long as decoding turns out to have begun too
    /// late.
    private static let stepsBack = [0, 1, 2, 4, 8, 16, 32]

    /// Seeks so that the next decoded frame, or one soon after, is the requested one.
    private func seek(to number: Int, in table: FrameTable) throws(VideoError) {
        for step in Self.stepsBack {
            let start = numbers.start(for: number, secondsBefore: step)
            try seek(to: start)
            guard start != nil else { return }
            guard try advance() else { continue }
            if let decoded, decoded.number <= number { return }
        }
        try seek(to: nil)
    }

    private func seek(to time: Int64?) throws(VideoError) {
        decoded = nil
        try decoder.seek(to: time)
        numbers.startOver(atBeginning: time == nil)
    }

    /// Decodes the next frame with a known number, and keeps it; false at the end.
    private func advance() throws(VideoError) -> Bool {
        decoded = nil
        while let frame = try decoder.next() {
            guard let number = numbers.number(of: frame) else { continue }
            decoded = (number, frame)
            return true
        }
        return false
    }

    private func take(_ frame: CVideoFrame, number: Int) throws(VideoError) -> VideoFrame {
        decoded = nil
        if let lost = knownTable?.lostBefore, !lost.isEmpty {
            for frame in max(1, expected)..<max(1, expected, number + 1) where frame != sought {
                lostFrames += lost[frame] ?? 0
            }
        }
        let isInLine = number == numberAfterLast
        numberAfterLast = number + 1
        sought = nil
        skippedFrames += max(0, number - expected)
        expected = number + 1
        let turn = info.turn
        let size = (Int(frame.width), Int(frame.height))
        guard (turn.swapsSides ? (size.1, size.0) : size) == (info.width, info.height) else {
            throw .sizeChanges(path: path, frame: number)
        }
        let content = try content(of: frame, isInLine: isInLine)
        if frame.isDamaged { patchedFrames += 1 }
        let time = knownTable.map { $0.times[number] } ?? frame.time.known ?? 0
        // Without a table, frames are read from the first on.
        let start = knownTable?.times.first ?? start ?? time
        self.start = start
        return VideoFrame(
            number: number, time: time, seconds: Double(time - start) * info.tick.value,
            duration: knownTable?.givenStep ?? max(0, frame.duration), content: content,
            fieldOrder: frame.isInterlaced ? (frame.isTopFieldFirst ? .topFirst : .bottomFirst) : nil,
            isDamaged: frame.isDamaged)
    }

    /// The pixels of the decoder's last frame.
    private func content(
        of frame: CVideoFrame, isInLine: Bool
    ) throws(VideoError) -> FrameContent {
        let turn = info.turn
        var shape = FrameShape(
            width: info.width, height: info.height, depth: info.depth, quarterTurns: turn.quarters,
            isMirrored: turn.isMirrored)
        var planes = frame.planes
        planes.keepsRange = keepsRange
        let format = readsPlanes ? PlanarFormat(planes) : nil
        guard !keepsRange || format?.layout.conversion.isInvertible == true else {
            throw .failed(
                path: path, reason: tr("a frame does not have the high dynamic range that the file states"))
        }
        if let format { shape.planeBytes = format.byteCount }
        guard let memory = decoder.borrow(byteCount: shape.byteCount) else { throw .noMemory(path: path) }
        try decoder.convert(shape, into: memory, isInLine: isInLine)
        if let format {
            let planes = FramePlanes(
                format, in: memory, quarterTurns: turn.quarters, isMirrored: turn.isMirrored)
            guard let planes else { throw .noMemory(path: path) }
            return .planes(planes)
        }
        let pixels = PixelBuffer(
            width: shape.width, height: shape.height, depth: shape.depth, memory: memory.bytes, owner: memory)
        guard let pixels else { throw .noMemory(path: path) }
        return .pixels(pixels)
    }
}
