import Wording

/// Which of the pictures in a file this is: of the pages, the frames of an animation, or the sizes of an icon.
public struct PageNumber: Sendable, Equatable, CustomStringConvertible {
    /// The one that was read, from 1 to ``count``.
    public let number: Int
    /// How many there are; 1 or more.
    public let count: Int

    /// The only picture of its file.
    public static let single = PageNumber(1, count: 1)

    /// - Parameter count: taken as at least as many as `number`.
    public init(_ number: Int, count: Int) {
        self.number = max(1, number)
        self.count = max(self.number, count)
    }

    /// Both in words: page 2 of 5.
    public var description: String { tr("page \(number) of \(count)") }
}
