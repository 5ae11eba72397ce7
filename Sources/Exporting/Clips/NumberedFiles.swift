import System
import Glibc
import Imaging
import Video
import Localization

/// Pictures with consecutive numbers in their names, such as `shot_0001.png`, `shot_0002.png` and so on.
package struct NumberedFiles: Sendable, Equatable {
    /// The path with `%04d`, or another number of digits, in place of the number.
    package let pattern: String
    /// The paths, in the order of their numbers.
    package let paths: [String]

    /// The reason why numbered pictures cannot be read.
    package enum Problem: ErrorNamingFile {
        case none(pattern: String)
        case gap(missing: String, before: String)
        /// A later picture has transparency although the first does not.
        case alphaAppears(path: String, first: String)

        package var description: String {
            switch self {
            case .none(let pattern): tr("there is no picture \(pattern.shortened)")
            case .gap(let missing, let before):
                tr(
                    "\(missing.shortened) is missing, but \(before.shortened) exists; number the pictures without gaps"
                )
            case .alphaAppears(let path, let first):
                tr(
                    """
                    \(path.shortened) has an alpha channel, but \(first.shortened) does not; either all \
                    pictures must have one, or none
                    """
                )
            }
        }
    }

    /// True if a path stands for numbered pictures: its name contains one `%d` or `%04d`.
    package static func isPattern(_ path: String) -> Bool { Mark(in: path) != nil && !PathName.exists(path) }

    /// Finds the pictures; their numbers may begin anywhere and must follow each other without gaps.
    package init(pattern: String) throws(Problem) {
        guard let mark = Mark(in: pattern) else { throw .none(pattern: pattern) }
        let folder = PathName.folder(of: pattern)
        guard let directory = opendir(folder) else { throw .none(pattern: pattern) }
        defer { closedir(directory) }
        var numbers: [Int] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if let number = mark.number(in: name) { numbers.append(number) }
        }
        numbers.sort()
        guard let first = numbers.first else { throw .none(pattern: pattern) }
        for (index, number) in numbers.enumerated() where number != first + index {
            throw .gap(missing: mark.path(of: first + index), before: mark.path(of: number))
        }
        self.pattern = pattern
        paths = numbers.map(mark.path)
    }

    /// The position of the number in a path.
    private struct Mark {
        let before: String
        let digits: Int
        let after: String

        init?(in path: String) {
            let pieces = path.split(separator: "%", omittingEmptySubsequences: false)
            guard pieces.count == 2, let end = pieces[1].firstIndex(of: "d") else { return nil }
            let width = pieces[1][..<end]
            guard width.isEmpty || width.allSatisfy({ ("0"..."9").contains($0) }), !pieces[1].contains("/"),
                let digits = width.isEmpty ? 0 : Int(width), digits <= 12,
                width.isEmpty || width.hasPrefix("0")
            else { return nil }
            before = String(pieces[0])
            self.digits = digits
            after = String(pieces[1][pieces[1].index(after: end)...])
        }

        func path(of number: Int) -> String {
            before + padded(number, digits: digits) + after
        }

        /// The number in a file's name; nil if the name does not match.
        func number(in name: String) -> Int? {
            let start = PathName.last(of: before)
            guard name.hasPrefix(start), name.hasSuffix(after), name.count > start.count + after.count else {
                return nil
            }
            let text = name.dropFirst(start.count).dropLast(after.count)
            guard text.allSatisfy({ ("0"..."9").contains($0) }), let number = Int(text) else { return nil }
            return PathName.last(of: path(of: number)) == name ? number : nil
        }
    }
}

/// Numbered pictures as the frames of a clip.
final class PictureSequence: FrameSequence {
    private(set) var frameFormat: VideoOutputFormat
    var range: Range<Int>? { numbers }
    private let numbers: Range<Int>
    var damage: FrameDamage { FrameDamage() }

    private let files: NumberedFiles
    private let readPicture: (String) throws -> Picture
    private var position: Int
    private var first: Picture?

    init(
        _ files: NumberedFiles, rate: Fraction, range: Range<Int>,
        readPicture: @escaping (String) throws -> Picture
    ) throws {
        self.files = files
        numbers = range
        self.readPicture = readPicture
        position = range.lowerBound
        let picture = try readPicture(files.paths[range.lowerBound])
        first = picture
        frameFormat = VideoOutputFormat(picture, rate: rate)
        // Later pictures may be in color.
        frameFormat.channels = Channels(isGray: false, hasAlpha: frameFormat.channels.hasAlpha)
    }

    func next() throws -> VideoFrame? {
        guard position < numbers.upperBound else { return nil }
        let picture = try first ?? readPicture(files.paths[position])
        first = nil
        guard (picture.width, picture.height) == (frameFormat.width, frameFormat.height) else {
            throw VideoError.sizeChanges(path: files.paths[position], frame: position)
        }
        guard frameFormat.channels.hasAlpha || !picture.channels.hasAlpha else {
            throw NumberedFiles.Problem.alphaAppears(
                path: files.paths[position], first: files.paths[numbers.lowerBound])
        }
        defer { position += 1 }
        return VideoFrame(
            try picture.pixels.inSRGB(name: files.paths[position]), number: position,
            time: position - numbers.lowerBound, rate: frameFormat.frameRate)
    }
}
