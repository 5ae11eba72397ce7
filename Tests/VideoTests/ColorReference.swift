import Foundation
import TestSupport
import Video

/// The formulas of ITU-R BT.601, BT.709 and BT.2020 in double precision, applied to the stored planes that
/// ffmpeg outputs.
enum ColorReference {
    /// How the reference interprets a stored picture, independent of the file's tags.
    struct Storage: Codable, Sendable {
        /// FFmpeg's name of the pixel format.
        var pixels: String
        /// The matrix: 601, 709, 2020 or YCgCo.
        var matrix = "601"
        var isFull = false
        /// The chroma location: left, center or topleft.
        var siting = "left"
        /// True if the chroma location is per field.
        var isInterlaced = false
        /// The kind of high dynamic range to be tone mapped: PQ or HLG.
        var range: String?
    }

    /// The largest difference between frames and the reference, in levels of their depth.
    ///
    /// - Parameter stored: a file with the planes of all frames, concatenated.
    static func difference(of frames: [VideoFrame], from stored: String, _ storage: Storage) throws -> Double
    {
        let folder = try temporaryFolder()
        var decoded = Data()
        for frame in frames { frame.pixels.withUnsafeBytes { decoded.append(contentsOf: $0) } }
        let rgba = folder.file("decoded.rgba")
        try decoded.write(to: URL(fileURLWithPath: rgba))
        guard let first = frames.first?.pixels else { return .infinity }
        let description = try String(decoding: JSONEncoder().encode(storage), as: UTF8.self)
        let printed = try runPython(
            script,
            arguments: [
                stored, rgba, "\(first.width)", "\(first.height)", "\(frames.count)",
                "\(first.depth.rawValue)", description,
            ])
        return Double(printed.trimmingCharacters(in: .whitespacesAndNewlines)) ?? .infinity
    }

