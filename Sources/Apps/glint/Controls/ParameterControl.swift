@preconcurrency import CAdwaita
import Editing
import Filters
import Gtk
import Localization

/// One or more rows of the panel that edit one parameter of a stage, or several that belong together.
@MainActor
protocol ParameterControl: AnyObject {
    /// The row for the stage's list, or the first of several.
    var row: Object { get }
    /// All rows of the control, from top to bottom.
    var rows: [Object] { get }
    /// The line to whose end the diamond of the parameter's keys is added; nil if the control has none.
    var line: Object? { get }
    /// The heading above the control; empty for none.
    var section: String { get }
    /// The parameter, or the first of several.
    var parameter: ParameterDeclaration { get }
    /// True if the control edits this parameter.
    func edits(_ parameter: ParameterDeclaration) -> Bool
    /// Shows the values of a stage without notifying.
    func show(_ stage: Recipe.Stage)
    /// Sets the accessible names of the parameters.
    func setNames(_ name: @escaping (ParameterDeclaration) -> String)
    /// Takes the keyboard focus.
    func grabFocus()
}

extension ParameterControl {
    var rows: [Object] { [row] }

    var line: Object? { nil }

    var section: String { parameter.section }

    func edits(_ parameter: ParameterDeclaration) -> Bool { parameter.id == self.parameter.id }

    func grabFocus() { gtk_widget_child_focus(row.widget, GTK_DIR_TAB_FORWARD) }
}

/// The callbacks of a control.
@MainActor
struct ControlHost {
    /// Called with a parameter's new value after the user has changed it.
    let changed: @MainActor (ParameterDeclaration, ParameterValue) -> Void
    /// Asks for a file.
    let chooseFile: @MainActor (ParameterDeclaration, @escaping @MainActor (File) -> Void) -> Void
    /// Starts or stops waiting for a click on the picture.
    let pick: @MainActor (ParameterDeclaration, Bool) -> Void
    /// The color tables in the folder of the chosen one, as they would look in the stage.
    var tablesBeside: @MainActor (ParameterDeclaration) -> [PresetGallery.Item] = { _ in [] }
    /// Lists the names from which a text can be chosen.
    var listNames: @MainActor (ParameterDeclaration, @escaping @MainActor ([String]) -> Void) -> Void = {
        _, _ in
    }
}

enum ParameterControls {
    /// The controls of a filter, in the order of its parameters; curves share the position of the first one,
    /// as do color wheels.
    @MainActor
    static func make(for filter: FilterDeclaration, host: ControlHost) -> [any ParameterControl] {
        if let swatches = SwatchControl(filter.parameters, host: host) { return [swatches] }
        let curves = filter.parameters.filter { $0.kind == .curve }
        let wheels = filter.parameters.filter(ColorWheel.fits)
        return filter.parameters.filter { $0 != filter.presetParameter }.compactMap {
            parameter -> (any ParameterControl)? in
            switch parameter.kind {
            case .number: NumberControl(parameter, host: host)
            case .integer:
                if QuarterTurnControl.fits(parameter) {
                    QuarterTurnControl(parameter, host: host)
                } else {
                    NumberControl(parameter, host: host)
                }
            case .toggle: ToggleControl(parameter, host: host)
            case .choice: ChoiceControl(parameter, host: host)
            case .color:
                if parameter == wheels.first {
                    WheelsControl(wheels, host: host)
                } else if wheels.contains(parameter) {
                    nil
                } else {
                    ColorControl(parameter, host: host)
                }
            case .point: PointControl(parameter, host: host)
            case .curve: parameter == curves.first ? CurveControl(curves, host: host) : nil
            case .text where filter.builtInID == Lens.id: NameControl(parameter, host: host)
            case .text where filter.builtInID == TextFilter.id && parameter.id == "text":
                CaptionControl(parameter, host: host)
            case .text where filter.builtInID == TextFilter.id && parameter.id == "font":
                FontControl(parameter, host: host)
            case .text: TextControl(parameter, host: host)
            case .file: FileControl(parameter, host: host, hasGallery: filter.id == LUT.id)
            }
        }
    }
}

