import Foundation
import TestSupport
import Testing

@testable import glint

/// Settings that persist between runs.
@MainActor
@Suite struct SettingsTests {
    private let folder: TemporaryFolder
    private var path: String { folder.file("glint/settings.ini") }
    private var settings: Settings { Settings(path: path) }

    init() throws { folder = try TemporaryFolder() }

    private func write(_ text: String) throws {
        try FileManager.default.createDirectory(
            atPath: folder.file("glint"), withIntermediateDirectories: true)
        try text.write(toFile: path, atomically: true, encoding: .utf8)
    }

    @Test func withoutAFileTheWindowIsDark() {
        #expect(settings.style == .dark && settings.surround == .dark)
        #expect(!settings.showsHistogram && settings.dismissedSoftware == nil)
    }

    @Test func whatIsWrittenIsReadBack() {
        for style in WindowStyle.allCases {
            settings.style = style
            #expect(settings.style == style)
        }
        for surround in Surround.allCases {
            settings.surround = surround
            #expect(settings.surround == surround)
        }
    }

    @Test func whatThePersonWroteIsReadAndKept() throws {
        try write("[Window]\nstyle=light\nsurround=gray\n[Other]\nkey=1\n")
        #expect(settings.style == .light && settings.surround == .gray)
        settings.style = .system
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(text.contains("style=system") && text.contains("surround=gray") && text.contains("key=1"))
    }

    @Test func filtersAddedMoreThanOnceAreOfferedFirst() {
        for id in ["sepia", "pixelate", "invert", "sepia", "pixelate", "sepia"] {
            settings.noteUse(ofFilter: id)
        }
        #expect(
            settings.oftenUsedFilters == [
                "sepia", "pixelate", "black-white", "gaussian-blur", "ntsc", "vignette",
            ])
    }

    @Test(arguments: ["[Window]\nstyle=neon\nsurround=7\n", "[Window]\nstyle=\nsurround\n", "no key file"])
    func anInvalidValueMeansTheDefault(text: String) throws {
        try write(text)
        #expect(settings.style == .dark && settings.surround == .dark)
    }
}
