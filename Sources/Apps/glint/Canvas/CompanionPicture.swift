import Filters
import Rendering

/// Another rendering of the picture for the same canvas, such as the unfiltered picture: rendered once per
/// viewport and cached.
@MainActor
final class CompanionPicture {
    /// The newest frame of the picture.
    private(set) var frame: RenderQueue.Frame?
    /// Called when a frame has arrived.
    var came: (@MainActor () -> Void)?

    private let renderService: RenderService
    private var view = 0
    private var wanted: (source: SourceFrame, recipe: Recipe, viewport: Viewport)?

    init(_ renderService: RenderService) {
        self.renderService = renderService
        view = renderService.addView(
            .init(
                frame: { [weak self] in self?.take($0) }, counted: { _, _ in },
                countedScope: { _, _ in }, countedEntering: { _, _, _ in },
                // Errors in the picture are reported by the frames of the result.
                failed: { _ in }))
    }

    /// Requests a part of a picture, unless it is already available or requested.
    ///
    /// - Parameters:
    ///   - recipe: the recipe to apply.
    ///   - isPlaying: whether the frame is one of many consecutive ones during playback.
    func show(_ sourceFrame: SourceFrame, _ recipe: Recipe, at viewport: Viewport, isPlaying: Bool) {
        if let wanted, wanted.source.isSame(as: sourceFrame), wanted.recipe == recipe,
            wanted.viewport == viewport
        {
            return
        }
        wanted = (sourceFrame.withoutPixels, recipe, viewport)
        ChangeCosts.shared?.holds(recipe)
        renderService.queue?.submit(
            .init(
                recipe: recipe, source: sourceFrame, viewport: viewport, view: view, isPlaying: isPlaying))
    }

    /// Releases the frame.
    func forget() {
        wanted = nil
        frame = nil
    }

    func close() {
        renderService.removeView(view)
        forget()
    }

    private func take(_ frame: RenderQueue.Frame) {
        guard frame.job.source.sourceID == wanted?.source.sourceID else { return }
        self.frame = frame
        came?()
    }
}
