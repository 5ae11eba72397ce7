// many-at-once FOLDER PICTURE...: concurrently saves sepia copies of pictures as PNGs of at most 1200 pixels.
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
        // The first error cancels the unfinished tasks, which then leave no files behind.
        try await group.waitForAll()
    }
} else {
    print("usage: many-at-once FOLDER PICTURE...")
}
