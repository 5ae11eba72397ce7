// swift-format-ignore-file
// Made by `make docs` from the headers of the files in Shaders/; edit those.
import GlintKit

/// Every filter with none, each and all of its parameters, by its Swift spelling and by the command line's.
enum StageCalls {
    static let all: [[(stage: Recipe.Stage, words: [String])]] = [
        boxBlur,
        gaussianBlur,
        lensBlur,
        median,
        motionBlur,
        surfaceBlur,
        tiltShift,
        zoomBlur,
        blackWhite,
        channelMixer,
        colorBalance,
        hsl,
        hue,
        invert,
        lut,
        saturation,
        temperature,
        tint,
        vibrance,
        clarity,
        deinterlace,
        noiseReduction,
        sharpen,
        unsharpMask,
        bulge,
        swirl,
        colorMatrix,
        colorize,
        fade,
        filmGrain,
        gradientMap,
        posterize,
        sepia,
        solarize,
        threshold,
        vignette,
        crop,
        flip,
        resize,
        rotate,
        blacks,
        bloom,
        brightness,
        contrast,
        dehaze,
        exposure,
        gamma,
        highlights,
        levels,
        shadows,
        toneCurve,
        whites,
        ntsc,
        dither,
        edgeDetect,
        halftone,
        kuwahara,
        crt,
        pixelate,
        toon,
    ]

    private static let boxBlur: [(stage: Recipe.Stage, words: [String])] = [
        (.boxBlur(), ["box-blur"]),
        (.boxBlur(radius: 0), ["box-blur", "radius=0"]),
        (.boxBlur(radius: 60), ["box-blur", "radius=60"]),
    ]

    private static let gaussianBlur: [(stage: Recipe.Stage, words: [String])] = [
        (.gaussianBlur(), ["gaussian-blur"]),
        (.gaussianBlur(radius: 0), ["gaussian-blur", "radius=0"]),
        (.gaussianBlur(radius: 200), ["gaussian-blur", "radius=200"]),
    ]

    private static let lensBlur: [(stage: Recipe.Stage, words: [String])] = [
        (.lensBlur(), ["lens-blur"]),
        (.lensBlur(radius: 0), ["lens-blur", "radius=0"]),
        (.lensBlur(radius: 60), ["lens-blur", "radius=60"]),
        (.lensBlur(highlights: 0), ["lens-blur", "highlights=0"]),
        (.lensBlur(highlights: 1), ["lens-blur", "highlights=1"]),
        (.lensBlur(radius: 60, highlights: 1), ["lens-blur", "radius=60", "highlights=1"]),
    ]

    private static let median: [(stage: Recipe.Stage, words: [String])] = [
        (.median(), ["median"]),
        (.median(radius: 0), ["median", "radius=0"]),
        (.median(radius: 3), ["median", "radius=3"]),
    ]

    private static let motionBlur: [(stage: Recipe.Stage, words: [String])] = [
        (.motionBlur(), ["motion-blur"]),
        (.motionBlur(length: 0), ["motion-blur", "length=0"]),
        (.motionBlur(length: 300), ["motion-blur", "length=300"]),
        (.motionBlur(angle: -90), ["motion-blur", "angle=-90"]),
        (.motionBlur(angle: 90), ["motion-blur", "angle=90"]),
        (.motionBlur(length: 300, angle: 90), ["motion-blur", "length=300", "angle=90"]),
    ]

    private static let surfaceBlur: [(stage: Recipe.Stage, words: [String])] = [
        (.surfaceBlur(), ["surface-blur"]),
        (.surfaceBlur(radius: 0), ["surface-blur", "radius=0"]),
        (.surfaceBlur(radius: 12), ["surface-blur", "radius=12"]),
        (.surfaceBlur(threshold: 0.01), ["surface-blur", "threshold=0.01"]),
        (.surfaceBlur(threshold: 0.5), ["surface-blur", "threshold=0.5"]),
        (.surfaceBlur(radius: 12, threshold: 0.5), ["surface-blur", "radius=12", "threshold=0.5"]),
    ]

    private static let tiltShift: [(stage: Recipe.Stage, words: [String])] = [
        (.tiltShift(), ["tilt-shift"]),
        (.tiltShift(radius: 0), ["tilt-shift", "radius=0"]),
        (.tiltShift(radius: 100), ["tilt-shift", "radius=100"]),
        (.tiltShift(center: [0.25, 0.75]), ["tilt-shift", "center=0.25,0.75"]),
        (.tiltShift(angle: -90), ["tilt-shift", "angle=-90"]),
        (.tiltShift(angle: 90), ["tilt-shift", "angle=90"]),
        (.tiltShift(width: 0), ["tilt-shift", "width=0"]),
        (.tiltShift(width: 1), ["tilt-shift", "width=1"]),
        (.tiltShift(feather: 0.01), ["tilt-shift", "feather=0.01"]),
        (.tiltShift(feather: 1), ["tilt-shift", "feather=1"]),
        (.tiltShift(radius: 100, center: [0.25, 0.75], angle: 90, width: 1, feather: 1), ["tilt-shift", "radius=100", "center=0.25,0.75", "angle=90", "width=1", "feather=1"]),
    ]

    private static let zoomBlur: [(stage: Recipe.Stage, words: [String])] = [
        (.zoomBlur(), ["zoom-blur"]),
        (.zoomBlur(amount: 0), ["zoom-blur", "amount=0"]),
        (.zoomBlur(amount: 1), ["zoom-blur", "amount=1"]),
        (.zoomBlur(center: [0.25, 0.75]), ["zoom-blur", "center=0.25,0.75"]),
        (.zoomBlur(amount: 1, center: [0.25, 0.75]), ["zoom-blur", "amount=1", "center=0.25,0.75"]),
    ]

    private static let blackWhite: [(stage: Recipe.Stage, words: [String])] = [
        (.blackWhite(), ["black-white"]),
        (.blackWhite(reds: -1), ["black-white", "reds=-1"]),
        (.blackWhite(reds: 2), ["black-white", "reds=2"]),
        (.blackWhite(yellows: -1), ["black-white", "yellows=-1"]),
        (.blackWhite(yellows: 2), ["black-white", "yellows=2"]),
        (.blackWhite(greens: -1), ["black-white", "greens=-1"]),
        (.blackWhite(greens: 2), ["black-white", "greens=2"]),
        (.blackWhite(cyans: -1), ["black-white", "cyans=-1"]),
        (.blackWhite(cyans: 2), ["black-white", "cyans=2"]),
        (.blackWhite(blues: -1), ["black-white", "blues=-1"]),
        (.blackWhite(blues: 2), ["black-white", "blues=2"]),
        (.blackWhite(magentas: -1), ["black-white", "magentas=-1"]),
        (.blackWhite(magentas: 2), ["black-white", "magentas=2"]),
        (.blackWhite(reds: 2, yellows: 2, greens: 2, cyans: 2, blues: 2, magentas: 2), ["black-white", "reds=2", "yellows=2", "greens=2", "cyans=2", "blues=2", "magentas=2"]),
    ]

    private static let channelMixer: [(stage: Recipe.Stage, words: [String])] = [
        (.channelMixer(), ["channel-mixer"]),
        (.channelMixer(redRed: -2), ["channel-mixer", "redRed=-2"]),
        (.channelMixer(redRed: 2), ["channel-mixer", "redRed=2"]),
        (.channelMixer(redGreen: -2), ["channel-mixer", "redGreen=-2"]),
        (.channelMixer(redGreen: 2), ["channel-mixer", "redGreen=2"]),
        (.channelMixer(redBlue: -2), ["channel-mixer", "redBlue=-2"]),
        (.channelMixer(redBlue: 2), ["channel-mixer", "redBlue=2"]),
        (.channelMixer(redOffset: -1), ["channel-mixer", "redOffset=-1"]),
        (.channelMixer(redOffset: 1), ["channel-mixer", "redOffset=1"]),
        (.channelMixer(greenRed: -2), ["channel-mixer", "greenRed=-2"]),
        (.channelMixer(greenRed: 2), ["channel-mixer", "greenRed=2"]),
        (.channelMixer(greenGreen: -2), ["channel-mixer", "greenGreen=-2"]),
        (.channelMixer(greenGreen: 2), ["channel-mixer", "greenGreen=2"]),
        (.channelMixer(greenBlue: -2), ["channel-mixer", "greenBlue=-2"]),
        (.channelMixer(greenBlue: 2), ["channel-mixer", "greenBlue=2"]),
        (.channelMixer(greenOffset: -1), ["channel-mixer", "greenOffset=-1"]),
        (.channelMixer(greenOffset: 1), ["channel-mixer", "greenOffset=1"]),
        (.channelMixer(blueRed: -2), ["channel-mixer", "blueRed=-2"]),
        (.channelMixer(blueRed: 2), ["channel-mixer", "blueRed=2"]),
        (.channelMixer(blueGreen: -2), ["channel-mixer", "blueGreen=-2"]),
        (.channelMixer(blueGreen: 2), ["channel-mixer", "blueGreen=2"]),
        (.channelMixer(blueBlue: -2), ["channel-mixer", "blueBlue=-2"]),
        (.channelMixer(blueBlue: 2), ["channel-mixer", "blueBlue=2"]),
        (.channelMixer(blueOffset: -1), ["channel-mixer", "blueOffset=-1"]),
        (.channelMixer(blueOffset: 1), ["channel-mixer", "blueOffset=1"]),
        (.channelMixer(monochrome: true), ["channel-mixer", "monochrome=true"]),
        (.channelMixer(monochrome: false), ["channel-mixer", "monochrome=false"]),
        (.channelMixer(redRed: 2, redGreen: 2, redBlue: 2, redOffset: 1, greenRed: 2, greenGreen: 2, greenBlue: 2, greenOffset: 1, blueRed: 2, blueGreen: 2, blueBlue: 2, blueOffset: 1, monochrome: false), ["channel-mixer", "redRed=2", "redGreen=2", "redBlue=2", "redOffset=1", "greenRed=2", "greenGreen=2", "greenBlue=2", "greenOffset=1", "blueRed=2", "blueGreen=2", "blueBlue=2", "blueOffset=1", "monochrome=false"]),
    ]

