@preconcurrency import CAdwaita
import Filters
import Gtk
import Localization

/// The regions of a stage: none, so that it acts everywhere, or several, most of which are drawn or picked on
/// the picture.
@MainActor
final class RegionControl {
    /// Called with a stage's new regions after the user has changed them here.
    var changed: (@MainActor ([Region]) -> Void)?
    /// Starts or stops waiting for a shape to be drawn, or a color to be picked, on the picture.
    var draw: (@MainActor (Bool) -> Void)?
    /// Asks for a mask file.
    var chooseMask: (@MainActor (@escaping @MainActor (File) -> Void) -> Void)? {
        didSet { fields.chooseMask = chooseMask }
    }
    /// Changes the keys of the region with an index.
    var changeKeys: (@MainActor (Int, KeyChange) -> Void)?
    /// Called when another region is selected.
    var selectionChanged: (@MainActor () -> Void)?

    /// True if the stage supports regions.
    var isAvailable = true
    /// The index of the region whose values are shown.
    private(set) var selected = 0

    private let heading: ParameterRow
    private let list = RegionList()
    private let drawButton = Object(gtk_toggle_button_new())
    private let operation: ParameterRow
    private let operations = makePicker(Region.Operation.allCases.map(\.title), atMost: 3)
    private let fields: RegionFields
    private let state: RegionState
    private var name = ""
    /// The diamond of the keys of the region's numbers, made for the first clip.
    private var keys: KeyButton?
    /// The shape for which the button is labeled.
    private var shownShape: Region.Shape?
    private let signalGuard = SignalGuard()

    init() {
        let state = RegionState()
        self.state = state
        heading = ParameterRow(tr("Regions")) { state.changed([]) }
        operation = ParameterRow(tr("Operation")) { state.change { $0.operation = .add } }
        fields = RegionFields(state)
        for style in ["flat", "circular"] { gtk_widget_add_css_class(drawButton.widget, style) }
        heading.add(drawButton)
        heading.add(list.addButton)
        heading.addBelow(list.object)
        operation.addBelow(operations.object)
        fields.leave = { [weak self] in self?.list.grabFocus() }
        state.changed = { [weak self] in self?.changed?($0) }
        state.selected = { [weak self] in self?.selected ?? 0 }
        list.added = { [weak self] in self?.add($0) }
        list.removed = { [weak self] in self?.remove($0) }
        list.selected = { [weak self] in
            self?.select($0)
            self?.selectionChanged?()
        }
        operations.chosen = { index in state.change { $0.operation = Region.Operation.allCases[index] } }
        drawButton.connect("toggled") { [weak self] in
            guard let self, !signalGuard.isOn else { return }
            draw?(gtk_toggle_button_get_active(drawButton.pointer()) != 0)
        }
    }

    /// The rows, from top to bottom; a region's rows are visible only if there is a region.
    var rows: [Object] { [heading.row, operation.row] + fields.rows }

    /// The selected region at the current time.
    private var region: Region? { storedRegion?.shown(during: state.time) }

    private var storedRegion: Region? {
        state.regions.indices.contains(selected) ? state.regions[selected] : nil
    }

    /// Shows or hides the rows.
    func setShown(_ isShown: Bool) {
        let isShown = isShown && isAvailable
        gtk_widget_set_visible(heading.row.widget, isShown ? 1 : 0)
        // The first region has nothing to combine with, so the choice is hidden unless a recipe has set
        // another mode.
        let hasOperation = selected > 0 || region.map { $0.operation != .add } ?? false
        gtk_widget_set_visible(operation.row.widget, isShown && region != nil && hasOperation ? 1 : 0)
        fields.setShown(isShown ? region?.shape : nil)
    }

    /// - Parameter time: when the current frame is shown; nil without a clip.
    func show(_ regions: [Region], during time: Range<Double>?, isShown: Bool) {
        let isSameList = regions.map(\.shape) == state.regions.map(\.shape)
        state.regions = regions
        state.time = time
        selected = max(0, min(selected, regions.count - 1))
        list.show(regions, selected: selected)
        if !isSameList { list.setName(name, regions: regions) }
        showSelected()
        setShown(isShown)
    }

    private func showSelected() {
        operations.selected = region.flatMap { Region.Operation.allCases.firstIndex(of: $0.operation) }
        if let region { fields.show(region) }
        showKeys()
        guard region?.shape != shownShape else { return }
        shownShape = region?.shape
        showDrawButton()
    }

    private func showKeys() {
        let hasNumbers = region.map { !Region.numbers(of: $0.shape).isEmpty } ?? false
        if hasNumbers, state.time != nil, keys == nil {
            let keys = KeyButton(in: heading.line) { [weak self] in
                if let self { changeKeys?(selected, $0) }
            }
            keys.setName(tr("\(name) Region"))
            self.keys = keys
        }
        keys?.show(
            storedRegion.map { Array($0.changing.values) } ?? [], during: hasNumbers ? state.time : nil)
    }

