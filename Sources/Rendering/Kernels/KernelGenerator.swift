import Filters
import GPU
import Shaders

/// Assembles the GLSL of a pass from files, for the formats that the pass reads and writes.
///
/// The generator's names begin with `glint_` to avoid collisions with names in filters. The exception is
/// `picture`, which holds the size of a point filter's input in the input's own pixels, and the number of
/// those per working pixel. `glint_area` is the rectangle that a dispatch computes, from xy up to but
/// excluding zw; `glint_regionOrigin` is the first pixel of the whole pass. Pixels are addressed by their
/// position in the whole working grid, whichever part of it a texture contains. Kernel files use the short
/// names in ``shortNames``.
package enum KernelGenerator {
    /// Invocations of a plain workgroup along x; software renderers use SIMD lanes only along x.
    package static let workgroupWidth = 64

    /// The maximum number of vectors for a pass's values: together with the regions of its inputs they fit in
    /// a uniform block of 16 KB.
    package static let maxValues = 960

    /// The size of a pass's table: the numbers that fit in a uniform block on every driver.
    package static let tableSize = 4096

    /// The source of a kernel in a given variant; row passes define their own workgroup size.
    package static func source(for shape: KernelShape, variant: KernelVariant = .plain) -> KernelSource {
        var kernel = KernelSource(label: shape.label)
        var included: Set<String> = []
        kernel.add(text: prelude(shape, variant), file: "prelude")
        if !shape.points.isEmpty {
            kernel.addPoints(shape.points, firstValue: shape.uniforms.arrayCount, included: &included)
        }
        switch shape.body {
        case .points: kernel.add(text: pointsMain(shape, variant), file: "points")
        case .file(let path):
            kernel.add(text: loads(shape) + shortNames(shape), file: "load")
            kernel.addFile(path, included: &included)
        case .function(let function):
            kernel.add(text: loads(shape), file: "load")
            kernel.addFunction(function, textures: shape.textures, included: &included)
        case .blend(let blending):
            kernel.addFile(blending.file, included: &included)
            kernel.add(text: main(rows: variant.plainPixels.y, making: color(of: blending)), file: "blend")
        case .foreign: kernel.add("#error a foreign shader has no kernel", file: "pass", line: 1)
        }
        return kernel
    }

    private static func prelude(_ shape: KernelShape, _ variant: KernelVariant) -> String {
        let (inputFormats, outputFormat) = (shape.inputFormats, shape.outputFormat)
        var lines = ["#version 430 core"]
        lines += variant.constants(of: shape).sorted { $0.key < $1.key }.map {
            "#define \($0.key) \($0.value)"
        }
        lines += shape.rowVariant?.definitions ?? []
        let workgroup = shape.rowVariant.map { SIMD2($0.workgroupWidth, 1) } ?? variant.workgroup
        lines.append("layout(local_size_x = \(workgroup.x), local_size_y = \(workgroup.y)) in;")
        var images: [String] = []
        images += inputFormats.enumerated().map {
            switch variant.reading {
            case .image: ", \($1.glslQualifier)) uniform readonly restrict image2D glint_image\($0);"
            case .texture: ") uniform sampler2D glint_image\($0);"
            }
        }
        if shape.hasTable { images.append(", rgba32f) uniform readonly restrict image2D glint_tableImage;") }
        images += zip(shape.textures, shape.textureFormats).map {
            ", \($1.glslQualifier)) uniform readonly restrict image2D glint_texture_\($0);"
        }
        let outputType = outputFormat.integerScale == nil ? "image2D" : "uimage2D"
        images.append(
            ", \(outputFormat.glslQualifier)) uniform writeonly restrict \(outputType) glint_result;")
        lines += images.enumerated().map { "layout(binding = \($0)\($1)" }
        lines.append(block(shape))
        lines += shape.uniforms.curveDeclarations
        if shape.hasData {
            // Software renderers read uniform blocks several times faster than storage blocks.
            lines.append(
                "layout(std140, binding = 1) uniform glint_Data { vec4 glint_data[\(tableSize / 4)]; };")
        }
        for unit in inputFormats.indices {
            let position = "p - glint_inputs[\(unit)].first"
            let read =
                switch variant.reading {
                case .image: "imageLoad(glint_image\(unit), \(position))"
                case .texture: "texelFetch(glint_image\(unit), \(position), 0)"
                }
            lines.append("vec4 glint_fetch\(unit)(ivec2 p) { return \(read); }")
        }
        let pointCurves = shape.points.contains { $0.filter.parameters.contains { $0.kind == .curve } }
        if pointCurves || shape.uniforms.hasCurves { lines.append(PointUniforms.curveFunction) }
        if shape.points.contains(where: \.filter.readsTime) || shape.readsTime {
            lines.append(TimeUniform.type)
        }
        let isCustom = shape.hasCustomFilters
        if isCustom { lines.append(LoopLimit.declaration) }
        lines.append(store(outputFormat, isCustom: isCustom))
        return lines.joined(separator: "\n") + "\n"
    }

    /// Declares the uniform block of a pass, which `PassRunner` fills.
    ///
    /// - Parameter picture: the name of the member with the picture's size.
    static func block(_ shape: KernelShape, picture: String = "picture") -> String {
        """
        struct glint_Input { ivec2 first; ivec2 last; };
        layout(std140, binding = 0) uniform glint_Pass {
            ivec4 glint_area;
            ivec2 glint_resultOrigin;
            ivec2 glint_regionOrigin;
            vec4 \(picture);
            glint_Input glint_inputs[\(shape.inputFormats.count)];
            \(shape.uniforms.declarations.joined(separator: "\n    "))
            vec4 glint_values[\(max(1, shape.valueCount))];
        };
        """
    }

    /// Writes a pixel. To stop them from spreading, NaN becomes 0 and infinities become the largest half
    /// float.
    private static func store(_ format: PixelFormat, isCustom: Bool) -> String {
        let written =
            format.integerScale.map {
                "uvec4(clamp(mix(color, vec4(0.0), isnan(color)), 0.0, 1.0) * \($0).0 + 0.5)"
            } ?? "glint_finite(color)"
        return """
            vec4 glint_finite(vec4 color) {
                return clamp(mix(color, vec4(0.0), isnan(color)), -65504.0, 65504.0);
            }
            void glint_store(ivec2 p, vec4 color) {
                \(isCustom ? "if (glint_turns > \(LoopLimit.turns)) color = vec4(0.0); glint_turns = 0;" : "")
                imageStore(glint_result, p - glint_resultOrigin, \(written));
            }
            """
    }

    /// The functions that read inputs; reads outside an input's texture are clamped to its edge.
    private static func loads(_ shape: KernelShape) -> String {
        shape.inputFormats.indices.map { unit in
            let fused = unit == 0 && !shape.points.isEmpty
            return """
                vec4 glint_load\(unit)(ivec2 p) {
                    p = clamp(p, glint_inputs[\(unit)].first, glint_inputs[\(unit)].last);
                    return \(fused ? "glint_finite(glint_points(p, glint_fetch0(p)))" : "glint_fetch\(unit)(p)");
                }

                """
        }.joined()
    }

    /// Defines the short names used in kernel files: `area`, `resultOrigin`, `result`, `store(p, color)`;
    /// `load(p)`, `load1(p)` … for the inputs; `data(i)` and `fetchTable(p)` for the tables; and, as in
    /// functions, `from(p)` for the first input.
    private static func shortNames(_ shape: KernelShape) -> String {
        var lines = ["area", "resultOrigin", "result", "store"].map { "#define \($0) glint_\($0)" }
        lines += shape.inputFormats.indices.map { "#define load\($0 == 0 ? "" : "\($0)") glint_load\($0)" }
        if shape.hasData { lines.append("#define data(i) glint_data[(i) >> 2][(i) & 3]") }
        if shape.hasTable {
            lines.append("vec4 fetchTable(ivec2 p) { return imageLoad(glint_tableImage, p); }")
        }
        lines.append("vec4 from(ivec2 p) { return glint_load0(p); }")
        return lines.joined(separator: "\n") + "\n"
    }

    /// The function `points`, which applies the filters in order.
    ///
    /// - Parameter slot: the index in `glint_values` of the filters' first number.
    fileprivate static func points(_ points: [Plan.Point], firstValue slot: Int) -> String {
        var slot = slot
        let calls = points.map { point in
            let firstSlot = slot
            slot += point.blending?.valueCount ?? 0
            let filter = point.filter
            var arguments = ["color"]
            if filter.readsPosition { arguments.append("(vec2(p) + 0.5) * picture.zw") }
            if filter.readsTime {
                arguments.append(TimeUniform.argument(slot: slot))
                slot += 1
            }
            for parameter in filter.parameters {
                arguments.append(PointUniforms.argument(parameter, slot: slot))
                slot += PointUniforms.slotCount(of: parameter)
            }
            let call = "\(filter.functionName)(\(arguments.joined(separator: ", ")))"
            let result = point.blending?.expression(laying: call, over: "color", slot: firstSlot) ?? call
            return "    color = \(result);"
        }
        return """
            vec4 glint_points(ivec2 p, vec4 color) {
            \(calls.joined(separator: "\n"))
                return color;
            }

            """
    }

    private static func color(of blending: Blending) -> String {
        blending.expression(laying: "glint_fetch0(p)", over: "glint_fetch1(p)", slot: 0)
    }

    /// Reads all pixels of an invocation before storing the first, so that a software renderer waits less for
    /// memory.
    private static func pointsMain(_ shape: KernelShape, _ variant: KernelVariant) -> String {
        let rows = shape.isPlain ? variant.plainPixels.y : 1
        func filtered(_ color: String) -> String {
            shape.points.isEmpty ? color : "glint_points(p, \(color))"
        }
        guard rows > 1 else { return main(rows: 1, making: filtered("glint_fetch0(p)")) }
        let read = """
            vec4 colors[\(rows)];
                for (int i = 0; i < \(rows); i++) colors[i] = glint_fetch0(p + ivec2(0, i));
            """
        return main(rows: rows, after: read, making: filtered("colors[i]"))
    }

    /// A `main` that computes one pixel per invocation, or one in each of a few rows, `color` being that of
    /// row i.
    fileprivate static func main(rows: Int, after preparation: String = "", making color: String) -> String {
        let loop =
            rows > 1
            ? "for (int i = 0; i < \(rows) && p.y < glint_area.w; i++, p.y++)" : "if (p.y < glint_area.w)"
        return """
            void main() {
                ivec2 p = glint_area.xy + ivec2(gl_GlobalInvocationID.xy) * ivec2(1, \(rows));
                if (p.x >= glint_area.z) return;
                \(preparation)
                \(loop) glint_store(p, \(color));
            }

            """
    }
}

