// saturate-and-blur INPUT OUTPUT: a picture through a chain of two filters.
import GlintKit

let arguments = CommandLine.arguments
if arguments.count == 3 {
    let chain: Recipe = [.saturation(amount: 0.3), .gaussianBlur(radius: 10)]
    let picture = try Picture(contentsOf: arguments[1])
    try Renderer().render(picture, chain, to: arguments[2])
} else {
    print("usage: saturate-and-blur INPUT OUTPUT")
}
