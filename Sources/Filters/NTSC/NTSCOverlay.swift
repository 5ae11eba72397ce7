/// Text in the picture: dot-matrix letters, white with a black shadow.
///
/// A camera's text is recorded and passes through the whole chain. A recorder's text is drawn over the
/// picture during playback.
struct NTSCOverlay {
    let settings: NTSCSettings
    /// The time that the counter shows.
    let seconds: Double
    /// Size of the picture, in pixels.
    let size: SIMD2<Int>

    /// The distance from the picture's edges, in dots.
    private static let margin = 10

    /// The height of a dot, in pixels: 3 at the 480 rows of a television picture, 4 at 576. Dots of 2 pixels
    /// would repeat every 4 pixels, the period of the color carrier, and be decoded as color.
    private var dot: Int { max(3, Int((Double(size.y) / 144).rounded())) }

    private struct Text: Hashable {
        let text: String
        var isRight = false
        var isLow = false
        /// The number of text lines between this line and the edge.
        var line = 0
    }

    /// The pass that draws the text that a camera records; nil if there is no text.
    var recorded: FilterPass? {
        pass("ntsc, camera's text", of: [Text(text: settings.text("overlayDate"), isLow: true)])
    }

    /// The pass that draws the text that a recorder shows during playback; nil if there is no text.
    var played: FilterPass? {
        var texts = [
            Text(text: settings.text("overlayLeft")),
            Text(text: settings.text("overlayRight"), isRight: true),
        ]
        if settings.isOn("overlayCounter") {
            let counter = Self.counter(seconds)
            // In a narrow picture, the counter is above the camera's text.
            let letters = counter.count + settings.text("overlayDate").count
            let isNarrow = (letters + 1) * NTSCLetters.step + 2 * Self.margin > size.x / dot
            texts.append(Text(text: counter, isRight: true, isLow: true, line: isNarrow ? 1 : 0))
        }
        return pass("ntsc, recorder's text", of: texts)
    }

    private static func counter(_ seconds: Double) -> String {
        let seconds = Int(seconds)
        let parts = [seconds / 60 % 60, seconds % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
        return "\(seconds / 3600):\(parts[0]):\(parts[1])"
    }

    private func pass(_ name: String, of texts: [Text]) -> FilterPass? {
        let texts = texts.filter { !$0.text.isEmpty }
        guard !texts.isEmpty else { return nil }
        var pass = FilterPass(name: name, kernel: "ntsc/overlay.glsl")
        pass.uniforms = ["dotSize": .int(dot)]
        pass.grid = size
        let names = texts.map { "\($0.text)|\($0.isRight)|\($0.isLow)|\($0.line)" }.joined(separator: "\n")
        let dots = (size &+ (dot - 1)) / dot
        pass.table = LookupTable(name: "ntsc overlay \(dots) \(names)", width: dots.x) {
            Self.dots(of: texts, size: dots)
        }
        return pass
    }

    /// 1 where a dot is lit.
    private static func dots(of texts: [Text], size: SIMD2<Int>) -> [SIMD4<Float>] {
        var dots = [SIMD4<Float>](repeating: .zero, count: size.x * size.y)
        for text in texts {
            let letters = NTSCLetters.letters(of: text.text)
            let left = text.isRight ? size.x - margin - letters.count * NTSCLetters.step : margin
            // The height of a line includes the accents above its letters.
            let below = margin + NTSCLetters.rows + text.line * (NTSCLetters.rows + 5)
            let top = text.isLow ? size.y - below : margin
            for (index, letter) in letters.enumerated() {
                for dot in letter {
                    let position = SIMD2(left + index * NTSCLetters.step, top) &+ dot
                    guard (0..<size.x).contains(position.x), (0..<size.y).contains(position.y) else {
                        continue
                    }
                    dots[position.y * size.x + position.x] = .one
                }
            }
        }
        return dots
    }
}
