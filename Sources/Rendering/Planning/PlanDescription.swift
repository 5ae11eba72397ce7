extension Plan: CustomStringConvertible {
    /// One line for the source and for each pass, stating what it computes and what it reads.
    package var description: String {
        let lines = passes.map { pass in
            let inputs = pass.inputs.map { input in
                if case .pass(let index) = input { "pass \(index + 1)" } else { "the source" }
            }
            let reduction = pass.reduction == .one ? "" : ", each of \(pass.reduction.x)×\(pass.reduction.y)"
            let reach =
                pass.footprint.isWhole
                ? ", all of it" : pass.halo == .zero ? "" : ", \(pass.halo.x)×\(pass.halo.y) around"
            return
                "\(pass.name): \(pass.region) \(pass.format)\(reduction), of \(inputs.joined(separator: " and "))\(reach)"
        }
        return (["source: \(source.region) of \(source.gridSize.x)×\(source.gridSize.y)"] + lines)
            .joined(separator: "\n")
    }
}

extension PixelRegion: CustomStringConvertible {
    package var description: String { "\(size.x)×\(size.y) at \(origin.x),\(origin.y)" }
}
