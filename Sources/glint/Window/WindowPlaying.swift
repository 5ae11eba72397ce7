@preconcurrency import CAdwaita
import Editing
import Filters
import Gtk

/// A still that moves: filters with the number of a frame, shown as time goes by.
///
/// What is shown runs ahead of the recipe, which stays as it is until the end: then it takes the frame that is seen.
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

    /// Stops, and keeps the frame that is seen as the recipe's.
    func pause() {
        guard let shown = stopPlaying(), let recipe = document?.recipe else { return }
        let seen = recipe.advanced(by: shown, in: application.catalog)
        panel.update(seen)
        change(to: seen, as: Edit("Play"))
    }

    /// Stops and goes back to where it began; gives how many frames that is.
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

    /// The button is there as long as a filter moves.
    func updatePlaying() {
        if !canMove { stopPlaying() }
        actions.setEnabled("play", canMove)
        showPlayButton(canMove, isPlaying: playing != nil)
    }
}
