import System
@preconcurrency import Glibc
import Imaging
import Video
import Localization

/// The outputs of several pictures, checked before any of them is read.
package struct BatchPlan: Sendable {
    /// A picture to render.
    package struct Job: Sendable, Hashable {
        package let input: String
        package let output: String
    }

    /// How to handle several pictures with the same output file.
    package enum Sharing: Sendable {
        case isImpossible
        /// None of the pictures is saved, since keeping one would lose the others.
        case isPassedOver
    }

    /// The reason why a picture is skipped.
    package enum Problem: Error, CustomStringConvertible {
        case exists(output: String)
        case isFolder(output: String)
        /// An input is never overwritten.
        case isInput(output: String)
        case sameOutput(other: String, output: String)
        /// A folder was given instead of a picture.
        case folderAsInput(input: String)
        case noPictures(folder: String)
        case unknownExtension(output: String)
        case file(FileError)

        package var description: String {
            switch self {
            case .exists(let output): tr("\(output.shortened) already exists")
            case .isFolder(let output): tr("\(output.shortened) is a folder; give the name of a file")
            case .isInput(let output):
                tr(
                    "\(output.shortened) is an input, and inputs are never overwritten; use another name"
                )
            case .sameOutput(let other, let output):
                tr("\(output.shortened) would also be the output of \(other.shortened)")
            case .folderAsInput(let input): tr("\(input.shortened) is a folder, not a picture")
            case .noPictures(let folder): tr("\(folder.shortened) and its subfolders contain no pictures")
            case .unknownExtension(let path): Self.unknownExtension(path)
            case .file(let error): error.description
            }
        }

        /// The message about pictures, followed by the extensions of videos, which can be saved too.
        private static func unknownExtension(_ path: String) -> String {
            let suffix = PathName.suffix(of: path)
            let pictures = alternatives(PictureFormat.dottedExtensions)
            let videos = alternatives(VideoContainer.dottedExtensions)
            return suffix.isEmpty
                ? tr(
                    """
                    \(path.shortened) has no extension to determine the format; use \(pictures), or for a \
                    video \(videos)
                    """)
                : tr(
                    """
                    \(path.shortened): Glint cannot write .\(suffix.shortened) files; use \(pictures), or \
                    for a video \(videos)
                    """)
        }
    }

    /// The reason why none of the pictures can be saved as requested.
    package enum Impossible: Error, CustomStringConvertible {
        /// Several pictures, but the output is neither a folder nor a pattern.
        case noFolder(output: String)
        case sameOutput(Job, Job)

        package var description: String {
            switch self {
            case .noFolder(let output):
                PathName.exists(output)
                    ? tr("\(output.shortened) is not a folder; saving several pictures requires one")
                    : tr(
                        """
                        there is no folder \(output.shortened) to save several pictures in; create it first: \
                        mkdir \(output.shortened)
                        """)
            case .sameOutput(let one, let other):
                tr(
                    "\(one.input.shortened) and \(other.input.shortened) would both be saved as \(other.output.shortened)"
                )
            }
        }
    }

    /// An input, and the location of its result relative to the output folder.
    package struct Input: Sendable {
        package let path: String
        /// The value of ``folderMark``.
        let folderName: String
        /// The subfolder of the output folder; nil for the output folder itself.
        let subfolder: String?

        /// A file that was given by name.
        package init(_ path: String) {
            self.path = path
            folderName = PathName.last(of: PathName.whole(PathName.folder(of: path)))
            subfolder = nil
        }

        /// A file that was found below a folder: its result has the same relative path below the output
        /// folder.
        ///
        /// - Parameter folder: its folder relative to `root`, `.` for `root` itself.
        package init(_ path: String, in folder: String, below root: String) {
            self.path = path
            let name = PathName.last(of: PathName.whole(root))
            folderName = folder == "." ? name : "\(name)/\(folder)"
            subfolder = folder == "." ? nil : folder
        }
    }

    /// The pictures to render, in the order of the inputs.
    package private(set) var jobs: [Job] = []
    /// Existing files that are not overwritten.
    package private(set) var kept: [Job] = []
    /// The skipped inputs, with reasons.
    package private(set) var problems: [(job: Job, problem: Problem)] = []

    /// The placeholder for an input's name in a pattern.
    package static let stemMark = "{stem}"
    /// The same placeholder, under its name in the window.
    package static let nameMark = "{name}"
    /// The placeholder for an input's number among all inputs, counted from 1.
    package static let numberMark = "{n}"
    /// The same placeholder, under its name on the command line.
    package static let indexMark = "{index}"
    /// The placeholder for an input's extension, without the dot.
    package static let extensionMark = "{ext}"
    /// The placeholder for the name of an input's folder.
    package static let folderMark = "{folder}"

    /// All placeholders for an output of several pictures.
    package static let marks = [stemMark, nameMark, extensionMark, folderMark, indexMark, numberMark]

    /// - Parameter output: a folder, a pattern with `{stem}`, or, for a single input, a file.
    package init(
        inputs: [String], output: String, existing: ExistingFile, sharing: Sharing = .isImpossible
    ) throws(Impossible) {
        try self.init(
            inputs.map(Input.init), output: output, existing: existing, sharing: sharing, makesFolders: false)
    }

    /// - Parameters:
    ///   - inputs: files given by name, or found below folders.
    ///   - makesFolders: whether missing output folders are created together with the output.
    package init(
        _ inputs: [Input], output: String, existing: ExistingFile, sharing: Sharing = .isImpossible,
        makesFolders: Bool
    ) throws(Impossible) {
        let all = try Self.pairs(inputs, output, needsSeveral: makesFolders)
        let rivals = Self.rivals(all)
        if sharing == .isImpossible {
            for job in all {
                if let other = rivals[job] { throw .sameOutput(job, other) }
            }
        }
        self.init(all, rivals: rivals, existing: existing, makesFolders: makesFolders)
    }

    /// A plan for one picture that is not written to a file.
    package init(input: String, piped output: String) { jobs = [Job(input: input, output: output)] }

    /// A plan for files in a folder, named by a pattern without an extension.
    ///
    /// - Parameters:
    ///   - name: with `{name}` or `{stem}` for each input's name, and `{n}` for its number, padded to the
    ///     width of the highest number.
    ///   - format: the format of the pictures; nil for the input's, or PNG if that cannot be written. Videos
    ///     keep their format.
    package init(
        inputs: [String], folder: String, name: String, format: PictureFormat?, existing: ExistingFile
    ) {
        let jobs = inputs.indices.map { index in
            Job(
                input: inputs[index],
                output: Self.output(of: index, in: inputs, folder: folder, name: name, format: format))
        }
        self.init(jobs, rivals: Self.rivals(jobs), existing: existing, makesFolders: false)
    }

    /// The output path of one of several inputs, named by a pattern without an extension.
    package static func output(
        of index: Int, in inputs: [String], folder: String, name: String, format: PictureFormat?
    ) -> String {
        let name = expanded(name, texts(of: Input(inputs[index]), at: index, of: inputs.count))
        let suffix = OutputName.suffix(for: inputs[index], as: format)
        return (folder.hasSuffix("/") ? folder : folder + "/") + "\(name).\(suffix)"
    }

    /// The values of the placeholders for one of several inputs; numbers are padded to the width of the
    /// highest number.
    private static func texts(
        of input: Input, at index: Int, of count: Int
    ) -> [(mark: String, text: String)] {
        let number = padded(index + 1, digits: "\(count)".count)
        let stem = PathName.stem(of: input.path)
        return [
            (stemMark, stem), (nameMark, stem), (extensionMark, PathName.suffix(of: input.path)),
            (folderMark, input.folderName), (numberMark, number), (indexMark, number),
        ]
    }

    /// A pattern with its placeholders replaced; placeholders within the inserted text are kept.
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

    private init(_ all: [Job], rivals: [Job: Job], existing: ExistingFile, makesFolders: Bool) {
        let identities = Set(all.compactMap { FileIdentity($0.input) })
        for job in all {
            if let problem = Self.problem(with: job, inputs: identities, makesFolders: makesFolders) {
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

    /// True if an output can be that of several pictures: a folder or a pattern.
    package static func acceptsSeveral(_ output: String) -> Bool {
        PathName.isFolder(output) || marks.contains(where: output.contains)
    }

    private static func pairs(
        _ inputs: [Input], _ output: String, needsSeveral: Bool
    ) throws(Impossible) -> [Job] {
        let hasSeveral = inputs.count > 1 || needsSeveral
        if hasSeveral, !acceptsSeveral(output), needsSeveral || !OutputName.isKnown(output) {
            throw .noFolder(output: output)
        }
        return inputs.indices.map { index in
            Job(
                input: inputs[index].path,
                output: Self.output(of: inputs[index], at: index, of: inputs.count, to: output))
        }
    }

    /// Maps each picture that shares its output with others to one of those.
    private static func rivals(_ jobs: [Job]) -> [Job: Job] {
        // If not even the folder exists, the paths are compared.
        let jobsByFile = Dictionary(grouping: jobs) {
            FileLocation(identity: FileIdentity($0.output), path: $0.output)
        }
        var rivals: [Job: Job] = [:]
        for jobs in jobsByFile.values where jobs.count > 1 {
            for (index, job) in jobs.enumerated() { rivals[job] = jobs[index == 0 ? 1 : 0] }
        }
        return rivals
    }

    /// The location of a file, independent of the spelling of its path.
    private struct FileLocation: Hashable {
        let identity: FileIdentity?
        let path: String

        static func == (one: FileLocation, other: FileLocation) -> Bool {
            one.identity == other.identity && (one.identity != nil || one.path == other.path)
        }

        func hash(into hasher: inout Hasher) { hasher.combine(identity) }
    }

    private static func output(of input: Input, at index: Int, of count: Int, to output: String) -> String {
        guard PathName.isFolder(output) else {
            return expanded(output, texts(of: input, at: index, of: count))
        }
        let folder = output.hasSuffix("/") ? output : output + "/"
        return folder + (input.subfolder.map { $0 + "/" } ?? "") + OutputName.inFolder(for: input.path)
    }

    /// The reason why a picture cannot be saved; existing files are handled elsewhere.
    private static func problem(
        with job: Job, inputs: Set<FileIdentity>, makesFolders: Bool
    ) -> Problem? {
        if PathName.isFolder(job.input) { return .folderAsInput(input: job.input) }
        let path = job.output
        var folder = PathName.folder(of: path)
        while makesFolders, !PathName.exists(folder), folder != "/", folder != "." {
            folder = PathName.folder(of: folder)
        }
        guard PathName.isFolder(folder) else { return .file(.missingFolder(path: path, folder: folder)) }
        if PathName.isFolder(path) { return .isFolder(output: path) }
        if let identity = FileIdentity(path), inputs.contains(identity) { return .isInput(output: path) }
        guard OutputName.isKnown(path) else { return .unknownExtension(output: path) }
        guard access(folder, W_OK) == 0 else { return .file(.unwritable(path: path)) }
        return nil
    }
}
