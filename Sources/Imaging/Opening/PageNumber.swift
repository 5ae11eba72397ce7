import Localization

/// The number of a picture within its file: a page, an animation frame, or a size of an icon.
public struct PageNumber: Sendable, Equatable, CustomStringConvertible {
    /// The number of the picture that was read, from 1 to ``count``.
    public let number: Int
    /// The number of pictures in the file; at least 1.
    public let count: Int

    /// For a file with a single picture.
    public static let single = PageNumber(1, count: 1)

    /// - Parameter count: raised to `number` if it is less.
    public init(_ number: Int, count: Int) {
        self.number = max(1, number)
        self.count = max(self.number, count)
    }

    /// A description such as “page 2 of 5”.
    public var description: String { tr("page \(number) of \(count)") }
}
