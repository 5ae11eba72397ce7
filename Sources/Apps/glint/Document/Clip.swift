import Exporting
import Filters
import Imaging
import Rendering
import System
import Video
import Localization

/// An open video: the frame that is shown, and the trimmed part.
struct Clip: Sendable {
    /// Decodes its frames.
    let stream: FrameStream
    private let shown: ShownFrame<VideoFrame>
    /// The file's frames; nil until they are known.
    private(set) var table: FrameTable?
    /// The first frame of the part to be played and saved; nil for the file's first.
    private(set) var inPoint: Int?
    /// The last frame of the part to be played and saved; nil for the file's last.
    private(set) var outPoint: Int?

    /// Opens a video and decodes its first frame; slow.
    init(contentsOf path: String) throws(VideoError) {
        let (stream, frame) = try FrameStream.open(path)
        self.stream = stream
        shown = ShownFrame(frame, as: Self.sourceFrame(frame, of: SourceID(), stream))
    }

    /// The current frame.
    var frame: VideoFrame { shown.frame }

    /// The current frame, as a source for the render queue.
    var sourceFrame: SourceFrame { shown.source }

    /// The contents of the file.
    var info: VideoInfo { stream.info }

    /// The number of frames; as stated by the file until they have been counted.
    var frameCount: Int {
        table?.count ?? info.statedFrameCount
            ?? info.duration.map { max(1, Int(($0 * info.rate.value).rounded())) } ?? 1
    }

    /// The duration in seconds; as stated by the file until the frames have been read.
    var duration: Double { table?.duration ?? info.duration ?? Double(frameCount) / info.rate.value }

    /// The frames to be played and saved: from the in point to the out point.
    var range: Range<Int> {
        let end = max(1, frameCount)
        let first = min(inPoint ?? 0, end - 1)
        return first..<max(first + 1, min((outPoint ?? end - 1) + 1, end))
    }

    /// True if only a part is played and saved.
    var isTrimmed: Bool { range != 0..<max(1, frameCount) }

    /// The duration of the part to be played and saved, in seconds.
    var trimmedDuration: Double { seconds(of: range.upperBound) - seconds(of: range.lowerBound) }

    /// The time at which a frame is shown, in seconds from the first frame.
    func seconds(of frame: Int) -> Double {
        table.map { frame < $0.count ? $0.seconds(of: frame) : $0.duration } ?? Double(frame)
            / info.rate.value
    }

    /// When the current frame is shown, in seconds of the source.
    var shownTime: Range<Double> {
        let (start, next) = (sourceFrame.time.sourceSeconds, frame.number + 1)
        let end = table == nil ? start + 1 / info.rate.value : seconds(of: next)
        return start..<max(end, start.nextUp)
    }

    /// The frame that is shown at a time.
    func frame(at seconds: Double) -> Int {
        table?.frame(at: seconds) ?? min(max(0, Int(seconds * info.rate.value)), frameCount - 1)
    }

    /// The current frame as a picture.
    var picture: Picture {
        var picture = Picture(pixels: frame.pixels, channels: info.channels)
        picture.name = PathName.stem(of: stream.path)
        return picture
    }

    /// The current frame as part of a file name.
    var frameName: String { "frame\(padded(frame.number, digits: 6))" }

    /// The properties shown besides the size.
    var description: [String] {
        [info.rateTitle, info.codecTitle]
            + (info.highDynamicRange.map { [tr("\($0.rawValue) shown in SDR")] } ?? [])
            + [VideoTime.text(duration)]
    }

    /// Makes another frame the current one; returns it as a source for the render queue.
    func show(_ frame: VideoFrame) -> SourceFrame {
        let source = Self.sourceFrame(frame, of: sourceFrame.sourceID, stream)
        shown.replace(by: frame, as: source)
        return source
    }

    /// The supported pixel aspect ratios: files may state any, but real ones are from ½ to 2.
    private static let aspects = 0.125...8.0

    private static func sourceFrame(
        _ frame: VideoFrame, of source: SourceID, _ stream: FrameStream
    ) -> SourceFrame {
        let info = stream.info
        var sourceFrame = SourceFrame(
            frame.content, isOpaque: !info.channels.hasAlpha, of: source,
            at: FrameTime(frame, of: VideoOutputFormat(info)))
        sourceFrame.photograph = Photograph(clip: stream.path)
        sourceFrame.pixelAspect = min(max(info.pixelAspect.value, aspects.lowerBound), aspects.upperBound)
        return sourceFrame
    }

    /// Sets the table of the file's frames.
    mutating func use(_ table: FrameTable) {
        self.table = table
        stream.use(table)
    }

    /// Sets the first frame of the trimmed part; clears an out point before it.
    mutating func setIn(_ number: Int?) {
        inPoint = number
        if let number, let outPoint, outPoint < number { self.outPoint = nil }
    }

    /// Sets the last frame of the trimmed part; clears an in point after it.
    mutating func setOut(_ number: Int?) {
        outPoint = number
        if let number, let inPoint, inPoint > number { self.inPoint = nil }
    }

    /// An end of the trimmed part.
    enum TrimEnd: CaseIterable {
        case start, end
    }

    /// The first or the last frame of the trimmed part.
    func frame(of end: TrimEnd) -> Int { end == .start ? range.lowerBound : range.upperBound - 1 }

    /// Moves an end of the trimmed part to a frame, at most to the other end. At the end of the file nothing
    /// is trimmed.
    mutating func move(_ end: TrimEnd, to frame: Int) {
        let part = range
        switch end {
        case .start: inPoint = frame <= 0 ? nil : min(frame, part.upperBound - 1)
        case .end: outPoint = frame >= frameCount - 1 ? nil : max(frame, part.lowerBound)
        }
    }
}
