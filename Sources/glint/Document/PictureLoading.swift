import Gtk
import Imaging

/// A picture or a clip that is decoded on another thread, which can begin before there is a window for it: making one takes as
/// long as decoding most pictures.
@MainActor
final class PictureLoading {
    typealias Outcome = Result<Medium, LoadFailure>

    private var outcome: Outcome?
    private var whenDone: (@MainActor (Outcome) -> Void)?

    /// - Parameters:
    ///   - page: which of the pictures in its file, from 1.
    ///   - orNearest: whether the last page will do where the file has fewer by now.
    ///   - largestPixelCount: a picture with more pixels is a failure with a question.
    init(
        _ source: PictureSource, page: Int = 1, orNearest: Bool = false,
        largestPixelCount: Int = DecodingOptions.ordinaryPixelCount
    ) {
        let options = DecodingOptions(acceptsDamage: true, largestPixelCount: largestPixelCount, page: page)
        inBackground({ source.load(options, orNearestPage: orNearest) }) { [self] outcome in
            self.outcome = outcome
            whenDone?(outcome)
        }
    }

    /// Has `body` told what came of it, later and once.
    func whenDone(_ body: @escaping @MainActor (Outcome) -> Void) {
        guard let outcome else { return whenDone = body }
        onMainThread { body(outcome) }
    }
}
