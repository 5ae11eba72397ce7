@preconcurrency import CAdwaita
import Editing
import Filters
import Gtk
import Rendering
import Localization

/// A filter in the panel: its switch, its buttons, and a control for each parameter.
@MainActor
final class FilterRow: StageRow {
    let widget: Object
    private(set) var stage: Recipe.Stage {
        didSet { shown = stage.shown(during: time, of: declaration) }
    }
    /// The stage with the values of the current time, which the controls show.
    private(set) var shown: Recipe.Stage
    /// When the current frame is shown; nil without a clip.
    private(set) var time: Range<Double>? {
        didSet { shown = stage.shown(during: time, of: declaration) }
    }
    let filter: FilterDeclaration?
    /// False for filters that change the picture's shape.
    let takesRegion: Bool

    private let declaration: FilterDeclaration
    private let row: Object
    private let remove: Object
    private let toggle: Object
    private let options: StageOptions
    private let menu: StageMenu
    private let handle: DragHandle
    private var controls: [any ParameterControl] = []
    /// The diamonds of the parameters' keys, made for the first clip.
    private var keyButtons: [(parameter: ParameterDeclaration, button: KeyButton)] = []
    private var parameterName: (ParameterDeclaration) -> String = \.title
    private var sections: [ParameterSection] = []
    private var presetFile: PresetFileRow?
    private var easy: EasySection?
    /// The tool of the filter `retouch`.
    private(set) var retouch: RetouchControl?
    private var lens: LensSummary?
    private let host: StageHost
    private let signalGuard = SignalGuard()

    /// - Parameters:
    ///   - canBlend: whether the result can be blended with the filter's input.
    ///   - takesRegion: whether blending can be limited to a region of the picture.
    init(_ filter: FilterDeclaration, stage: Recipe.Stage, canBlend: Bool, takesRegion: Bool, host: StageHost)
    {
        self.filter = filter
        self.takesRegion = takesRegion
        declaration = filter
        self.stage = stage
        shown = stage
        self.host = host
        handle = DragHandle(host)
        let interface = Interface(resource: UI.path("filter-row"))
        widget = interface["list"]
        row = interface["row"]
        remove = interface["remove"]
        toggle = interface["switch"]
        let options = StageOptions(takesRegion: takesRegion)
        self.options = options
        let menuOfCard = WeakReference<StageMenu>()
        var choices = StageMenu.Choices(
            reset: { host.changed(.reset(filter)) }, duplicate: host.duplicate, move: host.move,
            remove: host.remove)
        if canBlend {
            choices.blending = { isShown in
                options.setShown(isShown)
                host.expanded()
            }
        }
        if takesRegion {
            choices.limit = { shape in
                menuOfCard.object?.setBlendingShown(true)
                options.region.begin(shape)
            }
        }
        menu = StageMenu(card: widget, choices)
        menuOfCard.object = menu
        adw_expander_row_add_prefix(row.pointer(), handle.object.widget)
        adw_preferences_row_set_title(row.pointer(), escapedMarkup(filter.title))
        glint_expander_row_add_suffix(row.pointer(), menu.button.widget)
        row.titleLabel.map { gtk_widget_set_tooltip_text($0.widget, filter.summary) }
        controls = ParameterControls.make(for: filter, host: host.controls)
        if let parameter = filter.presetParameter {
            let presetFile = PresetFileRow(parameter, host: host) { [weak self] in self?.grabFocus() }
            self.presetFile = presetFile
            adw_expander_row_add_row(row.pointer(), presetFile.row.widget)
            let easy = EasySection { easy, knob in host.changed(.easy(easy, turned: knob)) }
            self.easy = easy
            for row in easy.rows { adw_expander_row_add_row(self.row.pointer(), row.widget) }
        }
        if filter.builtInID == FilterCatalog.retouch { addRetouch() }
        if filter.builtInID == Lens.id {
            let lens = LensSummary(filter, photograph: host.photograph)
            self.lens = lens
            adw_expander_row_add_row(row.pointer(), lens.row.widget)
        }
        addControls()
        for row in options.rows { adw_expander_row_add_row(self.row.pointer(), row.widget) }
        showStage()
        // A preset's card has its strength, which is what is usually changed.
        if stage.isFromPreset { adw_expander_row_set_expanded(row.pointer(), 0) }
        options.changed = host.changed
        options.changeKeys = host.changeKeys
        options.region.draw = host.drawRegion
        options.region.chooseMask = host.chooseMask
        options.region.selectionChanged = host.expanded
        remove.connect("clicked") { host.remove() }
        toggle.connect("notify::active") { [weak self] in self?.toggled() }
        row.connect("notify::expanded") { host.expanded() }
        widget.followStageKeys(host)
    }

