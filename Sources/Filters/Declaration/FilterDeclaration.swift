/// A filter as the header of its shader file declares it.
public struct FilterDeclaration: Sendable, Hashable {
    /// The name in recipes and on the command line, in kebab-case.
    public let id: String
    /// What people read.
    public let title: String
    /// The heading it is listed under.
    public let group: String
    /// One sentence on what it does.
    public let summary: String
    /// Its parameters, in the order the panel shows them.
    public let parameters: [ParameterDeclaration]
    /// Whether a gray picture can become colored.
    public let makesColor: Bool
    /// Whether an opaque picture can become partly transparent.
    public let makesAlpha: Bool
    /// Whether its function takes the pixel's position in the picture.
    package let readsPlace: Bool
    /// Whether its result changes with the time, which its function or its passes are given.
    package let readsTime: Bool
    /// The path of its shader below `Shaders/`.
    package let file: String
    /// The whole text of its shader file.
    package let source: String
    /// Values that show the filter's effect well; parameters not given have their defaults.
    package var sample: [String: ParameterValue] = [:]
    /// Whether it comes from one of the user's own files. It is never fused with other filters: its helper functions
    /// may share names with theirs.
    package var isOwn = false

    /// The name of a point filter's function in GLSL: the id in camelCase.
    package var functionName: String {
        let words = id.split(separator: "-")
        return words.prefix(1).joined()
            + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }

    /// The parameter of this id.
    public func parameter(_ id: String) -> ParameterDeclaration? {
        parameters.first { $0.id == id }
    }
}
