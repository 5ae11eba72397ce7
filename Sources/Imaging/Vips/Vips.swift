import CVips
import Wording

/// libvips, started once for the process.
enum Vips {
    private static let failure: String? = {
        var message = Message()
        return message.fill { cvips_start($0) } ? nil : message.text
    }()

    static func start() throws(ImagingError) {
        if let failure { throw .noDecoder(library: "libvips", reason: failure) }
    }

    /// The buffer in which the C functions leave their reason.
    struct Message {
        private var buffer = [CChar](repeating: 0, count: Int(CVIPS_MESSAGE_SIZE))

        mutating func fill<Result>(_ call: (UnsafeMutablePointer<CChar>?) -> Result) -> Result {
            buffer.withUnsafeMutableBufferPointer { call($0.baseAddress) }
        }

        private var said: String {
            String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }

        /// What is wrong with a file.
        func error(of path: String) -> ImagingError {
            .refused(path: path, saying: said, reason: text)
        }

        var text: String {
            let text = said
            return text.isEmpty ? tr("the data is not as it should be") : translatedFromC(text)
        }
    }
}

extension ImagingError {
    /// What is wrong with a file: libvips, libtiff and libheif tell only in words whether they do not know such files, or data
    /// contradicts itself.
    ///
    /// - Parameter saying: the library's words, as far as they tell; the reason is for people.
    static func refused(path: String, saying words: String, reason: String) -> ImagingError {
        let words = words.lowercased()
        let unknown = [
            "not supported", "unsupported", "not configured", "not implemented", "not compiled",
            "only supports",
            "doesn't support", "does not support", "can not handle", "cannot handle",
        ]
        return unknown.contains(where: words.contains)
            ? .unsupported(path: path, reason: reason) : .damaged(path: path, reason: reason)
    }
}
