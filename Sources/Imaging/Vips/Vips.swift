import CImageFormats
import Localization

/// libvips, initialized once per process.
enum Vips {
    private static let failure: String? = {
        var message = Message()
        return message.fill { cvips_start($0) } ? nil : message.text
    }()

    static func start() throws(ImagingError) {
        if let failure { throw .noDecoder(library: "libvips", reason: failure) }
    }

    /// A buffer for the error messages of the C functions.
    struct Message {
        private var buffer = [CChar](repeating: 0, count: Int(CVIPS_MESSAGE_SIZE))

        mutating func fill<Result>(_ call: (UnsafeMutablePointer<CChar>?) -> Result) -> Result {
            buffer.withUnsafeMutableBufferPointer { call($0.baseAddress) }
        }

        private var string: String {
            String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }

        /// Converts the message to an error about a file.
        func error(of path: String) -> ImagingError {
            .refused(path: path, messages: string, reason: text)
        }

        var text: String {
            let text = string
            return text.isEmpty ? tr("the data is invalid") : translatedFromC(text)
        }
    }
}

extension ImagingError {
    /// The error for a file that was rejected: only the messages of libvips, libtiff and libheif distinguish
    /// unsupported files from invalid data.
    ///
    /// - Parameter messages: the library's original messages; `reason` is the version for the user.
    static func refused(path: String, messages: String, reason: String) -> ImagingError {
        let messages = messages.lowercased()
        let unknown = [
            "not supported", "unsupported", "not configured", "not implemented", "not compiled",
            "only supports",
            "doesn't support", "does not support", "can not handle", "cannot handle",
        ]
        return unknown.contains(where: messages.contains)
            ? .unsupported(path: path, reason: reason) : .damaged(path: path, reason: reason)
    }
}
