import System
import CSystem
@preconcurrency import Glibc
import Imaging

/// The function that decodes a file. Tests replace it to imitate a compromised decoder.
package typealias Decode =
    @Sendable (
        _ file: OpenFile, _ extent: DecodingExtent, _ options: DecodingOptions, _ target: any RowTarget
    ) throws(ImagingError) -> PictureTrailer?

/// The decoder's end of the connection: receives files and sends rows.
struct DecoderService {
    /// The exit status of a decoder that runs out of memory.
    static let outOfMemory: Int32 = 3

    private let channel: Channel
    private let limits: PictureLimits
    private let decode: Decode

    /// Serves requests until the program closes its end.
    static func run(on socket: Int32, limits: DecodingLimits, decode: @escaping Decode) -> Never {
        let pictureLimits = PictureLimits(limits)
        let sandbox = Sandbox.enter()
        Imaging.endsProcess(withoutMemory: outOfMemory)
        let service = DecoderService(channel: Channel(socket), limits: pictureLimits, decode: decode)
        service.channel.answer(Message(.hello, sandbox.rawValue.encoded))
        while true { service.serve() }
    }

    private func serve() {
        guard let (message, descriptor) = try? channel.receive() else { _exit(0) }
        // A late acknowledgment of the previous picture's last rows.
        if message.kind == .taken { return }
        guard let descriptor, let job = try? Job(message) else { _exit(0) }
        do throws(ImagingError) {
            // Errors do not contain the file's name, which only the program knows.
            let file = try ImagingError.wrap(OpenFile(descriptor: descriptor, name: "the file"))
            limits.begin(fileBytes: file.byteCount)
            let target = SentRows(channel: channel, limits: limits)
            PixelMemory.set { target.memory(for: PixelSize(width: $0, height: $1, depth: $2)) }
            defer { PixelMemory.set(nil) }
            guard let ending = try decode(file, job.extent, job.options, target) else {
                return channel.answer(Message(.nothing))
            }
            target.flush()
            channel.answer(ending.message)
        } catch {
            channel.answer(error.message)
        }
    }
}

/// Sends the rows of one picture to the program. Exits the process if the program is gone.
///
/// `@unchecked Sendable`, since only the decoding thread uses it.
private final class SentRows: RowTarget, @unchecked Sendable {
    private let channel: Channel
    private let limits: PictureLimits
    private var header: PictureHeader?
    private var room = Room()
    /// The shared memory, or a private buffer for rows to be sent.
    private var memory: UnsafeMutableRawBufferPointer?
    private var finished = 0
    /// The number of complete rows reported to the program.
    private var reported = 0
    /// The addresses of the buffers that the program has provided for whole pictures.
    private var given: [UnsafeRawPointer?] = []
    /// The number of rows that the program has acknowledged.
    private var taken = 0

    init(channel: Channel, limits: PictureLimits) {
        self.channel = channel
        self.limits = limits
    }

    deinit { if let memory { munmap(memory.baseAddress, memory.count) } }

    var stripHeight: Int { room.stripHeight }
    var isForWhole: Bool { room.isForWhole && room.isShared }

    private var bytesPerRow: Int { header.map { $0.width * $0.depth.bytesPerPixel } ?? 0 }

    func begin(_ header: PictureHeader) throws(ImagingError) {
        self.header = header
        channel.answer(HeaderAnswer(header: header).message)
        guard let (message, descriptor) = try? channel.receive(), let room = try? Room(message)
        else { _exit(0) }
        self.room = room
        let length = room.stripHeight * room.stripCount * bytesPerRow
        let start = descriptor.map { cprocess_map($0, length, true) } ?? privateMemory(length)
        if let descriptor { close(descriptor) }
        guard let start else { _exit(DecoderService.outOfMemory) }
        memory = UnsafeMutableRawBufferPointer(start: start, count: length)
    }

    /// Requests memory for pixels of this size from the program; nil if there is none, or if the program
    /// takes strips.
    func memory(for size: PixelSize) -> (bytes: UnsafeMutableRawBufferPointer, isZero: Bool)? {
        limits.allow(pixelCount: size.width * size.height, bytesPerPixel: size.depth.bytesPerPixel)
        channel.answer(size.message)
        guard let (message, descriptor) = try? channel.receive(), let room = try? Room(message)
        else { _exit(0) }
        guard let descriptor else { return nil }
        defer { close(descriptor) }
        let length = size.width * size.height * size.depth.bytesPerPixel
        guard let start = cprocess_map(descriptor, length, true) else { _exit(DecoderService.outOfMemory) }
        // Populating pages in advance takes a quarter of the time of faulting them in one by one. The amount
        // is limited, since the file may claim a false size.
        cprocess_populate(start, min(length, SentRows.maxPopulated), true)
        given.append(start)
        return (UnsafeMutableRawBufferPointer(start: start, count: length), room.isZero)
    }

    private static let maxPopulated = 64 << 20

    func adopt(_ pixels: PixelBuffer, _ header: PictureHeader) -> Bool {
        let start = pixels.withUnsafeBytes { $0.baseAddress }
        // Searches from the end, since an earlier buffer at this address may have been unmapped.
        guard let index = given.lastIndex(of: start) else { return false }
        channel.answer(HeaderAnswer(header: header, memory: index).message)
        return true
    }

    private func privateMemory(_ length: Int) -> UnsafeMutableRawPointer? {
        let start = mmap(nil, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        return start == MAP_FAILED ? nil : start
    }

    func rowMemory(from row: Int) -> UnsafeMutableRawBufferPointer {
        let end = min((row / room.stripHeight + 1) * room.stripHeight, header?.height ?? row)
        while end - taken > room.stripHeight * room.stripCount { waitForTaking() }
        let rows = room.place(of: row)..<room.place(of: row) + end - row
        guard let memory, !rows.isEmpty else { _exit(0) }
        return UnsafeMutableRawBufferPointer(
            rebasing: memory[rows.lowerBound * bytesPerRow..<rows.upperBound * bytesPerRow])
    }

    func finish(upTo row: Int) {
        finished = row
        // Reports rows whenever a strip is complete; the remainder is reported at the end.
        if row / room.stripHeight > reported / room.stripHeight { flush() }
    }

    /// Reports all complete rows that have not been reported yet.
    func flush() {
        while reported < finished {
            let end =
                room.isShared ? finished : min((reported / room.stripHeight + 1) * room.stripHeight, finished)
            channel.answer(Message(.rows, end.encoded))
            if !room.isShared { sendRows(reported..<end) }
            reported = end
        }
    }

    private func sendRows(_ rows: Range<Int>) {
        guard let memory else { return }
        let start = room.place(of: rows.lowerBound) * bytesPerRow
        let bytes = memory[start..<start + rows.count * bytesPerRow]
        do { try channel.send(UnsafeRawBufferPointer(rebasing: bytes)) } catch { _exit(0) }
    }

    private func waitForTaking() {
        flush()
        guard let (message, descriptor) = try? channel.receive(), descriptor == nil, message.kind == .taken,
            let row = try? Int(encoded: message.content)
        else { _exit(0) }
        taken = row
    }
}
