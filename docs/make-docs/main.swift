// make-docs ROOT          writes the generated pages and sources below ROOT, and the pictures they show
// make-docs --check ROOT  lists those whose text is out of date, and exits with 1 if there are any
// make-docs --files       prints only the page about files
// make-docs --text        prints only the page about filters
import Filters
import Foundation

struct Failure: Error, CustomStringConvertible {
    let description: String
}

let catalog = FilterCatalog.builtIn
/// The folder that contains only generated files.
let stages = "Sources/GlintKit/Stages/Filters"

/// The generated texts, by path.
let texts = [
    "docs/files.md": FilesPage.text,
    "docs/filters.md": FilterPage.text(catalog),
    "Sources/GlintKit/GlintKit.docc/Stage.md": StageTopics.text(catalog),
    "Tests/GlintKitTests/StageCalls.swift": StageCalls.text(catalog),
].merging(StageSource.files(catalog).map { ("\(stages)/\($0)", $1) }, uniquingKeysWith: { $1 })

/// The files that differ from what would be generated.
func stale(in root: String) throws -> [String] {
    let changed = texts.filter { (try? String(contentsOfFile: "\(root)/\($0)", encoding: .utf8)) != $1 }.keys
    let left = try FileManager.default.contentsOfDirectory(atPath: "\(root)/\(stages)")
        .map { "\(stages)/\($0)" }.filter { texts[$0] == nil }
    return (changed + left).sorted()
}

func write(to root: String) throws {
    // Deletes the file of a group that no longer exists.
    try? FileManager.default.removeItem(atPath: "\(root)/\(stages)")
    try FileManager.default.createDirectory(atPath: "\(root)/\(stages)", withIntermediateDirectories: true)
    for (name, text) in texts {
        try text.write(toFile: "\(root)/\(name)", atomically: true, encoding: .utf8)
    }
    let folder = root + "/docs/filters"
    try? FileManager.default.removeItem(atPath: folder)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let thumbnails = try Thumbnails(of: root + "/data/landscape.jpg")
    for filter in catalog.filters {
        try thumbnails.write(filter, to: "\(folder)/\(filter.id).jpg")
    }
}

do {
    let arguments = Array(CommandLine.arguments.dropFirst())
    switch arguments.first {
    case "--text" where arguments.count == 1: print(FilterPage.text(catalog), terminator: "")
    case "--files" where arguments.count == 1: print(FilesPage.text, terminator: "")
    case "--check" where arguments.count == 2:
        let names = try stale(in: arguments[1])
        guard names.isEmpty else {
            throw Failure(description: "not up to date: \(names.joined(separator: ", "))")
        }
    case .some where arguments.count == 1:
        try write(to: arguments[0])
        print("\(catalog.filters.count) filters in \(arguments[0])/docs/filters.md")
    default: throw Failure(description: "usage: make-docs ROOT | --check ROOT | --files | --text")
    }
} catch {
    FileHandle.standardError.write(Data("make-docs: \(error)\n".utf8))
    exit(1)
}
