import Editing
import Filters
@preconcurrency import Glibc

/// Stores one recipe after another, like a window during a long drag, until the last one or until it is
/// killed.
enum Storing {
    /// Reports each stored recipe on standard output. The recipes differ in length, so that a mix of two
    /// would be noticed.
    ///
    /// - Parameter arguments: FOLDER PICTURE FIRST [LAST].
    static func run(_ arguments: [String]) -> Int32 {
        guard arguments.count >= 3, let first = Int(arguments[2]) else { return 2 }
        let last = arguments.count > 3 ? Int(arguments[3]) ?? first : .max
        let store = EditStore(folder: arguments[0])
        _ = store.read(arguments[1])
        for number in first...last {
            let stage = Recipe.Stage("saturation", ["amount": .number(Double(number))])
            let recipe = Recipe(Array(repeating: stage, count: 1 + number % 40))
            do {
                try store.write(recipe, of: arguments[1])
                print(number)
                fflush(stdout)
            } catch {
                print(error)
                return 1
            }
        }
        return 0
    }
}
