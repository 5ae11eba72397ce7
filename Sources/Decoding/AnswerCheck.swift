import Imaging
import Video

/// A check, for the fuzzer, of the messages that a decoder sends, which are internal to this module.
package enum AnswerCheck {
    /// Parses bytes as each kind of message with content, encodes the result, and parses it again. Returns a
    /// kind whose two results differ, or nil.
    package static func differing(_ content: [UInt8]) -> String? {
        let types: [any MessageContent.Type] = [
            HeaderAnswer.self, PictureTrailer.self, PixelSize.self, FailureAnswer.self, VideoContents.self,
            PacketBlock.self, FrameAnswer.self,
        ]
        for type in types where differs(type, content) { return "\(type)" }
        if let error = try? ImagingError(Message(.failure, content), path: "a"),
            (try? ImagingError(error.message, path: "a"))?.description != error.description
        {
            return "ImagingError"
        }
        if let error = try? VideoError(Message(.failure, content), path: "a"),
            (try? VideoError(error.message, path: "a"))?.description != error.description
        {
            return "VideoError"
        }
        _ = try? Message.Head(encoded: content)
        return nil
    }

    private static func differs<Content: MessageContent>(_ type: Content.Type, _ content: [UInt8]) -> Bool {
        guard let sent = (try? Content(encoded: content))?.encoded else { return false }
        return (try? Content(encoded: sent))?.encoded != sent
    }
}
