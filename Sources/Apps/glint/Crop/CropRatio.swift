import Filters
import Localization

/// The aspect ratio that a crop preserves.
enum CropRatio: Equatable {
    /// Any ratio.
    case free
    /// The ratio of the picture in its current orientation.
    case original
    /// The ratio of a width to a height.
    case sides(Double, Double)

    /// The available ratios, row by row; portrait ratios below their landscape counterparts.
    static let offered: [[CropRatio]] = [
        [.free, .original, .sides(1, 1)],
        [.sides(5, 4), .sides(4, 3), .sides(3, 2), .sides(16, 9)],
        [.sides(4, 5), .sides(3, 4), .sides(2, 3), .sides(9, 16)],
    ]

    /// The title shown to users.
    var title: String {
        switch self {
        case .free: tr("Free")
        case .original: tr("Original")
        case .sides(let width, let height): "\(Self.text(width)):\(Self.text(height))"
        }
    }

    private static func text(_ number: Double) -> String {
        number == number.rounded() && number < 1e6 ? "\(Int(number))" : "\(number)"
    }

    /// The available ratio that a crop has; free if it has none of them, or covers the whole picture.
    ///
    /// - Parameter aspect: the aspect ratio of the whole picture in its current orientation.
    init(keptBy crop: CropRectangle, aspect: Double) {
        let has = crop.size.x / crop.size.y * aspect
        let kept = Self.offered.joined().first { ratio in
            ratio.value(of: aspect).map { abs(has / $0 - 1) < 0.005 } ?? false
        }
        self = crop == .whole ? .free : kept ?? .free
    }

    /// Parses ratios such as 21:9, 2.35:1, 4x5 or 1.5; nil for anything else.
    init?(typed text: String) {
        let parts = text.replacing(",", with: ".").split { ":/x×".contains($0) }.map {
            Double($0.filter { !$0.isWhitespace })
        }
        guard let width = parts.first ?? nil, parts.count <= 2 else { return nil }
        let height = parts.count == 2 ? parts[1] : 1
        // Longer strips have no use, and would be less than a pixel high.
        guard let height, width > 0, height > 0, (0.01...100).contains(width / height) else { return nil }
        self = .sides(width, height)
    }

    /// The width divided by the height, in pixels of the screen; nil for any.
    ///
    /// - Parameter aspect: the aspect ratio of the whole picture in its current orientation.
    func value(of aspect: Double) -> Double? {
        switch self {
        case .free: nil
        case .original: aspect
        case .sides(let width, let height): width / height
        }
    }

    /// The inverse ratio, after a quarter turn.
    var turned: CropRatio {
        if case .sides(let width, let height) = self { .sides(height, width) } else { self }
    }
}
