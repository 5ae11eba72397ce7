@preconcurrency import CAdwaita
import Gtk
import Observation
import Video
import Localization

/// The bar below a clip: playback, the time, and seeking.
///
/// In a narrow window it omits controls that are also in the menu.
@MainActor @Observable
final class ClipBar {
    /// True if positions are shown as frame numbers rather than times.
    var showsFrameNumbers = false {
        didSet { update() }
    }

    private let player: ClipPlayer
    private let timeline: Object
    private let scrubber: Scrubber
    private let handles: TrimHandles
    private let preview: ScrubPreview
    private let keys: KeyMarks
    private var keyTimes: [Double] = []
    /// Called with keys and the time to which they were moved; nil removes them.
    @ObservationIgnored var movedKeys: @MainActor (Range<Double>, Double?) -> Void = { _, _ in }
    private let frame: Object
    private let widgets: Interface
    private let timeText: Object
    private let trimText: Object
    private let volume: Object
    private let loudness: Object
    private var isUpdating = false
    /// The position of the pointer in the timeline; nil elsewhere.
    private var pointer: Double?
    private var lastUpdate = ContinuousClock.now

    /// The interval at which the bar is drawn during playback: it competes with the frames for CPU time.
    private static let updatePause = Duration.milliseconds(100)

    init(_ interface: Interface, player: ClipPlayer) {
        self.player = player
        frame = interface["clip-bar"]
        widgets = Interface(resource: UI.path("clip-bar"))
        gtk_scrolled_window_set_child(frame.pointer(), widgets["bar"].widget)
        timeline = widgets["timeline"]
        scrubber = Scrubber(widgets, in: timeline)
        handles = TrimHandles(widgets, in: timeline) { [scrubber] in scrubber.timeline }
        preview = ScrubPreview(interface, above: timeline)
        keys = KeyMarks(in: timeline) { [scrubber] in scrubber.timeline }
        timeText = widgets["time-text"]
        trimText = widgets["trim-text"]
        volume = widgets["volume"]
        loudness = widgets["loudness"]
        let speeds = ActionInterface.speedMenu()
        for (id, menu) in [("speed", speeds), ("more", ActionInterface.menu(Action.clipMenu))] {
            gtk_menu_button_set_menu_model(widgets[id].pointer(), menu.pointer())
        }
        widgets["speed"].setAccessibleNameOfMenuButton(tr("Speed"))
        widgets["more"].setAccessibleNameOfMenuButton(tr("Video Menu"))
        followControls()
    }

    private func followControls() {
        scrubber.moved = { [weak player] move in
            switch move {
            case .drag(let frame): player?.scrub(to: frame)
            case .jump(let frame): player?.go(to: frame)
            case .step(let count): player?.step(by: count)
            case .skip(let seconds): player?.skip(by: seconds)
            }
        }
        handles.moved = { [weak player] in player?.move($0, to: $1, isDrag: $2) }
        handles.jumped = { [weak player] in player?.go(to: $0) }
        handles.isTaken = { [weak keys] in keys?.isMark(at: $0) == true }
        keys.chosen = { [weak player] in player?.go(to: $0) }
        keys.moved = { [weak self] mark, frame in
            guard let self, let clip = player.clip else { return }
            movedKeys(mark.span, frame.map(clip.seconds(of:)))
        }
        handles.released = { [weak self] in self?.update() }
        timeline.onHover { [weak self] in self?.hover($0?.x) }
        loudness.connect("value-changed") { [weak self] in
            guard let self, !isUpdating else { return }
            player.volume = gtk_adjustment_get_value(loudness.pointer())
        }
        Object(gtk_scrolled_window_get_hadjustment(frame.pointer())).connect("changed") { [weak self] in
            // Sizes must not be changed during layout.
            onMainThread { self?.fit() }
        }
    }

    /// Handles an event of the clip.
    func follow(_ event: ClipPlayer.Event) {
        switch event {
        case .opened:
            preview.forget()
            gtk_widget_set_visible(frame.widget, player.clip == nil ? 0 : 1)
            update()
        case .moved:
            if !player.isPlaying || ContinuousClock.now - lastUpdate >= Self.updatePause { showPosition() }
        case .playing, .changed, .failed: update()
        case .silent: break
        }
    }

    /// Shows a thumbnail of the frame under the pointer, or of that which the handle under it sets.
    private func hover(_ x: Double?) {
        // On Wayland, GTK repeats the motion of a resting pointer after each frame, and a thumbnail would be
        // drawn without end.
        guard x != pointer else { return }
        pointer = x
        guard let x, let clip = player.clip else {
            handles.show(pointed: nil)
            return preview.hide()
        }
        let handle = handles.dragged ?? handles.handle(at: x)
        handles.show(pointed: handle)
        let frame = handle.map(clip.frame(of:)) ?? scrubber.timeline.frame(at: x)
        let time = VideoTime.preciseText(clip.seconds(of: frame))
        preview.show(
            frame, of: clip, text: handle == nil ? time : "\(time) · \(trimmedLength(of: clip))", at: x)
    }

    private func update() {
        guard let clip = player.clip else { return }
        let rate = clip.info.rate.value
        scrubber.show(clip.range, of: clip.frameCount, framesPerSecond: rate)
        handles.show(clip.range, of: clip.frameCount, framesPerSecond: rate) { spokenTime(of: $0, in: clip) }
        showTrim(of: clip)
        showPlaying()
        showSound(of: clip)
        gtk_label_set_text(widgets["speed-text"].pointer(), ClipSpeed.title(player.rate))
        showPosition()
        showKeys(keyTimes)
        fit()
    }

