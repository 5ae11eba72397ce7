@preconcurrency import Glibc
import Imaging

/// Which input goes where, checked before any picture is read.
struct OutputPlan {
    struct Job {
        let input: String
        let output: String
    }

    /// What remains to be done, in the order of the inputs.
    private(set) var jobs: [Job] = []
    /// Existing files that are left as they are.
    private(set) var kept: [String] = []
    /// Why inputs are passed over.
    private(set) var problems: [String] = []

    private static let stemMark = "{stem}"

    /// Throws where no input at all can be saved as told.
    init(_ options: RenderOptions) throws(CommandError) {
        let all = try Self.pairs(options)
        let inputs = Set(options.inputs.compactMap { FileIdentity($0) })
        for job in all {
            if let problem = Self.problem(with: job, inputs: inputs) {
                problems.append(problem)
            } else if options.existing != .overwrite, PathName.exists(job.output) {
                if options.existing == .keep {
                    kept.append(job.output)
                } else {
                    problems.append("\(job.output) exists already; -y replaces it, -n leaves it as it is")
                }
            } else {
                jobs.append(job)
            }
        }
    }

    private static func pairs(_ options: RenderOptions) throws(CommandError) -> [Job] {
        let output = options.output
        let isPlace = PathName.isFolder(output) || output.contains(stemMark)
        if options.inputs.count > 1, !isPlace, PictureFormat(fileName: output) == nil {
            throw .files(
                PathName.exists(output)
                    ? "\(output) is no folder, and several pictures need one; name a folder"
                    : "there is no folder \(output) to save several pictures in; make it first: mkdir \(output)"
            )
        }
        let jobs = options.inputs.map { Job(input: $0, output: Self.output(for: $0, in: output)) }
        var writers: [FileIdentity: Job] = [:]
        for job in jobs {
            // Where there is no folder either, problem(with:) tells each.
            guard let identity = FileIdentity(job.output) else { continue }
            if let other = writers.updateValue(job, forKey: identity) {
                throw .files(
                    "\(other.input) and \(job.input) would both be saved as \(job.output); "
                        + "name a folder or a pattern such as small/\(stemMark).png")
            }
        }
        return jobs
    }

    private static func output(for input: String, in output: String) -> String {
        let stem = PathName.stem(of: input)
        if PathName.isFolder(output) {
            let name =
                PictureFormat(fileName: input) == nil ? stem + ".png" : PathName.last(of: input)
            return output.hasSuffix("/") ? output + name : "\(output)/\(name)"
        }
        return output.split(separator: stemMark, omittingEmptySubsequences: false).joined(separator: stem)
    }

    /// What stands in the way of saving; an existing file is another matter.
    private static func problem(with job: Job, inputs: Set<FileIdentity>) -> String? {
        let path = job.output
        let folder = PathName.folder(of: path)
        guard PathName.isFolder(folder) else {
            return ImagingError.missingFolder(path: path, folder: folder).description
        }
        if PathName.isFolder(path) { return "\(path) is a folder, not a place to save a picture" }
        if let identity = FileIdentity(path), inputs.contains(identity) {
            return "\(path) is an input itself, which is never overwritten; save under another name"
        }
        guard PictureFormat(fileName: path) != nil else {
            return ImagingError.unknownExtension(path: path).description
        }
        guard access(folder, W_OK) == 0 else { return ImagingError.unwritable(path: path).description }
        return nil
    }
}