    private static let colorBalance: [(stage: Recipe.Stage, words: [String])] = [
        (.colorBalance(), ["color-balance"]),
        (.colorBalance(lift: [0.2, 0.4, 0.6]), ["color-balance", "lift=#336699"]),
        (.colorBalance(gamma: [0.2, 0.4, 0.6]), ["color-balance", "gamma=#336699"]),
        (.colorBalance(gain: [0.2, 0.4, 0.6]), ["color-balance", "gain=#336699"]),
        (.colorBalance(lift: [0.2, 0.4, 0.6], gamma: [0.2, 0.4, 0.6], gain: [0.2, 0.4, 0.6]), ["color-balance", "lift=#336699", "gamma=#336699", "gain=#336699"]),
    ]

    private static let hsl: [(stage: Recipe.Stage, words: [String])] = [
        (.hsl(), ["hsl"]),
        (.hsl(redHue: -1), ["hsl", "redHue=-1"]),
        (.hsl(redHue: 1), ["hsl", "redHue=1"]),
        (.hsl(orangeHue: -1), ["hsl", "orangeHue=-1"]),
        (.hsl(orangeHue: 1), ["hsl", "orangeHue=1"]),
        (.hsl(yellowHue: -1), ["hsl", "yellowHue=-1"]),
        (.hsl(yellowHue: 1), ["hsl", "yellowHue=1"]),
        (.hsl(greenHue: -1), ["hsl", "greenHue=-1"]),
        (.hsl(greenHue: 1), ["hsl", "greenHue=1"]),
        (.hsl(aquaHue: -1), ["hsl", "aquaHue=-1"]),
        (.hsl(aquaHue: 1), ["hsl", "aquaHue=1"]),
        (.hsl(blueHue: -1), ["hsl", "blueHue=-1"]),
        (.hsl(blueHue: 1), ["hsl", "blueHue=1"]),
        (.hsl(purpleHue: -1), ["hsl", "purpleHue=-1"]),
        (.hsl(purpleHue: 1), ["hsl", "purpleHue=1"]),
        (.hsl(magentaHue: -1), ["hsl", "magentaHue=-1"]),
        (.hsl(magentaHue: 1), ["hsl", "magentaHue=1"]),
        (.hsl(redSaturation: -1), ["hsl", "redSaturation=-1"]),
        (.hsl(redSaturation: 1), ["hsl", "redSaturation=1"]),
        (.hsl(orangeSaturation: -1), ["hsl", "orangeSaturation=-1"]),
        (.hsl(orangeSaturation: 1), ["hsl", "orangeSaturation=1"]),
        (.hsl(yellowSaturation: -1), ["hsl", "yellowSaturation=-1"]),
        (.hsl(yellowSaturation: 1), ["hsl", "yellowSaturation=1"]),
        (.hsl(greenSaturation: -1), ["hsl", "greenSaturation=-1"]),
        (.hsl(greenSaturation: 1), ["hsl", "greenSaturation=1"]),
        (.hsl(aquaSaturation: -1), ["hsl", "aquaSaturation=-1"]),
        (.hsl(aquaSaturation: 1), ["hsl", "aquaSaturation=1"]),
        (.hsl(blueSaturation: -1), ["hsl", "blueSaturation=-1"]),
        (.hsl(blueSaturation: 1), ["hsl", "blueSaturation=1"]),
        (.hsl(purpleSaturation: -1), ["hsl", "purpleSaturation=-1"]),
        (.hsl(purpleSaturation: 1), ["hsl", "purpleSaturation=1"]),
        (.hsl(magentaSaturation: -1), ["hsl", "magentaSaturation=-1"]),
        (.hsl(magentaSaturation: 1), ["hsl", "magentaSaturation=1"]),
        (.hsl(redLuminance: -1), ["hsl", "redLuminance=-1"]),
        (.hsl(redLuminance: 1), ["hsl", "redLuminance=1"]),
        (.hsl(orangeLuminance: -1), ["hsl", "orangeLuminance=-1"]),
        (.hsl(orangeLuminance: 1), ["hsl", "orangeLuminance=1"]),
        (.hsl(yellowLuminance: -1), ["hsl", "yellowLuminance=-1"]),
        (.hsl(yellowLuminance: 1), ["hsl", "yellowLuminance=1"]),
        (.hsl(greenLuminance: -1), ["hsl", "greenLuminance=-1"]),
        (.hsl(greenLuminance: 1), ["hsl", "greenLuminance=1"]),
        (.hsl(aquaLuminance: -1), ["hsl", "aquaLuminance=-1"]),
        (.hsl(aquaLuminance: 1), ["hsl", "aquaLuminance=1"]),
        (.hsl(blueLuminance: -1), ["hsl", "blueLuminance=-1"]),
        (.hsl(blueLuminance: 1), ["hsl", "blueLuminance=1"]),
        (.hsl(purpleLuminance: -1), ["hsl", "purpleLuminance=-1"]),
        (.hsl(purpleLuminance: 1), ["hsl", "purpleLuminance=1"]),
        (.hsl(magentaLuminance: -1), ["hsl", "magentaLuminance=-1"]),
        (.hsl(magentaLuminance: 1), ["hsl", "magentaLuminance=1"]),
        (.hsl(redHue: 1, orangeHue: 1, yellowHue: 1, greenHue: 1, aquaHue: 1, blueHue: 1, purpleHue: 1, magentaHue: 1, redSaturation: 1, orangeSaturation: 1, yellowSaturation: 1, greenSaturation: 1, aquaSaturation: 1, blueSaturation: 1, purpleSaturation: 1, magentaSaturation: 1, redLuminance: 1, orangeLuminance: 1, yellowLuminance: 1, greenLuminance: 1, aquaLuminance: 1, blueLuminance: 1, purpleLuminance: 1, magentaLuminance: 1), ["hsl", "redHue=1", "orangeHue=1", "yellowHue=1", "greenHue=1", "aquaHue=1", "blueHue=1", "purpleHue=1", "magentaHue=1", "redSaturation=1", "orangeSaturation=1", "yellowSaturation=1", "greenSaturation=1", "aquaSaturation=1", "blueSaturation=1", "purpleSaturation=1", "magentaSaturation=1", "redLuminance=1", "orangeLuminance=1", "yellowLuminance=1", "greenLuminance=1", "aquaLuminance=1", "blueLuminance=1", "purpleLuminance=1", "magentaLuminance=1"]),
    ]

    private static let hue: [(stage: Recipe.Stage, words: [String])] = [
        (.hue(), ["hue"]),
        (.hue(angle: -180), ["hue", "angle=-180"]),
        (.hue(angle: 180), ["hue", "angle=180"]),
    ]

    private static let invert: [(stage: Recipe.Stage, words: [String])] = [
        (.invert(), ["invert"]),
        (.invert(amount: 0), ["invert", "amount=0"]),
        (.invert(amount: 1), ["invert", "amount=1"]),
    ]

    private static let lut: [(stage: Recipe.Stage, words: [String])] = [
        (.lut(), ["lut"]),
        (.lut(file: "a file.cube"), ["lut", "file=a file.cube"]),
    ]

    private static let saturation: [(stage: Recipe.Stage, words: [String])] = [
        (.saturation(), ["saturation"]),
        (.saturation(amount: 0), ["saturation", "amount=0"]),
        (.saturation(amount: 2), ["saturation", "amount=2"]),
    ]

