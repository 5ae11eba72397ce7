import Filters

// Modifiers, because parameters that also took values over time could no longer be given as numbers in
// variables, and because opacity and regions change in the same way.
extension Recipe.Stage {
    /// The stage, with a parameter that changes over time. It replaces the parameter's value:
    ///
    ///     [.saturation().moving("amount", .keys([0: 0.2, 2.5: 1], ease: .smooth))]
    ///     [.vignette().moving("amount", .wiggle(around: -0.5, by: 0.1, rate: 2))]
    ///
    /// A stage whose output would change its size keeps the size that it has at time 0; what it makes at
    /// other times is scaled to that size. So a moving `crop` pans over a picture and zooms into it.
    ///
    /// - Parameters:
    ///   - parameter: the parameter's key in recipes, which is the name of the argument here.
    ///   - value: values within the parameter's range; only numbers, colors and points, and with the ease
    ///     ``ValueOverTime/Ease/hold`` toggles and choices, can change. Otherwise rendering throws
    ///     ``RecipeError``.
    public func moving(_ parameter: String, _ value: ValueOverTime) -> Self {
        var stage = self
        stage.set(parameter, to: value)
        return stage
    }

    /// The stage, with an opacity that changes over time:
    ///
    ///     [.gaussianBlur(radius: 20).moving(opacity: .keys([0: 0, 1: 1]))]
    ///
    /// - Parameter opacity: numbers from 0 to 1.
    public func moving(opacity: ValueOverTime) -> Self {
        var stage = self
        stage.setOpacity(to: opacity)
        return stage
    }
}
