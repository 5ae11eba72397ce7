import Foundation

// generate docs ROOT               the pages in docs/ and the Swift functions of the filters
// generate template ROOT           the template of the translations, on standard output
// generate samples FOLDER [NAME…]  the pictures in data/

struct Failure: Error, CustomStringConvertible {
    let description: String
}

do {
    let arguments = Array(CommandLine.arguments.dropFirst(2))
    switch CommandLine.arguments.dropFirst().first {
    case "docs": try Docs.run(arguments)
    case "template": try TemplateCommand(root: arguments.first ?? ".").run()
    case "samples": try Samples.run(arguments)
    default: throw Failure(description: "usage: generate docs|template|samples ARGUMENT...")
    }
} catch {
    FileHandle.standardError.write(Data("generate: \(error)\n".utf8))
    exit(1)
}
