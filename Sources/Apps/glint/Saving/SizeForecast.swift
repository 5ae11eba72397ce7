import Filters
import Gtk
import Imaging
import Rendering
import Localization

/// Predicts the size of a file: the picture is rendered and encoded as it would be saved, and its bytes are
/// counted.
///
/// That takes as long as saving does, between previews; a newer request replaces the current one.
@MainActor
final class SizeForecast {
    /// The properties of the file.
    struct Answer: Sendable {
        /// The size in pixels.
        let size: SIMD2<Int>
        let byteCount: Int

        var text: String { tr("\(size.x) × \(size.y) pixels") + " · " + formattedSize(byteCount) }
    }

    private let renderService: RenderService?
    private var token: CancellationToken?
    private var delay: Delay?
    /// Counts the requests: only the newest is answered.
    private var questions = 0

    /// How long the choices must stay unchanged before a request starts, in milliseconds, so that a moving
    /// slider starts none.
    private static let rest = 150

    init(_ renderService: RenderService?) {
        self.renderService = renderService
    }

    /// Requests a prediction; `then` gets the result, or an error message.
    ///
    /// - Parameters:
    ///   - recipe: the recipe of the picture, including its resizing.
    ///   - then: not called if another request follows before there is a result.
    func ask(
        about picture: Picture, at time: FrameTime, recipe: Recipe, as format: PictureFormat,
        options: EncodingOptions, size: SIMD2<Int>,
        then: @escaping @MainActor (Result<Answer, any Error>) -> Void
    ) {
        cancel()
        let question = questions
        delay = Delay(milliseconds: Self.rest) { [weak self] in
            let report: @MainActor @Sendable (Result<Answer, any Error>) -> Void = { answer in
                guard let self, question == self.questions else { return }
                then(answer)
            }
            self?.token = self?.renderService?.save(
                { engine, shouldStop in
                    try ExportJob(
                        ExportInput(picture), at: time, recipe: recipe, as: format,
                        to: .nowhere { count in
                            onMainThread { report(.success(Answer(size: size, byteCount: count))) }
                        },
                        options: options, on: engine, shouldStop: shouldStop)
                }, progress: { _ in },
                completion: { result in
                    if case .failure(let error) = result, !(error is Cancelled) { report(.failure(error)) }
                })
        }
    }

    /// Cancels the current request, so that nothing waits for it.
    func cancel() {
        questions += 1
        delay = nil
        token?.cancel()
        token = nil
    }
}
