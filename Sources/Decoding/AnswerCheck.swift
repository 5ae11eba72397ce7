import Imaging
import Video

/// The fuzzer's check of the messages that a decoder sends, which are internal to this module.
package enum AnswerCheck {
    /// Parses bytes as each kind of message that has content, writes the result and parses that again; nil if
    /// both results are equal, otherwise the kind that differs.
    package static func differing(_ content: [UInt8]) -> String? {
        if let (header, memory) = try? PictureHeader.read(Message(.header, content)) {
            let again = try? PictureHeader.read(header.message(memory: memory))
            if again?.0 != header || again?.memory != memory { return "headers" }
        }
        if let ending = try? PictureTrailer(Message(.end, content)),
            (try? PictureTrailer(ending.message)) != ending
        {
            return "endings"
        }
        if let error = try? ImagingError(Message(.failure, content), path: "a"),
            (try? ImagingError(error.message, path: "a"))?.description != error.description
        {
            return "errors"
        }
        if let contents = try? VideoContents(Message(.contents, content)),
            (try? VideoContents(contents.message))?.message.content != contents.message.content
        {
            return "contents of videos"
        }
        if let block = try? PacketBlock(Message(.packets, content)),
            (try? PacketBlock(block.message))?.message.content != block.message.content
        {
            return "packets"
        }
        if let answer = try? FrameAnswer(Message(.frame, content)),
            (try? FrameAnswer(answer.message))?.message.content != answer.message.content
        {
            return "frames"
        }
        if let error = try? VideoError(Message(.videoFailure, content), path: "a"),
            (try? VideoError(error.message, path: "a"))?.description != error.description
        {
            return "errors of videos"
        }
        _ = try? PixelSize(Message(.memory, content))
        _ = try? Message.head(content)
        return nil
    }
}
