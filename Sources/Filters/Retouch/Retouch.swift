/// Replaces spots and strokes by pixels from elsewhere in the picture, copied or healed.
///
/// Spots that do not depend on each other are packed into a sheet and computed together (``RetouchChain``).
/// A pass over the picture then reads the sheets of up to five chains; where spots depend on each other so
/// often that these do not suffice, further rounds follow.
struct Retouch: MultiPassFilter {
    let spots: [RetouchSpot]

    func passes(values: [String: ParameterValue], conditions: PassConditions) -> [FilterPass] {
        let picture = conditions.entering
        var passes: [FilterPass] = []
        for round in RetouchLayout(spots, in: picture).rounds {
            append(round, in: picture, to: &passes)
        }
        return passes
    }

    private func append(_ round: RetouchRound, in picture: WorkingPicture, to passes: inout [FilterPass]) {
        let base: FilterPass.Input = passes.isEmpty ? .entering : .pass(passes.count - 1)
        let table = RetouchTable(round, in: picture)
        var sheets: [(input: FilterPass.Input, read: FixedRead)] = []
        for (number, chain) in round.chains.enumerated() {
            let inputs = [base] + sheets.map(\.input)
            let reads = [FixedRead(box: chain.read)] + sheets.map { FixedRead(box: $0.read.box) }
            func pass(_ name: String, step: Int, also more: [FilterPass.Input] = []) -> FilterPass {
                var pass = FilterPass(name: "retouch, \(name)", kernel: "retouch/retouch.glsl")
                pass.inputs = inputs + more
                pass.footprint = .fixed(reads + more.map { _ in FixedRead(box: chain.sheet) })
                pass.grid = chain.sheet.size
                pass.needsFloats = true
                pass.constants = ["STEP": step, "SHEETS": sheets.count]
                pass.uniforms = table.uniforms(of: number)
                pass.table = table.lookup
                pass.readsPerPixel = 8
                return pass
            }
            var solved: [FilterPass.Input] = []
            if let solver = chain.solver {
                passes.append(pass("differences", step: 0))
                var solve = FilterPass(name: "retouch, heal", kernel: LaplaceSolver.kernel)
                solve.inputs = [.pass(passes.count - 1)]
                solve.footprint = .fixed([FixedRead(box: chain.sheet)])
                solve.grid = chain.sheet.size
                solve.needsFloats = true
                solve.solver = solver
                // One of the solver's steps, so that the pass has a kernel that can be compiled in advance.
                solve.constants = ["STEP": 4, "FINE": 1]
                solve.uniforms = ["omega": .vec2(.zero)]
                passes.append(solve)
                solved = [.pass(passes.count - 1)]
            }
            passes.append(pass("spots", step: solved.isEmpty ? 2 : 1, also: solved))
            sheets.append((.pass(passes.count - 1), FixedRead(box: chain.sheet, readers: chain.targets)))
        }
        var laid = FilterPass(name: "retouch", kernel: "retouch/retouch.glsl")
        laid.inputs = [base] + sheets.map(\.input)
        laid.footprint = .fixed([.pixel] + sheets.map(\.read))
        laid.grid = picture.grid
        laid.constants = ["STEP": 3, "SHEETS": sheets.count]
        laid.uniforms = table.uniforms(of: 0)
        laid.table = table.lookup
        passes.append(laid)
    }
}

extension LaplaceSolver {
    /// The kernel file of the solver's steps.
    package static let kernel = "engine/laplace.glsl"
}
