// filter-video INPUT OUTPUT FILTER: the frames of a video through a filter, into a new one that keeps its sound.
import GlintKit

let arguments = CommandLine.arguments
if arguments.count == 4 {
    let reader = try VideoReader(path: arguments[1])
    let writer = try VideoWriter(
        path: arguments[2], form: VideoForm(reader.info), source: VideoSource(path: arguments[1]))
    let renderer = try Renderer()
    let recipe = Recipe([Recipe.Stage(arguments[3])])
    while let frame = try reader.next() {
        let filtered = try renderer.render(frame, of: reader.info, recipe)
        try writer.add(filtered.pixels, time: frame.time, duration: frame.duration)
    }
    try writer.finish(overwrite: false)
} else {
    print("usage: filter-video INPUT OUTPUT FILTER")
}
