@preconcurrency import CAdwaita
import Editing
import Filters
import Gtk
import Observation
import Localization
import Rendering

/// Crops, turns and straightens the picture in a separate view, which shows the whole picture with the crop
/// rectangle, or the corners of its perspective, until Return applies the crop or Escape cancels it.
@MainActor @Observable
final class CropController {
    /// Called when cropping begins or ends.
    var changed: @MainActor () -> Void = {}
    /// Called to get a thumbnail of the unfiltered picture, whose longer side is ``AutoPerspective/side``.
    var measure: @MainActor (@escaping @MainActor (Thumbnail) -> Void) -> Void = { _ in }

    private let context: WindowContext
    private let editor: DocumentEditor
    private let canvas: Canvas
    private let handles: CropHandles
    private let corners: CornerHandles
    private let panel: CropPanel
    /// The picture's framing when cropping began; nil while no crop is in progress.
    private var before: Framing?
    private var ratio = CropRatio.free
    /// True while the corners of the perspective are shown instead of the crop.
    private var showsCorners = false
    /// Distinguishes the changes of different crop sessions in the history.
    private var count = 0

    init(
        _ context: WindowContext, editor: DocumentEditor, canvas: Canvas, tools: PictureTools, side: Object
    ) {
        self.context = context
        self.editor = editor
        self.canvas = canvas
        handles = tools.crop
        corners = tools.corners
        panel = CropPanel(side: side)
        panel.happened = { [weak self] in self?.follow($0) }
        handles.happened = { [weak self] in self?.follow($0) }
        corners.changed = { [weak self] settings in
            self?.change { framing, _ in framing.perspective = settings }
        }
    }

    /// True during a crop.
    var isActive: Bool { before != nil }

    private var framing: Framing? { editor.recipe.map { Framing($0, catalog: editor.catalog) } }

    /// The recipe that the canvas shows instead of the document's: during a crop, without the crop.
    func shown(_ recipe: Recipe) -> Recipe {
        guard isActive else { return recipe }
        var whole = Framing(recipe, catalog: editor.catalog)
        whole.crop = .whole
        if showsCorners {
            // The corners lie in the picture without perspective, all of which is shown.
            whole.perspective = PerspectiveSettings()
            whole.angle = 0
        }
        // Stages that change the geometry after the crop would move the content under the handles.
        let last = Framing.range(in: recipe, catalog: editor.catalog).upperBound
        var shown = recipe
        for index in recipe.stages.indices.reversed() where index >= last {
            if editor.catalog.multiPass(of: recipe.stages[index]) is any GeometryFilter {
                shown.stages.remove(at: index)
            }
        }
        return shown.framed(by: whole, in: editor.catalog)
    }

    /// Space for the handles on the picture's edge, in logical pixels.
    private static let margin = 24

    /// Begins cropping, or ends it and keeps the framing.
    func toggle() { isActive ? end() : begin() }

    func begin() {
        guard !isActive, let recipe = editor.recipe, let framing else { return }
        before = framing
        count += 1
        canvas.zoom = .fitted(.fit)
        canvas.margin = Self.margin
        panel.setShown(true)
        changed()
        canvas.show(shown(recipe))
        ratio = CropRatio(keptBy: framing.crop, aspect: canvas.resultAspectOnScreen)
        show()
        panel.grabFocus()
    }

    /// Ends cropping and keeps the framing.
    func end() {
        guard isActive else { return }
        before = nil
        showsCorners = false
        panel.endModes()
        panel.setShown(false)
        handles.show(nil)
        corners.show(nil)
        canvas.margin = 0
        changed()
        if let recipe = editor.recipe { canvas.show(recipe) }
    }

    /// Ends cropping and restores the previous framing.
    func cancel() {
        guard let before else { return }
        set(before)
        end()
    }

    /// Updates after a change of the document, such as an undo.
    func update() {
        if isActive { show() }
    }

    private func set(_ framing: Framing) {
        guard let recipe = editor.recipe else { return }
        let framed = recipe.framed(by: framing, in: editor.catalog)
        if framed != recipe {
            editor.replace(
                by: framed, as: Edit(tr("Crop and Rotate"), subject: "framing/\(count)", isOneOfMany: true))
        }
    }

    // Events

