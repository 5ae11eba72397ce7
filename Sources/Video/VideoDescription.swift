import Localization

/// Human-readable descriptions of a video.
extension VideoInfo {
    /// The usual name of the codec, such as “H.264”.
    package var codecTitle: String { Self.codecTitles[codec] ?? codec.uppercased() }

    /// The frame rate with at most two decimals, such as “29.97 fps”.
    package var rateTitle: String {
        let hundredths = Int((rate.value * 100).rounded())
        let places = hundredths % 100 == 0 ? 0 : hundredths % 10 == 0 ? 1 : 2
        return tr("\(spelled(Double(hundredths) / 100, places: places)) fps")
    }

    private static let codecTitles = [
        "h264": "H.264", "hevc": "H.265", "vp8": "VP8", "vp9": "VP9", "av1": "AV1", "libdav1d": "AV1",
        "mpeg1video": "MPEG-1", "mpeg2video": "MPEG-2", "mpeg4": "MPEG-4", "msmpeg4v3": "DivX 3",
        "prores": "ProRes", "mjpeg": "Motion JPEG", "dvvideo": "DV", "theora": "Theora", "qtrle": "Animation",
        "rawvideo": tr("uncompressed"), "webp": "WebP", "wmv3": "WMV", "flv1": "Flash",
    ]
}

/// Formats times of a video for display.
package enum VideoTime {
    /// Hours, minutes and seconds, such as “0:05” or “1:02:03”; rounded down.
    package static func text(_ seconds: Double) -> String {
        let (hours, minutes, seconds) = parts(Int(max(0, seconds)))
        return hours > 0
            ? "\(hours):\(twoDigits(minutes)):\(twoDigits(seconds))" : "\(minutes):\(twoDigits(seconds))"
    }

    /// The same with tenths of a second, such as “0:03.2”; rounded down.
    package static func preciseText(_ seconds: Double) -> String {
        // Slightly more, since binary fractions only approximate tenths.
        let tenths = Int((max(0, seconds) + 1e-6) * 10)
        return "\(text(Double(tenths / 10)))\(decimalSeparator)\(tenths % 10)"
    }

    /// A length: seconds with two decimals, such as “1.20 s”, or from a minute on like ``preciseText(_:)``.
    package static func lengthText(_ seconds: Double) -> String {
        seconds < 59.995 ? tr("\(spelled(max(0, seconds), places: 2)) s") : preciseText(seconds)
    }

    /// A time in words, for a screen reader.
    package static func spokenText(_ seconds: Double) -> String {
        let tenths = Int((max(0, seconds) + 1e-6) * 10)
        let (hours, minutes, whole) = parts(tenths / 10)
        let inHours = trn("\(hours) hour", "\(hours) hours", count: hours)
        let inMinutes = trn("\(minutes) minute", "\(minutes) minutes", count: minutes)
        let inSeconds = tr("\(spelled(Double(whole) + Double(tenths % 10) / 10, places: 1)) seconds")
        return switch (hours > 0, minutes > 0) {
        case (true, true): tr("\(inHours) \(inMinutes) \(inSeconds)", context: "time")
        case (true, false): tr("\(inHours) \(inSeconds)", context: "time")
        case (false, true): tr("\(inMinutes) \(inSeconds)", context: "time")
        case (false, false): inSeconds
        }
    }

    private static func parts(_ seconds: Int) -> (Int, Int, Int) {
        (seconds / 3600, seconds / 60 % 60, seconds % 60)
    }

    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
