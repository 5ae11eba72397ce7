@preconcurrency import CAdwaita
import Editing
import Filters
import Gtk
import Rendering
import Localization

/// The stages of a recipe, one card each, generated from the filters' declarations alone.
@MainActor
final class FilterPanel {
    /// Events of the panel and requests to its window.
    enum Event {
        /// The stage with this name was removed.
        case removed(String)
        /// ``points``, ``regions`` or ``curveStages`` may have changed, and ``keyTimes``.
        case overlaysChanged
        /// ``keyTimes`` may have changed.
        case keysChanged
        /// The panel waits for a click on the picture; with nil, it stops waiting.
        case pick(StagePoint.ID?)
        /// The panel starts or stops waiting for a click on something gray in the picture.
        case pickGray(Bool)
        /// A thumbnail of the unfiltered picture is needed; its longer side is ``AutoAdjustment/side``.
        case measure(then: @MainActor (Thumbnail) -> Void)
        /// A thumbnail of the input of the stage with the index is needed.
        case measureBefore(Int, then: @MainActor (Thumbnail) -> Void)
        /// The panel waits for a region to be drawn on the picture; with nil, it stops waiting.
        case drawRegion(StageRegion.ID?)
        /// The panel starts or ends adding spots by clicks on the picture.
        case retouch(Bool)
        /// A file has to be chosen for a parameter.
        case chooseFile(title: String, suffixes: [String], then: @MainActor (File) -> Void)
        /// A preset of the analog video chain has to be chosen; it is passed on with its name.
        case importPreset(then: @MainActor (NTSCPreset, String) -> Void)
        /// A preset has to be written to a file.
        case exportPreset(NTSCPreset)
        /// A thumbnail is needed; nil is passed on if it cannot be rendered.
        case makeThumbnail(
            Thumbnail.Request, CancellationToken, then: @MainActor @Sendable (Thumbnail?) -> Void)
    }

    /// Called for each event.
    var happened: @MainActor (Event) -> Void = { _ in }

    let editor: DocumentEditor
    private let box: Object
    private let chooser: FilterChooser
    private let hint: Object
    private let adjustment: Object?
    /// Scrolls to the newest card.
    private var reveal: CardReveal?
    private var scrollRestorer: ScrollRestorer?
    /// The basic adjustments; their stages precede those of the rows.
    let adjust: AdjustSection
    /// The last widget above the rows.
    private let top: Object
    /// One row per stage of the recipe that is not an adjustment.
    private(set) var rows: [any StageRow] = []
    /// The names of the rows' stages.
    private var names: [String] = []
    /// The number of adjustments at the last update of the overlays.
    private var lastFirstIndex = 0
    /// The row whose regions were edited last.
    private(set) var lastRegionRow: ObjectIdentifier?
    /// The card that was used last, or the section of the adjustments.
    var lastKeyCard: ObjectIdentifier?

    /// - Parameters:
    ///   - editor: applies the changes.
    ///   - presets: shown above the rows.
    init(_ interface: Interface, editor: DocumentEditor, presets: PresetSection) {
        self.editor = editor
        top = presets.widget
        box = interface["panel"]
        // The first picture cannot be edited while only its stand-in is shown.
        gtk_widget_set_sensitive(box.widget, 0)
        hint = interface["panel-hint"]
        adjustment = gtk_scrolled_window_get_vadjustment(interface["panel-scroller"].pointer())
            .map { Object($0) }
        adjust = AdjustSection(catalog: editor.catalog)
        chooser = FilterChooser(button: interface["add-filter"])
        chooser.filters = { [weak self] in self?.editor.catalog.filters ?? [] }
        chooser.chosen = { [weak self] in self?.add($0) }
        gtk_box_prepend(box.pointer(), top.widget)
        chooser.thumbnails.frame = { [weak self] in self?.editor.document?.sourceFrame }
        chooser.thumbnails.render = { [weak self] in
            self?.happened(.makeThumbnail($0, $1, then: $2))
        }
        gtk_box_prepend(box.pointer(), adjust.widget.widget)
        adjust.happened = { [weak self] in self?.follow($0) }
    }

    /// The number of stages before that of the first row: those shown in the Adjust section.
    var firstIndex: Int { max(0, (editor.recipe?.stages.count ?? 0) - rows.count) }

