import Localization

/// The fields of a text, such as `{camera}`, which stand for what is known about a picture.
package enum TextFields {
    /// The names of the fields.
    package static let names = ["date", "camera", "lens", "shutter", "aperture", "iso", "focal", "name"]

    /// The text with the values of its fields.
    ///
    /// A field without a value becomes empty, as do separators at the ends of its line, or next to another
    /// one; a line without any value is left out. `{{` stands for a brace, and unknown fields stay as they
    /// are.
    package static func filled(_ text: String, from photograph: Photograph?) -> String {
        text.replacing("\\n", with: "\n")
            .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .compactMap { filledLine($0, from: photograph) }
            .joined(separator: "\n")
    }

    /// The characters that separate fields, besides spaces.
    private static let separators: Set<Character> = ["·", "•", "|", ",", ";", ":", "/", "-", "–", "—"]

    private static func isSeparator(_ character: Character) -> Bool {
        character.isWhitespace || separators.contains(character)
    }

    /// Nil for a line that has only fields without a value.
    private static func filledLine(_ line: Substring, from photograph: Photograph?) -> String? {
        var (line, result) = (line, "")
        // The text since the last field, which is dropped before an empty one if it only separates the two.
        var between = ""
        var lacksValue = false
        while let brace = line.firstIndex(of: "{") {
            between += line[..<brace]
            line = line[brace...].dropFirst()
            if line.first == "{" {
                between += "{"
                line = line.dropFirst()
                continue
            }
            guard let end = line.firstIndex(of: "}"), names.contains(String(line[..<end])) else {
                between += "{"
                continue
            }
            let value = value(String(line[..<end]), of: photograph)
            line = line[end...].dropFirst()
            if value.isEmpty {
                lacksValue = true
                if between.allSatisfy(isSeparator) { between = "" }
            }
            result += between + value
            between = ""
        }
        result += between + line
        guard lacksValue else { return result }
        while result.first.map(isSeparator) == true { result.removeFirst() }
        while result.last.map(isSeparator) == true { result.removeLast() }
        return result.isEmpty ? nil : result
    }

    /// The value of a field as photographers write it; empty if it is not known.
    private static func value(_ field: String, of photograph: Photograph?) -> String {
        guard let photograph else { return "" }
        switch field {
        case "date": return photograph.date.flatMap(day) ?? ""
        case "camera": return photograph.camera ?? ""
        case "lens": return photograph.lens ?? ""
        case "shutter": return photograph.exposureTime.map(shutter) ?? ""
        case "aperture": return photograph.aperture.map { "f/\(short($0))" } ?? ""
        case "iso": return photograph.sensitivity.map { "ISO \($0)" } ?? ""
        case "focal": return photograph.focalLength.map { "\(short($0)) mm" } ?? ""
        case "name": return photograph.name ?? ""
        default: return ""
        }
    }

    /// The day of EXIF's `2024:05:01 12:30:00` as `2024-05-01`; nil if it is not one.
    private static func day(_ date: String) -> String? {
        let parts = date.prefix(10).split(separator: ":", omittingEmptySubsequences: false)
        guard parts.map(\.count) == [4, 2, 2], parts.allSatisfy({ Int($0).map { $0 > 0 } == true }) else {
            return nil
        }
        return parts.joined(separator: "-")
    }

    /// 1/250 s, 0.5 s, 30 s.
    private static func shutter(_ seconds: Double) -> String {
        guard seconds > 0, seconds < 0.4 else { return "\(short(seconds)) s" }
        return "1/\(decimal(1 / seconds, places: 0)) s"
    }

    /// A number with one decimal unless that is 0, in the same form in every locale.
    private static func short(_ number: Double) -> String {
        let text = decimal(number, places: 1)
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}
