import GPU

/// The plan of a frame, and how long each of its passes took.
package struct FrameTimings: Sendable, Hashable {
    /// A step of the plan; passes with the same name count as one step.
    package struct Step: Sendable, Hashable {
        package let name: String
        /// Nil if the result was still cached from an earlier frame.
        package let milliseconds: Double?
    }

    /// The name of the step that reads the picture and scales it down to the grid.
    package static let sourceName = "source"

    /// The size of the grid that the whole picture would cover.
    package let gridSize: SIMD2<Int>
    /// The size of the part that was rendered.
    package let size: SIMD2<Int>
    /// The steps in plan order, beginning with the source.
    package let steps: [Step]

    init(_ plan: Plan, _ entries: [DispatchTimer.Entry]) {
        gridSize = plan.viewport.gridSize
        size = plan.viewport.region.size
        var names = [Self.sourceName]
        for pass in plan.passes where !names.contains(pass.name) { names.append(pass.name) }
        steps = names.map { name in
            let times = entries.filter { $0.label == name }.map(\.milliseconds)
            return Step(name: name, milliseconds: times.isEmpty ? nil : times.reduce(0, +))
        }
    }
}
