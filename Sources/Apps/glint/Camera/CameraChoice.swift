import Live
import Localization

/// The open camera and its mode.
struct CameraChoice: Sendable {
    /// The cameras that were available.
    let cameras: [Camera]
    let camera: Camera
    let mode: Camera.Mode?
    /// A portal's connection to PipeWire; nil if the system's services are used.
    let connection: LiveConnection?

    /// Finds the cameras and selects one; slow, may be called on any thread.
    ///
    /// - Parameters:
    ///   - name: the requested name or id; nil for the remembered camera, else the first.
    ///   - rememberedID: the camera that was open last.
    ///   - usualSize: the default size if none was chosen.
    init(
        named name: String?, rememberedID: String?, usualSize: SIMD2<Int>, over connection: LiveConnection?
    ) throws(LiveError) {
        let cameras = try Camera.all(over: connection)
        guard let first = cameras.first(where: { !$0.isGlint }) else { throw .noCamera }
        if let name, !name.isEmpty {
            guard let found = Camera.named(name, among: cameras) else {
                throw .unknown(name: name, known: cameras.map(\.name))
            }
            camera = found
        } else {
            camera = cameras.first { $0.id == rememberedID } ?? first
        }
        self.cameras = cameras.filter { !$0.isGlint }
        self.connection = connection
        mode = camera.usualMode(near: usualSize)
    }

    private init(_ cameras: [Camera], _ camera: Camera, _ mode: Camera.Mode?, _ connection: LiveConnection?) {
        self.cameras = cameras
        self.camera = camera
        self.mode = mode
        self.connection = connection
    }

    /// The same camera in the mode with this ``Camera/Mode/word``, if the camera has that mode.
    func with(mode word: String?) -> CameraChoice {
        CameraChoice(cameras, camera, camera.modes.first { $0.word == word } ?? mode, connection)
    }

    /// The same camera over another connection.
    func over(_ connection: LiveConnection?) -> CameraChoice {
        CameraChoice(cameras, camera, mode, connection)
    }

    /// The same camera in the current list of cameras, which includes it even while it is unplugged.
    func withCamerasOfNow() -> CameraChoice {
        guard let found = Camera.known(over: connection)?.filter({ !$0.isGlint }) else { return self }
        let all = found.contains { $0.id == camera.id } ? found : [camera] + found
        return CameraChoice(all, camera, mode, connection)
    }

    var source: LiveSource {
        .camera(id: camera.id, name: camera.name, mode: mode, remote: connection)
    }
}

extension Camera.Mode {
    /// The mode as a string for settings and actions, such as 1280x720@30.
    var word: String { "\(width)x\(height)" + (rate.map { "@\($0)" } ?? "") }
}
