import Live
import Localization

/// The live input of a window.
@MainActor
enum LiveInput {
    case camera(CameraChoice)
    case screen(ScreenShare)

    /// The source from which the input is opened.
    var source: LiveSource {
        switch self {
        case .camera(let choice): choice.source
        case .screen(let share): .screen(share.connection, node: share.node)
        }
    }

    /// The display name.
    var name: String {
        switch self {
        case .camera(let choice): choice.camera.name
        case .screen: tr("Shared Screen")
        }
    }

    /// True if the input is a camera, whose image may be mirrored.
    var isCamera: Bool {
        if case .camera = self { true } else { false }
    }

    /// Expected frames per second.
    var rate: Double {
        switch self {
        case .camera(let choice): choice.mode?.rate?.value ?? 30
        case .screen: 30
        }
    }
}
