import System
@preconcurrency import CAdwaita
import Exporting
import Editing
import Filters
@preconcurrency import Glibc
import Gtk
import Imaging
import Localization

/// The dialog that asks which pictures to filter, how, and where to save them; shows progress and reports
/// failures.
@MainActor
final class BatchDialog {
    /// A recipe to choose from.
    struct Choice {
        let title: String
        let recipe: Recipe
    }

    private let window: Object
    private let interface: Interface
    private let runner: BatchRunner
    private let choices: [Choice]
    /// Reads a recipe file and reports errors.
    private let readRecipe: (File) -> Recipe?
    /// Adapts a recipe to the current filters; also returns messages about stages that did not fit.
    private let adapt: (Recipe) -> (recipe: Recipe, messages: [String])
    private let recipes: DropDown
    private let view: ExportChoicesView
    private var recipe: Recipe
    /// The index of the selected choice.
    private var chosen = 0
    private var inputs: [String]
    /// The destination folder the user chose; nil for the default beside the pictures.
    private var chosenFolder: String?
    private let startingFolder: String
    /// The search for files that would be replaced, and how many were begun: only the newest is answered.
    private var existenceDelay: Delay?
    private var questions = 0
    private var isRunning = false
    private var isDone = false
    /// Keeps the dialog alive while it is shown.
    private static var shown: [BatchDialog] = []

    /// - Parameters:
    ///   - inputs: the initial pictures.
    ///   - folder: where to save while there are no pictures.
    ///   - choices: at least one.
    init(
        over parent: Object, runner: BatchRunner, inputs: [String], folder: String, choices: [Choice],
        readRecipe: @escaping (File) -> Recipe?,
        adapt: @escaping (Recipe) -> (recipe: Recipe, messages: [String])
    ) {
        self.runner = runner
        self.inputs = inputs
        startingFolder = folder
        self.choices = choices
        self.readRecipe = readRecipe
        self.adapt = adapt
        recipe = choices.first?.recipe ?? []
        interface = Interface(resource: UI.path("batch"))
        window = interface["window"]
        recipes = DropDown(choices.map(\.title) + [tr("A Recipe File…")])
        var remembered = ExportChoices(format: nil)
        remembered.take(Settings.standard.exportValues(Self.settings))
        view = ExportChoicesView(in: interface["choices"], choices: remembered, keepsFormats: true)
        gtk_window_set_transient_for(window.pointer(), parent.pointer())
        recipes.add(to: interface["recipe"], name: tr("Filters to Apply"))
        recipes.selected = 0
        recipes.chosen = { [weak self] in self?.choose($0) }
        interface["choose-pictures"].connect("clicked") { [weak self] in self?.choosePictures() }
        interface["choose-folder"].connect("clicked") { [weak self] in self?.chooseFolder() }
        interface["start"].connect("clicked") { [weak self] in self?.start() }
        interface["cancel"].connect("clicked") { [weak self] in self?.runner.cancel() }
        interface["done"].connect("clicked") { [weak self] in
            self.map { gtk_window_close($0.window.pointer()) }
        }
        interface["open-folder"].connect("clicked") { [weak self] in self?.openFolder() }
        window.onKeyAfter { [weak self] in self?.key($0) ?? false }
        // Also called when the parent window closes, which closes the dialog too.
        window.connect("unmap") { [weak self] in self?.close() }
        gtk_editable_set_text(interface["name-pattern"].pointer(), Settings.standard.batchName)
        interface["name-pattern"].connect("changed") { [weak self] in self?.showExample() }
        view.changed = { [weak self] in self?.showExample() }
        showSetup()
    }

    private static let settings = "Batch"

    /// The dialog whose batch is running.
    static var running: BatchDialog? { shown.first(where: \.isRunning) }

    func present() {
        Self.shown.append(self)
        bringToFront()
    }

    func bringToFront() {
        gtk_window_present(window.pointer())
        // Return confirms the previous choices.
        if !isRunning { gtk_widget_grab_focus(interface["start"].widget) }
    }

    private func close() {
        runner.cancel()
        Self.shown.removeAll { $0 === self }
    }

    /// Escape closes the dialog; during a batch it cancels like the button, so that the result is still
    /// reported.
    private func key(_ press: KeyPress) -> Bool {
        if [Int(GDK_KEY_Return), Int(GDK_KEY_KP_Enter)].contains(press.key), !isRunning, !isDone {
            if !inputs.isEmpty { start() }
            return true
        }
        guard press.key == Int(GDK_KEY_Escape) else { return false }
        isRunning ? runner.cancel() : gtk_window_close(window.pointer())
        return true
    }

