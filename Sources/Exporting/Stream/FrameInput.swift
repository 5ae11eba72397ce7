import Filters
import FoundationEssentials

/// The input of a job of `serve` that is a frame instead of a file, as an object of JSON.
package struct FrameInput: Sendable {
    /// Where the samples are.
    package enum Samples: Sendable {
        /// In the job itself.
        case bytes(Data)
        /// At the start of memory with this path, which also gets the result.
        case memory(path: String)
    }

    /// The most bytes that the result of a frame in a job may have, about those of 64 megapixels of RGBA.
    private static let maximumInlineBytes = 256 << 20

    package let format: StreamFormat
    package let samples: Samples
    private let time: StreamTime

    package init(_ content: [String: JSONValue]) throws(StreamError) {
        var fields = StreamRequest.Fields(of: "input", content)
        let (text, path) = (try fields.string("bytes"), try fields.string("memory"))
        format = try StreamFormat(&fields)
        time = try StreamTime(&fields)
        try fields.requireEmpty()
        switch (text, path) {
        case (let text?, nil):
            guard let bytes = Data(base64Encoded: text) else {
                throw StreamError("“bytes” of “input” is not valid base64")
            }
            let byteCount = format.layout.byteCount
            guard bytes.count == byteCount else {
                throw StreamError(
                    "“bytes” of “input” has \(bytes.count) bytes, but the frame needs \(byteCount)")
            }
            samples = .bytes(bytes)
        case (nil, let path?): samples = .memory(path: path)
        default: throw StreamError("“input” needs either “bytes”, in base64, or “memory”, a path")
        }
    }

    /// The time that filters read.
    package var frameTime: FrameTime { time.frameTime(at: format.rate) }

    /// The memory of the frame and its result, which must be large enough for both.
    package func memory(_ layout: StreamLayout) throws(StreamError) -> StreamMemory {
        switch samples {
        case .bytes(let bytes):
            guard layout.result.byteCount <= Self.maximumInlineBytes else {
                throw StreamError(
                    "the result has \(layout.result.byteCount) bytes; in the answer at most "
                        + "\(Self.maximumInlineBytes) fit: use “memory” instead of “bytes”")
            }
            return try StreamMemory(bytes, byteCount: layout.byteCount)
        case .memory(let path):
            let memory = try StreamMemory(path: path)
            try memory.requireSpace(for: layout, name: "the memory")
            return memory
        }
    }
}