    private static let temperature: [(stage: Recipe.Stage, words: [String])] = [
        (.temperature(), ["temperature"]),
        (.temperature(amount: -150), ["temperature", "amount=-150"]),
        (.temperature(amount: 150), ["temperature", "amount=150"]),
    ]

    private static let tint: [(stage: Recipe.Stage, words: [String])] = [
        (.tint(), ["tint"]),
        (.tint(amount: -30), ["tint", "amount=-30"]),
        (.tint(amount: 30), ["tint", "amount=30"]),
    ]

    private static let vibrance: [(stage: Recipe.Stage, words: [String])] = [
        (.vibrance(), ["vibrance"]),
        (.vibrance(amount: -1), ["vibrance", "amount=-1"]),
        (.vibrance(amount: 1), ["vibrance", "amount=1"]),
    ]

    private static let clarity: [(stage: Recipe.Stage, words: [String])] = [
        (.clarity(), ["clarity"]),
        (.clarity(amount: -1), ["clarity", "amount=-1"]),
        (.clarity(amount: 1), ["clarity", "amount=1"]),
        (.clarity(radius: 5), ["clarity", "radius=5"]),
        (.clarity(radius: 200), ["clarity", "radius=200"]),
        (.clarity(amount: 1, radius: 200), ["clarity", "amount=1", "radius=200"]),
    ]

    private static let deinterlace: [(stage: Recipe.Stage, words: [String])] = [
        (.deinterlace(), ["deinterlace"]),
        (.deinterlace(amount: 0), ["deinterlace", "amount=0"]),
        (.deinterlace(amount: 1), ["deinterlace", "amount=1"]),
        (.deinterlace(method: .edges), ["deinterlace", "method=edges"]),
        (.deinterlace(method: .bob), ["deinterlace", "method=bob"]),
        (.deinterlace(method: .blend), ["deinterlace", "method=blend"]),
        (.deinterlace(field: .upper), ["deinterlace", "field=upper"]),
        (.deinterlace(field: .lower), ["deinterlace", "field=lower"]),
        (.deinterlace(amount: 1, method: .blend, field: .lower), ["deinterlace", "amount=1", "method=blend", "field=lower"]),
    ]

    private static let noiseReduction: [(stage: Recipe.Stage, words: [String])] = [
        (.noiseReduction(), ["noise-reduction"]),
        (.noiseReduction(luma: 0), ["noise-reduction", "luma=0"]),
        (.noiseReduction(luma: 1), ["noise-reduction", "luma=1"]),
        (.noiseReduction(chroma: 0), ["noise-reduction", "chroma=0"]),
        (.noiseReduction(chroma: 1), ["noise-reduction", "chroma=1"]),
        (.noiseReduction(luma: 1, chroma: 1), ["noise-reduction", "luma=1", "chroma=1"]),
    ]

    private static let sharpen: [(stage: Recipe.Stage, words: [String])] = [
        (.sharpen(), ["sharpen"]),
        (.sharpen(amount: 0), ["sharpen", "amount=0"]),
        (.sharpen(amount: 2), ["sharpen", "amount=2"]),
    ]

    private static let unsharpMask: [(stage: Recipe.Stage, words: [String])] = [
        (.unsharpMask(), ["unsharp-mask"]),
        (.unsharpMask(amount: 0), ["unsharp-mask", "amount=0"]),
        (.unsharpMask(amount: 3), ["unsharp-mask", "amount=3"]),
        (.unsharpMask(radius: 0), ["unsharp-mask", "radius=0"]),
        (.unsharpMask(radius: 100), ["unsharp-mask", "radius=100"]),
        (.unsharpMask(threshold: 0), ["unsharp-mask", "threshold=0"]),
        (.unsharpMask(threshold: 0.25), ["unsharp-mask", "threshold=0.25"]),
        (.unsharpMask(amount: 3, radius: 100, threshold: 0.25), ["unsharp-mask", "amount=3", "radius=100", "threshold=0.25"]),
    ]

    private static let bulge: [(stage: Recipe.Stage, words: [String])] = [
        (.bulge(), ["bulge"]),
        (.bulge(amount: -1), ["bulge", "amount=-1"]),
        (.bulge(amount: 1), ["bulge", "amount=1"]),
        (.bulge(radius: 0.05), ["bulge", "radius=0.05"]),
        (.bulge(radius: 1), ["bulge", "radius=1"]),
        (.bulge(center: [0.25, 0.75]), ["bulge", "center=0.25,0.75"]),
        (.bulge(amount: 1, radius: 1, center: [0.25, 0.75]), ["bulge", "amount=1", "radius=1", "center=0.25,0.75"]),
    ]

    private static let swirl: [(stage: Recipe.Stage, words: [String])] = [
        (.swirl(), ["swirl"]),
        (.swirl(angle: -360), ["swirl", "angle=-360"]),
        (.swirl(angle: 360), ["swirl", "angle=360"]),
        (.swirl(radius: 0.05), ["swirl", "radius=0.05"]),
        (.swirl(radius: 1), ["swirl", "radius=1"]),
        (.swirl(center: [0.25, 0.75]), ["swirl", "center=0.25,0.75"]),
        (.swirl(angle: 360, radius: 1, center: [0.25, 0.75]), ["swirl", "angle=360", "radius=1", "center=0.25,0.75"]),
    ]

    private static let colorMatrix: [(stage: Recipe.Stage, words: [String])] = [
        (.colorMatrix(), ["color-matrix"]),
        (.colorMatrix(redRed: -2), ["color-matrix", "redRed=-2"]),
        (.colorMatrix(redRed: 2), ["color-matrix", "redRed=2"]),
        (.colorMatrix(redGreen: -2), ["color-matrix", "redGreen=-2"]),
        (.colorMatrix(redGreen: 2), ["color-matrix", "redGreen=2"]),
        (.colorMatrix(redBlue: -2), ["color-matrix", "redBlue=-2"]),
        (.colorMatrix(redBlue: 2), ["color-matrix", "redBlue=2"]),
        (.colorMatrix(redAlpha: -2), ["color-matrix", "redAlpha=-2"]),
        (.colorMatrix(redAlpha: 2), ["color-matrix", "redAlpha=2"]),
        (.colorMatrix(redOffset: -1), ["color-matrix", "redOffset=-1"]),
        (.colorMatrix(redOffset: 1), ["color-matrix", "redOffset=1"]),
        (.colorMatrix(greenRed: -2), ["color-matrix", "greenRed=-2"]),
        (.colorMatrix(greenRed: 2), ["color-matrix", "greenRed=2"]),
        (.colorMatrix(greenGreen: -2), ["color-matrix", "greenGreen=-2"]),
        (.colorMatrix(greenGreen: 2), ["color-matrix", "greenGreen=2"]),
        (.colorMatrix(greenBlue: -2), ["color-matrix", "greenBlue=-2"]),
        (.colorMatrix(greenBlue: 2), ["color-matrix", "greenBlue=2"]),
        (.colorMatrix(greenAlpha: -2), ["color-matrix", "greenAlpha=-2"]),
        (.colorMatrix(greenAlpha: 2), ["color-matrix", "greenAlpha=2"]),
        (.colorMatrix(greenOffset: -1), ["color-matrix", "greenOffset=-1"]),
        (.colorMatrix(greenOffset: 1), ["color-matrix", "greenOffset=1"]),
        (.colorMatrix(blueRed: -2), ["color-matrix", "blueRed=-2"]),
        (.colorMatrix(blueRed: 2), ["color-matrix", "blueRed=2"]),
        (.colorMatrix(blueGreen: -2), ["color-matrix", "blueGreen=-2"]),
        (.colorMatrix(blueGreen: 2), ["color-matrix", "blueGreen=2"]),
        (.colorMatrix(blueBlue: -2), ["color-matrix", "blueBlue=-2"]),
        (.colorMatrix(blueBlue: 2), ["color-matrix", "blueBlue=2"]),
        (.colorMatrix(blueAlpha: -2), ["color-matrix", "blueAlpha=-2"]),
        (.colorMatrix(blueAlpha: 2), ["color-matrix", "blueAlpha=2"]),
        (.colorMatrix(blueOffset: -1), ["color-matrix", "blueOffset=-1"]),
        (.colorMatrix(blueOffset: 1), ["color-matrix", "blueOffset=1"]),
        (.colorMatrix(alphaRed: -2), ["color-matrix", "alphaRed=-2"]),
        (.colorMatrix(alphaRed: 2), ["color-matrix", "alphaRed=2"]),
        (.colorMatrix(alphaGreen: -2), ["color-matrix", "alphaGreen=-2"]),
        (.colorMatrix(alphaGreen: 2), ["color-matrix", "alphaGreen=2"]),
        (.colorMatrix(alphaBlue: -2), ["color-matrix", "alphaBlue=-2"]),
        (.colorMatrix(alphaBlue: 2), ["color-matrix", "alphaBlue=2"]),
        (.colorMatrix(alphaAlpha: -2), ["color-matrix", "alphaAlpha=-2"]),
        (.colorMatrix(alphaAlpha: 2), ["color-matrix", "alphaAlpha=2"]),
        (.colorMatrix(alphaOffset: -1), ["color-matrix", "alphaOffset=-1"]),
        (.colorMatrix(alphaOffset: 1), ["color-matrix", "alphaOffset=1"]),
        (.colorMatrix(redRed: 2, redGreen: 2, redBlue: 2, redAlpha: 2, redOffset: 1, greenRed: 2, greenGreen: 2, greenBlue: 2, greenAlpha: 2, greenOffset: 1, blueRed: 2, blueGreen: 2, blueBlue: 2, blueAlpha: 2, blueOffset: 1, alphaRed: 2, alphaGreen: 2, alphaBlue: 2, alphaAlpha: 2, alphaOffset: 1), ["color-matrix", "redRed=2", "redGreen=2", "redBlue=2", "redAlpha=2", "redOffset=1", "greenRed=2", "greenGreen=2", "greenBlue=2", "greenAlpha=2", "greenOffset=1", "blueRed=2", "blueGreen=2", "blueBlue=2", "blueAlpha=2", "blueOffset=1", "alphaRed=2", "alphaGreen=2", "alphaBlue=2", "alphaAlpha=2", "alphaOffset=1"]),
    ]

