import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Live

/// Playing sound through sinks that keep time without a sound server.
@Suite(.serialized)
struct SoundOutputTests {
    static let timed = "fakesink sync=true"

    /// A position, and the times before and after reading it, between which the thread may have been
    /// preempted.
    private static func reading(
        _ output: SoundOutput
    ) -> (position: Double, earliest: Double, latest: Double) {
        let earliest = now
        let position = output.position
        return (position, earliest, now)
    }

    @Test("The position advances at the playback rate", arguments: [1, 0.5, 2])
    func rate(rate: Double) throws {
        let output = SoundOutput(sink: Self.timed) { Tone() }
        output.start(at: 3, rate: rate)
        try waitUntil("sound") { output.position > 3 + 0.2 * rate }
        let start = Self.reading(output)
        try waitUntil("more sound") { output.position > start.position + 0.8 * rate }
        let end = Self.reading(output)
        let moved = end.position - start.position
        #expect(moved > rate * (end.earliest - start.latest) * 0.9 - 0.02)
        #expect(moved < rate * (end.latest - start.earliest) * 1.1 + 0.02)
        #expect(output.problem == nil)
        output.pause()
        let rest = output.position
        // Another output plays in the meantime.
        let other = SoundOutput(sink: Self.timed) { Tone() }
        other.start(at: 0)
        try waitUntil("sound of another output") { other.position > 0.05 }
        #expect(output.position == rest)
    }

    @Test("The played samples are those from the start on, bit for bit")
    func samples() throws {
        let played = try Self.played(from: 2.5)
        try #require(played.count > 9600)
        let offset = 2 * Int(2.5 * 48000)
        #expect((0..<played.count).allSatisfy { played[$0] == Tone.sample(offset + $0) })
    }

    @Test("Sound that is slower or faster keeps its pitch", arguments: [0.5, 2])
    func pitch(rate: Double) throws {
        let played = try Self.played(from: 1, rate: rate)
        let left = stride(from: 0, to: played.count, by: 2).map { played[$0] }.dropFirst(4800)
        try #require(left.count > 9600)
        let rises = zip(left, left.dropFirst()).count { $0 < 0 && $1 >= 0 }
        let frequency = Double(rises) / Double(left.count) * 48000
        #expect(abs(frequency - Tone.frequency) < 0.05 * Tone.frequency)
    }

    @Test("Muted sound is silent, and half the volume is an eighth of the amplitude")
    func volume() throws {
        let muted = try Self.played { $0.isMuted = true }
        #expect(muted.count > 9600 && muted.allSatisfy { $0 == 0 })
        let quiet = try Self.played { $0.volume = 0.5 }
        try #require(quiet.count > 9600)
        let loudest = quiet.map(abs).max() ?? 0
        #expect(abs(loudest - Tone.amplitude / 8) < 0.01 * Tone.amplitude)
    }

    @Test("Starts, seeks and pauses in quick succession leave it playing, and leak nothing")
    func hundredStarts() throws {
        var output: SoundOutput? = SoundOutput(sink: Self.timed) { Tone() }
        output?.start(at: 0)
        try waitUntil("sound") { output?.position ?? 0 > 0.1 }
        output?.pause()
        try waitUntil("rest") { Self.threads <= 100 }
        let files = Self.openFiles
        for turn in 0..<100 {
            output?.start(at: Double(turn), rate: turn % 3 == 0 ? 2 : 1)
            usleep(UInt32(turn % 5) * 8000)
            if turn % 2 == 0 { output?.pause() }
        }
        output?.start(at: 50)
        try waitUntil("sound") { output?.position ?? 0 > 50.2 }
        #expect(output?.position ?? 99 < 60)
        #expect(output?.problem == nil)
        output?.pause()
        output = nil
        try waitUntil("all files to be closed") { Self.openFiles <= files }
    }

    @Test("If the sound stalls the position continues, and the reason is reported")
    func standstill() throws {
        let output = SoundOutput(sink: "appsink max-buffers=1 sync=false") { Tone() }
        let start = Self.now
        output.start(at: 3)
        try waitUntil("the clock") { output.position > 3.2 }
        let before = Self.reading(output)
        // Includes the first timeout of 300 ms, and the time to generate the sound.
        #expect(before.earliest - start < 0.6 * timeout() / 30 + 0.3)
        try waitUntil("the reason") { output.problem == .standsStill }
        let after = Self.reading(output)
        let moved = after.position - before.position
        #expect(moved > after.earliest - before.latest - 0.3 && moved < after.latest - before.earliest + 0.3)
    }

    @Test("After the end of the sound the position continues")
    func end() throws {
        let output = SoundOutput(sink: Self.timed) { Tone(count: 48000 * 3 / 10) }
        output.start(at: 0)
        try waitUntil("the end") { output.isAtEnd }
        try waitUntil("more") { output.position > 0.6 }
        #expect(output.problem == nil)
        output.start(at: 5)
        try waitUntil("the end") { output.isAtEnd && output.position > 5.1 }
    }

