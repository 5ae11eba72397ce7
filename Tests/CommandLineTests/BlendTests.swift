import TestSupport
import Testing

/// The blend modes, checked in NumPy against the formulas of the W3C's "Compositing and Blending Level 1".
@Suite struct BlendTests {
    /// B(Cb, Cs) of sections 10.1 and 10.2: `b` is the backdrop, `s` the source.
    private static let formulas = """
        def hard_light(b, s): return np.where(s <= 0.5, b * 2 * s, b + (2 * s - 1) - b * (2 * s - 1))
        def soft_light(b, s):
            d = np.where(b <= 0.25, ((16 * b - 12) * b + 4) * b, np.sqrt(b))
            return np.where(s <= 0.5, b - (1 - 2 * s) * b * (1 - b), b + (2 * s - 1) * (d - b))
        def dodge(b, s):
            with np.errstate(divide='ignore', invalid='ignore'):
                return np.where(b == 0, 0, np.where(s == 1, 1, np.minimum(1, b / (1 - s))))
        def burn(b, s):
            with np.errstate(divide='ignore', invalid='ignore'):
                return np.where(b == 1, 1, np.where(s == 0, 0, 1 - np.minimum(1, (1 - b) / s)))
        def lum(c): return 0.3 * c[0] + 0.59 * c[1] + 0.11 * c[2]
        def sat(c): return max(c) - min(c)
        def set_lum(c, l):
            c = c + (l - lum(c))
            l, n, x = lum(c), min(c), max(c)
            if n < 0: c = l + (c - l) * l / (l - n)
            if x > 1: c = l + (c - l) * (1 - l) / (x - l)
            return c
        def set_sat(c, s):
            low, middle, high = np.argsort(c, kind='stable')
            result = np.zeros(3)
            if c[high] > c[low]:
                result[middle] = (c[middle] - c[low]) * s / (c[high] - c[low])
                result[high] = s
            return result
        def each(f): return lambda b, s: np.array(
            [f(p, q) for p, q in zip(b.reshape(-1, 3), s.reshape(-1, 3))]).reshape(b.shape)
        modes = {
            'normal': lambda b, s: s, 'multiply': lambda b, s: b * s, 'screen': lambda b, s: b + s - b * s,
            'overlay': lambda b, s: hard_light(s, b), 'darken': np.minimum, 'lighten': np.maximum,
            'color-dodge': dodge, 'color-burn': burn, 'hard-light': hard_light, 'soft-light': soft_light,
            'difference': lambda b, s: np.abs(b - s), 'exclusion': lambda b, s: b + s - 2 * b * s,
            'hue': each(lambda b, s: set_lum(set_sat(s, sat(b)), lum(b))),
            'saturation': each(lambda b, s: set_lum(set_sat(b, sat(s)), lum(b))),
            'color': each(lambda b, s: set_lum(s, lum(b))),
            'luminosity': each(lambda b, s: set_lum(b, lum(s))),
        }
        """

    @Test(arguments: [
        "normal", "multiply", "screen", "overlay", "darken", "lighten", "color-dodge", "color-burn",
        "hard-light", "soft-light", "difference", "exclusion", "hue", "saturation", "color", "luminosity",
    ]) func modeIsTheStandards(mode: String) throws {
        let folder = try temporaryFolder()
        // Noise, and every pair of some values, including the extremes.
        try python(
            in: folder,
            """
            a = noise(40, 64)
            v = np.array([0, 1, 63, 64, 127, 128, 192, 255], np.uint8)
            a[:8, :8, 0], a[:8, :8, 1], a[:8, :8, 2] = v[:, None], v[None, :], v[:, None]
            save('a.png', a)
            """)
        // The source is the backdrop with its channels permuted, so every value meets every other.
        let run = try glint(
            in: folder, "render", "a.png", "-o", "b.png", "--", "channel-mixer", "redRed=0", "redBlue=1",
            "greenGreen=0", "greenRed=1", "blueBlue=0", "blueGreen=1", "opacity=0.75", "blend=\(mode)")
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
        let difference = try python(
            in: folder,
            Self.formulas + """

                b = load('a.png') / 255.0; s = b[..., [2, 0, 1]]
                expected = b + 0.75 * (modes['\(mode)'](b, s) - b)
                print(np.abs(load('b.png') / 255.0 - np.clip(expected, 0, 1)).max() * 255)
                """)
        #expect(try #require(Double(difference.trimmingCharacters(in: .whitespacesAndNewlines))) <= 0.6)
    }

