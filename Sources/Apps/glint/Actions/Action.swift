@preconcurrency import CAdwaita
import Gtk
import Localization

/// Something the user can do: its name, title and keys, when it is enabled, and what it does.
///
/// Buttons and menus refer to actions by name; the keys, the menus and the window of shortcuts are generated
/// from these values. Each group of actions has a file of its own.
@MainActor
struct Action {
    /// The detailed GTK name, which includes the target of one of several choices: `win.view::fit`.
    let name: String
    /// The title shown to users; empty for an action that no menu lists.
    let title: String
    /// The keys, in GTK's notation.
    let keys: [String]
    let keyScope: KeyScope
    /// True for a window in which the action can be used now.
    let isEnabled: @MainActor (Window) -> Bool
    let effect: Effect

    /// What an action does.
    enum Effect {
        case run(@MainActor (Window) -> Void)
        case toggle(isOn: @MainActor (Window) -> Bool, set: @MainActor (Window, Bool) -> Void)
        /// Several choices, each named by a target.
        case choice(chosen: @MainActor (Window) -> String, choose: @MainActor (Window, String) -> Void)
        case application(@MainActor (Application) -> Void)
        /// GTK or another action does it: an action of GTK, or one choice of several.
        case elsewhere
    }

    /// When the keys of an action take effect.
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

    /// The keys without alternatives: those of the keypad, the plus sign without Shift, and those for
    /// keyboard layouts that have another character on that key.
    var shownKeys: [String] {
        keys.filter { !$0.hasPrefix("KP_") && !["equal", "less", "greater"].contains($0) }
    }

    /// True if the action waits for the picture that is being opened.
    var waitsForPicture: Bool { !Self.namesWithoutPicture.contains(name) }

    /// The name within its group, without a target.
    var plainName: String { String(name.prefix { $0 != ":" }.drop { $0 != "." }.dropFirst()) }
}

extension Action {
    /// An action that runs `run`.
    init(
        _ name: String, _ title: String, _ keys: [String] = [], _ keyScope: KeyScope = .everywhere,
        when condition: KeyPath<Window, Bool>? = nil, run: @escaping @MainActor (Window) -> Void
    ) {
        self.init("win.\(name)", title, keys, keyScope, condition, .run(run))
    }

    /// An action that is on or off.
    init(
        _ name: String, _ title: String = "", _ keys: [String] = [], _ keyScope: KeyScope = .everywhere,
        when condition: KeyPath<Window, Bool>? = nil, toggle: ReferenceWritableKeyPath<Window, Bool>
    ) {
        self.init(
            name, title, keys, keyScope, when: condition, isOn: { $0[keyPath: toggle] },
            set: { $0[keyPath: toggle] = $1 })
    }

    /// An action that is on or off.
    init(
        _ name: String, _ title: String, _ keys: [String] = [], _ keyScope: KeyScope = .everywhere,
        when condition: KeyPath<Window, Bool>? = nil, isOn: @escaping @MainActor (Window) -> Bool,
        set: @escaping @MainActor (Window, Bool) -> Void
    ) {
        self.init("win.\(name)", title, keys, keyScope, condition, .toggle(isOn: isOn, set: set))
    }

    /// An action with several choices, each of which is listed as ``init(_:of:_:_:_:)``.
    init(
        _ name: String, when condition: KeyPath<Window, Bool>? = nil,
        chosen: @escaping @MainActor (Window) -> String,
        choose: @escaping @MainActor (Window, String) -> Void
    ) {
        self.init("win.\(name)", "", [], .everywhere, condition, .choice(chosen: chosen, choose: choose))
    }

    /// One of the choices of the action `name`.
    init(_ target: String, of name: String, _ title: String, _ keys: [String] = []) {
        self.init("win.\(name)::\(target)", title, keys, .everywhere, nil, .elsewhere)
    }

    /// An action of the application.
    init(
        app name: String, _ title: String, _ keys: [String] = [],
        run: @escaping @MainActor (Application) -> Void
    ) {
        self.init("app.\(name)", title, keys, .everywhere, nil, .application(run))
    }

    /// An action that GTK performs.
    init(ofGTK name: String, _ title: String, _ keys: [String], _ keyScope: KeyScope = .everywhere) {
        self.init("win.\(name)", title, keys, keyScope, nil, .elsewhere)
    }

    private init(
        _ name: String, _ title: String, _ keys: [String], _ keyScope: KeyScope,
        _ condition: KeyPath<Window, Bool>?, _ effect: Effect
    ) {
        self.name = name
        self.title = title
        self.keys = keys
        self.keyScope = keyScope
        isEnabled = { window in condition.map { window[keyPath: $0] } ?? true }
        self.effect = effect
    }
}

// The list

extension Action {
    /// A heading of the window of shortcuts, and the actions under it.
    struct Group {
        let title: String
        let actions: [Action]
        /// Keys that widgets handle themselves, with what they do.
        var widgetKeys: [(title: String, keys: String)] = []
    }

    /// All actions.
    ///
    /// GTK distributes the groups over columns and pages of the window of shortcuts, and reorders the pages:
    /// with this order the first page shows Pictures and Filters. A group that is higher than a page would
    /// make the window too high for small screens.
    static let groups = [
        Group(title: tr("Video"), actions: clips),
        Group(title: tr("Camera"), actions: cameras),
        Group(title: tr("Folder"), actions: folders),
        Group(title: tr("Sliders and Curves"), actions: [], widgetKeys: sliderKeys),
        Group(title: tr("Regions"), actions: regions, widgetKeys: regionKeys),
        Group(title: tr("Zoom"), actions: zooms),
        Group(title: tr("View", context: "noun"), actions: view),
        Group(title: tr("Compare"), actions: comparisons),
        Group(title: tr("General"), actions: general),
        Group(title: tr("Pictures"), actions: pictures),
        Group(title: tr("Trim, Keys and Save"), actions: clipParts),
        Group(title: tr("Filters"), actions: filters, widgetKeys: filterKeys),
    ]

    /// The highest number of rows of a group, which fits a screen of 1280 × 720 pixels.
    static let mostRows = 12

    private static let namesWithoutPicture = Set(
        (general + [
            open, paste, camera, screen, batch, previous, next, panel, folder, fullscreen,
        ]
            + [leaveFullscreen, histogram, timings, scope]).map { $0.name })

    static let all = groups.flatMap { $0.actions }

    /// True if the language is written from right to left, in which case the next picture is on the left.
    static var isMirrored: Bool { gtk_widget_get_default_direction() == GTK_TEXT_DIR_RTL }
    static var backward: String { isMirrored ? "Right" : "Left" }
    static var forward: String { isMirrored ? "Left" : "Right" }
}
