@preconcurrency import CAdwaita
import Gtk
import Rendering
import Localization

/// The presets behind a “Presets” button: a thumbnail of each, rendered from the open picture. The picture
/// previews the preset under the pointer; a click applies it, and the list stays open, with a slider for its
/// strength.
@MainActor
final class PresetGallery {
    /// Renders a thumbnail whose longer side has this many pixels.
    typealias MakeThumbnail =
        @MainActor (Int, CancellationToken, @escaping @MainActor @Sendable (Thumbnail) -> Void) -> Void

    /// An available preset.
    struct Item {
        let title: String
        let makeThumbnail: MakeThumbnail
        let choose: @MainActor () -> Void
        /// Previews the picture with the preset, or ends the preview.
        var preview: (@MainActor (Bool) -> Void)?
        /// Deletes the preset, if the user has created it.
        var remove: (@MainActor () -> Void)?
        /// Renames the preset, if the user has created it; asks for the name.
        var rename: (@MainActor () -> Void)?
    }

    /// Presets under an optional heading.
    struct Group {
        var title = ""
        let items: [Item]
    }

    /// Returns the available presets; called each time the gallery opens.
    var groups: @MainActor () -> [Group] = { [] }

    /// Called when the gallery closes after a choice.
    var closedAfterChoice: @MainActor () -> Void = {}

    private let button: Object
    private let popover: Object
    private let list: Object
    private var token = CancellationToken()
    private var isChosen = false

    /// Called with the strength of the chosen preset, 0…1.
    var strengthChanged: @MainActor (Double) -> Void = { _ in }
    /// Called with whether a preset replaces the other edits.
    var replacingChanged: @MainActor (Bool) -> Void = { _ in }
    /// Called when the pointer leaves the presets.
    private var endPreview: @MainActor () -> Void = {}

    private let replaces: Object
    private lazy var strength = ParameterSlider(.strength(tr("Strength"))) { [weak self] value in
        self?.strengthChanged(value / 100)
    }

    private let size: SIMD2<Int>
    private static let columns = 3

    /// - Parameters:
    ///   - button: the GtkMenuButton that opens it.
    ///   - canSave: whether the current edits can be saved as a preset or as a recipe.
    ///   - size: the size of a thumbnail, in the window's own pixels.
    init(button: Object, canSave: Bool, size: SIMD2<Int> = SIMD2(104, 70)) {
        self.size = size
        self.button = button
        let interface = Interface(resource: UI.path("preset-gallery"))
        popover = interface["popover"]
        list = interface["list"]
        replaces = interface["replaces"]
        gtk_menu_button_set_popover(button.pointer(), popover.widget)
        button.leaveFocusOnClick()
        // The user can undo a choice without closing the list.
        popover.addShortcuts(
            [Action.undo, .redo].flatMap { action in action.keys.map { ($0, action.name) } })
        popover.connect("show") { [weak self] in
            guard let self else { return }
            fill()
            gtk_widget_child_focus(list.widget, GTK_DIR_TAB_FORWARD)
        }
        popover.connect("closed") { [weak self] in self?.closed() }
        strength.setName(tr("Strength of the Preset"))
        gtk_list_box_prepend(interface["settings"].pointer(), strength.row.widget)
        show(strength: nil)
        replaces.connect("notify::active") { [weak self] in
            guard let self else { return }
            replacingChanged(gtk_switch_get_active(replaces.pointer()) != 0)
        }
        for part in ["settings", "actions"] {
            gtk_widget_set_visible(interface[part].widget, canSave ? 1 : 0)
        }
        let recipes = ActionInterface.menu(Action.recipeMenu)
        gtk_menu_button_set_menu_model(interface["recipes"].pointer(), recipes.pointer())
        interface["recipes"].setAccessibleNameOfMenuButton(tr("Recipes"))
        interface["save"].connect("clicked") { [weak self] in self?.close() }
    }

    func open() { gtk_menu_button_popup(button.pointer()) }

    func close() { gtk_menu_button_popdown(button.pointer()) }

    private func closed() {
        token.cancel()
        endPreview()
        endPreview = {}
        guard isChosen else { return }
        isChosen = false
        // Deferred until GTK has given the focus back to the button.
        onMainThread { [weak self] in self?.closedAfterChoice() }
    }

    /// Shows the current presets if the gallery is open.
    func reload() {
        if gtk_widget_get_visible(popover.widget) != 0 { fill() }
    }

    private func fill() {
        token.cancel()
        token = CancellationToken()
        while let child = gtk_widget_get_first_child(list.widget) { gtk_box_remove(list.pointer(), child) }
        for group in groups() {
            if !group.title.isEmpty { addHeading(group.title) }
            addGrid(group.items)
        }
    }

    private func addHeading(_ title: String) {
        let label = Object(gtk_label_new(title))
        gtk_label_set_xalign(label.pointer(), 0)
        for style in ["caption-heading", "dim-label"] { gtk_widget_add_css_class(label.widget, style) }
        gtk_box_append(list.pointer(), label.widget)
    }

