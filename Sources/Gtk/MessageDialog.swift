@preconcurrency import CAdwaita
import Localization

/// A question over a window.
@MainActor
package struct MessageDialog {
    /// One of the answers.
    package struct Response {
        let label: String
        let appearance: AdwResponseAppearance
        let action: @MainActor @Sendable () -> Void

        package static func normal(_ label: String, _ action: @escaping @MainActor @Sendable () -> Void = {})
            -> Response
        {
            Response(label: label, appearance: ADW_RESPONSE_DEFAULT, action: action)
        }

        /// The answer that users most likely want.
        package static func suggested(_ label: String, _ action: @escaping @MainActor @Sendable () -> Void)
            -> Response
        {
            Response(label: label, appearance: ADW_RESPONSE_SUGGESTED, action: action)
        }

        /// A destructive answer.
        package static func destructive(_ label: String, _ action: @escaping @MainActor @Sendable () -> Void)
            -> Response
        {
            Response(label: label, appearance: ADW_RESPONSE_DESTRUCTIVE, action: action)
        }
    }

    /// Shows a question; Escape selects the first answer.
    package static func show(_ heading: String, _ body: String, over window: Object, _ responses: [Response])
    {
        guard let made = adw_message_dialog_new(window.pointer(), heading, body) else { return }
        let dialog = Object(made)
        dialog.setAccessibleName(heading)
        for (index, response) in responses.enumerated() {
            adw_message_dialog_add_response(dialog.pointer(), "\(index)", response.label)
            adw_message_dialog_set_response_appearance(dialog.pointer(), "\(index)", response.appearance)
        }
        adw_message_dialog_set_close_response(dialog.pointer(), "0")
        // Return never selects a destructive answer.
        let suggested = responses.firstIndex { $0.appearance == ADW_RESPONSE_SUGGESTED } ?? 0
        adw_message_dialog_set_default_response(dialog.pointer(), "\(suggested)")
        dialog.connect("response") { (arguments: SignalArguments) in
            guard let index = arguments.string(0).flatMap({ Int($0) }), responses.indices.contains(index)
            else {
                return
            }
            // The dialog is still handling the click: an action that closes its parent has to wait.
            onMainThread { responses[index].action() }
        }
        gtk_window_present(dialog.pointer())
    }
}

extension MessageDialog {
    /// Asks for a line of text, which must not be empty.
    ///
    /// - Parameters:
    ///   - text: the initial text.
    ///   - label: the entry's name for assistive technology.
    ///   - accept: the label of the answer that accepts the text.
    package static func ask(
        _ heading: String, _ body: String, text: String, label: String, accept: String, over window: Object,
        _ taken: @escaping @MainActor @Sendable (String) -> Void
    ) {
        guard let made = adw_message_dialog_new(window.pointer(), heading, body) else { return }
        let dialog = Object(made)
        dialog.setAccessibleName(heading)
        let entry = Object(gtk_entry_new())
        entry.setAccessibleName(label)
        gtk_editable_set_text(entry.pointer(), text)
        gtk_entry_set_activates_default(entry.pointer(), 1)
        adw_message_dialog_set_extra_child(dialog.pointer(), entry.widget)
        adw_message_dialog_add_response(dialog.pointer(), "cancel", tr("_Cancel"))
        adw_message_dialog_add_response(dialog.pointer(), "accept", accept)
        adw_message_dialog_set_response_appearance(dialog.pointer(), "accept", ADW_RESPONSE_SUGGESTED)
        adw_message_dialog_set_close_response(dialog.pointer(), "cancel")
        adw_message_dialog_set_default_response(dialog.pointer(), "accept")
        let question = Question(dialog: dialog, entry: entry)
        entry.connect("changed") { question.update() }
        question.update()
        dialog.connect("response") { (arguments: SignalArguments) in
            let text = question.text
            question.end()
            guard arguments.string(0) == "accept" else { return }
            onMainThread { taken(text) }
        }
        gtk_window_present(dialog.pointer())
        gtk_widget_grab_focus(entry.widget)
    }
}

/// A question on screen. Its handlers retain it, so it releases the dialog when the user has answered.
@MainActor
private final class Question {
    private var dialog: Object?
    private var entry: Object?

    init(dialog: Object, entry: Object) {
        self.dialog = dialog
        self.entry = entry
    }

    /// The text typed, without surrounding whitespace.
    var text: String {
        guard let entry, let text = gtk_editable_get_text(entry.pointer()) else { return "" }
        let trimmed = String(cString: text).drop(while: \.isWhitespace)
        return String(trimmed.reversed().drop(while: \.isWhitespace).reversed())
    }

    func update() {
        guard let dialog else { return }
        adw_message_dialog_set_response_enabled(dialog.pointer(), "accept", text.isEmpty ? 0 : 1)
    }

    func end() {
        dialog = nil
        entry = nil
    }
}
