@preconcurrency import CAdwaita
import Editing
import Filters
import Gtk

/// Playback of a still: its filters that read the time are shown as time goes by.
///
/// The recipe stays unchanged until the end and then takes the visible frame, as far as its filters can be told one.
extension Window {
    func addPlaying() {
        actions.addToggle("play", initial: false) { [weak self] isOn in
            isOn ? self?.play() : self?.pause()
        }
        canvas?.timeCame = { [weak self] in self?.playing?.playback.noteShown($0) }
        updatePlaying()
    }

    private func play() {
        guard playing == nil, let canvas, canMove else { return actions.change("play", to: false) }
        canvas.isPlaying = true
        let ticks = FrameTicks(canvas.area) { [weak self] time in
            if let next = self?.playing?.playback.next(at: time) { self?.canvas?.show(at: next) }
        }
        playing = (Playback(), ticks)
        updatePlaying()
    }

    /// Stops, and stores the visible frame in the recipe.
    func pause() {
        guard let shown = stopPlaying(), let recipe = document?.recipe else { return }
        let seen = recipe.advanced(by: shown.frame, in: application.catalog)
        panel.update(seen)
        change(to: seen, as: Edit("Play"))
    }

    /// Stops and returns to the beginning; returns the time that was shown.
    @discardableResult
    func stopPlaying() -> FrameTime? {
        guard let (playback, ticks) = playing else { return nil }
        playing = nil
        ticks.stop()
        canvas?.isPlaying = false
        actions.change("play", to: false)
        updatePlaying()
        return playback.shown
    }

    private var canMove: Bool { document.map { application.catalog.readsTime($0.recipe) } == true }

    /// The button is shown while a filter of the recipe reads the time.
    func updatePlaying() {
        if !canMove { stopPlaying() }
        actions.setEnabled("play", canMove)
        showPlayButton(canMove, isPlaying: playing != nil)
    }
}
