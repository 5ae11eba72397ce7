/// Distinguishes changes by the program from the user's: GTK signals both alike.
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
