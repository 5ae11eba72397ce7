// custom-filter GLSL INPUT OUTPUT [PARAMETER=NUMBER...]: applies a custom filter from a GLSL file to a
// picture.
import Foundation
import GlintKit

let arguments = CommandLine.arguments
if arguments.count > 3 {
    var parameters: [String: ParameterValue] = [:]
    for word in arguments.dropFirst(4) {
        let parts = word.split(separator: "=")
        if parts.count == 2, let number = Double(parts[1]) { parameters[String(parts[0])] = .number(number) }
    }
    do {
        let filter = try CustomFilter(contentsOf: arguments[1])
        let renderer = try Renderer(filters: [filter])
        try renderer.render(Picture(contentsOf: arguments[2]), [filter.stage(parameters)], to: arguments[3])
    } catch let error as CustomFilterError {
        for problem in error.problems { print("\(problem)\n    \(problem.sourceLine ?? "")") }
        exit(1)
    }
} else {
    print("usage: custom-filter GLSL INPUT OUTPUT [PARAMETER=NUMBER...]")
}
