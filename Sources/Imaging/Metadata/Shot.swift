import Localization

/// The camera settings recorded in a picture's EXIF block.
package struct Shot: Sendable, Equatable {
    /// The camera's make and model.
    package var camera: String?
    /// These two as the file records them.
    package var maker: String?
    package var model: String?
    package var lens: String?
    /// Date and time according to the camera's clock: `2024:05:01 12:30:00`.
    package var date: String?
    /// In seconds.
    package var exposureTime: Double?
    /// The f-number: focal length divided by aperture diameter.
    package var aperture: Double?
    /// The ISO speed.
    package var sensitivity: Int?
    /// In millimeters.
    package var focalLength: Double?
    /// In millimeters, the focal length with the same angle of view on 35 mm film.
    package var focalLengthOn35mm: Double?
    /// The distance of the subject in meters.
    package var distance: Double?

    /// The known settings, formatted as photographers write them.
    package var facts: [(name: String, text: String)] {
        let facts: [(String, String?)] = [
            (tr("Camera", context: "photograph"), camera), (tr("Lens"), lens),
            (tr("Taken", context: "photograph"), date.map(Self.text(date:))),
            (tr("Exposure Time"), exposureTime.map(Self.text(exposureTime:))),
            (tr("Aperture"), aperture.map { "f/\(spelled($0, places: 1))" }),
            (tr("Sensitivity", context: "photograph"), sensitivity.map { "ISO \($0)" }),
            (tr("Focal Length"), focalLength.map { "\(spelled($0, places: 1)) mm" }),
        ]
        return facts.compactMap { fact in fact.1.map { (fact.0, $0) } }
    }

    /// EXIF separates the parts of a date by colons: 2024:05:01 12:30:00.
    private static func text(date: String) -> String {
        let parts = date.split(separator: " ", maxSplits: 1)
        guard parts.count == 2 else { return date }
        return "\(parts[0].replacing(":", with: "-")) \(parts[1])"
    }

    /// Seconds as photographers write them: 1/250 s, 0.5 s, 30 s.
    private static func text(exposureTime seconds: Double) -> String {
        guard seconds > 0, seconds < 0.4 else { return "\(spelled(seconds, places: 1)) s" }
        return "1/\(Int((1 / seconds).rounded())) s"
    }
}

extension Metadata {
    /// The camera settings; nil if the file contains none.
    package var shot: Shot? {
        guard let shot = exif.flatMap({ ExifBlock($0) })?.shot, shot != Shot() else { return nil }
        return shot
    }
}

extension ExifBlock {
    /// The fields that interest users; EXIF 2.32, tables 4 and 8.
    fileprivate var shot: Shot {
        var shot = Shot()
        let (make, model) = (text(0x010F, at: firstDirectory), text(0x0110, at: firstDirectory))
        (shot.maker, shot.model) = (make, model)
        // Most model names begin with the make.
        let parts = [make, model].compactMap(\.self)
        shot.camera =
            model.flatMap { name in make.map { name.hasPrefix($0) } == true ? name : nil }
            ?? (parts.isEmpty ? nil : parts.joined(separator: " "))
        guard let directory = field(0x8769, at: firstDirectory).flatMap({ integer(at: $0.value, size: 4) })
        else { return shot }
        shot.lens = text(0xA434, at: directory)
        shot.date = text(0x9003, at: directory)
        shot.exposureTime = ratio(0x829A, at: directory)
        shot.aperture = ratio(0x829D, at: directory)
        shot.focalLength = ratio(0x920A, at: directory)
        func short(_ tag: Int) -> Int? {
            field(tag, at: directory).flatMap { $0.type == 3 ? integer(at: $0.value, size: 2) : nil }
        }
        shot.sensitivity = short(0x8827)
        // 0 is unknown; a distance of 2³² - 1 is infinite.
        shot.focalLengthOn35mm = short(0xA405).flatMap { $0 > 0 ? Double($0) : nil }
        shot.distance = ratio(0x9206, at: directory).flatMap { $0 > 0 && $0 < 4e9 ? $0 : nil }
        return shot
    }

    /// A field's type, its count, and the offset of its value or of the pointer to it.
    private func field(_ tag: Int, at directory: Int) -> (type: Int, count: Int, value: Int)? {
        guard directory >= 8, let count = integer(at: directory, size: 2) else { return nil }
        for index in 0..<count {
            let start = directory + 2 + 12 * index
            guard let found = integer(at: start, size: 2) else { return nil }
            guard found == tag, let type = integer(at: start + 2, size: 2),
                let length = integer(at: start + 4, size: 4)
            else { continue }
            return (type, length, start + 8)
        }
        return nil
    }

    /// The value of an ASCII field (type 2), without its terminating zero.
    private func text(_ tag: Int, at directory: Int) -> String? {
        guard let field = field(tag, at: directory), field.type == 2, field.count <= 200 else { return nil }
        let offset = field.count <= 4 ? field.value : integer(at: field.value, size: 4) ?? -1
        guard offset >= 0, offset + field.count <= bytes.count else { return nil }
        let text = String(decoding: bytes[offset..<offset + field.count].prefix { $0 != 0 }, as: UTF8.self)
        let collapsed = text.split(separator: " ").joined(separator: " ")
        return collapsed.isEmpty ? nil : collapsed
    }

    /// The value of a rational field (type 5): two unsigned numbers.
    private func ratio(_ tag: Int, at directory: Int) -> Double? {
        guard let field = field(tag, at: directory), field.type == 5,
            let offset = integer(at: field.value, size: 4), let above = integer(at: offset, size: 4),
            let below = integer(at: offset + 4, size: 4), below > 0
        else { return nil }
        return Double(above) / Double(below)
    }
}
