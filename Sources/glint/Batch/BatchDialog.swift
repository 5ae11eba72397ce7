@preconcurrency import CAdwaita
import Batch
import Editing
import Filters
@preconcurrency import Glibc
import Gtk
import Imaging

/// Asks which pictures to filter, how, and where to save them; shows progress and reports failures.
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
    /// Reads a recipe file and reports what is wrong with it.
    private let readRecipe: (File) -> Recipe?
    /// Adapts a recipe to the current filters, with messages on what did not fit.
    private let adapt: (Recipe) -> (recipe: Recipe, messages: [String])
    private let recipes: DropDown
    private var recipe: Recipe
    /// The index of the selected choice.
    private var chosen = 0
    private var inputs: [String]
    /// The destination folder the user chose; nil for the default beside the pictures.
    private var chosenFolder: String?
    private let startingFolder: String
    private var isRunning = false
    /// A dialog lives as long as it is shown.
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
        recipes = DropDown(choices.map(\.title) + ["A Recipe File…"])
        gtk_window_set_transient_for(window.pointer(), parent.pointer())
        gtk_widget_set_valign(recipes.object.widget, GTK_ALIGN_CENTER)
        adw_action_row_add_suffix(interface["recipe"].pointer(), recipes.object.widget)
        recipes.setName("Filters to Apply")
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
        // Also when its parent window closes, which closes the dialog, too.
        window.connect("unmap") { [weak self] in self?.close() }
        showSetup()
    }

    /// The dialog whose batch is running.
    static var running: BatchDialog? { shown.first(where: \.isRunning) }

    func present() {
        Self.shown.append(self)
        bringToFront()
    }

    func bringToFront() { gtk_window_present(window.pointer()) }

    private func close() {
        runner.cancel()
        Self.shown.removeAll { $0 === self }
    }

    /// Escape closes the dialog; during a batch it cancels as the button does, so that the result is still reported.
    private func key(_ press: KeyPress) -> Bool {
        guard press.key == Int(GDK_KEY_Escape) else { return false }
        isRunning ? runner.cancel() : gtk_window_close(window.pointer())
        return true
    }

    private func show(page: String) {
        isRunning = page == "progress"
        gtk_stack_set_visible_child_name(interface["pages"].pointer(), page)
    }

    // Input

    /// The destination folder; created if it does not exist.
    private var folder: String {
        chosenFolder ?? (inputs.first.map(PathName.folder) ?? startingFolder) + "/Edited"
    }

    private func showSetup() {
        let folders = Set(inputs.map(PathName.folder))
        let place = folders.count == 1 ? " in \(PathName.last(of: folders.first ?? ""))" : ""
        setSubtitle(of: "pictures", count(inputs.count) + place)
        let isNew = !PathName.isFolder(folder)
        setSubtitle(of: "folder", PathName.last(of: folder) + (isNew ? " (new folder)" : ""))
        gtk_widget_set_tooltip_text(interface["folder"].widget, folder)
        gtk_widget_set_sensitive(interface["start"].widget, inputs.isEmpty ? 0 : 1)
    }

    private func setSubtitle(of row: String, _ text: String) {
        adw_action_row_set_subtitle(interface[row].pointer(), escapedMarkup(text))
    }

    private func count(_ count: Int) -> String {
        let noun = inputs.contains { PictureFolder.isVideo(PathName.last(of: $0)) } ? "file" : "picture"
        return count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
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
            opening: "Open a Recipe", over: window, folder: nil,
            filters: [FileDialog.Filter(name: "Recipes", suffixes: ["json"])]
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
            opening: "Choose Pictures", over: window, folder: inputs.first.map(PathName.folder),
            filters: [FileDialog.Filter(name: "Pictures and Videos", mimeTypes: ["image/*", "video/*"])]
        ).showSeveral { [weak self] files in
            guard let self else { return }
            inputs = files.compactMap(\.path)
            showSetup()
            let leftOut = files.count - inputs.count
            if leftOut > 0 { show(problem: "\(count(leftOut)) left out: their names are not UTF-8.") }
        }
    }

    private func chooseFolder() {
        FileDialog(choosingFolder: "Save In", over: window, folder: PathName.folder(of: folder))
            .show { [weak self] file in
                guard let self, let path = file.path else { return }
                chosenFolder = path
                showSetup()
            }
    }

    // Batch

    private func start() {
        let replaces = gtk_switch_get_active(interface["replace"].pointer()) != 0
        do {
            let isNew = !PathName.isFolder(folder)
            try PathName.makeSharedFolder(folder)
            let plan = try BatchPlan(
                inputs: inputs, output: folder, existing: replaces ? .overwrite : .isError,
                sharing: .isPassedOver)
            // A new folder that stays empty is removed.
            if isNew, plan.jobs.isEmpty { rmdir(folder) }
            gtk_widget_set_visible(interface["problem"].widget, 0)
            show(page: "progress")
            let (recipe, messages) = adapt(recipe)
            runner.run(
                plan, recipe: recipe, replaces: replaces, progress: { [weak self] in self?.show($0) },
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
            interface["count"].pointer(), "\(min(progress.ended + 1, progress.count)) of \(progress.count)")
        gtk_label_set_text(interface["name"].pointer(), progress.name)
        gtk_progress_bar_set_fraction(
            interface["bar"].pointer(),
            (Double(progress.ended) + progress.part) / Double(max(1, progress.count)))
    }

    /// - Parameter messages: remarks on the recipe.
    private func show(_ summary: BatchRunner.Summary, messages: [String]) {
        let count = count(inputs.count)
        let saved =
            summary.saved == inputs.count
            ? "\(count) saved" : "\(summary.saved) of \(count) saved"
        gtk_label_set_text(
            interface["summary"].pointer(), summary.isCancelled ? "Cancelled: \(saved)" : saved)
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
