import CLive
import Imaging
import Localization

/// A camera for other programs: a PipeWire source of frames, called "Glint", which browsers and meeting
/// programs list beside the other cameras.
package final class PipeWireOutput: FrameDestination {
    package let format: PlanarFormat
    private let thread: DestinationThread

    /// The name of the source in PipeWire.
    static let id = "Glint"

    /// Starts on a thread of its own.
    package init(_ frameFormat: LiveFormat) throws(LiveError) {
        format = try frameFormat.yuyv()
        thread = DestinationThread("PipeWire output") { take throws(LiveError) in
            try Self.run(frameFormat, take)
        }
    }

    private static func run(_ frameFormat: LiveFormat, _ take: DestinationThread.Take) throws(LiveError) {
        var failure = CLiveFailure()
        let source = clive_pipewire_create(
            id, Int32(frameFormat.evenWidth), Int32(frameFormat.height), Int32(frameFormat.framesPerSecond),
            &failure)
        guard let source else { throw LiveError(pipeWire: failure) }
        defer { clive_pipewire_destroy(source) }
        func check() throws(LiveError) {
            var failure = CLiveFailure()
            guard clive_pipewire_is_connected(source, &failure) else { throw LiveError(pipeWire: failure) }
        }
        while let frame = try take(check) {
            let isShown = frame.planes.withUnsafeBytes { bytes in
                clive_pipewire_show(
                    source, bytes.baseAddress, bytes.count, Int64(frame.time * 1e9),
                    Unmanaged.passRetained(frame.planes.owner).toOpaque(),
                    { owner in if let owner { Unmanaged<AnyObject>.fromOpaque(owner).release() } },
                    &failure)
            }
            guard isShown else { throw LiveError(pipeWire: failure) }
        }
    }

    package func show(_ frame: LiveFrame) { thread.show(frame) }
    package func close() { thread.close() }
    package var problem: LiveError? { thread.problem }
    package var leftOutCount: Int { thread.leftOutCount }
}

extension LiveError {
    fileprivate init(pipeWire failure: CLiveFailure) {
        let reason =
            switch failure.kind {
            case CLIVE_NO_LIBRARY: tr("it is not installed; install the packages pipewire and wireplumber")
            case CLIVE_NOT_FOUND:
                tr("it is not running; start it with systemctl --user start pipewire wireplumber")
            default: failure.reason(ofDevice: true)
            }
        self = .notTaken(name: "PipeWire", reason: reason)
    }
}
