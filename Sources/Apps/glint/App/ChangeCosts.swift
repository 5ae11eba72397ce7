import Filters
@preconcurrency import Glibc
import Gtk

/// Logs the cost of each change of a control to standard error, for tests: enabled with
/// `GLINT_CHANGE_COSTS=1`.
///
///     changed Saturation: controls shown 1, recipes held 1
@MainActor
final class ChangeCosts {
    /// Nil unless the environment variable enables it.
    static let shared = getenv("GLINT_CHANGE_COSTS") == nil ? nil : ChangeCosts()

    private var controls = 0
    private var recipes: [Recipe] = []

    /// Begins a change.
    func begin() {
        controls = 0
        recipes = []
    }

    /// Records that a control was updated.
    func controlShown() { controls += 1 }

    /// Records a recipe that was passed on. Recipes that share their stages count once. They are retained
    /// until the end of the change so that no other recipe can reuse their memory.
    func holds(_ recipe: Recipe) { recipes.append(recipe) }

    /// Ends a change and logs it.
    ///
    /// - Parameters:
    ///   - title: the name of the stage in the panel.
    ///   - recipe: the document's recipe.
    func end(_ title: String, _ recipe: Recipe?) {
        if let recipe { holds(recipe) }
        let copies = Set(recipes.map { $0.stages.withUnsafeBufferPointer { $0.baseAddress } })
        printError("changed \(title): controls shown \(controls), recipes held \(copies.count)")
        recipes = []
    }
}
