import CLive
import Synchronization
import Video
import Localization

/// The connected devices of a kind. Thread-safe.
final class DeviceList: Sendable {
    /// A device at the time it was listed.
    final class Device: @unchecked Sendable {
        let pointer: OpaquePointer
        let id: String
        let name: String

        init(_ pointer: OpaquePointer) {
            self.pointer = clive_device_retain(pointer)
            id = String(cString: clive_device_id(pointer))
            name = String(cString: clive_device_name(pointer))
        }

        deinit { clive_device_release(pointer) }

        /// Sizes and rates, the largest first; of equal ones, those with uncompressed pixels.
        var modes: [Camera.Mode] {
            let count = clive_device_forms(pointer, nil, 0)
            let forms = [CLiveFormat](unsafeUninitializedCapacity: Int(count)) { buffer, filled in
                filled = Int(min(count, clive_device_forms(pointer, buffer.baseAddress, count)))
            }
            let readable = forms.compactMap(Camera.Mode.init)
            var seen: Set<Camera.Mode.Shape> = []
            let plainFirst = readable.filter(\.isPlain) + readable.filter { !$0.isPlain }
            return plainFirst.filter { seen.insert($0.shape).inserted }.sorted { first, second in
                (first.width * first.height, first.rate?.value ?? 0)
                    > (second.width * second.height, second.rate?.value ?? 0)
            }
        }
    }

    /// The C list, which one thread uses at a time.
    private struct List: @unchecked Sendable {
        let pointer: OpaquePointer

        var devices: [Device] {
            (0..<clive_devices_count(pointer)).compactMap {
                clive_devices_at(pointer, $0).map(Device.init)
            }
        }
    }

    private let list: Mutex<List>

    /// The list of a kind, which is kept once it was created: GStreamer's device monitor cannot be stopped.
    final class Holder: Sendable {
        private let kind: @Sendable () -> CLiveDeviceKind
        private let made = Mutex<DeviceList?>(nil)

        init(_ kind: @escaping @autoclosure @Sendable () -> CLiveDeviceKind) { self.kind = kind }

        /// The list. The first call may take a second.
        ///
        /// - Parameter remote: a connection to PipeWire that a portal has opened; -1 for the system's own
        ///   services.
        func list(remote: Int32 = -1) throws(LiveError) -> DeviceList {
            let list = made.withLock { made -> Result<DeviceList, LiveError> in
                if let made { return .success(made) }
                var failure = CLiveFailure()
                guard let list = clive_devices_create(kind(), remote, &failure) else {
                    return .failure(
                        LiveError(
                            failure, of: kind() == CLIVE_CAMERAS ? tr("the camera") : tr("the microphone")))
                }
                let new = DeviceList(List(pointer: list))
                made = new
                return .success(new)
            }
            return try list.get()
        }

        /// The list if it was created before; does not wait for one that is being created.
        var known: DeviceList? { made.withLockIfAvailable { $0 } ?? nil }
    }

    /// The system's cameras.
    static let cameras = Holder(CLIVE_CAMERAS)
    /// The system's microphones.
    static let microphones = Holder(CLIVE_MICROPHONES)

    /// The cameras of a connection that a portal has opened, or the system's.
    static func cameras(over connection: LiveConnection?) throws(LiveError) -> DeviceList {
        guard let connection else { return try cameras.list() }
        return try connection.cameras.list(remote: connection.descriptor)
    }

    private init(_ list: sending List) { self.list = Mutex(list) }

    deinit { list.withLock { clive_devices_destroy($0.pointer) } }

    /// True if the PipeWire instance of a portal's connection has ended.
    var isLost: Bool { list.withLock { clive_devices_is_lost($0.pointer) } }

    /// The currently connected devices; may have to connect to PipeWire, which can take a second.
    var devices: [Device] {
        list.withLock { list in
            _ = clive_devices_update(list.pointer)
            return list.devices
        }
    }

    /// The devices of the last listing, without waiting; nil while a thread is listing them.
    var listed: [Device]? { list.withLockIfAvailable { $0.devices } }
}

extension Camera.Mode {
    /// The properties that distinguish modes for users.
    struct Shape: Hashable {
        let width: Int
        let height: Int
        let rate: Fraction?
    }

    var shape: Shape { Shape(width: width, height: height, rate: rate) }

    /// True if frames are uncompressed.
    var isPlain: Bool { media == "video/x-raw" }

    /// Nil for unsupported formats, such as H.264.
    init?(_ frameFormat: CLiveFormat) {
        let media = withUnsafeBytes(of: frameFormat.media) {
            String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        }
        guard ["video/x-raw", "image/jpeg"].contains(media), frameFormat.width > 0, frameFormat.height > 0
        else {
            return nil
        }
        self.init(
            width: Int(frameFormat.width), height: Int(frameFormat.height),
            rate: frameFormat.rateNumerator > 0 && frameFormat.rateDenominator > 0
                ? Fraction(Int(frameFormat.rateNumerator), Int(frameFormat.rateDenominator)) : nil,
            media: media)
    }
}