    private static let colorize: [(stage: Recipe.Stage, words: [String])] = [
        (.colorize(), ["colorize"]),
        (.colorize(hue: 0), ["colorize", "hue=0"]),
        (.colorize(hue: 360), ["colorize", "hue=360"]),
        (.colorize(saturation: 0), ["colorize", "saturation=0"]),
        (.colorize(saturation: 1), ["colorize", "saturation=1"]),
        (.colorize(lightness: -1), ["colorize", "lightness=-1"]),
        (.colorize(lightness: 1), ["colorize", "lightness=1"]),
        (.colorize(hue: 360, saturation: 1, lightness: 1), ["colorize", "hue=360", "saturation=1", "lightness=1"]),
    ]

    private static let fade: [(stage: Recipe.Stage, words: [String])] = [
        (.fade(), ["fade"]),
        (.fade(amount: 0), ["fade", "amount=0"]),
        (.fade(amount: 1), ["fade", "amount=1"]),
    ]

    private static let filmGrain: [(stage: Recipe.Stage, words: [String])] = [
        (.filmGrain(), ["film-grain"]),
        (.filmGrain(amount: 0), ["film-grain", "amount=0"]),
        (.filmGrain(amount: 1), ["film-grain", "amount=1"]),
        (.filmGrain(size: 1), ["film-grain", "size=1"]),
        (.filmGrain(size: 10), ["film-grain", "size=10"]),
        (.filmGrain(color: 0), ["film-grain", "color=0"]),
        (.filmGrain(color: 1), ["film-grain", "color=1"]),
        (.filmGrain(seed: 0), ["film-grain", "seed=0"]),
        (.filmGrain(seed: 1000), ["film-grain", "seed=1000"]),
        (.filmGrain(amount: 1, size: 10, color: 1, seed: 1000), ["film-grain", "amount=1", "size=10", "color=1", "seed=1000"]),
    ]

    private static let gradientMap: [(stage: Recipe.Stage, words: [String])] = [
        (.gradientMap(), ["gradient-map"]),
        (.gradientMap(shadows: [0.2, 0.4, 0.6]), ["gradient-map", "shadows=#336699"]),
        (.gradientMap(midtones: [0.2, 0.4, 0.6]), ["gradient-map", "midtones=#336699"]),
        (.gradientMap(highlights: [0.2, 0.4, 0.6]), ["gradient-map", "highlights=#336699"]),
        (.gradientMap(usesMidtones: true), ["gradient-map", "usesMidtones=true"]),
        (.gradientMap(usesMidtones: false), ["gradient-map", "usesMidtones=false"]),
        (.gradientMap(shadows: [0.2, 0.4, 0.6], midtones: [0.2, 0.4, 0.6], highlights: [0.2, 0.4, 0.6], usesMidtones: false), ["gradient-map", "shadows=#336699", "midtones=#336699", "highlights=#336699", "usesMidtones=false"]),
    ]

    private static let posterize: [(stage: Recipe.Stage, words: [String])] = [
        (.posterize(), ["posterize"]),
        (.posterize(levels: 2), ["posterize", "levels=2"]),
        (.posterize(levels: 32), ["posterize", "levels=32"]),
    ]

    private static let sepia: [(stage: Recipe.Stage, words: [String])] = [
        (.sepia(), ["sepia"]),
        (.sepia(amount: 0), ["sepia", "amount=0"]),
        (.sepia(amount: 1), ["sepia", "amount=1"]),
    ]

    private static let solarize: [(stage: Recipe.Stage, words: [String])] = [
        (.solarize(), ["solarize"]),
        (.solarize(threshold: 0), ["solarize", "threshold=0"]),
        (.solarize(threshold: 1), ["solarize", "threshold=1"]),
    ]

    private static let threshold: [(stage: Recipe.Stage, words: [String])] = [
        (.threshold(), ["threshold"]),
        (.threshold(level: 0), ["threshold", "level=0"]),
        (.threshold(level: 1), ["threshold", "level=1"]),
        (.threshold(softness: 0), ["threshold", "softness=0"]),
        (.threshold(softness: 0.5), ["threshold", "softness=0.5"]),
        (.threshold(level: 1, softness: 0.5), ["threshold", "level=1", "softness=0.5"]),
    ]

    private static let vignette: [(stage: Recipe.Stage, words: [String])] = [
        (.vignette(), ["vignette"]),
        (.vignette(amount: -1), ["vignette", "amount=-1"]),
        (.vignette(amount: 1), ["vignette", "amount=1"]),
        (.vignette(midpoint: 0), ["vignette", "midpoint=0"]),
        (.vignette(midpoint: 1), ["vignette", "midpoint=1"]),
        (.vignette(roundness: 0), ["vignette", "roundness=0"]),
        (.vignette(roundness: 1), ["vignette", "roundness=1"]),
        (.vignette(feather: 0), ["vignette", "feather=0"]),
        (.vignette(feather: 1), ["vignette", "feather=1"]),
        (.vignette(amount: 1, midpoint: 1, roundness: 1, feather: 1), ["vignette", "amount=1", "midpoint=1", "roundness=1", "feather=1"]),
    ]

    private static let crop: [(stage: Recipe.Stage, words: [String])] = [
        (.crop(), ["crop"]),
        (.crop(left: 0), ["crop", "left=0"]),
        (.crop(left: 100), ["crop", "left=100"]),
        (.crop(top: 0), ["crop", "top=0"]),
        (.crop(top: 100), ["crop", "top=100"]),
        (.crop(right: 0), ["crop", "right=0"]),
        (.crop(right: 100), ["crop", "right=100"]),
        (.crop(bottom: 0), ["crop", "bottom=0"]),
        (.crop(bottom: 100), ["crop", "bottom=100"]),
        (.crop(x: 0), ["crop", "x=0"]),
        (.crop(x: 1000000), ["crop", "x=1000000"]),
        (.crop(y: 0), ["crop", "y=0"]),
        (.crop(y: 1000000), ["crop", "y=1000000"]),
        (.crop(width: 0), ["crop", "width=0"]),
        (.crop(width: 1000000), ["crop", "width=1000000"]),
        (.crop(height: 0), ["crop", "height=0"]),
        (.crop(height: 1000000), ["crop", "height=1000000"]),
        (.crop(left: 100, top: 100, right: 100, bottom: 100, x: 1000000, y: 1000000, width: 1000000, height: 1000000), ["crop", "left=100", "top=100", "right=100", "bottom=100", "x=1000000", "y=1000000", "width=1000000", "height=1000000"]),
    ]

    private static let flip: [(stage: Recipe.Stage, words: [String])] = [
        (.flip(), ["flip"]),
        (.flip(horizontal: true), ["flip", "horizontal=true"]),
        (.flip(horizontal: false), ["flip", "horizontal=false"]),
        (.flip(vertical: true), ["flip", "vertical=true"]),
        (.flip(vertical: false), ["flip", "vertical=false"]),
        (.flip(horizontal: false, vertical: false), ["flip", "horizontal=false", "vertical=false"]),
    ]

