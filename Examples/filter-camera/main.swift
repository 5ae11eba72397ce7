// filter-camera FILTER COUNT: applies a filter to COUNT frames of the first camera, and saves them as PNGs in
// the current folder.
import GlintKit

let arguments = CommandLine.arguments
if arguments.count == 3, let count = Int(arguments[2]) {
    guard let camera = try Camera.all().first else { throw LiveError.noCamera }
    let renderer = try Renderer()
    let recipe = Recipe([Recipe.Stage(arguments[1])])
    var number = 0
    for try await frame in camera.frames() {
        let picture = Picture(pixels: frame.pixels, channels: .rgb)
        try renderer.render(picture, recipe, to: "frame-\(number).png", overwrite: true)
        number += 1
        if number == count { break }
    }
} else {
    print("usage: filter-camera FILTER COUNT")
}
