// pixels-to-pixels WIDTH HEIGHT < RGB > RGB: increases the contrast of raw pixels from standard input.
import Foundation
import GlintKit

let arguments = CommandLine.arguments
if arguments.count == 3, let width = Int(arguments[1]), let height = Int(arguments[2]) {
    let input = try FileHandle.standardInput.readToEnd() ?? Data()
    let pixels = try PixelBuffer(bytes: input, width: width, height: height, channels: .rgb)
    let picture = Picture(pixels: pixels, channels: .rgb)
    let filtered = try Renderer().render(picture, [.levels(black: 0.1, white: 0.9)])
    try FileHandle.standardOutput.write(contentsOf: filtered.pixels.bytes(as: .rgb))
} else {
    print("usage: pixels-to-pixels WIDTH HEIGHT < RGB > RGB")
}