    @Test("A video without sound plays by the clock")
    func noSound() throws {
        let output = SoundOutput(sink: Self.timed) { nil }
        output.start(at: 7)
        try waitUntil("the clock") { output.position > 7.1 }
        #expect(output.problem == .noSound)
        output.start(at: 1, rate: 0.25)
        try waitUntil("the clock") { output.position > 1.05 }
    }

    @Test("Rates without sound do not open the sound device")
    func silentRates() throws {
        let isOpened = Atomic(false)
        let output = SoundOutput(sink: Self.timed) {
            isOpened.store(true, ordering: .relaxed)
            return nil
        }
        let start = Self.now
        output.start(at: 0, rate: 4)
        let started = Self.now
        try waitUntil("the clock") { output.position > 1 }
        let end = Self.reading(output)
        #expect(end.position > 4 * (end.earliest - started) - 0.1)
        #expect(end.position < 4 * (end.latest - start) + 0.1)
        let wasOpened = isOpened.load(ordering: .relaxed)
        #expect(!wasOpened)
    }

    @Test("Unreadable sound and an invalid sink are reported, and the clock takes over")
    func refusals() throws {
        let unreadable = SoundOutput(sink: Self.timed) { throw SoundProblem.missing(package: "none") }
        unreadable.start(at: 0)
        try waitUntil("the clock") { unreadable.position > 0.1 }
        guard case .unreadable = unreadable.problem else {
            Issue.record("\(String(describing: unreadable.problem))")
            return
        }
        let sinkless = SoundOutput(sink: "no-such-sink") { Tone() }
        sinkless.start(at: 0)
        try waitUntil("the clock") { sinkless.position > 0.1 }
        guard case .refused(let reason) = sinkless.problem else {
            Issue.record("\(String(describing: sinkless.problem))")
            return
        }
        #expect(reason.contains("gstreamer1.0-plugins-base"))
    }

    @Test(
        "Sound failures are reported with helpful messages, not GStreamer's",
        arguments: [
            ("pulsesink server=/nonexistent", "PulseAudio"),
            ("filesink location=/nonexistent/file", "PulseAudio"),
            ("filesink location=/dev/full", "PulseAudio"),
            ("identity error-after=2 ! fakesink sync=true", "PulseAudio"),
            ("video/x-raw ! fakesink", "another output"), ("nothing ! nothing", "install the packages"),
        ])
    func messages(sink: String, help: String) throws {
        let output = SoundOutput(sink: sink) { Tone() }
        output.start(at: 0)
        try waitUntil("a problem") { output.problem != nil }
        let sentence = output.problem.map { "\($0)" } ?? ""
        #expect(sentence.hasPrefix("there is no sound: ") && sentence.contains(help), "\(sentence)")
        for raw in ["Could not", "Internal", "resource", "rror", "ailed", "element"] {
            #expect(!sentence.contains(raw), "\(sentence)")
        }
    }

    /// The samples that reach the end of the pipeline within half a second.
    private static func played(
        from start: Double = 0, rate: Double = 1, prepare: (SoundOutput) -> Void = { _ in }
    ) throws -> [Float] {
        let folder = try temporaryFolder()
        let path = folder.file("samples")
        let output = SoundOutput(
            sink:
                "audio/x-raw,format=F32LE,rate=48000,channels=2 ! filesink sync=true buffer-mode=2 location=\(path)"
        ) { Tone() }
        prepare(output)
        output.start(at: start, rate: rate)
        try waitUntil("sound") { output.position > start + 0.5 * rate }
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        #expect(output.problem == nil)
        return bytes.withUnsafeBytes { Array($0.prefix($0.count / 8 * 8).bindMemory(to: Float.self)) }
    }

    private static var now: Double { Double(DispatchTime.now().uptimeNanoseconds) * 1e-9 }

    private static func count(_ folder: String) -> Int {
        (try? FileManager.default.contentsOfDirectory(atPath: folder).count) ?? 0
    }
    private static var threads: Int { count("/proc/self/task") }
    private static var openFiles: Int { count("/proc/self/fd") }
}

/// A tone that is endless, or ends after a number of samples.
final class Tone: SoundSource {
    static let frequency = 440.0
    static let amplitude: Float = 0.5

    private let count: Int
    private var position = 0

    init(count: Int = .max) {
        self.count = count
    }

    /// Samples of the left and the right channel, interleaved.
    static func sample(_ index: Int) -> Float {
        let phase = Double(index / 2) / 48000 * frequency
        return amplitude * Float(sin(2 * .pi * phase)) * (index % 2 == 0 ? 1 : 0.25)
    }

    func seek(to sample: Int) { position = sample }

    func read(into samples: UnsafeMutableBufferPointer<Float>) -> Int {
        let some = max(0, min(samples.count / 2, count - position))
        for index in 0..<2 * some { samples[index] = Self.sample(2 * position + index) }
        position += some
        return some
    }
}
