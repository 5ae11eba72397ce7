import Dispatch

/// Decides which previews are made with fewer pixels: those of a slider dragged, or a picture panned or zoomed,
/// that would otherwise be too slow to follow.
///
/// A view has all its pixels again as soon as the drag rests.
struct DraftPolicy {
    private struct View {
        let frame: FrameID
        let viewport: Viewport
        /// What a frame with all pixels takes, measured or estimated.
        let milliseconds: Double
        let moment: ContinuousClock.Instant
        /// The job whose draft is shown, to be made with all its pixels; held no longer than that, for a job
        /// holds its picture.
        var unfinished: RenderQueue.Job?
    }

    private var views: [Int: View] = [:]

    /// Slower than 30 frames a second a drag looks broken rather than coarse.
    static let slowMilliseconds = 33.0
    /// What a frame may take before the next of a drag is made with fewer pixels.
    let slowMilliseconds: Double

    init(slowMilliseconds: Double = Self.slowMilliseconds) {
        self.slowMilliseconds = slowMilliseconds
    }

    /// A change that comes sooner after a frame belongs to the same drag.
    private static let dragPause = Duration.milliseconds(400)
    /// A drag rests when nothing has come for as long.
    private static let restPause = Duration.milliseconds(150)

    /// By how much the grid of a job is to be made coarser; 1 leaves it.
    func reduction(of job: RenderQueue.Job) -> Int {
        // Another part of the picture, or another scale, takes about as long: as many pixels are seen.
        guard job.mayBeDraft, let last = views[job.view], last.frame == job.source.frameID,
            last.milliseconds > slowMilliseconds
        else { return 1 }
        let isVerySlow = last.milliseconds > 4 * slowMilliseconds
        let isDrag = .now - last.moment < Self.dragPause
        // A single step of the zoom, too, is to be seen at once.
        guard isDrag || (isVerySlow && last.viewport != job.viewport) else { return 1 }
        return isVerySlow ? 4 : 2
    }

    /// Takes down what a frame took.
    mutating func record(_ job: RenderQueue.Job, reduction: Int, milliseconds: Double) {
        views[job.view] = View(
            frame: job.source.frameID, viewport: job.viewport,
            milliseconds: milliseconds * Double(reduction * reduction), moment: .now,
            unfinished: reduction > 1 ? job : nil)
    }

    /// A job whose draft has been shown for long enough to be made with all its pixels.
    mutating func takeRested() -> RenderQueue.Job? {
        let now = ContinuousClock.now
        let rested = views.first { $0.value.unfinished != nil && now - $0.value.moment >= Self.restPause }
        guard let rested else { return nil }
        // Whether it is finished or gives way to a newer job, it is not taken again.
        views[rested.key]?.unfinished = nil
        return rested.value.unfinished
    }

    /// How long until a draft has to be replaced; nil where none is shown.
    var pauseUntilRested: DispatchTimeInterval? {
        let drafts = views.values.filter { $0.unfinished != nil }
        guard let oldest = drafts.map(\.moment).min() else { return nil }
        let left = max(.zero, Self.restPause - (.now - oldest))
        return .microseconds(Int(left / .microseconds(1)) + 1)
    }
}