    private static let resize: [(stage: Recipe.Stage, words: [String])] = [
        (.resize(), ["resize"]),
        (.resize(scale: 0.01), ["resize", "scale=0.01"]),
        (.resize(scale: 10), ["resize", "scale=10"]),
        (.resize(width: 0), ["resize", "width=0"]),
        (.resize(width: 60000), ["resize", "width=60000"]),
        (.resize(height: 0), ["resize", "height=0"]),
        (.resize(height: 60000), ["resize", "height=60000"]),
        (.resize(fit: .stretch), ["resize", "fit=stretch"]),
        (.resize(fit: .inside), ["resize", "fit=inside"]),
        (.resize(fit: .cover), ["resize", "fit=cover"]),
        (.resize(longest: 0), ["resize", "longest=0"]),
        (.resize(longest: 60000), ["resize", "longest=60000"]),
        (.resize(linear: true), ["resize", "linear=true"]),
        (.resize(linear: false), ["resize", "linear=false"]),
        (.resize(scale: 10, width: 60000, height: 60000, fit: .cover, longest: 60000, linear: false), ["resize", "scale=10", "width=60000", "height=60000", "fit=cover", "longest=60000", "linear=false"]),
    ]

    private static let rotate: [(stage: Recipe.Stage, words: [String])] = [
        (.rotate(), ["rotate"]),
        (.rotate(turns: 0), ["rotate", "turns=0"]),
        (.rotate(turns: 3), ["rotate", "turns=3"]),
        (.rotate(angle: -45), ["rotate", "angle=-45"]),
        (.rotate(angle: 45), ["rotate", "angle=45"]),
        (.rotate(turns: 3, angle: 45), ["rotate", "turns=3", "angle=45"]),
    ]

    private static let blacks: [(stage: Recipe.Stage, words: [String])] = [
        (.blacks(), ["blacks"]),
        (.blacks(amount: -1), ["blacks", "amount=-1"]),
        (.blacks(amount: 1), ["blacks", "amount=1"]),
    ]

    private static let bloom: [(stage: Recipe.Stage, words: [String])] = [
        (.bloom(), ["bloom"]),
        (.bloom(amount: 0), ["bloom", "amount=0"]),
        (.bloom(amount: 1), ["bloom", "amount=1"]),
        (.bloom(threshold: 0), ["bloom", "threshold=0"]),
        (.bloom(threshold: 1), ["bloom", "threshold=1"]),
        (.bloom(radius: 0), ["bloom", "radius=0"]),
        (.bloom(radius: 300), ["bloom", "radius=300"]),
        (.bloom(amount: 1, threshold: 1, radius: 300), ["bloom", "amount=1", "threshold=1", "radius=300"]),
    ]

    private static let brightness: [(stage: Recipe.Stage, words: [String])] = [
        (.brightness(), ["brightness"]),
        (.brightness(amount: -1), ["brightness", "amount=-1"]),
        (.brightness(amount: 1), ["brightness", "amount=1"]),
    ]

    private static let contrast: [(stage: Recipe.Stage, words: [String])] = [
        (.contrast(), ["contrast"]),
        (.contrast(amount: -1), ["contrast", "amount=-1"]),
        (.contrast(amount: 1), ["contrast", "amount=1"]),
    ]

    private static let dehaze: [(stage: Recipe.Stage, words: [String])] = [
        (.dehaze(), ["dehaze"]),
        (.dehaze(amount: -1), ["dehaze", "amount=-1"]),
        (.dehaze(amount: 1), ["dehaze", "amount=1"]),
        (.dehaze(haze: [0.2, 0.4, 0.6]), ["dehaze", "haze=#336699"]),
        (.dehaze(amount: 1, haze: [0.2, 0.4, 0.6]), ["dehaze", "amount=1", "haze=#336699"]),
    ]

    private static let exposure: [(stage: Recipe.Stage, words: [String])] = [
        (.exposure(), ["exposure"]),
        (.exposure(stops: -5), ["exposure", "stops=-5"]),
        (.exposure(stops: 5), ["exposure", "stops=5"]),
    ]

    private static let gamma: [(stage: Recipe.Stage, words: [String])] = [
        (.gamma(), ["gamma"]),
        (.gamma(gamma: 0.3), ["gamma", "gamma=0.3"]),
        (.gamma(gamma: 3), ["gamma", "gamma=3"]),
    ]

    private static let highlights: [(stage: Recipe.Stage, words: [String])] = [
        (.highlights(), ["highlights"]),
        (.highlights(amount: -1), ["highlights", "amount=-1"]),
        (.highlights(amount: 1), ["highlights", "amount=1"]),
    ]

    private static let levels: [(stage: Recipe.Stage, words: [String])] = [
        (.levels(), ["levels"]),
        (.levels(black: 0), ["levels", "black=0"]),
        (.levels(black: 1), ["levels", "black=1"]),
        (.levels(white: 0), ["levels", "white=0"]),
        (.levels(white: 1), ["levels", "white=1"]),
        (.levels(gamma: 0.3), ["levels", "gamma=0.3"]),
        (.levels(gamma: 3), ["levels", "gamma=3"]),
        (.levels(outputBlack: 0), ["levels", "outputBlack=0"]),
        (.levels(outputBlack: 1), ["levels", "outputBlack=1"]),
        (.levels(outputWhite: 0), ["levels", "outputWhite=0"]),
        (.levels(outputWhite: 1), ["levels", "outputWhite=1"]),
        (.levels(black: 1, white: 1, gamma: 3, outputBlack: 1, outputWhite: 1), ["levels", "black=1", "white=1", "gamma=3", "outputBlack=1", "outputWhite=1"]),
    ]

    private static let shadows: [(stage: Recipe.Stage, words: [String])] = [
        (.shadows(), ["shadows"]),
        (.shadows(amount: -1), ["shadows", "amount=-1"]),
        (.shadows(amount: 1), ["shadows", "amount=1"]),
    ]

    private static let toneCurve: [(stage: Recipe.Stage, words: [String])] = [
        (.toneCurve(), ["tone-curve"]),
        (.toneCurve(all: [[0, 0.125], [0.5, 0.75], [1, 0.875]]), ["tone-curve", "all=0,0.125;0.5,0.75;1,0.875"]),
        (.toneCurve(red: [[0, 0.125], [0.5, 0.75], [1, 0.875]]), ["tone-curve", "red=0,0.125;0.5,0.75;1,0.875"]),
        (.toneCurve(green: [[0, 0.125], [0.5, 0.75], [1, 0.875]]), ["tone-curve", "green=0,0.125;0.5,0.75;1,0.875"]),
        (.toneCurve(blue: [[0, 0.125], [0.5, 0.75], [1, 0.875]]), ["tone-curve", "blue=0,0.125;0.5,0.75;1,0.875"]),
        (.toneCurve(all: [[0, 0.125], [0.5, 0.75], [1, 0.875]], red: [[0, 0.125], [0.5, 0.75], [1, 0.875]], green: [[0, 0.125], [0.5, 0.75], [1, 0.875]], blue: [[0, 0.125], [0.5, 0.75], [1, 0.875]]), ["tone-curve", "all=0,0.125;0.5,0.75;1,0.875", "red=0,0.125;0.5,0.75;1,0.875", "green=0,0.125;0.5,0.75;1,0.875", "blue=0,0.125;0.5,0.75;1,0.875"]),
    ]

    private static let whites: [(stage: Recipe.Stage, words: [String])] = [
        (.whites(), ["whites"]),
        (.whites(amount: -1), ["whites", "amount=-1"]),
        (.whites(amount: 1), ["whites", "amount=1"]),
    ]

