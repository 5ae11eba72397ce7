import Filters

/// The layout of the time in the uniform block, and how it is passed to a filter function that reads it.
enum TimeUniform {
    /// The declaration of the parameter of the filter's function.
    static let type = "struct Time { float seconds; int frame; float rate; };"

    /// The time as a vector. A single float counts frames exactly only up to 16 million, a few days; two
    /// floats have no such limit.
    static func slot(_ time: FrameTime) -> SIMD4<Float> {
        SIMD4(
            Float(time.seconds), Float(time.rate), Float(time.frame & 0xffff), Float(time.frame >> 16))
    }

    /// The expression passed to the filter's function as an argument.
    static func argument(slot: Int) -> String {
        let value = "glint_values[\(slot)]"
        return "Time(\(value).x, int(\(value).w) * 65536 + int(\(value).z), \(value).y)"
    }
}
