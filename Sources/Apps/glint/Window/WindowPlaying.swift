import Gtk
import Rendering
import Localization

/// Reports the errors of a clip.
extension Window {
    func followPlayer() {
        playback.clipPlayer.happened = { [weak self] in self?.follow($0) }
        clipBar.movedKeys = { [weak self] in self?.panel.moveKeys(in: $0, to: $1) }
    }

    private func follow(_ event: ClipPlayer.Event) {
        clipBar.follow(event)
        switch event {
        case .opened, .playing, .changed: panel.showTime()
        case .moved: showTime()
        case .silent(let problem): context.toasts.showFailure(sentence(problem))
        case .failed(let error):
            context.toasts.showFailure(sentence(error, path: playback.clipPlayer.clip?.stream.path))
        }
    }
}

extension Window {
    /// Shows the values of the current time in the panel. During playback this competes with the frames for
    /// CPU time, so it is done less often.
    private func showTime() {
        guard playback.clipPlayer.isPlaying else { return panel.showTime() }
        guard panelUpdate == nil else { return }
        panelUpdate = Delay(milliseconds: 100) { [weak self] in
            self?.panelUpdate = nil
            self?.panel.showTime()
        }
    }
}

/// The speeds at which a clip is played.
enum ClipSpeed {
    /// Each speed with its title.
    static let all: [(rate: Double, title: String)] = [
        (0.25, "¼ ×"), (0.5, "½ ×"), (0.75, "¾ ×"), (1, "1 ×"), (1.25, "1¼ ×"), (1.5, "1½ ×"), (2, "2 ×"),
        (4, "4 ×"),
    ]

    /// The title of a speed.
    static func title(_ rate: Double) -> String { all.first { $0.rate == rate }?.title ?? "\(rate) ×" }

    /// A speed as the target of an action.
    static func id(_ rate: Double) -> String { "\(rate)" }

    static func rate(_ id: String) -> Double? { all.first { self.id($0.rate) == id }?.rate }

    /// The speed `count` positions further in the list, clamped to the ends of the list.
    static func next(after rate: Double, by count: Int) -> Double {
        let index = all.firstIndex { $0.rate == rate } ?? 3
        return all[min(max(index + count, 0), all.count - 1)].rate
    }
}
