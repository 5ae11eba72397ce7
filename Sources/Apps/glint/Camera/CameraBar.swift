@preconcurrency import CAdwaita
import Gtk
import Live
import Observation
import Localization

/// The bar below a camera image: selects the camera, takes pictures, records, and offers the image to other
/// programs.
@MainActor @Observable
final class CameraBar {
    private let camera: CameraController
    private let frame: Object
    private let toasts: Object
    private let widgets: Interface
    /// The microphones that were found last.
    private var microphones: [Microphone] = []

    init(_ interface: Interface, camera: CameraController) {
        self.camera = camera
        frame = interface["camera-bar"]
        toasts = interface["toasts"]
        widgets = Interface(resource: UI.path("camera-bar"))
        gtk_scrolled_window_set_child(frame.pointer(), widgets["bar"].widget)
        widgets["microphone"].setAccessibleNameOfMenuButton(tr("Microphone"))
        // Devices may be connected and disconnected meanwhile.
        widgets["camera"].connectBeforeMenu { [weak self] in
            self?.camera.lookForCameras()
            self?.showMenu()
        }
        widgets["microphone"].connectBeforeMenu { [weak self] in
            if let found = Microphone.known { self?.microphones = found }
            self?.showMicrophones()
        }
        frame.observe { [weak self] in self?.showProgress() }
    }

    /// The id of the microphone that a recording uses; empty if there is none.
    var microphone: String { Settings.standard.microphone ?? microphones.first?.id ?? "" }

    /// Updates after a camera was opened or closed, or its size has changed.
    func update() {
        let view = camera.view
        gtk_widget_set_visible(frame.widget, view == nil ? 0 : 1)
        guard let view else { return gtk_widget_remove_css_class(toasts.widget, "above-bar") }
        gtk_widget_add_css_class(toasts.widget, "above-bar")
        gtk_label_set_text(widgets["camera-text"].pointer(), view.name)
        widgets["camera"].setAccessibleNameOfMenuButton(tr("Camera: \(view.name)"))
        gtk_widget_set_visible(widgets["mirror"].widget, view.isCamera ? 1 : 0)
        showMenu()
        showMicrophones()
        findMicrophones()
    }

    private func showMenu() {
        let menu = Object(owned: UnsafeMutableRawPointer(g_menu_new()))
        if let choice = camera.choice {
            append(choice.cameras.map { ($0.name, "win.camera-id::\($0.id)") }, to: menu, title: tr("Camera"))
            append(
                choice.camera.modes.map { ($0.title, "win.camera-mode::\($0.word)") }, to: menu,
                title: tr("Size")
            )
        }
        append(
            [
                (tr("Immediately"), "win.timer::0"), (tr("After 3 Seconds"), "win.timer::3"),
                (tr("After 10 Seconds"), "win.timer::10"),
            ],
            to: menu, title: tr("Take a Picture"))
        append(
            [("MKV", "win.recording-container::mkv"), ("MP4", "win.recording-container::mp4")], to: menu,
            title: tr("Record As"))
        append([(Action.screen.title, Action.screen.name)], to: menu, title: nil)
        gtk_menu_button_set_menu_model(widgets["camera"].pointer(), menu.pointer())
    }

    private func showMicrophones() {
        let menu = Object(owned: UnsafeMutableRawPointer(g_menu_new()))
        append(
            microphones.map { ($0.name, "win.microphone::\($0.id)") }, to: menu,
            title: tr("Record Sound From"))
        append([(tr("No Sound"), "win.microphone::")], to: menu, title: nil)
        gtk_menu_button_set_menu_model(widgets["microphone"].pointer(), menu.pointer())
    }

    private func append(_ items: [(title: String, action: String)], to menu: Object, title: String?) {
        let section = Object(owned: UnsafeMutableRawPointer(g_menu_new()))
        for item in items { g_menu_append(section.pointer(), item.title, item.action) }
        g_menu_append_section(menu.pointer(), title, section.pointer())
    }

    private func findMicrophones() {
        inBackground({ (try? Microphone.all()) ?? [] }) { [weak self] found in
            guard let self, found != microphones else { return }
            microphones = found
            showMicrophones()
        }
    }

    /// Shows the seconds until a picture is taken; nil if no timer is running.
    func show(secondsLeft: Int?) {
        gtk_stack_set_visible_child_name(
            widgets["take-pages"].pointer(), secondsLeft == nil ? "icon" : "seconds")
        gtk_label_set_text(widgets["take-seconds"].pointer(), secondsLeft.map { "\($0)" } ?? "")
        widgets["take"].setAccessibleName(
            secondsLeft.map {
                trn(
                    "Taking a Picture in 1 Second; Press to Cancel",
                    "Taking a Picture in \($0) Seconds; Press to Cancel",
                    count: $0)
            }
                ?? tr("Take a Picture"))
    }

    /// Shows the progress of a recording and the level of the microphone.
    private func showProgress() {
        let recording = camera.recording
        let (label, level, button) = (widgets["progress"], widgets["level"], widgets["record"])
        gtk_widget_set_visible(label.widget, recording.isRecording ? 1 : 0)
        if let progress = recording.progress {
            gtk_label_set_text(label.pointer(), Self.text(progress))
        }
        button.setAccessibleName(
            recording.isRecording ? tr("Stop Recording") : tr("Record", context: "verb"))
        gtk_widget_set_tooltip_text(
            button.widget, recording.isRecording ? tr("Stop Recording (R)") : tr("Record (R)"))
        gtk_widget_set_visible(level.widget, recording.soundLevel == nil ? 0 : 1)
        if let loudness = recording.soundLevel {
            // The perceived loudness: the cube root of the amplitude.
            gtk_level_bar_set_value(level.pointer(), pow(loudness, 1.0 / 3))
        }
    }

    /// A summary of a recording: 0:05 · 1.2 MB · 3 frames dropped.
    static func text(_ progress: Recorder.Progress) -> String {
        let seconds = Int(progress.seconds)
        let time = "\(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60)"
        let size = "\(spelled(Double(progress.byteCount / 100_000) / 10, places: 1)) MB"
        let count = progress.leftOutCount
        let leftOut = count == 0 ? [] : [trn("1 frame dropped", "\(count) frames dropped", count: count)]
        return ([time, size] + leftOut).joined(separator: " · ")
    }
}