    private func show(page: String) {
        isRunning = page == "progress"
        isDone = page == "summary"
        gtk_stack_set_visible_child_name(interface["pages"].pointer(), page)
    }

    // Input

    /// The destination folder; created if it does not exist.
    private var folder: String {
        chosenFolder ?? (inputs.first.map(PathName.folder) ?? startingFolder) + "/Edited"
    }

    private func showSetup() {
        let folders = Set(inputs.map(PathName.folder))
        let count = count(inputs.count)
        setSubtitle(
            of: "pictures",
            folders.count == 1 ? tr("\(count) in \(PathName.last(of: folders.first ?? ""))") : count)
        setSubtitle(of: "folder", PathName.isFolder(folder) ? folder : tr("\(folder) (new folder)"))
        gtk_widget_set_sensitive(interface["start"].widget, inputs.isEmpty ? 0 : 1)
        // None of these can be chosen for videos.
        let pictures = inputs.filter { !OutputName.isVideo($0) }
        gtk_widget_set_visible(interface["choices"].widget, inputs.isEmpty || !pictures.isEmpty ? 1 : 0)
        // Other formats than those that can be written become PNG.
        let formats = Set(pictures.map { PictureFormat(fileName: $0) ?? .png })
        view.keptFormats = formats.isEmpty ? PictureFormat.allCases : Array(formats)
        view.hasTransparency = formats.contains(where: \.supportsAlpha)
        showExample()
    }

    private var pattern: String {
        gtk_editable_get_text(interface["name-pattern"].pointer()).map { String(cString: $0) } ?? ""
    }

    /// The reason why the pattern is invalid; nil if it is valid.
    private var patternProblem: String? {
        if pattern.contains("/") { return tr("Names cannot contain a slash; choose the folder above.") }
        let marks = [BatchPlan.nameMark, BatchPlan.stemMark, BatchPlan.numberMark]
        guard marks.contains(where: pattern.contains) || inputs.count == 1 && !pattern.isEmpty else {
            return tr(
                """
                Names must contain \(BatchPlan.nameMark), which stands for each picture's own name, or \
                \(BatchPlan.numberMark), its number.
                """)
        }
        return nil
    }

    /// Shows the file name of the first picture.
    private func showExample() {
        gtk_widget_set_visible(interface["problem"].widget, 0)
        var example = tr("{name} is each picture's own name, {n} its number")
        if patternProblem == nil, !inputs.isEmpty {
            let output = BatchPlan.output(
                of: 0, in: inputs, folder: folder, name: pattern, format: view.choices.format)
            example = PathName.last(of: output)
        }
        setSubtitle(of: "names", example)
        showWhetherFilesExist()
    }

    /// Offers to replace files only if there are any. Looking for many takes time, which typing must not wait
    /// for.
    private func showWhetherFilesExist() {
        questions += 1
        let question = questions
        let (inputs, folder, name, format) = (inputs, folder, pattern, view.choices.format)
        existenceDelay = Delay(milliseconds: 200) { [weak self] in
            inBackground({
                BatchPlan(inputs: inputs, folder: folder, name: name, format: format, existing: .keep).kept
            }) { kept in
                guard let self, question == self.questions else { return }
                gtk_widget_set_visible(self.interface["replace-row"].widget, kept.isEmpty ? 0 : 1)
            }
        }
    }

    private func plan(_ inputs: [String], existing: ExistingFile) -> BatchPlan {
        BatchPlan(
            inputs: inputs, folder: folder, name: pattern, format: view.choices.format, existing: existing)
    }

    private func setSubtitle(of row: String, _ text: String) {
        adw_action_row_set_subtitle(interface[row].pointer(), escapedMarkup(text))
    }

    private func count(_ count: Int) -> String {
        hasVideos
            ? trn("1 file", "\(count) files", count: count)
            : trn("1 picture", "\(count) pictures", count: count)
    }

    private var hasVideos: Bool { inputs.contains { PictureFolder.isVideo(PathName.last(of: $0)) } }

    /// A text such as “3 of 12 pictures saved”.
    private func text(of summary: BatchRunner.Summary) -> String {
        let (saved, count) = (summary.saved, inputs.count)
        return switch (hasVideos, saved == count) {
        case (true, true): trn("1 file saved", "\(count) files saved", count: count)
        case (false, true): trn("1 picture saved", "\(count) pictures saved", count: count)
        case (true, false):
            trn("\(saved) of \(count) file saved", "\(saved) of \(count) files saved", count: count)
        case (false, false):
            trn("\(saved) of \(count) picture saved", "\(saved) of \(count) pictures saved", count: count)
        }
    }

