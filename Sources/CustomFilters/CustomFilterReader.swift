import Filters
import FoundationEssentials
import Glibc
import Shaders
import Localization

/// Reads the file of a custom filter and the files that it includes.
struct CustomFilterReader {
    /// Where included files are read from.
    private enum IncludeSource {
        case folder(String)
        case texts([String: String])
    }

    private let includeSource: IncludeSource
    private let builtIn: FilterCatalog

    /// Creates a reader of filters in a folder.
    init(folder: String, builtIn: FilterCatalog) {
        includeSource = .folder(folder)
        self.builtIn = builtIn
    }

    /// Creates a reader of texts that include each other by name.
    init(includes: [String: String], builtIn: FilterCatalog = .builtIn) {
        includeSource = .texts(includes)
        self.builtIn = builtIn
    }

    /// The result of reading a file.
    struct Reading {
        /// The filter; nil if there are problems.
        var filter: FilterDeclaration?
        /// The id declared in the first line.
        var id: String?
        var problems: [FilterProblem] = []
        /// The paths of the included files.
        var included: Set<String> = []
    }

    /// Larger than any filter or shader.
    private static let maxBytes = ShaderFile.maxBytes

    /// Reads a filter from a file of the folder.
    func read(_ name: String) -> Reading {
        let path = path(of: name)
        var reading = Reading()
        guard let text = Self.text(of: path, problems: &reading.problems).map(ShaderFile.unmarked) else {
            return reading
        }
        if Self.id(in: text) == nil, ShaderFile.isRecognized(text) {
            return readShader(at: path)
        }
        return read(text, at: path)
    }

    /// Reads a shader file that was made for another program.
    private func readShader(at path: String) -> Reading {
        var reading = Reading()
        do throws(FilterError) {
            let filter = try FilterDeclaration(shaderAt: path)
            reading.id = filter.id
            if !builtIn.reserves(filter.id) {
                reading.filter = filter
            } else {
                reading.problems.append(
                    FilterProblem(
                        path: path,
                        tr("Glint already has a filter “\(filter.id)”; give the file another name")))
            }
        } catch {
            let name = path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path[...]
            reading.id = FilterDeclaration.id(from: String(name.prefix { $0 != "." }))
            let problem = FilterProblem(reading: error.description, paths: [path])
            reading.problems.append(problem ?? FilterProblem(path: path, error.description))
        }
        return reading
    }

    /// Reads a filter from its text.
    func read(_ text: String, at path: String) -> Reading {
        var reading = Reading()
        reading.id = Self.id(in: text)
        var includes: [String: String] = [:]
        readIncludes(of: text, at: path, along: [path], into: &includes, &reading)
        do throws(DeclarationErrors) {
            if let filter = try DeclarationParser.parse(text, file: path, includes: includes) {
                reading.problems += problems(with: filter)
                if reading.problems.isEmpty {
                    reading.filter = filter
                    reading.filter?.isOwn = true
                }
            } else {
                reading.problems.append(
                    FilterProblem(
                        path: path, line: 1, tr("the first line of a filter must be “// filter: ID”"))
                )
            }
        } catch {
            reading.problems += error.errors.map { FilterProblem(path: $0.file, line: $0.line, $0.message) }
        }
        reading.problems = reading.problems.map { $0.path == path ? $0.quoting(text) : $0 }
        return reading
    }

    private static func text(of path: String, problems: inout [FilterProblem]) -> String? {
        var attributes = stat()
        // This excludes pipes, which would block, and files larger than memory.
        guard stat(path, &attributes) == 0, attributes.st_mode & S_IFMT == S_IFREG else {
            problems.append(FilterProblem(path: path, tr("the filter cannot be read")))
            return nil
        }
        guard attributes.st_size <= maxBytes, let data = FileManager.default.contents(atPath: path),
            let text = String(validating: data, as: UTF8.self)
        else {
            problems.append(
                FilterProblem(path: path, tr("this is not a filter: the file is too long or is not text")))
            return nil
        }
        return text
    }

