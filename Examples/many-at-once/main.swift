// many-at-once FOLDER PICTURE...: pictures no larger than 1200 pixels in sepia, as PNGs, all under way at once.
import Foundation
import GlintKit

let arguments = CommandLine.arguments
if arguments.count > 2 {
    let renderer = try await AsyncRenderer()
    try await withThrowingTaskGroup(of: Void.self) { group in
        for path in arguments[2...] {
            group.addTask {
                let picture = try Picture(contentsOf: path, fitting: [1200, 1200])
                let name = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
                try await renderer.render(picture, [.sepia()], to: "\(arguments[1])/\(name).png")
            }
        }
        // The first error cancels what is still under way, which leaves no files then.
        try await group.waitForAll()
    }
} else {
    print("usage: many-at-once FOLDER PICTURE...")
}
