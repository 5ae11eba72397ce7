import System
import Filters
import Foundation
import Gtk
import Imaging
import TestSupport
import Testing

@testable import glint

/// The result of opening a file: a picture, a clip, or an error message.
@Suite("Media") struct MediumTests {
    private let folder: TemporaryFolder

    init() throws { folder = try temporaryFolder() }

    private func open(_ path: String) throws -> Medium {
        try Medium(contentsOf: path, options: DecodingOptions(acceptsDamage: true))
    }

    private func clip(_ line: String, name: String = "clip.mp4") throws -> Clip {
        try #require(try open(Media.make(name, in: folder, line)).clip)
    }

    private static let picture = "-f lavfi -i testsrc2=s=64x48:r=30000/1001"
    private static let x264 = "-c:v libx264 -pix_fmt yuv420p"

    @Test("An animated GIF is a clip, and a still one is a picture")
    func gifs() throws {
        let line = "-f lavfi -i testsrc2=s=64x48:r=10:d=1"
        #expect(try open(Media.make("many.gif", in: folder, "\(line) OUT")).clip?.info.codec == "gif")
        #expect(try open(Media.make("one.gif", in: folder, "\(line) -frames:v 1 OUT")).clip == nil)
    }

    @Test("A file that is neither is reported in one sentence, whatever its name")
    func neither() throws {
        for name in ["text.mp4", "text.png", "text"] {
            let path = folder.file(name)
            try "not a picture, not a video, a text of some length".write(
                toFile: path, atomically: true, encoding: .utf8)
            let failure = #expect(throws: (any Error).self) { try open(path) }
            let name = PathName.last(of: path)
            #expect(
                failure.map { sentence($0, path: path) }
                    == "\(name) is not a picture or video Glint can read.")
        }
    }

    @Test("Sound alone is not a clip")
    func sound() throws {
        let path = try Media.make("sound.m4a", in: folder, "-f lavfi -i sine=d=1 -c:a aac OUT")
        let failure = #expect(throws: (any Error).self) { try open(path) }
        #expect(failure.map { "\($0)" }?.contains("contains no video") == true)
    }

    @Test("A document describes its clip, and names a saved frame after it")
    func document() throws {
        let path = try Media.make("a.mp4", in: folder, "\(Self.picture):d=2 \(Self.x264) OUT")
        let document = Document(
            try open(path), file: File(path: path), recipe: Recipe(), catalog: .builtIn)
        #expect(document.summary == "64 × 48 · 29.97 fps · H.264 · 0:02")
        #expect(document.suggestedName == "a-frame000000.png")
    }

    @Test("A saved frame leaves the next one without a path")
    func saved() throws {
        let path = try Media.make("a.mp4", in: folder, "\(Self.picture) -frames:v 3 \(Self.x264) OUT")
        var document = Document(
            try open(path), file: File(path: path), recipe: Recipe(), catalog: .builtIn)
        document.wasSaved([.init("invert", ["amount": 1])], at: folder.file("a-frame000000.png"))
        #expect(document.savePath == nil && document.isEdited)
    }

    @Test("The part goes from in to out, and a new end beyond the other one clears it")
    func part() throws {
        var clip = try clip("\(Self.picture) -frames:v 60 \(Self.x264) OUT")
        #expect(clip.range == 0..<60)
        clip.setIn(10)
        clip.setOut(20)
        #expect(clip.range == 10..<21)
        clip.setIn(30)
        #expect(clip.outPoint == nil && clip.range == 30..<60)
        clip.setOut(5)
        #expect(clip.inPoint == nil && clip.range == 0..<6)
    }

    @Test("The ends of the part move up to each other, and at the ends of the file nothing is trimmed")
    func trim() throws {
        var clip = try clip("\(Self.picture) -frames:v 60 \(Self.x264) OUT")
        #expect(!clip.isTrimmed && clip.frame(of: .start) == 0 && clip.frame(of: .end) == 59)
        clip.move(.start, to: 20)
        clip.move(.end, to: 40)
        #expect(clip.isTrimmed && clip.range == 20..<41)
        #expect(abs(clip.trimmedDuration - 21 * 1001 / 30000.0) < 1e-9)
        clip.move(.start, to: 50)
        #expect(clip.range == 40..<41)
        clip.move(.start, to: -3)
        clip.move(.end, to: -3)
        #expect(clip.range == 0..<1)
        clip.move(.end, to: .max)
        #expect(clip.inPoint == nil && clip.outPoint == nil && !clip.isTrimmed)
    }

    @Test("Filters receive the number and the time of a clip's frame")
    func time() throws {
        let clip = try clip(
            "-f lavfi -i testsrc2=s=720x576:r=25 -vf setsar=64/45 -frames:v 5 \(Self.x264) OUT")
        #expect(clip.sourceFrame.time.frame == 0 && clip.sourceFrame.time.seconds == 0)
        #expect(clip.sourceFrame.time.rate == 25)
        #expect(!clip.sourceFrame.isStill)
        #expect(clip.sourceFrame.pixelAspect == 64.0 / 45)
    }
}
