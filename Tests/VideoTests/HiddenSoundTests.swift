import Foundation
import TestSupport
import Testing
import Video

/// Sound hidden by an edit list, as in a file that was cut without re-encoding.
@Suite struct HiddenSoundTests {
    /// A frequency sweep, so that each moment sounds different.
    private func makeCut(_ name: String, sound: String, in folder: TemporaryFolder) throws {
        let whole = "whole." + name.split(separator: ".")[1]
        try Media.make(
            whole, in: folder,
            "-f lavfi -i testsrc2=s=64x64:r=25:d=3 -f lavfi -i aevalsrc=0.5*sin(2*PI*(200+150*t)*t):s=48000:d=3 "
                + "-c:v libx264 -g 50 -pix_fmt yuv420p -c:a \(sound) -strict -2 OUT")
        try Media.make(name, in: folder, "-ss 0.7 -i \(folder.file(whole)) -c copy -strict -2 OUT")
    }

    @Test(
        "Only the audible part is copied, plus what decoders need before it, and in sync",
        arguments: [
            ("cut.mp4", "aac", "a.mkv"), ("cut.mp4", "aac", "a.mp4"), ("cut.mp4", "aac", "a.mov"),
            ("cut.mp4", "aac", "a.webm"), ("cut.mov", "aac", "a.mkv"), ("cut.mov", "pcm_s16le", "a.mkv"),
            ("cut.mp4", "libmp3lame", "a.mkv"), ("cut.mp4", "libopus", "a.mkv"), ("cut.mp4", "flac", "a.mkv"),
            ("cut.mp4", "ac3", "a.mkv"),
        ])
    func hidden(name: String, sound: String, target: String) throws {
        let folder = try temporaryFolder()
        try makeCut(name, sound: sound, in: folder)
        let codec: VideoCodec? = target == "a.webm" ? nil : .h264
        try rewrite(
            folder.file(name), to: folder.file(target), options: VideoOptions(codec: codec, preset: .fast))
        for file in [name, target] {
            // With several threads, the decoder loses the sound after hidden FLAC packets (FFmpeg 7.1).
            try Media.make(
                file + ".raw", in: folder,
                "-threads 1 -i \(folder.file(file)) -map 0:a -f f32le -ac 1 -ar 48000 OUT")
        }
        let start = try #require(
            try Media.probe(folder.file(target), "stream=start_time", stream: "a:0").first.flatMap(
                Double.init))
        // At most a few packets: they last 24 ms in MP3, 20 ms in Opus, and 32 ms in AC-3.
        let longest =
            ["libmp3lame": 0.27, "libopus": 0.11, "ac3": 0.065, "pcm_s16le": 0.022, "flac": 0.1][sound]
            ?? 0.045
        #expect(start <= 0.001 && start >= -longest, "\(start)")
        // The offset of the source's sound within the new file's, and the correlation at that offset.
        let found = try runPython(
            """
            import os, sys
            import numpy as np
            os.chdir(sys.argv[1])
            a, b = (np.fromfile(f + '.raw', '<f4')[:130000] for f in ('\(name)', '\(target)'))
            n = 1 << 19
            c = np.fft.irfft(np.fft.rfft(b, n) * np.conj(np.fft.rfft(a, n)), n)
            shift = int(np.argmax(c))
            shift = shift - n if shift > n // 2 else shift
            part = b[max(0, shift):][:len(a)]
            other = a[:len(part)] if shift >= 0 else a[-shift:][:len(part)]
            length = min(len(part), len(other))
            print(shift, np.corrcoef(part[:length], other[:length])[0, 1], len(b) - len(a))
            """, arguments: [folder.path]
        ).split(separator: " ").compactMap { Double($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
        let (shift, likeness) = (try #require(found.first), try #require(found.dropFirst().first))
        #expect(likeness > (target == "a.webm" ? 0.99 : 0.9999), "\(found)")
        // A stream that begins before 0 is offset by that time. Matroska's times are in milliseconds, and
        // each decoder drops 6.5 ms at the beginning of Opus.
        let isOpus = target == "a.webm" || sound == "libopus"
        #expect(
            abs(shift / 48000 + min(0, start)) < (isOpus ? 0.0075 : 0.0015), "\(shift) \(start)")
    }
}
