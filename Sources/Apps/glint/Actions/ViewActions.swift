import Filters
import Rendering
import Localization

/// Zoom, comparisons, and what is shown around the picture.
extension Action {
    static let fitting = Action(
        "view", when: \.showsPicture, chosen: { $0.zoomButton.fit?.rawValue ?? "" },
        choose: { window, choice in
            if let fit = PictureFit(rawValue: choice) { window.canvas?.zoom = .fitted(fit) }
        })
    static let fit = Action(PictureFit.fit.rawValue, of: "view", tr("Fit in Window"))
    static let fill = Action(PictureFit.fill.rawValue, of: "view", tr("Fill Window"))
    static let stretch = Action(PictureFit.stretch.rawValue, of: "view", tr("Stretch to Window"))
    static let zoomIn = Action(
        "zoom-in", tr("Zoom In"), ["plus", "KP_Add", "equal"], .afterFocus, when: \.hasPicture
    ) { $0.canvas?.zoomIn() }
    static let zoomOut = Action(
        "zoom-out", tr("Zoom Out"), ["minus", "KP_Subtract"], .afterFocus, when: \.hasPicture
    ) { $0.canvas?.zoomOut() }
    static let zoomFit = Action(
        "zoom-fit", tr("Show the Whole Picture"), ["0", "KP_0"], .afterFocus, when: \.hasPicture
    ) { $0.canvas?.zoom = .fitted(.fit) }
    static let zoom50 = zoom(50, tr("Zoom to 50 %"), [])
    static let zoom100 = zoom(100, tr("Zoom to 100 %"), ["1", "KP_1"])
    static let zoom200 = zoom(200, tr("Zoom to 200 %"), ["2", "KP_2"])
    static let zoom400 = zoom(400, tr("Zoom to 400 %"), ["4", "KP_4"])
    static let panLeft = pan("left", tr("Move Left"), SIMD2(1, 0))
    static let panRight = pan("right", tr("Move Right"), SIMD2(-1, 0))
    static let panUp = pan("up", tr("Move Up"), SIMD2(0, 1))
    static let panDown = pan("down", tr("Move Down"), SIMD2(0, -1))
    static let panel = Action(
        "panel", tr("Show Filters"), ["F9"], when: \.showsPicture, toggle: \.panelPosition.isShown)
    static let folder = Action(
        "folder", tr("Show Pictures in the Folder"), ["F8"], when: \.isNotFullscreen,
        isOn: { $0.folderBar.isStripShown }
    ) {
        $0.folderBar.isStripShown = $1
        Settings.standard.showsFolder = $1
    }
    static let histogram = Action(
        "histogram", tr("Show Histogram"), ["<Control>h"], toggle: \.histogram.isShown)
    static let timings = Action("timings", tr("Show Timings"), ["<Control>t"], toggle: \.timings.isShown)
    static let scope = Action(
        "scope", chosen: { $0.histogram.kind.rawValue },
        choose: { window, choice in
            if let kind = ScopeKind(rawValue: choice) { window.histogram.kind = kind }
        })
    static let valueHistogram = Action(ScopeKind.histogram.rawValue, of: "scope", tr("Histogram"))
    static let parade = Action(ScopeKind.parade.rawValue, of: "scope", tr("RGB Parade"))
    static let waveform = Action(ScopeKind.waveform.rawValue, of: "scope", tr("Waveform"))
    static let vectorscope = Action(ScopeKind.vectorscope.rawValue, of: "scope", tr("Vectorscope"))
    static let clipping = Action(
        "clipping", tr("Mark Clipping"), ["j"], .afterFocus, toggle: \.histogram.marksBothEnds)
    static let copyColor = Action(
        "copy-color", tr("Copy the Color Under the Pointer"), ["<Shift>c"], .afterFocus
    ) { $0.copyColor() }
    static let fullscreen = Action("fullscreen", tr("Fullscreen"), ["F11"]) { $0.toggleFullscreen() }
    static let leaveFullscreen = Action(
        "leave-fullscreen", tr("Leave Fullscreen"), ["Escape"], .afterFocus, when: \.isFullscreen
    ) { $0.leaveFullscreen() }

    static let zooms = [
        fitting, fit, fill, stretch, zoomIn, zoomOut, zoomFit, zoom50, zoom100, zoom200, zoom400, panLeft,
        panRight, panUp, panDown,
    ]

    static let view = [
        panel, folder, histogram, timings, scope, valueHistogram, parade, waveform, vectorscope, clipping,
        copyColor, fullscreen, leaveFullscreen,
    ]

    private static func zoom(_ percent: Int, _ title: String, _ keys: [String]) -> Action {
        Action("zoom-\(percent)", title, keys, .afterFocus, when: \.hasPicture) {
            $0.canvas?.zoom(to: Double(percent) / 100)
        }
    }

    private static func pan(_ name: String, _ title: String, _ direction: SIMD2<Double>) -> Action {
        let key = name.prefix(1).uppercased() + name.dropFirst()
        return Action("pan-\(name)", title, ["<Control>\(key)"], .afterFocus, when: \.hasPicture) {
            $0.canvas?.panStep(direction)
        }
    }

    // Comparisons

    static let original = Action(
        "original", tr("Show Original"), ["b"], .held, when: \.hasPicture, toggle: \.showsOriginal)
    static let split = Action(
        "split", tr("Split View"), ["s"], .afterFocus, when: \.canAddFilters, toggle: \.isSplit)
    static let sideBySide = Action(
        "side-by-side", tr("Side by Side"), ["<Shift>s"], .afterFocus, when: \.canAddFilters,
        toggle: \.isSideBySide)
    /// On in both views; turning it off ends both.
    static let compare = Action("compare", when: \.canAddFilters, toggle: \.isComparing)

    static let comparisons = [original, split, sideBySide, compare]
}
