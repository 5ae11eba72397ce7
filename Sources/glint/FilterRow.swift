@preconcurrency import CAdwaita
import Filters
import Gtk

/// A filter in the panel: its switch, its reset button and a slider for each parameter.
@MainActor
final class FilterRow {
    /// The card for the panel.
    let widget: Object

    private let filter: FilterDeclaration
    private let row: Object
    private let reset: Object
    private let toggle: Object
    private var sliders: [(parameter: ParameterDeclaration, slider: ParameterSlider)] = []
    private var stage: Recipe.Stage
    private let changed: @MainActor (Recipe.Stage) -> Void
    private var isUpdating = false

    /// - Parameters:
    ///   - sliderName: what assistive technology calls a parameter's slider.
    ///   - changed: told the stage when the person has changed it.
    init(
        _ filter: FilterDeclaration, stage: Recipe.Stage, sliderName: (ParameterDeclaration) -> String,
        changed: @escaping @MainActor (Recipe.Stage) -> Void
    ) {
        self.filter = filter
        self.stage = stage
        self.changed = changed
        let interface = Interface(resource: UI.path("filter-row"))
        widget = interface["list"]
        row = interface["row"]
        reset = interface["reset"]
        toggle = interface["switch"]
        adw_preferences_row_set_title(row.pointer(), escapedMarkup(filter.title))
        gtk_widget_set_tooltip_text(row.widget, filter.summary)
        gtk_widget_set_tooltip_text(reset.widget, "Reset \(filter.title)")
        gtk_widget_set_tooltip_text(toggle.widget, "Apply \(filter.title)")
        widget.setAccessibleName(filter.title)
        reset.setAccessibleName("Reset \(filter.title)")
        toggle.setAccessibleName("Apply \(filter.title)")
        for parameter in filter.parameters {
            guard case .number(let value) = stage.value(of: parameter) else { continue }
            let slider = ParameterSlider(parameter, name: sliderName(parameter), value: value) {
                [weak self] value in self?.set(parameter, to: value)
            }
            sliders.append((parameter, slider))
            adw_expander_row_add_row(row.pointer(), slider.row.widget)
        }
        showState()
        reset.connect("clicked") { [weak self] in self?.resetParameters() }
        toggle.connect("notify::active") { [weak self] in self?.toggled() }
    }

    /// Shows a stage that was changed elsewhere.
    func show(_ stage: Recipe.Stage) {
        self.stage = stage
        for (parameter, slider) in sliders {
            if case .number(let value) = stage.value(of: parameter) { slider.value = value }
        }
        showState()
    }

    private func set(_ parameter: ParameterDeclaration, to value: Double) {
        stage.set(parameter.id, to: .number(value))
        showState()
        changed(stage)
    }

    private func resetParameters() {
        for parameter in filter.parameters {
            stage.set(parameter.id, to: ParameterSlider.restingValue(of: parameter))
        }
        show(stage)
        changed(stage)
    }

    private func toggled() {
        guard !isUpdating else { return }
        stage.isEnabled = gtk_switch_get_active(toggle.pointer()) != 0
        showState()
        changed(stage)
    }

    private func showState() {
        isUpdating = true
        gtk_switch_set_active(toggle.pointer(), stage.isEnabled ? 1 : 0)
        isUpdating = false
        let isAtRest = filter.parameters.allSatisfy {
            stage.value(of: $0) == ParameterSlider.restingValue(of: $0)
        }
        gtk_widget_set_sensitive(reset.widget, isAtRest ? 0 : 1)
        for (_, slider) in sliders { gtk_widget_set_sensitive(slider.row.widget, stage.isEnabled ? 1 : 0) }
    }
}
