import Imaging
import Testing

@testable import glint

/// What a picture is saved as.
@Suite struct SavedFileTests {
    @Test(
        "the kind of files that was selected gives the extension where none was typed, or the suggested one was left"
    )
    func aKindThatWasSelectedCounts() {
        #expect(SavedFile.path("/a/x", as: .png, suggested: "x.png") == "/a/x.png")
        #expect(SavedFile.path("/a/x", as: .webp, suggested: "x.png") == "/a/x.webp")
        #expect(SavedFile.path("/a/x.png", as: .jpeg, suggested: "x.png") == "/a/x.jpg")
        #expect(SavedFile.path("/a.b/x", as: .tiff, suggested: "x.png") == "/a.b/x.tif")
    }

    @Test("an extension that was typed counts")
    func anExtensionThatWasTypedCounts() {
        #expect(SavedFile.path("/a/x.webp", as: .png, suggested: "x.png") == "/a/x.webp")
        #expect(SavedFile.path("/a/x.bmp", as: .png, suggested: "x.png") == "/a/x.bmp")
    }

    @Test("without a kind the suggested extension is added, and nothing else is changed")
    func withoutAKind() {
        #expect(SavedFile.path("/a/x", as: nil, suggested: "x.tiff") == "/a/x.tiff")
        #expect(SavedFile.path("/a/x.tiff", as: nil, suggested: "x.tiff") == "/a/x.tiff")
        #expect(SavedFile.path("/a/x.jpeg", as: .jpeg, suggested: "x.jpeg") == "/a/x.jpeg")
    }

    @Test("the quality there is without a choice can be chosen")
    func theUsualQualityIsThere() {
        #expect(SavedFile.qualities == SavedFile.qualities.sorted())
        #expect(SavedFile.qualities.contains(EncodingOptions().quality))
    }
}
