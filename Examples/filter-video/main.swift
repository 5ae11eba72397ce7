// filter-video INPUT OUTPUT FILTER: filters a video into a new file that keeps its sound.
import Glibc
import GlintKit

let arguments = CommandLine.arguments
if arguments.count == 4 {
    do {
        let renderer = try await AsyncRenderer()
        let recipe = Recipe([Recipe.Stage(arguments[3])])
        // Differences from the original, such as sound that the new container does not support.
        let remarks = try await renderer.render(videoAt: arguments[1], recipe, to: arguments[2])
        for remark in remarks { print(remark) }
    } catch {
        print(error)
        exit(1)
    }
} else {
    print("usage: filter-video INPUT OUTPUT FILTER")
}
