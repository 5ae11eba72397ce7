import CLive
import Video
import Wording

/// A camera that is connected.
public struct Camera: Sendable, Hashable {
    /// What the system calls it; the same after a restart and when it is connected again.
    public let id: String
    /// What people call it.
    public let name: String
    /// The sizes and rates that it offers, the largest first; empty where it does not tell.
    public let modes: [Mode]

    /// A size and a rate that a camera offers.
    public struct Mode: Sendable, Hashable {
        /// In pixels.
        public let width: Int
        /// In pixels.
        public let height: Int
        /// Frames a second; nil where the camera does not tell.
        public let rate: Fraction?
        /// What frames come as, in GStreamer's words: cameras offer large ones as JPEG only.
        let media: String

        package init(width: Int, height: Int, rate: Fraction?, media: String = "video/x-raw") {
            self.width = width
            self.height = height
            self.rate = rate
            self.media = media
        }

        /// The size and rate as people write them.
        package var title: String {
            rate.map { tr("\(width) × \(height), \(short($0.value)) a second") } ?? tr("\(width) × \(height)")
        }
    }

    /// The cameras that are connected; may take a second the first time.
    public static func all() throws(LiveError) -> [Camera] {
        try DeviceList.cameras.list().devices.map(Camera.init)
    }

    /// Of the connected cameras the one with this id, or else the first with this name, in any case of letters.
    public static func named(_ name: String) throws(LiveError) -> Camera {
        let all = try all()
        guard !all.isEmpty else { throw .noCamera }
        guard let found = named(name, among: all) else {
            throw .unknown(name: name, known: all.map(\.name))
        }
        return found
    }

    /// Of these cameras the one with this id, or else the first with this name.
    package static func named(_ name: String, among cameras: [Camera]) -> Camera? {
        cameras.first { $0.id == name } ?? cameras.first { $0.name.lowercased() == name.lowercased() }
    }

    /// The cameras that a portal has opened a connection to, or those of the system's services.
    package static func all(over connection: LiveConnection?) throws(LiveError) -> [Camera] {
        try DeviceList.cameras(over: connection).devices.map(Camera.init)
    }

    /// Those that an open camera's thread has seen last, at once; nil where nobody has looked for them yet, or looks now.
    package static func known(over connection: LiveConnection?) -> [Camera]? {
        (connection?.cameras ?? DeviceList.cameras).known?.listed?.map(Camera.init)
    }

    /// Whether it is what Glint passes on itself.
    package var isGlint: Bool { id == PipeWireOutput.id }

    /// The camera that is used where nobody chose one.
    package static func first() throws(LiveError) -> Camera {
        let all = try all()
        // What Glint passes on is a camera, too.
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

    /// The mode that is used where nobody chose one: of those that are fluent, the one nearest to a size, and of its rates
    /// the nearest to a wanted one.
    package func usualMode(near size: SIMD2<Int> = SIMD2(1280, 720), rate: Double? = nil) -> Mode? {
        let rate = rate ?? Self.usualRate
        func distance(_ mode: Mode) -> (Int, Double) {
            (abs(mode.width * mode.height - size.x * size.y), abs((mode.rate?.value ?? rate) - rate))
        }
        return fluent(at: rate).min { distance($0) < distance($1) }
    }

    /// The modes that are about as fast as wanted, or all where none is.
    private func fluent(at rate: Double) -> [Mode] {
        let fluent = modes.filter { ($0.rate?.value ?? rate) > min(rate, Self.usualRate) * 0.75 }
        return fluent.isEmpty ? modes : fluent
    }

    package static let usualRate = 30.0

    /// The mode of a size, with the rate nearest to the wanted one; nil where there is none of it.
    package func mode(width: Int, height: Int, rate: Double?) -> Mode? {
        let wanted = rate ?? Self.usualRate
        func distance(_ mode: Mode) -> Double { abs((mode.rate?.value ?? wanted) - wanted) }
        return modes.filter { $0.width == width && $0.height == height }.min { distance($0) < distance($1) }
    }

    /// The mode whose frames become those of a size by the least scaling: that size, or else of the modes that are fluent the
    /// smallest that covers it, or the largest; nil where the camera does not tell what it offers.
    package func mode(for size: SIMD2<Int>, rate: Double?) -> Mode? {
        if let exact = mode(width: size.x, height: size.y, rate: rate) { return exact }
        let fluent = fluent(at: rate ?? Self.usualRate)
        func area(_ mode: Mode) -> Int { mode.width * mode.height }
        let covering = fluent.filter { $0.width >= size.x && $0.height >= size.y }.min { area($0) < area($1) }
        let nearest = covering ?? fluent.max { area($0) < area($1) }
        return nearest.flatMap { mode(width: $0.width, height: $0.height, rate: rate) }
    }
}

/// A microphone that is connected.
package struct Microphone: Sendable, Hashable {
    /// What the system calls it.
    package let id: String
    /// What people call it.
    package let name: String

    /// The microphones that are connected; may take a second the first time.
    package static func all() throws(LiveError) -> [Microphone] {
        try DeviceList.microphones.list().devices.map { Microphone(id: $0.id, name: $0.name) }
    }

    /// The same at once; nil where they were not looked for yet.
    package static var known: [Microphone]? {
        DeviceList.microphones.known?.devices.map { Microphone(id: $0.id, name: $0.name) }
    }

    /// Of the connected microphones the one with this id, or else the first with this name, in any case of letters.
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

/// A number without digits that say nothing: 30, 29.97.
private func short(_ value: Double) -> String {
    spelled(value, places: (value * 100).rounded().truncatingRemainder(dividingBy: 100) == 0 ? 0 : 2)
}
