import System
import Decoding
import Filters
import Gtk
import Imaging
import Rendering
import Video
import Localization

/// The source of a picture or a clip.
enum DocumentSource: Sendable {
    case file(File)
    case texture(TransferredTexture)
    case encoded([UInt8])
    /// The standard input of a launch.
    case handed(ForwardedPicture)
    /// A picture taken with a camera, and its name.
    case taken(Picture, title: String)

    /// The sources of dropped or pasted data, one per picture.
    static func sources(of transfer: Transfer) -> [DocumentSource] {
        switch transfer {
        case .files(let files): files.map { .file($0) }
        case .texture(let texture): [.texture(texture)]
        case .encoded(let bytes): [.encoded(bytes)]
        case .text: []
        }
    }

    /// The file, if the source is one.
    var file: File? {
        if case .file(let file) = self { file } else { nil }
    }

    /// The name shown to users.
    var name: String { title ?? file?.name ?? tr("The pasted picture") }

    /// The display name of a picture that was taken with a camera or read from standard input.
    var title: String? {
        switch self {
        case .taken(_, let title): title
        case .handed: ForwardedPicture.title
        case .file, .texture, .encoded: nil
        }
    }

    /// A stand-in to show while a large picture decodes; nil if there is none.
    func loadStandIn() -> SourceFrame? {
        guard let path = file?.path,
            let reduced = RemotePictureDecoder.shared.reducedPicture(contentsOf: path)
        else {
            return nil
        }
        var frame = SourceFrame(reduced.pixels, isOpaque: true, standingInFor: reduced.size)
        frame.photograph = Photograph(reduced, of: path)
        return frame
    }

    /// Decodes the picture, or the first frame of a clip; slow, may be called on any thread. The failure is a
    /// sentence.
    ///
    /// - Parameter orNearestPage: whether to use the last page if there are fewer.
    func load(_ options: DecodingOptions, orNearestPage: Bool = false) -> Result<Medium, LoadFailure> {
        do {
            return .success(try medium(options))
        } catch {
            if orNearestPage, case .noSuchPage(_, _, let count)? = error as? ImagingError, count > 0 {
                var options = options
                options.page = count
                return load(options)
            }
            var question: LargePicture?
            if case .unusuallyLarge(_, let width, let height, let byteCount)? = error as? ImagingError {
                question = LargePicture(width: width, height: height, byteCount: byteCount)
            }
            return .failure(LoadFailure(message: sentence(error, about: file), question: question))
        }
    }

    private func medium(_ options: DecodingOptions) throws -> Medium {
        switch self {
        case .file(let file):
            if let path = file.path { return try Medium(contentsOf: path, options: options) }
            var picture = try RemotePictureDecoder.shared.picture(
                encoded: try file.contents(), name: file.name, options: options)
            picture.name = PathName.stem(of: file.name)
            return .picture(picture)
        case .texture(let texture):
            return .picture(try RemotePictureDecoder.shared.picture(encoded: texture.pngBytes(), name: name))
        case .taken(let picture, _): return .picture(picture)
        case .encoded(let bytes):
            return .picture(
                try RemotePictureDecoder.shared.picture(encoded: bytes, name: name, options: options))
        case .handed(let picture):
            return .picture(
                try RemotePictureDecoder.shared.picture(
                    encoded: try picture.bytes(), name: name, options: options))
        }
    }
}

extension Photograph {
    /// How a picture was taken that was decoded at reduced size, and the name of its file.
    init?(_ picture: ReducedPicture, of path: String) {
        self.init(picture.metadata, name: PathName.stem(of: path))
    }
}

/// The reason why a picture could not be opened.
struct LoadFailure: Error {
    let message: String
    /// The confirmation to ask for, if the picture is merely too large.
    var question: LargePicture?
}

/// A picture with more pixels than users usually intend to open.
struct LargePicture {
    let width: Int
    let height: Int
    let byteCount: Int

    /// The question to ask before the picture is opened.
    var question: String {
        tr(
            "This picture has \(width) × \(height) pixels and needs about \(ImagingError.gigabytes(byteCount)) of memory. Open it?"
        )
    }
}

/// An error as a sentence for display. It names the file without its path, which is long and already known.
func sentence(_ error: any Error, about file: File?) -> String {
    sentence(error, path: file?.path)
}

func sentence(_ error: any Error, path: String?) -> String {
    var text = "\(error)"
    if let path { text = text.replacing(path.shortened, with: PathName.last(of: path).shortened) }
    // A file name at the beginning keeps its case.
    let beginsWithName = path.map { text.hasPrefix(PathName.last(of: $0)) } ?? false
    return beginsWithName ? ended(text) : sentence(text)
}
