import Foundation
import Dispatch
import Imaging
import TestSupport
import Testing

@testable import Live

/// The single slot between a camera's thread and the consumers of its frames.
struct NewestSlotTests {
    @Test("The newest item is taken, and those it replaced are counted")
    func newestWins() {
        let slot = NewestSlot<Int>()
        for item in 0..<5 { slot.put(item) }
        #expect(slot.take() == 4)
        #expect(slot.replacedCount == 4)
        slot.put(7)
        slot.end()
        #expect(slot.take() == 7)
        #expect(slot.take() == nil)
    }

    @Test("No wait exceeds its timeout")
    func waiting() {
        #expect(NewestSlot<Int>().take(atMost: .milliseconds(20)) == nil)
    }

    @Test("A hundred thousand frames for a slow consumer do not grow memory, and it gets ever newer ones")
    func memory() throws {
        let slot = NewestSlot<PixelBuffer>()
        let memory = FrameMemory()
        let byteCount = 64 * 48 * 4
        let before = try residentKilobytes()
        DispatchQueue.global().async {
            for number in 0..<100_000 {
                guard let buffer = memory.borrow(byteCount: byteCount) else { break }
                buffer.bytes.storeBytes(of: number, as: Int.self)
                guard
                    let frame = PixelBuffer(
                        width: 64, height: 48, depth: .eight, memory: buffer.bytes, owner: buffer)
                else { break }
                slot.put(frame)
            }
            slot.end()
        }
        var taken: [Int] = []
        while let frame = slot.take() {
            taken.append(frame.withUnsafeBytes { $0.load(as: Int.self) })
            usleep(1000)
        }
        #expect(taken == taken.sorted() && taken.last == 99_999)
        #expect(taken.count + slot.replacedCount == 100_000)
        #expect(try residentKilobytes() - before < 20_000)
    }

    private func residentKilobytes() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
        return try #require(status.split(separator: " ").dropFirst().first.flatMap { Int($0) }) * 4
    }
}
