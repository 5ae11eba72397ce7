import Decoding
import Editing
import Exporting
import Filters
import System

/// Texts that users exchange (recipes, presets, color tables, filters), and the messages of decoders.
extension FuzzTarget {
    static let texts = [
        FuzzTarget(name: "decoder-messages") { input in
            let differing = AnswerCheck.differing(Array(input))
            demand(differing == nil, "\(differing ?? "") is the same when it is sent on")
        },
        FuzzTarget(name: "stream-requests") { input in
            // The first byte is the size of the pieces in which the bytes arrive.
            let size = max(1, Int(input.first ?? 1))
            var lines = LineSplitter(atMost: 4096)
            var rest = Array(input.dropFirst())[...]
            var read = 0
            while true {
                while let line = lines.next() {
                    guard case .text(let bytes) = line else { continue }
                    demand(
                        bytes.count <= 4096 && !bytes.contains(0x0A), "a line has a limit and no line break")
                    read += bytes.count
                    _ = StreamRequest.name(in: bytes)
                    guard let request = try? StreamRequest(line: bytes) else { continue }
                    if case .hello(let format) = request {
                        let layout = StreamLayout(source: format.layout, result: format.layout)
                        demand(layout.byteCount > layout.resultOffset, "a frame has pixels")
                    }
                    if case .frame(_, let time) = request {
                        demand(time.frameTime(at: 1e6).seconds.isFinite, "a time is finite")
                    }
                }
                guard !rest.isEmpty else { break }
                lines.add(rest.prefix(size))
                rest = rest.dropFirst(size)
                if rest.isEmpty { lines.end() }
            }
            demand(read <= input.count, "no byte is read twice")
        },
        FuzzTarget(name: "recipe") { input in
            let recipe = try Recipe(json: text(input), acceptsNewer: true)
            try expectSameAgain(recipe)
            for stage in recipe.stages {
                for parameter in FilterCatalog.builtIn.filter(stage.filter)?.parameters ?? [] {
                    let value = stage.value(of: parameter)
                    _ = parameter.problem(with: value)
                    _ = value.word
                }
                do throws(RecipeError) {
                    try FilterCatalog.builtIn.validate(stage)
                } catch {
                    _ = error.description
                }
                if stage.filter == NTSC.id { _ = stage.shippedPreset }
            }
        },
        FuzzTarget(name: "tape-preset") { input in
            let preset = try NTSCPreset(json: text(input))
            _ = preset.settings
            _ = preset.remark
            let again = try? NTSCPreset(json: preset.json)
            demand(again?.settings == preset.settings, "a preset written is the same when it is read")
        },
        FuzzTarget(name: "preset-import") { input in
            let text = text(input)
            if let preset = try? Preset(json: text, name: "input") {
                let again = try? Preset(json: preset.json, name: "other")
                demand(
                    again?.title == preset.title,
                    "a preset's title comes back")
                try expectSameAgain(preset.recipe)
            }
            let preset = try NTSCPreset(withSettings: text)
            let recipe = Recipe([.init("saturation")]).taking(preset)
            try FilterCatalog.builtIn.validate(recipe)
            try expectSameAgain(recipe)
            demand(recipe.stages[1].preset.settings == preset.settings, "a stage has a preset's settings")
        },
        FuzzTarget(name: "cube") { input in
            let table = try CubeFile(text: text(input))
            demand(table.size >= 2, "a table has two entries")
            demand(
                table.entries.count == (table.isSolid ? table.size * table.size * table.size : table.size),
                "a table is full")
        },
        FuzzTarget(name: "3dl") { input in
            let table = try CubeFile(threeDL: text(input))
            demand(table.entries.count == table.size * table.size * table.size, "a table is full")
            let again = try CubeFile(text: table.text(title: "again"))
            demand(again == table, "a table is read back as it was")
        },
        FuzzTarget(name: "filter-header") { input in
            guard let filter = try DeclarationParser.parse("// filter:" + text(input), file: "input.glsl")
            else {
                return
            }
            _ = filter.functionName
            for parameter in filter.parameters {
                demand(parameter.problem(with: parameter.defaultValue) == nil, "a default is allowed")
                _ = parameter.allowed
                _ = parameter.shortTitle
            }
            // A stage of the filter is validated as part of a recipe.
            var stage = Recipe.Stage(filter.id)
            for (id, value) in filter.sample { stage.set(id, to: value) }
            try FilterCatalog.builtIn.adding([filter]).validate(stage)
        },
        FuzzTarget(name: "shader") { input in
            let parts = text(input).split(separator: "\0", maxSplits: 1).map(String.init)
            let shader = try ShaderFile.parse(
                ShaderText(main: parts.first ?? "", vertex: parts.dropFirst().first), path: "input.fs",
                version: "input")
            for parameter in shader.parameters {
                demand(parameter.problem(with: parameter.defaultValue) == nil, "a default is allowed")
                _ = parameter.allowed
            }
            var values = Dictionary(uniqueKeysWithValues: shader.parameters.map { ($0.id, $0.defaultValue) })
            values["outputScale"] = .number(2)
            let picture = WorkingPicture(size: SIMD2(64, 48), grid: SIMD2(64, 48))
            let size = try (shader as? any GeometryFilter)?.size(values: values, entering: picture.size)
            let leaving = size.map { WorkingPicture(size: $0, grid: $0) }
            let passes = try shader.passes(
                values: values, conditions: PassConditions(entering: picture, leaving: leaving))
            demand(passes.allSatisfy { $0.grid.map { $0.min() > 0 } ?? true }, "a pass has pixels")
        },
    ]

    /// Decodes text like the programs do, except that those reject text that is not UTF-8.
    private static func text(_ input: UnsafeRawBufferPointer) -> String {
        String(decoding: input, as: UTF8.self)
    }

    private static func expectSameAgain(_ recipe: Recipe) throws {
        let again = try Recipe(json: recipe.json, acceptsNewer: true)
        demand(again == recipe, "a recipe written is the same when it is read")
    }
}
