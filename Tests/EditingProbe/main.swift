import CSystem
import Editing
import Filters
@preconcurrency import Glibc

// editing-probe FOLDER PICTURE FIRST [LAST]: stores one recipe after another, like a window during a long
// drag, until the last or until it is killed. Reports each stored recipe on standard output. The recipes vary
// in length, so that a mix of two would be noticed.
let arguments = (0..<Int(carguments_count())).compactMap {
    carguments_list()?[$0].map { String(cString: $0) }
}
guard arguments.count >= 4, let first = Int(arguments[3]) else {
    print("usage: editing-probe FOLDER PICTURE FIRST [LAST]")
    exit(2)
}
let last = arguments.count > 4 ? Int(arguments[4]) ?? first : .max
let store = EditStore(folder: arguments[1])
_ = store.read(arguments[2])
for number in first...last {
    let stage = Recipe.Stage("saturation", ["amount": .number(Double(number))])
    let recipe = Recipe(Array(repeating: stage, count: 1 + number % 40))
    do {
        try store.write(recipe, of: arguments[2])
        print(number)
        fflush(stdout)
    } catch {
        print(error)
        exit(1)
    }
}