    private static let ntsc: [(stage: Recipe.Stage, words: [String])] = [
        (.ntsc(), ["ntsc"]),
        (.ntsc(preset: "a file.json"), ["ntsc", "preset=a file.json"]),
        (.ntsc(frame: 0), ["ntsc", "frame=0"]),
        (.ntsc(frame: 1000000), ["ntsc", "frame=1000000"]),
        (.ntsc(randomSeed: -2147483648), ["ntsc", "randomSeed=-2147483648"]),
        (.ntsc(randomSeed: 2147483647), ["ntsc", "randomSeed=2147483647"]),
        (.ntsc(resize480: true), ["ntsc", "resize480=true"]),
        (.ntsc(resize480: false), ["ntsc", "resize480=false"]),
        (.ntsc(restoreSize: .off), ["ntsc", "restoreSize=none"]),
        (.ntsc(restoreSize: .nearest), ["ntsc", "restoreSize=nearest"]),
        (.ntsc(restoreSize: .bilinear), ["ntsc", "restoreSize=bilinear"]),
        (.ntsc(restoreSize: .bicubic), ["ntsc", "restoreSize=bicubic"]),
        (.ntsc(standard: .ntsc), ["ntsc", "standard=ntsc"]),
        (.ntsc(standard: .pal), ["ntsc", "standard=pal"]),
        (.ntsc(generations: 1), ["ntsc", "generations=1"]),
        (.ntsc(generations: 8), ["ntsc", "generations=8"]),
        (.ntsc(useField: .alternating), ["ntsc", "useField=alternating"]),
        (.ntsc(useField: .upper), ["ntsc", "useField=upper"]),
        (.ntsc(useField: .lower), ["ntsc", "useField=lower"]),
        (.ntsc(useField: .both), ["ntsc", "useField=both"]),
        (.ntsc(useField: .interleavedUpper), ["ntsc", "useField=interleaved-upper"]),
        (.ntsc(useField: .interleavedLower), ["ntsc", "useField=interleaved-lower"]),
        (.ntsc(filterType: .constantK), ["ntsc", "filterType=constant-k"]),
        (.ntsc(filterType: .butterworth), ["ntsc", "filterType=butterworth"]),
        (.ntsc(overlayLeft: "PLAY 1991"), ["ntsc", "overlayLeft=PLAY 1991"]),
        (.ntsc(overlayRight: "PLAY 1991"), ["ntsc", "overlayRight=PLAY 1991"]),
        (.ntsc(overlayDate: "PLAY 1991"), ["ntsc", "overlayDate=PLAY 1991"]),
        (.ntsc(overlayCounter: true), ["ntsc", "overlayCounter=true"]),
        (.ntsc(overlayCounter: false), ["ntsc", "overlayCounter=false"]),
        (.ntsc(inputLumaFilter: .off), ["ntsc", "inputLumaFilter=none"]),
        (.ntsc(inputLumaFilter: .box), ["ntsc", "inputLumaFilter=box"]),
        (.ntsc(inputLumaFilter: .notch), ["ntsc", "inputLumaFilter=notch"]),
        (.ntsc(chromaLowpassIn: .off), ["ntsc", "chromaLowpassIn=none"]),
        (.ntsc(chromaLowpassIn: .light), ["ntsc", "chromaLowpassIn=light"]),
        (.ntsc(chromaLowpassIn: .full), ["ntsc", "chromaLowpassIn=full"]),
        (.ntsc(videoScanlinePhaseShift: .degrees0), ["ntsc", "videoScanlinePhaseShift=0"]),
        (.ntsc(videoScanlinePhaseShift: .degrees90), ["ntsc", "videoScanlinePhaseShift=90"]),
        (.ntsc(videoScanlinePhaseShift: .degrees180), ["ntsc", "videoScanlinePhaseShift=180"]),
        (.ntsc(videoScanlinePhaseShift: .degrees270), ["ntsc", "videoScanlinePhaseShift=270"]),
        (.ntsc(videoScanlinePhaseShiftOffset: 0), ["ntsc", "videoScanlinePhaseShiftOffset=0"]),
        (.ntsc(videoScanlinePhaseShiftOffset: 3), ["ntsc", "videoScanlinePhaseShiftOffset=3"]),
        (.ntsc(compositePreemphasis: -1), ["ntsc", "compositePreemphasis=-1"]),
        (.ntsc(compositePreemphasis: 2), ["ntsc", "compositePreemphasis=2"]),
        (.ntsc(compositeNoise: true), ["ntsc", "compositeNoise=true"]),
        (.ntsc(compositeNoise: false), ["ntsc", "compositeNoise=false"]),
        (.ntsc(compositeNoiseIntensity: 0), ["ntsc", "compositeNoiseIntensity=0"]),
        (.ntsc(compositeNoiseIntensity: 1), ["ntsc", "compositeNoiseIntensity=1"]),
        (.ntsc(compositeNoiseFrequency: 0), ["ntsc", "compositeNoiseFrequency=0"]),
        (.ntsc(compositeNoiseFrequency: 1), ["ntsc", "compositeNoiseFrequency=1"]),
        (.ntsc(compositeNoiseDetail: 1), ["ntsc", "compositeNoiseDetail=1"]),
        (.ntsc(compositeNoiseDetail: 5), ["ntsc", "compositeNoiseDetail=5"]),
        (.ntsc(snowIntensity: 0), ["ntsc", "snowIntensity=0"]),
        (.ntsc(snowIntensity: 100), ["ntsc", "snowIntensity=100"]),
        (.ntsc(snowAnisotropy: 0), ["ntsc", "snowAnisotropy=0"]),
        (.ntsc(snowAnisotropy: 1), ["ntsc", "snowAnisotropy=1"]),
        (.ntsc(dropouts: 0), ["ntsc", "dropouts=0"]),
        (.ntsc(dropouts: 1), ["ntsc", "dropouts=1"]),
        (.ntsc(headSwitching: true), ["ntsc", "headSwitching=true"]),
        (.ntsc(headSwitching: false), ["ntsc", "headSwitching=false"]),
        (.ntsc(headSwitchingHeight: 0), ["ntsc", "headSwitchingHeight=0"]),
        (.ntsc(headSwitchingHeight: 24), ["ntsc", "headSwitchingHeight=24"]),
        (.ntsc(headSwitchingOffset: 0), ["ntsc", "headSwitchingOffset=0"]),
        (.ntsc(headSwitchingOffset: 24), ["ntsc", "headSwitchingOffset=24"]),
        (.ntsc(headSwitchingHorizontalShift: -100), ["ntsc", "headSwitchingHorizontalShift=-100"]),
        (.ntsc(headSwitchingHorizontalShift: 100), ["ntsc", "headSwitchingHorizontalShift=100"]),
        (.ntsc(headSwitchingStartMidLine: true), ["ntsc", "headSwitchingStartMidLine=true"]),
        (.ntsc(headSwitchingStartMidLine: false), ["ntsc", "headSwitchingStartMidLine=false"]),
        (.ntsc(headSwitchingMidLinePosition: 0), ["ntsc", "headSwitchingMidLinePosition=0"]),
        (.ntsc(headSwitchingMidLinePosition: 1), ["ntsc", "headSwitchingMidLinePosition=1"]),
        (.ntsc(headSwitchingMidLineJitter: 0), ["ntsc", "headSwitchingMidLineJitter=0"]),
        (.ntsc(headSwitchingMidLineJitter: 1), ["ntsc", "headSwitchingMidLineJitter=1"]),
        (.ntsc(trackingNoise: true), ["ntsc", "trackingNoise=true"]),
        (.ntsc(trackingNoise: false), ["ntsc", "trackingNoise=false"]),
        (.ntsc(trackingNoiseHeight: 0), ["ntsc", "trackingNoiseHeight=0"]),
        (.ntsc(trackingNoiseHeight: 120), ["ntsc", "trackingNoiseHeight=120"]),
        (.ntsc(trackingNoiseWaveIntensity: -50), ["ntsc", "trackingNoiseWaveIntensity=-50"]),
        (.ntsc(trackingNoiseWaveIntensity: 50), ["ntsc", "trackingNoiseWaveIntensity=50"]),
        (.ntsc(trackingNoiseSnowIntensity: 0), ["ntsc", "trackingNoiseSnowIntensity=0"]),
        (.ntsc(trackingNoiseSnowIntensity: 1), ["ntsc", "trackingNoiseSnowIntensity=1"]),
        (.ntsc(trackingNoiseSnowAnisotropy: 0), ["ntsc", "trackingNoiseSnowAnisotropy=0"]),
        (.ntsc(trackingNoiseSnowAnisotropy: 1), ["ntsc", "trackingNoiseSnowAnisotropy=1"]),
        (.ntsc(trackingNoiseNoiseIntensity: 0), ["ntsc", "trackingNoiseNoiseIntensity=0"]),
        (.ntsc(trackingNoiseNoiseIntensity: 1), ["ntsc", "trackingNoiseNoiseIntensity=1"]),
        (.ntsc(tracking: 0), ["ntsc", "tracking=0"]),
        (.ntsc(tracking: 1), ["ntsc", "tracking=1"]),
        (.ntsc(trackingPosition: 0), ["ntsc", "trackingPosition=0"]),
        (.ntsc(trackingPosition: 1), ["ntsc", "trackingPosition=1"]),
        (.ntsc(chromaDemodulation: .box), ["ntsc", "chromaDemodulation=box"]),
        (.ntsc(chromaDemodulation: .notch), ["ntsc", "chromaDemodulation=notch"]),
        (.ntsc(chromaDemodulation: .comb1), ["ntsc", "chromaDemodulation=comb-1"]),
        (.ntsc(chromaDemodulation: .comb2), ["ntsc", "chromaDemodulation=comb-2"]),
        (.ntsc(lumaSmear: 0), ["ntsc", "lumaSmear=0"]),
        (.ntsc(lumaSmear: 1), ["ntsc", "lumaSmear=1"]),
        (.ntsc(ringing: true), ["ntsc", "ringing=true"]),
        (.ntsc(ringing: false), ["ntsc", "ringing=false"]),
        (.ntsc(ringingFrequency: 0), ["ntsc", "ringingFrequency=0"]),
        (.ntsc(ringingFrequency: 1), ["ntsc", "ringingFrequency=1"]),
        (.ntsc(ringingPower: 1), ["ntsc", "ringingPower=1"]),
        (.ntsc(ringingPower: 10), ["ntsc", "ringingPower=10"]),
        (.ntsc(ringingScale: 0), ["ntsc", "ringingScale=0"]),
        (.ntsc(ringingScale: 10), ["ntsc", "ringingScale=10"]),
        (.ntsc(lumaNoise: true), ["ntsc", "lumaNoise=true"]),
        (.ntsc(lumaNoise: false), ["ntsc", "lumaNoise=false"]),
        (.ntsc(lumaNoiseIntensity: 0), ["ntsc", "lumaNoiseIntensity=0"]),
        (.ntsc(lumaNoiseIntensity: 1), ["ntsc", "lumaNoiseIntensity=1"]),
        (.ntsc(lumaNoiseFrequency: 0), ["ntsc", "lumaNoiseFrequency=0"]),
        (.ntsc(lumaNoiseFrequency: 1), ["ntsc", "lumaNoiseFrequency=1"]),
        (.ntsc(lumaNoiseDetail: 1), ["ntsc", "lumaNoiseDetail=1"]),
        (.ntsc(lumaNoiseDetail: 5), ["ntsc", "lumaNoiseDetail=5"]),
        (.ntsc(chromaNoise: true), ["ntsc", "chromaNoise=true"]),
        (.ntsc(chromaNoise: false), ["ntsc", "chromaNoise=false"]),
        (.ntsc(chromaNoiseIntensity: 0), ["ntsc", "chromaNoiseIntensity=0"]),
        (.ntsc(chromaNoiseIntensity: 1), ["ntsc", "chromaNoiseIntensity=1"]),
        (.ntsc(chromaNoiseFrequency: 0), ["ntsc", "chromaNoiseFrequency=0"]),
        (.ntsc(chromaNoiseFrequency: 0.5), ["ntsc", "chromaNoiseFrequency=0.5"]),
        (.ntsc(chromaNoiseDetail: 1), ["ntsc", "chromaNoiseDetail=1"]),
        (.ntsc(chromaNoiseDetail: 5), ["ntsc", "chromaNoiseDetail=5"]),
        (.ntsc(chromaPhaseError: 0), ["ntsc", "chromaPhaseError=0"]),
        (.ntsc(chromaPhaseError: 1), ["ntsc", "chromaPhaseError=1"]),
        (.ntsc(chromaPhaseNoiseIntensity: 0), ["ntsc", "chromaPhaseNoiseIntensity=0"]),
        (.ntsc(chromaPhaseNoiseIntensity: 1), ["ntsc", "chromaPhaseNoiseIntensity=1"]),
        (.ntsc(chromaDelayHorizontal: -40), ["ntsc", "chromaDelayHorizontal=-40"]),
        (.ntsc(chromaDelayHorizontal: 40), ["ntsc", "chromaDelayHorizontal=40"]),
        (.ntsc(chromaDelayVertical: -20), ["ntsc", "chromaDelayVertical=-20"]),
        (.ntsc(chromaDelayVertical: 20), ["ntsc", "chromaDelayVertical=20"]),
        (.ntsc(vhsChromaVertBlend: true), ["ntsc", "vhsChromaVertBlend=true"]),
        (.ntsc(vhsChromaVertBlend: false), ["ntsc", "vhsChromaVertBlend=false"]),
        (.ntsc(chromaLowpassOut: .off), ["ntsc", "chromaLowpassOut=none"]),
        (.ntsc(chromaLowpassOut: .light), ["ntsc", "chromaLowpassOut=light"]),
        (.ntsc(chromaLowpassOut: .full), ["ntsc", "chromaLowpassOut=full"]),
        (.ntsc(vhsSettings: true), ["ntsc", "vhsSettings=true"]),
        (.ntsc(vhsSettings: false), ["ntsc", "vhsSettings=false"]),
        (.ntsc(vhsTapeSpeed: .off), ["ntsc", "vhsTapeSpeed=none"]),
        (.ntsc(vhsTapeSpeed: .sp), ["ntsc", "vhsTapeSpeed=sp"]),
        (.ntsc(vhsTapeSpeed: .lp), ["ntsc", "vhsTapeSpeed=lp"]),
        (.ntsc(vhsTapeSpeed: .ep), ["ntsc", "vhsTapeSpeed=ep"]),
        (.ntsc(vhsChromaLoss: 0), ["ntsc", "vhsChromaLoss=0"]),
        (.ntsc(vhsChromaLoss: 1), ["ntsc", "vhsChromaLoss=1"]),
        (.ntsc(vhsSharpenEnabled: true), ["ntsc", "vhsSharpenEnabled=true"]),
        (.ntsc(vhsSharpenEnabled: false), ["ntsc", "vhsSharpenEnabled=false"]),
        (.ntsc(vhsSharpen: 0), ["ntsc", "vhsSharpen=0"]),
        (.ntsc(vhsSharpen: 5), ["ntsc", "vhsSharpen=5"]),
        (.ntsc(vhsSharpenFrequency: 0.5), ["ntsc", "vhsSharpenFrequency=0.5"]),
        (.ntsc(vhsSharpenFrequency: 4), ["ntsc", "vhsSharpenFrequency=4"]),
        (.ntsc(vhsEdgeWaveEnabled: true), ["ntsc", "vhsEdgeWaveEnabled=true"]),
        (.ntsc(vhsEdgeWaveEnabled: false), ["ntsc", "vhsEdgeWaveEnabled=false"]),
        (.ntsc(vhsEdgeWave: 0), ["ntsc", "vhsEdgeWave=0"]),
        (.ntsc(vhsEdgeWave: 20), ["ntsc", "vhsEdgeWave=20"]),
        (.ntsc(vhsEdgeWaveSpeed: 0), ["ntsc", "vhsEdgeWaveSpeed=0"]),
        (.ntsc(vhsEdgeWaveSpeed: 10), ["ntsc", "vhsEdgeWaveSpeed=10"]),
        (.ntsc(vhsEdgeWaveFrequency: 0), ["ntsc", "vhsEdgeWaveFrequency=0"]),
        (.ntsc(vhsEdgeWaveFrequency: 0.5), ["ntsc", "vhsEdgeWaveFrequency=0.5"]),
        (.ntsc(vhsEdgeWaveDetail: 1), ["ntsc", "vhsEdgeWaveDetail=1"]),
        (.ntsc(vhsEdgeWaveDetail: 5), ["ntsc", "vhsEdgeWaveDetail=5"]),
        (.ntsc(scaleSettings: true), ["ntsc", "scaleSettings=true"]),
        (.ntsc(scaleSettings: false), ["ntsc", "scaleSettings=false"]),
        (.ntsc(bandwidthScale: 0.125), ["ntsc", "bandwidthScale=0.125"]),
        (.ntsc(bandwidthScale: 8), ["ntsc", "bandwidthScale=8"]),
        (.ntsc(verticalScale: 0.125), ["ntsc", "verticalScale=0.125"]),
        (.ntsc(verticalScale: 8.8), ["ntsc", "verticalScale=8.8"]),
        (.ntsc(scaleWithVideoSize: true), ["ntsc", "scaleWithVideoSize=true"]),
        (.ntsc(scaleWithVideoSize: false), ["ntsc", "scaleWithVideoSize=false"]),
        (.ntsc(steadyStart: true), ["ntsc", "steadyStart=true"]),
        (.ntsc(steadyStart: false), ["ntsc", "steadyStart=false"]),
        (.ntsc(truePhase: true), ["ntsc", "truePhase=true"]),
        (.ntsc(truePhase: false), ["ntsc", "truePhase=false"]),
        (.ntsc(singleDelay: true), ["ntsc", "singleDelay=true"]),
        (.ntsc(singleDelay: false), ["ntsc", "singleDelay=false"]),
        (.ntsc(noiseInShadows: true), ["ntsc", "noiseInShadows=true"]),
        (.ntsc(noiseInShadows: false), ["ntsc", "noiseInShadows=false"]),
        (.ntsc(sharpComb: true), ["ntsc", "sharpComb=true"]),
        (.ntsc(sharpComb: false), ["ntsc", "sharpComb=false"]),
        (.ntsc(preset: "a file.json", frame: 1000000, randomSeed: 2147483647, resize480: false, restoreSize: .bicubic, standard: .pal, generations: 8, useField: .interleavedLower, filterType: .butterworth, overlayLeft: "PLAY 1991", overlayRight: "PLAY 1991", overlayDate: "PLAY 1991", overlayCounter: false, inputLumaFilter: .notch, chromaLowpassIn: .full, videoScanlinePhaseShift: .degrees270, videoScanlinePhaseShiftOffset: 3, compositePreemphasis: 2, compositeNoise: false, compositeNoiseIntensity: 1, compositeNoiseFrequency: 1, compositeNoiseDetail: 5, snowIntensity: 100, snowAnisotropy: 1, dropouts: 1, headSwitching: false, headSwitchingHeight: 24, headSwitchingOffset: 24, headSwitchingHorizontalShift: 100, headSwitchingStartMidLine: false, headSwitchingMidLinePosition: 1, headSwitchingMidLineJitter: 1, trackingNoise: false, trackingNoiseHeight: 120, trackingNoiseWaveIntensity: 50, trackingNoiseSnowIntensity: 1, trackingNoiseSnowAnisotropy: 1, trackingNoiseNoiseIntensity: 1, tracking: 1, trackingPosition: 1, chromaDemodulation: .comb2, lumaSmear: 1, ringing: false, ringingFrequency: 1, ringingPower: 10, ringingScale: 10, lumaNoise: false, lumaNoiseIntensity: 1, lumaNoiseFrequency: 1, lumaNoiseDetail: 5, chromaNoise: false, chromaNoiseIntensity: 1, chromaNoiseFrequency: 0.5, chromaNoiseDetail: 5, chromaPhaseError: 1, chromaPhaseNoiseIntensity: 1, chromaDelayHorizontal: 40, chromaDelayVertical: 20, vhsChromaVertBlend: false, chromaLowpassOut: .full, vhsSettings: false, vhsTapeSpeed: .ep, vhsChromaLoss: 1, vhsSharpenEnabled: false, vhsSharpen: 5, vhsSharpenFrequency: 4, vhsEdgeWaveEnabled: false, vhsEdgeWave: 20, vhsEdgeWaveSpeed: 10, vhsEdgeWaveFrequency: 0.5, vhsEdgeWaveDetail: 5, scaleSettings: false, bandwidthScale: 8, verticalScale: 8.8, scaleWithVideoSize: false, steadyStart: false, truePhase: false, singleDelay: false, noiseInShadows: false, sharpComb: false), ["ntsc", "preset=a file.json", "frame=1000000", "randomSeed=2147483647", "resize480=false", "restoreSize=bicubic", "standard=pal", "generations=8", "useField=interleaved-lower", "filterType=butterworth", "overlayLeft=PLAY 1991", "overlayRight=PLAY 1991", "overlayDate=PLAY 1991", "overlayCounter=false", "inputLumaFilter=notch", "chromaLowpassIn=full", "videoScanlinePhaseShift=270", "videoScanlinePhaseShiftOffset=3", "compositePreemphasis=2", "compositeNoise=false", "compositeNoiseIntensity=1", "compositeNoiseFrequency=1", "compositeNoiseDetail=5", "snowIntensity=100", "snowAnisotropy=1", "dropouts=1", "headSwitching=false", "headSwitchingHeight=24", "headSwitchingOffset=24", "headSwitchingHorizontalShift=100", "headSwitchingStartMidLine=false", "headSwitchingMidLinePosition=1", "headSwitchingMidLineJitter=1", "trackingNoise=false", "trackingNoiseHeight=120", "trackingNoiseWaveIntensity=50", "trackingNoiseSnowIntensity=1", "trackingNoiseSnowAnisotropy=1", "trackingNoiseNoiseIntensity=1", "tracking=1", "trackingPosition=1", "chromaDemodulation=comb-2", "lumaSmear=1", "ringing=false", "ringingFrequency=1", "ringingPower=10", "ringingScale=10", "lumaNoise=false", "lumaNoiseIntensity=1", "lumaNoiseFrequency=1", "lumaNoiseDetail=5", "chromaNoise=false", "chromaNoiseIntensity=1", "chromaNoiseFrequency=0.5", "chromaNoiseDetail=5", "chromaPhaseError=1", "chromaPhaseNoiseIntensity=1", "chromaDelayHorizontal=40", "chromaDelayVertical=20", "vhsChromaVertBlend=false", "chromaLowpassOut=full", "vhsSettings=false", "vhsTapeSpeed=ep", "vhsChromaLoss=1", "vhsSharpenEnabled=false", "vhsSharpen=5", "vhsSharpenFrequency=4", "vhsEdgeWaveEnabled=false", "vhsEdgeWave=20", "vhsEdgeWaveSpeed=10", "vhsEdgeWaveFrequency=0.5", "vhsEdgeWaveDetail=5", "scaleSettings=false", "bandwidthScale=8", "verticalScale=8.8", "scaleWithVideoSize=false", "steadyStart=false", "truePhase=false", "singleDelay=false", "noiseInShadows=false", "sharpComb=false"]),
    ]