    private func addControls() {
        var section: ParameterSection?
        var title = ""
        for control in controls {
            if control.section != title {
                title = control.section
                section = title.isEmpty ? nil : addSection(title)
            }
            if section?.add(control) != false {
                for row in control.rows { adw_expander_row_add_row(self.row.pointer(), row.widget) }
            }
        }
        reveal(stage, before: nil)
    }

    private func addRetouch() {
        let retouch = RetouchControl()
        retouch.changed = { [host] in host.changed(.spots($0)) }
        retouch.retouch = host.retouch
        for row in retouch.rows { adw_expander_row_add_row(self.row.pointer(), row.widget) }
        self.retouch = retouch
    }

    /// Expands sections with changed values; sections set by knobs stay collapsed.
    private func reveal(_ stage: Recipe.Stage, before: Recipe.Stage?) {
        guard !stage.followsEasy else { return }
        for section in sections { section.reveal(stage, before: before) }
    }

    /// Adds a section; where there are many, below a single heading that is collapsed at first.
    private func addSection(_ title: String) -> ParameterSection {
        let isFolded = declaration.foldsSections
        if isFolded, sections.isEmpty {
            let all = ParameterSection(tr("All Settings"), isFolded: true)
            adw_expander_row_add_row(row.pointer(), all.row.widget)
            sections.append(all)
        }
        let section = ParameterSection(title, isFolded: isFolded)
        adw_expander_row_add_row(row.pointer(), section.row.widget)
        if isFolded { sections[0].add(section) } else { sections.append(section) }
        return section
    }

    /// True if the controls are in view.
    var isExpanded: Bool { adw_expander_row_get_expanded(row.pointer()) != 0 }

    /// Shows the region's values, and waits for a region to be drawn.
    func beginRegion(_ shape: Region.Shape) {
        menu.setBlendingShown(true)
        options.region.begin(shape)
    }

    /// The regions, while they are editable here.
    var editedRegions: [Region] {
        isExpanded && options.isUnfolded && stage.isEnabled ? shown.regions : []
    }

    /// The index of the region whose values are shown.
    var selectedRegion: Int { options.region.selected }

    /// Shows the values of another region.
    func selectRegion(_ index: Int) { options.region.select(index) }

    /// Shows whether a shape is expected.
    func setDrawing(_ isDrawing: Bool) { options.region.setDrawing(isDrawing) }

    func show(_ stage: Recipe.Stage) {
        reveal(stage, before: self.stage)
        showFolded(stage)
    }

    /// Shows other values; collapsed sections stay collapsed.
    func showFolded(_ stage: Recipe.Stage) {
        self.stage = stage
        showStage()
    }

    /// Shows the values of another time; with nil, those of a picture, without diamonds.
    func show(during time: Range<Double>?) {
        let hadTime = self.time != nil
        self.time = time
        if time != nil, keyButtons.isEmpty { addKeyButtons() }
        guard stage.changes || hadTime != (time != nil) else { return }
        for control in controls
        where declaration.parameters.contains(where: { control.edits($0) && stage.changes($0.id) }) {
            show(control)
        }
        options.show(stage, shown, during: time)
        showKeys()
        showSummary()
    }

    private func addKeyButtons() {
        for control in controls where control.parameter.canChange {
            guard let line = control.line else { continue }
            let parameter = control.parameter
            let button = KeyButton(in: line) { [host] in host.changeKeys(.parameter(parameter), $0) }
            button.canEase = parameter.kind != .toggle && parameter.kind != .choice
            button.setName(parameterName(parameter))
            keyButtons.append((parameter, button))
        }
    }

    private func showKeys() {
        for (parameter, button) in keyButtons {
            button.show([stage.change(of: parameter)].compactMap(\.self), during: time)
        }
    }

    func setNames(stage name: String, parameter: @escaping (ParameterDeclaration) -> String) {
        widget.setAccessibleName(name)
        for (button, text) in [(remove, tr("Remove \(name)")), (toggle, tr("Apply \(name)"))] {
            button.setAccessibleName(text)
            gtk_widget_set_tooltip_text(button.widget, text)
        }
        options.setName(name)
        menu.setName(name)
        presetFile?.setName(stage: name)
        handle.setName(name)
        parameterName = parameter
        for control in controls { control.setNames(parameter) }
        for (declaration, button) in keyButtons { button.setName(parameter(declaration)) }
        for section in sections { section.setName(stage: name) }
        easy?.setName(stage: name)
        retouch?.setName(name)
    }

    /// Sets the accessible names of the knobs of the easy mode.
    func setKnobNames(_ name: @escaping (ParameterDeclaration) -> String) { easy?.setKnobNames(name) }

    func setMovable(up: Bool, down: Bool) {
        menu.setMovable(up: up, down: down)
        handle.setMovable(up || down)
    }

