import Editing
import Filters
import Gtk

/// A stage of the recipe in the panel.
@MainActor
protocol StageRow: AnyObject {
    /// The card for the panel.
    var widget: Object { get }
    /// The stage as the row shows it.
    var stage: Recipe.Stage { get }
    /// The filter; nil if this version does not know it.
    var filter: FilterDeclaration? { get }
    /// Shows other values of the same filter without notifying.
    func show(_ stage: Recipe.Stage)
    /// Sets the accessible names of the stage and its parameters.
    func setNames(stage name: String, parameter: @escaping (ParameterDeclaration) -> String)
    /// Sets the directions in which the stage can move in the recipe.
    func setMovable(up: Bool, down: Bool)
    /// Puts the focus on the first control.
    func grabFocus()
}

/// The callbacks from a row to the panel.
@MainActor
struct StageHost {
    /// Called with a change that the user has made.
    let changed: @MainActor (StageChange) -> Void
    /// Changes the keys of a value.
    let changeKeys: @MainActor (KeyTarget, KeyChange) -> Void
    /// The callbacks of the controls of the parameters.
    let controls: ControlHost
    let remove: @MainActor () -> Void
    /// Moves the stage by this many positions.
    let move: @MainActor (Int) -> Void
    /// Drags the stage by its handle to a position, in logical pixels from the handle's top left.
    let drag: @MainActor (Object, SIMD2<Double>) -> Void
    let duplicate: @MainActor () -> Void
    /// Called when the row was expanded or collapsed.
    let expanded: @MainActor () -> Void
    /// Glint's built-in presets, as they would look in this stage.
    let shippedPresets: @MainActor () -> [PresetGallery.Item]
    /// Imports the settings of a preset file, or exports them to one.
    let importPreset: @MainActor () -> Void
    let exportPreset: @MainActor () -> Void
    /// Starts or stops waiting for a region to be drawn on the picture.
    let drawRegion: @MainActor (Bool) -> Void
    /// Starts or ends retouching on the picture.
    let retouch: @MainActor (Bool) -> Void
    /// How the picture was taken, if its file records that.
    let photograph: @MainActor () -> Photograph?
    /// Asks for a mask file.
    let chooseMask: @MainActor (@escaping @MainActor (File) -> Void) -> Void
}
