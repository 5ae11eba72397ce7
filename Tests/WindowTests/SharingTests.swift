import Foundation
import Gtk
import TestSupport
import Testing

@testable import glint

/// Data exchanged with other programs.
@Suite("Pictures for other programs") struct SharingTests {
    @Test("each has its own folder, and folders older than a day are deleted")
    func resultFiles() throws {
        let folder = try TemporaryFolder()
        let files = ResultFiles(environment: ["XDG_CACHE_HOME": folder.file("")])
        let paths = try (0..<3).map { _ in try #require(files.newPath(named: "a.png")) }
        #expect(Set(paths).count == 3)
        for path in paths { try Data([1]).write(to: URL(fileURLWithPath: path)) }
        let old = URL(fileURLWithPath: paths[0]).deletingLastPathComponent()
        for (age, path) in [
            (90_000.0, old.path), (80_000.0, URL(fileURLWithPath: paths[1]).deletingLastPathComponent().path),
        ] {
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: -age)], ofItemAtPath: path)
        }
        _ = files.newPath(named: "b.png")
        // Old files are deleted in the background.
        let limit = Date(timeIntervalSinceNow: 60)
        while FileManager.default.fileExists(atPath: paths[0]), Date() < limit { usleep(10_000) }
        #expect(paths.map { FileManager.default.fileExists(atPath: $0) } == [false, true, true])
    }

    @Test("without a folder there is no file")
    func noFolder() throws {
        #expect(ResultFiles(environment: [:]).newPath(named: "a.png") == nil)
        let folder = try TemporaryFolder()
        try Data([1]).write(to: URL(fileURLWithPath: folder.file("cache")))
        #expect(ResultFiles(environment: ["XDG_CACHE_HOME": folder.file("cache")]).newPath(named: "a") == nil)
    }

    @Test("the bundle launcher's variables are not passed on to child processes")
    func bundleEnvironment() {
        let environment = [
            "GLINT_BUNDLE": "/opt/my glint",
            "XDG_DATA_DIRS": "/opt/my glint/share:/usr/local/share:/usr/share",
            "GTK_EXE_PREFIX": "/opt/my glint",
            "GST_REGISTRY_1_0": "/home/a/.cache/glint/bundle-gstreamer.bin",
            "PATH": "/opt/my glinting/bin:/usr/bin", "HOME": "/home/a", "EMPTY": "",
        ]
        #expect(
            BundleEnvironment.changes(for: environment, bundle: "/opt/my glint") == [
                "GLINT_BUNDLE": nil, "GTK_EXE_PREFIX": nil, "GST_REGISTRY_1_0": nil,
                "XDG_DATA_DIRS": "/usr/local/share:/usr/share",
            ])
    }

    @Test("a text of only addresses or paths counts as files")
    func texts() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a b.png")
        try Data([1]).write(to: URL(fileURLWithPath: path))
        let address = "file://" + path.replacing(" ", with: "%20")
        for text in [path, address, "\(address)\r\n", "# from elsewhere\r\n\(address)\r\n", "\(path)\n\n"] {
            #expect(File.files(inText: text).map(\.path) == [path], "\(text)")
        }
        #expect(File.files(inText: "\(path)\n\(address)").count == 2)
        for text in [
            "", "\n", "a b.png", "\(path)\nand more", "/nowhere/a.png", "https://a/b.png", "{\"glint\":1}",
        ] {
            #expect(File.files(inText: text).isEmpty, "\(text)")
        }
    }
}
