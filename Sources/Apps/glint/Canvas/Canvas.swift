@preconcurrency import CAdwaita
import Editing
import Filters
import GPU
import Gtk
import Rendering

/// Shows the newest frame of a picture and requests frames for the current viewport and recipe.
@MainActor
final class Canvas {
    /// The zoom and pan.
    var zoom = PictureZoom.fitted(.fit) {
        didSet {
            guard zoom != oldValue else { return }
            placementChanged()
            happened(.zoomed)
        }
    }
    /// Which part of the unfiltered picture is shown.
    enum Original: Equatable {
        case hidden, whole
        /// The part to the left of this fraction of the area's width.
        case leftOf(Double)
    }
    var original = Original.hidden {
        didSet {
            guard original != oldValue else { return }
            submitOriginal()
            gtk_gl_area_queue_render(area.pointer())
        }
    }
    /// The surround of the picture.
    var surround = Settings.standard.surround {
        didSet { gtk_gl_area_queue_render(area.pointer()) }
    }
    /// Events of the canvas.
    enum Event {
        /// Another picture is shown, or a stand-in for it.
        case pictureShown(SourceFrame, isStandIn: Bool)
        /// Another frame of the clip is shown.
        case frameShown(SourceFrame)
        /// The size of the area, the picture or the result may have changed.
        case resized
        /// The zoom has changed.
        case zoomed
        /// The wheel was turned to go to another picture of the folder: forward if positive.
        case stepped(by: Int)
        /// The scale may have changed.
        case scaled
        /// The picture may have moved.
        case placed
        /// A new frame has arrived.
        case frame(RenderQueue.Frame)
        /// A histogram of the picture has arrived.
        case counted(Histogram)
        /// The counts of a scope of the picture have arrived.
        case countedScope(ScopeCounts)
        /// A histogram of a stage's input has arrived.
        case countedEntering(Histogram, stage: Int)
        /// A frame could not be rendered, for the given reason.
        case frameFailed(String)
        /// The area's own context cannot be created.
        case failed(GPUError)
    }
    /// Called for each event.
    var happened: @MainActor (Event) -> Void = { _ in }
    /// True if the passes of each frame are timed.
    var measuresPasses = false {
        didSet { if measuresPasses != oldValue { submit() } }
    }
    /// The scope of the histogram that is computed for each frame.
    var histogram: HistogramScope? {
        didSet { if histogram != oldValue { submit() } }
    }
    /// The counts computed for each frame besides its histogram.
    var scope = ScopeKind.histogram {
        didSet { if scope != oldValue { submit() } }
    }
    /// The ends of the range at which clipped pixels of the result are marked.
    var clippingMarks: Set<Histogram.End> = [] {
        didSet { if clippingMarks != oldValue { gtk_gl_area_queue_render(area.pointer()) } }
    }
    /// Indices of the stages whose input needs a histogram.
    var enteringStages: [Int] = [] {
        didSet { if enteringStages != oldValue { submit() } }
    }

    /// The index of the stage whose mask is shown.
    var maskedStage: Int? {
        didSet { if maskedStage != oldValue { submitMask() } }
    }

    /// The margin on each side of a picture that is fitted, in logical pixels.
    var margin = 0 {
        didSet { if margin != oldValue { placementChanged() } }
    }
    /// True if the image is mirrored.
    var isMirrored = false {
        didSet { if isMirrored != oldValue { placementChanged() } }
    }
    /// True if the area is visible, as far as is known; frames of a hidden area need not wait for the screen.
    var isSeen = true
    /// The outputs that receive each whole frame.
    var outputs: [FrameOutput] = [] {
        didSet { submit() }
    }

    /// True while animated filters play; when they stop, the picture returns to its initial time.
    var isPlaying = false {
        didSet { time = .zero }
    }
    /// The time at which the picture is shown.
    private var time = FrameTime.zero

