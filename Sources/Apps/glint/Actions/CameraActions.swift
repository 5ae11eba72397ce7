import Localization

/// Cameras, screens, and where their frames go.
extension Action {
    static let camera = Action("camera", tr("Camera"), ["<Control><Shift>o"]) { $0.camera.open() }
    static let screen = Action("screen", tr("Share a Screen…")) { $0.camera.openScreen() }
    static let takePicture = Action(
        "take-picture", tr("Take a Picture"), ["space", "Return", "KP_Enter"], .afterFocus, when: \.isLive
    ) { $0.takePicture() }
    static let freeze = Action(
        "freeze", tr("Freeze the Picture"), ["p"], .afterFocus, when: \.isLive, toggle: \.camera.isPaused)
    static let record = Action(
        "record", tr("Record", context: "verb"), ["r"], .afterFocus, when: \.isLive,
        toggle: \.camera.recording.isRecording)
    static let mirror = Action("mirror", tr("Mirror"), when: \.isLive, toggle: \.camera.isMirrored)
    static let passOn = Action(
        "pass-on", tr("Virtual Camera"), when: \.isLive, toggle: \.camera.recording.isPassingOn)
    static let cameraID = Action(
        "camera-id", when: \.isLive, chosen: { $0.camera.choice?.camera.id ?? "" },
        choose: { $0.camera.choose(camera: $1) })
    static let cameraMode = Action(
        "camera-mode", when: \.isLive, chosen: { $0.camera.choice?.mode?.word ?? "" },
        choose: { $0.camera.choose(mode: $1) })
    static let microphone = Action(
        "microphone", when: \.isLive, chosen: { $0.cameraBar.microphone },
        choose: { Settings.standard.microphone = $1 })
    static let timer = Action(
        "timer", when: \.isLive, chosen: { _ in "\(Settings.standard.timer)" },
        choose: { Settings.standard.timer = Int($1) ?? 0 })
    static let recordingContainer = Action(
        "recording-container", when: \.isLive, chosen: { _ in Settings.standard.recordingContainer },
        choose: { Settings.standard.recordingContainer = $1 })

    static let cameras = [
        camera, screen, takePicture, freeze, record, mirror, passOn, cameraID, cameraMode, microphone, timer,
        recordingContainer,
    ]
}
