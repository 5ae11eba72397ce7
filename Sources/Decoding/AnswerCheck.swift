import Imaging

/// What the fuzzer asks of the messages that a decoder sends, which are this module's alone.
package enum AnswerCheck {
    /// Reads bytes as each of the messages that have content, and as what is written of it then; nil where both are the
    /// same, else which are not.
    package static func differing(_ content: [UInt8]) -> String? {
        if let (header, memory) = try? PictureHeader.read(Message(.header, content)) {
            let again = try? PictureHeader.read(header.message(memory: memory))
            if again?.0 != header || again?.memory != memory { return "headers" }
        }
        if let ending = try? PictureEnding(Message(.end, content)),
            (try? PictureEnding(ending.message)) != ending
        {
            return "endings"
        }
        if let error = try? ImagingError(Message(.failure, content), path: "a"),
            (try? ImagingError(error.message, path: "a"))?.description != error.description
        {
            return "errors"
        }
        _ = try? PixelSize(Message(.memory, content))
        _ = try? Message.head(content)
        return nil
    }
}
