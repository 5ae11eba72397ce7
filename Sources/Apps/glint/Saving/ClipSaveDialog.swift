@preconcurrency import CAdwaita
import Exporting
import Filters
import Gtk
import Imaging
import Video
import Localization

/// The dialog that asks how to save a clip: the kind of file, the compression and the part; lists what the
/// file will lack.
@MainActor
final class ClipSaveDialog {
    /// The content to save.
    struct Subject: Sendable {
        enum Medium: Sendable {
            /// A video; `part` is the range between its in and out points, if they are set.
            case video(path: String, VideoInfo, FrameTable?, part: Range<Int>?)
            /// A still with animated filters.
            case still(Picture)
        }

        let medium: Medium
        let recipe: Recipe
        let catalog: FilterCatalog
    }

    private let window: Object
    private let interface: Interface
    private let subject: Subject
    private let chosen: @MainActor (ClipSaveChoices) -> Void
    private let kinds = DropDown(ClipSaveChoices.Kind.allCases.map(\.title))
    private let presets = DropDown([tr("Fast"), tr("Balanced"), tr("Smaller File")])
    private let depths = DropDown([tr("Automatic")] + VideoDepth.allCases.map { tr("\($0.rawValue) Bits") })
    private let metadata = DropDown(ExportChoices.MetadataSelection.allCases.map(\.title))
    private var codecs: DropDown?
    /// The kind of file whose codecs are listed.
    private var listedKind: ClipSaveChoices.Kind?
    private let ranges: DropDown
    private var choices: ClipSaveChoices
    /// Counts the requests for remarks: only the newest answer is shown.
    private var questions = 0
    /// The last choices, for the next time.
    private static var lastChoices = ClipSaveChoices()
    /// Keeps the dialog alive while it is shown.
    private static var shown: [ClipSaveDialog] = []

    /// - Parameter chosen: called when the user confirms.
    init(
        over parent: Object, saving subject: Subject, chosen: @escaping @MainActor (ClipSaveChoices) -> Void
    ) {
        self.subject = subject
        self.chosen = chosen
        choices = Self.lastChoices
        interface = Interface(resource: UI.path("save-clip"))
        window = interface["window"]
        var part: Range<Int>?
        if case .video(_, _, _, let range) = subject.medium { part = range }
        choices.isPart = part != nil
        ranges = DropDown([
            tr("Whole Video"),
            part.map { trn("In to Out (1 Frame)", "In to Out (\($0.count) Frames)", count: $0.count) }
                ?? tr("In to Out"),
        ])
        gtk_window_set_transient_for(window.pointer(), parent.pointer())
        add(kinds, to: "kind", name: tr("File"))
        add(presets, to: "preset", name: tr("Encoder"))
        add(depths, to: "depth", name: tr("Color Depth"))
        add(ranges, to: "range", name: tr("Range"))
        add(metadata, to: "metadata", name: tr("Metadata"))
        kinds.chosen = { [weak self] in self?.change(\.kind, to: ClipSaveChoices.Kind.allCases[$0]) }
        presets.chosen = { [weak self] in self?.change(\.preset, to: VideoPreset.allCases[$0]) }
        depths.chosen = { [weak self] in
            self?.change(\.depth, to: $0 == 0 ? nil : VideoDepth.allCases[$0 - 1])
        }
        ranges.chosen = { [weak self] in self?.change(\.isPart, to: $0 == 1) }
        metadata.chosen = { [weak self] in
            self?.change(\.metadata, to: ExportChoices.MetadataSelection.allCases[$0])
        }
        gtk_range_set_value(interface["quality-scale"].pointer(), Double(choices.quality))
        gtk_spin_button_set_value(interface["duration-entry"].pointer(), choices.duration)
        gtk_switch_set_active(interface["sound-switch"].pointer(), choices.keepsSound ? 1 : 0)
        interface["quality-scale"].connect("value-changed") { [weak self] in
            guard let self else { return }
            choices.quality = Int(gtk_range_get_value(interface["quality-scale"].pointer()))
        }
        interface["duration-entry"].connect("value-changed") { [weak self] in
            guard let self else { return }
            choices.duration = gtk_spin_button_get_value(interface["duration-entry"].pointer())
        }
        interface["sound-switch"].connect("notify::active") { [weak self] in
            guard let self else { return }
            change(\.keepsSound, to: gtk_switch_get_active(interface["sound-switch"].pointer()) != 0)
        }
        interface["save"].connect("clicked") { [weak self] in self?.goOn() }
        window.onKeyAfter { [weak self] press in
            guard let self, press.key == Int(GDK_KEY_Escape) else { return false }
            gtk_window_close(window.pointer())
            return true
        }
        // Also called when the parent window closes, which closes the dialog too.
        window.connect("unmap") { [weak self] in Self.shown.removeAll { $0 === self } }
        update()
        // Return confirms the previous choices.
        gtk_widget_grab_focus(interface["save"].widget)
    }

