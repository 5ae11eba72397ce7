import Foundation
import TestSupport
import Testing

/// Checks the statements of the pages in docs/.
@Suite struct DocsTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().path

    private func page(_ name: String) throws -> String {
        try String(contentsOfFile: "\(Self.root)/docs/\(name)", encoding: .utf8)
    }

    @Test func pagesAndSourcesThatAreMadeAreUpToDate() throws {
        let check = try runProgram(builtProgram("generate"), arguments: ["docs", "--check", Self.root])
        #expect(check.status == 0, "run `make docs`: \(check.errors)")
        let made = try runProgram(builtProgram("generate"), arguments: ["docs", "--text"])
        #expect(try made.output == page("filters.md"))
        for id in made.output.matches(of: /filters\/([a-z0-9-]+)\.jpg/).map(\.1) {
            let picture = "\(Self.root)/docs/filters/\(id).jpg"
            #expect(FileManager.default.fileExists(atPath: picture), "run `make docs`")
        }
    }

    @Test func whatIsNotUpToDateIsNamed() throws {
        let folder = try temporaryFolder()
        let stages = "Sources/GlintKit/Stages/Filters"
        try FileManager.default.createDirectory(
            atPath: folder.file(stages), withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            atPath: "\(Self.root)/\(stages)/Blur.swift", toPath: folder.file("\(stages)/Blur.swift"))
        try folder.write("", to: "\(stages)/Gone.swift")
        let check = try runProgram(builtProgram("generate"), arguments: ["docs", "--check", folder.path])
        #expect(check.status == 1 && !check.errors.contains("Blur.swift"))
        #expect(check.errors.contains("docs/filters.md") && check.errors.contains("Gone.swift"))
    }

    /// Follows the tutorial docs/writing-a-filter.md.
    @Test func aFilterWrittenByThePageWorks() throws {
        let page = try page("writing-a-filter.md")
        let filter = try block("glsl", of: page)
        let name = try #require(page.firstMatch(of: /Save this as `([a-z-]+\.glsl)`/)?.1)
        #expect(filter.split(separator: "\n").count < 25)
        let folder = try temporaryFolder()
        let filters = folder.file(".local/share/glint/filters")
        try FileManager.default.createDirectory(atPath: filters, withIntermediateDirectories: true)
        try filter.write(toFile: "\(filters)/\(name)", atomically: true, encoding: .utf8)
        try python(in: folder, "save('photo.png', noise(40, 60))")
        try folder.write(try block("sh", of: page), to: "commands.sh")
        let programs = try builtProgram("glint-cli").split(separator: "/").dropLast().joined(separator: "/")
        let script = """
            cd '\(folder.path)'
            unset XDG_DATA_HOME XDG_CACHE_HOME
            export HOME="$PWD" PATH="/\(programs):$PATH"
            . ./commands.sh
            """
        let run = try runProgram("/bin/sh", arguments: ["-ec", script])
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
        #expect(run.output.contains("local-contrast (custom)"))
        let difference = try python(
            in: folder,
            """
            before = load('photo.png') / 255
            import scipy.ndimage
            around = scipy.ndimage.uniform_filter(before, (41, 41, 1), mode='nearest')
            wanted = 2 * before - around
            print(np.abs(load('strong.png') - np.clip(wanted, 0, 1) * 255).max())
            """)
        // Between passes an 8-bit export uses half floats, whose rounding error the filter doubles.
        #expect(try #require(Double(difference.trimmingCharacters(in: .whitespacesAndNewlines))) <= 0.75)
    }

    @Test func theManPageHasTheChoicesOfHelp() throws {
        let help = try glint(in: temporaryFolder(), "render", "--help").output
        let options = try page("../Resources/man/glint-cli.1")
            .matches(of: /(?:\.It|\.Op|,) Fl -([a-z-]+) Cm ([^,\n]+)/)
        #expect(options.map(\.1).contains("format"))
        for option in options {
            let choices = option.2.replacing(" | ", with: "|").replacing("Ar file", with: "FILE")
                .trimmingCharacters(in: .whitespaces)
            let form = "--\(option.1) \(choices)"
            #expect(help.contains("\(form) ") || help.contains("\(form)\n"), "\(form)")
        }
    }

    /// A row of the table contains the names of modules, or the name of a folder of modules and a slash.
    @Test func theTableOfModulesMatchesThePackage() throws {
        let targets = try targets().filter { $0.path.hasPrefix("Sources/") }
        let page = try page("architecture.md")
        let table = try #require(page.firstMatch(of: /\| module \| job \|\n((?:\|.*\n)+)/)?.1)
        var rows: [String: Int] = [:]
        for (index, row) in table.split(separator: "\n").dropFirst().enumerated() {
            let cell = row.dropFirst().prefix { $0 != "|" }
            for name in cell.matches(of: /`([^`]+)`/).map({ String($0.1) }) {
                let path = "Sources/\(name)"
                let named = targets.filter {
                    name.hasSuffix("/") ? $0.path.hasPrefix(path) : $0.path == path || $0.name == name
                }
                #expect(!named.isEmpty, "Package.swift has no \(name)")
                for target in named {
                    #expect(rows[target.name] == nil, "\(target.name) is in two rows")
                    rows[target.name] = index
                }
            }
        }
        for target in targets {
            guard let row = rows[target.name] else {
                #expect(target.isProgram, "\(target.name) is in no row")
                continue
            }
            for dependency in target.dependencies {
                guard let lower = rows[dependency] else { continue }
                #expect(lower < row, "\(target.name) uses \(dependency), which is not above it")
            }
        }
    }

    private struct Target {
        let name: String
        let path: String
        let dependencies: [String]
        let isProgram: Bool
    }

    /// The targets in Package.swift.
    private func targets() throws -> [Target] {
        let package = try page("../Package.swift")
        let kinds = /\n +\.(target|systemLibrary|executableTarget|testTarget|plugin)\(/
        let starts = package.matches(of: kinds)
        #expect(starts.count > 40)
        let ends = starts.dropFirst().map(\.range.lowerBound) + [package.endIndex]
        return try zip(starts, ends).map { start, end in
            let text = package[start.range.upperBound..<end]
            let name = String(try #require(text.firstMatch(of: /name: "([^"]+)"/)?.1))
            let folder = ["testTarget": "Tests", "plugin": "Plugins"][start.1] ?? "Sources"
            let list = text.firstMatch(of: /dependencies: \[([^\]]*)\]/)?.1 ?? ""
            return Target(
                name: name,
                path: text.firstMatch(of: /path: "([^"]+)"/).map { String($0.1) } ?? "\(folder)/\(name)",
                dependencies: list.matches(of: /"([^"]+)"/).map { String($0.1) },
                isProgram: start.1 == "executableTarget")
        }
    }

    private func block(_ language: String, of page: String) throws -> String {
        let parts = page.components(separatedBy: "```\(language)\n")
        return try #require(parts.count > 1 ? parts[1].components(separatedBy: "```")[0] : nil)
    }
}
