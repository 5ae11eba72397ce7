import System
@preconcurrency import CAdwaita
import Filters
import Gtk
import Imaging
import Rendering
import Localization

/// The dialog that asks how and where to save the filtered picture, and shows how large the file will be.
@MainActor
final class ExportDialog {
    /// The content to save.
    struct Subject: Sendable {
        let picture: Picture
        let time: FrameTime
        let recipe: Recipe
        let catalog: FilterCatalog
        /// The path of the open file; nil if the picture has no file.
        let original: String?
    }

    /// The purpose shown in the dialog: exporting or saving.
    struct Wording {
        let title: String
        let button: String

        static let export = Wording(title: tr("Export"), button: tr("Export"))
        static let save = Wording(title: tr("Save As"), button: tr("Save"))
    }

    /// The user's choices.
    struct Answer {
        let choices: ExportChoices
        let path: String
        let overwrite: Bool
    }

    private let window: Object
    private let interface: Interface
    private let subject: Subject
    private let wording: Wording
    private let view: ExportChoicesView
    private let forecast: SizeForecast
    private let chosen: @MainActor (Answer) -> Void
    private var destination: ExportDestination
    private var isUpdating = false
    /// Keeps the dialog alive while it is shown.
    private static var shown: [ExportDialog] = []

    /// - Parameters:
    ///   - destination: the suggested folder and name.
    ///   - chosen: called when the user confirms.
    init(
        over parent: Object, _ wording: Wording, saving subject: Subject, at destination: ExportDestination,
        choices: ExportChoices, renderService: RenderService?, chosen: @escaping @MainActor (Answer) -> Void
    ) {
        self.subject = subject
        self.wording = wording
        self.destination = destination
        self.chosen = chosen
        forecast = SizeForecast(renderService)
        interface = Interface(resource: UI.path("export"))
        window = interface["window"]
        view = ExportChoicesView(in: interface["choices"], choices: choices)
        view.hasTransparency =
            subject.catalog.channels(of: subject.recipe, over: subject.picture.channels).hasAlpha
        gtk_window_set_title(window.pointer(), wording.title)
        gtk_window_set_transient_for(window.pointer(), parent.pointer())
        view.changed = { [weak self] in self?.choicesChanged() }
        interface["name"].connect("changed") { [weak self] in self?.nameTyped() }
        interface["choose-folder"].connect("clicked") { [weak self] in self?.chooseFolder() }
        interface["replace-switch"].connect("notify::active") { [weak self] in self?.update() }
        interface["cancel"].connect("clicked") { [weak self] in self?.close() }
        interface["export"].connect("clicked") { [weak self] in self?.goOn() }
        window.onKeyAfter { [weak self] in self?.key($0) ?? false }
        // Also called when the parent window closes, which closes the dialog too.
        window.connect("unmap") { [weak self] in
            self?.forecast.cancel()
            Self.shown.removeAll { $0 === self }
        }
        showName()
        update()
        ask()
    }

    func present() {
        Self.shown.append(self)
        gtk_window_present(window.pointer())
        // Users usually change the name without its extension.
        gtk_widget_grab_focus(interface["name"].widget)
        gtk_editable_select_region(
            interface["name"].pointer(), 0, gint(PathName.stem(of: destination.name).unicodeScalars.count))
    }

    private func close() { gtk_window_close(window.pointer()) }

    private func key(_ press: KeyPress) -> Bool {
        switch press.key {
        case Int(GDK_KEY_Escape): close()
        case Int(GDK_KEY_Return), Int(GDK_KEY_KP_Enter): goOn()
        default: return false
        }
        return true
    }

    private var format: PictureFormat { view.choices.format ?? .png }

    // User input

    private func choicesChanged() {
        if let typed = destination.typedFormat,
            typed != format || PathName.suffix(of: destination.name).isEmpty
        {
            destination.follow(format)
            showName()
        }
        update()
        ask()
    }

    private func nameTyped() {
        guard !isUpdating else { return }
        destination.name =
            gtk_editable_get_text(interface["name"].pointer()).map { String(cString: $0) } ?? ""
        // The user has confirmed replacing a different file.
        gtk_switch_set_active(interface["replace-switch"].pointer(), 0)
        if let typed = destination.typedFormat, typed != format {
            view.choices.format = typed
            ask()
        }
        update()
    }

