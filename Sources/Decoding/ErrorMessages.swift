import Imaging
import Video

/// The reason why a file cannot be read. It does not contain the file's name, which only the program knows.
struct FailureAnswer: MessageContent {
    static let kind = Message.Kind.failure

    enum Cause: UInt8 {
        // For pictures, or for any file.
        case damaged = 1, notAPicture, empty, tooLarge, noDecoder, readFailed, unusuallyLarge, unsupported
        case noSuchPage
        // For videos.
        case noLibraries, notAVideo, noVideo, unknownCodec, unknownPixels, damagedVideo, noMemory, failed
    }

    var cause = Cause.failed
    /// A clause or a name.
    var reason = ""
    /// The library that could not be loaded.
    var library = ""
    /// Width, height and number of bytes; or the page and the number of pages.
    var numbers = SIMD3<Int>()

    mutating func code(_ coder: inout MessageCoder) throws(Message.Malformed) {
        try coder.code(&cause)
        try coder.code(&reason)
        try coder.code(&library)
        try coder.code(&numbers.x)
        try coder.code(&numbers.y)
        try coder.code(&numbers.z)
        (reason, library) = (reason.asReason, library.asReason)
    }
}

extension ImagingError {
    var message: Message { failure.message }

    init(_ message: Message, path: String) throws(Message.Malformed) {
        try self.init(FailureAnswer(message), path: path)
    }

    fileprivate var failure: FailureAnswer {
        switch self {
        case .damaged(_, let reason): .init(cause: .damaged, reason: reason)
        case .notAPicture: .init(cause: .notAPicture)
        case .file(.empty): .init(cause: .empty)
        case .tooLarge(_, let width, let height): .init(cause: .tooLarge, numbers: SIMD3(width, height, 0))
        case .noDecoder(let library, let reason): .init(cause: .noDecoder, reason: reason, library: library)
        case .file(.readFailed(_, let reason)): .init(cause: .readFailed, reason: reason)
        case .unusuallyLarge(_, let width, let height, let byteCount):
            .init(cause: .unusuallyLarge, numbers: SIMD3(width, height, byteCount))
        case .unsupported(_, let reason): .init(cause: .unsupported, reason: reason)
        case .noSuchPage(_, let page, let count):
            .init(cause: .noSuchPage, numbers: SIMD3(page, count, 0))
        default: .init(cause: .readFailed, reason: "\(self)")
        }
    }

    fileprivate init(_ failure: FailureAnswer, path: String) throws(Message.Malformed) {
        let (reason, numbers) = (failure.reason, failure.numbers)
        switch failure.cause {
        case .damaged: self = .damaged(path: path, reason: reason)
        case .notAPicture: self = .notAPicture(path: path)
        case .empty: self = .file(.empty(path: path))
        case .tooLarge: self = .tooLarge(path: path, width: numbers.x, height: numbers.y)
        case .noDecoder: self = .noDecoder(library: failure.library, reason: reason)
        case .readFailed: self = .file(.readFailed(path: path, reason: reason))
        case .unusuallyLarge:
            // The limit exceeds all real values, and sums of such numbers do not overflow.
            guard [numbers.x, numbers.y, numbers.z].allSatisfy((1...1 << 48).contains) else {
                throw Message.Malformed()
            }
            self = .unusuallyLarge(
                path: path, width: numbers.x, height: numbers.y, byteCount: numbers.z)
        case .unsupported: self = .unsupported(path: path, reason: reason)
        case .noSuchPage: self = .noSuchPage(path: path, page: numbers.x, count: numbers.y)
        default: throw Message.Malformed()
        }
    }
}

extension VideoError {
    var message: Message { failure.message }

    init(_ message: Message, path: String) throws(Message.Malformed) {
        let failure = try FailureAnswer(message)
        switch failure.cause {
        case .noLibraries: self = .noLibraries(reason: failure.reason)
        case .notAVideo: self = .notAVideo(path: path)
        case .noVideo: self = .noVideo(path: path)
        case .unknownCodec: self = .unknownCodec(path: path, codec: failure.reason)
        case .unknownPixels: self = .unknownPixels(path: path, format: failure.reason)
        case .damagedVideo: self = .damaged(path: path, reason: failure.reason)
        case .noMemory: self = .noMemory(path: path)
        case .failed: self = .failed(path: path, reason: failure.reason)
        case .empty: self = .file(.empty(path: path))
        case .readFailed: self = .file(.readFailed(path: path, reason: failure.reason))
        default: throw Message.Malformed()
        }
    }

    private var failure: FailureAnswer {
        switch self {
        case .noLibraries(let reason): .init(cause: .noLibraries, reason: reason)
        case .notAVideo: .init(cause: .notAVideo)
        case .noVideo: .init(cause: .noVideo)
        case .unknownCodec(_, let codec): .init(cause: .unknownCodec, reason: codec)
        case .unknownPixels(_, let format): .init(cause: .unknownPixels, reason: format)
        case .damaged(_, let reason): .init(cause: .damagedVideo, reason: reason)
        case .noMemory: .init(cause: .noMemory)
        case .file(let error): ImagingError.file(error).failure
        case .failed(_, let reason): .init(cause: .failed, reason: reason)
        default: .init(cause: .failed, reason: "\(self)")
        }
    }
}

extension String {
    /// The text as a clause: on one line, and short enough to display.
    var asReason: String {
        // Limits the number of scalars, since a single character may have any number of them.
        let text = String(String.UnicodeScalarView(unicodeScalars.prefix(300)))
        return String(text.map { $0.isNewline || ($0.asciiValue ?? 32) < 32 ? " " : $0 })
    }
}