    func grabFocus() {
        if let easy { return easy.grabFocus() }
        if let retouch { return retouch.grabFocus() }
        if let section = sections.first, controls.first?.section.isEmpty == false {
            return section.grabFocus()
        }
        guard let first = controls.first else {
            gtk_widget_grab_focus(toggle.widget)
            return
        }
        first.grabFocus()
    }

    /// Shows that no control waits for a click on the picture any more.
    func endPick() {
        for case let control as PointControl in controls { control.endPick() }
    }

    /// True if the filter has curves, which can show the input's histogram behind them.
    var hasCurves: Bool { controls.contains { $0 is CurveControl } }

    /// Shows the histogram of the stage's input.
    func show(entering histogram: Histogram) {
        for case let control as CurveControl in controls { control.show(entering: histogram) }
    }

    /// Shows the stage after a change that the user has made in it: updates only the affected controls.
    func show(_ stage: Recipe.Stage, after change: StageChange) {
        self.stage = stage
        switch change {
        case .parameter(let parameter, _), .valueOverTime(let parameter, _):
            for (other, button) in keyButtons where other.id == parameter.id {
                button.show([stage.change(of: parameter)].compactMap(\.self), during: time)
            }
            if let control = controls.first(where: { $0.edits(parameter) }) { show(control) }
            easy?.show(stage, after: parameter)
            if lens?.reads(parameter) == true { lens?.show(stage, in: controls) }
            presetFile?.show(stage)
            showReset()
        case .opacity, .opacityOverTime, .blend, .regions:
            options.show(stage, shown, during: time)
            showSummary()
        case .spots(let spots), .source(let spots):
            retouch?.show(spots)
            showReset()
        case .isEnabled, .easy, .reset: showStage()
        }
    }

    private func show(_ control: any ParameterControl) {
        control.show(shown)
        ChangeCosts.shared?.controlShown()
    }

    private func toggled() {
        guard !signalGuard.isOn else { return }
        host.changed(.isEnabled(gtk_switch_get_active(toggle.pointer()) != 0))
    }

    private func showReset() {
        let isAtRest =
            declaration.parameters.allSatisfy {
                stage.value(of: $0) == $0.restingValue && !stage.changes($0.id)
            }
            && stage.easy == nil
            && stage.spots.isEmpty
        menu.setResettable(!isAtRest)
    }

    /// While the blending rows are hidden, a summary of them is shown below the card's title.
    private func showSummary() {
        adw_expander_row_set_subtitle(row.pointer(), StageOptions.summary(shown))
    }

    private func showStage() {
        showSummary()
        for control in controls { show(control) }
        options.show(stage, shown, during: time)
        showKeys()
        signalGuard { gtk_switch_set_active(toggle.pointer(), stage.isEnabled ? 1 : 0) }
        easy?.show(stage)
        presetFile?.show(stage)
        retouch?.show(stage.spots)
        lens?.show(stage, in: controls)
        showReset()
        for row in retouch?.rows ?? [] { gtk_widget_set_sensitive(row.widget, stage.isEnabled ? 1 : 0) }
        for row in controls.flatMap(\.rows) { gtk_widget_set_sensitive(row.widget, stage.isEnabled ? 1 : 0) }
        presetFile.map { gtk_widget_set_sensitive($0.row.widget, stage.isEnabled ? 1 : 0) }
        for section in sections { section.setSensitive(stage.isEnabled) }
    }
}

extension Recipe.Stage {
    /// The stage with the values at the beginning of a span of time, or as it is without one. Values between
    /// keys are rounded to steps, since further digits would be noise.
    fileprivate func shown(during time: Range<Double>?, of filter: FilterDeclaration) -> Recipe.Stage {
        guard let time else { return self }
        var stage = at(time.lowerBound, of: filter)
        for parameter in filter.parameters {
            guard let change = change(of: parameter), !change.hasKey(in: time),
                case .number(let value) = stage.value(of: parameter)
            else { continue }
            stage.set(parameter.id, to: .number(NumberFormat(parameter).rounded(value)))
        }
        if let changingOpacity, !changingOpacity.hasKey(in: time) {
            stage.setOpacity(to: (stage.opacity * 100).rounded() / 100)
        }
        return stage
    }
}

/// A reference for closures that are created before the object that they call.
@MainActor
private final class WeakReference<Value: AnyObject> {
    weak var object: Value?
}

extension Object {
    /// The title label of a libadwaita row, which has no tooltip of its own.
    fileprivate var titleLabel: Object? {
        func find(_ widget: UnsafeMutablePointer<GtkWidget>) -> Object? {
            if gtk_widget_has_css_class(widget, "title") != 0,
                g_type_check_instance_is_a(Object(widget).pointer(), gtk_label_get_type()) != 0
            {
                return Object(widget)
            }
            var child = gtk_widget_get_first_child(widget)
            while let next = child {
                if let found = find(next) { return found }
                child = gtk_widget_get_next_sibling(next)
            }
            return nil
        }
        return find(widget)
    }
}
