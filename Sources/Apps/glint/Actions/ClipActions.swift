import Localization

/// Playing clips and seeking in them.
extension Action {
    static let play = Action(
        "play", tr("Play", context: "verb"), ["space"], .afterFocus, when: \.canPlay,
        toggle: \.playback.isPlaying)
    static let stepForward = move("step-forward", tr("Next Frame"), ["period"]) { $0.step(by: 1) }
    static let stepBack = move("step-back", tr("Previous Frame"), ["comma"]) { $0.step(by: -1) }
    static let secondForward = move(
        "second-forward", tr("One Second Forward"), ["<Shift>period", "greater"]
    ) { $0.skip(by: 1) }
    static let secondBack = move("second-back", tr("One Second Back"), ["<Shift>comma", "less"]) {
        $0.skip(by: -1)
    }
    static let clipStart = move("clip-start", tr("Go to the First Frame"), ["Home"]) { $0.go(to: 0) }
    static let clipEnd = move("clip-end", tr("Go to the Last Frame"), ["End"]) { $0.go(to: .max) }
    static let setIn = move("set-in", tr("Start Trim at This Frame"), ["i"]) { $0.setIn() }
    static let setOut = move("set-out", tr("End Trim at This Frame"), ["o"]) { $0.setOut() }
    static let goToIn = move("go-to-in", tr("Go to the Start of Trim"), ["<Shift>i"]) {
        $0.go(to: $0.clip?.range.lowerBound ?? 0)
    }
    // Shares its key with the mask of regions.
    static let goToOut = move("go-to-out", tr("Go to the End of Trim"), ["<Shift>o"], when: \.canGoToOut) {
        $0.go(to: ($0.clip?.range.upperBound ?? 1) - 1)
    }
    static let removeTrim = move("remove-trim", tr("Remove Trim"), ["x"], when: \.isTrimmed) {
        $0.removeTrim()
    }
    static let previousKey = Action(
        "previous-key", tr("Go to the Previous Key"), ["<Alt>comma"], .afterFocus, when: \.hasClip
    ) { $0.clipBar.goToKey(-1) }
    static let nextKey = Action(
        "next-key", tr("Go to the Next Key"), ["<Alt>period"], .afterFocus, when: \.hasClip
    ) { $0.clipBar.goToKey(1) }
    static let loop = Action(
        "loop", tr("Loop", context: "verb"), ["l"], .afterFocus, when: \.hasClip,
        toggle: \.playback.clipPlayer.isLooping)
    static let slower = move("slower", tr("Slower"), ["bracketleft"]) {
        $0.rate = ClipSpeed.next(after: $0.rate, by: -1)
    }
    static let faster = move("faster", tr("Faster"), ["bracketright"]) {
        $0.rate = ClipSpeed.next(after: $0.rate, by: 1)
    }
    static let speed = Action(
        "speed", when: \.hasClip, chosen: { ClipSpeed.id($0.playback.clipPlayer.rate) },
        choose: { window, choice in
            let player = window.playback.clipPlayer
            if let rate = ClipSpeed.rate(choice), player.rate != rate { player.rate = rate }
        })
    static let mute = Action(
        "mute", tr("Mute", context: "verb"), ["m"], .afterFocus, when: \.hasSound,
        toggle: \.playback.clipPlayer.isMuted)
    static let frameNumbers = Action(
        "frame-numbers", tr("Show Frame Numbers"), ["t"], .afterFocus, when: \.hasClip,
        toggle: \.clipBar.showsFrameNumbers)
    static let saveVideo = Action("save-video", tr("Save as Video…"), when: \.canPlay) {
        $0.saving.saveVideo()
    }
    static let saveFrame = Action("save-frame", tr("Save This Frame…"), ["<Control>e"], when: \.hasClip) {
        $0.saving.savePicture()
    }

    static let clips = [
        play, stepForward, stepBack, secondForward, secondBack, clipStart, clipEnd, loop, slower, faster,
        speed,
        mute,
    ]

    static let clipParts = [
        setIn, setOut, goToIn, goToOut, removeTrim, previousKey, nextKey, frameNumbers, saveVideo, saveFrame,
    ]

    private static func move(
        _ name: String, _ title: String, _ keys: [String], when condition: KeyPath<Window, Bool> = \.hasClip,
        _ move: @escaping @MainActor (ClipPlayer) -> Void
    ) -> Action {
        Action(name, title, keys, .afterFocus, when: condition) { move($0.playback.clipPlayer) }
    }
}
