import System
import Editing
import Foundation
import Imaging
import TestSupport
import Testing

/// The pictures before and after a picture in its folder.
@Suite("Picture folders") struct FolderTests {
    @Test("names are in natural order")
    func naturalOrder() {
        let expected = [
            "1.png", "2.png", "10.png", "a.png", "B.png", "shot 9 b.png", "shot 09.png", "shot 9.png",
            "shot 10.png",
            "shot 99999999999999999999999.png", "shot.png",
        ]
        // The result does not depend on the order in which the files are listed.
        for seed in 0..<20 as Range<UInt64> {
            var random = SeededRandom(state: seed)
            let sorted = expected.shuffled(using: &random).sorted(by: NaturalOrder.isBefore)
            #expect(sorted == expected)
        }
    }

    @Test("an unreadable one is skipped, in both directions")
    func passesBadOnes() throws {
        let folder = try TemporaryFolder()
        for name in ["1.png", "2.png", "3.png", "4.png"] {
            try Data().write(to: URL(fileURLWithPath: folder.file(name)))
        }
        let pictures = try PictureFolder(folder.path)
        let (first, second, third) = (folder.file("1.png"), folder.file("2.png"), folder.file("3.png"))
        #expect(pictures.picture(1, from: second, past: nil) == third)
        #expect(pictures.picture(1, from: second, past: third) == folder.file("4.png"))
        #expect(pictures.picture(1, from: second, past: folder.file("4.png")) == nil)
        // Reversing the direction does not open the picture that is already open.
        #expect(pictures.picture(-1, from: second, past: third) == first)
        #expect(pictures.picture(-1, from: second, past: first) == nil)
    }

    @Test("only pictures count, and there is none past the ends")
    func stepsThrough() throws {
        let folder = try TemporaryFolder()
        for name in ["a10.png", "a9.JPG", "notes.txt", ".hidden.png", "b.webp"] {
            try Data().write(to: URL(fileURLWithPath: folder.file(name)))
        }
        let pictures = try PictureFolder(folder.path)
        let first = folder.file("a9.JPG")
        #expect(pictures.picture(1, from: first) == folder.file("a10.png"))
        #expect(pictures.picture(2, from: first) == folder.file("b.webp"))
        #expect(pictures.picture(3, from: first) == nil)
        #expect(pictures.picture(-1, from: first) == nil)
        #expect(pictures.picture(-1, from: folder.file("b.webp")) == folder.file("a10.png"))
    }

    @Test("from a deleted picture navigation continues at its former position")
    func stepsFromNowhere() throws {
        let folder = try TemporaryFolder()
        for name in ["a.png", "c.png"] {
            try Data().write(to: URL(fileURLWithPath: folder.file(name)))
        }
        let pictures = try PictureFolder(folder.path)
        #expect(pictures.picture(1, from: folder.file("b.png")) == folder.file("c.png"))
        #expect(pictures.picture(-1, from: folder.file("b.png")) == folder.file("a.png"))
        #expect(pictures.picture(1, from: folder.file("d.png")) == nil)
        #expect(pictures.picture(-1, from: folder.file("d.png")) == folder.file("c.png"))
    }
}