    private static let dither: [(stage: Recipe.Stage, words: [String])] = [
        (.dither(), ["dither"]),
        (.dither(levels: 2), ["dither", "levels=2"]),
        (.dither(levels: 16), ["dither", "levels=16"]),
        (.dither(size: 1), ["dither", "size=1"]),
        (.dither(size: 16), ["dither", "size=16"]),
        (.dither(levels: 16, size: 16), ["dither", "levels=16", "size=16"]),
    ]

    private static let edgeDetect: [(stage: Recipe.Stage, words: [String])] = [
        (.edgeDetect(), ["edge-detect"]),
        (.edgeDetect(strength: 0), ["edge-detect", "strength=0"]),
        (.edgeDetect(strength: 8), ["edge-detect", "strength=8"]),
        (.edgeDetect(lines: .light), ["edge-detect", "lines=light"]),
        (.edgeDetect(lines: .dark), ["edge-detect", "lines=dark"]),
        (.edgeDetect(lines: .colored), ["edge-detect", "lines=colored"]),
        (.edgeDetect(strength: 8, lines: .colored), ["edge-detect", "strength=8", "lines=colored"]),
    ]

    private static let halftone: [(stage: Recipe.Stage, words: [String])] = [
        (.halftone(), ["halftone"]),
        (.halftone(size: 3), ["halftone", "size=3"]),
        (.halftone(size: 60), ["halftone", "size=60"]),
        (.halftone(angle: -90), ["halftone", "angle=-90"]),
        (.halftone(angle: 90), ["halftone", "angle=90"]),
        (.halftone(inks: .black), ["halftone", "inks=black"]),
        (.halftone(inks: .process), ["halftone", "inks=process"]),
        (.halftone(size: 60, angle: 90, inks: .process), ["halftone", "size=60", "angle=90", "inks=process"]),
    ]

