import Foundation
import TestSupport
import Testing

/// The commands help, version, filters and info.
@Suite struct ListingTests {
    @Test func versionIsNameAndThreeNumbers() throws {
        let run = try glint(in: temporaryFolder(), "--version")
        #expect(run.status == 0)
        #expect(run.output.wholeMatch(of: /glint-cli \d+\.\d+\.\d+\n/) != nil)
    }

    @Test(arguments: [
        ["--help"], ["render", "--help"], ["filters", "--help"], ["info", "--help"], ["bench", "--help"],
        ["serve", "--help"],
        ["histogram", "--help"],
        ["render", "a.png", "-h"],
    ]) func helpGoesToStandardOutput(arguments: [String]) throws {
        let run = try glint(in: temporaryFolder(), arguments: arguments)
        #expect(run.status == 0 && run.errors.isEmpty)
        #expect(run.output.contains("Usage: glint-cli"))
    }

    @Test func helpOfRenderListsEveryOptionAndSaysWhatListsTheFilters() throws {
        let help = try glint(in: temporaryFolder(), "render", "--help").output
        for word in [
            "-o, --output", "--recipe", "--depth", "--quality", "--compression", "-y", "-n", "--timings",
            "--accept-damaged", "--large", "--jobs", "--recursive", "--input-format",
        ] {
            #expect(help.contains(word), "\(word)")
        }
        #expect(help.contains("glint-cli filters ID") && help.split(separator: "\n").count < 85)
    }