    private func follow(_ event: AdjustSection.Event) {
        switch event {
        case .moved(let adjustment, let value):
            let title = editor.catalog.filter(adjustment.filter)?.title ?? adjustment.filter
            let (edit, count) = (Edit(title, subject: "adjust/\(adjustment.filter)"), firstIndex)
            ChangeCosts.shared?.begin()
            lastKeyCard = ObjectIdentifier(adjust)
            if let recipe = editor.recipe,
                let (stage, parameter) = recipe.moving(
                    adjustment, to: value, within: count, in: editor.catalog, keepsKeys: time != nil)
            {
                let change = StageChange.parameter(parameter, .number(value))
                editor.change(
                    time.map { change.asKeys(of: recipe.stages[stage], during: $0) } ?? change,
                    ofStage: stage, as: edit)
                if time != nil, recipe.stages[stage].changes { showAdjustments() }
            } else {
                editor.adjust([(adjustment, value)], within: count, as: edit)
            }
            adjust.show(value, of: adjustment)
            ChangeCosts.shared?.end(title, editor.recipe)
            adjustmentsChanged()
        case .changedKeys(let adjustment, let change): changeKeys(of: adjustment, change)
        case .folded: happened(.overlaysChanged)
        case .set(let values, let edit):
            editor.adjust(values, within: firstIndex, as: edit)
            showAdjustments()
            adjustmentsChanged()
        case .limit(let adjustment, let shape): limit(adjustment, to: shape)
        case .measure(let then): happened(.measure(then: then))
        case .pickGray(let begins): happened(.pickGray(begins))
        }
    }

    /// Shows the adjustments of the recipe at the current time.
    func showAdjustments() {
        guard let recipe = editor.recipe else { return }
        adjust.show(recipe, count: firstIndex, catalog: editor.catalog, during: time)
        happened(.keysChanged)
    }

    /// Moves an adjustment to a card of its own, and waits for a region to be drawn for it.
    private func limit(_ adjustment: Adjustment, to shape: Region.Shape) {
        guard let recipe = editor.recipe, let filter = editor.catalog.filter(adjustment.filter),
            let parameter = filter.parameter(adjustment.parameter),
            case .number(let identity)? = parameter.identity
        else { return }
        let value = recipe.value(of: adjustment, within: firstIndex, in: editor.catalog) ?? identity
        var stage = recipe.newStage(of: filter)
        if let change = recipe.change(of: adjustment, within: firstIndex, in: editor.catalog) {
            stage.set(parameter.id, to: change)
        } else {
            stage.set(parameter.id, to: .number(value))
        }
        // With a region it cannot become a row again before one is drawn.
        stage.regions = [.first(shape)]
        let rest = recipe.adjusting(adjustment, to: identity, within: firstIndex, in: editor.catalog)
        insert(stage, at: 0, as: Edit(tr("Limit \(filter.title) to a Region")), in: rest.stages)
        adjust.show(rest, count: firstIndex, catalog: editor.catalog, during: time)
        (rows.first as? FilterRow)?.beginRegion(shape)
    }

    /// The stages of the rows have moved if an adjustment was added or removed.
    private func adjustmentsChanged() {
        guard firstIndex != lastFirstIndex else { return }
        lastFirstIndex = firstIndex
        happened(.overlaysChanged)
    }

    /// Shows the stages of a recipe; a stage with an unknown filter is marked as such.
    func show(_ recipe: Recipe) {
        gtk_widget_set_sensitive(box.widget, 1)
        let before = rows
        // Text being typed there belongs to the previous recipe.
        rows = []
        for row in before { gtk_box_remove(box.pointer(), row.widget.widget) }
        adjust.forgetAuto()
        update(recipe)
    }

