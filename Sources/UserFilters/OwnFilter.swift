import Filters

/// A custom filter: GLSL whose first lines declare it, as described in `docs/writing-a-filter.md`.
///
///     let warm = try OwnFilter(contentsOf: "warm.glsl")
///     let renderer = try Renderer(filters: [warm])
///     let edited = try renderer.render(photo, [.exposure(stops: 0.5), warm.stage(["amount": 0.8])])
///
/// The initializer checks its header; a renderer created with it checks that it compiles, reads no farther
/// than it declares, and ends.
public struct OwnFilter: Sendable, Hashable {
    /// The contents of its header.
    public let declaration: FilterDeclaration

    /// Creates a filter from its text.
    ///
    /// - Parameters:
    ///   - source: the complete text, header and GLSL.
    ///   - name: the name used in errors, such as that of a file.
    ///   - includes: the texts for `#include "NAME"`, by name; those that come with Glint need not be given.
    /// - Throws: ``OwnFilterError`` with all errors in the header.
    public init(
        source: String, name: String = "filter.glsl", includes: [String: String] = [:]
    ) throws(OwnFilterError) {
        let reader = OwnFilterReader(includes: includes.mapValues(OwnFilterReader.unmarked))
        try self.init(reader.read(OwnFilterReader.unmarked(source), at: name))
    }

    /// Creates a filter from a file; files that it includes are in the same folder.
    ///
    /// - Parameter path: the file.
    /// - Throws: ``OwnFilterError`` if it cannot be read, or with all errors in the header.
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
    /// - Parameter parameters: values for parameters that differ from their defaults.
    public func stage(_ parameters: [String: ParameterValue] = [:]) -> Recipe.Stage {
        Recipe.Stage(declaration.id, parameters)
    }
}

/// The errors in a custom filter.
public struct OwnFilterError: Error, Sendable, Hashable, CustomStringConvertible {
    /// At least one problem, with its file and line if known.
    public let problems: [FilterProblem]

    /// A line for each problem.
    public var description: String { problems.map(\.description).joined(separator: "\n") }
}
