@preconcurrency import CAdwaita
import Localization

/// The list of all actions, from which menus, keys and the shortcuts window are generated.
enum Action: CaseIterable {
    case newWindow, open, save, saveAs, export, saveVideo, saveFrame, copy, openWith, print, paste, reload,
        previous, next, copyToNext, previousPage, nextPage,
        batch, properties
    case undo, redo, crop, auto, pickGray, addFilter, presets, savePreset, resetFilters, openRecipe,
        saveRecipe, copyRecipe
    case fit, fill, stretch, zoomIn, zoomOut, zoomFit, zoom50, zoom100, zoom200, zoom400
    case panLeft, panRight, panUp, panDown, panel, folder, histogram, timings, fullscreen, leaveFullscreen
    case valueHistogram, parade, waveform, vectorscope, clipping, copyColor
    case original, split, sideBySide, showMask
    case play, stepForward, stepBack, secondForward, secondBack, clipStart, clipEnd
    case setIn, setOut, goToIn, goToOut, clearInOut, loop, slower, faster, mute, frameNumbers
    case camera, screen, takePicture, freeze, record, mirror, passOn
    case preferences, menu, shortcuts, about, closeWindow, quit

    /// A heading of the shortcuts window.
    ///
    /// GTK distributes the groups over columns and pages, and reorders the pages. In this order, the first
    /// page shows the first two groups, the second the view, and the last the videos.
    enum Group: CaseIterable {
        case pictures, filters, video, general, compare, camera, view

        var title: String {
            switch self {
            case .pictures: tr("Pictures")
            case .filters: tr("Filters")
            case .video: tr("Video")
            case .general: tr("General")
            case .compare: tr("Compare")
            case .camera: tr("Camera")
            case .view: tr("View", context: "noun")
            }
        }
    }

    /// The action's detailed GTK name, which includes its target if it is one of several choices.
    var name: String {
        switch self {
        case .newWindow: "app.new-window"
        case .open: "win.open"
        case .paste: "win.paste"
        case .reload: "win.reload"
        case .save: "win.save"
        case .saveAs: "win.save-as"
        case .export: "win.export"
        case .saveVideo: "win.save-video"
        case .saveFrame: "win.save-frame"
        case .copy: "win.copy"
        case .openWith: "win.open-with"
        case .print: "win.print"
        case .openRecipe: "win.open-recipe"
        case .saveRecipe: "win.save-recipe"
        case .copyRecipe: "win.copy-recipe"
        case .presets: "win.presets"
        case .savePreset: "win.save-preset"
        case .batch: "win.batch"
        case .properties: "win.properties"
        case .previous: "win.previous"
        case .next: "win.next"
        case .copyToNext: "win.copy-to-next"
        case .previousPage: "win.previous-page"
        case .nextPage: "win.next-page"
        case .crop: "win.crop"
        case .auto: "win.auto"
        case .pickGray: "win.pick-gray"
        case .undo: "win.undo"
        case .redo: "win.redo"
        case .resetFilters: "win.reset-filters"
        case .fit: "win.view::fit"
        case .fill: "win.view::fill"
        case .stretch: "win.view::stretch"
        case .zoomIn: "win.zoom-in"
        case .zoomOut: "win.zoom-out"
        case .zoomFit: "win.zoom-fit"
        case .zoom50: "win.zoom-50"
        case .zoom100: "win.zoom-100"
        case .zoom200: "win.zoom-200"
        case .zoom400: "win.zoom-400"
        case .panLeft: "win.pan-left"
        case .panRight: "win.pan-right"
        case .panUp: "win.pan-up"
        case .panDown: "win.pan-down"
        case .addFilter: "win.add-filter"
        case .panel: "win.panel"
        case .folder: "win.folder"
        case .histogram: "win.histogram"
        case .timings: "win.timings"
        case .valueHistogram: "win.scope::histogram"
        case .parade: "win.scope::parade"
        case .waveform: "win.scope::waveform"
        case .vectorscope: "win.scope::vectorscope"
        case .clipping: "win.clipping"
        case .copyColor: "win.copy-color"
        case .play: "win.play"
        case .stepForward: "win.step-forward"
        case .stepBack: "win.step-back"
        case .secondForward: "win.second-forward"
        case .secondBack: "win.second-back"
        case .clipStart: "win.clip-start"
        case .clipEnd: "win.clip-end"
        case .setIn: "win.set-in"
        case .setOut: "win.set-out"
        case .goToIn: "win.go-to-in"
        case .goToOut: "win.go-to-out"
        case .clearInOut: "win.clear-in-out"
        case .loop: "win.loop"
        case .slower: "win.slower"
        case .faster: "win.faster"
        case .mute: "win.mute"
        case .frameNumbers: "win.frame-numbers"
        case .original: "win.original"
        case .split: "win.split"
        case .sideBySide: "win.side-by-side"
        case .showMask: "win.show-mask"
        case .camera: "win.camera"
        case .screen: "win.screen"
        case .takePicture: "win.take-picture"
        case .freeze: "win.freeze"
        case .record: "win.record"
        case .mirror: "win.mirror"
        case .passOn: "win.pass-on"
        case .preferences: "win.preferences"
        case .fullscreen: "win.fullscreen"
        case .leaveFullscreen: "win.leave-fullscreen"
        case .menu: "win.menu"
        case .shortcuts: "win.show-help-overlay"
        case .about: "app.about"
        case .closeWindow: "win.close"
        case .quit: "app.quit"
        }
    }

