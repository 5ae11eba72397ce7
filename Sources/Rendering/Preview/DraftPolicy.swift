import Dispatch

/// Decides which previews are rendered at reduced resolution: those that would be too slow to follow the
/// dragging of a slider, or panning or zooming.
///
/// A view returns to full resolution as soon as the drag pauses.
struct DraftPolicy {
    private struct View {
        let sourceID: SourceID
        let viewport: Viewport
        /// The time that a frame at full resolution takes, measured or estimated.
        let milliseconds: Double
        let moment: ContinuousClock.Instant
        /// The job that is shown as a draft and must still be rendered at full resolution. It is released
        /// afterward, since a job keeps its picture in memory.
        var unfinished: RenderQueue.Job?
    }

    private var views: [Int: View] = [:]

    /// Below 30 frames per second, stuttering is more annoying than coarse pixels.
    static let slowMilliseconds = 33.0
    /// The maximum time for a frame; if one takes longer, the next frame of the drag has a lower resolution.
    let slowMilliseconds: Double

    init(slowMilliseconds: Double = Self.slowMilliseconds) {
        self.slowMilliseconds = slowMilliseconds
    }

    /// A change within this time after the last frame belongs to the same drag.
    private static let dragPause = Duration.milliseconds(400)
    /// A drag counts as paused when no job has arrived for this long.
    private static let restPause = Duration.milliseconds(150)

    /// The factor by which to coarsen a job's grid; 1 for full resolution.
    func reduction(of job: RenderQueue.Job) -> Int {
        // Another part or scale of the picture takes about as long to render, since the number of visible
        // pixels is the same.
        guard !job.isPlaying, let last = views[job.view], last.sourceID == job.source.sourceID,
            last.milliseconds > slowMilliseconds
        else { return 1 }
        let isVerySlow = last.milliseconds > 4 * slowMilliseconds
        let isDrag = .now - last.moment < Self.dragPause
        // The result of a single zoom step must also be visible immediately.
        guard isDrag || (isVerySlow && last.viewport != job.viewport) else { return 1 }
        return isVerySlow ? 4 : 2
    }

    /// Records how long a frame took.
    mutating func record(_ job: RenderQueue.Job, reduction: Int, milliseconds: Double) {
        views[job.view] = View(
            sourceID: job.source.sourceID, viewport: job.viewport,
            milliseconds: milliseconds * Double(reduction * reduction), moment: .now,
            unfinished: reduction > 1 ? job : nil)
    }

    mutating func forget(_ view: Int) { views[view] = nil }

    /// A job whose draft has been shown long enough that it should now be rendered at full resolution.
    mutating func takeRested() -> RenderQueue.Job? {
        let now = ContinuousClock.now
        let rested = views.first { $0.value.unfinished != nil && now - $0.value.moment >= Self.restPause }
        guard let rested else { return nil }
        // The job is returned only once, even if a newer one replaces it before it is finished.
        views[rested.key]?.unfinished = nil
        return rested.value.unfinished
    }

    /// The time until a draft must be rendered at full resolution; nil if no draft is shown.
    var pauseUntilRested: DispatchTimeInterval? {
        let drafts = views.values.filter { $0.unfinished != nil }
        guard let oldest = drafts.map(\.moment).min() else { return nil }
        let left = max(.zero, Self.restPause - (.now - oldest))
        return .microseconds(Int(left / .microseconds(1)) + 1)
    }
}
