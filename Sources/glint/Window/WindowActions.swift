@preconcurrency import CAdwaita
import Filters
import Gtk
import Rendering

/// What the actions of a window do.
extension Window {
    func addActions() {
        actions.add("open") { [weak self] in self?.chooseFile() }
        actions.add("paste") { [weak self] in self?.paste() }
        actions.add("reload") { [weak self] in self?.reload() }
        actions.add("save") { [weak self] in self?.save() }
        actions.add("save-as") { [weak self] in self?.saveAs() }
        actions.add("copy") { [weak self] in self?.copyPicture() }
        actions.add("open-recipe") { [weak self] in self?.chooseRecipe() }
        actions.add("save-recipe") { [weak self] in self?.saveRecipe() }
        actions.add("copy-recipe") { [weak self] in self?.copyRecipe() }
        actions.add("presets") { [weak self] in
            self?.actions.change("panel", to: true)
            self?.presets.open()
        }
        actions.add("batch") { [weak self] in
            self?.playback.pause()
            self?.filterSeveral()
        }
        actions.add("save-preset") { [weak self] in self?.savePreset() }
        actions.add("previous") { [weak self] in self?.step(by: -1) }
        actions.add("next") { [weak self] in self?.step(by: 1) }
        actions.add("copy-to-next") { [weak self] in
            self?.playback.pause()
            self?.copyToNext()
        }
        actions.add("undo") { [weak self] in self?.undo() }
        actions.add("redo") { [weak self] in self?.redo() }
        actions.add("reset-filters") { [weak self] in self?.resetFilters() }
        actions.addChoice("view", initial: PictureFit.fit.rawValue) { [weak self] choice in
            if let fit = PictureFit(rawValue: choice) { self?.canvas?.zoom = .fitted(fit) }
        }
        actions.add("zoom-in") { [weak self] in self?.canvas?.zoomIn() }
        actions.add("zoom-out") { [weak self] in self?.canvas?.zoomOut() }
        actions.add("zoom-fit") { [weak self] in self?.actions.change("view", to: PictureFit.fit.rawValue) }
        actions.add("zoom-100") { [weak self] in self?.canvas?.zoom(to: 1) }
        actions.add("zoom-200") { [weak self] in self?.canvas?.zoom(to: 2) }
        for (name, direction) in [
            ("left", SIMD2(1.0, 0)), ("right", SIMD2(-1.0, 0)), ("up", SIMD2(0.0, 1)),
            ("down", SIMD2(0.0, -1)),
        ] {
            actions.add("pan-\(name)") { [weak self] in self?.canvas?.panStep(direction) }
        }
        actions.add("add-filter") { [weak self] in
            self?.actions.change("panel", to: true)
            self?.panel.openChooser()
        }
        addComparison()
        actions.addToggle("panel", initial: true) { [weak self] in self?.setPanelShown($0) }
        actions.addToggle("histogram", initial: Settings.standard.showsHistogram) { [weak self] in
            Settings.standard.showsHistogram = $0
            self?.setHistogramShown($0)
        }
        actions.addToggle("timings", initial: false) { [weak self] in self?.setTimingsShown($0) }
        actions.add("fullscreen") { [weak self] in self?.toggleFullscreen() }
        actions.add("leave-fullscreen") { [weak self] in
            self.map { gtk_window_unfullscreen($0.window.pointer()) }
        }
        actions.setEnabled("leave-fullscreen", false)
        actions.add("close") { [weak self] in self.map { gtk_window_close($0.window.pointer()) } }
    }

    private func toggleFullscreen() {
        if gtk_window_is_fullscreen(window.pointer()) != 0 {
            gtk_window_unfullscreen(window.pointer())
        } else {
            gtk_window_fullscreen(window.pointer())
        }
    }

    /// Returns whether the window stays open, to ask about unsaved edits.
    func keepsOpen() -> Bool {
        if saveBar.isActive {
            // A requested save finishes out of sight; if it fails, the window comes back.
            closesAfterSave = true
            gtk_widget_set_visible(window.widget, 0)
            return true
        }
        guard !mayClose, document?.isEdited == true else {
            keeper.flush()
            canvas?.close()
            comparison?.close()
            application.remove(self)
            return false
        }
        askAboutEdits(before: "closing") { [weak self] discards in
            self?.close(discarding: discards ? self?.document?.recipe : nil)
        }
        return true
    }

    /// Closes the window.
    ///
    /// - Parameter discarded: the edits that may be discarded without asking again.
    func close(discarding discarded: Recipe?) {
        if let discarded, discarded == document?.recipe {
            discardEdits()
            mayClose = true
        }
        gtk_window_close(window.pointer())
    }

    /// Closes a window that was waiting for its save, or brings it back if the save failed.
    func saveEnded(_ isDone: Bool) {
        guard closesAfterSave else { return }
        closesAfterSave = false
        isDone ? gtk_window_close(window.pointer()) : present()
    }

    /// Asks whether to save or discard the edits, and continues unless cancelled. Changes made during the save are
    /// asked about in turn.
    ///
    /// - Parameter goOn: told whether to discard the edits, which it must do itself.
    func askAboutEdits(
        before deed: String, unless isKnown: Bool = false, goOn: @escaping @MainActor (Bool) -> Void
    ) {
        guard let document, document.isEdited, !isKnown else { return goOn(false) }
        present()
        guard !isAskingAboutEdits else { return }
        isAskingAboutEdits = true
        MessageDialog.show(
            "Save Changes?",
            keepsEdits
                ? "The changes to “\(document.name)” are in no picture file yet. Discarded, they can be brought "
                    + "back when it is opened again."
                : "The changes to “\(document.name)” are in no file yet. If you do not save them, \(deed) loses them.",
            over: window,
            [
                .normal("Cancel") { [weak self] in self?.isAskingAboutEdits = false },
                .destructive("Discard") { [weak self] in
                    self?.isAskingAboutEdits = false
                    goOn(true)
                },
                .suggested("Save") { [weak self] in
                    self?.isAskingAboutEdits = false
                    self?.save { self?.askAboutEdits(before: deed, goOn: goOn) }
                },
            ])
    }
}
