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

        var text: String {
            let text = String(
                decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            return text.isEmpty ? tr("the data is not as it should be") : translatedFromC(text)
        }
    }
}
