import System
import Foundation
import Imaging

/// The behavior of a decoder that was compromised by a file, or that fails.
enum Misdeed: String, CaseIterable {
    case crash, spin, sleep, allocate, exit, write, create, unlink, read, connect, execute, fork, signal,
        limit

    /// Decodes a picture, or performs the misdeed that the file names.
    @Sendable static func decode(
        _ file: OpenFile, _ extent: DecodingExtent, _ options: DecodingOptions, _ target: any RowTarget
    ) throws(ImagingError) -> PictureTrailer? {
        guard let misdeed = Misdeed(file) else {
            return try PictureDecoder.decode(file, extent: extent, options: options, into: target)
        }
        throw .file(.readFailed(path: "", reason: misdeed.result()))
    }

    private init?(_ file: OpenFile) {
        var bytes = [UInt8](repeating: 0, count: 32)
        let length = pread(file.descriptor, &bytes, bytes.count, 0)
        let text = String(decoding: bytes.prefix(max(0, length)), as: UTF8.self)
        guard text.hasPrefix("#") else { return nil }
        self.init(rawValue: text.dropFirst().trimmingCharacters(in: .newlines))
    }

    /// "done" if the misdeed succeeded, else "refused".
    func result() -> String {
        let path = "/tmp/glint-misdeed-\(getpid())"
        switch self {
        case .crash: abort()
        case .spin: while true {}
        case .sleep: while true { poll(nil, 0, 1000) }
        case .exit: _exit(0)
        case .allocate: return allocate()
        case .write: return outcome(open("/dev/null", O_WRONLY))
        case .create: return outcome(open(path, O_WRONLY | O_CREAT, 0o600))
        case .unlink: return outcome(Foundation.unlink(path))
        case .read: return outcome(open("/etc/passwd", O_RDONLY))
        case .connect: return outcome(socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
        case .execute:
            var child: pid_t = 0
            return posix_spawn(&child, "/bin/true", nil, nil, [nil], nil) == 0 ? "done" : "refused"
        case .fork:
            // A plain fork, by daemon(): posix_spawn uses the same system call, but fails before it if
            // executing is not allowed.
            return outcome(Int32(truncatingIfNeeded: daemon(0, 0)))
        case .signal: return outcome(kill(getppid(), 0))
        case .limit:
            var limit = rlimit(rlim_cur: 1 << 20, rlim_max: 1 << 20)
            return outcome(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit))
        }
    }

    private func outcome(_ status: Int32) -> String { status < 0 ? "refused" : "done" }

    /// Allocates memory until that fails; a gigabyte is more than a picture without pixels may use.
    private func allocate() -> String {
        var taken = 0
        while taken < 64 << 30 {
            guard let block = mmap(nil, 64 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
                block != MAP_FAILED
            else { return taken <= 2 << 30 ? "refused" : "done" }
            taken += 64 << 20
        }
        return "done"
    }
}
