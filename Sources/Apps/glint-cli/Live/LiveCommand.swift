import System
import Decoding
import Dispatch
import Filters
import GPU
import Imaging
import Live
import Rendering
import Synchronization
import Video
import Localization

/// `live`: continuously filters the newest frame from a camera and passes it on.
struct LiveCommand {
    private let options: LiveOptions

    init(_ options: LiveOptions) { self.options = options }

    /// How long the program waits for a frame before checking whether it should end.
    private static let pause = DispatchTimeInterval.milliseconds(100)

    func run() throws(CommandError) -> ExitStatus {
        let recipe = try FilterSet.recipe(stored: options.recipes.stages(), typed: options.stages)
        if case .file(let path) = options.destination, !options.mayReplace, PathName.exists(path) {
            throw .files("\(FileError.exists(path: path)); -y replaces it")
        }
        do {
            let camera = try options.camera.map(Camera.named) ?? Camera.first()
            let microphone = try options.microphone.map(Microphone.named)
            let mode =
                options.size.map { camera.mode(for: $0, rate: options.rate) }
                ?? camera.usualMode(rate: options.rate)
            let catalog = FilterSet.catalog
            let renderer = try Renderer(
                catalog: catalog, readPicture: { try RemotePictureDecoder.shared.picture(contentsOf: $0) })
            renderer.skipsMissingShaders = true
            try catalog.validate(recipe)
            Interruption.watch()
            var session = LiveSession(
                options, recipe: recipe, renderer: renderer, cameraRate: mode?.rate?.value)
            if let mode, let rate = options.rate, let maximum = mode.rate?.value,
                rate > maximum * LiveSession.rateTolerance
            {
                Console.note(
                    "\(camera.name.shortened) supports at most \(mode.title), so \(rate) frames per second are not available"
                )
            }
            let inbox = LiveInbox()
            let feed = CameraFeed(
                .camera(id: camera.id, name: camera.name, mode: mode, size: options.size, remote: nil),
                readsPlanes: renderer.traits.convertsPlanes
            ) {
                inbox.take($0)
            }
            defer { feed.close() }
            let sound = microphone.map {
                MicrophoneFeed(
                    $0, deliver: { inbox.capture($0) }, interrupted: { inbox.take(.interrupted($0)) })
            }
            defer { sound?.stop() }
            try session.run(inbox, pause: Self.pause)
            return .done
        } catch let error as CommandError {
            throw error
        } catch {
            throw .files("\(error)")
        }
    }
}
