@preconcurrency import CAdwaita
import Filters
import Gtk
import Localization

/// The regions of a stage in a list, in which one is selected and regions can be added and removed.
@MainActor
final class RegionList {
    /// Called with the index of a region that the user has selected.
    var selected: (@MainActor (Int) -> Void)?
    /// Called with the index of a region to remove.
    var removed: (@MainActor (Int) -> Void)?
    /// Called with the kind of a region to add.
    var added: (@MainActor (Region.Shape) -> Void)?

    /// The button that adds a region, for the row with the title.
    let addButton = Object(gtk_menu_button_new())
    /// The rows.
    let object = Object(gtk_box_new(GTK_ORIENTATION_VERTICAL, 3))
    private var lines: [Line] = []
    private var kinds: [Object] = []
    private let popover = Object(gtk_popover_new())
    private let signalGuard = SignalGuard()
    /// True if the tooltip says that there are no more regions to add.
    private var wasFull = false

    @MainActor
    private struct Line {
        let box = Object(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 3))
        let button = Object(gtk_toggle_button_new())
        let label = Object(gtk_label_new(nil))
        let remove = Object(gtk_button_new_from_icon_name("list-remove-symbolic"))
    }

    init() {
        gtk_menu_button_set_icon_name(addButton.pointer(), "list-add-symbolic")
        gtk_widget_set_tooltip_text(addButton.widget, tr("Add a Region"))
        for style in ["flat", "circular"] { gtk_widget_add_css_class(addButton.widget, style) }
        let box = Object(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
        for shape in Region.Shape.allCases {
            let button = Object(gtk_button_new())
            let label = Object(gtk_label_new(shape.title))
            gtk_label_set_xalign(label.pointer(), 0)
            gtk_button_set_child(button.pointer(), label.widget)
            gtk_widget_add_css_class(button.widget, "flat")
            button.connect("clicked") { [weak self] in
                guard let self else { return }
                gtk_popover_popdown(popover.pointer())
                added?(shape)
            }
            gtk_box_append(box.pointer(), button.widget)
            kinds.append(button)
        }
        gtk_popover_set_child(popover.pointer(), box.widget)
        gtk_menu_button_set_popover(addButton.pointer(), popover.widget)
    }

    /// Shows regions with one of them selected.
    func show(_ regions: [Region], selected index: Int) {
        while lines.count > regions.count {
            gtk_box_remove(object.pointer(), lines.removeLast().box.widget)
        }
        while lines.count < regions.count { lines.append(makeLine(lines.count)) }
        signalGuard {
            for (position, (line, region)) in zip(lines, regions).enumerated() {
                gtk_label_set_text(line.label.pointer(), Self.title(of: region, isFirst: position == 0))
                gtk_toggle_button_set_active(line.button.pointer(), position == index ? 1 : 0)
            }
        }
        gtk_widget_set_visible(object.widget, regions.isEmpty ? 0 : 1)
        let isFull = regions.count >= Region.maximumInStage
        guard isFull != wasFull else { return }
        wasFull = isFull
        gtk_widget_set_sensitive(addButton.widget, isFull ? 0 : 1)
        gtk_widget_set_tooltip_text(
            addButton.widget,
            isFull
                ? trn(
                    "At most 1 region is allowed",
                    "At most \(regions.count) regions are allowed", count: regions.count)
                : tr("Add a Region"))
    }

    /// The first region has nothing to combine with, so it needs no sign.
    private static func title(of region: Region, isFirst: Bool) -> String {
        switch region.operation {
        case .add: isFirst ? region.shape.title : "+ \(region.shape.title)"
        case .subtract: "− \(region.shape.title)"
        case .intersect: "∩ \(region.shape.title)"
        }
    }

    /// Sets the accessible names of the parts.
    ///
    /// - Parameter name: the name of the stage.
    func setName(_ name: String, regions: [Region]) {
        addButton.setAccessibleNameOfMenuButton(tr("Add \(name) Region"))
        for (button, shape) in zip(kinds, Region.Shape.allCases) {
            button.setAccessibleName(tr("Add \(name) \(shape.title)"))
        }
        for (index, (line, region)) in zip(lines, regions).enumerated() {
            line.button.setAccessibleName(tr("\(name) Region \(index + 1) \(region.shape.title)"))
            line.remove.setAccessibleName(tr("Remove \(name) Region \(index + 1)"))
        }
    }

    /// Puts the focus on the button that adds a region.
    func grabFocus() { gtk_widget_grab_focus(addButton.widget) }

    private func makeLine(_ index: Int) -> Line {
        let line = Line()
        gtk_label_set_xalign(line.label.pointer(), 0)
        gtk_label_set_ellipsize(line.label.pointer(), PANGO_ELLIPSIZE_END)
        gtk_button_set_child(line.button.pointer(), line.label.widget)
        gtk_widget_set_hexpand(line.button.widget, 1)
        gtk_widget_add_css_class(line.button.widget, "flat")
        if let first = lines.first {
            gtk_toggle_button_set_group(line.button.pointer(), first.button.pointer())
        }
        for style in ["flat", "circular"] { gtk_widget_add_css_class(line.remove.widget, style) }
        gtk_widget_set_tooltip_text(line.remove.widget, tr("Remove"))
        gtk_box_append(line.box.pointer(), line.button.widget)
        gtk_box_append(line.box.pointer(), line.remove.widget)
        gtk_box_append(object.pointer(), line.box.widget)
        let button = line.button
        button.connect("toggled") { [weak self, weak button] in
            guard let self, let button, !signalGuard.isOn else { return }
            if gtk_toggle_button_get_active(button.pointer()) != 0 { selected?(index) }
        }
        line.remove.connect("clicked") { [weak self] in
            guard let self else { return }
            // The button may be removed together with its row, which would lose the focus.
            grabFocus()
            removed?(index)
        }
        return line
    }
}
