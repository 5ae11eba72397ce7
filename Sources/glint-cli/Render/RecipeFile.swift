import Filters
@preconcurrency import Glibc
import Wording

/// A recipe read from a file; every error names the file.
enum RecipeFile {
    /// No recipe comes near this many bytes; a picture passed by mistake does.
    private static let largest = 16 << 20

    static func read(_ path: String) throws(CommandError) -> Recipe {
        let bytes = try bytes(path)
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw .files("\(path.shortened): this is no recipe: it is not UTF-8 text")
        }
        do throws(RecipeError) {
            let recipe = try Recipe(json: text)
            try FilterSet.catalog.validate(recipe)
            return recipe
        } catch {
            if case .unknownFilter(let id, _) = error, let refusal = FilterSet.refusal(of: id) {
                throw .files(refusal)
            }
            throw .files("\(path.shortened): \(error.sentence)")
        }
    }

    /// Reads pipes, too, so that a shell can generate a recipe on the fly.
    private static func bytes(_ path: String) throws(CommandError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(path) }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw failure(path) }
            guard count > 0 else { return bytes }
            bytes += chunk[..<count]
            guard bytes.count <= largest else {
                throw .files("\(path.shortened): this is no recipe: it is too large")
            }
        }
    }

    private static func failure(_ path: String) -> CommandError {
        .files("\(path.shortened): the recipe could not be read: \(Console.systemMessage(errno))")
    }
}
