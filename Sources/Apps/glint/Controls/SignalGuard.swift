/// Distinguishes changes made by the program from those made by the user, since GTK signals both the same
/// way.
@MainActor
final class SignalGuard {
    /// True while the program is setting a value.
    private(set) var isOn = false

    /// Sets a value in the widget.
    func callAsFunction(_ set: () -> Void) {
        isOn = true
        set()
        isOn = false
    }
}