    private static func id(in text: String) -> String? {
        let start = "// filter:"
        guard text.hasPrefix(start) else { return nil }
        let id = text.dropFirst(start.count).prefix { !$0.isNewline }.filter { !$0.isWhitespace }
        return id.isEmpty ? nil : id
    }

    /// Reads, recursively, the files in the folder that a text includes.
    private func readIncludes(
        of text: String, at path: String, along way: [String], into includes: inout [String: String],
        _ reading: inout Reading
    ) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            guard let name = FilterDeclaration.included(by: line), !Self.isGlints(name) else { continue }
            func report(_ message: String) {
                reading.problems.append(
                    FilterProblem(path: path, line: index + 1, message).quoting(text))
            }
            guard isAllowed(name) else {
                report(tr("only files in the filter's own folder can be included, not “\(name)”"))
                continue
            }
            let included = self.path(of: name)
            guard !way.contains(included) else {
                report(tr("“\(name)” includes itself, directly or indirectly"))
                continue
            }
            reading.included.insert(included)
            guard includes[name] == nil else { continue }
            guard let inner = self.text(ofIncluded: name) else {
                report(tr("there is no file “\(name)” to include"))
                continue
            }
            includes[name] = inner
            readIncludes(of: inner, at: included, along: way + [included], into: &includes, &reading)
        }
    }

    private func text(ofIncluded name: String) -> String? {
        switch includeSource {
        case .texts(let texts): return texts[name]
        case .folder:
            var problems: [FilterProblem] = []
            return Self.text(of: path(of: name), problems: &problems).map(ShaderFile.unmarked)
        }
    }

    private func path(of name: String) -> String {
        if case .folder(let folder) = includeSource { "\(folder)/\(name)" } else { name }
    }

    /// True if the name refers to one of Glint's own include files.
    private static func isGlints(_ name: String) -> Bool {
        name.hasPrefix("include/") && Shaders.text[name] != nil
    }

    /// True if the name is that of a given text, or of a file in the folder other than a link to a file
    /// outside it.
    private func isAllowed(_ name: String) -> Bool {
        guard !name.contains("/"), name != "..", name != "." else { return false }
        guard case .folder = includeSource else { return true }
        let attributes = try? FileManager.default.attributesOfItem(atPath: path(of: name))
        return attributes?[.type] as? FileAttributeType != .typeSymbolicLink
    }

    /// Problems in a filter other than those in its header.
    private func problems(with filter: FilterDeclaration) -> [FilterProblem] {
        let path = filter.file
        if builtIn.reserves(filter.id) {
            return [
                FilterProblem(
                    path: path, line: 1,
                    tr("Glint already has a filter “\(filter.id)”; give yours another id"))
            ]
        }
        var problems = builtIn.problems(of: filter).map {
            FilterProblem(path: path, line: $0.line, $0.message)
        }
        for parameter in filter.parameters where !filter.textures.contains(parameter.id) {
            guard parameter.kind == .text || parameter.kind == .file else { continue }
            problems.append(
                FilterProblem(
                    path: path, line: filter.line(of: parameter),
                    parameter.kind == .text
                        ? tr("\(parameter.id): a text parameter cannot be passed to the function")
                        : tr(
                            """
                            \(parameter.id): a file parameter cannot be passed to the function; for a \
                            picture declare “// texture: \(parameter.id) "\(parameter.title)" file”
                            """)
                ))
        }
        let texts = [filter.source] + filter.includes.values
        if filter.passes.isEmpty,
            !texts.contains(where: {
                $0.replacing(" ", with: "").contains("vec4\(filter.functionName)(")
            })
        {
            problems.append(
                FilterProblem(
                    path: path,
                    tr(
                        """
                        there is neither a function “vec4 \(filter.functionName)(vec4 color, …)” nor a line \
                        “// pass:”
                        """)
                ))
        }
        return problems
    }
}
