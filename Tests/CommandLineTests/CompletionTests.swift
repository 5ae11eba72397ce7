import Foundation
import TestSupport
import Testing

@Suite("Completion in shells") struct CompletionTests {
    /// The completions of the last argument.
    private func candidates(_ arguments: String...) throws -> [String] {
        let run = try glint(
            in: temporaryFolder(), arguments: ["completions", "--complete", "--"] + arguments)
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
        return run.output.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
    }

    @Test("commands, options, choices, filters, parameters and files are offered in the right positions")
    func positions() throws {
        #expect(try candidates("re") == ["render"])
        #expect(try candidates("render", "--tiff") == ["--tiff-compression"])
        #expect(
            try candidates("render", "--tiff-compression", "") == ["none", "lzw", "deflate", "zstd"])
        #expect(try candidates("render", "--tiff-compression=d") == ["--tiff-compression=deflate"])
        #expect(try candidates("render", "--profile", "") == ["keep", "srgb", "p3", ":files"])
        #expect(try candidates("render", "pho") == [":files"])
        #expect(try candidates("render", "a.png", "-o", "b.png", "--", "satu") == ["saturation"])
        #expect(try candidates("render", "a.png", "--", "saturation", "am") == ["amount="])
        #expect(
            Set(try candidates("render", "a.png", "--", "saturation", "blend=s")) == [
                "blend=screen", "blend=soft-light", "blend=saturation",
            ])
        #expect(try candidates("render", "a.png", "--", "lut", "file=") == [":files"])
        #expect(try candidates("render", "a.png", "--", "ntsc", "preset=w").contains("preset=worn-tape"))
        #expect(try candidates("render", "a.png", "--", "ntsc", "preset=x") == [":files"])
        #expect(try candidates("filters", "gaussian") == ["gaussian-blur"])
        #expect(try candidates("completions", "") == ["bash", "zsh", "fish"])
        #expect(try candidates("nothing", "") == [])
    }

    /// A folder with a file and the completion scripts, and the beginning of a shell script that puts the
    /// program into PATH.
    private func folder() throws -> (TemporaryFolder, bin: String) {
        let folder = try temporaryFolder()
        try folder.write("", to: "photo one.png")
        for shell in ["bash", "zsh", "fish"] {
            let script = try glint(in: folder, "completions", shell)
            #expect(script.status == 0 && !script.output.isEmpty)
            try folder.write(script.output, to: "completions.\(shell)")
        }
        let program = URL(fileURLWithPath: try builtProgram("glint-cli"))
        return (folder, program.deletingLastPathComponent().path)
    }

    private func list(_ arguments: [String]) -> String { arguments.map { "'\($0)'" }.joined(separator: " ") }

    @Test("bash completes a line, replacing only the part after an equals sign")
    func bash() throws {
        let (folder, bin) = try folder()
        func complete(_ arguments: String...) throws -> String {
            try runProgram(
                "/bin/bash",
                arguments: [
                    "-c",
                    """
                    cd '\(folder.path)'; PATH='\(bin)':$PATH
                    source ./completions.bash
                    COMP_WORDS=(glint-cli \(list(arguments))); COMP_CWORD=\(arguments.count)
                    _glint_cli
                    printf '%s\\n' "${COMPREPLY[@]}"
                    """,
                ]
            ).output
        }
        #expect(try complete("hist") == "histogram\n")
        #expect(try complete("render", "phot") == "photo one.png\n")
        #expect(try complete("render", "--depth", "") == "8\n16\n32\n")
        #expect(try complete("render", "a.png", "--", "ntsc", "blend", "=", "mul") == "multiply\n")
    }

    @Test("fish completes a line, with a description of each word")
    func fish() throws {
        let (folder, bin) = try folder()
        func complete(_ line: String) throws -> String {
            try runProgram(
                "/usr/bin/fish",
                arguments: [
                    "--no-config", "-c",
                    "cd '\(folder.path)'; set -x PATH '\(bin)' $PATH; source ./completions.fish; complete -C '\(line)'",
                ]
            ).output
        }
        #expect(try complete("glint-cli hist").hasPrefix("histogram\tCompute the exact"))
        #expect(try complete("glint-cli render --dep").hasPrefix("--depth\tBits per channel"))
        #expect(try complete("glint-cli render phot").contains("photo"))
    }

    @Test("zsh gets the candidates, and no space before a value")
    func zsh() throws {
        let (folder, bin) = try folder()
        func complete(_ arguments: String...) throws -> String {
            try runProgram(
                "/usr/bin/zsh",
                arguments: [
                    "-f", "-c",
                    """
                    cd '\(folder.path)'; PATH='\(bin)':$PATH
                    compdef() { : }
                    compadd() {
                        local name=${@[-1]}
                        [[ $1 == -S ]] && print open
                        print -l -- ${(P)name}
                    }
                    _files() { print files }
                    source ./completions.zsh
                    words=(glint-cli \(list(arguments))); CURRENT=\(arguments.count + 1)
                    _glint_cli
                    """,
                ]
            ).output
        }
        #expect(try complete("hist") == "histogram\n")
        #expect(try complete("render", "--profile", "") == "files\nkeep\nsrgb\np3\n")
        #expect(try complete("render", "a.png", "--", "saturation", "am") == "open\namount=\n")
    }
}
