import CLive
import Video
import Localization

/// A connected camera.
public struct Camera: Sendable, Hashable {
    /// The system id; stable across restarts and reconnects.
    public let id: String
    /// The display name.
    public let name: String
    /// The available sizes and rates, the largest first; empty if the camera does not report any.
    public let modes: [Mode]

    /// A size and a rate of a camera.
    public struct Mode: Sendable, Hashable {
        /// In pixels.
        public let width: Int
        /// In pixels.
        public let height: Int
        /// Frames per second; nil if the camera does not report a rate.
        public let rate: Fraction?
        /// The GStreamer media type of the frames: cameras offer large ones only as JPEG.
        let media: String

        package init(width: Int, height: Int, rate: Fraction?, media: String = "video/x-raw") {
            self.width = width
            self.height = height
            self.rate = rate
            self.media = media
        }

        /// The size and rate as display text.
        package var title: String {
            rate.map { tr("\(width) × \(height), \(short($0.value)) per second") }
                ?? tr("\(width) × \(height)")
        }
    }

    /// The connected cameras; may take a second the first time.
    public static func all() throws(LiveError) -> [Camera] {
        try DeviceList.cameras.list().devices.map(Camera.init)
    }

    /// The connected camera with this id, or else the first with this name, ignoring case.
    public static func named(_ name: String) throws(LiveError) -> Camera {
        let all = try all()
        guard !all.isEmpty else { throw .noCamera }
        guard let found = named(name, among: all) else {
            throw .unknown(name: name, known: all.map(\.name))
        }
        return found
    }

    /// The camera with this id among those given, or else the first with this name.
    package static func named(_ name: String, among cameras: [Camera]) -> Camera? {
        cameras.first { $0.id == name } ?? cameras.first { $0.name.lowercased() == name.lowercased() }
    }

    /// The cameras of a portal's connection, or those of the system's services.
    package static func all(over connection: LiveConnection?) throws(LiveError) -> [Camera] {
        try DeviceList.cameras(over: connection).devices.map(Camera.init)
    }

    /// The last list seen by an open camera's thread, without waiting; nil if they were not listed yet or are
    /// being listed.
    package static func known(over connection: LiveConnection?) -> [Camera]? {
        (connection?.cameras ?? DeviceList.cameras).known?.listed?.map(Camera.init)
    }

    /// True if it is Glint's own output.
    package var isGlint: Bool { id == PipeWireOutput.id }

    /// The default camera.
    package static func first() throws(LiveError) -> Camera {
        let all = try all()
        // Glint's own output is listed as a camera too.
        guard let camera = all.first(where: { !$0.isGlint }) ?? all.first
        else { throw .noCamera }
        return camera
    }

    package init(id: String, name: String, modes: [Mode]) {
        self.id = id
        self.name = name
        self.modes = modes
    }

    init(_ device: DeviceList.Device) {
        self.init(id: device.id, name: device.name, modes: device.modes)
    }

    /// The default mode: among those with a smooth frame rate, the one nearest to a size, with the rate
    /// nearest to a requested one.
    package func usualMode(near size: SIMD2<Int> = SIMD2(1280, 720), rate: Double? = nil) -> Mode? {
        let rate = rate ?? Self.usualRate
        func distance(_ mode: Mode) -> (Int, Double) {
            (abs(mode.width * mode.height - size.x * size.y), abs((mode.rate?.value ?? rate) - rate))
        }
        return fluent(at: rate).min { distance($0) < distance($1) }
    }

    /// The modes that are about as fast as requested, or all modes if there are none.
    private func fluent(at rate: Double) -> [Mode] {
        let fluent = modes.filter { ($0.rate?.value ?? rate) > min(rate, Self.usualRate) * 0.75 }
        return fluent.isEmpty ? modes : fluent
    }

    package static let usualRate = 30.0

    /// The mode of a size, with the rate nearest to the requested one; nil if no mode has this size.
    package func mode(width: Int, height: Int, rate: Double?) -> Mode? {
        let wanted = rate ?? Self.usualRate
        func distance(_ mode: Mode) -> Double { abs((mode.rate?.value ?? wanted) - wanted) }
        return modes.filter { $0.width == width && $0.height == height }.min { distance($0) < distance($1) }
    }

    /// The mode that needs the least scaling to a size: the size itself, else among the modes with a smooth
    /// frame rate the smallest that covers it, or the largest; nil if the camera does not report its modes.
    package func mode(for size: SIMD2<Int>, rate: Double?) -> Mode? {
        if let exact = mode(width: size.x, height: size.y, rate: rate) { return exact }
        let fluent = fluent(at: rate ?? Self.usualRate)
        func area(_ mode: Mode) -> Int { mode.width * mode.height }
        let covering = fluent.filter { $0.width >= size.x && $0.height >= size.y }.min { area($0) < area($1) }
        let nearest = covering ?? fluent.max { area($0) < area($1) }
        return nearest.flatMap { mode(width: $0.width, height: $0.height, rate: rate) }
    }
}

/// A connected microphone.
package struct Microphone: Sendable, Hashable {
    /// The system id.
    package let id: String
    /// The display name.
    package let name: String

    /// The connected microphones; may take a second the first time.
    package static func all() throws(LiveError) -> [Microphone] {
        try DeviceList.microphones.list().devices.map { Microphone(id: $0.id, name: $0.name) }
    }

    /// The connected microphones without waiting; nil if they were not listed yet.
    package static var known: [Microphone]? {
        DeviceList.microphones.known?.devices.map { Microphone(id: $0.id, name: $0.name) }
    }

    /// The connected microphone with this id, or else the first with this name, ignoring case.
    package static func named(_ name: String) throws(LiveError) -> Microphone {
        let all = try all()
        guard !all.isEmpty else { throw .noMicrophone }
        guard
            let found = all.first(where: { $0.id == name })
                ?? all.first(where: { $0.name.lowercased() == name.lowercased() })
        else { throw .unknown(name: name, known: all.map(\.name)) }
        return found
    }
}

/// A number without insignificant digits: 30, 29.97.
private func short(_ value: Double) -> String {
    spelled(value, places: (value * 100).rounded().truncatingRemainder(dividingBy: 100) == 0 ? 0 : 2)
}
