extension Recipe.Stage {
    /// Strengthens or fades colors; 0 is gray, 1 leaves them, 2 doubles them.
    public static func saturation(amount: Double) -> Self {
        Self("saturation", ["amount": .number(amount)])
    }

    /// Turns colors into their opposites; 0 leaves them, 1 is the negative.
    public static func invert(amount: Double = 1) -> Self {
        Self("invert", ["amount": .number(amount)])
    }

    /// Softens the picture; the standard deviation is half of `radius`, in pixels from 0 to 200.
    public static func gaussianBlur(radius: Double) -> Self {
        Self("gaussian-blur", ["radius": .number(radius)])
    }
}