    /// Computes `b` from `a`, an array of RGB floats of this size.
    private func renderFloats(in folder: TemporaryFolder, size: String, _ stages: String...) throws {
        try python(
            in: folder,
            """
            import subprocess
            arguments = '--format raw --depth 32 --input-format raw --input-depth 32 --size \(size) -- \(stages.joined(separator: " "))'
            with open('b', 'wb') as file:
                subprocess.run(
                    ['\(try builtProgram("glint-cli"))', 'render', 'a', '-o', '-', *arguments.split()], stdout=file, check=True)
            """)
    }

    /// Renders floats whose green and red channels contain every pair of some values from 0 to 4, and
    /// evaluates a Python expression for the green channel: `b` are the backdrops, `s` the sources, and
    /// `found` is the result of the blend mode.
    private func aboveOne(_ mode: String, _ program: String) throws -> String {
        let folder = try temporaryFolder()
        try python(
            in: folder,
            """
            v = np.linspace(0, 4, 33, dtype='f4')
            a = np.stack([*np.meshgrid(v, v), np.meshgrid(v, v)[0]], axis=2)
            a.astype('f4').tofile('a')
            """)
        // The source's green is the backdrop's red; its other channels are unchanged.
        try renderFloats(
            in: folder, size: "33x33", "channel-mixer", "greenGreen=0", "greenRed=1", "blend=\(mode)")
        return try python(
            in: folder,
            Self.formulas + """

                a = np.fromfile('a', 'f4').reshape(33, 33, 3).astype(float)
                b, s = a[..., 1], a[..., 0]
                found = np.fromfile('b', 'f4').reshape(33, 33, 3).astype(float)[..., 1]
                \(program)
                """)
    }

    @Test(
        "Results are monotonic for inputs up to 4, and the standard's up to 1",
        arguments: [
            "normal", "multiply", "screen", "overlay", "darken", "lighten", "hard-light", "soft-light",
            "color-dodge", "color-burn",
        ])
    func modeNeverFalls(mode: String) throws {
        let printed = try aboveOne(
            mode,
            """
            expected = modes['\(mode)'](b[:9, :9], s[:9, :9])
            print(
                np.diff(found, axis=0).min() > -2e-3, np.diff(found, axis=1).min() > -2e-3, np.isfinite(found).all(),
                np.abs(found[:9, :9] - expected).max() < 2e-3)
            """)
        #expect(printed == "True True True True\n")
    }

    @Test(
        "Difference and exclusion have their formulas' values above 1, exclusion with its inputs limited to 1"
    )
    func differences() throws {
        #expect(try aboveOne("difference", "print(np.abs(found - np.abs(b - s)).max() < 4e-3)") == "True\n")
        #expect(
            try aboveOne(
                "exclusion",
                """
                b, s = np.minimum(b, 1), np.minimum(s, 1)
                print(np.abs(found - (b + s - 2 * b * s)).max() < 2e-3)
                """) == "True\n")
    }

    @Test(
        "Grays stay gray, and a color blended with itself keeps its channels' order, also above 1",
        arguments: [
            "normal", "multiply", "screen", "overlay", "darken", "lighten", "color-dodge", "color-burn",
            "hard-light", "soft-light", "difference", "exclusion", "hue", "saturation", "color", "luminosity",
        ])
    func hues(mode: String) throws {
        let folder = try temporaryFolder()
        try python(
            in: folder,
            """
            gray = np.repeat(np.linspace(0, 4, 64, dtype='f4'), 3)
            color = np.repeat(np.float32([[2, 1, 0.5], [0.2, 3, 1.5], [4, 4, 1], [0.9, 0.3, 0.1]]), 16, axis=0)
            np.concatenate([gray, color.ravel()]).astype('f4').tofile('a')
            """)
        try renderFloats(in: folder, size: "64x2", "exposure", "stops=0.5", "blend=\(mode)")
        let printed = try python(
            in: folder,
            """
            found = np.fromfile('b', 'f4').reshape(2, 64, 3)
            a = np.fromfile('a', 'f4').reshape(2, 64, 3)
            keeps = '\(mode)' in ('hue', 'saturation', 'color', 'luminosity', 'normal', 'darken', 'lighten')
            # Its channels stay in their order.
            order = np.diff(np.take_along_axis(found[1], np.argsort(a[1], axis=1, kind='stable'), axis=1), axis=1)
            print(np.ptp(found[0], axis=1).max() < 4e-3, not keeps or order.min() > -2e-3)
            """)
        #expect(printed == "True True\n")
    }
}
