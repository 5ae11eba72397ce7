import Dispatch
import Imaging
import Synchronization

/// A pool of idle decoders. If all are busy, a new one is started.
final class DecoderPool: Sendable {
    /// The maximum number of pictures decoded at the same time; each decoder uses all cores.
    private static let maximum = 4

    private let forkServer: ForkServer
    private let limits: DecodingLimits
    private let idle = Mutex<[IdleDecoder]>([])
    private let slots = DispatchSemaphore(value: maximum)

    /// A decoder in the pool; only the thread that takes it out uses it, so this can be `Sendable`.
    private struct IdleDecoder: @unchecked Sendable {
        let decoder: Decoder
    }

    /// Starts a first decoder; nil if no more processes are available.
    init?(_ forkServer: ForkServer, limits: DecodingLimits) {
        guard let first = Decoder(forkServer, limits: limits) else { return nil }
        self.forkServer = forkServer
        self.limits = limits
        putBack(first)
    }

    /// Borrows a decoder, and returns it to the pool if `body` reports that it is still usable. Nil if no
    /// decoder can be started.
    func withDecoder<Value>(_ body: (Decoder) throws -> (value: Value, isGood: Bool)) rethrows -> Value? {
        slots.wait()
        defer { slots.signal() }
        guard let decoder = takeOut() ?? Decoder(forkServer, limits: limits) else { return nil }
        let (value, isGood) = try body(decoder)
        if isGood { putBack(decoder) }
        return value
    }

    private func takeOut() -> Decoder? {
        idle.withLock { idle -> IdleDecoder? in
            while let decoder = idle.popLast()?.decoder {
                // Skips decoders that were killed externally while idle.
                if decoder.isReady { return IdleDecoder(decoder: decoder) }
            }
            return nil
        }?.decoder
    }

    private func putBack(_ decoder: Decoder) {
        let decoder = IdleDecoder(decoder: decoder)
        idle.withLock { $0.append(decoder) }
    }
}