    /// Shows a changed version of the current recipe: rows are reused where possible, so that they keep the
    /// focus and stay expanded or collapsed.
    func update(_ recipe: Recipe) {
        let before = rows
        let count = recipe.adjustmentCount(in: editor.catalog)
        let stages = Array(recipe.stages.dropFirst(count))
        adjust.show(recipe, count: count, catalog: editor.catalog, during: time)
        rows = zip(StageRowMatching.choose(for: stages, from: before), stages).map {
            row, stage in
            // Another file gives a shader other parameters.
            let isOutdated =
                editor.catalog.isBuiltIn(stage, FilterCatalog.shader)
                && row?.filter != editor.catalog.filter(of: stage)
            guard let row, !isOutdated else { return makeRow(stage) }
            row.show(stage)
            return row
        }
        for row in before where !rows.contains(where: { $0 === row }) {
            gtk_box_remove(box.pointer(), row.widget.widget)
        }
        var last: UnsafeMutablePointer<GtkWidget>? = top.widget
        for row in rows {
            if before.contains(where: { $0 === row }) {
                gtk_box_reorder_child_after(box.pointer(), row.widget.widget, last)
            } else {
                gtk_box_insert_child_after(box.pointer(), row.widget.widget, last)
            }
            last = row.widget.widget
        }
        stackChanged()
    }

    /// Shows a recipe after filters have changed: only their rows are recreated, and the stack keeps its
    /// scroll position.
    func refit(_ recipe: Recipe) {
        scrollRestorer = adjustment.map { ScrollRestorer(box, scrolling: $0) }
        let outdated = rows.filter { $0.filter != editor.catalog.filter(of: $0.stage) }
        rows.removeAll { row in outdated.contains { $0 === row } }
        for row in outdated { gtk_box_remove(box.pointer(), row.widget.widget) }
        update(recipe)
    }

    /// Adds a stage that runs a shader.
    func addShader(_ source: ShaderSource) {
        guard editor.recipe != nil else { return }
        let stage = editor.catalog.builtIn(Recipe.Stage(source))
        let title = editor.catalog.filter(of: stage)?.title ?? stage.filter
        insert(stage, at: rows.count, as: Edit(tr("Add \(title)")))
    }

    /// Opens the list of filters to add.
    func openChooser() { chooser.open() }

    /// Adds a stage at the end, with the filter's defaults. A filter that belongs to the Adjust section is
    /// set there instead.
    func add(_ filter: FilterDeclaration) {
        guard var recipe = editor.recipe else { return }
        let stage = recipe.newStage(of: filter)
        recipe.stages.append(stage)
        if rows.isEmpty, recipe.adjustmentCount(in: editor.catalog) == recipe.stages.count {
            addAdjustment(filter, recipe)
        } else {
            insert(stage, at: place(of: stage), as: Edit(tr("Add \(filter.title)")))
        }
    }

    /// The index of the row for a new stage: the last, except that a lens is corrected in the whole picture.
    private func place(of stage: Recipe.Stage) -> Int {
        guard editor.catalog.isBuiltIn(stage, Lens.id) else { return rows.count }
        return rows.firstIndex { editor.catalog.multiPass(of: $0.stage) is any GeometryFilter } ?? rows.count
    }

    private func addAdjustment(_ filter: FilterDeclaration, _ recipe: Recipe) {
        let added = recipe.stages.suffix(1).allSatisfy { $0.isIdentity(of: filter) }
        if !added {
            editor.change(as: Edit(tr("Add \(filter.title)"))) { $0 = recipe.stages }
            adjust.show(recipe, count: recipe.stages.count, catalog: editor.catalog, during: time)
            adjustmentsChanged()
        }
        _ = adjust.grabFocus(of: filter.id)
    }

    // Changes of the stack: row and stage change together, so that every row always has its stage

    /// - Parameter stages: the stages without the new one, if others than those of its rows change too.
    private func insert(
        _ stage: Recipe.Stage, at index: Int, as edit: Edit, in stages: [Recipe.Stage]? = nil
    ) {
        guard let stages = stages ?? editor.recipe?.stages else { return }
        let row = makeRow(stage)
        let before = index > 0 ? rows[index - 1].widget.widget : top.widget
        let first = stages.count - rows.count
        rows.insert(row, at: index)
        editor.change(as: edit) {
            $0 = stages.prefix(first + index) + [stage] + stages.dropFirst(first + index)
        }
        gtk_box_insert_child_after(box.pointer(), row.widget.widget, before)
        stackChanged()
        row.grabFocus()
        (row as? FilterRow)?.retouch?.begin()
        reveal?.stop()
        reveal = adjustment.map { CardReveal(row.widget, in: box, scrolling: $0) }
    }