    func present() {
        Self.shown.append(self)
        gtk_window_present(window.pointer())
    }

    private func add(_ list: DropDown, to row: String, name: String) {
        gtk_widget_set_valign(list.object.widget, GTK_ALIGN_CENTER)
        adw_action_row_add_suffix(interface[row].pointer(), list.object.widget)
        list.setName(name)
    }

    private func change<Value>(_ choice: WritableKeyPath<ClipSaveChoices, Value>, to value: Value) {
        choices[keyPath: choice] = value
        update()
    }

    private func update() {
        kinds.selected = ClipSaveChoices.Kind.allCases.firstIndex(of: choices.kind)
        presets.selected = VideoPreset.allCases.firstIndex(of: choices.preset)
        depths.selected = choices.depth.flatMap(VideoDepth.allCases.firstIndex).map { $0 + 1 } ?? 0
        ranges.selected = choices.isPart ? 1 : 0
        metadata.selected = ExportChoices.MetadataSelection.allCases.firstIndex(of: choices.metadata)
        showCodecs()
        show("codec", !choices.kind.codecs.isEmpty)
        show("depth", choices.hasDepth)
        show("preset", !choices.kind.codecs.isEmpty && choices.codec.hasQuality)
        show("quality", choices.hasQuality)
        switch subject.medium {
        case .video(_, let info, _, let part):
            show("range", part != nil)
            show("duration", false)
            show("sound", choices.kind.hasSound && !info.sounds.isEmpty)
            // Animated pictures, image sequences and Y4M get no metadata.
            show("metadata", choices.kind.hasSound)
        case .still:
            show("range", false)
            show("duration", true)
            show("sound", false)
            show("metadata", false)
        }
        findRemarks()
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
        add(codecs, to: "codec", name: tr("Compression"))
        codecs.selected = choices.kind.codecs.firstIndex(of: choices.codec)
        codecs.chosen = { [weak self] index in
            guard let self else { return }
            change(\.codec, to: choices.kind.codecs[index])
        }
    }

    /// Determines on another thread what the file would lack, since that reads the source.
    private func findRemarks() {
        questions += 1
        let (question, subject, choices) = (questions, subject, choices)
        inBackground({ Self.remarks(on: subject, choices) }) { [weak self] remarks in
            guard let self, question == questions else { return }
            gtk_label_set_text(interface["remarks"].pointer(), remarks.joined(separator: "\n"))
            show("remarks", !remarks.isEmpty)
        }
    }

    private nonisolated static func remarks(on subject: Subject, _ choices: ClipSaveChoices) -> [String] {
        let request = request(for: subject, choices, path: "clip." + choices.kind.suffix, overwrite: false)
        var frameFormat: VideoOutputFormat
        switch subject.medium {
        case .video(_, let info, let table, let part):
            frameFormat = VideoOutputFormat(info)
            if let table {
                frameFormat.measureRates(of: (choices.isPart ? part : nil) ?? 0..<table.count, in: table)
            }
        case .still(let picture): frameFormat = VideoOutputFormat(picture, rate: ClipRequest.usualRate)
        }
        do {
            return try request.remarks(of: frameFormat, in: subject.catalog).map { sentence("\($0)") }
        } catch {
            return [sentence("\(error)")]
        }
    }

    /// The request to the engine.
    nonisolated static func request(
        for subject: Subject, _ choices: ClipSaveChoices, path: String, overwrite: Bool
    ) -> ClipRequest {
        let source: ClipRequest.Source
        switch subject.medium {
        case .video(let file, _, let table, let part):
            let range = choices.isPart ? part : nil
            source = .video(
                path: file, table: table, from: range.map { .frame($0.lowerBound) },
                to: range.map { .frame($0.upperBound) })
        case .still(let picture):
            let rate = ClipRequest.usualRate
            source = .still(
                picture, rate: rate, count: max(1, Int((choices.duration * rate.value).rounded())))
        }
        return ClipRequest(
            source, recipe: subject.recipe, to: path, as: choices.format,
            existing: overwrite ? .overwrite : .isError)
    }

    private func goOn() {
        Self.lastChoices = choices
        gtk_window_close(window.pointer())
        chosen(choices)
    }
}