    let area: Object
    private let surface: CanvasSurface
    private let renderService: RenderService
    /// The available filters, which determine the size of the result.
    var catalog: FilterCatalog
    private var view = 0
    /// The shown picture and the recipe that is applied to it.
    private(set) var picture: (sourceFrame: SourceFrame, recipe: Recipe)?
    /// The size of the picture with the recipe applied, in its own pixels; the last known size if the recipe
    /// fails.
    private(set) var resultSize = SIMD2(1, 1)
    /// The pixel aspect ratio.
    private(set) var resultAspect = 1.0
    /// The stand-in for a picture that has not been decoded yet.
    private var standIn: SourceID?
    /// Takes a scroll with Control, in wheel steps down; if it returns false, the scroll zooms.
    var scrolledWithControl: (@MainActor (Double) -> Bool)?
    private var frame: RenderQueue.Frame?
    private let originalPicture: CompanionPicture
    /// The mask of ``maskedStage``, drawn over the result.
    private let mask: CompanionPicture
    /// The size of the full picture that the frame is a part of, and its pixel aspect ratio.
    private var frameSize = SIMD2(1, 1)
    private var frameAspect = 1.0
    /// In device pixels.
    private(set) var areaSize = SIMD2(0, 0)

    init(area: Object, renderService: RenderService, catalog: FilterCatalog) {
        self.area = area
        surface = CanvasSurface(area: area)
        self.renderService = renderService
        self.catalog = catalog
        originalPicture = CompanionPicture(renderService)
        mask = CompanionPicture(renderService)
        mask.came = { gtk_gl_area_queue_render(area.pointer()) }
        originalPicture.came = { [weak self] in
            if let self, original != .hidden { gtk_gl_area_queue_render(area.pointer()) }
        }
        view = renderService.addView(
            .init(
                frame: { [weak self] frame in self?.show(frame) },
                counted: { [weak self] histogram, job in self?.show(histogram, of: job) },
                countedScope: { [weak self] counts, job in self?.show(counts, of: job) },
                countedEntering: { [weak self] histogram, stage, job in
                    guard let self, job.source.sourceID == picture?.sourceFrame.sourceID else { return }
                    if enteringStages.contains(stage) { happened(.countedEntering(histogram, stage: stage)) }
                },
                failed: { [weak self] message in self?.happened(.frameFailed(message)) }))
        surface.happened = { [weak self] in self?.follow($0) }
        followGestures(on: area)
        area.connect("resize") { [weak self] (arguments: SignalArguments) in
            self?.areaSize = SIMD2(arguments.int(0), arguments.int(1))
            self?.placementChanged()
            self?.happened(.resized)
        }
    }

    private func follow(_ event: CanvasSurface.Event) {
        switch event {
        case .draw: draw()
        case .willPaint:
            // During playback, the next frame is requested when this one is drawn.
            if !isPlaying { renderService.waitForFrame() }
        case .shown:
            renderService.frameWasShown()
            if let frame { FrameLog.shared?.shown(frame) }
        case .failed(let error): happened(.failed(error))
        }
    }

    /// Shows another picture once its first frame arrives.
    func show(_ sourceFrame: SourceFrame, recipe: Recipe) {
        take(sourceFrame, recipe: recipe)
        happened(.pictureShown(sourceFrame, isStandIn: false))
    }

    private func take(_ sourceFrame: SourceFrame, recipe: Recipe) {
        // A picture that replaces its stand-in keeps the zoom; the stand-in stays until the first frame
        // arrives.
        let isStandInReplaced =
            standIn != nil && standIn == picture?.sourceFrame.sourceID
            && picture?.sourceFrame.size == sourceFrame.size
        if !isStandInReplaced { standIn = nil }
        // A hidden original is not rendered again, so that of the previous picture would stay.
        if original == .hidden { originalPicture.forget() }
        mask.forget()
        picture = (sourceFrame, recipe)
        resultSize = size(of: recipe, entering: sourceFrame.size) ?? sourceFrame.size
        resultAspect = aspect(of: recipe, of: sourceFrame)
        if !isStandInReplaced, case .scaled = zoom { zoom = .fitted(.fit) }
        happened(.scaled)
        happened(.resized)
        happened(.placed)
        submit()
    }

    /// Shows a stand-in for a picture until it is decoded.
    func show(standIn sourceFrame: SourceFrame, recipe: Recipe) {
        take(sourceFrame, recipe: recipe)
        standIn = sourceFrame.sourceID
        happened(.pictureShown(sourceFrame, isStandIn: true))
    }

