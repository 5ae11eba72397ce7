// make-docs ROOT     writes ROOT/docs/files.md, ROOT/docs/filters.md and the pictures that this shows
// make-docs --files  prints the page about files alone
// make-docs --text   prints that about filters
import Filters
import Foundation

struct Failure: Error, CustomStringConvertible {
    let description: String
}

do {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.count == 1 else { throw Failure(description: "usage: make-docs ROOT | --files | --text") }
    let catalog = FilterCatalog.builtIn
    if arguments[0] == "--text" {
        print(FilterPage.text(catalog), terminator: "")
    } else if arguments[0] == "--files" {
        print(FilesPage.text, terminator: "")
    } else {
        let root = arguments[0]
        try FilterPage.text(catalog).write(
            toFile: root + "/docs/filters.md", atomically: true, encoding: .utf8)
        try FilesPage.text.write(toFile: root + "/docs/files.md", atomically: true, encoding: .utf8)
        let folder = root + "/docs/filters"
        try? FileManager.default.removeItem(atPath: folder)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let thumbnails = try Thumbnails(of: root + "/data/landscape.jpg")
        for filter in catalog.filters {
            try thumbnails.write(filter, to: "\(folder)/\(filter.id).jpg")
        }
        print("\(catalog.filters.count) filters in \(root)/docs/filters.md")
    }
} catch {
    FileHandle.standardError.write(Data("make-docs: \(error)\n".utf8))
    exit(1)
}
