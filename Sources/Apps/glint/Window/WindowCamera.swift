import Gtk
import Imaging
import Live
import Localization

/// Shows a camera or a screen, takes pictures of it, records it and offers it to other programs.
extension Window {
    func addCamera() {
        let (actions, settings) = (context.actions, Settings.standard)
        actions.add("camera") { [weak self] in self?.camera.open() }
        actions.add("screen") { [weak self] in self?.camera.openScreen() }
        actions.add("take-picture") { [weak self] in self?.takePicture() }
        actions.addToggle("freeze", initial: false) { [weak self] in self?.camera.setPaused($0) }
        actions.addToggle("record", initial: false) { [weak self] isOn in
            isOn ? self?.camera.recording.startRecording() : self?.camera.recording.stopRecording()
        }
        actions.addToggle("pass-on", initial: false) { [weak self] in
            self?.camera.recording.setPassingOn($0)
        }
        actions.addToggle("mirror", initial: settings.isMirrored) { [weak self] in
            self?.camera.isMirrored = $0
        }
        actions.addChoice("camera-id", initial: "") { [weak self] in self?.camera.choose(camera: $0) }
        actions.addChoice("camera-mode", initial: "") { [weak self] in self?.camera.choose(mode: $0) }
        actions.addChoice("microphone", initial: settings.microphone ?? "") { settings.microphone = $0 }
        actions.addChoice("timer", initial: "\(settings.timer)") { settings.timer = Int($0) ?? 0 }
        actions.addChoice("recording-container", initial: settings.recordingContainer) {
            settings.recordingContainer = $0
        }
        pictureTimer.counted = { [weak self] in self?.cameraBar.show(secondsLeft: $0) }
        camera.happened = { [weak self] in self?.follow($0) }
        camera.recording.happened = { [weak self] in self?.follow($0) }
        enableCamera()
    }

    private func takePicture() {
        pictureTimer.start(Settings.standard.timer) { [weak self] in self?.camera.takePicture() }
    }

    private func enableCamera() {
        let isLive = camera.view != nil
        for name in [
            "take-picture", "freeze", "record", "pass-on", "mirror", "camera-id", "camera-mode", "microphone",
            "timer", "recording-container",
        ] {
            context.actions.setEnabled(name, isLive)
        }
        for name in ["save", "save-as"] where isLive { context.actions.setEnabled(name, false) }
        if !isLive { pictureTimer.stop() }
    }

    private func follow(_ event: CameraController.Event) {
        switch event {
        case .changed:
            enableCamera()
            context.actions.setState("freeze", camera.isPaused)
            cameraBar.update()
        case .paused: context.actions.setState("freeze", camera.isPaused)
        case .interrupted(let error):
            cameraNotice?.dismiss()
            cameraNotice = context.notices.warn(sentence("\(error)"))
        case .resumed:
            cameraNotice?.dismiss()
            cameraNotice = nil
        case .failed(let error, let isCamera):
            let text = sentence("\(error)")
            if editor.document == nil {
                context.pages.showError(
                    title: isCamera ? tr("No Picture From the Camera") : tr("No Picture From the Screen"),
                    text)
            } else {
                context.toasts.showFailure(text)
            }
        }
    }

    private func follow(_ event: RecordingController.Event) {
        switch event {
        case .changed:
            context.actions.setState("record", camera.recording.isRecording)
            context.actions.setState("pass-on", camera.recording.isPassingOn)
            cameraBar.showProgress()
        case .recorded(let path, let progress):
            let file = File(path: path)
            context.toasts.show(
                tr("Recorded \(file.name) (\(CameraBar.text(progress)))"), button: tr("Open _Folder"),
                seconds: 10
            ) { [weak self] in
                self.map { showInFolder(file, over: $0.context.window) }
            }
        case .failed(let text): context.toasts.showFailure(text)
        case .idle: camera.sleepIfUnseen()
        }
    }
}
