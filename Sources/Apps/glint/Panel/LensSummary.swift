@preconcurrency import CAdwaita
import Filters
import Gtk
import Localization

/// The row of a lens correction that says which settings it corrects, or why it cannot.
@MainActor
final class LensSummary {
    let row: Object
    private let label = Object(gtk_label_new(""))
    private let filter: FilterDeclaration
    private let photograph: @MainActor () -> Photograph?
    /// Counts the searches: only the newest result is shown.
    private var searches = 0

    /// The parameters on which the search depends.
    private static let parameters: Set = ["camera", "lens", "focalLength", "aperture", "distance"]

    init(_ filter: FilterDeclaration, photograph: @escaping @MainActor () -> Photograph?) {
        self.filter = filter
        self.photograph = photograph
        row = Object(gtk_list_box_row_new())
        gtk_list_box_row_set_activatable(row.pointer(), 0)
        gtk_widget_set_focusable(row.widget, 0)
        gtk_label_set_xalign(label.pointer(), 0)
        gtk_label_set_wrap(label.pointer(), 1)
        gtk_widget_add_css_class(label.widget, "parameter")
        gtk_widget_add_css_class(label.widget, "caption")
        gtk_list_box_row_set_child(row.pointer(), label.widget)
    }

    /// True if the search depends on the parameter.
    func reads(_ parameter: ParameterDeclaration) -> Bool { Self.parameters.contains(parameter.id) }

    /// Searches for the lens of a stage, and shows the result, also in the controls that choose the names.
    func show(_ stage: Recipe.Stage, in controls: [any ParameterControl]) {
        searches += 1
        let (search, filter, photograph) = (searches, filter, photograph())
        // The database takes a moment to load.
        inBackground({
            Result { () throws(LensProblem) in try Lens.profile(of: stage, filter, for: photograph) }
        }) { [weak self] result in
            guard let self, search == searches else { return }
            let profile = try? result.get()
            for case let control as NameControl in controls {
                let name = control.parameter.id == "lens" ? profile?.lens : profile?.camera
                control.show(
                    recorded: name ?? (control.parameter.id == "camera" ? photograph?.camera : nil) ?? "")
            }
            switch result {
            case .success(let profile):
                show([profile.settingsText, profile.gap.map(sentence)].compactMap(\.self), isProblem: false)
            case .failure(let problem): show([sentence(problem.description)], isProblem: true)
            }
        }
    }

    private func show(_ lines: [String], isProblem: Bool) {
        gtk_label_set_text(label.pointer(), lines.joined(separator: "\n"))
        if isProblem {
            gtk_widget_add_css_class(label.widget, "warning")
            gtk_widget_remove_css_class(label.widget, "dim-label")
        } else {
            gtk_widget_add_css_class(label.widget, "dim-label")
            gtk_widget_remove_css_class(label.widget, "warning")
        }
    }
}
