@preconcurrency import CAdwaita
import Filters
import Gtk

/// Shows the progress of a save, with a cancel button; previews continue meanwhile.
@MainActor
final class SaveBar {
    private let bar: Object
    private let text: Object
    private let pace: Object
    private let progress: Object
    private var save = 0
    /// True while a save is in progress.
    private(set) var isActive = false
    /// The recipe of the picture being saved; nil if no save is in progress, or only that of a copy.
    private(set) var recipe: Recipe?
    private var cancel: (@MainActor () -> Void)?
    private var delay: Delay?

    init(_ interface: Interface) {
        bar = interface["save-bar"]
        text = interface["save-text"]
        pace = interface["save-pace"]
        progress = interface["save-progress"]
        interface["save-cancel"].connect("clicked") { [weak self] in self?.cancelSave() }
    }

    /// Shows the progress of a save, unless it ends at once; returns the save's id.
    func begin(_ label: String, recipe: Recipe?) -> Int {
        save += 1
        isActive = true
        self.recipe = recipe
        cancel = nil
        gtk_label_set_text(text.pointer(), label)
        show(pace: "")
        gtk_progress_bar_set_fraction(progress.pointer(), 0)
        delay = Delay(milliseconds: 250) { [weak self] in self?.setShown(true) }
        return save
    }

    func setCancel(_ save: Int, _ cancel: @escaping @MainActor () -> Void) {
        if save == self.save { self.cancel = cancel }
    }

    /// - Parameters:
    ///   - part: the fraction done, 0…1.
    ///   - pace: the speed as text; empty if unknown.
    func show(_ save: Int, _ part: Double, pace: String = "") {
        guard save == self.save else { return }
        gtk_progress_bar_set_fraction(progress.pointer(), part)
        show(pace: pace)
    }

    func end(_ save: Int) {
        guard save == self.save else { return }
        delay = nil
        cancel = nil
        isActive = false
        recipe = nil
        setShown(false)
    }

    func cancelSave() {
        cancel?()
        cancel = nil
    }

    private func show(pace: String) {
        gtk_label_set_text(self.pace.pointer(), pace)
        gtk_widget_set_visible(self.pace.widget, pace.isEmpty ? 0 : 1)
    }

    private func setShown(_ isShown: Bool) {
        gtk_widget_set_visible(bar.widget, isShown ? 1 : 0)
    }
}
