import Glibc

/// Titles made from the names of a shader's inputs.
enum ShaderNames {
    /// “blur amount” from `blurAmount` or `blur_amount`, with a capital letter.
    static func title(_ name: String) -> String {
        var words = ""
        var isAfterSmall = false
        for character in name {
            if character == "_" {
                words += " "
                isAfterSmall = false
                continue
            }
            if character.isUppercase, isAfterSmall { words += " " }
            words.append(character)
            isAfterSmall = character.isLowercase || character.isNumber
        }
        words = String(words.drop { $0 == " " })
        return words.prefix(1).uppercased() + words.dropFirst()
    }
}

/// The date that shaders with a clock read.
enum ShaderDate {
    /// When the program began, so that a clip does not depend on how fast it is rendered.
    private static let start = time(nil)

    /// Year, month (1…12), day and seconds since midnight, in local time.
    static func now(adding seconds: Double) -> SIMD4<Float> {
        let later = seconds.isFinite ? min(max(seconds, 0), 1e9) : 0
        var moment = start + Int(later)
        var local = tm()
        localtime_r(&moment, &local)
        let second = Int(local.tm_hour) * 3600 + Int(local.tm_min) * 60 + Int(local.tm_sec)
        let part = later - later.rounded(.down)
        return SIMD4(
            Float(local.tm_year + 1900), Float(local.tm_mon + 1), Float(local.tm_mday),
            Float(Double(second) + part))
    }
}