    /// The title shown to users.
    var title: String {
        switch self {
        case .newWindow: tr("New Window")
        case .open: tr("Open…")
        case .paste: tr("Paste")
        case .reload: tr("Reload From Disk")
        case .save: tr("Save")
        case .saveAs: tr("Save As…")
        case .export: tr("Export…")
        case .saveVideo: tr("Save as Video…")
        case .saveFrame: tr("Save This Frame…")
        case .copy: tr("Copy Picture")
        case .openWith: tr("Open With…")
        case .print: tr("Print…")
        case .openRecipe: tr("Open Recipe…")
        case .saveRecipe: tr("Save Recipe…")
        case .copyRecipe: tr("Copy Recipe")
        case .presets: tr("Presets")
        case .savePreset: tr("Save as Preset…")
        case .batch: tr("Filter Several Pictures…")
        case .properties: tr("Properties")
        case .previous: tr("Previous Picture")
        case .next: tr("Next Picture")
        case .copyToNext: tr("Copy Edits to the Next Picture")
        case .previousPage: tr("Previous Page")
        case .nextPage: tr("Next Page")
        case .crop: tr("Crop and Rotate")
        case .auto: tr("Adjust Automatically")
        case .pickGray: tr("Pick White Balance")
        case .undo: tr("Undo")
        case .redo: tr("Redo")
        case .resetFilters: tr("Reset to Original")
        case .fit: tr("Fit in Window")
        case .fill: tr("Fill Window")
        case .stretch: tr("Stretch to Window")
        case .zoomIn: tr("Zoom In")
        case .zoomOut: tr("Zoom Out")
        case .zoomFit: tr("Show the Whole Picture")
        case .zoom50: tr("Zoom to 50 %")
        case .zoom100: tr("Zoom to 100 %")
        case .zoom200: tr("Zoom to 200 %")
        case .zoom400: tr("Zoom to 400 %")
        case .panLeft: tr("Move Left")
        case .panRight: tr("Move Right")
        case .panUp: tr("Move Up")
        case .panDown: tr("Move Down")
        case .addFilter: tr("Add Filter…")
        case .panel: tr("Show Filters")
        case .folder: tr("Show Pictures in the Folder")
        case .histogram: tr("Show Histogram")
        case .timings: tr("Show Timings")
        case .valueHistogram: tr("Histogram")
        case .parade: tr("RGB Parade")
        case .waveform: tr("Waveform")
        case .vectorscope: tr("Vectorscope")
        case .clipping: tr("Mark Clipping")
        case .copyColor: tr("Copy the Color Under the Pointer")
        case .play: tr("Play", context: "verb")
        case .stepForward: tr("Next Frame")
        case .stepBack: tr("Previous Frame")
        case .secondForward: tr("One Second Forward")
        case .secondBack: tr("One Second Back")
        case .clipStart: tr("Go to the First Frame")
        case .clipEnd: tr("Go to the Last Frame")
        case .setIn: tr("Set the In Point")
        case .setOut: tr("Set the Out Point")
        case .goToIn: tr("Go to the In Point")
        case .goToOut: tr("Go to the Out Point")
        case .clearInOut: tr("Clear In and Out Points")
        case .loop: tr("Loop", context: "verb")
        case .slower: tr("Slower")
        case .faster: tr("Faster")
        case .mute: tr("Mute", context: "verb")
        case .frameNumbers: tr("Show Frame Numbers")
        case .original: tr("Show Original")
        case .split: tr("Split View")
        case .sideBySide: tr("Side by Side")
        case .showMask: tr("Show Region Mask")
        case .camera: tr("Camera")
        case .screen: tr("Share a Screen…")
        case .takePicture: tr("Take a Picture")
        case .freeze: tr("Freeze the Picture")
        case .record: tr("Record", context: "verb")
        case .mirror: tr("Mirror")
        case .passOn: tr("Virtual Camera")
        case .preferences: tr("Preferences")
        case .fullscreen: tr("Fullscreen")
        case .leaveFullscreen: tr("Leave Fullscreen")
        case .menu: tr("Main Menu")
        case .shortcuts: tr("Keyboard Shortcuts")
        case .about: tr("About Glint")
        case .closeWindow: tr("Close Window")
        case .quit: tr("Quit")
        }
    }

