import Editing
import Filters

/// What can be done in a window now. ``Action`` refers to these properties.
extension Window {
    private var document: Document? { editor.document }

    /// False if nothing can be shown for lack of a graphics driver.
    var canOpen: Bool { context.pages.current != .unsupported }
    /// True if the page of the picture is shown.
    var showsPicture: Bool { context.pages.current == .picture }
    /// True if a picture, a clip or a camera is open.
    var hasPicture: Bool { document != nil }
    var hasStill: Bool { document?.isStill == true }
    var hasClip: Bool { document?.medium.clip != nil }
    var isLive: Bool { document?.medium.live != nil }
    var hasFile: Bool { document?.file != nil }
    var isInFolder: Bool { document?.file?.path != nil }
    var hasPageBefore: Bool { (document?.page.number ?? 1) > 1 }
    var hasPageAfter: Bool { document.map { $0.page.number < $0.page.count } ?? false }
    /// Camera images are transient, so there is nothing to save.
    var canSave: Bool { hasPicture && !isLive }
    var canUndo: Bool { document?.history.undoTitle != nil }
    var canRedo: Bool { document?.history.redoTitle != nil }
    /// True unless a crop has taken over the picture and the panel.
    var canAddFilters: Bool { hasPicture && cropping?.isActive != true }
    var canPlay: Bool { playback.canPlay }
    var hasSound: Bool { document?.medium.clip?.info.sounds.isEmpty == false }
    var isTrimmed: Bool { document?.medium.clip?.isTrimmed ?? false }
    var canGoToOut: Bool { hasClip && !editsRegions }
    var isNotFullscreen: Bool { !isFullscreen }

    // The original

    var showsOriginal: Bool {
        get { comparison?.showsOriginal == true }
        set { comparison?.showsOriginal = newValue }
    }

    var isSplit: Bool {
        get { comparison?.layout == .split }
        set { comparison?.layout = newValue ? .split : .single }
    }

    var isSideBySide: Bool {
        get { comparison?.layout == .sideBySide }
        set { comparison?.layout = newValue ? .sideBySide : .single }
    }

    var isComparing: Bool {
        get { isSplit || isSideBySide }
        set { comparison?.layout = newValue ? .split : .single }
    }
}
