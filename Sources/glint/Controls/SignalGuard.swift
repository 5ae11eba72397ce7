/// Tells what the program sets in a widget from what the person does there: GTK signals both alike.
@MainActor
final class SignalGuard {
    /// Whether the program is setting something.
    private(set) var isOn = false

    /// Sets something in the widget.
    func callAsFunction(_ set: () -> Void) {
        isOn = true
        set()
        isOn = false
    }
}
