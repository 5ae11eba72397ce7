import Filters
import GPU

/// Runs the steps of a ``LaplaceSolver``.
struct LaplaceRunner {
    let solver: LaplaceSolver
    private(set) var runner: PassRunner

    /// - Parameter runner: runs each step.
    init(solver: LaplaceSolver, runner: PassRunner) {
        self.solver = solver
        self.runner = runner
        // All steps together are one pass of the plan.
        self.runner.didDispatch = {}
    }

    /// The roots of Chebyshev's polynomial of degree 2 on 1/2…2, the upper part of the spectrum of the
    /// operator divided by its diagonal, which lies in 0…2.
    private static let weights: SIMD2<Double> = {
        let reach = 0.75 * 0.5.squareRoot()
        return 1 / SIMD2(1.25 + reach, 1.25 - reach)
    }()

    /// Continues the colors around the unknown pixels into them; throws ``GPUError`` or ``Cancelled``.
    func run(_ input: PassRunner.Placed, into result: PassRunner.Placed) throws {
        var operators: [PassRunner.Placed] = []
        var grid = input.region.size
        for level in 1..<max(solver.levels, 1) {
            grid = Self.next(grid)
            operators.append(
                try made(
                    "operator", step: 0, isFine: level == 1, of: [operators.last ?? input],
                    grid: SIMD2(2 * grid.x, grid.y)))
        }
        var values = input
        for cycle in 0..<solver.cycles {
            values = try smoothed(values, with: Self.weights.x)
            values = try smoothed(values, with: Self.weights.y)
            if !operators.isEmpty {
                let size = Self.next(input.region.size)
                let side = try made("residual", step: 2, isFine: true, of: [values], grid: size)
                let correction = try solution(of: side, operators[...])
                values = try made(
                    "correction", step: 3, isFine: true, of: [values, correction],
                    grid: input.region.size, weights: SIMD2(Self.weights.y, 0))
            }
            values = try smoothed(
                values, with: Self.weights.x, into: cycle == solver.cycles - 1 ? result : nil)
        }
    }

    private func smoothed(
        _ values: PassRunner.Placed, with weight: Double, into result: PassRunner.Placed? = nil
    ) throws -> PassRunner.Placed {
        try made(
            "smooth", step: 4, isFine: true, of: [values], grid: values.region.size,
            weights: SIMD2(weight, 0), into: result)
    }

    /// An approximate solution for a right side on the grid of the first operator.
    private func solution(
        of side: PassRunner.Placed, _ operators: ArraySlice<PassRunner.Placed>
    ) throws -> PassRunner.Placed {
        guard let first = operators.first else { return side }
        let (size, weights) = (side.region.size, Self.weights)
        func step(
            _ name: String, _ step: Int, of more: [PassRunner.Placed], weights: SIMD2<Double> = .zero,
            grid: SIMD2<Int>? = nil
        ) throws -> PassRunner.Placed {
            try made(
                name, step: step, isFine: false, of: [first, side] + more, grid: grid ?? size,
                weights: weights)
        }
        var values = try step("smooth", 1, of: [], weights: weights)
        let rest = operators.dropFirst()
        if rest.isEmpty {
            values = try step("smooth", 4, of: [values], weights: SIMD2(weights.y, 0))
        } else {
            let next = try step("residual", 2, of: [values], grid: Self.next(size))
            let correction = try solution(of: next, rest)
            values = try step("correction", 3, of: [values, correction], weights: SIMD2(weights.y, 0))
        }
        return try step("smooth", 4, of: [values], weights: SIMD2(weights.x, 0))
    }

    private static func next(_ grid: SIMD2<Int>) -> SIMD2<Int> { grid / 2 &+ 1 }

    private func made(
        _ name: String, step: Int, isFine: Bool, of inputs: [PassRunner.Placed], grid: SIMD2<Int>,
        weights: SIMD2<Double> = .zero, into result: PassRunner.Placed? = nil
    ) throws -> PassRunner.Placed {
        var filterPass = FilterPass(name: "retouch, \(name)", kernel: LaplaceSolver.kernel)
        filterPass.constants = ["STEP": step, "FINE": isFine ? 1 : 0]
        filterPass.uniforms = ["omega": .vec2(weights)]
        filterPass.readsPerPixel = 20
        let region = PixelRegion(size: grid)
        let pass = Plan.Pass(
            name: filterPass.name, work: .file(filterPass), inputs: [],
            picture: WorkingPicture(size: grid, grid: grid), region: region, format: .rgba32f, values: [])
        let placed =
            try result
            ?? .init(
                texture: runner.device.textures.texture(
                    width: grid.x, height: grid.y, format: .rgba32f),
                region: region)
        try runner.run(pass, reading: inputs, into: placed)
        return placed
    }
}