    private func duplicate(_ row: any StageRow) {
        guard let index = index(of: row) else { return }
        insert(row.stage, at: index + 1, as: Edit(tr("Duplicate \(names[index])")))
    }

    private func remove(_ row: any StageRow) {
        guard let index = index(of: row) else { return }
        let (name, first) = (names[index], firstIndex)
        rows.remove(at: index)
        editor.change(as: Edit(tr("Remove \(name)"))) { $0.remove(at: first + index) }
        gtk_box_remove(box.pointer(), row.widget.widget)
        let next = rows.indices.contains(index) ? rows[index] : rows.last
        next?.grabFocus()
        stackChanged()
        happened(.removed(name))
    }

    private func move(_ row: any StageRow, by count: Int) {
        guard let index = index(of: row), rows.indices.contains(index + count) else { return }
        let edit = Edit(tr("Move \(names[index])"), subject: "move/\(ObjectIdentifier(row))")
        let (target, first) = (index + count, firstIndex)
        rows.swapAt(index, target)
        editor.change(as: edit) { $0.swapAt(first + index, first + target) }
        let before = target > 0 ? rows[target - 1].widget.widget : top.widget
        gtk_box_reorder_child_after(box.pointer(), row.widget.widget, before)
        stackChanged()
    }

    /// Swaps a row with its neighbor once the dragging pointer passes the neighbor's middle.
    private func drag(_ row: any StageRow, to position: SIMD2<Double>, of handle: Object) {
        guard let index = index(of: row), let pointer = handle.point(position, in: box) else { return }
        if let adjustment {
            gtk_adjustment_clamp_page(
                adjustment.pointer(), pointer.y - Self.dragMargin, pointer.y + Self.dragMargin)
        }
        if index > 0, let above = middle(of: rows[index - 1]), pointer.y < above {
            move(row, by: -1)
        } else if index < rows.count - 1, let below = middle(of: rows[index + 1]), pointer.y > below {
            move(row, by: 1)
        }
    }

    /// The margin that stays visible above and below the pointer during a drag.
    private static let dragMargin = 60.0

    private func middle(of row: any StageRow) -> Double? {
        row.widget.point(SIMD2(0, Double(gtk_widget_get_height(row.widget.widget)) / 2), in: box)?.y
    }

    /// Applies a change that the user has made in a row.
    func change(_ row: any StageRow, _ change: StageChange) {
        guard let index = index(of: row), let row = row as? FilterRow else { return }
        ChangeCosts.shared?.begin()
        let stageIndex = firstIndex + index
        lastKeyCard = ObjectIdentifier(row)
        let change = time.map { change.asKeys(of: row.stage, during: $0) } ?? change
        let edit = Edit(change, of: row.stage, named: names[index], index: stageIndex)
        guard let stage = editor.change(change, ofStage: stageIndex, as: edit) else { return }
        row.show(stage, after: change)
        if case .regions = change { lastRegionRow = ObjectIdentifier(row) }
        happened(change.isOnPicture ? .overlaysChanged : .keysChanged)
        ChangeCosts.shared?.end(names[index], editor.recipe)
    }

    private func take(_ preset: NTSCPreset, called name: String, into row: any StageRow) {
        guard let index = index(of: row) else { return }
        var stage = row.stage
        stage.take(preset)
        let stageIndex = firstIndex + index
        editor.change(as: Edit(tr("Import \(name)"))) { $0[stageIndex] = stage }
        row.show(stage)
    }

    private func shippedPresets(for row: any StageRow) -> [PresetGallery.Item] {
        NTSCPreset.shippedNames.map { name in
            let title = NTSCPreset.title(ofShipped: name)
            return PresetGallery.Item(
                title: title,
                makeThumbnail: { [weak self, weak row] side, token, then in
                    guard let self, let row, let index = index(of: row), var recipe = editor.recipe,
                        let document = editor.document, let stage = try? row.stage.taking(shipped: name)
                    else { return }
                    recipe.stages[firstIndex + index] = stage
                    // In a thumbnail of the whole picture, all tape presets look alike.
                    let request = Thumbnail.Request(
                        recipe: recipe, source: document.sourceFrame, side: side, part: .lowerLeft)
                    happened(.makeThumbnail(request, token) { $0.map(then) })
                },
                choose: { [weak self, weak row] in
                    guard let self, let row = row as? FilterRow, let index = index(of: row),
                        let stage = try? row.stage.taking(shipped: name)
                    else { return }
                    let stageIndex = firstIndex + index
                    editor.change(as: Edit(title)) { $0[stageIndex] = stage }
                    row.showFolded(stage)
                })
        }
    }

