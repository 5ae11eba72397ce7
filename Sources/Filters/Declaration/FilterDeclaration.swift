/// A filter as declared in the header of its shader file.
public struct FilterDeclaration: Sendable, Hashable {
    /// The name in recipes and on the command line, in kebab-case; `glint:ID` for a built-in filter whose id
    /// a custom filter has.
    public internal(set) var id: String
    /// The name that is shown to the user.
    public internal(set) var title: String
    /// The heading under which it is listed.
    public internal(set) var group: String
    /// One sentence on what the filter does.
    public internal(set) var summary: String
    /// The parameters, in the order in which the panel shows them.
    public internal(set) var parameters: [ParameterDeclaration]
    /// True if a gray picture can become colored.
    public let makesColor: Bool
    /// True if an opaque picture can become partly transparent.
    public let makesAlpha: Bool
    /// True if the filter's function takes the pixel's position in the picture.
    package let readsPosition: Bool
    /// True if the result changes with the time, which is passed to the function or the passes.
    package let readsTime: Bool
    /// The path of the shader file below `Shaders/`.
    package let file: String
    /// The whole text of the shader file.
    package let source: String
    /// Additional search words, in lowercase.
    package var words: [String] = []
    /// Values that show the filter's effect well; other parameters keep their defaults.
    package var sample: [String: ParameterValue] = [:]
    /// The texts of files included from the filter's own folder, keyed by the names in the `#include` lines.
    package var includes: [String: String] = [:]
    /// The passes declared in the header, sorted so that each follows the passes that it reads; empty for
    /// point filters and for filters implemented in Swift.
    package var passes: [PassDeclaration] = []
    /// The parameters that name the pictures read by the passes.
    package var textures: [String] = []
    /// True if the passes work on premultiplied colors.
    package var isPremultiplied = false
    /// True if the filter assumes the primaries of sRGB, for example in its luminance weights; pictures with
    /// other primaries are then converted before and after it.
    package var meansSRGB = false
    /// The path of the shader file that the filter stands for; nil for all other filters.
    package var shaderPath: String?
    /// True for a custom filter from the user's files. It is never fused with other filters, since its helper
    /// functions may have the same names as theirs.
    package var isOwn = false

    package init(
        id: String, title: String, group: String, summary: String, parameters: [ParameterDeclaration],
        makesColor: Bool, makesAlpha: Bool, readsPosition: Bool, readsTime: Bool, file: String,
        source: String,
        sample: [String: ParameterValue] = [:]
    ) {
        self.id = id
        self.title = title
        self.group = group
        self.summary = summary
        self.parameters = parameters
        self.makesColor = makesColor
        self.makesAlpha = makesAlpha
        self.readsPosition = readsPosition
        self.readsTime = readsTime
        self.file = file
        self.source = source
        self.sample = sample
    }

    /// The name of a point filter's GLSL function: the id in camelCase.
    package var functionName: String {
        let words = id.withoutBuiltInPrefix.split(separator: "-")
        return words.prefix(1).joined()
            + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }

    /// The parameter with an id.
    public func parameter(_ id: String) -> ParameterDeclaration? {
        parameters.first { $0.id == id }
    }

    /// The number of the line that declares a parameter, counted from 1.
    package func line(of parameter: ParameterDeclaration) -> Int? {
        let heads = ["// parameter: \(parameter.id) ", "// texture: \(parameter.id) "]
        return source.split(separator: "\n", omittingEmptySubsequences: false)
            .firstIndex { line in heads.contains { line.hasPrefix($0) } }.map { $0 + 1 }
    }

    /// The beginning of the function's definition, if this is a point filter.
    package var signature: String {
        var parameters = ["vec4 color"]
        if readsPosition { parameters.append("vec2 place") }
        if readsTime { parameters.append("Time time") }
        parameters += self.parameters.map { "\($0.kind.typeName) \($0.id)" }
        return "vec4 \(functionName)(\(parameters.joined(separator: ", ")))"
    }

    /// The path in a line `#include "…"`; nil for other lines.
    package static func included(by line: some StringProtocol) -> String? {
        guard line.hasPrefix("#include") else { return nil }
        return line.split(separator: "\"").dropFirst().first.map { String($0) }
    }

    /// The path of a file that the filter includes from its own folder.
    package func path(ofInclude name: String) -> String {
        let folder = file.lastIndex(of: "/").map { file[...$0] } ?? ""
        return folder + name
    }
}
