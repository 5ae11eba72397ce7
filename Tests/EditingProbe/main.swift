import Editing
import Filters
@preconcurrency import Glibc

// editing-probe FOLDER PICTURE FIRST: keeps one recipe after another, as a window in a long drag would, until it is killed.
// Each that is kept is told on standard output. Recipes of several lengths, so that pieces of two would be noticed.
guard CommandLine.arguments.count == 4, let first = Int(CommandLine.arguments[3]) else {
    print("usage: editing-probe FOLDER PICTURE FIRST")
    exit(2)
}
let store = EditStore(folder: CommandLine.arguments[1])
_ = store.read(CommandLine.arguments[2])
for number in first... {
    let stage = Recipe.Stage("saturation", ["amount": .number(Double(number))])
    let recipe = Recipe(Array(repeating: stage, count: 1 + number % 40))
    do {
        try store.write(recipe, of: CommandLine.arguments[2])
        print(number)
        fflush(stdout)
    } catch {
        print(error)
        exit(1)
    }
}
