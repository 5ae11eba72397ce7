import Dispatch
import Imaging
import Synchronization

/// Decoders that wait for the next picture, and one more where all are at work.
final class DecoderPool: Sendable {
    /// How many pictures are decoded at a time: each decoder has all cores to itself.
    private static let most = 4

    private let nursery: Nursery
    private let limits: DecodingLimits
    private let idle = Mutex<[IdleDecoder]>([])
    private let places = DispatchSemaphore(value: most)

    /// A decoder between two pictures: whoever takes it out of the pool has it alone.
    private struct IdleDecoder: @unchecked Sendable {
        let decoder: Decoder
    }

    /// Forks the nursery and a first decoder; nil where there are no more processes.
    init?(limits: DecodingLimits, decode: @escaping Decode) {
        guard let nursery = Nursery(limits: limits, decode: decode),
            let first = Decoder(nursery, limits: limits)
        else { return nil }
        self.nursery = nursery
        self.limits = limits
        putBack(first)
    }

    /// Lends a decoder, which is kept for the next picture where `body` says so. Nil where none can be started.
    func withDecoder<Value>(_ body: (Decoder) throws -> (value: Value, isGood: Bool)) rethrows -> Value? {
        places.wait()
        defer { places.signal() }
        guard let decoder = takeOut() ?? Decoder(nursery, limits: limits) else { return nil }
        let (value, isGood) = try body(decoder)
        if isGood { putBack(decoder) }
        return value
    }

    private func takeOut() -> Decoder? {
        idle.withLock { idle -> IdleDecoder? in
            while let decoder = idle.popLast()?.decoder {
                // One that was ended from outside while it waited is no reason to fail.
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