/// A row with a parameter's title, which resets the parameter on double-click, and space for its control.
@MainActor
struct ParameterRow {
    let row: Object
    /// The line with the title.
    let line: Object
    /// The whole row, from top to bottom.
    let column: Object

    init(_ title: String, help: String = "", reset: @escaping @MainActor () -> Void) {
        let interface = Interface(resource: UI.path("parameter-row"))
        row = interface["row"]
        line = interface["line"]
        column = interface["column"]
        let label = interface["title"]
        gtk_label_set_text(label.pointer(), title)
        gtk_widget_set_tooltip_text(label.widget, Self.tooltip(help))
        label.onDoubleClick(reset)
    }

    /// The tooltip of a title.
    static func tooltip(_ help: String) -> String {
        help.isEmpty ? tr("Double-click to reset") : "\(help)\n" + tr("Double-click to reset")
    }

    init(_ parameter: ParameterDeclaration, host: ControlHost) {
        self.init(parameter.shortTitle, help: parameter.help) {
            host.changed(parameter, parameter.restingValue)
        }
    }

    /// Adds a control after the title.
    func add(_ control: Object) {
        gtk_widget_set_valign(control.widget, GTK_ALIGN_CENTER)
        gtk_box_append(line.pointer(), control.widget)
    }

    /// Adds a control below the title.
    func addBelow(_ control: Object) {
        gtk_box_append(column.pointer(), control.widget)
    }
}

/// A number, edited with a slider.
@MainActor
final class NumberControl: ParameterControl {
    let parameter: ParameterDeclaration
    private let slider: ParameterSlider
    var row: Object { slider.row }
    var line: Object? { slider.line }

    init(_ parameter: ParameterDeclaration, host: ControlHost) {
        self.parameter = parameter
        slider = ParameterSlider(SliderRange(parameter)) { host.changed(parameter, .number($0)) }
    }

    func show(_ stage: Recipe.Stage) {
        if case .number(let value) = stage.value(of: parameter) { slider.value = value }
    }

    func setNames(_ name: @escaping (ParameterDeclaration) -> String) { slider.setName(name(parameter)) }

    func grabFocus() { slider.grabFocus() }
}

/// A Boolean, edited with a switch.
@MainActor
final class ToggleControl: ParameterControl {
    let parameter: ParameterDeclaration
    private let toggle = Object(gtk_switch_new())
    private let parts: ParameterRow
    private let signalGuard = SignalGuard()
    var row: Object { parts.row }
    var line: Object? { parts.line }

    init(_ parameter: ParameterDeclaration, host: ControlHost) {
        self.parameter = parameter
        parts = ParameterRow(parameter, host: host)
        parts.add(toggle)
        toggle.connect("notify::active") { [weak self] in
            guard let self, !signalGuard.isOn else { return }
            host.changed(parameter, .toggle(gtk_switch_get_active(toggle.pointer()) != 0))
        }
    }

    func show(_ stage: Recipe.Stage) {
        guard case .toggle(let isOn) = stage.value(of: parameter) else { return }
        signalGuard { gtk_switch_set_active(toggle.pointer(), isOn ? 1 : 0) }
    }

    func setNames(_ name: @escaping (ParameterDeclaration) -> String) {
        toggle.setAccessibleName(name(parameter))
    }

    /// Moves the switch into another row.
    func moveSwitch(to line: Object) {
        gtk_box_remove(parts.line.pointer(), toggle.widget)
        gtk_box_append(line.pointer(), toggle.widget)
        gtk_widget_set_tooltip_text(toggle.widget, parameter.help)
    }

    func setSensitive(_ isSensitive: Bool) { gtk_widget_set_sensitive(toggle.widget, isSensitive ? 1 : 0) }
}

