@preconcurrency import CAdwaita
import Editing
import Filters
import Gtk
import Localization

/// Parameters under a collapsible heading, which can contain the switch that enables them.
@MainActor
final class ParameterSection {
    /// The heading's row.
    let row: Object
    private let title: String
    private let line: Object
    private let remark = Object(gtk_label_new(nil))
    private let fold: Object
    private let arrow: Object
    private var controls: [any ParameterControl] = []
    private var sections: [ParameterSection] = []
    /// False if a section that contains this one is collapsed.
    private var isShown = true
    /// The parameter whose switch is on the heading.
    private var switched: ToggleControl?

    init(_ title: String, isFolded: Bool) {
        self.title = title
        let interface = Interface(resource: UI.path("section-row"))
        row = interface["row"]
        line = interface["line"]
        fold = interface["fold"]
        arrow = interface["arrow"]
        gtk_label_set_text(interface["title"].pointer(), title)
        gtk_toggle_button_set_active(fold.pointer(), isFolded ? 0 : 1)
        for style in ["caption", "dim-label"] { gtk_widget_add_css_class(remark.widget, style) }
        gtk_box_append(line.pointer(), remark.widget)
        gtk_widget_set_visible(remark.widget, 0)
        showRows()
        fold.connect("toggled") { [weak self] in self?.showRows() }
    }

    /// Adds a control below or onto the heading; returns true if its row belongs below.
    func add(_ control: any ParameterControl) -> Bool {
        if let toggle = control as? ToggleControl, control.parameter.switchesSection, switched == nil {
            toggle.moveSwitch(to: line)
            switched = toggle
            return false
        }
        controls.append(control)
        showRows()
        return true
    }

    /// Adds a section below the heading.
    func add(_ section: ParameterSection) {
        sections.append(section)
        showRows()
    }

    var isUnfolded: Bool { gtk_toggle_button_get_active(fold.pointer()) != 0 }

    /// Expands if a parameter has changed to a non-default value since `before`; returns whether one has.
    @discardableResult
    func reveal(_ stage: Recipe.Stage, before: Recipe.Stage?) -> Bool {
        // Each section in turn must expand.
        let changed = sections.filter { $0.reveal(stage, before: before) }
        guard
            !changed.isEmpty
                || controls.contains(where: { $0.parameter.stands(out: stage, before: before) })
        else { return false }
        gtk_toggle_button_set_active(fold.pointer(), 1)
        return true
    }

    /// Shows a dim remark at the end of the heading, with a tooltip.
    func setRemark(_ text: String, help: String) {
        gtk_label_set_text(remark.pointer(), text)
        gtk_widget_set_tooltip_text(remark.widget, help.isEmpty ? nil : help)
        gtk_widget_set_visible(remark.widget, text.isEmpty ? 0 : 1)
    }

    /// The accessible name.
    func setName(stage name: String) {
        fold.setAccessibleName(tr("\(name) \(title)"))
        for section in sections { section.setName(stage: name) }
    }

    /// The section can be collapsed even while the stage is off.
    func setSensitive(_ isSensitive: Bool) {
        switched?.setSensitive(isSensitive)
        for section in sections { section.setSensitive(isSensitive) }
    }

    func grabFocus() { gtk_widget_grab_focus(fold.widget) }

    private func showRows() {
        gtk_image_set_from_icon_name(arrow.pointer(), isUnfolded ? "pan-down-symbolic" : "pan-end-symbolic")
        fold.setAccessibleExpanded(isUnfolded)
        let showsContent = isShown && isUnfolded
        for row in controls.flatMap(\.rows) { gtk_widget_set_visible(row.widget, showsContent ? 1 : 0) }
        for section in sections { section.setShown(showsContent) }
    }

    private func setShown(_ isShown: Bool) {
        self.isShown = isShown
        gtk_widget_set_visible(row.widget, isShown ? 1 : 0)
        showRows()
    }
}

extension FilterDeclaration {
    /// True if the filter's sections start collapsed, since so many controls would not fit on a page.
    var foldsSections: Bool { parameters.count > 16 }
}

extension ParameterDeclaration {
    /// True if it is the switch of its section, which uses the switch's title.
    var switchesSection: Bool { kind == .toggle && !section.isEmpty && title == section }

    /// True if the value has changed to a non-default one since `before`. Parameters that playback writes are
    /// ignored.
    func stands(out stage: Recipe.Stage, before: Recipe.Stage?) -> Bool {
        if before != nil, offsetsTime { return false }
        let value = stage.value(of: self)
        return value != defaultValue && value != before?.value(of: self)
    }
}
