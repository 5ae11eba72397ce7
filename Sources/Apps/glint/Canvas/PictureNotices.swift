import Localization

/// Warnings about the picture: its file is damaged, or the visible frame is older than the recipe.
@MainActor
final class PictureNotices {
    private let notices: Notices
    private var damage: Notices.Notice?
    /// The reason why the newest frame could not be rendered, and the notice shown while an older one is
    /// visible.
    private var failure: (message: String, notice: Notices.Notice?)?

    init(_ notices: Notices) {
        self.notices = notices
    }

    /// Warns, while the picture is open, that its file is incomplete.
    func showDamage(of document: Document) {
        damage?.dismiss()
        damage = document.medium.damage.flatMap {
            notices.warn(
                tr("\(document.name) is damaged, and only its readable part is shown: \(ended($0))"))
        }
    }

    /// Warns that the newest frame could not be rendered. A drag can fail a hundred times for one reason,
    /// which is reported once.
    func previewFailed(_ message: String) {
        guard message != failure?.message else { return }
        failure?.notice?.dismiss()
        failure = (message, notices.warn(sentence(message)))
    }

    /// Removes the warning that the newest frame could not be rendered.
    func previewSucceeded() {
        failure?.notice?.dismiss()
        failure = nil
    }
}
