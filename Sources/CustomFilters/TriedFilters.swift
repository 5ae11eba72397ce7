/// The filters in a folder that work, and the reasons why others do not.
package struct TriedFilters: Sendable {
    package private(set) var working: [CustomFilterFiles.File] = []
    package private(set) var refusals: [CustomFilterFiles.Refusal]

    /// Tries the files that are not in `before`, a set of working filters. If a changed file does not work,
    /// its previous version is kept. This takes as long as the trials.
    package init(_ files: CustomFilterFiles, before: [CustomFilterFiles.File] = []) {
        refusals = files.refusals
        for file in files.files {
            if before.contains(file) {
                working.append(file)
                continue
            }
            let problems = FilterTrial.problems(with: file)
            if problems.isEmpty {
                working.append(file)
            } else {
                refusals.append(.init(path: file.path, id: file.filter.id, problems: problems))
            }
        }
        let paths = refusals.map(\.path)
        working += before.filter { paths.contains($0.path) }
    }
}
