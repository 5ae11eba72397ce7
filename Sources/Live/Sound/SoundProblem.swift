import CLive
import Localization

/// Why there is no sound. Each description is a sentence that the user can act on.
package enum SoundProblem: Error, Equatable, Sendable, CustomStringConvertible {
    /// The video has no audio.
    case noSound
    /// GStreamer is not installed.
    case noGStreamer
    /// A part of GStreamer is not installed.
    case missing(package: String)
    /// The audio of the video cannot be read.
    case unreadable(reason: String)
    /// The sound server, or GStreamer, refuses it.
    case refused(reason: String)
    /// The sound server accepts the audio, but does not play it.
    case standsStill

    package var description: String {
        switch self {
        case .noSound: tr("the video has no sound")
        case .noGStreamer:
            tr(
                "there is no sound: install the packages gstreamer1.0-plugins-base and gstreamer1.0-plugins-good"
            )
        case .missing(let package): tr("there is no sound: install the package \(package)")
        case .unreadable(let reason): tr("there is no sound: \(reason)")
        case .refused(let reason): tr("there is no sound: \(reason.shortened)")
        case .standsStill: tr("there is no sound: the sound server cannot play it")
        }
    }

    init(_ failure: CLiveFailure) {
        self =
            switch failure.kind {
            case CLIVE_NO_LIBRARY: .noGStreamer
            case CLIVE_NO_BASE_PLUGINS: .missing(package: "gstreamer1.0-plugins-base")
            case CLIVE_NO_GOOD_PLUGINS: .missing(package: "gstreamer1.0-plugins-good")
            case CLIVE_NOT_FOUND:
                .refused(
                    reason: tr(
                        """
                        no sound server is running, or it has no output; check that PipeWire or PulseAudio \
                        is running
                        """
                    ))
            case CLIVE_BUSY:
                .refused(reason: tr("another program has exclusive use of the output; close that program"))
            case CLIVE_DENIED:
                .refused(
                    reason: tr("access to the output is denied; check the permissions of the sound server"))
            case CLIVE_NO_FORMAT:
                .refused(reason: tr("the output does not support this audio format; choose another output"))
            default: .refused(reason: failure.reason(ofDevice: false))
            }
    }

    /// True if it cannot change while the program runs.
    var isLasting: Bool {
        switch self {
        case .noSound, .noGStreamer, .missing, .unreadable: true
        case .refused, .standsStill: false
        }
    }
}