    private func filters() throws -> [[String: Any]] {
        let run = try glint(in: temporaryFolder(), "filters", "--json")
        #expect(run.status == 0 && run.errors.isEmpty)
        return try #require(
            JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]])
    }

    @Test func filtersAsJSONHaveEveryKey() throws {
        let filters = try filters()
        #expect(filters.count >= 3)
        let kinds: Set = ["number", "integer", "toggle", "choice", "color", "point", "curve", "text", "file"]
        for filter in filters {
            #expect(Set(filter.keys) == ["id", "title", "group", "summary", "parameters"])
            for parameter in try #require(filter["parameters"] as? [[String: Any]]) {
                let kind = try #require(parameter["kind"] as? String)
                #expect(kinds.contains(kind))
                let always: Set = [
                    "id", "title", "kind", "min", "max", "default", "identity", "step", "unit", "help",
                    "section",
                ]
                #expect(Set(parameter.keys) == (kind == "choice" ? always.union(["choices"]) : always))
            }
        }
    }

    /// These ids, ranges and defaults must never change.
    @Test(
        arguments: [
            ("saturation", "amount", 0, 2, 1, 1), ("invert", "amount", 0, 1, 1, 0),
            ("gaussian-blur", "radius", 0, 200, nil, 0),
        ] as [(String, String, Double, Double, Double?, Double)])
    func fixedFilters(
        id: String, parameter: String, min: Double, max: Double, defaultValue: Double?, identity: Double
    ) throws {
        let filter = try #require(try filters().first { $0["id"] as? String == id })
        let parameters = try #require(filter["parameters"] as? [[String: Any]])
        let declared = try #require(parameters.first { $0["id"] as? String == parameter })
        #expect(declared["min"] as? Double == min)
        #expect(declared["max"] as? Double == max)
        if let defaultValue { #expect(declared["default"] as? Double == defaultValue) }
        #expect(declared["identity"] as? Double == identity)
    }

    @Test func filtersAsTextNameEveryParameterWithItsRange() throws {
        let run = try glint(in: temporaryFolder(), "filters")
        #expect(run.status == 0)
        for part in ["gaussian-blur", "radius", "from 0 to 200 px", "default 10", "no effect at 0"] {
            #expect(run.output.contains(part), "\(part)")
        }
    }

    @Test("the page of a filter lists its parameters, ranges and defaults")
    func onePage() throws {
        let folder = try temporaryFolder()
        let page = try glint(in: folder, "filters", "gaussian-blur").output
        for part in [
            "Gaussian Blur (Blur): ", "radius  a number from 0 to 200 px, default 10, no effect at 0",
            "region=",
        ] {
            #expect(page.contains(part), "\(part)")
        }
        #expect(try !glint(in: folder, "filters", "flip").output.contains("region="))
    }

    @Test("the example on every filter's page works, and has an effect")
    func examples() throws {
        let folder = try temporaryFolder()
        try python(in: folder, "save('photo.png', noise(40, 60))")
        let all = try filters().compactMap { $0["id"] as? String }
        let program = try builtProgram("glint-cli")
        var jobs = ""
        for id in all {
            let page = try glint(in: folder, "filters", id).output
            let example = try #require(page.split(separator: "\n").last)
            #expect(example.hasPrefix("  glint-cli render photo.jpg -o out.png -- \(id)"), "\(id)")
            // Passes the example through a shell, which splits its arguments.
            let filters = try runProgram(
                "/bin/sh",
                arguments: [
                    "-c", "set -- \(example.split(separator: " -- ").last ?? ""); printf '%s\\n' \"$@\"",
                ]
            ).output.split(separator: "\n").map { "\"\($0)\"" }.joined(separator: ", ")
            jobs +=
                "{\"id\": \"\(id)\", \"input\": \"photo.png\", \"output\": \"\(id).png\", \"filters\": [\(filters)]}\n"
        }
        try folder.write(jobs, to: "jobs")
        let run = try runProgram(
            "/bin/sh", arguments: ["-c", "cd \"$1\" && \"$2\" serve < jobs", "sh", folder.path, program])
        #expect(!run.output.contains("\"error\":\""), "\(run.output)")
        let same = try python(
            in: folder,
            "print(*[n for n in '\(all.joined(separator: " "))'.split() if np.array_equal(load(n + '.png'), load('photo.png'))])"
        )
        // The exceptions: parameters that need a file or a text, what lies behind transparent parts, a photo
        // that says by which lens it was taken, and spots, which only recipes have.
        #expect(
            Set(same.split(separator: " ").map { $0.filter { !$0.isNewline } })
                .isSubset(of: ["lut", "overlay", "background", "lens", "retouch", "text"]),
            "\(same)")
    }

    @Test func infoReportsTheDevice() throws {
        let folder = try temporaryFolder()
        let run = try glint(in: folder, "info", "--json")
        #expect(run.status == 0 && run.errors.isEmpty)
        let info = try #require(
            JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
        #expect(info["software"] is Bool)
        #expect((info["maxTextureSize"] as? Int ?? 0) >= 4096)
        for key in ["renderer", "vendor", "version", "shadingLanguage", "origin"] {
            #expect((info[key] as? String)?.isEmpty == false, "\(key)")
        }
        let version = try glint(in: folder, "--version").output
        #expect(version == (info["program"] as? String ?? "") + "\n")
        let text = try glint(in: folder, "info")
        #expect(text.status == 0 && text.output.contains(info["renderer"] as? String ?? "?"))
    }

    @Test("bench runs the program beside this one, and elsewhere says how to build it")
    func bench() throws {
        let folder = try temporaryFolder()
        let help = try runProgram(builtProgram("glint-bench"), arguments: ["--help"])
        #expect(help.status == 0 && help.errors.isEmpty && help.output.contains("\n  bandwidth  "))
        expectRefusal(
            try glint(in: folder, "bench", "--json", "--", "invrt"), status: 2, mentions: "glint-bench: ",
            "invert")
        try FileManager.default.copyItem(atPath: builtProgram("glint-cli"), toPath: folder.file("glint-cli"))
        expectRefusal(
            try bash("./glint-cli bench --json invert", in: folder), status: 2,
            mentions: "glint-cli: ", "make bench", "swift build --product glint-bench")
    }

    @Test func infoWithoutOpenGLIsOneSentence() throws {
        // Simulates a too old OpenGL version with Mesa's override.
        let run = try glint(
            in: temporaryFolder(), prefix: "MESA_GL_VERSION_OVERRIDE=3.3 LIBGL_ALWAYS_SOFTWARE=1", "info")
        #expect(run.status == 1 && run.errorLines.count == 1, "\(run.errors)")
        #expect(run.errors.contains("OpenGL"))
    }

    @Test func aFullStandardOutputIsReported() throws {
        let run = try glint(in: temporaryFolder(), prefix: "exec >/dev/full;", "filters")
        expectRefusal(run, status: 1, mentions: "standard output", "No space left")
    }
}
