@preconcurrency import Glibc
import Video
import Localization

/// The connection to a process that decodes a video. Once a request has failed, all later ones fail with the
/// same error.
final class VideoProcess {
    private let process: DecodingProcess
    private let limits: VideoLimits
    private let path: String
    private var failure: VideoError?
    /// The number of pixels per picture, once known.
    var pixelCount = 0 {
        didSet { process.channel.timeout = limits.secondsOfSilence(pixelCount: pixelCount) }
    }

    init(_ forkServer: ForkServer?, _ limits: VideoLimits, path: String) throws(VideoError) {
        guard let forkServer, let process = DecodingProcess(forkServer, .video) else {
            throw .decoderFailed(
                path: path,
                reason: tr(
                    "no process could be started to decode it; set GLINT_DECODE=inside to decode without one")
            )
        }
        self.process = process
        self.limits = limits
        self.path = path
        process.channel.timeout = limits.secondsOfSilence(pixelCount: 0)
        guard process.waitForStart() else { throw fail(.ended) }
    }

    /// Sends a request and returns the answer, which must be of this kind; throws if the answer is an error.
    func ask(
        _ request: Message, descriptors: [Int32] = [], for kind: Message.Kind
    ) throws(VideoError) -> Message {
        try send(request, descriptors: descriptors)
        return try answer(for: kind)
    }

    /// Sends a request and returns the content of the answer; throws if the answer is an error.
    func ask<Answer: MessageContent>(
        _ request: Message, descriptors: [Int32] = []
    ) throws(VideoError) -> Answer {
        try send(request, descriptors: descriptors)
        return try answer()
    }

    /// Receives the content of the answer to a request; throws if the answer is an error.
    func answer<Answer: MessageContent>() throws(VideoError) -> Answer {
        let message = try answer(for: Answer.kind)
        return try checked { () throws(Message.Malformed) in try Answer(message) }
    }

    /// Receives the answer to a request; throws if the answer is an error.
    func answer(for kind: Message.Kind) throws(VideoError) -> Message {
        if let failure { throw failure }
        let answer = try connected { () throws(Channel.Broken) in
            let (message, descriptor) = try process.channel.receive()
            if let descriptor { close(descriptor) }
            return message
        }
        if answer.kind == .failure {
            let error = try checked { () throws(Message.Malformed) in try VideoError(answer, path: path) }
            // A failed allocation means that the process's limit is exceeded: if the machine runs out of
            // memory, the process is killed instead.
            if case .noMemory = error { throw self.error(.outOfMemory) }
            throw error
        }
        guard answer.kind == kind else { throw fail(.malformed) }
        return answer
    }

    /// Sends a request that has no answer, or whose answer is received later.
    func send(_ request: Message, descriptors: [Int32] = []) throws(VideoError) {
        if let failure { throw failure }
        try connected { () throws(Channel.Broken) in
            try process.channel.send(request, descriptors: descriptors)
        }
    }

    /// Receives the bytes that follow an answer.
    func receive(into bytes: UnsafeMutableRawBufferPointer) throws(VideoError) {
        try connected { () throws(Channel.Broken) in try process.channel.receive(into: bytes) }
    }

    /// Parses an answer; ends the process if it is malformed.
    func checked<Value>(_ read: () throws(Message.Malformed) -> Value) throws(VideoError) -> Value {
        do throws(Message.Malformed) {
            return try read()
        } catch {
            throw fail(.malformed)
        }
    }

    private func connected<Value>(_ work: () throws(Channel.Broken) -> Value) throws(VideoError) -> Value {
        do throws(Channel.Broken) {
            return try work()
        } catch {
            throw fail(error)
        }
    }

    private func fail(_ broken: Channel.Broken) -> VideoError {
        let error = error(process.end(broken))
        failure = error
        return error
    }

    private func error(_ end: DecodingProcess.End) -> VideoError {
        .decoderFailed(path: path, reason: end.reason(decoding: .video))
    }
}
