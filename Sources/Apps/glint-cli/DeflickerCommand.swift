import Decoding
import Exporting
import Filters
import Imaging
import Localization
import Rendering
import System
import Video

/// `deflicker`: measures the brightness of frames, and saves a recipe whose exposure evens it out.
enum DeflickerCommand {
    private static let output = CommandOption(
        short: "o", long: "output", value: "RECIPE", summary: "Output file (default: standard output).")
    private static let frames = CommandOption(
        long: "frames", value: "N",
        summary:
            "Frames before and after each whose median brightness it gets, 1…\(mostFrames) (default: 5).")
    private static let mostFrames = 500

    static let options = [
        output, frames, ClipOptions.from, ClipOptions.to, ClipOptions.fps, RenderOptions.overwrite, .large,
    ]

    static func run(_ arguments: ParsedArguments) throws(CommandError) {
        guard arguments.operands.count == 1, let input = arguments.operands.first, !input.isEmpty else {
            throw .usage("deflicker needs one video, or numbered pictures: \(Command.deflicker.usage)")
        }
        let word = arguments.value(of: frames) ?? "5"
        guard let reach = Int(word), (1...mostFrames).contains(reach) else {
            throw .usage(
                "\(frames.spelling) takes a whole number from 1 to \(mostFrames), not \(word.quoted)")
        }
        let clip = try ClipOptions(arguments)
        let decoding = try arguments.decoding()
        let output = arguments.value(of: output)
        let overwrites = arguments.has(RenderOptions.overwrite)
        if let output, PathName.exists(output) {
            guard overwrites else { throw .files("\(FileError.exists(path: output))") }
            if files(of: input).contains(where: { FileIdentity.isSame($0, output) }) {
                throw .files("\(BatchPlan.Problem.isInput(output: output))")
            }
        }
        Interruption.watch()
        let flicker: Flicker
        do {
            let bar = ProgressBar(input)
            defer { ProgressBar.erase() }
            flicker = try Flicker(
                of: try source(input, clip), name: input,
                readPicture: {
                    try RemotePictureDecoder.shared.picture(contentsOf: $0, options: decoding)
                }, progress: { bar.draw($0) }, shouldStop: { Interruption.isWanted })
        } catch is Cancelled {
            Interruption.endProgram()
        } catch let error as ImagingError {
            throw .files(error.sentenceWithOption)
        } catch let error as any ErrorNamingFile {
            throw .files("\(error)")
        } catch {
            throw .files("\(input.shortened): \(error)")
        }
        if !flicker.damage.isNone {
            let error = ClipError.damaged(path: input, flicker.damage, count: flicker.frames.count)
            Console.complain("\(error); the readable frames were measured")
        }
        let recipe = Recipe([flicker.stage(reach: reach)]).json
        guard let output else { return try Console.print(recipe) }
        do throws(FileError) {
            try AtomicFile.write(recipe + "\n", to: output, overwrite: overwrites)
        } catch {
            throw .files(error.description)
        }
    }

    /// The files that are read.
    private static func files(of input: String) -> [String] {
        NumberedFiles.isPattern(input) ? (try? NumberedFiles(pattern: input))?.paths ?? [] : [input]
    }

    private static func source(_ input: String, _ clip: ClipOptions) throws -> ClipRequest.Source {
        guard NumberedFiles.isPattern(input) else {
            return .video(path: input, table: nil, from: clip.from, to: clip.to, rate: clip.rate)
        }
        return .pictures(
            try NumberedFiles(pattern: input), rate: clip.rate ?? ClipRequest.usualRate, from: clip.from,
            to: clip.to)
    }
}
