import CSystem
import Glibc
import CustomFilters
import Localization

var arguments: [String] = []
for index in 0..<Int(carguments_count()) {
    guard let word = carguments_list()?[index] else { continue }
    // Repairing the encoding of a file name would change which file it refers to.
    guard let text = String(validatingCString: word) else {
        Console.complain(
            "\(String(cString: word).quoted) is not UTF-8 text; Glint accepts only UTF-8 names, so rename the file first"
        )
        exit(ExitStatus.files.rawValue)
    }
    arguments.append(text)
}
if let status = FilterTrial.statusIfChild(arguments) { exit(status) }
// Skips the exit handlers of libraries: the graphics driver may still be starting on another thread, and
// shutting it down takes as long as rendering a small picture. By now everything has been written.
_exit(Program.run(Array(arguments.dropFirst())).rawValue)
