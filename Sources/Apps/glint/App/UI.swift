/// The program's resource paths.
enum UI {
    static let applicationID = "io.github.glintapp.Glint"
    private static let base = "/io/github/glintapp/Glint"

    /// The path of the program's objects on the bus, which GApplication derives from the application ID.
    static let busPath = base

    /// The resource path of an interface file.
    static func path(_ name: String) -> String { "\(base)/ui/\(name).ui" }
}
