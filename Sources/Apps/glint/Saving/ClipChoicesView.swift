@preconcurrency import CAdwaita
import Gtk
import Localization
import Video

/// The rows for choosing how a clip is saved; settings that a kind of file does not have are hidden.
@MainActor
final class ClipChoicesView {
    /// The choices on screen.
    private(set) var choices: ClipSaveChoices
    /// Called after the user has changed something.
    var changed: @MainActor () -> Void = {}
    /// The reason why the typed size is invalid; nil if it is valid.
    var sizeProblem: String? { sizeRow.problem }

    private let subject: ClipSubject
    private let interface = Interface(resource: UI.path("clip-choices"))
    private let kinds = DropDown(ClipSaveChoices.Kind.allCases.map(\.title))
    private let presets = DropDown(VideoPreset.allCases.map(\.title))
    private let depths = DropDown([tr("As in the Original"), tr("8-Bit"), tr("10-Bit")])
    private let metadata = DropDown(ExportChoices.MetadataSelection.allCases.map(\.title))
    private let sizeRow: SizeRow
    /// The maximum frame rates that are offered; nil for that of the video.
    private let rates: [Int?]
    private let rateList: DropDown
    private let ranges: DropDown
    private var codecs: DropDown?
    /// The kind of file whose codecs are listed.
    private var listedKind: ClipSaveChoices.Kind?

    /// The sizes in the menu, as typed text.
    private static let usualSizes = ["", "1920", "1280", "640", "480", "320", "50 %", "25 %"]

    /// - Parameters:
    ///   - box: the container of the rows.
    ///   - length: the length of the trimmed part, as text.
    init(in box: Object, choices: ClipSaveChoices, of subject: ClipSubject, length: String?) {
        self.subject = subject
        self.choices = choices
        self.choices.isPart = subject.part != nil
        let rate = subject.rate.value
        // Rates such as 23.976 are not reduced to 23.976 rounded up.
        rates = [nil] + ClipSaveChoices.usualRates.filter { Double($0) < rate - 0.01 }
        if !rates.contains(choices.maximumRate) { self.choices.maximumRate = nil }
        rateList = DropDown(
            rates.map { rate in rate.map { tr("\($0) fps") } ?? tr("Of the Video") })
        ranges = DropDown([
            tr("Whole Video"), length.map { tr("Trimmed Part (\($0))") } ?? tr("Trimmed Part"),
        ])
        sizeRow = SizeRow(choices.size, usual: Self.usualSizes)
        // Below the format and the codec.
        gtk_list_box_insert(interface["choices"].pointer(), sizeRow.object.widget, 2)
        gtk_box_append(box.pointer(), interface["choices"].widget)
        kinds.add(to: interface["kind"], name: tr("Format"))
        rateList.add(to: interface["rate"], name: tr("Frame Rate"))
        presets.add(to: interface["preset"], name: tr("Compression"))
        depths.add(to: interface["depth"], name: tr("Depth"))
        ranges.add(to: interface["range"], name: tr("Range"))
        metadata.add(to: interface["metadata"], name: tr("Metadata"))
        gtk_range_set_value(interface["quality-scale"].pointer(), Double(choices.quality))
        gtk_spin_button_set_value(interface["duration-entry"].pointer(), choices.duration)
        gtk_switch_set_active(interface["sound-switch"].pointer(), choices.keepsSound ? 1 : 0)
        followControls()
        update()
    }

    private func followControls() {
        kinds.chosen = { [weak self] in self?.change(\.kind, to: ClipSaveChoices.Kind.allCases[$0]) }
        sizeRow.changed = { [weak self] in self.map { $0.change(\.size, to: $0.sizeRow.size) } }
        rateList.chosen = { [weak self] index in self.map { $0.change(\.maximumRate, to: $0.rates[index]) } }
        presets.chosen = { [weak self] in self?.change(\.preset, to: VideoPreset.allCases[$0]) }
        depths.chosen = { [weak self] in
            self?.change(\.depth, to: $0 == 0 ? nil : VideoDepth.allCases[$0 - 1])
        }
        ranges.chosen = { [weak self] in self?.change(\.isPart, to: $0 == 1) }
        metadata.chosen = { [weak self] in
            self?.change(\.metadata, to: ExportChoices.MetadataSelection.allCases[$0])
        }
        interface["quality-scale"].connect("value-changed") { [weak self] in
            guard let self else { return }
            change(\.quality, to: Int(gtk_range_get_value(interface["quality-scale"].pointer()).rounded()))
        }
        interface["duration-entry"].connect("value-changed") { [weak self] in
            guard let self else { return }
            change(\.duration, to: gtk_spin_button_get_value(interface["duration-entry"].pointer()))
        }
        interface["sound-switch"].connect("notify::active") { [weak self] in
            guard let self else { return }
            change(\.keepsSound, to: gtk_switch_get_active(interface["sound-switch"].pointer()) != 0)
        }
    }

    private func change<Value>(_ choice: WritableKeyPath<ClipSaveChoices, Value>, to value: Value) {
        choices[keyPath: choice] = value
        update()
        changed()
    }

    private func update() {
        kinds.selected = ClipSaveChoices.Kind.allCases.firstIndex(of: choices.kind)
        rateList.selected = rates.firstIndex(of: choices.maximumRate)
        presets.selected = VideoPreset.allCases.firstIndex(of: choices.preset)
        depths.selected = choices.depth.flatMap(VideoDepth.allCases.firstIndex).map { $0 + 1 } ?? 0
        ranges.selected = choices.isPart ? 1 : 0
        metadata.selected = ExportChoices.MetadataSelection.allCases.firstIndex(of: choices.metadata)
        showCodecs()
        show("codec", !choices.kind.codecs.isEmpty)
        show("rate", rates.count > 1)
        show("depth", choices.hasDepth)
        show("preset", choices.hasPreset)
        show("quality", choices.hasQuality)
        show("range", subject.part != nil)
        switch subject.medium {
        case .video(_, let info, _, _):
            show("duration", false)
            show("sound", choices.kind.hasSound && !info.sounds.isEmpty)
            // Animated pictures, image sequences and Y4M get no metadata.
            show("metadata", choices.kind.hasSound)
        case .still:
            show("duration", true)
            show("sound", false)
            show("metadata", false)
        }
    }

    private func show(_ row: String, _ isShown: Bool) {
        gtk_widget_set_visible(interface[row].widget, isShown ? 1 : 0)
    }

    /// Shows the chosen codec. The list is rebuilt only when the kind of file changes, since it may have the
    /// focus.
    private func showCodecs() {
        if let codecs, listedKind == choices.kind {
            codecs.selected = choices.kind.codecs.firstIndex(of: choices.codec)
            return
        }
        if let codecs { adw_action_row_remove(interface["codec"].pointer(), codecs.object.widget) }
        let codecs = DropDown(choices.kind.codecs.map(\.name))
        self.codecs = codecs
        listedKind = choices.kind
        codecs.add(to: interface["codec"], name: tr("Codec"))
        codecs.selected = choices.kind.codecs.firstIndex(of: choices.codec)
        codecs.chosen = { [weak self] index in
            guard let self else { return }
            change(\.codec, to: choices.kind.codecs[index])
        }
    }
}
