@preconcurrency import CAdwaita
import Editing
import Filters
import Gtk

/// Playback of a still: filters that take a frame number, animated over time.
///
/// Playback runs ahead of the recipe, which stays unchanged until the end and then takes the visible frame.
extension Window {
    func addPlaying() {
        actions.addToggle("play", initial: false) { [weak self] isOn in
            isOn ? self?.play() : self?.pause()
        }
        canvas?.recipeCame = { [weak self] shown in
            guard let self, let recipe = document?.recipe else { return }
            playing?.playback.noteShown { recipe.advanced(by: $0, in: self.application.catalog) == shown }
        }
        updatePlaying()
    }

    private func play() {
        guard playing == nil, let canvas, canMove else { return actions.change("play", to: false) }
        canvas.isPlaying = true
        let ticks = FrameTicks(canvas.area) { [weak self] time in
            if let frame = self?.playing?.playback.next(at: time) { self?.canvas?.show(framesAhead: frame) }
        }
        playing = (Playback(), ticks)
        updatePlaying()
    }

    /// Stops, and stores the visible frame in the recipe.
    func pause() {
        guard let shown = stopPlaying(), let recipe = document?.recipe else { return }
        let seen = recipe.advanced(by: shown, in: application.catalog)
        panel.update(seen)
        change(to: seen, as: Edit("Play"))
    }

    /// Stops and returns to the beginning; returns how many frames that is.
    @discardableResult
    func stopPlaying() -> Int? {
        guard let (playback, ticks) = playing else { return nil }
        playing = nil
        ticks.stop()
        canvas?.isPlaying = false
        actions.change("play", to: false)
        updatePlaying()
        return playback.shown
    }

    private var canMove: Bool { document?.recipe.moves(in: application.catalog) == true }

    /// The button is shown while the recipe has an animated filter.
    func updatePlaying() {
        if !canMove { stopPlaying() }
        actions.setEnabled("play", canMove)
        showPlayButton(canMove, isPlaying: playing != nil)
    }
}
