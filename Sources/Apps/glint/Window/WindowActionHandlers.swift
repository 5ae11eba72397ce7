@preconcurrency import CAdwaita
import Filters
import Gtk
import Rendering
import Localization

/// The handlers of a window's actions.
extension Window {
    func addActions() {
        let actions = context.actions
        actions.add("open") { [weak self] in self?.opener.choose() }
        actions.add("paste") { [weak self] in self?.paste() }
        actions.add("reload") { [weak self] in self?.opener.reload() }
        actions.add("save") { [weak self] in self?.saving.save() }
        actions.add("save-as") { [weak self] in self?.saving.saveAs() }
        actions.add("export") { [weak self] in self?.saving.export() }
        actions.add("save-video") { [weak self] in self?.saving.saveVideo() }
        actions.add("save-frame") { [weak self] in self?.saving.savePicture() }
        actions.add("copy") { [weak self] in self?.sharing.copy() }
        actions.add("open-with") { [weak self] in self?.sharing.openWith() }
        actions.add("print") { [weak self] in self?.sharing.printPicture() }
        actions.add("open-recipe") { [weak self] in self?.recipes.open() }
        actions.add("save-recipe") { [weak self] in self?.recipes.save() }
        actions.add("copy-recipe") { [weak self] in self?.recipes.copy() }
        actions.add("presets") { [weak self] in
            self?.context.actions.change("panel", to: true)
            self?.presets.open()
        }
        actions.add("batch") { [weak self] in
            self?.playback.pause()
            self?.filterSeveral()
        }
        actions.add("save-preset") { [weak self] in self?.presets.save() }
        actions.add("properties") { [weak self] in
            guard let self, let document = editor.document else { return }
            PropertiesWindow.show(document.properties, over: context.window)
        }
        actions.addToggle("folder", initial: Settings.standard.showsFolder) { [weak self] in
            Settings.standard.showsFolder = $0
            self?.folderBar.setStripShown($0)
        }
        actions.add("previous") { [weak self] in self?.opener.step(by: -1) }
        actions.add("next") { [weak self] in self?.opener.step(by: 1) }
        actions.add("previous-page") { [weak self] in self?.pageBar.turn(by: -1) }
        actions.add("next-page") { [weak self] in self?.pageBar.turn(by: 1) }
        actions.add("copy-to-next") { [weak self] in
            guard let self else { return }
            playback.pause()
            opener.step(by: 1, copying: editor.recipe)
        }
        actions.add("crop") { [weak self] in
            guard let cropping = self?.cropping else { return }
            cropping.isActive ? cropping.end() : cropping.begin()
        }
        actions.add("auto") { [weak self] in self?.panel.adjust.toggleAuto() }
        actions.add("pick-gray") { [weak self] in self?.panel.adjust.togglePick() }
        actions.add("undo") { [weak self] in self?.editor.undo() }
        actions.add("redo") { [weak self] in self?.editor.redo() }
        actions.add("reset-filters") { [weak self] in self?.editor.resetFilters() }
        actions.addChoice("view", initial: PictureFit.fit.rawValue) { [weak self] choice in
            if let fit = PictureFit(rawValue: choice) { self?.canvas?.zoom = .fitted(fit) }
        }
        actions.add("zoom-in") { [weak self] in self?.canvas?.zoomIn() }
        actions.add("zoom-out") { [weak self] in self?.canvas?.zoomOut() }
        actions.add("zoom-fit") { [weak self] in
            self?.context.actions.change("view", to: PictureFit.fit.rawValue)
        }
        actions.add("zoom-50") { [weak self] in self?.canvas?.zoom(to: 0.5) }
        actions.add("zoom-100") { [weak self] in self?.canvas?.zoom(to: 1) }
        actions.add("zoom-200") { [weak self] in self?.canvas?.zoom(to: 2) }
        actions.add("zoom-400") { [weak self] in self?.canvas?.zoom(to: 4) }
        for (name, direction) in [
            ("left", SIMD2(1.0, 0)), ("right", SIMD2(-1.0, 0)), ("up", SIMD2(0.0, 1)),
            ("down", SIMD2(0.0, -1)),
        ] {
            actions.add("pan-\(name)") { [weak self] in self?.canvas?.panStep(direction) }
        }
        actions.add("add-filter") { [weak self] in
            self?.context.actions.change("panel", to: true)
            self?.panel.openChooser()
        }
        saving.update()
        addComparison()
        actions.addToggle("show-mask", initial: false) { [weak self] in self?.setMaskShown($0) }
        addPlaying()
        addCamera()
        actions.addToggle("panel", initial: true) { [weak self] in self?.setPanelShown($0) }
        actions.addToggle("histogram", initial: Settings.standard.showsHistogram) { [weak self] in
            Settings.standard.showsHistogram = $0
            self?.setHistogramShown($0)
        }
        addScopes()
        actions.addToggle("timings", initial: false) { [weak self] in self?.setTimingsShown($0) }
        addFullscreen()
        actions.add("preferences") { [weak self] in
            guard let self else { return }
            PreferencesWindow.show(over: context.window, setSurround: context.application.setSurround)
        }
        actions.add("close") { [weak self] in self.map { gtk_window_close($0.context.window.pointer()) } }
    }

    private func paste() {
        Clipboard(of: context.window).read { [weak self] transfer in
            guard let self else { return }
            switch transfer {
            case .text(let text)?:
                let files = File.files(inText: text)
                if !files.isEmpty {
                    opener.open(files.map { .file($0) })
                } else if !recipes.paste(text, orElse: videoPresets.paste) {
                    nothingToPaste()
                }
            case let pictures?: opener.open(DocumentSource.sources(of: pictures))
            case nil: nothingToPaste()
            }
        }
    }

    private func nothingToPaste() {
        context.toasts.showFailure(tr("There is no picture and no recipe to paste."))
    }
}
