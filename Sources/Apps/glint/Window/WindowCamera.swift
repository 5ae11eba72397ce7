import Gtk
import Imaging
import Live
import Localization

/// Shows a camera or a screen, takes pictures of it, records it and offers it to other programs.
extension Window {
    func followCamera() {
        pictureTimer.counted = { [weak self] in self?.cameraBar.show(secondsLeft: $0) }
        camera.happened = { [weak self] in self?.follow($0) }
        camera.recording.happened = { [weak self] in self?.follow($0) }
    }

    func takePicture() {
        pictureTimer.start(Settings.standard.timer) { [weak self] in self?.camera.takePicture() }
    }

    private func follow(_ event: CameraController.Event) {
        switch event {
        case .changed:
            if !isLive { pictureTimer.stop() }
            cameraBar.update()
        case .interrupted(let error):
            cameraNotice?.dismiss()
            cameraNotice = context.notices.warn(sentence("\(error)"))
        case .resumed:
            cameraNotice?.dismiss()
            cameraNotice = nil
        case .failed(.noCamera, _): reportMissingCamera()
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

    private func reportMissingCamera() {
        let title = tr("No Camera Found")
        let text = tr(
            """
            Connect a webcam, then choose Camera in the menu again. If one is connected, another program may \
            be using it, or the system lacks a driver for it.
            """)
        if editor.document == nil {
            context.pages.showError(title: title, text)
        } else {
            MessageDialog.show(title, text, over: context.window, [.normal(tr("_Close"))])
        }
    }

    private func follow(_ event: RecordingController.Event) {
        switch event {
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