    // Keys

    /// Shows the times of keys, in order.
    func showKeys(_ times: [Double]) {
        keyTimes = times
        guard let clip = player.clip else { return keys.show([]) { _ in "" } }
        var marks: [KeyMarks.Mark] = []
        for time in times where time < clip.duration {
            let frame = clip.frame(at: time)
            let first = marks.last?.frame == frame ? marks.removeLast().span.lowerBound : time
            marks.append(.init(frame: frame, span: first..<time.nextUp))
        }
        keys.show(marks) { spokenTime(of: $0, in: clip) }
    }

    /// Goes to the next key, or with -1 to the previous one.
    func goToKey(_ direction: Int) {
        let (frames, position) = (keys.marks.map(\.frame), player.position)
        let next = direction > 0 ? frames.first { $0 > position } : frames.last { $0 < position }
        guard let next else { return }
        player.pause()
        player.go(to: next)
    }

    private func showPlaying() {
        let button = widgets["play"]
        gtk_button_set_icon_name(
            button.pointer(), "media-playback-\(player.isPlaying ? "pause" : "start")-symbolic")
        button.setAccessibleName(player.isPlaying ? tr("Pause") : tr("Play", context: "verb"))
        gtk_widget_set_tooltip_text(
            button.widget, player.isPlaying ? tr("Pause (Space)") : tr("Play (Space)"))
    }

    private func showSound(of clip: Clip) {
        isUpdating = true
        gtk_adjustment_set_value(loudness.pointer(), player.volume)
        isUpdating = false
        let level = player.isMuted || player.volume == 0 ? "muted" : player.volume < 0.5 ? "low" : "high"
        gtk_button_set_icon_name(widgets["mute"].pointer(), "audio-volume-\(level)-symbolic")
        volume.setAccessibleValueText("\(Int((player.volume * 100).rounded())) %")
        gtk_widget_set_sensitive(volume.widget, player.isMuted ? 0 : 1)
    }

    private func showPosition() {
        guard let clip = player.clip else { return }
        lastUpdate = .now
        scrubber.show(player.position, text: spokenTime(of: player.position, in: clip))
        let text = text(at: player.position, of: clip)
        // Figure spaces have the width of digits, so the scrubber does not move.
        let missing = self.text(at: clip.frameCount - 1, of: clip).count - text.count
        gtk_label_set_text(timeText.pointer(), String(repeating: "\u{2007}", count: max(0, missing)) + text)
        widgets["time"].setAccessibleName("\(showsFrameNumbers ? "Frame" : "Time") \(text)")
    }

    private func spokenTime(of frame: Int, in clip: Clip) -> String {
        tr("\(VideoTime.spokenText(clip.seconds(of: frame))), frame \(frame)")
    }

    private func showTrim(of clip: Clip) {
        gtk_label_set_text(trimText.pointer(), trimmedLength(of: clip))
        trimText.setAccessibleName(tr("Trim \(trimmedLength(of: clip))"))
    }

    /// The length of the trimmed part, such as “1.20 s”.
    private func trimmedLength(of clip: Clip) -> String {
        showsFrameNumbers
            ? trn("1 frame", "\(clip.range.count) frames", count: clip.range.count)
            : VideoTime.lengthText(clip.trimmedDuration)
    }

    private func text(at frame: Int, of clip: Clip) -> String {
        showsFrameNumbers
            ? "\(frame) / \(clip.frameCount - 1)"
            : tr(
                "\(VideoTime.preciseText(clip.seconds(of: frame))) / \(VideoTime.preciseText(clip.duration))")
    }

    // Width

    /// The minimum widths at which optional controls are shown, in logical pixels, beside a time of the usual
    /// width; the menu has most of the controls that are omitted.
    private static let leastWidths = [
        ("volume", 680.0), ("loop", 600), ("speed", 560), ("mute", 500), ("trim-text", 440), ("time", 360),
    ]
    private static let leastWidthOfSteps = 410.0
    /// The width of times below ten minutes at the default text size.
    private static let usualTimeWidth = 92.0

    private func fit() {
        let adjustment = gtk_scrolled_window_get_hadjustment(frame.pointer())
        let pageWidth = gtk_adjustment_get_page_size(adjustment)
        guard pageWidth > 0, let clip = player.clip else { return }
        var timeWidth: gint = 0
        gtk_widget_measure(timeText.widget, GTK_ORIENTATION_HORIZONTAL, -1, nil, &timeWidth, nil, nil)
        let width = pageWidth - max(0, Double(timeWidth) - Self.usualTimeWidth)
        let isSilent = clip.info.sounds.isEmpty
        for (id, least) in Self.leastWidths {
            let isNeeded =
                switch id {
                case "volume", "mute": !isSilent
                // During a drag it would appear or vanish beside the pointer and move the handle.
                case "trim-text" where handles.dragged == nil: clip.isTrimmed
                case "trim-text": gtk_widget_get_visible(trimText.widget) != 0
                default: true
                }
            gtk_widget_set_visible(widgets[id].widget, isNeeded && width >= least ? 1 : 0)
        }
        for id in ["step-back", "step-forward"] {
            gtk_widget_set_visible(widgets[id].widget, width >= Self.leastWidthOfSteps ? 1 : 0)
        }
    }
}
