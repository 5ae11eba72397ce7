import Filters

/// A shell with completion support.
enum Shell: String, CaseIterable {
    case bash, zsh, fish
}

/// `completions`: generates shell completion scripts. The scripts ask the program itself, so that they know
/// every filter, including custom ones.
enum CompletionsCommand {
    static let complete = CommandOption(
        long: "complete", summary: "Tell what the last word after -- may become; the scripts use it.")

    /// The line that stands for file names.
    private static let files = ":files"

    static func run(_ arguments: ParsedArguments) throws(CommandError) {
        if arguments.has(complete) {
            let completion = Completion(of: arguments.afterDashes ?? [], catalog: FilterSet.catalog)
            let lines =
                completion.candidates.map { $0.summary.isEmpty ? $0.word : "\($0.word)\t\($0.summary)" }
                + (completion.wantsFiles ? [files] : [])
            if !lines.isEmpty { try Console.print(lines.joined(separator: "\n")) }
            return
        }
        guard let word = arguments.words.first, arguments.words.count == 1, let shell = Shell(rawValue: word)
        else {
            throw .usage(
                "completions needs the name of a shell: "
                    + Shell.allCases.map(\.rawValue).joined(separator: ", "))
        }
        try Console.print(script(for: shell))
    }

    private static func script(for shell: Shell) -> String {
        switch shell {
        case .bash: bash
        case .zsh: zsh
        case .fish: fish
        }
    }

    /// Bash splits a word at an equals sign, and replaces only the part after it.
    private static let bash = """
        # Completes the words of \(Program.name) in bash; `\(Program.name) completions bash` writes it.
        _glint_cli() {
            local words=() isGlued= i line
            for ((i = 1; i <= COMP_CWORD; i++)); do
                if [[ ${COMP_WORDS[i]} == "=" && ${#words[@]} -gt 0 ]]; then
                    words[-1]+="="
                    isGlued=1
                elif [[ $isGlued ]]; then
                    words[-1]+=${COMP_WORDS[i]}
                    isGlued=
                else
                    words+=("${COMP_WORDS[i]}")
                fi
            done
            local current=${words[-1]} kept=
            [[ $current == *=* ]] && kept=${current%%=*}=
            COMPREPLY=()
            while IFS=$'\\t' read -r line _; do
                if [[ $line == \(files) ]]; then
                    compopt -o filenames 2>/dev/null
                    while read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "${current#"$kept"}")
                else
                    [[ $line == *= ]] && compopt -o nospace 2>/dev/null
                    COMPREPLY+=("${line#"$kept"}")
                fi
            done < <(\(Program.name) completions --complete -- "${words[@]}" 2>/dev/null)
        }
        complete -F _glint_cli \(Program.name)
        """

    private static let zsh = """
        #compdef \(Program.name)
        # Completes the words of \(Program.name) in zsh; `\(Program.name) completions zsh` writes it.
        _glint_cli() {
            local line name
            local -a plain plainTexts open openTexts
            for line in ${(f)"$(\(Program.name) completions --complete -- "${(@)words[2,CURRENT]}" 2>/dev/null)"}; do
                if [[ $line == \(files) ]]; then
                    _files
                    continue
                fi
                name=${line%%$'\\t'*}
                # Behind a parameter's name comes its value, without a space.
                if [[ $name == *= ]]; then
                    open+=("$name")
                    openTexts+=("${line//$'\\t'/  }")
                else
                    plain+=("$name")
                    plainTexts+=("${line//$'\\t'/  }")
                fi
            done
            (( $#plain )) && compadd -l -d plainTexts -a plain
            (( $#open )) && compadd -S '' -l -d openTexts -a open
            return 0
        }
        # From a folder of $fpath it is loaded in the middle of a line.
        if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
            _glint_cli "$@"
        else
            compdef _glint_cli \(Program.name)
        fi
        """

    private static let fish = """
        # Completes the words of \(Program.name) in fish; `\(Program.name) completions fish` writes it.
        function __glint_cli_complete
            set -l words (commandline -opc) (commandline -ct)
            set -e words[1]
            for line in (\(Program.name) completions --complete -- $words 2>/dev/null)
                if test "$line" = \(files)
                    __fish_complete_path (commandline -ct)
                else
                    echo $line
                end
            end
        end
        complete -c \(Program.name) -f -a '(__glint_cli_complete)'
        """
}
