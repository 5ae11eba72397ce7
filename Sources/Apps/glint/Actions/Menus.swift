/// The sections of the menus.
extension Action {
    /// Actions on the trimmed part of a clip, which is played and saved.
    private static let trim = [setIn, setOut, goToIn, goToOut, removeTrim]

    /// The menu in the bar below a clip.
    static let clipMenu = [
        trim, [clipStart, clipEnd], [loop, mute, frameNumbers], [saveVideo, saveFrame],
    ]

    /// The main menu: actions that every session needs. All others have a button or are in the context menu
    /// of what they act on.
    static let mainMenu = [
        [newWindow, open, camera], [saveAs, export, saveTable, batch], [resetFilters],
        [preferences, shortcuts, about],
    ]

    /// A submenu of the main menu: what is shown around the picture.
    static let viewMenu = [[histogram, folder, clipping], [split, sideBySide], [fullscreen]]

    /// The picture's context menu; disabled actions are omitted.
    static let pictureMenu = [
        [play, takePicture, record, freeze],
        [undo, redo],
        [copy, paste, copyToNext, openWith, print],
        [crop, auto],
        [original, split, sideBySide, showMask],
        [export, saveFrame, saveVideo, reload, properties],
        [panel, folder, histogram, timings, fullscreen, leaveFullscreen],
    ]

    static let zoomMenu = [[fit, fill, stretch], [zoom50, zoom100, zoom200, zoom400], [zoomIn, zoomOut]]

    /// Recipes in files and on the clipboard.
    static let recipeMenu = [[openRecipe, saveRecipe, copyRecipe, saveTable]]

    /// The histogram's context menu.
    static let histogramMenu = [scopes, [clipping], [histogram, timings]]

    /// The scopes that can be shown.
    static let scopes = [valueHistogram, parade, waveform, vectorscope]
}
