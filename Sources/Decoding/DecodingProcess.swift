@preconcurrency import Glibc
import Localization

/// The program's handle of a decoding process, which is forked by the fork server and ends when this object
/// is deallocated. Only one thread may use it at a time.
final class DecodingProcess {
    /// The sandboxing mechanisms in effect; empty until the process has reported them.
    private(set) var sandbox = Sandbox()
    /// The process id.
    private(set) var number: pid_t = 0
    /// The socket for requests and answers.
    let channel: Channel
    /// True if the process has reported that it is running.
    private(set) var hasSaidHello = false
    /// The socket that reports the end of the process; closing it ends the process.
    private let life: Int32

    /// Nil if no more processes or descriptors are available.
    init?(_ forkServer: ForkServer, _ kind: ForkServer.Kind) {
        guard let (channel, life) = forkServer.makeDecoder(kind) else { return nil }
        self.channel = channel
        self.life = life
        channel.limitWaiting()
    }

    deinit { close(life) }

    /// Waits until the process is running and has reported its sandboxing. False if it could not be started.
    func waitForStart() -> Bool {
        if hasSaidHello { return true }
        guard let number = readLife() else { return false }
        self.number = number
        guard let (message, descriptor) = try? channel.receive() else { return false }
        if let descriptor { close(descriptor) }
        guard message.kind == .hello, let known = try? UInt8(encoded: message.content) else { return false }
        sandbox = Sandbox(rawValue: known)
        hasSaidHello = true
        return true
    }

    /// The ways in which a process can end without an answer.
    enum End {
        case endless, senseless, unstarted, killed, outOfMemory, crashed

        /// Describes, as a clause, why the file could not be read.
        func reason(decoding kind: ForkServer.Kind) -> String {
            switch self {
            case .endless: tr("its decoder did not finish in time")
            case .senseless: tr("its decoder sent an invalid reply")
            case .unstarted: tr("its decoder could not be started")
            case .killed: tr("its decoder was killed, probably because the system ran out of memory")
            case .outOfMemory:
                switch kind {
                case .pictures: tr("decoding it takes more memory than allowed for a picture of its size")
                case .video: tr("decoding it takes more memory than allowed for a video of its size")
                }
            case .crashed: tr("its decoder crashed")
            }
        }
    }

    /// Ends the process if it is still running, and returns how it ended.
    func end(_ error: Channel.Broken) -> End {
        shutdown(life, Int32(SHUT_WR))
        let status = readLife()
        switch error {
        case .silent: return .endless
        case .malformed: return .senseless
        case .ended: break
        }
        guard let status else { return .unstarted }
        // As for waitpid, the low bits are the signal that ended the process, and the next byte is its exit
        // status.
        switch status & 0x7F {
        case SIGXCPU: return .endless
        case SIGKILL: return .killed
        case 0 where status >> 8 & 0xFF == DecoderService.outOfMemory: return .outOfMemory
        default: return .crashed
        }
    }

    /// Reads the next number from the fork server.
    private func readLife() -> Int32? {
        var number: Int32 = 0
        let length = withUnsafeMutableBytes(of: &number) {
            recv(life, $0.baseAddress, $0.count, Int32(MSG_WAITALL))
        }
        return length == MemoryLayout<Int32>.size ? number : nil
    }
}
