import CLive
import Synchronization
import Video
import Wording

/// The devices of a kind that are connected. All threads may use it.
final class DeviceList: Sendable {
    /// A device that was connected.
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

        /// Sizes and rates, the largest first; of the same ones, those with plain pixels.
        var modes: [Camera.Mode] {
            let count = clive_device_forms(pointer, nil, 0)
            let forms = [CLiveForm](unsafeUninitializedCapacity: Int(count)) { buffer, filled in
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

    /// The list of GStreamer, which one thread uses at a time.
    private struct List: @unchecked Sendable {
        let pointer: OpaquePointer
    }

    private let list: Mutex<List>

    /// The lists that were made.
    private static let all = Mutex<[Kind: DeviceList]>([:])

    /// What is listed.
    private struct Kind: Hashable {
        let devices: CLiveDeviceKind.RawValue
        let isRemote: Bool
    }

    /// The devices of a kind. The first call may take a second; the list is kept for as long as the program runs, since
    /// PipeWire 0.3 corrupts memory where what watches its devices ends.
    ///
    /// - Parameter remote: a connection to PipeWire that a portal has opened; nil for the system's own services. The first
    ///   one serves for good.
    static func of(_ kind: CLiveDeviceKind, remote: Int32? = nil) throws(LiveError) -> DeviceList {
        let key = Kind(devices: kind.rawValue, isRemote: remote != nil)
        let made = all.withLock { lists -> Result<DeviceList, LiveError> in
            if let list = lists[key] { return .success(list) }
            var failure = CLiveFailure()
            guard let list = clive_devices_create(kind, remote ?? -1, &failure) else {
                return .failure(
                    LiveError(failure, of: kind == CLIVE_CAMERAS ? tr("the camera") : tr("the microphone")))
            }
            let new = DeviceList(List(pointer: list))
            lists[key] = new
            return .success(new)
        }
        return try made.get()
    }

    /// The list of a kind if it was made before; does not wait for one that is being made.
    static func known(_ kind: CLiveDeviceKind, isRemote: Bool = false) -> DeviceList? {
        all.withLockIfAvailable { $0[Kind(devices: kind.rawValue, isRemote: isRemote)] } ?? nil
    }

    private init(_ list: sending List) { self.list = Mutex(list) }

    /// Those that are connected now.
    var devices: [Device] {
        list.withLock { list in
            _ = clive_devices_update(list.pointer)
            return (0..<clive_devices_count(list.pointer)).compactMap {
                clive_devices_at(list.pointer, $0).map(Device.init)
            }
        }
    }
}

extension Camera.Mode {
    /// What people tell modes by.
    struct Shape: Hashable {
        let width: Int
        let height: Int
        let rate: Fraction?
    }

    var shape: Shape { Shape(width: width, height: height, rate: rate) }

    /// Whether frames come as pixels, not compressed.
    var isPlain: Bool { media == "video/x-raw" }

    /// Nil for what is not read here, such as H.264.
    init?(_ form: CLiveForm) {
        let media = withUnsafeBytes(of: form.media) {
            String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        }
        guard ["video/x-raw", "image/jpeg"].contains(media), form.width > 0, form.height > 0 else {
            return nil
        }
        self.init(
            width: Int(form.width), height: Int(form.height),
            rate: form.rateNumerator > 0 && form.rateDenominator > 0
                ? Fraction(Int(form.rateNumerator), Int(form.rateDenominator)) : nil, media: media)
    }
}
