// saturate-and-blur INPUT OUTPUT: applies a chain of two filters to a picture.
import GlintKit

let arguments = CommandLine.arguments
if arguments.count == 3 {
    let chain: Recipe = [.saturation(amount: 0.3), .gaussianBlur(radius: 10)]
    let picture = try Picture(contentsOf: arguments[1])
    try Renderer().render(picture, chain, to: arguments[2])
} else {
    print("usage: saturate-and-blur INPUT OUTPUT")
}
