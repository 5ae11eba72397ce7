import Foundation
import TestSupport
import Testing

/// Facts that packages state in several places agree.
@Suite("Packages") struct PackageTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().path
    private static let metainfo = "Resources/io.github.glintapp.Glint.metainfo.xml"

    private func text(_ path: String) throws -> String {
        try String(contentsOfFile: "\(Self.root)/\(path)", encoding: .utf8)
    }

    /// Runs a command in the source tree.
    private func run(_ command: String) throws -> (status: Int32, output: String, errors: String) {
        try runProgram("/bin/sh", arguments: ["-c", "cd '\(Self.root)' && \(command)"])
    }

    /// The fields of the lines of a table, without comments.
    private func table(_ path: String) throws -> [[String]] {
        try text(path).split(separator: "\n").filter { !$0.hasPrefix("#") }
            .map { $0.split(separator: " ").map(String.init) }
    }

    @Test("packages have the version that the programs report, and no released one is higher")
    func version() throws {
        let reported = try glint(in: temporaryFolder(), "--version").output
        let made = try run("make -s --eval='version: ; @echo $(VERSION)' version")
        #expect("glint-cli \(made.output)" == reported)
        let version = made.output.trimmingCharacters(in: .whitespacesAndNewlines)
        for release in try text("CHANGELOG.md").matches(of: /## \[(\d[^\]]*)\]/).map({ String($0.1) }) {
            #expect(release.compare(version, options: .numeric) != .orderedDescending)
        }
        // `make install` inserts the version into this line.
        for page in ["glint.1", "glint-cli.1"] {
            #expect(
                try text("Resources/man/\(page)").split(separator: "\n").filter { $0 == ".Os" }.count == 1)
        }
    }

    @Test(
        "the metainfo has the changelog's releases, the desktop entry's file types, and all filters"
    )
    func metainfo() throws {
        let releases = try run("packaging/changelog metainfo \(Self.metainfo) --check")
        #expect(releases.status == 0, "\(releases.errors)")
        let metainfo = try text(Self.metainfo)
        let entry = try text("Resources/io.github.glintapp.Glint.desktop")
        let kinds = try #require(entry.firstMatch(of: /MimeType=(.*)/)?.1).split(separator: ";")
        #expect(metainfo.matches(of: /<mediatype>(.*)<\/mediatype>/).map(\.1) == kinds)
        let filters = try glint(in: temporaryFolder(), "filters", "--json").output
        let count = try #require(JSONSerialization.jsonObject(with: Data(filters.utf8)) as? [Any]).count
        #expect(metainfo.contains("<li>\(count) filters "))
        for picture in metainfo.matches(of: /\/main\/(docs\/[^<]*)</).map(\.1) {
            #expect(FileManager.default.fileExists(atPath: "\(Self.root)/\(picture)"))
        }
        let valid = try run(
            "appstreamcli validate --strict --no-net --override=unknown-tag=pedantic \(Self.metainfo)")
        #expect(valid.status == 0, "\(valid.output)")
    }

    /// The command runs as in the desktop's sandbox, without a home folder, a display and a session, and for
    /// a file without an extension, as some desktops want it.
    @Test("the thumbnail of a recipe is the sample picture with its filters, at the requested size")
    func thumbnails() throws {
        let folder = try temporaryFolder()
        let entry = try text("Resources/files/io.github.glintapp.Glint.thumbnailer.in")
        let command = try #require(entry.firstMatch(of: /\nExec=(.*)/)?.1)
        for (name, filters) in [("plain", ""), ("look", #"{"id": "invert"}"#)] {
            try folder.write(#"{"glint": 1, "filters": [\#(filters)]}"#, to: "\(name).glint")
            let line = command.replacing("@SAMPLE@", with: "\(Self.root)/data/sample.jpg")
                .replacing("%o", with: "\(name)-thumbnail").replacing("%i", with: "\(name).glint")
                .replacing("%s", with: "128")
            let run = try bash("env -i PATH=\"${G%/*}:/usr/bin:/bin\" \(line)", in: folder)
            #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
        }
        let output = try python(
            in: folder,
            """
            plain, look = (load(f'{name}-thumbnail').astype(int) for name in ('plain', 'look'))
            print(plain.shape, np.abs(255 - plain - look).max() <= 1, plain.std() > 20)
            """)
        #expect(output == "(85, 128, 3) True True\n")
    }

    @Test("the desktop entry describes each of its actions")
    func desktopActions() throws {
        let entry = try text("Resources/io.github.glintapp.Glint.desktop")
        let actions = try #require(entry.firstMatch(of: /Actions=(.*);/)?.1).split(separator: ";")
        #expect(entry.matches(of: /\[Desktop Action (.*)\]/).map(\.1) == actions)
    }

    @Test("a release needs a section in the changelog")
    func changelog() throws {
        let missing = try run("packaging/changelog notes 99.0.0")
        #expect(missing.status == 1 && missing.output.isEmpty)
        #expect(missing.errors.contains("CHANGELOG.md has no section “## [99.0.0]"))
        let notes = try run("packaging/changelog notes 0.1.0")
        #expect(notes.output.hasPrefix("The first release") && !notes.output.contains("\n## "))
        // If [Unreleased] is empty, the newest entry is the last release.
        let last = try #require(text("CHANGELOG.md").firstMatch(of: /## \[(\d[^\]]*)\]/)?.1)
        let debian = try run("packaging/changelog debian 99.0.0 | dpkg-parsechangelog -l - -S Version")
        #expect(["99.0.0\n", "\(last)\n"].contains(debian.output), "\(debian.errors)")
    }

    @Test("the packages list the libraries that are loaded at run time")
    func loadedLibraries() throws {
        var loaded: Set<String> = []
        let sources = try run("grep -rhE '_FILE\\(\"|\"lib.*[.]so[.]' Sources --include=*.c").output
        for name in sources.matches(of: /"(lib[^"]*\.so\.[0-9]+)"/).map(\.1) { loaded.insert(":\(name)") }
        for name in sources.matches(of: /_FILE\("([a-z_]*)"/).map(\.1) { loaded.insert(String(name)) }
        #expect(loaded.count == 12)
        #expect(try Set(table("packaging/loaded-libraries").map { $0[0] }) == loaded)
    }

    @Test("slow libraries are not loaded at every start")
    func slowLibraries() throws {
        let needed = try run("ldd '\(try builtProgram("glint-cli"))'").output
        #expect(needed.contains("libpng"))
        for name in [
            "libvips", "libheif", "libjxl", "libavcodec", "libgstreamer", "liblensfun", "libpango",
            "libcairo",
        ] {
            #expect(!needed.contains(name), "\(name)")
        }
    }

    @Test("the Flatpak has every library, from its runtime or a module, and builds by the Makefile")
    func flatpak() throws {
        let folder = try temporaryFolder()
        let shown = try run(
            """
            manifest="$PWD/packaging/flatpak/io.github.glintapp.Glint.yml"
            cd '\(folder.path)' && flatpak-builder --show-manifest "$manifest"
            """)
        #expect(shown.status == 0, "\(shown.errors)")
        let manifest = try #require(
            JSONSerialization.jsonObject(with: Data(shown.output.utf8)) as? [String: Any])
        let modules = try #require(manifest["modules"] as? [[String: Any]])
        let providers = Set(modules.compactMap { $0["name"] as? String } + ["runtime"])

        let libraries = try table("packaging/flatpak/libraries")
        let named = try text("Package.swift").matches(of: /pkgConfig: "([^"]*)"/).map { String($0.1) }
        let linked = try text("Sources/SystemLibraries/CImageLibraries/module.modulemap")
            .matches(of: /link "([^"]*)"/).map { String($0.1) }
        let loaded = try table("packaging/loaded-libraries").map { $0[0] }
        #expect(Set(libraries.map { $0[0] }) == Set(named + linked + loaded))
        for library in libraries {
            #expect(library.count == 2 && providers.contains(library[1]), "\(library)")
        }
        let used = Set(libraries.map { $0[1] } + ["glint", "runtime"])
        #expect(providers == used, "modules that no library comes from")

        let makefile = try text("Makefile")
        #expect(makefile.contains("APP_ID := \(try #require(manifest["id"] as? String))\n"))
        let installed = try text("packaging/install")
        #expect(installed.contains("\"$bin/\(try #require(manifest["command"] as? String))\""))
        let glint = try #require(modules.last)
        #expect(glint["name"] as? String == "glint")
        for command in try #require(glint["build-commands"] as? [String]) {
            let target = try #require(command.firstMatch(of: /^make ([a-z]+)/)?.1)
            #expect(makefile.contains("\n\(target): "), "\(command)")
        }
    }

    @Test("archives of the Flatpak without a known hash are listed in docs/packages.md")
    func gaps() throws {
        let manifest = try text("packaging/flatpak/io.github.glintapp.Glint.yml")
        let archives = manifest.components(separatedBy: "- type: archive").dropFirst()
        #expect(!archives.isEmpty)
        let page = try text("docs/packages.md")
        for archive in archives {
            let address = String(try #require(archive.firstMatch(of: /url: (\S+)/)?.1))
            if archive.firstMatch(of: /sha256: [0-9a-f]{64}\n/) == nil {
                print("hash not known yet: \(address)")
                #expect(page.contains(address))
            }
        }
        #expect(page.contains("never built"))
    }
}