    /// True if a stand-in is shown for a picture that has not been decoded yet.
    var showsStandIn: Bool { standIn != nil && standIn == picture?.sourceFrame.sourceID }

    /// Removes the stand-in of a picture that could not be decoded.
    func forgetStandIn() {
        if showsStandIn { showNothing() }
    }

    /// Shows no picture.
    func showNothing() {
        standIn = nil
        picture = nil
        frame = nil
        originalPicture.forget()
        mask.forget()
        gtk_gl_area_queue_render(area.pointer())
    }

    /// Shows the picture with another recipe. The job is submitted before anything else is updated for the
    /// result.
    func show(_ recipe: Recipe) {
        ChangeCosts.shared?.holds(recipe)
        picture?.recipe = recipe
        var isReshaped = false
        if let picture, let size = size(of: recipe, entering: picture.sourceFrame.size),
            case let aspect = aspect(of: recipe, of: picture.sourceFrame),
            size != resultSize || aspect != resultAspect
        {
            let growth = SIMD2<Double>(size) / SIMD2<Double>(resultSize)
            resultSize = size
            resultAspect = aspect
            // The content at the center of the area stays there.
            if case .scaled(let scale, let center) = zoom { zoom = .scaled(scale, center: center * growth) }
            isReshaped = true
        }
        submit()
        if isReshaped {
            happened(.scaled)
            happened(.resized)
        }
        happened(.placed)
    }

    /// Shows the picture at the given time.
    func show(at time: FrameTime) {
        self.time = time
        submit()
    }

    /// Shows another frame of the clip.
    func show(frame: SourceFrame) {
        guard picture?.sourceFrame.sourceID == frame.sourceID else { return }
        picture?.sourceFrame = frame
        submit()
        happened(.frameShown(frame))
    }

    /// Releases all resources of a lost device and requests new ones.
    func restart() {
        frame = nil
        originalPicture.forget()
        mask.forget()
        // The area's context was on the lost device; the area creates another one when it is realized.
        let isVisible = gtk_widget_get_visible(area.widget)
        gtk_widget_set_visible(area.widget, 0)
        gtk_widget_unrealize(area.widget)
        gtk_widget_set_visible(area.widget, isVisible)
        submit()
    }

    /// Stops showing anything.
    func close() {
        renderService.removeView(view)
        originalPicture.close()
        mask.close()
        picture = nil
        frame = nil
    }

    /// Sets the pointer's cursor over the picture; nil for the default.
    func setCursor(_ name: String?) { gtk_widget_set_cursor_from_name(area.widget, name) }

    // The unfiltered picture

    /// The geometry of the original for comparison: cropped and turned like the result, so that the two line
    /// up.
    var originalRecipe: Recipe { picture?.recipe.shape(in: catalog) ?? Recipe() }

    private func submitOriginal() {
        guard original != .hidden, let picture, let placement else { return }
        originalPicture.show(
            picture.sourceFrame, originalRecipe, at: placement.viewport, isPlaying: isPlaying)
    }

    private func submitMask() {
        guard let picture, let placement, let maskedStage,
            let recipe = RegionMask.recipe(ofStage: maskedStage, in: picture.recipe, catalog: catalog)
        else {
            if mask.frame != nil { gtk_gl_area_queue_render(area.pointer()) }
            return mask.forget()
        }
        mask.show(
            picture.sourceFrame.at(time), recipe, at: placement.viewport, isPlaying: isPlaying)
    }

    /// Sets the minimum width, in logical pixels.
    func setLeastWidth(_ width: Int) { gtk_widget_set_size_request(area.widget, gint(width), 160) }

    private func submit() {
        submitOriginal()
        submitMask()
        guard let picture, let placement else { return }
        var job = RenderQueue.Job(
            recipe: picture.recipe, source: picture.sourceFrame.at(time),
            viewport: placement.viewport, view: view,
            measuresPasses: measuresPasses, histogram: histogram,
            entering: enteringStages, isPlaying: isPlaying)
        job.scope = scope
        job.isSeen = isSeen
        job.outputs = outputs
        ChangeCosts.shared?.holds(job.recipe)
        renderService.queue?.submit(job)
    }

