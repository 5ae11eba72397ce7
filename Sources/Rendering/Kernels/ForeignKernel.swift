import Filters
import GPU
import Shaders

/// Assembles the shaders of a pass whose shader was not written for Glint.
enum ForeignKernel {
    /// The fragment shader, which writes `glint_result`.
    static func fragment(_ shader: ForeignShader, _ shape: KernelShape) -> KernelSource {
        var source = KernelSource(label: shader.title)
        source.add(text: prelude(shader, shape) + "out vec4 glint_result;\n", file: "prelude")
        add(shader.fragment, to: &source)
        return source
    }

    /// The compute shader, which writes `out_image`.
    static func compute(_ shader: ForeignShader, _ shape: KernelShape, size: SIMD2<Int>) -> KernelSource {
        var source = KernelSource(label: shader.title)
        source.add(
            text: prelude(shader, shape) + """
                layout(local_size_x = \(size.x), local_size_y = \(size.y)) in;
                layout(binding = 0) writeonly uniform image2D out_image;

                """, file: "prelude")
        add(shader.fragment, to: &source)
        return source
    }

    /// The vertex shader.
    static func vertex(_ shader: ForeignShader, _ shape: KernelShape) -> KernelSource {
        var source = KernelSource(label: shader.title)
        source.add(text: prelude(shader, shape), file: "prelude")
        add(shader.vertex, to: &source)
        return source
    }

    private static func prelude(_ shader: ForeignShader, _ shape: KernelShape) -> String {
        var lines = ["#version 430 core"]
        // Shaders may have an input of the name that kernels read the picture's size under.
        lines.append(KernelGenerator.block(shape, picture: "glint_picture"))
        lines += shader.samplers.enumerated().map {
            "layout(binding = \($0)) uniform sampler2D \($1.name);"
        }
        lines.append(LoopLimit.declaration)
        // NaN becomes 0 and infinities the largest half float, as in kernels. Pixels whose loops do not end
        // are empty.
        lines.append(
            """
            vec4 glint_finite(vec4 color) {
                if (glint_turns > \(LoopLimit.turns)) return vec4(0.0);
                return clamp(mix(color, vec4(0.0), isnan(color)), -65504.0, 65504.0);
            }
            """)
        return lines.joined(separator: "\n") + "\n"
    }

    private static func add(_ parts: [ForeignShader.Part], to source: inout KernelSource) {
        for part in parts {
            switch part {
            case .builtIn(let path): source.add(text: Shaders.text[path] ?? "#error \(path)", file: path)
            case .generated(let text): source.add(text: text, file: "pass")
            case .foreign(let text, let file, let firstLine):
                let limited = LoopLimit.limited(text)
                for (index, line) in limited.split(separator: "\n", omittingEmptySubsequences: false)
                    .enumerated()
                {
                    source.add(line, file: file, line: firstLine + index)
                }
            }
        }
    }
}