    private static let kuwahara: [(stage: Recipe.Stage, words: [String])] = [
        (.kuwahara(), ["kuwahara"]),
        (.kuwahara(radius: 0), ["kuwahara", "radius=0"]),
        (.kuwahara(radius: 20), ["kuwahara", "radius=20"]),
    ]

    private static let crt: [(stage: Recipe.Stage, words: [String])] = [
        (.crt(), ["crt"]),
        (.crt(scanlines: 0), ["crt", "scanlines=0"]),
        (.crt(scanlines: 1), ["crt", "scanlines=1"]),
        (.crt(lineHeight: 0), ["crt", "lineHeight=0"]),
        (.crt(lineHeight: 32), ["crt", "lineHeight=32"]),
        (.crt(rows: 16), ["crt", "rows=16"]),
        (.crt(rows: 1152), ["crt", "rows=1152"]),
        (.crt(mask: 0), ["crt", "mask=0"]),
        (.crt(mask: 1), ["crt", "mask=1"]),
        (.crt(stripeWidth: 0.5), ["crt", "stripeWidth=0.5"]),
        (.crt(stripeWidth: 16), ["crt", "stripeWidth=16"]),
        (.crt(scanlines: 1, lineHeight: 32, rows: 1152, mask: 1, stripeWidth: 16), ["crt", "scanlines=1", "lineHeight=32", "rows=1152", "mask=1", "stripeWidth=16"]),
    ]

    private static let pixelate: [(stage: Recipe.Stage, words: [String])] = [
        (.pixelate(), ["pixelate"]),
        (.pixelate(size: 1), ["pixelate", "size=1"]),
        (.pixelate(size: 200), ["pixelate", "size=200"]),
    ]

    private static let toon: [(stage: Recipe.Stage, words: [String])] = [
        (.toon(), ["toon"]),
        (.toon(levels: 2), ["toon", "levels=2"]),
        (.toon(levels: 12), ["toon", "levels=12"]),
        (.toon(lines: 0), ["toon", "lines=0"]),
        (.toon(lines: 1), ["toon", "lines=1"]),
        (.toon(smoothness: 0), ["toon", "smoothness=0"]),
        (.toon(smoothness: 12), ["toon", "smoothness=12"]),
        (.toon(levels: 12, lines: 1, smoothness: 12), ["toon", "levels=12", "lines=1", "smoothness=12"]),
    ]
}
