import Filters

/// How the time lies in the uniform block, and how the function of a filter that reads it is given it.
enum TimeUniform {
    /// What the function's parameter is declared as.
    static let type = "struct Time { float seconds; int frame; float rate; };"

    /// The time as a vector. A float counts frames to the sixteen millionth, a few days of them; two have no such end.
    static func slot(_ time: FrameTime) -> SIMD4<Float> {
        SIMD4(
            Float(time.seconds), Float(time.rate.framesPerSecond), Float(time.frame & 0xffff),
            Float(time.frame >> 16))
    }

    /// The argument of the function.
    static func argument(slot: Int) -> String {
        let value = "values[\(slot)]"
        return "Time(\(value).x, int(\(value).w) * 65536 + int(\(value).z), \(value).y)"
    }
}
