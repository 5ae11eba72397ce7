@preconcurrency import CAdwaita
import Editing
import Filters
import Gtk
import Rendering

/// Plays a still: its filters that read the time are shown as time goes by.
///
/// The recipe stays unchanged until the end and then takes the visible frame, as far as its filters can be told one.
@MainActor
final class PlaybackController {
    private let editor: DocumentEditor
    private let canvas: Canvas?
    private let actions: ActionMap
    private let button: Object
    /// The playback and its clock; nil while nothing plays.
    private var playing: (playback: Playback, ticks: FrameTicks)?

    /// - Parameters:
    ///   - canvas: shows the frames; nil where nothing can be rendered.
    ///   - actions: get the action “play”.
    ///   - button: shown while a filter of the recipe reads the time.
    init(_ editor: DocumentEditor, canvas: Canvas?, actions: ActionMap, button: Object) {
        self.editor = editor
        self.canvas = canvas
        self.actions = actions
        self.button = button
        actions.addToggle("play", initial: false) { [weak self] isOn in
            isOn ? self?.play() : self?.pause()
        }
        update()
    }

    /// Stops, and stores the visible frame in the recipe.
    func pause() {
        guard let shown = stop(), let recipe = editor.recipe else { return }
        editor.replace(by: recipe.advanced(by: shown.frame, in: editor.catalog), as: Edit("Play"))
    }

    /// Stops and returns to the beginning; returns the time that was shown.
    @discardableResult
    func stop() -> FrameTime? {
        guard let (playback, ticks) = playing else { return nil }
        playing = nil
        ticks.stop()
        canvas?.isPlaying = false
        actions.change("play", to: false)
        update()
        return playback.shown
    }

    /// Follows a change of the recipe.
    func update() {
        let canPlay = canPlay
        if !canPlay { stop() }
        actions.setEnabled("play", canPlay)
        showButton(canPlay)
    }

    private var canPlay: Bool { editor.recipe.map(editor.catalog.readsTime) == true }

    private func play() {
        guard playing == nil, let canvas, canPlay else { return actions.change("play", to: false) }
        canvas.isPlaying = true
        let ticks = FrameTicks(canvas.area) { [weak self] time in
            if let next = self?.playing?.playback.next(at: time) { self?.canvas?.show(at: next) }
        }
        playing = (Playback(), ticks)
        update()
    }

    /// Notes the time of the frame that is shown now.
    func noteShown(_ time: FrameTime) { playing?.playback.noteShown(time) }

    private func showButton(_ isShown: Bool) {
        let isPlaying = playing != nil
        gtk_widget_set_visible(button.widget, isShown ? 1 : 0)
        gtk_button_set_icon_name(
            button.pointer(), "media-playback-\(isPlaying ? "pause" : "start")-symbolic")
        let verb = isPlaying ? "Pause" : "Play"
        button.setAccessibleName(verb)
        gtk_widget_set_tooltip_text(button.widget, "\(verb) (Space)")
    }
}
