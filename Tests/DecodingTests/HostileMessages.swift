import Imaging
import Testing

@testable import Decoding

/// What a decoder that was taken over may say; none of it ends the program, or fills its window.
@Suite("Hostile messages") struct HostileMessages {
    @Test(arguments: [Int.max, .max - 50_000_000, 0, -1])
    func aSizeThatNoPictureHasIsRefused(byteCount: Int) {
        let message = ImagingError.unusuallyLarge(path: "a", width: 3, height: 2, byteCount: byteCount)
            .message
        #expect(throws: Message.Malformed.self) { try ImagingError(message, path: "a") }
    }

    @Test func aSizeThatAPictureHasIsTold() throws {
        let error = ImagingError.unusuallyLarge(path: "a", width: 60_000, height: 60_000, byteCount: 1 << 34)
        let told = try ImagingError(error.message, path: "a")
        #expect("\(told)" == "\(error)")
    }

    @Test func aReasonIsOneLineOfALengthThatCanBeShown() throws {
        let accents = "a" + String(repeating: "\u{301}", count: 1_000_000)
        for text in [String(repeating: "long\n", count: 1_000_000), accents] {
            let ending = PictureEnding(
                orientation: .upright, metadata: Metadata(), damage: text, wholeSize: SIMD2(1, 1))
            let damage = try #require(try PictureEnding(ending.message).damage)
            #expect(damage.unicodeScalars.count <= 300 && !damage.contains("\n"))
        }
    }
}
