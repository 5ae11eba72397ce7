import Localization

/// Opening, saving and passing on, and the folder and pages of a picture.
extension Action {
    static let open = Action("open", tr("Open…"), ["<Control>o"], when: \.canOpen) { $0.opener.choose() }
    static let paste = Action("paste", tr("Paste"), ["<Control>v"], .afterFocus, when: \.canOpen) {
        $0.paste()
    }
    static let reload = Action("reload", tr("Reload From Disk"), ["F5"], when: \.hasFile) {
        $0.opener.reload()
    }
    static let save = Action("save", tr("Save"), ["<Control>s"], when: \.canSave) { $0.saving.save() }
    static let saveAs = Action("save-as", tr("Save As…"), ["<Control><Shift>s"], when: \.canSave) {
        $0.saving.saveAs()
    }
    // In text fields, Ctrl+Shift+E enters a hexadecimal digit of a Unicode code point.
    static let export = Action("export", tr("Export…"), ["<Control><Shift>e"], .afterFocus, when: \.canSave) {
        $0.saving.export()
    }
    static let copy = Action("copy", tr("Copy Picture"), ["<Control>c"], .afterFocus, when: \.hasPicture) {
        $0.sharing.copy()
    }
    static let openWith = Action("open-with", tr("Open With…"), ["<Control>Return"], when: \.hasStill) {
        $0.sharing.openWith()
    }
    static let print = Action("print", tr("Print…"), ["<Control><Shift>p"], when: \.hasStill) {
        $0.sharing.printPicture()
    }
    static let previous = Action(
        "previous", tr("Previous Picture"), ["Page_Up", backward], .overPicture, when: \.isInFolder
    ) { $0.opener.step(by: -1) }
    static let next = Action(
        "next", tr("Next Picture"), ["Page_Down", forward], .overPicture, when: \.isInFolder
    ) { $0.opener.step(by: 1) }
    static let copyToNext = Action(
        "copy-to-next", tr("Copy Edits to the Next Picture"), ["<Control><Shift>\(forward)"], .afterFocus,
        when: \.isInFolder
    ) { $0.copyEditsToNext() }
    static let previousPage = Action(
        "previous-page", tr("Previous Page"), ["<Control>Page_Up"], when: \.hasPageBefore
    ) { $0.pageBar.turn(by: -1) }
    static let nextPage = Action(
        "next-page", tr("Next Page"), ["<Control>Page_Down"], when: \.hasPageAfter
    ) { $0.pageBar.turn(by: 1) }
    static let batch = Action("batch", tr("Filter Several Pictures…"), ["<Control>b"]) { $0.filterSeveral() }
    static let properties = Action("properties", tr("Properties"), ["<Alt>Return"], when: \.hasPicture) {
        if let document = $0.editor.document {
            PropertiesWindow.show(document.properties, over: $0.context.window)
        }
    }

    static let pictures = [
        open, save, saveAs, export, copy, openWith, print, paste, reload, batch, properties,
    ]

    static let folders = [previous, next, copyToNext, previousPage, nextPage]
}
