import Filters
import Rendering

/// The picture before all filters as a canvas shows it: made once for the place it lies at, and kept.
@MainActor
final class OriginalPicture {
    /// The newest frame of it.
    private(set) var frame: RenderQueue.Frame?
    /// Told when a frame has come.
    var came: (@MainActor () -> Void)?

    private let renderService: RenderService
    private var view = 0
    private var wanted: (frame: FrameID, viewport: Viewport)?

    init(_ renderService: RenderService) {
        self.renderService = renderService
        view = renderService.addView(
            .init(
                frame: { [weak self] in self?.take($0) }, counted: { _, _ in },
                countedEntering: { _, _, _ in },
                // What is wrong with the picture is told by the frames of its result.
                failed: { _ in }))
    }

    /// Wants a part of a picture, unless it is that which is there or on its way.
    func show(_ provider: PictureProvider, at viewport: Viewport) {
        if let wanted, wanted == (provider.frameID, viewport) { return }
        wanted = (provider.frameID, viewport)
        renderService.submit(.init(recipe: Recipe(), source: provider, viewport: viewport, view: view))
    }

    /// Lets go of it.
    func forget() {
        wanted = nil
        frame = nil
    }

    func close() {
        renderService.removeView(view)
        forget()
    }

    private func take(_ frame: RenderQueue.Frame) {
        guard frame.job.source.frameID == wanted?.frame else { return }
        self.frame = frame
        came?()
    }
}