    private func showName() {
        isUpdating = true
        gtk_editable_set_text(interface["name"].pointer(), destination.name)
        isUpdating = false
    }

    private func chooseFolder() {
        FileDialog(choosingFolder: tr("Folder"), over: window, folder: destination.folder).show {
            [weak self] file in
            guard let self else { return }
            guard let path = file.path else {
                return show(
                    problem: tr("\(file.name) is not a local folder, or its name is not UTF-8."))
            }
            destination.folder = path
            gtk_switch_set_active(interface["replace-switch"].pointer(), 0)
            update()
        }
    }

    // Display

    private var path: String { destination.path(as: format) }
    private var replaces: Bool { gtk_switch_get_active(interface["replace-switch"].pointer()) != 0 }
    private var isOriginal: Bool { subject.original.map { FileIdentity.isSame($0, path) } ?? false }
    private var problem: String? { view.sizeProblem ?? destination.problem(as: format) }

    private func update() {
        adw_action_row_set_subtitle(
            interface["folder"].pointer(),
            escapedMarkup(destination.name.hasPrefix("/") ? PathName.folder(of: path) : destination.folder))
        let problem = problem
        let exists = problem == nil && PathName.exists(path)
        show("replace", exists)
        if exists {
            adw_preferences_row_set_title(
                interface["replace"].pointer(), escapedMarkup(tr("Replace “\(PathName.last(of: path))”")))
            adw_action_row_set_subtitle(
                interface["replace"].pointer(),
                isOriginal ? replacedOriginal : tr("The folder already contains a file with this name"))
        }
        let (button, willReplace) = (interface["export"], exists && replaces)
        gtk_button_set_label(button.pointer(), willReplace ? tr("Replace") : wording.button)
        gtk_widget_remove_css_class(button.widget, willReplace ? "suggested-action" : "destructive-action")
        gtk_widget_add_css_class(button.widget, willReplace ? "destructive-action" : "suggested-action")
        // A missing name is reported when the user confirms, but not during typing.
        show("problem", false)
    }

    /// Lists what is lost with the original: a file that contains only the open page lacks the others.
    private var replacedOriginal: String {
        let count = subject.picture.page.count - 1
        guard count > 0 else {
            return tr("This is the picture you opened: the unfiltered original will be lost")
        }
        return trn(
            "This is the picture you opened: the unfiltered original and its other page will be lost",
            "This is the picture you opened: the unfiltered original and its other \(count) pages will be lost",
            count: count)
    }

    private func show(problem: String) {
        gtk_label_set_text(interface["problem"].pointer(), problem)
        show("problem", true)
    }

    private func show(_ part: String, _ isShown: Bool) {
        gtk_widget_set_visible(interface[part].widget, isShown ? 1 : 0)
    }

    private func ask() {
        forecast.cancel()
        guard view.sizeProblem == nil else { return show(forecast: "") }
        do throws(FilterError) {
            let entering = SIMD2(subject.picture.width, subject.picture.height)
            let recipe = try view.choices.sized(subject.recipe, entering: entering, in: subject.catalog)
            let size = try subject.catalog.size(of: recipe, entering: entering)
            // A smaller picture keeps its size, which is mentioned if another size was requested.
            let remark = view.choices.size.isLarger(than: size) ? " · " + tr("not enlarged") : ""
            show(forecast: tr("\(size.x) × \(size.y) pixels") + " · …" + remark)
            forecast.ask(
                about: subject.picture, at: subject.time, recipe: recipe, as: format,
                options: view.choices.options(embedding: subject.recipe), size: size
            ) { [weak self] result in
                switch result {
                case .success(let answer): self?.show(forecast: answer.text + remark)
                case .failure(let error): self?.show(forecast: sentence("\(error)"))
                }
            }
        } catch {
            show(forecast: sentence("\(error)"))
        }
    }

    private func show(forecast text: String) {
        gtk_label_set_text(interface["forecast"].pointer(), text)
    }

    private func goOn() {
        if let problem { return show(problem: problem) }
        let exists = PathName.exists(path)
        guard !exists || replaces else {
            show("replace", true)
            gtk_widget_grab_focus(interface["replace-switch"].widget)
            return show(
                problem: tr("“\(PathName.last(of: path))” already exists. Replace it, or enter another name.")
            )
        }
        let answer = Answer(choices: view.choices, path: path, overwrite: exists)
        close()
        chosen(answer)
    }
}
