import Filters
import Gtk

/// A stage of the recipe in the panel.
@MainActor
protocol StageRow: AnyObject {
    /// The card for the panel.
    var widget: Object { get }
    /// The stage as the row shows it.
    var stage: Recipe.Stage { get }
    /// The filter; nil where this version does not know it.
    var filter: FilterDeclaration? { get }
    /// Shows other values of the same filter; tells nobody.
    func show(_ stage: Recipe.Stage)
    /// Sets what assistive technology calls the stage and its parameters.
    func setNames(stage name: String, parameter: (ParameterDeclaration) -> String)
    /// Says which ways the stage can go in the recipe.
    func setMovable(up: Bool, down: Bool)
    /// Puts the focus on the first control.
    func grabFocus()
}

/// What a row asks of the panel.
@MainActor
struct StageHost {
    /// Told the stage when the person has changed it.
    let changed: @MainActor (Recipe.Stage) -> Void
    let remove: @MainActor () -> Void
    /// Moves the stage by so many places.
    let move: @MainActor (Int) -> Void
    /// Drags the stage by its handle to a place, in logical pixels from the handle's top left.
    let drag: @MainActor (Object, SIMD2<Double>) -> Void
    let duplicate: @MainActor () -> Void
    /// Told when the row has opened or closed.
    let expanded: @MainActor () -> Void
    let chooseFile: @MainActor (ParameterDeclaration, @escaping @MainActor (File) -> Void) -> Void
    let pick: @MainActor (ParameterDeclaration, Bool) -> Void
    /// The presets that come with Glint, as they would be in the stage's place.
    let shippedPresets: @MainActor () -> [PresetGallery.Item]
    /// Takes the settings of a preset's file, and writes them into one.
    let importPreset: @MainActor () -> Void
    let exportPreset: @MainActor () -> Void
    /// Begins to wait for a region to be drawn on the picture, or gives up waiting.
    let drawRegion: @MainActor (Bool) -> Void
}
