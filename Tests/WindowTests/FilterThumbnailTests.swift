import Filters
import Imaging
import Rendering
import Testing

@testable import glint

/// The thumbnails in the list of filters.
@MainActor
@Suite struct FilterThumbnailTests {
    /// A renderer that records requests, and answers each with a gray picture.
    @MainActor
    private final class Renderer {
        var requests: [(request: Thumbnail.Request, token: CancellationToken)] = []

        func connect(_ thumbnails: FilterThumbnails, to frame: SourceFrame) {
            thumbnails.frame = { frame }
            thumbnails.render = { request, token, _ in self.requests.append((request, token)) }
        }
    }

    private static func frame() -> SourceFrame {
        SourceFrame(PixelBuffer(width: 8, height: 6, depth: .eight) { $0.copyBytes(from: [255, 0, 0, 255]) })
    }

    @Test func theFirstRequestIsForAReducedCopyOfThePicture() throws {
        let (thumbnails, renderer) = (FilterThumbnails(), Renderer())
        let frame = Self.frame()
        renderer.connect(thumbnails, to: frame)
        let filter = try #require(FilterCatalog.builtIn.filter("invert"))
        thumbnails.begin()
        #expect(thumbnails.isMissing(filter))
        thumbnails.make(filter, side: 96) {}
        let (request, token) = try #require(renderer.requests.first)
        #expect(request.recipe.stages.isEmpty && request.source.isSame(as: frame))
        #expect(request.side > 96 && !token.isCancelled)
        thumbnails.end()
        #expect(token.isCancelled)
    }
}
