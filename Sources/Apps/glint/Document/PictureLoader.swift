import Gtk
import Imaging

/// Decodes a picture or a clip on another thread, possibly before there is a window for it, since creating a
/// window takes as long as decoding most pictures.
@MainActor
final class PictureLoader {
    typealias Outcome = Result<Medium, LoadFailure>

    private var outcome: Outcome?
    private var whenDone: (@MainActor (Outcome) -> Void)?

    /// - Parameters:
    ///   - page: the index of the picture in its file, from 1.
    ///   - orNearest: whether to use the last page if the file has fewer by now.
    ///   - largestPixelCount: a picture with more pixels fails with a question to ask.
    init(
        _ source: DocumentSource, page: Int = 1, orNearest: Bool = false,
        largestPixelCount: Int = DecodingOptions.ordinaryPixelCount
    ) {
        let options = DecodingOptions(acceptsDamage: true, largestPixelCount: largestPixelCount, page: page)
        inBackground({ source.load(options, orNearestPage: orNearest) }) { [self] outcome in
            self.outcome = outcome
            whenDone?(outcome)
        }
    }

    /// Calls `body` once with the result, always asynchronously.
    func whenDone(_ body: @escaping @MainActor (Outcome) -> Void) {
        guard let outcome else { return whenDone = body }
        onMainThread { body(outcome) }
    }
}
