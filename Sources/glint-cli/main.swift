import CArguments
import Glibc
import UserFilters
import Wording

var words: [String] = []
for index in 0..<Int(carguments_count()) {
    guard let word = carguments_words()?[index] else { continue }
    // A repaired name would be another file's.
    guard let text = String(validatingCString: word) else {
        Console.complain(
            "\(String(cString: word).quoted) is not UTF-8 text, and Glint takes no such names; rename the file first"
        )
        exit(ExitStatus.files.rawValue)
    }
    words.append(text)
}
if let status = FilterTrial.statusIfChild(words) { exit(status) }
// Without what libraries have for the end of a program: the graphics driver may still be starting on another thread, and takes as
// long as a small picture to take itself down. Everything is written by now.
_exit(Program.run(Array(words.dropFirst())).rawValue)
