@preconcurrency import CAdwaita

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

        /// What people most likely want.
        package static func suggested(_ label: String, _ action: @escaping @MainActor @Sendable () -> Void)
            -> Response
        {
            Response(label: label, appearance: ADW_RESPONSE_SUGGESTED, action: action)
        }

        /// What loses something.
        package static func destructive(_ label: String, _ action: @escaping @MainActor @Sendable () -> Void)
            -> Response
        {
            Response(label: label, appearance: ADW_RESPONSE_DESTRUCTIVE, action: action)
        }
    }

    /// Shows a question; Escape is the first answer.
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
        // Return never loses anything.
        let suggested = responses.firstIndex { $0.appearance == ADW_RESPONSE_SUGGESTED } ?? 0
        adw_message_dialog_set_default_response(dialog.pointer(), "\(suggested)")
        dialog.connect("response") { (arguments: SignalArguments) in
            guard let index = arguments.string(0).flatMap({ Int($0) }), responses.indices.contains(index)
            else {
                return
            }
            // The dialog is still busy with its own click: an action that closes its parent has to wait.
            onMainThread { responses[index].action() }
        }
        gtk_window_present(dialog.pointer())
    }
}