    private static let script =
        """
        import json, re, sys
        import numpy as np
        sys.path.insert(0, "\(supportFolder)")
        from tone_map import tone_mapped

        raw, rgba, width, height, count, depth = *sys.argv[1:3], *map(int, sys.argv[3:7])
        storage = json.loads(sys.argv[7])
        name, interlaced = storage["pixels"], storage["isInterlaced"]
        stored = np.fromfile(raw, "u1")
        decoded = np.fromfile(rgba, "u1" if depth == 8 else "<u2").reshape(count, height, width, 4)

        plain = re.fullmatch(r"(yuvj?|yuva|gbrp|gbrap|gray|ya)(4\\d\\d|8)?p?(9|10|12|14|16)?(le)?", name)
        bits = int(plain[3] or 8) if plain else 8
        subsampling = {"444": (1, 1), "440": (1, 2), "422": (2, 1), "420": (2, 2), "411": (4, 1), "410": (4, 4)}
        packed = {"nv12": "420", "nv21": "420", "uyvy422": "422", "yuyv422": "422"}
        across, down = subsampling.get(packed.get(name) or (plain and plain[2]), (1, 1))
        small = (-(-height // down), -(-width // across))
        full = (height, width)

        def planes(frame):
            \"""The components of a frame, in the order Y Cb Cr A or R G B A.\"""
            data = frame.view("<u2") if bits > 8 else frame
            def take(*shape):
                nonlocal data
                size = int(np.prod(shape))
                plane, data = data[:size].reshape(shape), data[size:]
                return plane.astype(float)
            if name in ("nv12", "nv21"):
                luma, pair = take(*full), take(*small, 2)
                return [luma, pair[..., int(name == "nv21")], pair[..., int(name != "nv21")]]
            if name in ("uyvy422", "yuyv422"):
                pairs = take(height, width // 2, 4)
                order = [1, 3, 0, 2] if name == "uyvy422" else [0, 2, 1, 3]
                first, second, blue, red = (pairs[..., index] for index in order)
                return [np.stack([first, second], -1).reshape(full), blue, red]
            if name == "pal8":
                indices, palette = take(*full).astype(int), frame[-1024:].reshape(256, 4).astype(float)
                return [palette[indices][..., channel] for channel in (2, 1, 0, 3)]
            if name in ("monow", "monob"):
                ink = np.unpackbits(frame.reshape(height, -1), axis=1)[:, :width].astype(float) * 255
                return [255 - ink if name == "monow" else ink]
            orders = {"rgb24": "RGB", "bgr24": "BGR", "rgba": "RGBA", "bgra": "BGRA", "argb": "ARGB", "bgr0": "BGR0",
                      "0rgb": "0RGB"}
            if name in orders:
                order = orders[name]
                pixels = take(height, width, len(order))
                return [pixels[..., order.index(channel)] for channel in "RGBA" if channel in order]
            kind = plain[1]
            if kind in ("gray", "ya"):
                if kind == "ya":
                    pair = take(height, width, 2)
                    return [pair[..., 0], pair[..., 1]]
                return [take(*full)]
            if kind in ("gbrp", "gbrap"):
                green, blue, red = take(*full), take(*full), take(*full)
                return [red, green, blue] + ([take(*full)] if kind == "gbrap" else [])
            result = [take(*full), take(*small), take(*small)]
            return result + ([take(*full)] if kind == "yuva" else [])

        def between(rows, positions, lines):
            \"""Rows at lines, linear between those at positions.\"""
            lines = np.clip(lines, positions[0], positions[-1])
            upper = np.clip(np.searchsorted(positions, lines, "right") - 1, 0, max(0, len(rows) - 2))
            lower = np.minimum(upper + 1, len(rows) - 1)
            share = (lines - positions[upper]) / np.maximum(positions[lower] - positions[upper], 1)
            return rows[upper] + share[:, None] * (rows[lower] - rows[upper])

        def enlarged(plane):
            \"""Chroma in the size of luma.\"""
            left = {"left": 0, "topleft": 0, "center": (across - 1) / 2}[storage["siting"]]
            wide = between(plane.T, left + across * np.arange(plane.shape[1]), np.arange(width)).T
            if down == 1:
                return wide
            cosited = storage["siting"] == "topleft"
            if not interlaced or len(wide) < 2:
                top = 0 if cosited else (down - 1) / 2
                return between(wide, top + down * np.arange(len(wide)), np.arange(height))
            result = np.empty(full)
            for parity, top in enumerate((0, 0) if cosited else (.25, .75)):
                rows = wide[parity::2]
                lines = np.arange(len(result[parity::2]))
                result[parity::2] = between(rows, top + down * np.arange(len(rows)), lines)
            return result

        def encoded(components):
            \"""R'G'B' in 0...1, not clipped.\"""
            maximum = 2.0 ** bits - 1
            is_gray = len(components) <= 2
            if not is_gray and (plain is None or plain[1] in ("gbrp", "gbrap")) and not name in packed:
                return np.stack(components[:3], -1) / maximum
            step = 2.0 ** (bits - 8)
            luma = components[0] / maximum if storage["isFull"] else (components[0] - 16 * step) / (219 * step)
            if is_gray:
                return np.stack([luma] * 3, -1)
            blue, red = ((enlarged(plane) - 128 * step) / (maximum if storage["isFull"] else 224 * step)
                         for plane in components[1:3])
            if storage["matrix"] == "YCgCo":
                return np.stack([luma - blue + red, luma + blue, luma - blue - red], -1)
            kr, kb = {"601": (.299, .114), "709": (.2126, .0722), "2020": (.2627, .0593)}[storage["matrix"]]
            kg = 1 - kr - kb
            return np.stack([
                luma + 2 * (1 - kr) * red,
                luma - 2 * kb * (1 - kb) / kg * blue - 2 * kr * (1 - kr) / kg * red,
                luma + 2 * (1 - kb) * blue], -1)

        maximum = 2 ** depth - 1
        worst = 0
        frames = stored.reshape(count, -1)
        for frame, result in zip(frames, decoded.astype(float)):
            components = planes(frame)
            color = encoded(components)
            if storage.get("range"):
                color = tone_mapped(color, storage["range"])
            alpha = np.full(full, maximum) if len(components) in (1, 3) else components[-1] * (maximum / (2.0 ** bits - 1))
            expected = np.dstack([np.clip(color, 0, 1) * maximum, alpha])
            worst = max(worst, np.abs(expected - result).max())
        print(worst)
        """
}

/// The folder of shared test scripts.
private let supportFolder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Support").path
