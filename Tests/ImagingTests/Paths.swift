import System
import Foundation
import Imaging
import TestSupport
import Testing

@Suite struct Paths {
    /// Replacing an original is recognized, and a picture is opened only once, whatever path leads to it.
    @Test func everyNameOfAFileLeadsToTheSameOne() throws {
        let folder = try temporaryFolder()
        let files = FileManager.default
        let path = folder.file("a.png")
        try write([1], to: path)
        try write([1], to: folder.file("other.png"))
        try files.createSymbolicLink(atPath: folder.file("symbolic.png"), withDestinationPath: "a.png")
        try files.linkItem(atPath: path, toPath: folder.file("hard.png"))
        try files.createSymbolicLink(atPath: folder.file("place"), withDestinationPath: ".")
        for name in ["a.png", "./a.png", "/a.png", "symbolic.png", "hard.png", "place/a.png"] {
            #expect(FileIdentity.isSame(path, folder.file(name)), "\(name)")
        }
        #expect(!FileIdentity.isSame(path, folder.file("other.png")))
    }

    @Test func filesThatDoNotExistYetAreDistinguishedByFolderAndName() throws {
        let folder = try temporaryFolder()
        #expect(FileIdentity.isSame(folder.file("new.png"), folder.file("./new.png")))
        #expect(!FileIdentity.isSame(folder.file("new.png"), folder.file("newer.png")))
        #expect(!FileIdentity.isSame(folder.file("none/a.png"), folder.file("none/b.png")))
        #expect(FileIdentity.isSame(folder.file("none/a.png"), folder.file("none/a.png")))
    }

    @Test(arguments: [
        ("/a/b.c/photo.tar.gz", "/a/b.c", "photo.tar.gz", "photo.tar", "gz"),
        ("/photo", "/", "photo", "photo", ""),
        ("a/.hidden", "a", ".hidden", ".hidden", ""), ("b.", ".", "b.", "b", ""),
    ])
    func partsOfPaths(path: String, folder: String, name: String, stem: String, suffix: String) {
        #expect(PathName.folder(of: path) == folder)
        #expect(PathName.last(of: path) == name)
        #expect(PathName.stem(of: path) == stem)
        #expect(PathName.suffix(of: path) == suffix)
    }
}