    /// True if the language is written from right to left, in which case the next picture is on the left.
    static var isMirrored: Bool { gtk_widget_get_default_direction() == GTK_TEXT_DIR_RTL }
    private static var backward: String { isMirrored ? "Right" : "Left" }
    private static var forward: String { isMirrored ? "Left" : "Right" }

    /// The keys, in GTK's notation.
    var keys: [String] {
        switch self {
        case .newWindow: ["<Control>n"]
        case .open: ["<Control>o"]
        case .paste: ["<Control>v"]
        case .reload: ["F5"]
        case .save: ["<Control>s"]
        case .saveAs: ["<Control><Shift>s"]
        case .export: ["<Control><Shift>e"]
        case .saveFrame: ["<Control>e"]
        case .copy: ["<Control>c"]
        case .openWith: ["<Control>Return"]
        case .print: ["<Control><Shift>p"]
        case .copyRecipe: ["<Control>r"]
        case .presets: ["<Control>p"]
        case .batch: ["<Control>b"]
        case .properties: ["<Alt>Return"]
        case .previous: ["Page_Up", Self.backward]
        case .next: ["Page_Down", Self.forward]
        case .copyToNext: ["<Control><Shift>\(Self.forward)"]
        case .previousPage: ["<Control>Page_Up"]
        case .nextPage: ["<Control>Page_Down"]
        case .crop: ["c"]
        case .auto: ["a"]
        case .pickGray: ["w"]
        case .undo: ["<Control>z"]
        case .redo: ["<Control><Shift>z", "<Control>y"]
        case .zoomIn: ["plus", "KP_Add", "equal"]
        case .zoomOut: ["minus", "KP_Subtract"]
        case .zoomFit: ["0", "KP_0"]
        case .zoom100: ["1", "KP_1"]
        case .zoom200: ["2", "KP_2"]
        case .zoom400: ["4", "KP_4"]
        case .panLeft: ["<Control>Left"]
        case .panRight: ["<Control>Right"]
        case .panUp: ["<Control>Up"]
        case .panDown: ["<Control>Down"]
        case .addFilter: ["<Control>f"]
        case .panel: ["F9"]
        case .folder: ["F8"]
        case .histogram: ["<Control>h"]
        case .timings: ["<Control>t"]
        case .clipping: ["j"]
        case .copyColor: ["<Shift>c"]
        case .play: ["space"]
        case .stepForward: ["period"]
        case .stepBack: ["comma"]
        case .secondForward: ["<Shift>period", "greater"]
        case .secondBack: ["<Shift>comma", "less"]
        case .clipStart: ["Home"]
        case .clipEnd: ["End"]
        case .setIn: ["i"]
        case .setOut: ["o"]
        case .goToIn: ["<Shift>i"]
        case .goToOut: ["<Shift>o"]
        case .clearInOut: ["x"]
        case .loop: ["l"]
        case .slower: ["bracketleft"]
        case .faster: ["bracketright"]
        case .mute: ["m"]
        case .frameNumbers: ["t"]
        case .camera: ["<Control><Shift>o"]
        case .takePicture: ["space", "Return", "KP_Enter"]
        case .freeze: ["p"]
        case .record: ["r"]
        case .original: ["b"]
        case .split: ["s"]
        case .sideBySide: ["<Shift>s"]
        // Shares its key with the out point. Only one of the two is enabled at a time: this one while the
        // regions of a filter are open.
        case .showMask: ["<Shift>o"]
        case .fullscreen: ["F11"]
        case .leaveFullscreen: ["Escape"]
        case .preferences: ["<Control>comma"]
        case .menu: ["F10"]
        case .shortcuts: ["<Control>question", "F1"]
        case .closeWindow: ["<Control>w"]
        case .quit: ["<Control>q"]
        case .screen, .mirror, .passOn, .saveVideo, .openRecipe, .saveRecipe, .resetFilters, .savePreset,
            .fit, .fill, .stretch, .zoom50, .valueHistogram, .parade, .waveform, .vectorscope, .about:
            []
        }
    }

    /// The keys without alternatives: those of the keypad, the plus sign without Shift, and those for
    /// keyboard layouts that have another character on that key.
    var shownKeys: [String] {
        keys.filter { !$0.hasPrefix("KP_") && !["equal", "less", "greater"].contains($0) }
    }

