import Testing
import Video

@Suite("Remarks on videos") struct RemarkTests {
    @Test(
        "A dropped stream is reported by its kind, and by its codec if it has one",
        arguments: [
            (.sound, "the sound", "is", "it"), (.subtitles, "the subtitles", "are", "them"),
            (.cover, "the cover", "is", "it"), (.attachment, "an attached file", "is", "it"),
            (.data, "a data stream", "is", "it"),
        ] as [(VideoStreamKind, String, String, String)])
    func leftOut(kind: VideoStreamKind, subject: String, verb: String, object: String) {
        let end = "\(verb) left out: MP4 cannot contain \(object)"
        #expect(VideoRemark.leftOut(kind, codec: "none", container: .mp4).description == "\(subject) \(end)")
        #expect(
            VideoRemark.leftOut(kind, codec: "ttf", container: .mp4).description == "\(subject) (ttf) \(end)")
    }

    @Test("A second video is dropped since it is not filtered, whatever the container supports")
    func furtherVideo() {
        #expect(
            VideoRemark.leftOut(.furtherVideo, codec: "h264", container: .mov).description
                == "another video stream (h264) is left out: only the first is filtered")
    }
}
