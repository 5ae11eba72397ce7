import CSystem
@preconcurrency import Glibc
import Video

/// A process that forks decoders on request. It is itself forked before the program creates its second
/// thread.
///
/// It does nothing else. Executing the program again for each decoder would take longer, since its libraries
/// would have to be loaded. It reads no files, so it needs no sandbox.
///
/// The program has two sockets for each decoder. One is used to send files to it. The other is connected to
/// the fork server, which first sends the decoder's process id and finally how it ended; closing it makes the
/// fork server kill the decoder.
final class ForkServer: Sendable {
    /// What a decoder decodes: a series of pictures, or one video.
    enum Kind: UInt8 {
        case pictures = 1
        case video
    }

    private let control: Int32

    /// Forks the fork server; nil if no more processes are available. Libraries injected into the program,
    /// such as overlays and profilers, may already have started threads. The fork does not have these
    /// threads, but glibc keeps memory allocation and the loader usable.
    init?(limits: DecodingLimits, decode: @escaping Decode, videos: any VideoDecoders) {
        var ends: [Int32] = [-1, -1]
        guard cprocess_socket_pair(true, &ends) == 0 else { return nil }
        let program = getpid()
        let child = cprocess_fork()
        if child == 0 {
            guard cprocess_end_with_parent(program) else { _exit(0) }
            var forkServer = ForkServerProcess(
                control: ends[1], limits: limits, decode: decode, videos: videos)
            forkServer.run()
        }
        close(ends[1])
        guard child > 0 else {
            close(ends[0])
            return nil
        }
        control = ends[0]
    }

    /// Requests a new decoder; returns the socket through which it receives files, and the one that reports
    /// its end.
    func makeDecoder(_ kind: Kind) -> (work: Channel, life: Int32)? {
        var work: [Int32] = [-1, -1]
        var life: [Int32] = [-1, -1]
        guard cprocess_socket_pair(false, &work) == 0 else { return nil }
        guard cprocess_socket_pair(false, &life) == 0 else {
            work.forEach { close($0) }
            return nil
        }
        let sent = cprocess_send(control, [kind.rawValue], 1, [work[1], life[1]], 2)
        close(work[1])
        close(life[1])
        guard sent else {
            close(work[0])
            close(life[0])
            return nil
        }
        return (Channel(work[0]), life[0])
    }
}

/// The code that runs in the fork server.
private struct ForkServerProcess {
    let control: Int32
    let limits: DecodingLimits
    let decode: Decode
    let videos: any VideoDecoders
    /// The running decoders, each with the socket that reports its end.
    private var children: [(process: pid_t, life: Int32)] = []

    init(control: Int32, limits: DecodingLimits, decode: @escaping Decode, videos: any VideoDecoders) {
        self.control = control
        self.limits = limits
        self.decode = decode
        self.videos = videos
    }

    /// Serves requests until the program exits.
    mutating func run() -> Never {
        leaveTheProgram()
        while true {
            var waiting = [pollfd(fd: control, events: Int16(POLLIN), revents: 0)]
            waiting += children.map { pollfd(fd: $0.life, events: Int16(POLLIN), revents: 0) }
            guard poll(&waiting, nfds_t(waiting.count), -1) > 0 else {
                if errno == EINTR { continue }
                _exit(1)
            }
            // In reverse, so that the remaining indices stay valid.
            for index in children.indices.reversed() where waiting[index + 1].revents != 0 { end(index) }
            if waiting[0].revents != 0 { makeDecoder() }
        }
    }

    /// Starts a new session, so that signals from the terminal's keyboard do not reach decoders, and discards
    /// library output, which would only confuse users.
    private func leaveTheProgram() {
        setsid()
        signal(SIGPIPE, SIG_IGN)
        cprocess_set_name("glint-decoders")
        let nowhere = open("/dev/null", O_RDWR)
        for standard in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
            if nowhere >= 0 { dup2(nowhere, standard) } else { close(standard) }
        }
        cprocess_close_all(STDERR_FILENO + 1, control)
        _ = chdir("/")
    }

    private mutating func makeDecoder() {
        var byte: UInt8 = 0
        var sockets: [Int32] = [-1, -1]
        var count: Int32 = 0
        // The program has exited if nothing can be received.
        guard cprocess_receive(control, &byte, 1, &sockets, 2, &count) == 1, count == 2,
            let kind = ForkServer.Kind(rawValue: byte)
        else { _exit(0) }
        // Loads libraries once for all decoders: this takes longer than everything else at a decoder's start,
        // and is not possible inside the sandbox.
        if kind == .video { videos.prepare() }
        let forkServer = getpid()
        let child = cprocess_fork()
        if child == 0 {
            guard cprocess_end_with_parent(forkServer) else { _exit(0) }
            cprocess_close_all(STDERR_FILENO + 1, sockets[0])
            switch kind {
            case .pictures:
                cprocess_set_name("glint-decoder")
                DecoderService.run(on: sockets[0], limits: limits, decode: decode)
            case .video:
                cprocess_set_name("glint-video")
                VideoService.run(on: sockets[0], limits: limits, decoders: videos)
            }
        }
        close(sockets[0])
        guard child > 0 else {
            close(sockets[1])
            return
        }
        report(sockets[1], child)
        children.append((child, sockets[1]))
    }

    /// Ends a decoder if it is still running, and reports how it ended.
    private mutating func end(_ index: Int) {
        let (process, life) = children.remove(at: index)
        kill(process, SIGKILL)
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        report(life, status)
        close(life)
    }

    private func report(_ socket: Int32, _ number: Int32) {
        withUnsafeBytes(of: number) { _ = cprocess_send(socket, $0.baseAddress, $0.count, nil, 0) }
    }
}