    /// The action's group in the shortcuts window.
    var group: Group {
        switch self {
        case .open, .paste, .reload, .save, .saveAs, .export, .copy, .openWith, .print, .previous, .next,
            .copyToNext, .previousPage, .nextPage, .batch, .properties:
            .pictures
        case .crop, .auto, .pickGray, .addFilter, .undo, .redo, .resetFilters, .presets, .savePreset,
            .openRecipe, .saveRecipe, .copyRecipe, .showMask:
            .filters
        case .fit, .fill, .stretch, .zoomIn, .zoomOut, .zoomFit, .zoom50, .zoom100, .zoom200, .zoom400,
            .panLeft,
            .panRight, .panUp, .panDown, .panel, .folder, .histogram, .timings, .valueHistogram, .parade,
            .waveform,
            .vectorscope, .clipping, .copyColor, .fullscreen, .leaveFullscreen:
            .view
        case .original, .split, .sideBySide: .compare
        case .play, .stepForward, .stepBack, .secondForward, .secondBack, .clipStart, .clipEnd, .setIn,
            .setOut,
            .goToIn, .goToOut, .clearInOut, .loop, .slower, .faster, .mute, .frameNumbers, .saveVideo,
            .saveFrame:
            .video
        case .camera, .screen, .takePicture, .freeze, .record, .mirror, .passOn: .camera
        case .newWindow, .preferences, .menu, .shortcuts, .about, .closeWindow, .quit: .general
        }
    }

    /// When its keys take effect.
    enum KeyScope {
        /// Before the focused widget handles them.
        case everywhere
        /// Only if the focused widget does not use them, as entries do for copy and paste.
        case afterFocus
        /// While the key is held, if the focused widget does not use it.
        case held
        /// The first key works wherever the focus is, the second only if the picture has the focus, since
        /// controls use the arrow keys themselves.
        case overPicture
        /// GTK handles them already.
        case builtIn
    }

    var keyScope: KeyScope {
        switch self {
        case .previous, .next: .overPicture
        // In text fields, Ctrl+Shift+E enters a hexadecimal digit of a Unicode code point.
        case .export, .crop, .auto, .pickGray, .copy, .paste, .copyToNext, .undo, .redo, .leaveFullscreen,
            .zoomIn,
            .zoomOut,
            .zoomFit, .zoom100, .zoom200, .zoom400, .panLeft,
            .panRight,
            .panUp, .panDown, .split, .sideBySide, .showMask, .clipping, .copyColor,
            .play, .stepForward, .stepBack, .secondForward, .secondBack, .clipStart, .clipEnd, .setIn,
            .setOut,
            .goToIn, .goToOut, .clearInOut, .loop, .slower, .faster, .mute, .frameNumbers,
            .takePicture, .freeze, .record:
            .afterFocus
        case .menu: .builtIn
        case .original: .held
        default: .everywhere
        }
    }

    /// Actions on the selected part of a clip, which is played and saved.
    private static let inAndOut: [Action] = [.setIn, .setOut, .goToIn, .goToOut, .clearInOut]

    /// The sections of the menu in the bar below a clip.
    static let clipMenu: [[Action]] = [
        inAndOut, [.clipStart, .clipEnd], [.loop, .mute, .frameNumbers], [.saveVideo, .saveFrame],
    ]

    /// The sections of the main menu: actions that every session needs. All others have a button or are in
    /// the context menu of what they act on.
    static let mainMenu: [[Action]] = [
        [.newWindow, .open, .camera],
        [.export, .batch, .print],
        [.resetFilters],
        [.preferences, .shortcuts, .about],
    ]

    /// The sections of the picture's context menu; disabled actions are omitted.
    static let pictureMenu: [[Action]] = [
        [.play, .takePicture, .record, .freeze],
        [.undo, .redo],
        [.copy, .paste, .copyToNext, .openWith, .print],
        [.crop, .auto],
        [.original, .split, .sideBySide, .showMask],
        [.export, .saveFrame, .saveVideo, .reload, .properties],
        [.panel, .folder, .histogram, .timings, .fullscreen, .leaveFullscreen],
    ]

    /// The sections of the zoom menu.
    static let zoomMenu: [[Action]] = [
        [.fit, .fill, .stretch], [.zoom50, .zoom100, .zoom200, .zoom400], [.zoomIn, .zoomOut],
    ]

    /// The sections of the recipe menu: recipes in files and on the clipboard.
    static let recipeMenu: [[Action]] = [[.openRecipe, .saveRecipe, .copyRecipe]]

    /// The sections of the histogram's context menu.
    static let histogramMenu: [[Action]] = [scopes, [.clipping], [.histogram, .timings]]

    /// The scopes that can be shown.
    static let scopes: [Action] = [.valueHistogram, .parade, .waveform, .vectorscope]
}