    private func choose(_ index: Int) {
        if choices.indices.contains(index) {
            recipe = choices[index].recipe
            chosen = index
            return setSubtitle(of: "recipe", "")
        }
        // Until a file is chosen, the previous choice applies.
        recipes.selected = chosen
        FileDialog(
            opening: tr("Open a Recipe"), over: window, folder: nil,
            filters: [FileDialog.Filter(name: tr("Recipes"), suffixes: ["json"])]
        ).show { [weak self] file in
            guard let self, let recipe = readRecipe(file) else { return }
            self.recipe = recipe
            chosen = index
            recipes.selected = index
            setSubtitle(of: "recipe", file.name)
        }
    }

    private func choosePictures() {
        FileDialog(
            opening: tr("Choose Pictures"), over: window, folder: inputs.first.map(PathName.folder),
            filters: [FileDialog.Filter(name: tr("Pictures and Videos"), mimeTypes: ["image/*", "video/*"])]
        ).showSeveral { [weak self] files in
            guard let self else { return }
            inputs = files.compactMap(\.path)
            showSetup()
            let leftOut = files.count - inputs.count
            if leftOut > 0 {
                show(
                    problem:
                        trn(
                            "1 file was skipped: its name is not UTF-8.",
                            "\(leftOut) files were skipped: their names are not UTF-8.", count: leftOut))
            }
        }
    }

    private func chooseFolder() {
        FileDialog(choosingFolder: tr("Save In"), over: window, folder: PathName.folder(of: folder))
            .show { [weak self] file in
                guard let self, let path = file.path else { return }
                chosenFolder = path
                showSetup()
            }
    }

    // Batch

    private func start() {
        if let problem = patternProblem { return show(problem: problem) }
        if let problem = view.sizeProblem { return show(problem: problem) }
        let replaces = gtk_switch_get_active(interface["replace"].pointer()) != 0
        do {
            let isNew = !PathName.isFolder(folder)
            try PathName.makeSharedFolder(folder)
            let plan = plan(inputs, existing: replaces ? .overwrite : .isError)
            // A new folder is removed if it stays empty.
            if isNew, plan.jobs.isEmpty { rmdir(folder) }
            Settings.standard.setExportValues(view.choices.values, Self.settings)
            Settings.standard.batchName = pattern
            gtk_widget_set_visible(interface["problem"].widget, 0)
            show(page: "progress")
            let (recipe, messages) = adapt(recipe)
            runner.run(
                plan, recipe: recipe, choices: view.choices, replaces: replaces,
                progress: { [weak self] in self?.show($0) },
                ended: { [weak self] in self?.show($0, messages: messages) })
        } catch {
            show(problem: sentence("\(error)"))
        }
    }

    private func show(problem: String) {
        gtk_label_set_text(interface["problem"].pointer(), problem)
        gtk_widget_set_visible(interface["problem"].widget, 1)
    }

    private func show(_ progress: BatchRunner.Progress) {
        gtk_label_set_text(
            interface["count"].pointer(),
            tr("\(min(progress.ended + 1, progress.count)) of \(progress.count)"))
        gtk_label_set_text(interface["name"].pointer(), progress.name)
        gtk_progress_bar_set_fraction(
            interface["bar"].pointer(),
            (Double(progress.ended) + progress.part) / Double(max(1, progress.count)))
    }

    /// - Parameter messages: notes about the recipe.
    private func show(_ summary: BatchRunner.Summary, messages: [String]) {
        let saved = text(of: summary)
        gtk_label_set_text(
            interface["summary"].pointer(), summary.isCancelled ? tr("Cancelled: \(saved)") : saved)
        gtk_label_set_text(interface["saved-in"].pointer(), tr("in \(folder)"))
        gtk_widget_set_visible(interface["saved-in"].widget, summary.saved > 0 ? 1 : 0)
        let lines = messages + summary.problems + summary.remarks
        gtk_label_set_text(interface["problems"].pointer(), lines.joined(separator: "\n\n"))
        gtk_widget_set_sensitive(interface["open-folder"].widget, PathName.isFolder(folder) ? 1 : 0)
        show(page: "summary")
        gtk_widget_grab_focus(interface["done"].widget)
    }

    private func openFolder() {
        showInFolder(File(path: folder), over: window)
    }
}
