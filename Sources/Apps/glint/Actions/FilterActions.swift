import Filters
import Localization

/// Edits, presets and recipes.
extension Action {
    static let undo = Action("undo", tr("Undo"), ["<Control>z"], .afterFocus, when: \.canUndo) {
        $0.editor.undo()
    }
    static let redo = Action(
        "redo", tr("Redo"), ["<Control><Shift>z", "<Control>y"], .afterFocus, when: \.canRedo
    ) { $0.editor.redo() }
    static let crop = Action("crop", tr("Crop and Rotate"), ["c"], .afterFocus, when: \.hasPicture) {
        $0.cropping?.toggle()
    }
    static let auto = Action("auto", tr("Adjust Automatically"), ["a"], .afterFocus, when: \.hasPicture) {
        $0.panel.adjust.toggleAuto()
    }
    static let pickGray = Action(
        "pick-gray", tr("Pick White Balance"), ["w"], .afterFocus, when: \.hasPicture
    ) {
        $0.panel.adjust.togglePick()
    }
    static let addFilter = Action("add-filter", tr("Add Filter…"), ["<Control>f"], when: \.canAddFilters) {
        $0.panelPosition.isShown = true
        $0.panel.openChooser()
    }
    static let presets = Action("presets", tr("Presets"), ["<Control>p"], when: \.canAddFilters) {
        $0.panelPosition.isShown = true
        $0.presets.open()
    }
    static let savePreset = Action("save-preset", tr("Save as Preset…"), when: \.hasPicture) {
        $0.presets.save()
    }
    static let resetFilters = Action("reset-filters", tr("Reset to Original"), when: \.hasPicture) {
        $0.editor.resetFilters()
    }
    static let openRecipe = Action("open-recipe", tr("Open Recipe…"), when: \.hasPicture) {
        $0.recipes.open()
    }
    static let saveRecipe = Action("save-recipe", tr("Save Recipe…"), when: \.hasPicture) {
        $0.recipes.save()
    }
    static let copyRecipe = Action("copy-recipe", tr("Copy Recipe"), ["<Control>r"], when: \.hasPicture) {
        $0.recipes.copy()
    }
    static let saveTable = Action("save-lut", tr("Save Look as LUT…"), when: \.hasPicture) {
        LookTable(context: $0.context, editor: $0.editor, playback: $0.playback).save()
    }
    // Shares its key with the out point of a clip. Only one of the two is enabled at a time.
    static let showMask = Action(
        "show-mask", tr("Show Region Mask"), ["<Shift>o"], .afterFocus, when: \.editsRegions,
        toggle: \.showsMask)
    static let showSpots = Action(
        "show-spots", tr("Show Retouched Spots"), ["v"], .afterFocus, when: \.editsSpots,
        toggle: \.showsSpots)

    static let filters = [
        undo, redo, crop, auto, pickGray, addFilter, presets, savePreset, resetFilters, openRecipe,
        saveRecipe, copyRecipe, saveTable,
    ]

    static let regions = [showMask, showSpots]

    static let filterKeys = [
        (title: tr("Move a Filter Up or Down"), keys: "<Alt>Up <Alt>Down"),
        (tr("Duplicate a Filter"), "<Control>d"),
        (tr("Remove a Filter"), "Delete"),
    ]

    static let regionKeys = [
        (title: tr("Smaller or Larger Brush"), keys: "<Shift>bracketleft <Shift>bracketright"),
        (tr("Remove the Selected Spot"), "Delete"),
    ]

    static let sliderKeys = [
        (title: tr("Move a Slider"), keys: "Left Right"),
        (tr("Move a Slider in Small Steps"), "<Shift>Left <Shift>Right"),
        (tr("Move a Slider in Large Steps"), "<Control>Left <Control>Right"),
        (tr("Select a Curve Point"), "Page_Up Page_Down"), (tr("Add a Point to a Curve"), "Insert"),
    ]
}
