import Filters
import Imaging
import Testing

@testable import Rendering

/// Detecting which stage changes from one frame to the next.
@Suite struct ChangingStageTests {
    private let frame = still()

    private static func still() -> SourceFrame {
        SourceFrame(PixelBuffer(width: 1, height: 1, depth: .eight) { _ in })
    }

    private func recipe(_ amount: Double) -> Recipe {
        [Recipe.Stage("invert"), Recipe.Stage("saturation", ["amount": .number(amount)])]
    }

    @Test func itIsTheFirstThatIsNotWhatItWas() {
        var changing = ChangingStage()
        #expect(changing.note(recipe(1), of: frame, in: .builtIn) == nil)
        #expect(changing.note(recipe(0.5), of: frame, in: .builtIn) == 1)
        #expect(changing.note(recipe(0.5), of: frame, in: .builtIn) == nil)
        #expect(changing.note(recipe(0.4), of: Self.still(), in: .builtIn) == nil)
    }

    @Test func theOriginalBesideTheResultIsNoChange() {
        var changing = ChangingStage()
        _ = changing.note(recipe(1), of: frame, in: .builtIn)
        #expect(changing.note(Recipe(), of: frame, in: .builtIn) == nil)
        #expect(changing.note(recipe(0.5), of: frame, in: .builtIn) == 1)
    }
}
