import Editing
import Filters
import Localization

/// The keys of values that change over time.
extension FilterPanel {
    /// When the current frame of a clip is shown, in seconds; nil without a clip.
    var time: Range<Double>? { editor.document?.medium.clip?.shownTime }

    /// The indices of the stages whose keys are shown above the scrubber: those of the expanded card, or of
    /// the adjustments, that were used last, or else of the first with keys.
    private var keyedStages: Range<Int> {
        let first = firstIndex
        var cards: [(id: ObjectIdentifier, stages: Range<Int>)] = []
        if adjust.isUnfolded { cards.append((ObjectIdentifier(adjust), 0..<first)) }
        for (index, row) in rows.enumerated() where (row as? FilterRow)?.isExpanded == true {
            cards.append((ObjectIdentifier(row), first + index..<first + index + 1))
        }
        if let last = cards.first(where: { $0.id == lastKeyCard }) { return last.stages }
        let stages = editor.recipe?.stages ?? []
        let withKeys = cards.first { card in card.stages.contains { !stages[$0].keyTimes.isEmpty } }
        return withKeys?.stages ?? 0..<0
    }

    /// The times of the keys that are shown above the scrubber, in order.
    var keyTimes: [Double] {
        guard let stages = editor.recipe?.stages else { return [] }
        return Set(stages[keyedStages].flatMap(\.keyTimes)).sorted()
    }

    /// Moves keys that are shown above the scrubber to another time; nil removes them.
    func moveKeys(in span: Range<Double>, to seconds: Double?) {
        let indices = keyedStages
        let areAdjustments = indices.upperBound <= firstIndex
        let edit = seconds == nil ? Edit(tr("Remove Key")) : Edit(tr("Move Key"), subject: "keys")
        editor.change(as: edit) { stages in
            for index in indices { stages[index] = stages[index].movingKeys(in: span, to: seconds) }
            guard areAdjustments, seconds == nil else { return }
            stages = stages.enumerated().filter { !indices.contains($0) || !isAtRest($1) }.map(\.element)
        }
        if areAdjustments {
            showAdjustments()
            happened(.overlaysChanged)
        } else {
            showStages(indices)
        }
    }

    /// True if the row of a stage's adjustment adds nothing to the recipe.
    private func isAtRest(_ stage: Recipe.Stage) -> Bool {
        guard !stage.changes, let adjustment = Adjustment.all.first(where: { $0.filter == stage.filter }),
            let parameter = editor.catalog.filter(stage.filter)?.parameter(adjustment.parameter)
        else { return false }
        return stage.value(of: parameter) == parameter.identity
    }

    /// Changes the keys of a value, as its diamond asks.
    func changeKeys(_ row: any StageRow, _ target: KeyTarget, _ change: KeyChange) {
        guard let index = rows.firstIndex(where: { $0 === row }), let time else { return }
        var stage = row.stage
        switch target {
        case .parameter(let parameter):
            stage = stage.changingKeys(of: parameter, change, during: time)
        case .opacity: stage = stage.changingKeysOfOpacity(change, during: time)
        case .region(let index):
            guard stage.regions.indices.contains(index) else { return }
            stage.regions[index] = stage.regions[index].changingKeys(change, during: time)
        }
        lastKeyCard = ObjectIdentifier(row)
        let stageIndex = firstIndex + index
        editor.change(as: edit(change, named(row))) { $0[stageIndex] = stage }
        showStages(stageIndex..<stageIndex + 1)
    }

    /// Changes the keys of an adjustment, as its diamond asks.
    func changeKeys(of adjustment: Adjustment, _ change: KeyChange) {
        guard let recipe = editor.recipe, let time else { return }
        let title = editor.catalog.filter(adjustment.filter)?.title ?? adjustment.filter
        let changed = recipe.changingKeys(
            of: adjustment, change, during: time, within: firstIndex, in: editor.catalog)
        lastKeyCard = ObjectIdentifier(adjust)
        editor.change(as: edit(change, title)) { $0 = changed.stages }
        showStages(0..<firstIndex)
    }

    private func edit(_ change: KeyChange, _ name: String) -> Edit {
        switch change {
        case .toggle, .removeAll: Edit(tr("\(name) Keys"))
        case .ease: Edit(tr("\(name) Course Between Keys"))
        }
    }

    /// Shows the changed keys of some stages.
    private func showStages(_ indices: Range<Int>) {
        guard let recipe = editor.recipe else { return }
        let first = firstIndex
        if indices.lowerBound < first { showAdjustments() }
        for index in indices where index >= first {
            (rows[index - first] as? FilterRow)?.showFolded(recipe.stages[index])
        }
        happened(.overlaysChanged)
    }

    /// Shows the values at the time of the current frame, and the diamonds only for a clip.
    func showTime() {
        var isOnPicture = false
        for case let row as FilterRow in rows where row.time != time {
            row.show(during: time)
            isOnPicture = isOnPicture || row.isExpanded && row.stage.changes
        }
        let changesAdjustments = editor.recipe?.stages.prefix(firstIndex).contains(where: \.changes) == true
        if changesAdjustments || (adjust.time == nil) != (time == nil) { showAdjustments() }
        if isOnPicture { happened(.overlaysChanged) }
    }
}
