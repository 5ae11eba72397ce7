import System
import Exporting
import Filters
import GPU
import Glibc
import Imaging
import Rendering
import Video

extension Renderer {
    /// Filters a video and saves the result to another file. Sound, subtitles and chapters that the container
    /// supports are copied bit for bit. Frames are read, filtered and encoded in parallel.
    ///
    ///     try renderer.render(videoAt: "clip.mp4", [.sepia()], to: "old.mp4") {
    ///         print("\(Int($0 * 100)) %")
    ///     }
    ///
    /// Nothing is left at `output` unless the whole video was written. If the task is cancelled, or
    /// ``shouldStop`` returns true, the call throws `CancellationError` between two dispatches. Filters that
    /// read the time get the frame's time.
    ///
    /// - Parameters:
    ///   - path: the video.
    ///   - recipe: the filters, which may change the size of the frames.
    ///   - output: the destination; its extension determines the container. `.gif`, `.png` and `.webp` are
    ///     animated pictures without sound.
    ///   - options: the encoding options.
    ///   - start: the first frame; nil for the first frame of the file.
    ///   - end: the frame after the last one; nil for the end of the file.
    ///   - overwrite: whether a file at `output` may be replaced; the video itself never is.
    ///   - acceptsDamage: whether the readable part of a damaged video is saved.
    ///   - progress: called with the completed fraction, which never falls, and exactly once with 1, when the
    ///     file is in place.
    /// - Returns: how the file differs from the video, apart from the filters.
    /// - Throws: ``VideoError``, ``RecipeError``, ``FilterError``, ``GPUError`` or `CancellationError`.
    @discardableResult
    public func render(
        videoAt path: String, _ recipe: Recipe, to output: String, options: VideoOptions = VideoOptions(),
        from start: VideoPosition? = nil, until end: VideoPosition? = nil, overwrite: Bool = false,
        acceptsDamage: Bool = false, progress: (Double) -> Void = { _ in }
    ) throws -> [VideoRemark] {
        try prepare(for: recipe)
        guard !FileIdentity.isSame(path, output) else {
            throw VideoError.failed(path: output, reason: "it is the video itself; choose another name")
        }
        // Without this check, the error would only occur at the end, after much work.
        guard overwrite || access(output, F_OK) != 0 else {
            throw VideoError.file(.exists(path: output))
        }
        let request = ClipRequest(
            .video(path: path, table: nil, from: start, to: end), recipe: recipe, to: output,
            as: .video(options), existing: overwrite ? .overwrite : .isError, acceptsDamage: acceptsDamage)
        do {
            return try save(progress: progress) { engine, shouldStop in
                request.begin(
                    on: engine, readPicture: { try Picture(contentsOf: $0) }, shouldStop: shouldStop)
            } result: {
                $0.losses.compactMap { $0 as? VideoRemark }
            }
        } catch let error as ClipError {
            throw error.ofVideo
        }
    }
}

extension AsyncRenderer {
    /// Filters a video and saves the result to another file, as
    /// ``Renderer/render(videoAt:_:to:options:from:until:overwrite:acceptsDamage:progress:)`` does.
    ///
    ///     let work = Task { try await renderer.render(videoAt: "clip.mp4", [.sepia()], to: "old.mp4") }
    ///     work.cancel()  // leaves no file
    ///
    /// - Parameters:
    ///   - path: the video.
    ///   - recipe: the filters, which may change the size of the frames.
    ///   - output: the destination; its extension determines the container.
    ///   - options: the encoding options.
    ///   - start: the first frame; nil for the first frame of the file.
    ///   - end: the frame after the last one; nil for the end of the file.
    ///   - overwrite: whether a file at `output` may be replaced; the video itself never is.
    ///   - acceptsDamage: whether the readable part of a damaged video is saved.
    ///   - progress: called on the renderer's thread with the completed fraction, which never falls, and
    ///     exactly once with 1, when the file is in place.
    /// - Returns: how the file differs from the video, apart from the filters.
    /// - Throws: ``VideoError``, ``RecipeError``, ``FilterError``, ``GPUError`` or `CancellationError`.
    @discardableResult
    public func render(
        videoAt path: String, _ recipe: Recipe, to output: String, options: VideoOptions = VideoOptions(),
        from start: VideoPosition? = nil, until end: VideoPosition? = nil, overwrite: Bool = false,
        acceptsDamage: Bool = false, progress: @Sendable (Double) -> Void = { _ in }
    ) throws -> [VideoRemark] {
        try withRenderer {
            try $0.render(
                videoAt: path, recipe, to: output, options: options, from: start, until: end,
                overwrite: overwrite, acceptsDamage: acceptsDamage, progress: progress)
        }
    }

    /// Applies `recipe` to a frame of a video at full size, as ``Renderer/render(_:of:_:depth:)`` does.
    ///
    /// - Parameters:
    ///   - frame: the frame to filter.
    ///   - info: the properties of the frame's file.
    ///   - recipe: the filters.
    ///   - depth: bits per channel of the result; if nil, the same as the frame's.
    /// - Returns: the filtered frame.
    /// - Throws: the same errors as ``render(_:_:depth:progress:)``.
    public func render(
        _ frame: VideoFrame, of info: VideoInfo, _ recipe: Recipe, depth: PixelBuffer.Depth? = nil
    ) throws -> Picture {
        try withRenderer { try $0.render(frame, of: info, recipe, depth: depth) }
    }
}

extension ClipError {
    /// Converts the error to an error of a video file.
    fileprivate var ofVideo: VideoError {
        switch self {
        case .emptyRange(let path, let count):
            return .failed(
                path: path, reason: "it has no frame in that range; it has \(count) frames, counted from 0")
        case .damaged(let path, let damage, let count):
            let bad = damage.missing + damage.patched
            let reason = "\(bad) of its \(count) frames cannot be read completely"
            guard damage.isCutShort else { return .damaged(path: path, reason: reason) }
            return .damaged(
                path: path, reason: bad > 0 ? "it is cut short, and \(reason)" : "it is cut short")
        case .damagedFrame(let path, let frame):
            return .damaged(path: path, reason: "its frame \(frame) cannot be read completely")
        }
    }
}
