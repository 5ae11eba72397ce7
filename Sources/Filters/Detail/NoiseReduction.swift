import Glibc

/// Splits the picture into levels of detail, from one pixel to eight, and removes small differences from each.
struct NoiseReduction: MultiPassFilter {
    /// The standard deviation that white noise of standard deviation 1 has in each level of the two-dimensional
    /// B-spline transform (Starck and Murtagh, “Automatic noise estimation from the multiresolution support”, 1998).
    private static let noise = [0.889, 0.200, 0.0857, 0.0413]
    /// The noise's standard deviation at the sliders' ends, and how many standard deviations are cut.
    private static let strongest = (luma: 0.03, chroma: 0.04)
    private static let deviations = 3.0

    func passes(values: [String: ParameterValue], conditions: PassConditions) -> [FilterPass] {
        let (luma, chroma) = (values.number("luma"), values.number("chroma"))
        guard max(luma, chroma) > 0 else { return [] }
        var passes: [FilterPass] = []
        var smoothings: [FilterPass.Input] = []
        var thresholds: [SIMD4<Float>] = []
        for (level, noise) in Self.noise.enumerated() {
            let reach = conditions.scale * Double(1 << level)
            // Detail finer than the pixels of the grid is gone already.
            guard reach.max() > 0.3 else { continue }
            for axis in [0, 1] {
                passes.append(smooth(axis, reach: reach[axis], of: smoothings.last, isFirst: axis == 0))
            }
            smoothings.append(.pass(passes.count - 1))
            // Color noise from cameras and JPEG files is coarse, so its thresholds fall less from level to level.
            let coarse = Double(1 << level)
            thresholds.append(
                vector(
                    Self.deviations * Self.strongest.luma * luma * noise,
                    Self.deviations * Self.strongest.chroma * chroma * min(1, noise * coarse)))
        }
        guard !smoothings.isEmpty else { return [] }
        var shrink = FilterPass(name: "noise reduction", kernel: "noise-reduction/noise-reduction.glsl")
        shrink.constants = ["LEVELS": smoothings.count]
        shrink.inputs = [.entering] + smoothings
        shrink.values = thresholds
        shrink.readsPerPixel = 1 + smoothings.count
        return passes + [shrink]
    }

    /// - Parameter reach: the spacing of the five pixels; fractions are rounded up, with less weight on the outer
    ///   pixels, so that the variance is that of the spacing asked for.
    private func smooth(
        _ axis: Int, reach: Double, of input: FilterPass.Input?, isFirst: Bool
    ) -> FilterPass {
        let spacing = reach.rounded(.up)
        let share = (reach / spacing) * (reach / spacing)
        var pass = FilterPass(
            name: "noise reduction, \(axis == 0 ? "rows" : "columns")",
            kernel: "noise-reduction/noise-smooth.glsl")
        pass.constants = ["AXIS": axis]
        if isFirst { pass.inputs = [input ?? .entering] }
        pass.halo[axis] = 2 * Int(spacing)
        pass.values = [vector(spacing, 1 - share * 5 / 8, share / 4, share / 16)]
        pass.readsPerPixel = 5
        return pass
    }
}
