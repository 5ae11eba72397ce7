import CLive
import Localization

/// An error of a camera, a microphone or an output for the filtered picture. Each description is a sentence
/// that the user can act on.
public enum LiveError: Error, Equatable, Sendable, CustomStringConvertible {
    /// GStreamer is not installed.
    case noGStreamer
    /// A part of GStreamer is not installed.
    case missing(package: String)
    /// There is no camera.
    case noCamera
    /// There is no microphone.
    case noMicrophone
    /// No camera or microphone has this name.
    case unknown(name: String, known: [String])
    /// The camera was unplugged, or is gone.
    case gone(name: String)
    /// The microphone was unplugged, or is gone.
    case noAudio(name: String)
    /// The screen is not shared any more.
    case ended(name: String)
    /// Another program uses the device.
    case busy(name: String)
    /// The device may not be used.
    case denied(name: String)
    /// The device has no supported format, or not in the requested size.
    case noFormat(name: String)
    /// The device is open, but sends nothing.
    case silent(name: String)
    /// The desktop portal refuses, or does not support the request.
    case portal(reason: String)
    /// The user was asked what to share, and chose nothing.
    case cancelled
    /// The output accepts no frames.
    case notTaken(name: String, reason: String)
    /// Any other error.
    case failed(name: String, reason: String)

    /// A sentence that the user can act on.
    public var description: String {
        switch self {
        case .noGStreamer:
            tr(
                """
                cameras need GStreamer; install the packages gstreamer1.0-plugins-base, \
                gstreamer1.0-plugins-good and gstreamer1.0-pipewire
                """)
        case .missing(let package): tr("cameras need a GStreamer plugin; install the package \(package)")
        case .noCamera:
            tr(
                """
                there is no camera; connect one, and check that PipeWire and WirePlumber are running or that \
                you have permission to read /dev/video0
                """
            )
        case .noMicrophone:
            tr("there is no microphone; connect one, and check that a sound server is running")
        case .unknown(let name, let known):
            tr("there is no \(name.quoted); available: \(listed(known.map(\.shortened)))")
        case .gone(let name):
            tr("\(name.shortened) was unplugged; its picture returns when you reconnect it")
        case .noAudio(let name):
            tr("\(name.shortened) was unplugged; its sound returns when you reconnect it")
        case .ended(let name): tr("\(name.shortened) is no longer shared; share it again")
        case .busy(let name):
            tr("\(name.shortened) is in use; close the program that uses it, or choose another one")
        case .denied(let name):
            tr("access to \(name.shortened) is denied; allow it in the system settings, under Privacy")
        case .noFormat(let name):
            tr("\(name.shortened) delivers no frames in a supported format and size; choose another size")
        case .silent(let name): tr("\(name.shortened) sends no data; unplug it and connect it again")
        case .portal(let reason): reason
        case .cancelled: tr("nothing was chosen to share")
        case .notTaken(let name, let reason):
            tr("\(name.shortened) does not accept frames: \(reason.shortened)")
        case .failed(let name, let reason): tr("\(name.shortened) does not work: \(reason.shortened)")
        }
    }

    /// - Parameter name: the display name of the device.
    init(_ failure: CLiveFailure, of name: String) {
        self =
            switch failure.kind {
            case CLIVE_NO_LIBRARY: .noGStreamer
            case CLIVE_NO_BASE_PLUGINS: .missing(package: "gstreamer1.0-plugins-base")
            case CLIVE_NO_GOOD_PLUGINS: .missing(package: "gstreamer1.0-plugins-good")
            case CLIVE_NO_PIPEWIRE_PLUGIN: .missing(package: "gstreamer1.0-pipewire")
            case CLIVE_NOT_FOUND: .gone(name: name)
            case CLIVE_BUSY: .busy(name: name)
            case CLIVE_DENIED: .denied(name: name)
            case CLIVE_NO_FORMAT: .noFormat(name: name)
            default: .failed(name: name, reason: failure.reason(ofDevice: true))
            }
    }

    /// True if it cannot change while the program runs.
    var isLasting: Bool {
        switch self {
        case .noGStreamer, .missing, .portal: true
        default: false
        }
    }
}

extension CLiveFailure {
    /// The reason in the words of this program or the system.
    ///
    /// - Parameter ofDevice: whether a device or a program failed, rather than the sound server.
    func reason(ofDevice isDevice: Bool) -> String {
        switch kind {
        case CLIVE_NO_ELEMENT:
            tr(
                """
                a GStreamer plugin is missing; install the packages gstreamer1.0-plugins-base, \
                gstreamer1.0-plugins-good and gstreamer1.0-pipewire
                """)
        case CLIVE_NOT_OPENED:
            isDevice
                ? tr("it cannot be opened; close other programs that use it, and connect it again")
                : tr("the sound server cannot be reached; check that PipeWire or PulseAudio is running")
        case CLIVE_INTERRUPTED:
            isDevice
                ? tr("its stream ended unexpectedly; connect it again")
                : tr("the sound server closed the connection; check that PipeWire or PulseAudio is running")
        case CLIVE_NOT_DECODED: tr("its stream cannot be decoded; choose another size")
        default:
            translatedFromC(
                withUnsafeBytes(of: message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
        }
    }
}
