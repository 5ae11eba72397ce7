import TestSupport
import Testing

@Suite struct InterruptionTests {
    @Test(arguments: ["SIGINT", "SIGTERM"]) func aSignalLeavesNothingBehind(signal: String) throws {
        let folder = try temporaryFolder()
        let program = try builtProgram("glint-cli")
        // Foundation's Process hands on the blocked signals of its thread; Python lets them be set.
        let said = try python(
            in: folder,
            """
            import signal, subprocess, time
            save('a.png', noise(3000, 4000), compress_level=1)
            words = ['render', 'a.png', '-o', 'b.png', '--compression', 'smallest', '--', 'gaussian-blur', 'radius=200']
            signal.pthread_sigmask(signal.SIG_SETMASK, [])
            process = subprocess.Popen(['\(program)'] + words)
            end = time.time() + 30
            while len(os.listdir('.')) < 2 and time.time() < end:
                time.sleep(0.005)
            begun = len(os.listdir('.')) == 2
            process.send_signal(signal.\(signal))
            print(begun, process.wait() == -signal.\(signal), os.listdir('.'))
            """)
        #expect(said == "True True ['a.png']\n")
    }
}
