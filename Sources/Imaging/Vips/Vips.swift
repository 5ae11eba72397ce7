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

        /// What is wrong with a file: libvips and its libraries tell only in words whether they do not know such files, or data
        /// contradicts itself.
        func error(of path: String) -> ImagingError {
            let words = said.lowercased()
            let unknown = [
                "not supported", "unsupported", "not configured", "not implemented", "not compiled",
            ]
            return unknown.contains(where: words.contains)
                ? .unsupported(path: path, reason: text) : .damaged(path: path, reason: text)
        }

        var text: String {
            let text = said
            return text.isEmpty ? tr("the data is not as it should be") : translatedFromC(text)
        }
    }
}
