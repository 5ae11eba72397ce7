import CSystem
@preconcurrency import Glibc
import Imaging

/// A process that decodes one picture at a time. Only one thread may use it at a time.
final class Decoder {
    private let process: DecodingProcess
    private let limits: DecodingLimits
    private let pool = SharedMemoryPool()
    /// True if the process has sent anything about the current picture.
    private var hasBegun = false
    /// The length of the file being decoded.
    private var fileBytes = 0

    /// Nil if no more processes or descriptors are available.
    init?(_ forkServer: ForkServer, limits: DecodingLimits) {
        guard let process = DecodingProcess(forkServer, .pictures) else { return nil }
        self.process = process
        self.limits = limits
    }

    private var channel: Channel { process.channel }
    /// The sandboxing mechanisms in effect; empty until the process has reported them.
    var sandbox: Sandbox { process.sandbox }
    /// The process id.
    var processNumber: pid_t { process.number }

    /// Waits until the process is running and has reported its sandboxing. False if it could not be started.
    func waitForStart() -> Bool {
        channel.timeout = limits.secondsOfSilence(pixelCount: 0)
        return process.waitForStart()
    }

    /// True if it can decode another picture: it is alive and has nothing left to send about the previous
    /// one.
    var isReady: Bool { !channel.isStale || !process.hasSaidHello }

    /// The possible outcomes of decoding a picture, besides its rows.
    enum Outcome {
        case decoded(PictureTrailer)
        /// The picture does not support the requested extent.
        case nothing
        /// The picture cannot be decoded; the decoder can still decode others.
        case refused(ImagingError)
        /// The decoder is no longer usable.
        case failed(any Error)
        /// The process was killed externally before it sent anything; another one may succeed.
        case gone(ImagingError)
    }

    /// Decodes a file; `path` appears in error messages.
    func decode(_ job: Job, file: Int32, path: String, into receiver: any RowReceiver) -> Outcome {
        hasBegun = false
        do {
            guard waitForStart() else { throw Channel.Broken.ended }
            fileBytes = Self.size(of: file)
            channel.timeout = limits.secondsOfSilence(pixelCount: 0, fileBytes: fileBytes)
            try channel.send(job.message, descriptors: [file])
            return try receive(path: path, job, into: receiver)
        } catch let error as Channel.Broken {
            let end = process.end(error)
            let damage = ImagingError.damaged(path: path, reason: end.reason(decoding: .pictures))
            return end == .killed && !hasBegun ? .gone(damage) : .failed(damage)
        } catch is Message.Malformed {
            return .failed(
                ImagingError.damaged(path: path, reason: process.end(.malformed).reason(decoding: .pictures)))
        } catch {
            // The picture is too large, or the receiver of the rows threw an error.
            return .failed(error)
        }
    }

    private static func size(of file: Int32) -> Int {
        var status = stat()
        return fstat(file, &status) == 0 ? Int(status.st_size) : 0
    }

    private func receive(
        path: String, _ job: Job, into receiver: any RowReceiver
    ) throws -> Outcome {
        let options = job.options
        var header: PictureHeader?
        var room: Room?
        var row = 0
        var given: [(memory: PooledMemory?, byteCount: Int)] = []
        while true {
            let (message, descriptor) = try channel.receive()
            if let descriptor { close(descriptor) }
            hasBegun = true
            switch message.kind {
            case .header:
                let answer = try HeaderAnswer(message)
                let claimed = answer.header
                guard header == nil else { throw Message.Malformed() }
                try claimed.checkSize(options, path: path)
                header = claimed
                if let memory = answer.memory {
                    guard given.indices.contains(memory), let whole = given[memory].memory,
                        given[memory].byteCount == claimed.bytesPerRow * claimed.height
                    else { throw Message.Malformed() }
                    receiver.take(claimed, in: whole)
                    row = claimed.height
                } else {
                    room = try makeRoom(for: claimed, path: path, receiver)
                }
            case .memory:
                guard given.count < Decoder.maxMemories else { throw Message.Malformed() }
                given.append(try giveMemory(for: PixelSize(message), options, path: path, receiver))
            case .rows:
                guard let header, let room else { throw Message.Malformed() }
                let end = try Int(encoded: message.content)
                guard end > row, end <= header.height, end - row <= room.stripHeight * room.stripCount
                else { throw Message.Malformed() }
                if !room.isShared {
                    // Rows that are sent must be contiguous: they may not wrap around the end of the ring.
                    let first = room.place(of: row)
                    guard first + end - row <= room.stripHeight * room.stripCount else {
                        throw Message.Malformed()
                    }
                    try channel.receive(into: receiver.rowMemory(of: row..<end))
                }
                try receiver.take(row..<end)
                row = end
                if !room.isForWhole { try channel.send(Message(.taken, end.encoded)) }
            case .end:
                guard let header, row == header.height || job.extent == .header else {
                    throw Message.Malformed()
                }
                return .decoded(try PictureTrailer(message))
            case .nothing:
                guard header == nil else { throw Message.Malformed() }
                return .nothing
            case .failure:
                return .refused(try ImagingError(message, path: path))
            default: throw Message.Malformed()
            }
        }
    }

    /// Decoding a picture and rotating it upright takes two buffers; a damaged picture goes through both
    /// twice.
    private static let maxMemories = 4

    /// Provides shared memory for a whole picture; none if the receiver takes strips or no shared memory is
    /// available.
    private func giveMemory(
        for size: PixelSize, _ options: DecodingOptions, path: String, _ receiver: any RowReceiver
    ) throws -> (memory: PooledMemory?, byteCount: Int) {
        let header = PictureHeader(
            width: size.width, height: size.height, depth: size.depth, channels: .rgba, format: nil)
        try header.checkSize(options, path: path)
        channel.timeout = limits.secondsOfSilence(
            pixelCount: size.width * size.height, fileBytes: fileBytes)
        let byteCount = header.bytesPerRow * header.height
        let memory = receiver.takesWhole ? pool.borrow(byteCount: byteCount) : nil
        let room = Room(
            stripHeight: size.height, stripCount: 1, isForWhole: true, isShared: memory != nil,
            isZero: memory?.isZero ?? true)
        try channel.send(room.message, descriptors: memory.map { [$0.memory.descriptor] } ?? [])
        return (memory, byteCount)
    }

    private func makeRoom(
        for header: PictureHeader, path: String, _ receiver: any RowReceiver
    ) throws -> Room {
        channel.timeout = limits.secondsOfSilence(
            pixelCount: header.width * header.height, fileBytes: fileBytes)
        let memory = try receiver.makeRoom(for: header, path: path)
        try channel.send(memory.room.message, descriptors: memory.descriptor.map { [$0] } ?? [])
        return memory.room
    }
}

/// Receives the rows of a picture, in the program's process.
protocol RowReceiver: AnyObject {
    /// True if it takes all rows at once, rather than strip by strip.
    var takesWhole: Bool { get }
    /// Takes all rows.
    func take(_ header: PictureHeader, in memory: PooledMemory)
    /// Allocates memory for strips of rows.
    func makeRoom(for header: PictureHeader, path: String) throws -> RowMemory
    /// The program's own memory for rows that are sent.
    func rowMemory(of rows: Range<Int>) -> UnsafeMutableRawBufferPointer
    /// Takes complete rows, whose memory may be reused afterwards.
    func take(_ rows: Range<Int>) throws
}
