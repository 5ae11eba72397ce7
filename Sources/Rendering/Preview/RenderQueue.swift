import Dispatch
import Filters
import GPU
import Imaging
import Synchronization
import System

/// Renders previews on its own thread; a view's newest job replaces an earlier one that has not begun.
///
/// The queue's thread owns a context that shares textures with the window's. A frame is delivered once the
/// device has finished it, so drawing it never waits and never shows an incomplete frame.
package final class RenderQueue: Sendable {
    private let inbox = RenderInbox()
    private let screen: ScreenPacing

    /// Starts the thread.
    ///
    /// - Parameters:
    ///   - makeContext: called on the queue's thread, which owns the context from then on.
    ///   - pacesSoftware: whether, on a software renderer, the next preview waits for ``frameWasShown()``:
    ///     drawing the window needs the same cores, so rendering at the same time would slow down both.
    ///   - slowMilliseconds: the maximum time for a frame; if one takes longer, the next frame of a drag has
    ///     a lower resolution. 33 if nil.
    ///   - restDelay: the idle time after which unused textures, and results that were not used recently, are
    ///     freed.
    ///   - readPicture: reads the pictures that filters use as textures, on the queue's thread.
    ///   - tryShader: called on the queue's thread before a shader that was made for another program is
    ///     compiled; throws if it must not be.
    ///   - deliver: called on the queue's thread.
    package init(
        pacesSoftware: Bool = false, slowMilliseconds: Double? = nil,
        restDelay: DispatchTimeInterval = .seconds(4),
        makeContext: @escaping @Sendable () throws -> any GLContext,
        readPicture: @escaping PictureReading = { try Picture(contentsOf: $0) },
        tryShader: @escaping @Sendable (ShaderFile.Text) throws -> Void = { _ in },
        deliver: @escaping @Sendable (Event) -> Void
    ) {
        screen = ScreenPacing(pacesSoftware: pacesSoftware)
        let drafts = DraftPolicy(slowMilliseconds: slowMilliseconds ?? DraftPolicy.slowMilliseconds)
        WorkerThread("render queue", qos: .userInteractive) { [inbox, screen] in
            var end: any Error = Cancelled()
            defer { inbox.end(because: end) }
            do {
                let engine = try Engine(context: try makeContext(), readPicture: readPicture)
                engine.tryShader = tryShader
                deliver(.ready(engine.device.traits))
                let worker = RenderWorker(
                    engine, inbox: inbox, screen: screen, drafts: drafts, restDelay: restDelay,
                    deliver: deliver)
                do throws(GPUError) {
                    try worker.run()
                } catch {
                    end = error
                    deliver(.lost)
                }
            } catch {
                end = error
                deliver(.unavailable(error as? GPUError ?? .noContext(reason: "\(error)")))
            }
        }
    }

    /// Requests a preview. The view's previous request is dropped if it has not begun, and stopped if it is
    /// in progress with another source or part; a newer frame of the same source does not stop it.
    package func submit(_ job: Job) { inbox.put(job) }

    /// Drops everything related to a view that will have no more jobs.
    package func end(view: Int) { inbox.end(view: view) }

    /// Replaces the filters from the next preview on; a save in progress keeps the filters with which it
    /// began.
    package func use(_ catalog: FilterCatalog) { inbox.put(catalog) }

    /// Saves a picture between previews.
    ///
    /// - Parameters:
    ///   - token: cancels the save.
    ///   - progress: called with the completed fraction, 0…1, on the queue's thread.
    ///   - completion: called once on the queue's thread, with what the file lacks; a cancelled save fails
    ///     with ``Cancelled``.
    /// - Returns: the token that cancels the save.
    @discardableResult
    package func save(
        _ request: SaveRequest, token: CancellationToken = CancellationToken(),
        progress: @escaping @Sendable (Double) -> Void = { _ in },
        completion: @escaping @Sendable (Result<[SaveRemark], any Error>) -> Void
    ) -> CancellationToken {
        save(
            { engine, shouldStop in
                try ExportJob(
                    request.picture, at: request.time, recipe: request.recipe, to: request.path,
                    options: request.options, overwrite: request.overwrite, on: engine, shouldStop: shouldStop
                )
            }, token: token, progress: progress, completion: completion)
    }

    /// Performs any kind of save between previews; see ``save(_:token:progress:completion:)``.
    ///
    /// - Parameter begin: called on the queue's thread.
    @discardableResult
    package func save(
        _ begin: @escaping SaveBeginning, token: CancellationToken = CancellationToken(),
        progress: @escaping @Sendable (Double) -> Void = { _ in },
        completion: @escaping @Sendable (Result<[SaveRemark], any Error>) -> Void
    ) -> CancellationToken {
        inbox.put(RenderInbox.Save(begin: begin, token: token, progress: progress, completion: completion))
        return token
    }

    /// Renders a thumbnail when no preview is waiting; previews requested in the meantime take precedence.
    ///
    /// - Parameters:
    ///   - token: cancels the request.
    ///   - completion: called on the queue's thread, with nil if the recipe cannot be rendered; not called if
    ///     the request was cancelled.
    package func makeThumbnail(
        _ request: Thumbnail.Request, token: CancellationToken,
        completion: @escaping @Sendable (Thumbnail?) -> Void
    ) {
        inbox.put(RenderInbox.ThumbnailJob(request: request, token: token, completion: completion))
    }

    /// Reads a pixel of a preview before the next preview is rendered.
    ///
    /// - Parameters:
    ///   - position: the position in pixels of the frame's texture, from its top left.
    ///   - completion: called on the queue's thread, with nil if the pixel cannot be read; not called if the
    ///     queue ends first.
    package func readPixel(
        of frame: Frame, at position: SIMD2<Int>, completion: @escaping @Sendable (PixelColor?) -> Void
    ) {
        inbox.put(RenderInbox.PixelRequest(frame: frame, position: position, completion: completion))
    }

    /// Blocks while a preview is in progress, but not for long.
    ///
    /// If windows are drawn on the same cores, it is better to draw after a preview than at the same time.
    package func waitForPreview(atMost limit: DispatchTimeInterval) { screen.waitForPreview(atMost: limit) }

    /// Reports that the window has drawn the newest frame.
    package func frameWasShown() { screen.frameWasShown() }

    /// Ends the thread after its current work; unfinished saves fail with ``Cancelled``.
    package func stop() { inbox.stop() }
}

/// Cancels a save from another thread.
package final class CancellationToken: Sendable {
    private let flag = Atomic(false)

    package init() {}

    package var isCancelled: Bool { flag.load(ordering: .relaxed) }

    package func cancel() {
        flag.store(true, ordering: .relaxed)
    }
}
