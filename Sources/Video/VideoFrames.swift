import System
import Dispatch
import Imaging

/// The frames of a video, for `for try await`.
///
///     let video = try VideoReader(path: "clip.mp4")
///     for try await frame in video.frames {
///         let filtered = try await renderer.render(frame, of: video.info, [.sepia()])
///     }
///
/// Each loop decodes the file from its first frame, on its own thread, so that none of the threads that tasks
/// share is blocked. Frames that cannot be decoded are skipped.
public struct VideoFrames: AsyncSequence, Sendable {
    fileprivate let file: OpenFile
    fileprivate let path: String
    fileprivate let table: FrameTable?
    fileprivate let rate: Fraction?

    init(_ file: OpenFile, path: String, table: FrameTable?, rate: Fraction?) {
        self.file = file
        self.path = path
        self.table = table
        self.rate = rate
    }

    /// Starts at the first frame.
    public func makeAsyncIterator() -> Iterator { Iterator(source: Source(self)) }

    /// Decodes the frames sequentially.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        fileprivate let source: Source

        /// The next frame; nil at the end.
        ///
        /// - Throws: ``VideoError``, or `CancellationError` if the task is cancelled.
        public func next() async throws -> VideoFrame? { try await source.next() }
    }

    /// A reader that is confined to the thread of a queue.
    fileprivate final class Source: @unchecked Sendable {
        private let queue = DispatchQueue(label: "frames of a video", qos: .userInitiated)
        private let frames: VideoFrames
        /// Opened for the first frame; used only on the queue.
        private var reader: VideoReader?

        init(_ frames: VideoFrames) { self.frames = frames }

        func next() async throws -> VideoFrame? {
            try Task.checkCancellation()
            return try await withCheckedThrowingContinuation { continuation in
                queue.async {
                    continuation.resume(with: Result { try self.nextOnQueue() })
                }
            }
        }

        private func nextOnQueue() throws -> VideoFrame? {
            let reader =
                try reader
                ?? VideoReader(frames.file, path: frames.path, table: frames.table, rate: frames.rate)
            self.reader = reader
            return try reader.next()
        }
    }
}

extension VideoReader {
    /// All frames of the file, independent of this reader's position, for `for try await`.
    public var frames: VideoFrames { VideoFrames(file, path: path, table: knownTable, rate: givenRate) }
}
