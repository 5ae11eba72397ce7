import System
import Decoding
import Editing
import Imaging
import Rendering
import Video
import Localization

/// The content of a document: a picture, a clip of which one frame is shown at a time, or the live image of a
/// camera.
enum Medium: Sendable {
    case picture(Picture)
    case clip(Clip)
    case live(LiveView)

    /// The clip, if the content is one.
    var clip: Clip? {
        if case .clip(let clip) = self { clip } else { nil }
    }

    /// The live view, if the content is one.
    var live: LiveView? {
        if case .live(let view) = self { view } else { nil }
    }

    /// The picture, or the current frame as a picture.
    var picture: Picture {
        switch self {
        case .picture(let picture): picture
        case .clip(let clip): clip.picture
        case .live(let view): Picture(pixels: view.frame.pixels, channels: .rgb)
        }
    }

    /// The picture as a new source for the render queue; nil for a clip or a camera.
    var stillFrame: SourceFrame? {
        if case .picture(let picture) = self { SourceFrame(picture) } else { nil }
    }

    /// The current frame, as a source for the render queue; a new source if it is a picture.
    var sourceFrame: SourceFrame {
        switch self {
        case .picture(let picture): SourceFrame(picture)
        case .clip(let clip): clip.sourceFrame
        case .live(let view): view.sourceFrame
        }
    }

    /// The parts of its file's metadata that could not be read.
    var losses: [MetadataLoss] {
        if case .picture(let picture) = self { picture.metadata.losses } else { [] }
    }

    /// The problem with the pixels of a damaged file, as a clause of a sentence; nil if there is none.
    var damage: String? {
        if case .picture(let picture) = self { picture.damage } else { nil }
    }

    /// The index of the picture in its file.
    var page: PageNumber {
        if case .picture(let picture) = self { picture.page } else { .single }
    }

    /// The properties of the file besides the size.
    var description: [String] {
        switch self {
        case .picture(let picture):
            (picture.format.map { [$0.name] } ?? [])
                + (picture.page.count > 1 ? [picture.page.description] : [])
        case .clip(let clip): clip.description
        case .live(let view): [view.isCamera ? "camera" : "screen"]
        }
    }
}

extension Medium {
    /// Reads a picture, or the first frame of a clip, by its content rather than by its name.
    ///
    /// FFmpeg's libraries are loaded only for files that are not pictures, and for animated pictures.
    init(contentsOf path: String, options: DecodingOptions) throws {
        do throws(ImagingError) {
            if !AnimatedPicture.isAt(path) {
                self = .picture(try RemotePictureDecoder.shared.picture(contentsOf: path, options: options))
                return
            }
        } catch {
            guard case .notAPicture = error else { throw error }
        }
        do throws(VideoError) {
            self = .clip(try Clip(contentsOf: path))
        } catch {
            // A text file needs no video library.
            if case .noLibraries = error, !PictureFolder.isVideo(PathName.last(of: path)) {
                throw VideoError.notAVideo(path: path)
            }
            throw error
        }
    }
}