    private func addGrid(_ items: [Item]) {
        let grid = Object(gtk_grid_new())
        for (index, item) in items.enumerated() {
            let cell = cell(item)
            let (row, column) = index.quotientAndRemainder(dividingBy: Self.columns)
            gtk_grid_attach(grid.pointer(), cell.widget, gint(column), gint(row), 1, 1)
        }
        gtk_box_append(list.pointer(), grid.widget)
    }

    private func cell(_ item: Item) -> Object {
        let button = Object(gtk_button_new())
        let column = Object(gtk_box_new(GTK_ORIENTATION_VERTICAL, 3))
        let (frame, picture) = Object.framedThumbnail(width: size.x, height: size.y)
        let label = Object(gtk_label_new(item.title))
        gtk_label_set_ellipsize(label.pointer(), PANGO_ELLIPSIZE_END)
        gtk_label_set_max_width_chars(label.pointer(), 12)
        // Large text needs a second line.
        gtk_label_set_wrap(label.pointer(), 1)
        gtk_label_set_lines(label.pointer(), 2)
        gtk_label_set_justify(label.pointer(), GTK_JUSTIFY_CENTER)
        gtk_widget_add_css_class(label.widget, "caption")
        gtk_box_append(column.pointer(), frame.widget)
        gtk_box_append(column.pointer(), label.widget)
        gtk_button_set_child(button.pointer(), column.widget)
        gtk_widget_add_css_class(button.widget, "flat")
        gtk_widget_set_tooltip_text(button.widget, item.title)
        button.setAccessibleName(item.title)
        button.connect("clicked") { [weak self] in
            guard let self else { return }
            isChosen = true
            endPreview = {}
            item.choose()
        }
        followPointer(over: button, item)
        addMenu(to: button, item)
        let side = Int(Double(size.x) * Double(gtk_widget_get_scale_factor(list.widget)) * 1.3)
        item.makeThumbnail(side, token) { picture.showPixels($0.shownBytes, size: $0.size) }
        guard let remove = item.remove else { return button }
        return withRemove(button, item.title, remove)
    }

    /// Shows the strength of the applied preset, 0…1; nil hides the slider.
    func show(strength applied: Double?) {
        gtk_widget_set_visible(strength.row.widget, applied == nil ? 0 : 1)
        if let applied { strength.value = (applied * 100).rounded() }
    }

    private func followPointer(over cell: Object, _ item: Item) {
        guard let preview = item.preview else { return }
        // The cell is alive whenever the pointer is over it; a strong reference would form a cycle.
        let raw = cell.pointer() as OpaquePointer
        cell.onHover { [weak self] position in
            guard let self else { return }
            if position == nil {
                endPreview()
                endPreview = {}
            } else if gtk_widget_get_state_flags(Object(raw).widget).rawValue & GTK_STATE_FLAG_ACTIVE.rawValue
                == 0
            {
                endPreview = { preview(false) }
                preview(true)
            }
        }
    }

    private func addMenu(to cell: Object, _ item: Item) {
        let raw = cell.pointer() as OpaquePointer
        cell.addContextMenu(choices: {
            // The menu's actions belong to the cell, which they must not retain.
            return [
                [MenuChoice(tr("Apply")) { gtk_widget_activate(Object(raw).widget) }],
                [
                    item.rename.map { MenuChoice(tr("Rename…"), $0) },
                    item.remove.map { MenuChoice(tr("Remove"), $0) },
                ].compactMap(\.self),
            ]
        })
        guard let rename = item.rename else { return }
        cell.onKeyAfter { press in
            guard press.key == Int(GDK_KEY_F2) else { return false }
            onMainThread { rename() }
            return true
        }
    }

    /// Makes a user's preset removable: with a button in its corner, or with Delete.
    private func withRemove(_ cell: Object, _ title: String, _ removed: @escaping @MainActor () -> Void)
        -> Object
    {
        let overlay = Object(gtk_overlay_new())
        gtk_overlay_set_child(overlay.pointer(), cell.widget)
        let remove = Object(gtk_button_new_from_icon_name("user-trash-symbolic"))
        for style in ["osd", "circular"] { gtk_widget_add_css_class(remove.widget, style) }
        gtk_widget_set_halign(remove.widget, GTK_ALIGN_END)
        gtk_widget_set_valign(remove.widget, GTK_ALIGN_START)
        gtk_widget_set_tooltip_text(remove.widget, tr("Remove \(title)"))
        // The button is above its preset's center, so it would get the focus first, and Return would remove
        // the preset.
        gtk_widget_set_focusable(remove.widget, 0)
        remove.setAccessibleName(tr("Remove Preset \(title)"))
        gtk_overlay_add_overlay(overlay.pointer(), remove.widget)
        remove.connect("clicked") { onMainThread { removed() } }
        gtk_widget_set_tooltip_text(cell.widget, tr("\(title) (Press Delete to Remove)"))
        cell.onKeyAfter { press in
            guard press.key == Int(GDK_KEY_Delete) else { return false }
            onMainThread { removed() }
            return true
        }
        return overlay
    }
}
