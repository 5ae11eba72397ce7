import Dispatch
import Filters
import Foundation
import GPU
import Imaging
import Rendering
import Synchronization
import System

/// Prints what Auto chooses for pictures, for `Tests/Bench/auto.py`.
enum Measuring {
    /// Prints a line of JSON for each file: the values of Auto, keyed by filter.
    static func run(_ paths: [String]) throws -> Int32 {
        let queue = RenderQueue(makeContext: { try HeadlessContext() }, deliver: { _ in })
        defer { queue.stop() }
        for path in paths {
            let source = SourceFrame(try Picture(contentsOf: path).pixels)
            let made = Mutex<Thumbnail?>(nil)
            let news = DispatchSemaphore(value: 0)
            queue.makeThumbnail(
                .init(recipe: [], source: source, side: AutoAdjustment.side), token: CancellationToken()
            ) { thumbnail in
                made.withLock { $0 = thumbnail }
                news.signal()
            }
            news.wait()
            guard let thumbnail = made.withLock(\.self) else {
                print("\(path): cannot be rendered")
                return 1
            }
            let auto = AutoAdjustment(bytes: thumbnail.bytes, width: thumbnail.size.x)
            print(String(decoding: try JSONEncoder().encode(auto.values), as: UTF8.self))
        }
        return 0
    }
}
