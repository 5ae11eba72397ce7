import Live
import Wording

/// What a window shows live.
@MainActor
enum LiveInput {
    case camera(CameraChoice)
    case screen(ScreenShare)

    /// How it is opened.
    var source: LiveSource {
        switch self {
        case .camera(let choice): choice.source
        case .screen(let share): .screen(share.connection, node: share.node)
        }
    }

    /// What people call it.
    var name: String {
        switch self {
        case .camera(let choice): choice.camera.name
        case .screen: tr("Shared Screen")
        }
    }

    /// Whether it is a camera, which a mirror suits.
    var isCamera: Bool {
        if case .camera = self { true } else { false }
    }

    /// Frames a second that are expected.
    var rate: Double {
        switch self {
        case .camera(let choice): choice.mode?.rate?.value ?? 30
        case .screen: 30
        }
    }
}
