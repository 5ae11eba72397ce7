import Editing
import Filters
import Gtk
import Localization

/// Shows messages about stored edits: offers to restore edits from earlier runs, and a warning while edits
/// cannot be stored.
@MainActor
final class EditRecovery {
    /// The recipe with which a picture is opened, and messages about it.
    struct Beginning {
        var recipe: Recipe
        /// The recipe stored in a picture file.
        var saved: Recipe
        /// True if the picture continues with the stored edits.
        var isResumed = false
        /// The undo and redo history.
        var steps = EditHistory.Steps()
        var offers: [Offer] = []
        /// The message about restored edits.
        var remark: String?
    }

    /// A message about stored edits, or about a recipe in the file, with a button that applies them.
    struct Offer {
        let text: String
        let recipe: Recipe
        var button = tr("_Restore")
        /// The name of the change in the undo history.
        var edit = tr("Restore Edits")
    }

    private let context: WindowContext
    private let editor: DocumentEditor
    private let autosave: AutosaveController
    /// The notice shown while edits cannot be stored.
    private var notice: Notices.Notice?
    /// The offers to restore stored edits of this picture.
    private var offers: [Toasts.Toast] = []

    init(_ context: WindowContext, editor: DocumentEditor, autosave: AutosaveController) {
        self.context = context
        self.editor = editor
        self.autosave = autosave
        autosave.failed = { [weak self] in self?.warn($0) }
        autosave.isShared = {
            context.toasts.showFailure(
                tr(
                    """
                    This picture is also being edited in another window. The next time it is opened, the \
                    most recent edits are restored; the others are kept.
                    """
                )
            )
        }
    }

    private func warn(_ problem: EditStoreError?) {
        notice?.dismiss()
        notice = problem.flatMap {
            context.notices.warn(tr("Your edits of this picture cannot be stored: \($0)."))
        }
    }

    /// Determines the recipe with which a file is opened: the requested one, its earlier edits, or none.
    /// Edits that are not applied are offered.
    func findBeginning(
        with file: File?, requested: @escaping @MainActor @Sendable () -> Recipe?,
        _ then: @escaping @MainActor @Sendable (Beginning) -> Void
    ) {
        guard let path = file?.path else { return then(beginning(with: nil, requested: requested())) }
        autosave.read(path) { [weak self] found in
            guard let self else { return }
            let beginning = beginning(with: found, requested: requested())
            if beginning.isResumed { autosave.resume(path) }
            then(beginning)
        }
    }

    private func beginning(with stored: EditStore.StoredEdits?, requested: Recipe?) -> Beginning {
        var beginning = Beginning(recipe: requested ?? Recipe(), saved: requested ?? Recipe())
        guard let stored else { return beginning }
        // Edits made to different pixels might be applied twice, or belong to another picture with this name.
        beginning.isResumed = requested == nil && !stored.isSetAside && !stored.isOfAnotherPicture
        if beginning.isResumed {
            beginning.recipe = stored.recipe
            beginning.steps = stored.steps
            if stored.isExported { beginning.saved = stored.recipe }
            beginning.remark = stored.remark
        } else if stored.recipe != beginning.recipe {
            beginning.offers = [Offer(text: stored.sentence, recipe: stored.recipe)]
        }
        if let other = stored.other {
            beginning.offers.append(
                Offer(text: tr("Other edits of this picture were also kept"), recipe: other))
        }
        return beginning
    }

    /// Offers edits of the picture just opened, for as long as it is open.
    func show(_ offers: [Offer]) {
        let file = editor.document?.file
        self.offers = offers.compactMap { offer in
            context.toasts.show(offer.text, button: offer.button, seconds: 30) { [weak self] in
                guard let self, editor.document?.file == file else { return }
                editor.apply(offer.recipe, as: Edit(offer.edit))
            }
        }
    }

    /// Removes the offers for the previous picture.
    func dismissOffers() {
        // In reverse order, so that no queued toast appears in between.
        for toast in offers.reversed() { toast.dismiss() }
        offers = []
    }
}

extension EditStore.StoredEdits {
    /// A message about restored edits; nil for none.
    fileprivate var remark: String? {
        isVersionBefore
            ? tr("Your last edit was not stored completely; the edits before it were restored") : nil
    }

    /// The message that offers to restore edits.
    fileprivate var sentence: String {
        if isSetAside { return tr("The edits you discarded were kept") }
        if isVersionBefore {
            return tr("Your earlier edits were kept; the last one was not stored completely")
        }
        return isOfAnotherPicture
            ? tr("Your edits of an earlier version of this picture were kept")
            : tr("Your earlier edits of this picture were kept")
    }
}
