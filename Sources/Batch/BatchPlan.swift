@preconcurrency import Glibc
import Imaging
import Wording

/// The output of each of several pictures, checked before any of them is read.
package struct BatchPlan: Sendable {
    /// A picture to be made.
    package struct Job: Sendable, Hashable {
        package let input: String
        package let output: String
    }

    /// What to do if several pictures would be saved as one file.
    package enum Sharing: Sendable {
        case isImpossible
        /// None of them is saved: keeping any one would lose the others.
        case isPassedOver
    }

    /// Why one picture is skipped.
    package enum Problem: Error, CustomStringConvertible {
        case exists(output: String)
        case isFolder(output: String)
        /// An input is never overwritten.
        case isInput(output: String)
        case sameOutput(other: String, output: String)
        case file(ImagingError)

        package var description: String {
            switch self {
            case .exists(let output): tr("\(output.shortened) exists already")
            case .isFolder(let output): tr("\(output.shortened) is a folder, not a place to save a picture")
            case .isInput(let output):
                tr(
                    "\(output.shortened) is an input itself, which is never overwritten; save under another name"
                )
            case .sameOutput(let other, let output):
                tr("\(output.shortened) would be made of \(other.shortened), too")
            case .file(.unknownExtension(let path)): Self.unknownExtension(path)
            case .file(let error): error.description
            }
        }

        /// As of a picture, with the extensions of videos, which may be saved too.
        private static func unknownExtension(_ path: String) -> String {
            let suffix = PathName.suffix(of: path)
            return suffix.isEmpty
                ? tr(
                    """
                    \(path.shortened) has no extension, which tells the format; use .png, .jpg, .tif, .webp, \
                    .jxl, .avif or .exr, or for a video .mp4, .mkv, .webm or .mov
                    """)
                : tr(
                    """
                    \(path.shortened): .\(suffix.shortened) is not an extension Glint can write; use .png, .jpg, \
                    .tif, .webp, .jxl, .avif or .exr, or for a video .mp4, .mkv, .webm or .mov
                    """)
        }
    }

    /// Why none of the pictures can be saved as requested.
    package enum Impossible: Error, CustomStringConvertible {
        /// Several pictures, and an output that is neither a folder nor a pattern.
        case noFolder(output: String)
        case sameOutput(Job, Job)

        package var description: String {
            switch self {
            case .noFolder(let output):
                PathName.exists(output)
                    ? tr("\(output.shortened) is no folder, and several pictures need one; name a folder")
                    : tr(
                        """
                        there is no folder \(output.shortened) to save several pictures in; \
                        make it first: mkdir \(output.shortened)
                        """)
            case .sameOutput(let one, let other):
                tr(
                    "\(one.input.shortened) and \(other.input.shortened) would both be saved as \(other.output.shortened)"
                )
            }
        }
    }

    /// The pictures to make, in the order of the inputs.
    package private(set) var jobs: [Job] = []
    /// Existing files that are left as they are.
    package private(set) var kept: [Job] = []
    /// The skipped inputs, with reasons.
    package private(set) var problems: [(job: Job, problem: Problem)] = []

    /// Stands for an input's name in a pattern.
    package static let stemMark = "{stem}"
    /// The same, as the window calls it.
    package static let nameMark = "{name}"
    /// Stands for an input's place among all of them in a name, which counts from 1.
    package static let numberMark = "{n}"
    /// The same, as the command line calls it.
    package static let indexMark = "{index}"
    /// Stands for an input's extension, without the dot.
    package static let extensionMark = "{ext}"
    /// Stands for the name of an input's folder.
    package static let folderMark = "{folder}"

    /// All that may stand in an output of several pictures.
    package static let marks = [stemMark, nameMark, extensionMark, folderMark, indexMark, numberMark]

    /// - Parameter output: a folder, a pattern with `{stem}`, or, for a single input, a file.
    package init(
        inputs: [String], output: String, existing: ExistingFile, sharing: Sharing = .isImpossible
    ) throws(Impossible) {
        let all = try Self.pairs(inputs, output)
        let rivals = Self.rivals(all)
        if sharing == .isImpossible {
            for job in all {
                if let other = rivals[job] { throw .sameOutput(job, other) }
            }
        }
        self.init(all, rivals: rivals, existing: existing)
    }

    /// A plan for one picture that goes to no file.
    package init(input: String, piped output: String) { jobs = [Job(input: input, output: output)] }

    /// A plan for files in a folder, named by a pattern without an extension.
    ///
    /// - Parameters:
    ///   - name: with `{name}` or `{stem}` for each input's name, and `{n}` for its number, of as many digits as the
    ///     last one's.
    ///   - format: that of the pictures; nil for the input's, or PNG where that is not written. Videos keep theirs.
    package init(
        inputs: [String], folder: String, name: String, format: PictureFormat?, existing: ExistingFile
    ) {
        let jobs = inputs.indices.map { index in
            Job(
                input: inputs[index],
                output: Self.output(of: index, in: inputs, folder: folder, name: name, format: format))
        }
        self.init(jobs, rivals: Self.rivals(jobs), existing: existing)
    }

    /// What becomes of one of several inputs, named by a pattern without an extension.
    package static func output(
        of index: Int, in inputs: [String], folder: String, name: String, format: PictureFormat?
    ) -> String {
        let name = expanded(name, texts(of: index, in: inputs))
        let suffix = OutputName.suffix(for: inputs[index], as: format)
        return (folder.hasSuffix("/") ? folder : folder + "/") + "\(name).\(suffix)"
    }

    /// What the marks stand for in the name of one of several inputs; numbers have as many digits as the last one's.
    private static func texts(of index: Int, in inputs: [String]) -> [(mark: String, text: String)] {
        let (input, number) = (inputs[index], "\(index + 1)")
        let zeros = String(repeating: "0", count: "\(inputs.count)".count - number.count)
        let stem = PathName.stem(of: input)
        return [
            (stemMark, stem), (nameMark, stem), (extensionMark, PathName.suffix(of: input)),
            (folderMark, PathName.last(of: whole(PathName.folder(of: input)))), (numberMark, zeros + number),
            (indexMark, zeros + number),
        ]
    }

    /// A folder's path from the root, which has its name at the end.
    private static func whole(_ folder: String) -> String {
        guard let path = realpath(folder, nil) else { return folder }
        defer { free(path) }
        return String(cString: path)
    }

    /// A pattern with what its marks stand for; a mark within that stays as it is.
    private static func expanded(_ pattern: String, _ marks: [(mark: String, text: String)]) -> String {
        var (rest, result) = (pattern[...], "")
        while !rest.isEmpty {
            if let found = marks.first(where: { rest.hasPrefix($0.mark) }) {
                result += found.text
                rest = rest.dropFirst(found.mark.count)
            } else {
                result.append(rest.removeFirst())
            }
        }
        return result
    }

    private init(_ all: [Job], rivals: [Job: Job], existing: ExistingFile) {
        let identities = Set(all.compactMap { FileIdentity($0.input) })
        for job in all {
            if let problem = Self.problem(with: job, inputs: identities) {
                problems.append((job, problem))
            } else if let other = rivals[job] {
                problems.append((job, .sameOutput(other: other.input, output: job.output)))
            } else if existing != .overwrite, PathName.exists(job.output) {
                if existing == .keep {
                    kept.append(job)
                } else {
                    problems.append((job, .exists(output: job.output)))
                }
            } else {
                jobs.append(job)
            }
        }
    }

    private static func pairs(_ inputs: [String], _ output: String) throws(Impossible) -> [Job] {
        let isPlace = PathName.isFolder(output) || marks.contains(where: output.contains)
        if inputs.count > 1, !isPlace, !OutputName.isKnown(output) {
            throw .noFolder(output: output)
        }
        return inputs.indices.map { index in
            Job(input: inputs[index], output: Self.output(of: index, in: inputs, to: output))
        }
    }

    /// For each picture that shares its output with others, one of them.
    private static func rivals(_ jobs: [Job]) -> [Job: Job] {
        // If not even the folder exists, `problem(with:)` reports that for each picture.
        let places = Dictionary(grouping: jobs) { FileIdentity($0.output) }
        var rivals: [Job: Job] = [:]
        for (identity, jobs) in places where identity != nil && jobs.count > 1 {
            for (index, job) in jobs.enumerated() { rivals[job] = jobs[index == 0 ? 1 : 0] }
        }
        return rivals
    }

    private static func output(of index: Int, in inputs: [String], to output: String) -> String {
        if PathName.isFolder(output) {
            let name = OutputName.inFolder(for: inputs[index])
            return output.hasSuffix("/") ? output + name : "\(output)/\(name)"
        }
        return expanded(output, texts(of: index, in: inputs))
    }

    /// The reason why a picture cannot be saved; existing files are handled elsewhere.
    private static func problem(with job: Job, inputs: Set<FileIdentity>) -> Problem? {
        let path = job.output
        let folder = PathName.folder(of: path)
        guard PathName.isFolder(folder) else { return .file(.missingFolder(path: path, folder: folder)) }
        if PathName.isFolder(path) { return .isFolder(output: path) }
        if let identity = FileIdentity(path), inputs.contains(identity) { return .isInput(output: path) }
        guard OutputName.isKnown(path) else { return .file(.unknownExtension(path: path)) }
        guard access(folder, W_OK) == 0 else { return .file(.unwritable(path: path)) }
        return nil
    }
}
