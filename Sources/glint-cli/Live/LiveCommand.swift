import Decoding
import Dispatch
import Filters
import GPU
import Imaging
import Live
import Rendering
import Synchronization
import Video
import Wording

/// `live`: filters the newest frame of a camera, again and again, and passes it on.
struct LiveCommand {
    private let options: LiveOptions

    init(_ options: LiveOptions) { self.options = options }

    /// How long the program waits for a frame before it looks whether it is to end.
    private static let pause = DispatchTimeInterval.milliseconds(100)

    func run() throws(CommandError) -> ExitStatus {
        let recipe = Recipe(try options.recipes.stages() + options.stages)
        try FilterSet.requireWorking(in: recipe)
        if case .file(let path) = options.destination, !options.mayReplace, PathName.exists(path) {
            throw .files("\(ImagingError.exists(path: path)); -y replaces it")
        }
        do {
            let camera = try options.camera.map(Camera.named) ?? Camera.first()
            let microphone = try options.microphone.map(Microphone.named)
            let mode = try mode(of: camera)
            let catalog = FilterSet.catalog
            let renderer = try Renderer(
                catalog: catalog, readPicture: { try PictureLoader.shared.picture(contentsOf: $0) })
            try catalog.validate(recipe)
            Interruption.watch()
            var session = LiveSession(
                options, recipe: recipe, renderer: renderer, rate: mode?.rate?.value ?? options.rate ?? 30)
            let inbox = LiveInbox()
            let feed = CameraFeed(.camera(id: camera.id, name: camera.name, mode: mode, remote: nil)) {
                inbox.take($0)
            }
            defer { feed.close() }
            let sound = microphone.map {
                MicrophoneFeed($0, deliver: { inbox.hear($0) }, interrupted: { inbox.take(.interrupted($0)) })
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

    /// The camera's mode that is meant; nil where the camera does not tell what it can.
    private func mode(of camera: Camera) throws(CommandError) -> Camera.Mode? {
        guard !camera.modes.isEmpty else {
            return options.size.map { Camera.Mode(width: $0.x, height: $0.y, rate: nil) }
        }
        guard let size = options.size else { return camera.usualMode(rate: options.rate) }
        if let mode = camera.mode(width: size.x, height: size.y, rate: options.rate) { return mode }
        var seen: Set<String> = []
        let sizes = camera.modes.map { "\($0.width)x\($0.height)" }.filter { seen.insert($0).inserted }
        throw .usage(
            "\(camera.name.shortened) has no size \(size.x)x\(size.y); it has \(sizes.joined(separator: ", "))"
        )
    }
}
