@preconcurrency import CAdwaita
import Filters
@preconcurrency import Glibc
import Gtk
import Imaging
import CustomFilters

/// The custom filters, watched while the program runs: a saved file replaces its previous version if it
/// works, and is reported if it does not.
@MainActor
final class CustomFilterSet {
    /// The built-in filters and the last working version of each custom filter.
    private(set) var catalog: FilterCatalog
    /// Called when the catalog has changed, with the titles of its new filters.
    var changed: (@MainActor ([String]) -> Void)?
    /// Called when ``refusals`` have changed, with the new ones.
    var refused: (@MainActor ([CustomFilterFiles.Refusal]) -> Void)?
    /// The files that are not valid filters, and the reasons.
    private(set) var refusals: [CustomFilterFiles.Refusal] = []

    private let folder: String?
    private var monitor: FolderMonitor?
    private var working: [CustomFilterFiles.File] = []
    private var isLooking = false
    private var looksAgain = false

    init() {
        folder = CustomFilterFiles.standardFolder(environment: Environment.folders)
        catalog = Self.catalog(with: [])
        guard let folder else { return }
        // Filters that worked before are available at once; the rest are checked in the background.
        let files = CustomFilterFiles(folder: folder)
        working = files.files.filter(FilterTrial.isKnownToWork)
        catalog = Self.catalog(with: working)
    }

    /// The catalog in the language of the user interface.
    private static func catalog(with working: [CustomFilterFiles.File]) -> FilterCatalog {
        FilterCatalog.builtIn.adding(working.map(\.filter)).translated
    }

    /// Starts watching the files.
    func follow() {
        guard let folder else { return }
        // Only an existing folder can be followed.
        g_mkdir_with_parents(folder, 0o755)
        monitor = FolderMonitor(path: folder) { [weak self] in self?.look() }
        look()
    }

    /// One check runs at a time; files that change meanwhile are checked afterwards.
    private func look() {
        guard let folder, !isLooking else {
            looksAgain = true
            return
        }
        isLooking = true
        looksAgain = false
        let before = working
        inBackground {
            TriedFilters(CustomFilterFiles(folder: folder), before: before)
        } then: { [weak self] found in
            guard let self else { return }
            isLooking = false
            take(found)
            if looksAgain { look() }
        }
    }

    private func take(_ found: TriedFilters) {
        if found.refusals != refusals {
            let before = refusals
            refusals = found.refusals
            refused?(refusals.filter { !before.contains($0) })
        }
        guard found.working != working else { return }
        let known = Set(working.map(\.filter.id))
        working = found.working
        catalog = Self.catalog(with: working)
        changed?(working.map(\.filter).filter { !known.contains($0.id) }.map(\.title))
    }
}
