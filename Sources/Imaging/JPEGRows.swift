import CJPEG
import CVips

/// The pixels of a JPEG through libjpeg-turbo, which writes RGBA by itself; libvips takes three steps to it.
enum JPEGRows {
    enum Outcome {
        case done
        case failed(reason: String)
        /// CMYK and what else wants more than libjpeg-turbo does.
        case unsupported
    }

    /// Decodes `file` into `target`, RGBA with 8 bits.
    static func read(
        _ file: UnsafeRawBufferPointer, width: Int, height: Int, into target: UnsafeMutableRawBufferPointer
    ) -> Outcome {
        guard let reader = cjpeg_reader_create(file.baseAddress, file.count) else {
            return .failed(reason: "no memory left")
        }
        defer { cjpeg_reader_destroy(reader) }
        guard cjpeg_reader_is_plain(reader, Int32(width), Int32(height)) else { return .unsupported }
        guard cjpeg_reader_read_rows(reader, target.baseAddress) else {
            return .failed(reason: String(cString: cjpeg_reader_message(reader)))
        }
        return .done
    }
}
