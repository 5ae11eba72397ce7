import Gtk
import Rendering
import Localization

/// Plays a clip and seeks in it.
extension Window {
    func addPlaying() {
        let (actions, player) = (context.actions, playback.clipPlayer)
        let moves: [(String, @MainActor (ClipPlayer) -> Void)] = [
            ("step-forward", { $0.step(by: 1) }), ("step-back", { $0.step(by: -1) }),
            ("second-forward", { $0.skip(by: 1) }), ("second-back", { $0.skip(by: -1) }),
            ("clip-start", { $0.go(to: 0) }), ("clip-end", { $0.go(to: .max) }),
            ("go-to-in", { $0.go(to: $0.clip?.range.lowerBound ?? 0) }),
            ("go-to-out", { $0.go(to: ($0.clip?.range.upperBound ?? 1) - 1) }),
            ("set-in", { $0.setIn() }), ("set-out", { $0.setOut() }),
            ("clear-in-out", { $0.clearInAndOut() }),
            ("slower", { $0.rate = ClipSpeed.next(after: $0.rate, by: -1) }),
            ("faster", { $0.rate = ClipSpeed.next(after: $0.rate, by: 1) }),
        ]
        for (name, move) in moves { actions.add(name) { [weak player] in if let player { move(player) } } }
        actions.addToggle("loop", initial: player.isLooping) { [weak player] in player?.isLooping = $0 }
        actions.addToggle("mute", initial: player.isMuted) { [weak player] in player?.isMuted = $0 }
        actions.addToggle("frame-numbers", initial: false) { [weak self] in
            self?.clipBar.showsFrameNumbers = $0
        }
        actions.addChoice("speed", initial: ClipSpeed.id(1)) { [weak player] choice in
            if let rate = ClipSpeed.rate(choice), player?.rate != rate { player?.rate = rate }
        }
        enablePlaying()
    }

    /// The names of the actions that need a clip.
    private static let playingActions = [
        "step-forward", "step-back", "second-forward", "second-back", "clip-start", "clip-end", "go-to-in",
        "go-to-out", "set-in", "set-out", "clear-in-out", "slower", "faster", "loop", "mute", "frame-numbers",
        "speed",
    ]

    func enablePlaying() {
        let clip = playback.clipPlayer.clip
        // Both actions use Shift+O, so only the one for what is being edited is enabled.
        let editsRegions = panel.regionStage != nil
        context.actions.setEnabled("show-mask", editsRegions)
        for name in Self.playingActions {
            context.actions.setEnabled(name, clip != nil && !(editsRegions && name == "go-to-out"))
        }
        context.actions.setEnabled("mute", clip?.info.sounds.isEmpty == false)
        context.actions.setEnabled("clear-in-out", clip?.inPoint != nil || clip?.outPoint != nil)
    }

    func followPlayer() {
        playback.clipPlayer.happened = { [weak self] in self?.follow($0) }
    }

    private func follow(_ event: ClipPlayer.Event) {
        let player = playback.clipPlayer
        clipBar.follow(event)
        switch event {
        case .moved: break
        case .opened, .changed:
            enablePlaying()
            context.actions.setState("speed", ClipSpeed.id(player.rate))
            showSize()
        case .playing: playback.update()
        case .silent(let problem): context.toasts.showFailure(sentence(problem))
        case .failed(let error):
            playback.update()
            context.toasts.showFailure(sentence(error, path: player.clip?.stream.path))
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
