import Foundation
import TestSupport
import Testing

@Suite struct InterruptionTests {
    @Test(arguments: [SIGINT, SIGTERM]) func aSignalLeavesNothingBehind(signal: Int32) throws {
        let folder = try temporaryFolder()
        try python(in: folder, "save('a.png', noise(3000, 4000), compress_level=1)")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try builtProgram("glint-cli"))
        process.arguments = [
            "render", folder.file("a.png"), "-o", folder.file("b.png"), "--compression", "smallest", "--",
            "gaussian-blur", "radius=200",
        ]
        process.standardError = FileHandle.nullDevice
        try process.run()
        // Until the file is begun.
        let end = ContinuousClock.now + .seconds(30)
        while folder.names.count < 2, .now < end { usleep(5000) }
        #expect(folder.names.count == 2)
        kill(process.processIdentifier, signal)
        process.waitUntilExit()
        #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == signal)
        #expect(folder.names == ["a.png"])
    }
}