extension KernelSource {
    /// Adds a file in `Shaders/` and the files that it includes, each only once.
    fileprivate mutating func addFile(_ path: String, included: inout Set<String>) {
        guard let source = Shaders.text[path] else {
            // The shader compiler reports the missing file by its name.
            return add("#error there is no file \(path)", file: path, line: 1)
        }
        add(source, file: path, of: nil, included: &included)
    }

    /// Adds the file that contains a function, the function's declarations, and a `main` that stores its
    /// result.
    fileprivate mutating func addFunction(
        _ function: PassFunction, textures: [String], included: inout Set<String>
    ) {
        let filter = function.filter
        if included.insert("include/alpha.glsl").inserted {
            addFile("include/alpha.glsl", included: &included)
        }
        add(text: FunctionKernel.declarations(of: function, textures: textures), file: "pass")
        included.insert(filter.file)
        add(filter.source, file: filter.file, of: filter, included: &included)
        add(text: KernelGenerator.main(rows: 1, making: FunctionKernel.color(of: function)), file: "pass")
    }

    /// Adds the functions of point filters, and a function that calls them all.
    fileprivate mutating func addPoints(
        _ points: [Plan.Point], firstValue: Int, included: inout Set<String>
    ) {
        for file in Set(points.compactMap { $0.blending?.file }).sorted() where included.insert(file).inserted
        {
            addFile(file, included: &included)
        }
        for point in points where included.insert(point.filter.file).inserted {
            add(point.filter.source, file: point.filter.file, of: point.filter, included: &included)
        }
        add(text: KernelGenerator.points(points, firstValue: firstValue), file: "points")
    }

    /// - Parameter filter: the filter whose own files may be included; nil to include only files in
    ///   `Shaders/`.
    fileprivate mutating func add(
        _ source: String, file: String, of filter: FilterDeclaration?, included: inout Set<String>
    ) {
        let source = filter?.isOwn == true ? LoopLimit.limited(source) : source
        let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            guard let path = FilterDeclaration.included(by: line) else {
                add(line, file: file, line: index + 1)
                continue
            }
            guard included.insert(path).inserted else { continue }
            if let filter, let text = filter.includes[path] {
                add(text, file: filter.path(ofInclude: path), of: filter, included: &included)
            } else {
                addFile(path, included: &included)
            }
        }
    }
}
