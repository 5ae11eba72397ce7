import Filters

/// A custom filter: GLSL whose first lines declare it, as described in `docs/writing-a-filter.md`.
///
///     let warm = try CustomFilter(contentsOf: "warm.glsl")
///     let renderer = try Renderer(filters: [warm])
///     let edited = try renderer.render(photo, [.exposure(stops: 0.5), warm.stage(["amount": 0.8])])
///
/// The initializer checks the header. A renderer created with the filter checks that it compiles, reads no
/// farther than declared, and terminates.
public struct CustomFilter: Sendable, Hashable {
    /// The filter as declared by its header.
    public let declaration: FilterDeclaration

    /// Creates a filter from its text.
    ///
    /// - Parameters:
    ///   - source: the complete text, header and GLSL.
    ///   - name: a name for errors, such as that of a file.
    ///   - includes: the texts for `#include "NAME"`, by name; Glint's own include files need not be given.
    /// - Throws: ``CustomFilterError`` with all errors in the header.
    public init(
        source: String, name: String = "filter.glsl", includes: [String: String] = [:]
    ) throws(CustomFilterError) {
        let reader = CustomFilterReader(includes: includes.mapValues(ShaderFile.unmarked))
        try self.init(reader.read(ShaderFile.unmarked(source), at: name))
    }

    /// Creates a filter from a file; included files are read from the same folder.
    ///
    /// - Parameter path: the file.
    /// - Throws: ``CustomFilterError`` if the file cannot be read, or with all errors in the header.
    public init(contentsOf path: String) throws(CustomFilterError) {
        let slash = path.lastIndex(of: "/")
        let folder = slash.map { String(path[..<$0]) } ?? "."
        let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
        try self.init(CustomFilterReader(folder: folder, builtIn: .builtIn).read(name))
    }

    private init(_ reading: CustomFilterReader.Reading) throws(CustomFilterError) {
        guard let filter = reading.filter else { throw CustomFilterError(problems: reading.problems) }
        declaration = filter
    }

    /// A stage that applies the filter.
    ///
    /// - Parameter parameters: values for parameters that differ from their defaults.
    public func stage(_ parameters: [String: ParameterValue] = [:]) -> Recipe.Stage {
        Recipe.Stage(declaration.id, parameters)
    }
}

/// The errors in a custom filter.
public struct CustomFilterError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The problems, at least one, each with its file and line if known.
    public let problems: [FilterProblem]

    /// The problems, one per line.
    public var description: String { problems.map(\.description).joined(separator: "\n") }
}
