import Filters
import GPU
import Shaders

/// Assembles the GLSL of a pass from files, for the formats it reads and writes.
///
/// Every kernel file sees the same few names: `area`, `values`, `picture`, `load` (and `load1` …), `store` and, where
/// it has tables, `data(i)` and `fetchTable(p)`. `picture` holds the picture's size in its own pixels, and its pixels
/// per working pixel; for a point filter it is the picture that enters. `area` is the rectangle that a dispatch
/// makes, from xy up to but excluding zw; `regionOrigin` is the first pixel of the whole pass. Pixels are addressed
/// by their position in the whole working grid, whatever part of it a texture holds.
package enum KernelGenerator {
    /// Invocations of a workgroup along x; software renderers run their SIMD lanes along x alone.
    package static let workgroupWidth = 64

    /// The most vectors of a pass's values: with the regions of its inputs they fit a uniform block of 16 KB.
    package static let mostValues = 960

    /// The size of a pass's table: as many numbers as every driver allows in a uniform block.
    package static let tableSize = 4096

    /// The text of a kernel.
    package static func source(for shape: KernelShape) -> KernelSource {
        var kernel = KernelSource(label: shape.label)
        var included: Set<String> = []
        kernel.add(text: prelude(shape), file: "prelude")
        if !shape.points.isEmpty {
            kernel.addPoints(shape.points, firstValue: shape.firstPointValue, included: &included)
        }
        switch shape.body {
        case .points: kernel.add(text: pointsMain(shape.points), file: "points")
        case .file(let path):
            kernel.add(text: loads(shape), file: "load")
            kernel.addFile(path, included: &included)
        case .blend(let blending):
            kernel.addFile(blending.file, included: &included)
            kernel.add(text: blendMain(blending), file: "blend")
        }
        return kernel
    }

    private static func prelude(_ shape: KernelShape) -> String {
        let (inputFormats, outputFormat) = (shape.inputFormats, shape.outputFormat)
        var lines = ["#version 430 core"]
        lines += shape.constants.sorted { $0.key < $1.key }.map { "#define \($0.key) \($0.value)" }
        lines += shape.rowForm?.definitions ?? []
        lines.append("layout(local_size_x = \(shape.rowForm?.workgroupWidth ?? workgroupWidth)) in;")
        for (unit, format) in inputFormats.enumerated() {
            lines.append(
                "layout(binding = \(unit), \(format.glslQualifier)) uniform readonly restrict image2D input\(unit);"
            )
        }
        let outputType = outputFormat.integerScale == nil ? "image2D" : "uimage2D"
        lines.append(
            """
            layout(binding = \(inputFormats.count + (shape.hasTable ? 1 : 0)), \(outputFormat.glslQualifier))
            uniform writeonly restrict \(outputType) result;
            struct Input { ivec2 first; ivec2 last; };
            layout(std140, binding = 0) uniform Pass {
                ivec4 area;
                ivec2 resultOrigin;
                ivec2 regionOrigin;
                vec4 picture;
                Input inputs[\(inputFormats.count)];
                vec4 values[\(max(1, shape.valueCount))];
            };
            """)
        if shape.hasData {
            // Software renderers read uniform blocks several times faster than storage blocks.
            lines.append("layout(std140, binding = 1) uniform Data { vec4 table[\(tableSize / 4)]; };")
            lines.append("#define data(i) table[(i) >> 2][(i) & 3]")
        }
        for unit in inputFormats.indices {
            lines.append(
                """
                vec4 fetch\(unit)(ivec2 p) { return imageLoad(input\(unit), p - inputs[\(unit)].first); }
                """)
        }
        if shape.hasTable {
            lines.append(
                """
                layout(binding = \(inputFormats.count), rgba32f) uniform readonly restrict image2D tableImage;
                vec4 fetchTable(ivec2 p) { return imageLoad(tableImage, p); }
                """)
        }
        if shape.points.contains(where: { $0.filter.parameters.contains { $0.kind == .curve } }) {
            lines.append(PointUniforms.curveFunction)
        }
        if shape.points.contains(where: \.filter.readsTime) { lines.append(TimeUniform.type) }
        lines.append(store(outputFormat))
        return lines.joined(separator: "\n") + "\n"
    }

    /// Writes a pixel. Not-a-number becomes 0 and infinities the largest half float, so that neither spreads.
    private static func store(_ format: PixelFormat) -> String {
        let written =
            format.integerScale.map { "uvec4(clamp(finite(color), 0.0, 1.0) * \($0).0 + 0.5)" }
            ?? "finite(color)"
        return """
            vec4 finite(vec4 color) {
                return clamp(mix(color, vec4(0.0), isnan(color)), -65504.0, 65504.0);
            }
            void store(ivec2 p, vec4 color) {
                imageStore(result, p - resultOrigin, \(written));
            }
            """
    }

    /// The load functions of a kernel file; reads of neighbors beyond what an input holds clamp to its edge.
    private static func loads(_ shape: KernelShape) -> String {
        shape.inputFormats.indices.map { unit in
            let fused = unit == 0 && !shape.points.isEmpty
            return """
                vec4 load\(unit == 0 ? "" : "\(unit)")(ivec2 p) {
                    p = clamp(p, inputs[\(unit)].first, inputs[\(unit)].last);
                    return \(fused ? "finite(points(p, fetch0(p)))" : "fetch\(unit)(p)");
                }

                """
        }.joined()
    }

    /// The function `points`: one filter after the other.
    ///
    /// - Parameter slot: where in `values` their numbers begin.
    fileprivate static func points(_ points: [Plan.Point], firstValue slot: Int) -> String {
        var slot = slot
        let calls = points.map { point in
            let firstSlot = slot
            slot += point.blending?.valueCount ?? 0
            let filter = point.filter
            var arguments = ["color"]
            if filter.readsPlace { arguments.append("(vec2(p) + 0.5) * picture.zw") }
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
            vec4 points(ivec2 p, vec4 color) {
            \(calls.joined(separator: "\n"))
                return color;
            }

            """
    }

    private static func blendMain(_ blending: Blending) -> String {
        """
        void main() {
            ivec2 p = area.xy + ivec2(gl_GlobalInvocationID.xy);
            if (p.x >= area.z || p.y >= area.w) return;
            store(p, \(blending.expression(laying: "fetch0(p)", over: "fetch1(p)", slot: 0)));
        }

        """
    }

    private static func pointsMain(_ points: [Plan.Point]) -> String {
        """
        void main() {
            ivec2 p = area.xy + ivec2(gl_GlobalInvocationID.xy);
            if (p.x >= area.z || p.y >= area.w) return;
            store(p, \(points.isEmpty ? "fetch0(p)" : "points(p, fetch0(p))"));
        }

        """
    }
}

extension KernelSource {
    /// Adds a file of `Shaders/`, and those it includes, each once.
    fileprivate mutating func addFile(_ path: String, included: inout Set<String>) {
        guard let source = Shaders.text[path] else {
            // The compiler reports it with the name of the file.
            return add("#error there is no file \(path)", file: path, line: 1)
        }
        add(source, file: path, included: &included)
    }

    /// Adds the functions of point filters, and one that calls them all.
    fileprivate mutating func addPoints(
        _ points: [Plan.Point], firstValue: Int, included: inout Set<String>
    ) {
        for file in Set(points.compactMap { $0.blending?.file }).sorted() where included.insert(file).inserted
        {
            addFile(file, included: &included)
        }
        for point in points where included.insert(point.filter.file).inserted {
            add(point.filter.source, file: point.filter.file, included: &included)
        }
        add(text: KernelGenerator.points(points, firstValue: firstValue), file: "points")
    }

    fileprivate mutating func add(_ source: String, file: String, included: inout Set<String>) {
        let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            if line.hasPrefix("#include"),
                let path = line.split(separator: "\"").dropFirst().first.map(String.init)
            {
                if included.insert(path).inserted { addFile(path, included: &included) }
            } else {
                add(line, file: file, line: index + 1)
            }
        }
    }
}
