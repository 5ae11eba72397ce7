import Clips
import Decoding
import Filters
import Imaging
import Video
import Wording

/// What an input of `render` is, by its content.
enum Medium {
    case picture
    case video
    case numberedPictures
    /// Frames of samples without a header.
    case rawFrames
    /// Frames of Y4M that come through a pipe.
    case y4mFrames

    /// - Parameter wantsFrames: whether the output has frames, or is one of several: then a GIF, or a PNG or WebP that moves, counts as a video.
    init(of path: String, wantsFrames: Bool) throws {
        if NumberedFiles.isPattern(path) {
            self = .numberedPictures
        } else if let signature = try PictureKind(ofFile: path) {
            let moves = wantsFrames && (signature == .gif || AnimatedPicture.isAt(path))
            self = moves ? .video : .picture
        } else {
            self = .video
        }
    }
}

/// What an output of `render` is, by its name and by what was asked for.
enum Product {
    /// A picture: of a picture, or of one frame.
    case picture
    /// A picture of each frame.
    case pictures
    case clip(VideoContainer)
    /// Frames of samples without a header, to standard output.
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

    /// The same for frames: a WebP of frames is an animation, unless one frame is asked for.
    func ofFrames(at path: String, options: ClipOptions) throws -> Product {
        guard case .picture = self, options.frame == nil else { return self }
        guard VideoContainer(fileName: path) == .webp else { throw MediumError.needsFrame(output: path) }
        return .clip(.webp)
    }
}

/// Why an input cannot become an output.
enum MediumError: FileError {
    /// A picture is to be made of a whole video.
    case needsFrame(output: String)
    /// A clip is to be made of a still, but nobody said how long.
    case needsDuration(input: String, output: String)
    /// One frame is asked for, but the output is a video.
    case oneFrameAsVideo(output: String)
    /// What belongs to videos is asked of a picture.
    case notAVideo(input: String)
    /// A size is given for a picture that is not drawn at any.
    case notDrawn(input: String)
    /// A moment after the end.
    case noMoment(input: String, seconds: Double, duration: Double)
    /// An option that the input has no use for.
    case noUse(option: String, input: String, isFor: String)
    /// A part is asked for of frames that come one after another.
    case noPart(option: String, input: String)

    var description: String {
        switch self {
        case .needsFrame(let output):
            "\(output.shortened) is one picture, but the input has many frames: --frame N picks one, and "
                + "\(NumberedPictures.frameMark) in OUTPUT makes one of each"
        case .needsDuration(let input, let output):
            "\(output.shortened): \(input.shortened) is a picture; --duration T makes a clip of it, "
                + "and .png, .jpg, .tif, .webp, .jxl, .avif or .exr another picture"
        case .oneFrameAsVideo(let output):
            "\(output.shortened) is a video, but --frame and --at make a picture; use .png, .jpg, .tif, .webp, .jxl, .avif or .exr"
        case .notAVideo(let input): "\(input.shortened) is a picture, not a video"
        case .notDrawn(let input):
            "--size is for SVG and raw frames, which \(input.shortened) is not; "
                + "the filter resize scales pictures: -- resize width=W height=H"
        case .noMoment(let input, let seconds, let duration):
            "\(input.shortened) has no frame at \(decimal(seconds, places: 3)) s; "
                + "it lasts \(decimal(duration, places: 3)) s"
        case .noUse(let option, let input, let isFor):
            "\(option) is for \(isFor), which \(input.shortened) is not"
        case .noPart(let option, let input):
            "\(option) is for files: frames from \(input.shortened) are taken as they come"
        }
    }
}
