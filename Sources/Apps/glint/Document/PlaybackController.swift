@preconcurrency import CAdwaita
import Editing
import Filters
import Gtk
import Observation
import Rendering
import Localization

/// Plays a clip, or a still whose filters read the time.
///
/// A still's recipe does not change during playback; afterwards it stores the current time, for filters that
/// have a parameter for it. A clip's filters get the time of the current frame, so its recipe never changes.
@MainActor @Observable
final class PlaybackController {
    /// Plays clips.
    let clipPlayer: ClipPlayer
    private let editor: DocumentEditor
    private let canvas: Canvas?
    private let button: Object
    /// The playback of a still and its clock; nil if none is playing.
    private var playing: (playback: Playback, ticks: FrameTicks)?

    /// - Parameters:
    ///   - canvas: shows the frames; nil if nothing can be rendered.
    ///   - button: shown for a still whose recipe has a filter that reads the time.
    init(_ editor: DocumentEditor, clipPlayer: ClipPlayer, canvas: Canvas?, button: Object) {
        self.editor = editor
        self.clipPlayer = clipPlayer
        self.canvas = canvas
        self.button = button
        button.observe { [weak self] in self?.showButton() }
    }

    /// True while a clip or a still plays.
    var isPlaying: Bool {
        get { isClip ? clipPlayer.isPlaying : playing != nil }
        set { newValue ? play() : pause() }
    }

    /// True if a clip is open, or a still with filters that read the time.
    var canPlay: Bool { isClip || isMovingStill }

    /// Stops at the current frame, and stores its time in the recipe of a still.
    func pause() {
        clipPlayer.pause()
        guard let shown = stop(), let recipe = editor.recipe else { return }
        editor.replace(by: recipe.advanced(by: shown.frame, in: editor.catalog), as: Edit(tr("Play")))
    }

    /// Stops and returns to the beginning; returns the time that was shown.
    @discardableResult
    func stop() -> FrameTime? {
        guard let (playback, ticks) = playing else { return nil }
        playing = nil
        ticks.stop()
        canvas?.isPlaying = false
        return playback.shown
    }

    /// Stops after a change of the recipe if no filter reads the time any longer.
    func stopIfStill() {
        if !isMovingStill { stop() }
    }

    private var isClip: Bool { clipPlayer.clip != nil }

    /// True if a still is open with filters that read the time.
    private var isMovingStill: Bool {
        !isClip && editor.document?.medium.live == nil
            && editor.recipe.map(editor.catalog.readsTime) == true
    }

    private func play() {
        if isClip { return clipPlayer.play() }
        guard playing == nil, let canvas, isMovingStill else { return }
        canvas.isPlaying = true
        let ticks = FrameTicks(canvas.area) { [weak self] time in
            if let next = self?._playing?.playback.next(at: time) { self?.canvas?.show(at: next) }
        }
        playing = (Playback(), ticks)
    }

    /// Records the frame on screen.
    func noteShown(_ frame: RenderQueue.Frame) {
        // The stored property itself, since observers only follow whether something plays.
        _playing?.playback.noteShown(frame.job.source.time)
        clipPlayer.note(frame)
    }

    private func showButton() {
        let isPlaying = playing != nil
        gtk_widget_set_visible(button.widget, isMovingStill ? 1 : 0)
        gtk_button_set_icon_name(
            button.pointer(), "media-playback-\(isPlaying ? "pause" : "start")-symbolic")
        button.setAccessibleName(isPlaying ? tr("Pause") : tr("Play", context: "verb"))
        gtk_widget_set_tooltip_text(button.widget, isPlaying ? tr("Pause (Space)") : tr("Play (Space)"))
    }
}
