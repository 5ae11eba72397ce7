@preconcurrency import CAdwaita
import Exporting
import Filters
import Gtk
import Localization
import Video

/// The dialog that asks how to save a clip, lists what the file will lack, and predicts its size.
@MainActor
final class ClipSaveDialog {
    private let window: Object
    private let interface = Interface(resource: UI.path("export"))
    private let subject: ClipSubject
    private let view: ClipChoicesView
    private let forecast: ClipForecast
    private let chosen: @MainActor (ClipSaveChoices) -> Void
    /// Counts the requests for remarks: only the newest answer is shown.
    private var questions = 0
    /// The last choices, for the next time.
    private static var lastChoices = ClipSaveChoices()
    /// Keeps the dialog alive while it is shown.
    private static var shown: [ClipSaveDialog] = []

    /// - Parameter chosen: called when the user confirms.
    init(
        over parent: Object, saving subject: ClipSubject, renderService: RenderService?,
        chosen: @escaping @MainActor (ClipSaveChoices) -> Void
    ) {
        self.subject = subject
        self.chosen = chosen
        forecast = ClipForecast(renderService)
        window = interface["window"]
        let length = subject.part.map {
            VideoTime.lengthText(subject.seconds(of: $0.upperBound) - subject.seconds(of: $0.lowerBound))
        }
        view = ClipChoicesView(
            in: interface["choices"], choices: Self.lastChoices, of: subject, length: length)
        gtk_window_set_title(window.pointer(), tr("Save as Video"))
        gtk_window_set_transient_for(window.pointer(), parent.pointer())
        gtk_button_set_label(interface["export"].pointer(), tr("Save…"))
        // The file dialog asks for the name.
        show("destination", false)
        view.changed = { [weak self] in self?.update() }
        interface["cancel"].connect("clicked") { [weak self] in self?.close() }
        interface["export"].connect("clicked") { [weak self] in self?.goOn() }
        window.onKeyAfter { [weak self] press in
            guard let self, press.key == Int(GDK_KEY_Escape) else { return false }
            close()
            return true
        }
        // Also called when the parent window closes, which closes the dialog too.
        window.connect("unmap") { [weak self] in
            self?.forecast.cancel()
            Self.shown.removeAll { $0 === self }
        }
        update()
        // Return confirms the previous choices.
        gtk_widget_grab_focus(interface["export"].widget)
    }

    func present() {
        Self.shown.append(self)
        gtk_window_present(window.pointer())
    }

    private func close() { gtk_window_close(window.pointer()) }

    private func update() {
        show("problem", false)
        findRemarks()
        predictSize()
    }

    private func show(_ part: String, _ isShown: Bool) {
        gtk_widget_set_visible(interface[part].widget, isShown ? 1 : 0)
    }

    private func show(_ part: String, text: String) {
        gtk_label_set_text(interface[part].pointer(), text)
        show(part, !text.isEmpty)
    }

    /// Determines on another thread what the file would lack, since that reads the source.
    private func findRemarks() {
        questions += 1
        let (question, subject, choices) = (questions, subject, view.choices)
        inBackground({ Self.remarks(on: subject, choices) }) { [weak self] remarks in
            guard let self, question == questions else { return }
            show("remarks", text: remarks.joined(separator: "\n"))
        }
    }

    private nonisolated static func remarks(on subject: ClipSubject, _ choices: ClipSaveChoices) -> [String] {
        let request = subject.request(choices, path: "clip." + choices.kind.suffix)
        do {
            return try request.remarks(of: subject.frameFormat(choices), in: subject.catalog)
                .map { sentence("\($0)") }
        } catch {
            return [sentence("\(error)")]
        }
    }

    private func predictSize() {
        forecast.cancel()
        guard view.sizeProblem == nil, let size else { return show("forecast", text: "") }
        // Smaller frames keep their size, which is mentioned if another size was requested.
        let remark = view.choices.size.isLarger(than: size) ? " · " + tr("not enlarged") : ""
        let pixels = tr("\(size.x) × \(size.y) pixels")
        // Numbered pictures are several files.
        guard view.choices.kind != .pictures else { return show("forecast", text: pixels + remark) }
        show("forecast", text: pixels + " · …" + remark)
        forecast.ask(about: subject, view.choices) { [weak self] byteCount in
            let forecast = byteCount.map { " · " + tr("about \(formattedSize($0))") } ?? ""
            self?.show("forecast", text: pixels + forecast + remark)
        }
    }

    /// The size of the frames; nil if the recipe is invalid.
    private var size: SIMD2<Int>? {
        let sized = try? subject.recipe.sized(
            view.choices.size, entering: subject.entering, in: subject.catalog)
        return sized.flatMap { try? subject.catalog.size(of: $0, entering: subject.entering) }
    }

    private func goOn() {
        if let problem = view.sizeProblem { return show("problem", text: problem) }
        Self.lastChoices = view.choices
        close()
        chosen(view.choices)
    }
}
