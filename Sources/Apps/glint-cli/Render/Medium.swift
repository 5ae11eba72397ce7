import System
import Exporting
import Decoding
import Filters
import Imaging
import Video
import Localization

/// The kind of an input of `render`, determined by its content.
enum Medium {
    case picture
    case video
    case numberedPictures
    /// Frames as raw samples without a header.
    case rawFrames
    /// Y4M frames from a pipe.
    case y4mFrames

    /// - Parameter wantsFrames: whether the output has frames, or is one frame of several. In that case, a
    ///   GIF or an animated PNG or WebP counts as a video.
    init(of file: OpenFile, wantsFrames: Bool) throws {
        if let signature = try PictureKind(of: file) {
            let moves = wantsFrames && (signature == .gif || AnimatedPicture.isAt(file.path))
            self = moves ? .video : .picture
        } else {
            self = .video
        }
    }
}

/// The kind of an output of `render`, determined by its name and the options.
enum Product {
    /// A picture, rendered from a picture or from a single frame.
    case picture
    /// One picture per frame.
    case pictures
    case clip(VideoContainer)
    /// Frames as raw samples without a header, written to standard output.
    case raw

    init(of path: String, options: RenderOptions) {
        let container = VideoContainer(fileName: path)
        if options.piped?.isRaw == true {
            self = .raw
        } else if options.piped?.isY4M == true {
            self = .clip(.y4m)
        } else if options.isOfFrames {
            self = .pictures
        } else if options.clip.frame == nil, let container,
            PictureFormat(fileName: path) == nil || options.clip.duration != nil
        {
            self = .clip(container)
        } else {
            self = .picture
        }
    }

    var isPicture: Bool { if case .picture = self { true } else { false } }

    /// The kind of output for an input with frames: a WebP is an animation, unless a single frame is
    /// requested.
    func ofFrames(at path: String, options: ClipOptions) throws -> Product {
        guard case .picture = self, options.frame == nil else { return self }
        guard VideoContainer(fileName: path) == .webp else { throw MediumError.needsFrame(output: path) }
        return .clip(.webp)
    }
}

/// Why an input cannot be rendered to an output.
enum MediumError: ErrorNamingFile {
    /// The output is a picture, but the input is a whole video.
    case needsFrame(output: String)
    /// The output is a video of a still, but no duration was given.
    case needsDuration(input: String, output: String)
    /// A single frame is requested, but the output is a video.
    case oneFrameAsVideo(output: String)
    /// A video option was given for a picture.
    case notAVideo(input: String)
    /// A size was given for a picture that is not a vector drawing.
    case notDrawn(input: String)
    /// The requested time is after the end of the video.
    case noMoment(input: String, seconds: Double, duration: Double)
    /// An option was given that does not apply to the input.
    case noUse(option: String, input: String, isFor: String)
    /// A single frame is requested, but a shader computes it from the frames before it.
    case needsEarlierFrames(input: String, shader: String)
    /// Part of a stream of frames is requested.
    case noPart(option: String, input: String)

    var description: String {
        switch self {
        case .needsEarlierFrames(let input, let shader):
            "\(input.shortened): \(shader.shortened) computes a frame from the frames before it, so it cannot "
                + "render one alone; render the video, and take the frame from the result"
        case .needsFrame(let output):
            "\(output.shortened) is one picture, but the input has many frames: --frame N selects one, and "
                + "\(NumberedPictures.frameMark) in OUTPUT saves each as a picture"
        case .needsDuration(let input, let output):
            "\(output.shortened): \(input.shortened) is a picture; add --duration T for a clip, "
                + "or save a picture: \(alternatives(PictureFormat.dottedExtensions))"
        case .oneFrameAsVideo(let output):
            "\(output.shortened) is a video, but --frame and --at save a picture; "
                + "use \(alternatives(PictureFormat.dottedExtensions))"
        case .notAVideo(let input): "\(input.shortened) is a picture, not a video"
        case .notDrawn(let input):
            "--size applies only to SVG and raw frames, not to \(input.shortened); "
                + "to scale it, use the filter resize: -- resize width=W height=H"
        case .noMoment(let input, let seconds, let duration):
            "\(input.shortened) has no frame at \(decimal(seconds, places: 3)) s; "
                + "it lasts \(decimal(duration, places: 3)) s"
        case .noUse(let option, let input, let isFor):
            "\(option) applies only to \(isFor), not to \(input.shortened)"
        case .noPart(let option, let input):
            "\(option) requires a file: frames from \(input.shortened) can only be read in order"
        }
    }
}
