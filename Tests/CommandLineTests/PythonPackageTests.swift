import Foundation
import TestSupport
import Testing

@Suite("The Python package") struct PythonPackageTests {
    @Test(
        "passes its own tests",
        arguments: ["RenderTests", "ProcessTests", "ErrorTests", "FilterTests"])
    func ownTests(name: String) throws {
        let run = try runProgram(
            "/bin/sh",
            arguments: [
                "-c", "cd \"$1/tests\" && GLINT_CLI=\"$2\" /usr/bin/python3 -B -m unittest \"$3\"",
                "sh", projectFolder + "/python", try builtProgram("glint-cli"), "test_glint.\(name)",
            ])
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.errors.contains(/Ran \d+ tests? in/) && run.errors.contains("OK"), "\(run.errors)")
    }
}