    /// The color tables in the folder of a stage's, with a thumbnail of what the stage would make.
    private func tablesBeside(
        _ parameter: ParameterDeclaration, of row: any StageRow
    ) -> [PresetGallery.Item] {
        guard case .text(let path) = row.stage.value(of: parameter) else { return [] }
        return LUT.tables(beside: path).map { table in
            PresetGallery.Item(
                title: File(path: table).name,
                makeThumbnail: { [weak self, weak row] side, token, then in
                    guard let self, let row, let index = index(of: row), let recipe = editor.recipe,
                        let document = editor.document
                    else { return }
                    var shown = Recipe(Array(recipe.stages.prefix(firstIndex + index + 1)))
                    shown.stages[firstIndex + index].parameters[parameter.id] = StageValue(.text(table))
                    let request = Thumbnail.Request(
                        recipe: shown, source: document.sourceFrame, side: side, part: .whole)
                    happened(.makeThumbnail(request, token) { $0.map(then) })
                },
                choose: { [weak self, weak row] in
                    if let row { self?.change(row, .parameter(parameter, .text(table))) }
                    if let row { row.show(row.stage) }
                })
        }
    }

    /// The name of a row's stage.
    func named(_ row: any StageRow) -> String { index(of: row).map { names[$0] } ?? "" }

    private func index(of row: any StageRow) -> Int? { rows.firstIndex { $0 === row } }

    private func makeRow(_ stage: Recipe.Stage) -> any StageRow {
        let reference = WeakRow()
        let host = StageHost(
            changed: { [weak self] change in reference.row.map { self?.change($0, change) } },
            changeKeys: { [weak self] target, change in
                reference.row.map { self?.changeKeys($0, target, change) }
            },
            controls: ControlHost(
                changed: { [weak self] parameter, value in
                    if let row = reference.row { self?.change(row, .parameter(parameter, value)) }
                },
                chooseFile: { [weak self] parameter, chosen in
                    let suffixes = parameter.fileExtension.split(separator: ",").map(String.init)
                    self?.happened(.chooseFile(title: parameter.title, suffixes: suffixes, then: chosen))
                },
                pick: { [weak self] parameter, begins in
                    guard let self, let row = reference.row else { return }
                    for case let other as FilterRow in rows where other !== row || !begins { other.endPick() }
                    happened(
                        .pick(
                            begins ? StagePoint.ID(row: ObjectIdentifier(row), parameter: parameter.id) : nil
                        ))
                },
                tablesBeside: { [weak self] parameter in
                    reference.row.flatMap { self?.tablesBeside(parameter, of: $0) } ?? []
                },
                listNames: { [weak self] parameter, then in
                    guard let self, let stage = reference.row?.stage, let filter = reference.row?.filter
                    else { return }
                    let photograph = editor.document?.sourceFrame.photograph
                    inBackground({ Lens.names(for: parameter, of: stage, filter, photograph) }, then: then)
                }),
            remove: { [weak self] in reference.row.map { self?.remove($0) } },
            move: { [weak self] count in reference.row.map { self?.move($0, by: count) } },
            drag: { [weak self] handle, position in
                reference.row.map { self?.drag($0, to: position, of: handle) }
            },
            duplicate: { [weak self] in reference.row.map { self?.duplicate($0) } },
            expanded: { [weak self] in
                guard let self, let row = reference.row else { return }
                if (row as? FilterRow)?.isExpanded == true { lastKeyCard = ObjectIdentifier(row) }
                noteRegions(of: row)
            },
            shippedPresets: { [weak self] in
                reference.row.flatMap { self?.shippedPresets(for: $0) } ?? []
            },
            importPreset: { [weak self] in
                self?.happened(
                    .importPreset { preset, name in
                        reference.row.map { self?.take(preset, called: name, into: $0) }
                    })
            },
            exportPreset: { [weak self] in
                if let row = reference.row { self?.happened(.exportPreset(row.stage.preset)) }
            },
            drawRegion: { [weak self] begins in
                guard let self, let row = reference.row else { return }
                for case let other as FilterRow in rows where other !== row { other.setDrawing(false) }
                let index = (row as? FilterRow)?.selectedRegion ?? 0
                happened(.drawRegion(begins ? .init(row: ObjectIdentifier(row), index: index) : nil))
            },
            retouch: { [weak self] begins in
                guard let self, let row = reference.row else { return }
                for case let other as FilterRow in rows where other !== row {
                    other.retouch?.isActive = false
                }
                happened(.retouch(begins))
            },
            photograph: { [weak self] in self?.editor.document?.sourceFrame.photograph },
            chooseMask: { [weak self] chosen in
                let suffixes = ["png", "tif", "tiff", "exr", "pfm"]
                self?.happened(.chooseFile(title: tr("Mask File"), suffixes: suffixes, then: chosen))
            })
        let row: any StageRow
        let catalog = editor.catalog
        if let filter = catalog.filter(of: stage) {
            let isGeometry = catalog.multiPass(of: stage) is any GeometryFilter
            let isPlain = stage.opacity == 1 && stage.blend == .normal
            row = FilterRow(
                filter, stage: stage, canBlend: !isGeometry || !isPlain, takesRegion: !isGeometry, host: host)
        } else {
            row = UnknownFilterRow(stage, host: host)
        }
        reference.row = row
        (row as? FilterRow)?.show(during: time)
        return row
    }