    private func showDrawButton() {
        gtk_widget_set_visible(drawButton.widget, region?.shape.isChosenOnPicture == true ? 1 : 0)
        let isPicked = region?.shape == .color
        gtk_button_set_icon_name(
            drawButton.pointer(), isPicked ? "color-select-symbolic" : "document-edit-symbolic")
        gtk_widget_set_tooltip_text(
            drawButton.widget,
            isPicked
                ? tr("Pick the Color in the Picture")
                : region?.shape == .brush ? tr("Paint on the Picture") : tr("Draw on the Picture"))
        drawButton.setAccessibleName(
            isPicked
                ? tr("Pick \(name) Region Color in the Picture") : tr("Draw \(name) Region on the Picture"))
    }

    /// Shows the values of another region.
    func select(_ index: Int) {
        guard state.regions.indices.contains(index), index != selected else { return }
        let isShown = gtk_widget_get_visible(heading.row.widget) != 0
        if gtk_toggle_button_get_active(drawButton.pointer()) != 0 {
            gtk_toggle_button_set_active(drawButton.pointer(), 0)
        }
        selected = index
        show(state.regions, during: state.time, isShown: isShown)
    }

    func setName(_ name: String) {
        self.name = name
        list.setName(name, regions: state.regions)
        operations.setName(tr("\(name) Region Operation"))
        keys?.setName(tr("\(name) Region"))
        fields.setName(name)
        showDrawButton()
    }

    /// Shows whether a shape is expected.
    func setDrawing(_ isDrawing: Bool) {
        signalGuard { gtk_toggle_button_set_active(drawButton.pointer(), isDrawing ? 1 : 0) }
    }

    /// Adds a region to the stage, if it has none of this shape, and waits for it to be drawn on the picture.
    func begin(_ shape: Region.Shape) {
        guard let index = state.regions.firstIndex(where: { $0.shape == shape }) else { return add(shape) }
        select(index)
        if shape.isChosenOnPicture { gtk_toggle_button_set_active(drawButton.pointer(), 1) }
    }

    private func add(_ shape: Region.Shape) {
        guard state.regions.count < Region.maximumInStage else { return }
        let wasDrawing = gtk_toggle_button_get_active(drawButton.pointer()) != 0
        if wasDrawing { gtk_toggle_button_set_active(drawButton.pointer(), 0) }
        selected = state.regions.count
        changed?(state.regions + [.first(shape)])
        if shape.isChosenOnPicture { gtk_toggle_button_set_active(drawButton.pointer(), 1) }
    }

    private func remove(_ index: Int) {
        var regions = state.regions
        guard regions.indices.contains(index) else { return }
        if gtk_toggle_button_get_active(drawButton.pointer()) != 0 {
            gtk_toggle_button_set_active(drawButton.pointer(), 0)
        }
        regions.remove(at: index)
        // Otherwise the region that is now first would subtract from the whole picture.
        if index == 0, !regions.isEmpty { regions[0].operation = .add }
        if selected > index { selected -= 1 }
        changed?(regions)
    }
}

/// The regions that a control edits, for closures created before it.
@MainActor
final class RegionState {
    var regions: [Region] = []
    /// When the current frame is shown; nil without a clip.
    var time: Range<Double>?
    var changed: @MainActor ([Region]) -> Void = { _ in }
    var selected: @MainActor () -> Int = { 0 }

    /// Changes the selected region.
    func change(_ edit: (inout Region) -> Void) {
        let index = selected()
        guard regions.indices.contains(index) else { return }
        var regions = regions
        var shown = regions[index].shown(during: time)
        edit(&shown)
        regions[index] = regions[index].changed(to: shown, during: time)
        changed(regions)
    }
}

extension Region.Shape {
    /// True if the shape, or its color, is chosen on the picture.
    var isChosenOnPicture: Bool { self != .luminosity && self != .file }

    /// The shapes that menus offer to limit a stage to; others are chosen once there is a region.
    static var offered: [(shape: Self, title: String)] {
        [
            (.rectangle, tr("Limit to a Region")), (.point, tr("Limit to a Control Point")),
            (.color, tr("Limit to a Color")), (.brush, tr("Paint a Mask")),
        ]
    }
}

extension Region {
    /// A new region, before it is drawn.
    static func first(_ shape: Shape) -> Region {
        switch shape {
        case .rectangle, .ellipse:
            var region = Region(shape, x: 0.25, y: 0.25, width: 0.5, height: 0.5)
            // Rectangles often hide something, so their soft edge is narrow.
            region.feather = shape == .rectangle ? 0.1 : 0.5
            return region
        // A typical sky: the upper half.
        case .gradient: return .gradient(from: SIMD2(0.5, 0.1), to: SIMD2(0.5, 0.6))
        // The highlights.
        case .luminosity: return .luminosity(0.6...1, feather: 0.2)
        case .color: return .color(SIMD3(repeating: 0.5))
        case .point: return .point(x: 0.5, y: 0.5, radius: 0.2)
        case .file: return .file("")
        case .brush: return .brush([])
        }
    }
}