/// One of several options: side by side if they are few and short, otherwise in a drop-down list.
@MainActor
final class ChoiceControl: ParameterControl {
    let parameter: ParameterDeclaration
    private let picker: any Picker
    private let parts: ParameterRow
    var row: Object { parts.row }
    var line: Object? { parts.line }

    init(_ parameter: ParameterDeclaration, host: ControlHost) {
        self.parameter = parameter
        parts = ParameterRow(parameter, host: host)
        let titles = parameter.choices.map(\.title)
        picker = makePicker(titles, atMost: 3)
        // The approximate number of characters that fit in a list beside its title.
        let isWide = titles.contains { $0.count > 16 }
        picker is Segments || isWide ? parts.addBelow(picker.object) : parts.add(picker.object)
        picker.chosen = { host.changed(parameter, .text(parameter.choices[$0].id)) }
    }

    func show(_ stage: Recipe.Stage) {
        guard case .text(let id) = stage.value(of: parameter) else { return }
        picker.selected = parameter.choices.firstIndex { $0.id == id }
    }

    func setNames(_ name: @escaping (ParameterDeclaration) -> String) { picker.setName(name(parameter)) }
}

/// A text, edited in an entry.
@MainActor
final class TextControl: ParameterControl {
    let parameter: ParameterDeclaration
    private let entry = Object(gtk_entry_new())
    private let parts: ParameterRow
    private let signalGuard = SignalGuard()
    var row: Object { parts.row }

    init(_ parameter: ParameterDeclaration, host: ControlHost) {
        self.parameter = parameter
        parts = ParameterRow(parameter, host: host)
        gtk_widget_add_css_class(entry.widget, "framed")
        parts.addBelow(entry)
        entry.connect("changed") { [weak self] in
            guard let self, !signalGuard.isOn else { return }
            host.changed(parameter, .text(entry.text))
        }
    }

    func show(_ stage: Recipe.Stage) {
        guard case .text(let text) = stage.value(of: parameter), text != entry.text else { return }
        signalGuard { gtk_editable_set_text(entry.pointer(), text) }
    }

    func setNames(_ name: @escaping (ParameterDeclaration) -> String) {
        entry.setAccessibleName(name(parameter))
    }
}

/// A file, edited with a button that shows its name and opens a file dialog, and one that clears it.
@MainActor
final class FileControl: ParameterControl {
    let parameter: ParameterDeclaration
    private let button = FileButton()
    private let parts: ParameterRow
    /// The button that shows the other files in the folder, and what it shows.
    private var beside: (button: Object, gallery: PresetGallery)?
    var row: Object { parts.row }

    /// - Parameter hasGallery: whether the files in the same folder are color tables to choose from.
    init(_ parameter: ParameterDeclaration, host: ControlHost, hasGallery: Bool) {
        self.parameter = parameter
        parts = ParameterRow(parameter, host: host)
        parts.add(button.clear)
        parts.add(button.object)
        button.choose = {
            host.chooseFile(parameter) { file in
                if let path = file.path { host.changed(parameter, .text(path)) }
            }
        }
        button.cleared = { host.changed(parameter, parameter.restingValue) }
        guard hasGallery else { return }
        let button = Object(gtk_menu_button_new())
        gtk_menu_button_set_label(button.pointer(), tr("Others in the Folder"))
        button.setAccessibleNameOfMenuButton(tr("Others in the Folder"))
        gtk_widget_add_css_class(button.widget, "text-button")
        gtk_widget_set_tooltip_text(button.widget, tr("Show this folder’s color tables on the picture"))
        let gallery = PresetGallery(button: button, canSave: false)
        gallery.groups = { [.init(items: host.tablesBeside(parameter))] }
        parts.addBelow(button)
        beside = (button, gallery)
    }

    func show(_ stage: Recipe.Stage) {
        guard case .text(let path) = stage.value(of: parameter) else { return }
        button.show(path)
        if let beside { gtk_widget_set_visible(beside.button.widget, path.isEmpty ? 0 : 1) }
    }

    func setNames(_ name: @escaping (ParameterDeclaration) -> String) { button.setName(name(parameter)) }
}
