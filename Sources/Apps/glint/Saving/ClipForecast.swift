@preconcurrency import CAdwaita
import Exporting
import Decoding
import Filters
import Gtk
import Rendering
import System

/// Predicts the size of a clip's file: short parts are filtered and encoded as the clip would be, between
/// previews, and their sizes are extrapolated. A newer request replaces the current one.
@MainActor
final class ClipForecast {
    private let renderService: RenderService?
    private var token: CancellationToken?
    private var delay: Delay?
    /// Counts the requests: only the newest is answered.
    private var questions = 0

    /// How long the choices must stay unchanged before a request starts, in milliseconds.
    private static let rest = 300

    init(_ renderService: RenderService?) {
        self.renderService = renderService
    }

    /// Requests a prediction.
    ///
    /// - Parameter then: gets the number of bytes, or nil if it cannot be predicted. Not called if another
    ///   request follows before there is a result.
    func ask(
        about subject: ClipSubject, _ choices: ClipSaveChoices,
        then: @escaping @MainActor (Int?) -> Void
    ) {
        cancel()
        delay = Delay(milliseconds: Self.rest) { [weak self] in
            // Looks at all frames of the clip.
            let sampling = ClipSampling(
                of: subject.frames(choices),
                maximumRate: choices.maximumRate.map { subject.rate.limited(to: $0) },
                seconds: subject.seconds)
            guard let sampling, choices.isPredictable || sampling.isWhole else { return then(nil) }
            self?.measure(sampling, [], of: subject, choices, then: then)
        }
    }

    /// Measures the next part, and then those after it.
    private func measure(
        _ sampling: ClipSampling, _ sizes: [Int], of subject: ClipSubject, _ choices: ClipSaveChoices,
        then: @escaping @MainActor (Int?) -> Void
    ) {
        guard sizes.count < sampling.parts.count else {
            return then(sampling.byteCount(from: sizes, keyInterval: choices.keyInterval))
        }
        let question = questions
        let folder = g_get_tmp_dir().map { String(cString: $0) } ?? "/tmp"
        var request = subject.request(
            choices, frames: sampling.parts[sizes.count].frames,
            path: "\(folder)/sample.\(choices.kind.suffix)")
        request.measured = { [weak self] byteCount in
            onMainThread {
                guard let self, question == self.questions else { return }
                self.measure(sampling, sizes + [byteCount], of: subject, choices, then: then)
            }
        }
        token = renderService?.save(
            { [request] engine, shouldStop in
                request.begin(
                    on: engine, readPicture: { try RemotePictureDecoder.shared.picture(contentsOf: $0) },
                    shouldStop: shouldStop)
            }, progress: { _ in },
            completion: { [weak self] result in
                guard let self, question == questions, case .failure = result else { return }
                then(nil)
            })
    }

    /// Cancels the current request, so that nothing waits for it.
    func cancel() {
        questions += 1
        delay = nil
        token?.cancel()
        token = nil
    }
}
