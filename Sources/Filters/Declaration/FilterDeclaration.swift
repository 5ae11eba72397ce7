/// A filter as the header of its shader file declares it.
public struct FilterDeclaration: Sendable, Hashable {
    /// The name in recipes and on the command line, in kebab-case.
    public let id: String
    /// What people read.
    public internal(set) var title: String
    /// The heading it is listed under.
    public internal(set) var group: String
    /// One sentence on what it does.
    public internal(set) var summary: String
    /// Its parameters, in the order the panel shows them.
    public internal(set) var parameters: [ParameterDeclaration]
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
    /// Other words that people search it by, in lowercase.
    package var words: [String] = []
    /// Values that show the filter's effect well; parameters not given have their defaults.
    package var sample: [String: ParameterValue] = [:]
    /// The texts of files that it includes from its own folder, by the names that it gives them.
    package var includes: [String: String] = [:]
    /// The passes that its header declares, each after those that it reads; none for a function of one pixel, and for
    /// filters with a Swift half.
    package var passes: [PassDeclaration] = []
    /// The parameters that name pictures which its passes read.
    package var textures: [String] = []
    /// Whether its passes work on premultiplied colors.
    package var isPremultiplied = false
    /// Whether it means the primaries of sRGB, such as by weights of luminance; it is given them in pictures of others, too.
    package var meansSRGB = false
    /// Whether it comes from one of the user's own files. It is never fused with other filters: its helper functions
    /// may share names with theirs.
    package var isOwn = false

    package init(
        id: String, title: String, group: String, summary: String, parameters: [ParameterDeclaration],
        makesColor: Bool, makesAlpha: Bool, readsPlace: Bool, readsTime: Bool, file: String, source: String,
        sample: [String: ParameterValue] = [:]
    ) {
        self.id = id
        self.title = title
        self.group = group
        self.summary = summary
        self.parameters = parameters
        self.makesColor = makesColor
        self.makesAlpha = makesAlpha
        self.readsPlace = readsPlace
        self.readsTime = readsTime
        self.file = file
        self.source = source
        self.sample = sample
    }

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

    /// The line of the file that declares a parameter, from 1.
    package func line(of parameter: ParameterDeclaration) -> Int? {
        let heads = ["// parameter: \(parameter.id) ", "// texture: \(parameter.id) "]
        return source.split(separator: "\n", omittingEmptySubsequences: false)
            .firstIndex { line in heads.contains { line.hasPrefix($0) } }.map { $0 + 1 }
    }

    /// What the definition of its function begins with, if it is a function of one pixel.
    package var signature: String {
        var parameters = ["vec4 color"]
        if readsPlace { parameters.append("vec2 place") }
        if readsTime { parameters.append("Time time") }
        parameters += self.parameters.map { "\($0.kind.typeName) \($0.id)" }
        return "vec4 \(functionName)(\(parameters.joined(separator: ", ")))"
    }

    /// The path that a line `#include "…"` names; nil for other lines.
    package static func included(by line: some StringProtocol) -> String? {
        guard line.hasPrefix("#include") else { return nil }
        return line.split(separator: "\"").dropFirst().first.map { String($0) }
    }

    /// The path of a file that it includes from its own folder.
    package func path(ofInclude name: String) -> String {
        let folder = file.lastIndex(of: "/").map { file[...$0] } ?? ""
        return folder + name
    }
}
