import Filters
import Foundation

/// The pages and sources generated from the declarations of filters and formats.
enum Docs {
    private static let catalog = FilterCatalog.builtIn
    /// The folder that contains only generated files.
    private static let stages = "Sources/GlintKit/Stages/Filters"

    /// The generated texts, by path.
    private static let texts = [
        "docs/files.md": FilesPage.text,
        "docs/filters.md": FilterPage.text(catalog),
        "Sources/GlintKit/GlintKit.docc/Stage.md": StageTopics.text(catalog),
        "Tests/GlintKitTests/StageCalls.swift": StageCalls.text(catalog),
    ].merging(StageSource.files(catalog).map { ("\(stages)/\($0)", $1) }, uniquingKeysWith: { $1 })

    /// The files that differ from what would be generated.
    private static func stale(in root: String) throws -> [String] {
        let changed = texts.filter { (try? String(contentsOfFile: "\(root)/\($0)", encoding: .utf8)) != $1 }
            .keys
        let left = try FileManager.default.contentsOfDirectory(atPath: "\(root)/\(stages)")
            .map { "\(stages)/\($0)" }.filter { texts[$0] == nil }
        return (changed + left).sorted()
    }

    private static func write(to root: String) throws {
        // Deletes the file of a group that no longer exists.
        try? FileManager.default.removeItem(atPath: "\(root)/\(stages)")
        try FileManager.default.createDirectory(
            atPath: "\(root)/\(stages)", withIntermediateDirectories: true)
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

    /// - Parameter arguments: one of
    ///   - `ROOT`: writes the generated pages and sources below ROOT, and the pictures they show
    ///   - `--check ROOT`: lists those whose text is out of date, and fails if there are any
    ///   - `--files`: prints only the page about files
    ///   - `--text`: prints only the page about filters
    static func run(_ arguments: [String]) throws {
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
        default: throw Failure(description: "usage: generate docs ROOT | --check ROOT | --files | --text")
        }
    }
}
