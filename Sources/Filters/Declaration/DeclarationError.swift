/// A mistake in the header of a filter's file.
public struct DeclarationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file's path.
    public let file: String
    /// The line number, counted from 1.
    public let line: Int
    /// A description of the mistake.
    public let message: String

    /// The file, the line and the description.
    public var description: String { "\(file):\(line): \(message)" }

    package init(file: String, line: Int, message: String) {
        self.file = file
        self.line = line
        self.message = message
    }
}

/// All mistakes in the header of a filter's file, in the order of their lines.
package struct DeclarationErrors: Error, Sendable, Hashable, CustomStringConvertible {
    package let errors: [DeclarationError]

    package init(_ errors: [DeclarationError]) {
        self.errors = errors
    }

    package var description: String { errors.map(\.description).joined(separator: "\n") }
}
