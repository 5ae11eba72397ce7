import Gtk

/// The request made by one launch of the program. A running instance handles many launches; each request
/// applies only to the windows of its launch.
@MainActor
struct Launch {
    /// The pictures to open in one window; if there are none, an empty window opens.
    var pictures: [DocumentSource] = []
    /// True if each picture gets its own window.
    var opensWindows = false
    /// The recipe with which to open the pictures.
    var recipe: File?
    /// The live input of the empty window, if any.
    var live: Live?

    enum Live {
        /// The camera with this name; if empty, the one used last.
        case camera(String)
        case screen
    }
}

extension Launch {
    /// Parses a command line, from this or another process.
    init(_ line: ApplicationCommandLine) {
        recipe = line.file("recipe")
        opensWindows = line.options.isGiven("new-window")
        live =
            line.options.text("camera").map { .camera($0) }
            ?? (line.options.isGiven("screen") ? .screen : nil)
        pictures = line.files(besides: StandardInput.word).compactMap { file in
            file.map { .file($0) }
                ?? line.standardInput().map { .handed(ForwardedPicture(descriptor: $0)) }
        }
    }

    /// Adds the options of a launch to the program's options.
    static func addOptions(to options: CommandLineOptions) {
        options.setSummary("Apply filters to pictures in real time on the GPU.", parameters: "[FILE…]")
        options.add("version", "Print the version")
        options.addFile("recipe", "Open the pictures with the recipe in FILE", placeholder: "FILE")
        options.addText(
            "camera", "Show the camera with this name or id; without NAME, the last one used",
            placeholder: "NAME")
        options.add("screen", "Show a screen or a window of your choice")
        options.add("new-window", "Open each FILE in its own window, rather than all in one")
        options.add("new-instance", "Open the windows in a separate process")
        options.addOperands()
    }
}
