import Filters
import Gtk
import Imaging
import Rendering
import Wording

/// Tells how large a file will be: the picture is made and encoded as it would be saved, and its bytes are counted.
///
/// That takes as long as saving does, between previews; a newer question replaces one that is under way.
@MainActor
final class SizeForecast {
    /// What the file would be.
    struct Answer: Sendable {
        /// Pixels.
        let size: SIMD2<Int>
        let byteCount: Int

        var text: String { tr("\(size.x) × \(size.y) pixels") + " · " + formattedSize(byteCount) }
    }

    private let renderService: RenderService?
    private var token: CancellationToken?
    private var delay: Delay?
    /// Counts the questions: only the newest is answered.
    private var questions = 0

    /// How long choices have to rest, in milliseconds: a slider on its way asks for nothing.
    private static let rest = 150

    init(_ renderService: RenderService?) {
        self.renderService = renderService
    }

    /// Asks; `then` gets the answer, or an error's sentence.
    ///
    /// - Parameters:
    ///   - recipe: what is done to the picture, its resizing included.
    ///   - then: not called if another question follows before there is an answer.
    func ask(
        about picture: Picture, at time: FrameTime, recipe: Recipe, as format: PictureFormat,
        options: EncodingOptions, size: SIMD2<Int>,
        then: @escaping @MainActor (Result<Answer, any Error>) -> Void
    ) {
        cancel()
        let question = questions
        delay = Delay(milliseconds: Self.rest) { [weak self] in
            let told: @MainActor @Sendable (Result<Answer, any Error>) -> Void = { answer in
                guard let self, question == self.questions else { return }
                then(answer)
            }
            self?.token = self?.renderService?.save(
                { engine, shouldStop in
                    try PictureSave(
                        SavedPicture(picture), at: time, recipe: recipe, as: format,
                        to: .nowhere { count in
                            onMainThread { told(.success(Answer(size: size, byteCount: count))) }
                        },
                        options: options, on: engine, shouldStop: shouldStop)
                }, progress: { _ in },
                completion: { result in
                    if case .failure(let error) = result, !(error is Cancelled) { told(.failure(error)) }
                })
        }
    }

    /// Stops what is under way, so that nothing waits for it.
    func cancel() {
        questions += 1
        delay = nil
        token?.cancel()
        token = nil
    }
}