    /// Records which row's regions are being edited.
    func noteRegions(of row: any StageRow) {
        lastRegionRow = ObjectIdentifier(row)
        happened(.overlaysChanged)
    }

    /// Updates names and buttons to match the stages.
    private func stackChanged() {
        let titles = rows.flatMap { $0.filter?.parameters.map(\.title) ?? [] }
        let uses = Dictionary(titles.map { ($0, 1) }, uniquingKeysWith: +)
        let videos = rows.count { $0.stage.filter == NTSC.id }
        let adjusted = editor.recipe?.stages.prefix(firstIndex).compactMap {
            editor.catalog.filter($0.filter)?.title
        }
        var seen = Dictionary((adjusted ?? []).map { ($0, 1) }, uniquingKeysWith: +)
        names = []
        for (index, row) in rows.enumerated() {
            let title = row.filter?.title ?? row.stage.filter
            seen[title, default: 0] += 1
            let number = seen[title, default: 1]
            let name = number == 1 ? title : "\(title) \(number)"
            names.append(name)
            row.setNames(
                stage: name, parameter: { uses[$0.title] == 1 ? $0.title : tr("\(name) \($0.title)") })
            (row as? FilterRow)?.setKnobNames {
                videos == 1 && uses[$0.title] == nil ? $0.title : tr("\(name) Basics \($0.title)")
            }
            row.setMovable(up: index > 0, down: index < rows.count - 1)
        }
        gtk_widget_set_visible(hint.widget, rows.isEmpty ? 1 : 0)
        lastFirstIndex = firstIndex
        happened(.overlaysChanged)
    }

    // Curves

    /// Indices of the stages whose curves are in view.
    var curveStages: [Int] {
        let withCurves = rows.indices.filter { index in
            guard let row = rows[index] as? FilterRow else { return false }
            return row.hasCurves && row.isExpanded
        }
        return withCurves.map { firstIndex + $0 }
    }

    /// Shows the histogram of a stage's input.
    func show(entering histogram: Histogram, stage: Int) {
        let index = stage - firstIndex
        guard rows.indices.contains(index), let row = rows[index] as? FilterRow else { return }
        row.show(entering: histogram)
    }
}

extension StageChange {
    /// True if the change may affect the overlays on the picture: points and regions.
    fileprivate var isOnPicture: Bool {
        switch self {
        case .parameter(let parameter, _), .valueOverTime(let parameter, _): parameter.kind == .point
        case .isEnabled, .regions, .spots, .source, .reset: true
        case .easy, .opacity, .opacityOverTime, .blend: false
        }
    }
}

/// A reference to a row, for closures created before it.
@MainActor
private final class WeakRow {
    weak var row: (any StageRow)?
}
