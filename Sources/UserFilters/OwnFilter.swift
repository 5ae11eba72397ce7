import Filters

/// A filter of your own: GLSL whose first lines declare it, as `docs/writing-a-filter.md` tells.
///
///     let warm = try OwnFilter(contentsOf: "warm.glsl")
///     let renderer = try Renderer(filters: [warm])
///     let edited = try renderer.render(photo, [.exposure(stops: 0.5), warm.stage(["amount": 0.8])])
///
/// Its header is checked when it is made; that it compiles, reads no farther than it says, and ends, when a renderer
/// takes it.
public struct OwnFilter: Sendable, Hashable {
    /// What its header says.
    public let declaration: FilterDeclaration

    /// A filter from its text.
    ///
    /// - Parameters:
    ///   - source: the whole text, header and GLSL.
    ///   - name: what errors call the text, such as the name of a file.
    ///   - includes: the texts that `#include "NAME"` takes in, by these names; those that come with Glint need not be
    ///     given.
    /// - Throws: ``OwnFilterError`` with all that is wrong with the header.
    public init(
        source: String, name: String = "filter.glsl", includes: [String: String] = [:]
    ) throws(OwnFilterError) {
        let reader = OwnFilterReader(includes: includes.mapValues(OwnFilterReader.unmarked))
        try self.init(reader.read(OwnFilterReader.unmarked(source), at: name))
    }

    /// A filter from a file; files that it includes lie in the same folder.
    ///
    /// - Parameter path: the file.
    /// - Throws: ``OwnFilterError`` if it cannot be read, or with all that is wrong with the header.
    public init(contentsOf path: String) throws(OwnFilterError) {
        let slash = path.lastIndex(of: "/")
        let folder = slash.map { String(path[..<$0]) } ?? "."
        let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
        try self.init(OwnFilterReader(folder: folder, builtIn: .builtIn).read(name))
    }

    private init(_ reading: OwnFilterReader.Reading) throws(OwnFilterError) {
        guard let filter = reading.filter else { throw OwnFilterError(problems: reading.problems) }
        declaration = filter
    }

    /// A stage with the filter.
    ///
    /// - Parameter parameters: those that shall not have their defaults.
    public func stage(_ parameters: [String: ParameterValue] = [:]) -> Recipe.Stage {
        Recipe.Stage(declaration.id, parameters)
    }
}

/// What is wrong with a filter of your own.
public struct OwnFilterError: Error, Sendable, Hashable, CustomStringConvertible {
    /// At least one mistake, with its file and line where they are known.
    public let problems: [FilterProblem]

    /// A line for each mistake.
    public var description: String { problems.map(\.description).joined(separator: "\n") }
}