    /// The old frame is drawn at the new placement until the new frame arrives.
    private func placementChanged() {
        submit()
        happened(.scaled)
        happened(.placed)
        gtk_gl_area_queue_render(area.pointer())
    }

    private func show(_ frame: RenderQueue.Frame) {
        guard frame.job.source.sourceID == picture?.sourceFrame.sourceID else { return }
        self.frame = frame
        frameSize = size(of: frame.job.recipe, entering: frame.job.source.size) ?? frameSize
        frameAspect = aspect(of: frame.job.recipe, of: frame.job.source)
        happened(.frame(frame))
        if !showsStandIn { standIn = nil }
        if let counts = frame.histogram { show(counts, of: frame.job) }
        if let counts = frame.scope { show(counts, of: frame.job) }
        gtk_gl_area_queue_render(area.pointer())
    }

    private func show(_ counts: Histogram, of job: RenderQueue.Job) {
        if isCounted(job) { happened(.counted(counts)) }
    }

    private func show(_ counts: ScopeCounts, of job: RenderQueue.Job) {
        if isCounted(job), counts.kind == scope { happened(.countedScope(counts)) }
    }

    /// True if the counts of a job are still needed.
    private func isCounted(_ job: RenderQueue.Job) -> Bool {
        job.source.sourceID == picture?.sourceFrame.sourceID && job.histogram == histogram
    }

    /// Reads the displayed color at a position, in logical pixels.
    ///
    /// - Parameter then: gets nil if there is no picture.
    func readColor(at position: SIMD2<Double>, _ then: @escaping @MainActor @Sendable (PixelColor?) -> Void) {
        let point = position * deviceScale
        let before = current(originalPicture.frame)
        let isOriginal =
            switch original {
            case .hidden: false
            case .whole: before != nil
            case .leftOf(let part): before != nil && point.x < part * Double(areaSize.x)
            }
        let shown = isOriginal ? before : current(frame)
        guard let shown,
            let placement = isOriginal ? placement : placement(of: frameSize, aspect: frameAspect),
            let pixel = placement.pixel(
                at: point, of: shown.job.viewport, size: SIMD2(shown.texture.width, shown.texture.height))
        else { return then(nil) }
        renderService.readPixel(of: shown, at: pixel, then)
    }

    private func draw() {
        do throws(GPUError) {
            let painter = try surface.readyPainter()
            let before = current(originalPicture.frame)
            switch original {
            case .leftOf(let part) where before != nil:
                let column = min(max(Int((part * Double(areaSize.x)).rounded()), 0), areaSize.x)
                try paint(before, at: placement, columns: 0..<column, with: painter)
                try paintResult(columns: column..<areaSize.x, with: painter)
            case .whole where before != nil: try paint(before, at: placement, with: painter)
            default: try paintResult(with: painter)
            }
        } catch {
            happened(.failed(error))
        }
    }

    /// A frame, if it belongs to the shown picture or its stand-in.
    private func current(_ frame: RenderQueue.Frame?) -> RenderQueue.Frame? {
        let source = frame?.job.source.sourceID
        return source == picture?.sourceFrame.sourceID || source == standIn ? frame : nil
    }

    private func paintResult(
        columns: Range<Int>? = nil, with painter: FramePainter
    ) throws(GPUError) {
        // A frame of another size is drawn with the placement for that size.
        let placement = placement(of: frameSize, aspect: frameAspect)
        try paint(
            current(frame), at: placement, columns: columns, marking: clippingMarks, with: painter)
        if maskedStage != nil, let placement, let frame = current(mask.frame) {
            try painter.overlay(frame, at: placement, columns: columns)
        }
    }

    private func paint(
        _ frame: RenderQueue.Frame?, at placement: Placement?, columns: Range<Int>? = nil,
        marking ends: Set<Histogram.End> = [], with painter: FramePainter
    ) throws(GPUError) {
        try painter.paint(
            frame, at: placement, surround: surround.color, scale: Int(deviceScale), columns: columns,
            marking: ends)
    }
}
