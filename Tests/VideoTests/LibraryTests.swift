import CVideo
import Testing

/// FFmpeg's libraries.
struct LibraryTests {
    @Test("FFmpeg's libraries of the compiled version can be loaded")
    func load() {
        var failure = CVideoFailure()
        #expect(cvideo_load(&failure))
    }
}
