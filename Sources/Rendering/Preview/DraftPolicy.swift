import Dispatch

/// Decides which previews are rendered with fewer pixels: those of a dragged slider, or of a panned or zoomed
/// picture, that would otherwise be too slow to follow.
///
/// A view has all its pixels again as soon as the drag pauses.
struct DraftPolicy {
    private struct View {
        let sourceID: SourceID
        let viewport: Viewport
        /// The time that a frame with all pixels takes, measured or estimated.
        let milliseconds: Double
        let moment: ContinuousClock.Instant
        /// The job whose draft is shown, still to be rendered with all its pixels; released afterwards, since
        /// a job holds its picture.
        var unfinished: RenderQueue.Job?
    }

    private var views: [Int: View] = [:]

    /// Below 30 frames a second a drag looks broken rather than coarse.
    static let slowMilliseconds = 33.0
    /// The time a frame may take before the drag's next frame has fewer pixels.
    let slowMilliseconds: Double

    init(slowMilliseconds: Double = Self.slowMilliseconds) {
        self.slowMilliseconds = slowMilliseconds
    }

    /// A change within this time after a frame belongs to the same drag.
    private static let dragPause = Duration.milliseconds(400)
    /// A drag has paused when no job has arrived for this long.
    private static let restPause = Duration.milliseconds(150)

    /// The factor by which to coarsen a job's grid; 1 leaves it unchanged.
    func reduction(of job: RenderQueue.Job) -> Int {
        // Another part or scale of the picture takes about as long, since the number of visible pixels is the
        // same.
        guard !job.isPlaying, let last = views[job.view], last.sourceID == job.source.sourceID,
            last.milliseconds > slowMilliseconds
        else { return 1 }
        let isVerySlow = last.milliseconds > 4 * slowMilliseconds
        let isDrag = .now - last.moment < Self.dragPause
        // A single zoom step must be visible immediately, too.
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

    /// A job whose draft has been shown long enough to be rendered with all its pixels.
    mutating func takeRested() -> RenderQueue.Job? {
        let now = ContinuousClock.now
        let rested = views.first { $0.value.unfinished != nil && now - $0.value.moment >= Self.restPause }
        guard let rested else { return nil }
        // Whether the job is finished or gives way to a newer one, it is not taken again.
        views[rested.key]?.unfinished = nil
        return rested.value.unfinished
    }

    /// The time until a draft must be replaced; nil if none is shown.
    var pauseUntilRested: DispatchTimeInterval? {
        let drafts = views.values.filter { $0.unfinished != nil }
        guard let oldest = drafts.map(\.moment).min() else { return nil }
        let left = max(.zero, Self.restPause - (.now - oldest))
        return .microseconds(Int(left / .microseconds(1)) + 1)
    }
}
