import System
import CSystem
@preconcurrency import Glibc
import Imaging
import Synchronization
import Video
import Localization

/// Reads pictures for Glint's programs in sandboxed processes, so that a file that compromises its decoder
/// gains nothing, and a file that makes it crash or hang counts as damaged.
package struct RemotePictureDecoder: Sendable {
    /// Where pictures are decoded.
    package enum Location: Sendable {
        /// In a separate process.
        case process
        /// Within the program, at the user's request: `GLINT_DECODE=inside`.
        case insideAsRequested
        /// Within the program, by default.
        case inside
        /// Nowhere: no process could be started.
        case nowhere
    }

    private static let made = Mutex(RemotePictureDecoder(location: .inside, pool: nil))

    /// The decoder shared by the whole program. Before ``start(limits:)`` it decodes within the program, as
    /// it does in programs that never call that.
    package static var shared: RemotePictureDecoder { made.withLock { $0 } }

    package let location: Location
    private let pool: DecoderPool?

    /// Starts the fork server for decoding pictures and videos. Call it before the program creates threads,
    /// since it forks.
    package static func start(
        limits: DecodingLimits = DecodingLimits(), decode: @escaping Decode = PictureDecoder.decode,
        videos: any VideoDecoders = DirectVideoDecoders()
    ) {
        let requested = getenv("GLINT_DECODE").map { String(cString: $0) }
        guard requested != "inside" else {
            return made.withLock { $0 = RemotePictureDecoder(location: .insideAsRequested, pool: nil) }
        }
        // Shared memory counts as a file; exceeding the file size limit should be an error instead of killing
        // the program.
        signal(SIGXFSZ, SIG_IGN)
        // A program that restarts itself, as the window does to switch drivers, leaves its fork server as a
        // zombie.
        while waitpid(-1, nil, WNOHANG) > 0 {}
        let forkServer = ForkServer(limits: limits, decode: decode, videos: videos)
        let pool = forkServer.flatMap { DecoderPool($0, limits: limits) }
        SharedVideoDecoders.current = RemoteVideoDecoders(forkServer: forkServer, limits: limits)
        made.withLock { $0 = RemotePictureDecoder(location: pool == nil ? .nowhere : .process, pool: pool) }
    }

    /// Reads a picture file like `Picture(contentsOf:options:)`.
    package func picture(
        contentsOf path: String, options: DecodingOptions = DecodingOptions()
    ) throws(ImagingError) -> Picture {
        try picture(in: ImagingError.wrap(OpenFile(path: path)), options: options)
    }

    /// Reads a picture from the bytes of a file like `Picture(encoded:name:options:)`.
    package func picture(
        encoded bytes: [UInt8], name: String, options: DecodingOptions = DecodingOptions()
    ) throws(ImagingError) -> Picture {
        if isInside { return try Picture(encoded: bytes, name: name, options: options) }
        var picture = try picture(in: Self.file(of: bytes, name: name), options: options)
        picture.name = nil
        return picture
    }

    /// Decodes a picture at reduced size; nil if that is not possible.
    package func reducedPicture(contentsOf path: String, extent: DecodingExtent = .preview) -> ReducedPicture?
    {
        if isInside { return ReducedPicture(contentsOf: path, extent) }
        guard let file = try? OpenFile(path: path), ReducedPicture.mayExist(for: file) else { return nil }
        let receiver = WholeReceiver()
        guard let ending = try? decode(Job(extent: extent), file, path: path, into: receiver),
            let header = receiver.header, let pixels = receiver.pixels()
        else { return nil }
        return ReducedPicture(stored: pixels, header, ending)
    }

    /// Delivers the stored rows of a picture file strip by strip; the whole picture is never in memory.
    ///
    /// - Parameters:
    ///   - stripHeight: the maximum number of rows per strip.
    ///   - stripCount: the number of strips in memory; with only one, the decoder and the program take turns.
    ///   - extent: whether the picture is decoded completely before its first row is delivered, or rows are
    ///     delivered as they are decoded.
    ///   - begin: called with the picture's properties before the first row.
    ///   - take: called with rows from top to bottom, which are valid during the call.
    /// - Returns: the properties known at the end, including how to rotate the rows upright; nil if the file
    ///   does not support this extent.
    package func rows(
        contentsOf path: String, extent: DecodingExtent = .whole,
        options: DecodingOptions = DecodingOptions(),
        stripHeight: Int, stripCount: @escaping (PictureHeader) -> Int,
        begin: @escaping (PictureHeader) throws -> Void,
        take: @escaping (Range<Int>, UnsafeRawBufferPointer) throws -> Void
    ) throws -> PictureTrailer? {
        try rows(
            of: ImagingError.wrap(OpenFile(path: path)), extent: extent, options: options,
            stripHeight: stripHeight, stripCount: stripCount, begin: begin, take: take)
    }

    private func rows(
        of file: OpenFile, extent: DecodingExtent, options: DecodingOptions, stripHeight: Int,
        stripCount: @escaping (PictureHeader) -> Int, begin: @escaping (PictureHeader) throws -> Void,
        take: @escaping (Range<Int>, UnsafeRawBufferPointer) throws -> Void
    ) throws -> PictureTrailer? {
        if isInside {
            let rows = InsideRows(stripHeight: stripHeight, begin: begin, take: take)
            let ending = try PictureDecoder.decode(file, extent: extent, options: options, into: rows)
            try rows.checkEnd()
            return ending
        }
        let receiver = StripReceiver(
            stripHeight: stripHeight, stripCount: stripCount, begin: begin, take: take)
        return try decode(Job(extent: extent, options: options), file, path: file.path, into: receiver)
    }

    /// Begins to read a picture whose rows are decoded on demand; nil if the file's rows cannot be delivered
    /// in order.
    ///
    /// Throws ``ImagingError``.
    package func stream(
        of file: OpenFile, options: DecodingOptions = DecodingOptions()
    ) throws -> RowStream? {
        try RowStream(name: PathName.stem(of: file.path)) { begin, take in
            try rows(
                of: file, extent: .rows, options: options, stripHeight: Self.streamedStrip,
                stripCount: { max(2, Self.streamedBytes / ($0.bytesPerRow * Self.streamedStrip)) },
                begin: begin, take: take)
        }
    }

    /// The number of rows that a decoder reports at a time.
    private static let streamedStrip = 32
    /// The approximate read-ahead of the decoder in bytes; a larger value does not make it faster.
    private static let streamedBytes = 4 << 20

    /// The properties of the upright picture in a file, including ``PictureHeader/ending``; nil if they are
    /// only known after decoding.
    package func header(contentsOf path: String) throws -> PictureHeader? {
        let known = Mutex<PictureHeader?>(nil)
        let ending = try rows(
            contentsOf: path, extent: .header, stripHeight: 1, stripCount: { _ in 1 },
            begin: { header in known.withLock { $0 = header } }, take: { _, _ in })
        return ending == nil ? nil : known.withLock { $0 }
    }

    /// The sandboxing mechanisms of the decoders; nil if there are no decoders.
    package func sandbox() -> Sandbox? {
        pool?.withDecoder { decoder in
            let hasStarted = decoder.waitForStart()
            return (hasStarted ? decoder.sandbox : nil, hasStarted)
        } ?? nil
    }

    /// The process id of the next decoder to be used.
    package func decoderProcess() -> Int32? {
        pool?.withDecoder { decoder in
            let hasStarted = decoder.waitForStart()
            return (hasStarted ? decoder.processNumber : nil, hasStarted)
        } ?? nil
    }

    /// An unnamed file with these bytes.
    private static func file(of bytes: [UInt8], name: String) throws(ImagingError) -> OpenFile {
        let memory = bytes.isEmpty ? -1 : cprocess_memory_file(bytes, bytes.count)
        guard memory >= 0 else {
            throw bytes.isEmpty
                ? .file(.empty(path: name)) : .file(.readFailed(path: name, reason: tr("out of memory")))
        }
        return try ImagingError.wrap(OpenFile(descriptor: memory, name: name))
    }

    private var isInside: Bool {
        switch location {
        case .inside, .insideAsRequested: true
        case .process, .nowhere: false
        }
    }

    /// Reads a picture from an open file, which may previously have been opened for a
    /// ``stream(of:options:)``.
    package func picture(
        in file: OpenFile, options: DecodingOptions = DecodingOptions()
    ) throws(ImagingError) -> Picture {
        if isInside { return try Picture(file, options: options) }
        let path = file.path
        let receiver = WholeReceiver()
        let ending: PictureTrailer?
        do {
            ending = try decode(Job(options: options), file, path: path, into: receiver)
        } catch {
            throw error as? ImagingError ?? .damaged(path: path, reason: "\(error)")
        }
        guard let ending, let header = receiver.header, let pixels = receiver.pixels() else {
            throw .notAPicture(path: path)
        }
        var picture = try Picture(stored: pixels, header, ending, name: path)
        picture.name = PathName.stem(of: path)
        return picture
    }

    private func attempt(
        _ job: Job, _ file: OpenFile, path: String, into receiver: any RowReceiver
    ) -> Decoder.Outcome? {
        pool?.withDecoder { decoder in
            let outcome = decoder.decode(job, file: file.descriptor, path: path, into: receiver)
            switch outcome {
            case .decoded, .nothing, .refused: return (outcome, true)
            case .failed, .gone: return (outcome, false)
            }
        }
    }

    private func decode(
        _ job: Job, _ file: OpenFile, path: String, into receiver: any RowReceiver
    ) throws -> PictureTrailer? {
        defer { withExtendedLifetime(file) {} }
        var outcome = attempt(job, file, path: path, into: receiver)
        if case .gone = outcome { outcome = attempt(job, file, path: path, into: receiver) }
        switch outcome {
        case .decoded(let ending): return ending
        case .nothing: return nil
        case .refused(let error): throw error
        case .failed(let error): throw error
        case .gone(let error): throw error
        case nil:
            throw ImagingError.file(
                .readFailed(
                    path: path,
                    reason: tr(
                        "no process could be started to decode it; set GLINT_DECODE=inside to decode without one"
                    )
                ))
        }
    }
}