    private func follow(_ event: CropPanel.Event) {
        switch event {
        case .ratio(let ratio):
            self.ratio = ratio
            change { framing, aspect in
                if let value = ratio.value(of: aspect) {
                    framing.crop = framing.crop.fitted(to: value / aspect)
                }
            }
        case .angle(let angle): change(isTurning: true) { framing, _ in framing.angle = angle }
        case .turn(let clockwise):
            ratio = ratio.turned
            change { framing, _ in framing.turn(clockwise: clockwise) }
        case .flip(let horizontally): change { framing, _ in framing.flip(horizontally: horizontally) }
        case .vertical(let angle): change { framing, _ in framing.perspective.vertical = angle }
        case .horizontal(let angle): change { framing, _ in framing.perspective.horizontal = angle }
        case .horizon(let isAwaited):
            if isAwaited { setCorners(shown: false) }
            handles.awaitsHorizon = isAwaited
        case .corners(let areShown): setCorners(shown: areShown)
        case .lines: measure { [weak self] in self?.follow(linesIn: $0) }
        case .reset:
            ratio = .free
            change { framing, _ in framing = Framing() }
        case .cancel: cancel()
        case .apply: end()
        }
    }

    /// Searches the lines off the main thread, which takes some tenths of a second.
    private func follow(linesIn thumbnail: Thumbnail) {
        guard isActive, let focal = framing?.perspective.focalLength else { return }
        let session = count
        inBackground {
            AutoPerspective(bytes: thumbnail.bytes, width: thumbnail.size.x, focalLength: focal)
        } then: { [weak self] found in
            guard let self, isActive, count == session else { return }
            take(found)
        }
    }

    private func take(_ found: AutoPerspective?) {
        guard let found else {
            context.toasts.showFailure(tr("No lines were found that are nearly vertical"))
            return
        }
        setCorners(shown: false)
        change(isTurning: true) { framing, _ in
            framing.perspective.corners = PerspectiveSettings.wholePicture
            framing.perspective.vertical = found.vertical
            framing.perspective.horizontal = found.horizontal
            framing.angle = found.angle
        }
    }

    /// True if a button of the panel handles Return.
    var usesReturn: Bool { panel.usesReturn }

    private func follow(_ event: CropHandles.Event) {
        switch event {
        case .moved(let crop): change { framing, _ in framing.crop = crop }
        case .resized(let start, let grip, let target):
            let (ratio, pixels) = (ratio, canvas.resultSize)
            change { framing, aspect in
                framing.crop = start.resized(
                    grip, to: target.clamped(lowerBound: .zero, upperBound: .one),
                    ratio: ratio.value(of: aspect).map { $0 / aspect }, least: 1 / SIMD2<Double>(pixels))
            }
        case .horizon(let way):
            panel.endModes()
            guard (way * way).sum() > 100 else { return }
            change(isTurning: true) { framing, _ in
                framing.angle = Framing.straightened(framing.angle, along: way)
            }
        }
    }

    /// - Parameter change: gets the framing, and the aspect of the whole picture on the screen.
    private func change(isTurning: Bool = false, _ change: (inout Framing, Double) -> Void) {
        guard isActive, var framing else { return }
        let before = framing
        change(&framing, canvas.resultAspectOnScreen)
        set(framing)
        if (before.turns, before.angle) != (framing.turns, framing.angle) { keepRatio() }
        if !showsCorners { snap() }
        show(isTurning: isTurning)
    }

    /// Aligns the crop's sides with pixel boundaries of the picture in its current orientation.
    private func snap() {
        guard var framing else { return }
        let snapped = framing.crop.snapped(to: canvas.resultSize)
        guard snapped != framing.crop else { return }
        framing.crop = snapped
        set(framing)
    }

    /// Restores the crop's aspect ratio after the picture's aspect ratio has changed.
    private func keepRatio() {
        let aspect = canvas.resultAspectOnScreen
        guard var framing, let value = ratio.value(of: aspect) else { return }
        let size = framing.crop.size
        guard abs(size.x / size.y * aspect / value - 1) > 0.005 else { return }
        framing.crop = framing.crop.fitted(to: value / aspect)
        set(framing)
    }

    /// Shows the corners of the perspective, or the crop.
    private func setCorners(shown areShown: Bool) {
        guard isActive, areShown != showsCorners, let recipe = editor.recipe else { return }
        showsCorners = areShown
        if !areShown { panel.endModes() }
        canvas.show(shown(recipe))
        show()
    }

    private func show(isTurning: Bool = false) {
        guard let framing, let recipe = editor.recipe else { return }
        let stage = Framing.range(in: shown(recipe), catalog: editor.catalog).lowerBound
        handles.show(showsCorners ? nil : framing.crop, isTurning: isTurning)
        corners.show(showsCorners ? framing.perspective : nil, inStage: stage)
        panel.show(framing, ratio: ratio, pixels: resultSize(recipe))
    }

    /// The size of the result in pixels.
    private func resultSize(_ recipe: Recipe) -> SIMD2<Int>? {
        guard showsCorners else {
            let pixels = framing.map { SIMD2<Double>(canvas.resultSize) * $0.crop.size }
            return pixels.map { SIMD2<Int>($0.rounded(.toNearestOrAwayFromZero)) }
        }
        return canvas.picture.flatMap { canvas.size(of: recipe, entering: $0.sourceFrame.size) }
    }
}
