import Filters
@preconcurrency import Glibc
import Gtk
import Imaging
import UserFilters

/// The filters of the person's own, followed while the program runs: a file that is saved takes the place of the
/// version before when it works, and is complained of when it does not.
@MainActor
final class OwnFilters {
    /// What the program has and the last version of each own filter that worked.
    private(set) var catalog = FilterCatalog.builtIn
    /// Told when the catalog has changed, with the titles of filters that are new in it.
    var changed: (@MainActor ([String]) -> Void)?
    /// Told, once for each version of a file, its path and why it is no filter.
    var refused: (@MainActor (_ path: String, _ sentence: String) -> Void)?
    /// Told the path of a file that nothing is to be said of any more: it is a filter again, or gone.
    var mended: (@MainActor (_ path: String) -> Void)?

    private let folder: String?
    private var monitor: FolderMonitor?
    private var working: [OwnFilterFiles.File] = []
    private var complaints: [OwnFilterFiles.Refusal] = []
    private var isLooking = false
    private var looksAgain = false

    init() {
        folder = OwnFilterFiles.standardFolder(environment: Environment.folders)
        guard let folder else { return }
        // What worked before is there at once; what has to be tried is tried beside the start.
        let files = OwnFilterFiles(folder: folder)
        working = files.files.filter(FilterTrial.isKnownToWork)
        catalog = .builtIn.adding(working.map(\.filter))
    }

    /// Looks at the files from now on.
    func follow() {
        guard let folder else { return }
        monitor = FolderMonitor(path: folder) { [weak self] in self?.look() }
        look()
    }

    /// One look at a time: another change meanwhile is looked at after.
    private func look() {
        guard let folder, !isLooking else {
            looksAgain = true
            return
        }
        isLooking = true
        looksAgain = false
        let before = working
        inBackground {
            TriedFilters(OwnFilterFiles(folder: folder), before: before)
        } then: { [weak self] found in
            guard let self else { return }
            isLooking = false
            take(found)
            if looksAgain { look() }
        }
    }

    private func take(_ found: TriedFilters) {
        let refusedPaths = Set(found.refusals.map(\.path))
        for path in Set(complaints.map(\.path)).subtracting(refusedPaths) { mended?(path) }
        for refusal in found.refusals where !complaints.contains(refusal) {
            // The path is long and known.
            refused?(
                refusal.path, refusal.sentence.replacing(refusal.path, with: PathName.last(of: refusal.path)))
        }
        complaints = found.refusals
        guard found.working != working else { return }
        let known = Set(working.map(\.filter.id))
        working = found.working
        catalog = .builtIn.adding(working.map(\.filter))
        changed?(working.map(\.filter).filter { !known.contains($0.id) }.map(\.title))
    }
}
