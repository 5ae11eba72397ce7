// Made by `make docs` from the headers of the files in Shaders/; edit those.
import Filters

extension Recipe.Stage {
    /// What `restoreSize` of `ntsc` can be.
    public enum NTSCRestoreSize: String, Sendable, CaseIterable {
        /// Leave as It Is.
        case off = "none"
        /// Nearest.
        case nearest
        /// Bilinear.
        case bilinear
        /// Bicubic.
        case bicubic
    }

    /// What `standard` of `ntsc` can be.
    public enum NTSCStandard: String, Sendable, CaseIterable {
        /// NTSC.
        case ntsc
        /// PAL.
        case pal
    }

    /// What `useField` of `ntsc` can be.
    public enum NTSCUseField: String, Sendable, CaseIterable {
        /// Alternating.
        case alternating
        /// Upper Only.
        case upper
        /// Lower Only.
        case lower
        /// All Rows at Once.
        case both
        /// Interleaved, Upper First.
        case interleavedUpper = "interleaved-upper"
        /// Interleaved, Lower First.
        case interleavedLower = "interleaved-lower"
    }

    /// What `filterType` of `ntsc` can be.
    public enum NTSCFilterType: String, Sendable, CaseIterable {
        /// Constant K, Soft.
        case constantK = "constant-k"
        /// Butterworth, Sharper.
        case butterworth
    }

    /// What `inputLumaFilter` of `ntsc` can be.
    public enum NTSCInputLumaFilter: String, Sendable, CaseIterable {
        /// None.
        case off = "none"
        /// Box.
        case box
        /// Notch.
        case notch
    }

    /// What `chromaLowpassIn` of `ntsc` can be.
    public enum NTSCChromaLowpassIn: String, Sendable, CaseIterable {
        /// None.
        case off = "none"
        /// Light.
        case light
        /// Full.
        case full
    }

    /// What `videoScanlinePhaseShift` of `ntsc` can be.
    public enum NTSCVideoScanlinePhaseShift: String, Sendable, CaseIterable {
        /// 0°.
        case degrees0 = "0"
        /// 90°.
        case degrees90 = "90"
        /// 180°.
        case degrees180 = "180"
        /// 270°.
        case degrees270 = "270"
    }

    /// What `chromaDemodulation` of `ntsc` can be.
    public enum NTSCChromaDemodulation: String, Sendable, CaseIterable {
        /// Box.
        case box
        /// Notch.
        case notch
        /// One-Line Comb.
        case comb1 = "comb-1"
        /// Two-Line Comb.
        case comb2 = "comb-2"
    }

    /// What `chromaLowpassOut` of `ntsc` can be.
    public enum NTSCChromaLowpassOut: String, Sendable, CaseIterable {
        /// None.
        case off = "none"
        /// Light.
        case light
        /// Full.
        case full
    }

    /// What `vhsTapeSpeed` of `ntsc` can be.
    public enum NTSCVhsTapeSpeed: String, Sendable, CaseIterable {
        /// None.
        case off = "none"
        /// SP.
        case sp
        /// LP.
        case lp
        /// EP.
        case ep
    }

    /// Makes the picture look as if it came from an NTSC broadcast or a VHS tape.
    ///
    /// The filter `ntsc`. A parameter that is nil has its default, and is left out of the recipe.
    ///
    /// - Parameters:
    ///   - preset: Preset. A settings file, as shared for NTSC and VHS effects, or a built-in preset:
    ///     bad-tracking, camcorder, clean-broadcast, composite-cable, fresh-tape, long-play, pal-tape,
    ///     rental-tape, tape-of-a-tape, weak-antenna or worn-tape. Parameters given with it take precedence.
    ///     The path of a .json file; none by default.
    ///   - frame: Frame. The frame number: noise and wobble differ in each frame. From 0 to 1000000, default
    ///     `0`.
    ///   - randomSeed: Random Seed. Seed of all random effects; the same seed gives the same picture. From
    ///     -2147483648 to 2147483647, default `0`.
    ///   - resize480: Reduce to a Television's Rows. Scales the picture to 480 rows, or 576 for PAL, before
    ///     everything else, since lengths are those of a television picture. By default `true`.
    ///   - restoreSize: Restore Size. Scales a picture that was reduced to a television's rows back to its
    ///     original size, after everything else: nearest keeps hard pixels, the others are soft, bicubic less
    ///     so. By default `.off`.
    ///   - standard: Standard. The timing of lines and of the color carrier; PAL inverts the phase of every
    ///     other line. By default `.ntsc`.
    ///   - generations: Generations. How many times the tape was copied: the whole chain runs that many
    ///     times. From 1 to 8, default `1`.
    ///   - useField: Fields. Which rows a field contains; a single field is filled in with averages of its
    ///     rows. By default `.interleavedUpper`.
    ///   - filterType: Low-Pass Filters. The type of all filters that reduce bandwidth. By default
    ///     `.butterworth`.
    ///   - overlayLeft: Text Above, Left. Text that a recorder overlays on the picture it plays, such as
    ///     PLAY. Nothing by default.
    ///   - overlayRight: Text Above, Right. Text that a recorder overlays on the picture it plays, such as
    ///     SP. Nothing by default.
    ///   - overlayDate: Text Below. Text that a camera records with the picture, such as a date: it degrades
    ///     with the picture. Nothing by default.
    ///   - overlayCounter: Counter. A running time, computed from the frame number, that a recorder overlays
    ///     on the picture. By default `false`.
    ///   - inputLumaFilter: Luma Filter. Removes from the brightness what would be decoded as color. By
    ///     default `.notch`.
    ///   - chromaLowpassIn: Chroma Low-Pass. How much of the color's detail is transmitted. By default
    ///     `.full`.
    ///   - videoScanlinePhaseShift: Phase Shift per Row. How far the color carrier's phase advances from row
    ///     to row. By default `.degrees180`.
    ///   - videoScanlinePhaseShiftOffset: Phase Offset. The initial phase of the color carrier, in quarter
    ///     turns. From 0 to 3, default `0`.
    ///   - compositePreemphasis: Composite Sharpening. Strengthens fine detail and colors of the composite
    ///     signal, or softens it. From -1 to 2, default `1`.
    ///   - compositeNoise: Composite Noise. Noise on the composite signal: it turns into grain and into
    ///     specks of color. By default `true`.
    ///   - compositeNoiseIntensity: Composite Noise Intensity. How strong the noise is. From 0 to 1, default
    ///     `0.05`.
    ///   - compositeNoiseFrequency: Composite Noise Frequency. How fine the noise is, in cells per pixel.
    ///     From 0 to 1, default `0.5`.
    ///   - compositeNoiseDetail: Composite Noise Detail. Octaves of finer noise that are added. From 1 to 5,
    ///     default `1`.
    ///   - snowIntensity: Snow. How often short bright streaks occur. From 0 to 100, default `0.00025`.
    ///   - snowAnisotropy: Snow in Rows. Whether streaks occur singly or many in a row. From 0 to 1, default
    ///     `0.5`.
    ///   - dropouts: Dropouts. How often the tape has no signal for a moment, which leaves bright dashes with
    ///     a tail. From 0 to 1, default `0`.
    ///   - headSwitching: Head Switching. The lowest rows come from the next head and are shifted sideways.
    ///     By default `true`.
    ///   - headSwitchingHeight: Switched Rows. How many rows are affected. From 0 to 24 rows, default `8`.
    ///   - headSwitchingOffset: Rows Out of Sight. How many of them are below the visible picture. From 0 to
    ///     24 rows, default `3`.
    ///   - headSwitchingHorizontalShift: Switching Shift. How far they are shifted. From -100 to 100 px,
    ///     default `72`.
    ///   - headSwitchingStartMidLine: Begin Within a Row. Whether the switch happens within the first of
    ///     these rows, with a click. By default `true`.
    ///   - headSwitchingMidLinePosition: Begin At. The position in that row where the switch happens. From 0
    ///     to 1, default `0.95`.
    ///   - headSwitchingMidLineJitter: Switching Jitter. How much that position varies from field to field.
    ///     From 0 to 1, default `0.03`.
    ///   - trackingNoise: Tracking Noise. Noise and waves in the lowest rows, where the heads lose the track.
    ///     By default `true`.
    ///   - trackingNoiseHeight: Tracking Rows. How many rows are affected. From 0 to 120 rows, default `12`.
    ///   - trackingNoiseWaveIntensity: Tracking Waves. How far rows are shifted. From -50 to 50 px, default
    ///     `15`.
    ///   - trackingNoiseSnowIntensity: Tracking Snow. How often streaks occur there. From 0 to 1, default
    ///     `0.025`.
    ///   - trackingNoiseSnowAnisotropy: Tracking Snow in Rows. Whether streaks occur singly or many in a row.
    ///     From 0 to 1, default `0.25`.
    ///   - trackingNoiseNoiseIntensity: Tracking Noise Intensity. How strong the noise is there. From 0 to 1,
    ///     default `0.25`.
    ///   - tracking: Tracking Error. How far the tracking is off: a band of noise wanders through the
    ///     picture. From 0 to 1, default `0`.
    ///   - trackingPosition: Position of the Band. Where the band is in frame 0, from the top to the bottom.
    ///     From 0 to 1, default `0.7`.
    ///   - chromaDemodulation: Demodulation. How brightness and color are separated again. By default
    ///     `.notch`.
    ///   - lumaSmear: Luma Smear. How far brightness is smeared to the right. From 0 to 1, default `0.5`.
    ///   - ringing: Ringing. Edges echo to the right. By default `true`.
    ///   - ringingFrequency: Ringing Frequency. How close the echoes are. From 0 to 1, default `0.45`.
    ///   - ringingPower: Ringing Power. How many of them there are. From 1 to 10, default `4`.
    ///   - ringingScale: Ringing Strength. How strong they are. From 0 to 10, default `4`.
    ///   - lumaNoise: Luma Noise. Grain on the brightness. By default `true`.
    ///   - lumaNoiseIntensity: Luma Noise Intensity. How strong the noise is. From 0 to 1, default `0.01`.
    ///   - lumaNoiseFrequency: Luma Noise Frequency. How fine the noise is, in cells per pixel. From 0 to 1,
    ///     default `0.5`.
    ///   - lumaNoiseDetail: Luma Noise Detail. Octaves of finer noise that are added. From 1 to 5, default
    ///     `1`.
    ///   - chromaNoise: Chroma Noise. Streaks of wrong color. By default `true`.
    ///   - chromaNoiseIntensity: Chroma Noise Intensity. How strong the noise is. From 0 to 1, default `0.1`.
    ///   - chromaNoiseFrequency: Chroma Noise Frequency. How fine the noise is, in cells per pixel. From 0 to
    ///     0.5, default `0.05`.
    ///   - chromaNoiseDetail: Chroma Noise Detail. Octaves of finer noise that are added. From 1 to 5,
    ///     default `2`.
    ///   - chromaPhaseError: Phase Error. Rotates all hues by this fraction of a turn. From 0 to 1, default
    ///     `0`.
    ///   - chromaPhaseNoiseIntensity: Phase Noise. Rotates the hues of every row by a different angle. From 0
    ///     to 1, default `0.001`.
    ///   - chromaDelayHorizontal: Delay to the Right. How far color is shifted sideways from its brightness.
    ///     From -40 to 40 px, default `0`.
    ///   - chromaDelayVertical: Delay Downwards. How far color is shifted below its brightness. From -20 to
    ///     20 rows, default `0`.
    ///   - vhsChromaVertBlend: Blend with the Row Above. Every row's color is mixed with that of the row
    ///     above, as recorders do. By default `true`.
    ///   - chromaLowpassOut: Chroma Low-Pass Out. How much of the color's detail is left at the end. By
    ///     default `.full`.
    ///   - vhsSettings: VHS. What a video recorder does to the signal. By default `true`.
    ///   - vhsTapeSpeed: Tape Speed. The slower the tape, the less detail. By default `.lp`.
    ///   - vhsChromaLoss: Chroma Loss. How often a row loses all color. From 0 to 1, default `2.5e-05`.
    ///   - vhsSharpenEnabled: Sharpen. The recorder sharpens what it plays. By default `true`.
    ///   - vhsSharpen: Sharpening. How strongly it sharpens. From 0 to 5, default `0.25`.
    ///   - vhsSharpenFrequency: Sharpening Frequency. How fine the sharpened detail is. From 0.5 to 4,
    ///     default `1`.
    ///   - vhsEdgeWaveEnabled: Edge Wave. Rows sway sideways. By default `true`.
    ///   - vhsEdgeWave: Wave. How far they sway. From 0 to 20, default `0.5`.
    ///   - vhsEdgeWaveSpeed: Wave Speed. How fast they sway. From 0 to 10, default `4`.
    ///   - vhsEdgeWaveFrequency: Wave Frequency. How close the waves are, from row to row. From 0 to 0.5,
    ///     default `0.05`.
    ///   - vhsEdgeWaveDetail: Wave Detail. Octaves of finer waves that are added. From 1 to 5, default `2`.
    ///   - scaleSettings: Scale Lengths. Scales lengths, for pictures with more or fewer rows than a
    ///     television picture. By default `true`.
    ///   - bandwidthScale: Horizontal Scale. The factor for lengths along rows. From 0.125 to 8, default `1`.
    ///   - verticalScale: Vertical Scale. The factor for numbers of rows. From 0.125 to 8.8, default `1`.
    ///   - scaleWithVideoSize: Scale with the Picture's Height. Multiplies both factors by the picture's
    ///     height over 480, or over 576 for PAL, so that the look is in proportion to the picture. By default
    ///     `false`.
    ///   - steadyStart: No Dark Left Edge. Filters start as if the row's first pixel extended to the left,
    ///     not with black. By default `false`.
    ///   - truePhase: True Phase Shifts. 270° advances by three quarters, not by one, and the offset also
    ///     applies at 0°. By default `false`.
    ///   - singleDelay: Scale Color's Delay Once. The delay to the right is multiplied by the scale once, not
    ///     twice. By default `false`.
    ///   - noiseInShadows: Less Noise in Highlights. Noise is weaker where the picture is bright, and
    ///     stronger, by up to a quarter, in its deepest shadows. By default `false`.
    ///   - sharpComb: Sharp Comb Filters. The comb filters preserve detail between rows, and act only near
    ///     the color carrier; otherwise they soften, most where fields are interleaved. By default `false`.
    public static func ntsc(
        preset: String? = nil,
        frame: Int? = nil,
        randomSeed: Int? = nil,
        resize480: Bool? = nil,
        restoreSize: NTSCRestoreSize? = nil,
        standard: NTSCStandard? = nil,
        generations: Int? = nil,
        useField: NTSCUseField? = nil,
        filterType: NTSCFilterType? = nil,
        overlayLeft: String? = nil,
        overlayRight: String? = nil,
        overlayDate: String? = nil,
        overlayCounter: Bool? = nil,
        inputLumaFilter: NTSCInputLumaFilter? = nil,
        chromaLowpassIn: NTSCChromaLowpassIn? = nil,
        videoScanlinePhaseShift: NTSCVideoScanlinePhaseShift? = nil,
        videoScanlinePhaseShiftOffset: Int? = nil,
        compositePreemphasis: Double? = nil,
        compositeNoise: Bool? = nil,
        compositeNoiseIntensity: Double? = nil,
        compositeNoiseFrequency: Double? = nil,
        compositeNoiseDetail: Int? = nil,
        snowIntensity: Double? = nil,
        snowAnisotropy: Double? = nil,
        dropouts: Double? = nil,
        headSwitching: Bool? = nil,
        headSwitchingHeight: Int? = nil,
        headSwitchingOffset: Int? = nil,
        headSwitchingHorizontalShift: Double? = nil,
        headSwitchingStartMidLine: Bool? = nil,
        headSwitchingMidLinePosition: Double? = nil,
        headSwitchingMidLineJitter: Double? = nil,
        trackingNoise: Bool? = nil,
        trackingNoiseHeight: Int? = nil,
        trackingNoiseWaveIntensity: Double? = nil,
        trackingNoiseSnowIntensity: Double? = nil,
        trackingNoiseSnowAnisotropy: Double? = nil,
        trackingNoiseNoiseIntensity: Double? = nil,
        tracking: Double? = nil,
        trackingPosition: Double? = nil,
        chromaDemodulation: NTSCChromaDemodulation? = nil,
        lumaSmear: Double? = nil,
        ringing: Bool? = nil,
        ringingFrequency: Double? = nil,
        ringingPower: Double? = nil,
        ringingScale: Double? = nil,
        lumaNoise: Bool? = nil,
        lumaNoiseIntensity: Double? = nil,
        lumaNoiseFrequency: Double? = nil,
        lumaNoiseDetail: Int? = nil,
        chromaNoise: Bool? = nil,
        chromaNoiseIntensity: Double? = nil,
        chromaNoiseFrequency: Double? = nil,
        chromaNoiseDetail: Int? = nil,
        chromaPhaseError: Double? = nil,
        chromaPhaseNoiseIntensity: Double? = nil,
        chromaDelayHorizontal: Double? = nil,
        chromaDelayVertical: Int? = nil,
        vhsChromaVertBlend: Bool? = nil,
        chromaLowpassOut: NTSCChromaLowpassOut? = nil,
        vhsSettings: Bool? = nil,
        vhsTapeSpeed: NTSCVhsTapeSpeed? = nil,
        vhsChromaLoss: Double? = nil,
        vhsSharpenEnabled: Bool? = nil,
        vhsSharpen: Double? = nil,
        vhsSharpenFrequency: Double? = nil,
        vhsEdgeWaveEnabled: Bool? = nil,
        vhsEdgeWave: Double? = nil,
        vhsEdgeWaveSpeed: Double? = nil,
        vhsEdgeWaveFrequency: Double? = nil,
        vhsEdgeWaveDetail: Int? = nil,
        scaleSettings: Bool? = nil,
        bandwidthScale: Double? = nil,
        verticalScale: Double? = nil,
        scaleWithVideoSize: Bool? = nil,
        steadyStart: Bool? = nil,
        truePhase: Bool? = nil,
        singleDelay: Bool? = nil,
        noiseInShadows: Bool? = nil,
        sharpComb: Bool? = nil
    ) -> Self {
        var stage = Self("ntsc")
        stage.give("preset", preset)
        stage.give("frame", frame)
        stage.give("randomSeed", randomSeed)
        stage.give("resize480", resize480)
        stage.give("restoreSize", restoreSize)
        stage.give("standard", standard)
        stage.give("generations", generations)
        stage.give("useField", useField)
        stage.give("filterType", filterType)
        stage.give("overlayLeft", overlayLeft)
        stage.give("overlayRight", overlayRight)
        stage.give("overlayDate", overlayDate)
        stage.give("overlayCounter", overlayCounter)
        stage.give("inputLumaFilter", inputLumaFilter)
        stage.give("chromaLowpassIn", chromaLowpassIn)
        stage.give("videoScanlinePhaseShift", videoScanlinePhaseShift)
        stage.give("videoScanlinePhaseShiftOffset", videoScanlinePhaseShiftOffset)
        stage.give("compositePreemphasis", compositePreemphasis)
        stage.give("compositeNoise", compositeNoise)
        stage.give("compositeNoiseIntensity", compositeNoiseIntensity)
        stage.give("compositeNoiseFrequency", compositeNoiseFrequency)
        stage.give("compositeNoiseDetail", compositeNoiseDetail)
        stage.give("snowIntensity", snowIntensity)
        stage.give("snowAnisotropy", snowAnisotropy)
        stage.give("dropouts", dropouts)
        stage.give("headSwitching", headSwitching)
        stage.give("headSwitchingHeight", headSwitchingHeight)
        stage.give("headSwitchingOffset", headSwitchingOffset)
        stage.give("headSwitchingHorizontalShift", headSwitchingHorizontalShift)
        stage.give("headSwitchingStartMidLine", headSwitchingStartMidLine)
        stage.give("headSwitchingMidLinePosition", headSwitchingMidLinePosition)
        stage.give("headSwitchingMidLineJitter", headSwitchingMidLineJitter)
        stage.give("trackingNoise", trackingNoise)
        stage.give("trackingNoiseHeight", trackingNoiseHeight)
        stage.give("trackingNoiseWaveIntensity", trackingNoiseWaveIntensity)
        stage.give("trackingNoiseSnowIntensity", trackingNoiseSnowIntensity)
        stage.give("trackingNoiseSnowAnisotropy", trackingNoiseSnowAnisotropy)
        stage.give("trackingNoiseNoiseIntensity", trackingNoiseNoiseIntensity)
        stage.give("tracking", tracking)
        stage.give("trackingPosition", trackingPosition)
        stage.give("chromaDemodulation", chromaDemodulation)
        stage.give("lumaSmear", lumaSmear)
        stage.give("ringing", ringing)
        stage.give("ringingFrequency", ringingFrequency)
        stage.give("ringingPower", ringingPower)
        stage.give("ringingScale", ringingScale)
        stage.give("lumaNoise", lumaNoise)
        stage.give("lumaNoiseIntensity", lumaNoiseIntensity)
        stage.give("lumaNoiseFrequency", lumaNoiseFrequency)
        stage.give("lumaNoiseDetail", lumaNoiseDetail)
        stage.give("chromaNoise", chromaNoise)
        stage.give("chromaNoiseIntensity", chromaNoiseIntensity)
        stage.give("chromaNoiseFrequency", chromaNoiseFrequency)
        stage.give("chromaNoiseDetail", chromaNoiseDetail)
        stage.give("chromaPhaseError", chromaPhaseError)
        stage.give("chromaPhaseNoiseIntensity", chromaPhaseNoiseIntensity)
        stage.give("chromaDelayHorizontal", chromaDelayHorizontal)
        stage.give("chromaDelayVertical", chromaDelayVertical)
        stage.give("vhsChromaVertBlend", vhsChromaVertBlend)
        stage.give("chromaLowpassOut", chromaLowpassOut)
        stage.give("vhsSettings", vhsSettings)
        stage.give("vhsTapeSpeed", vhsTapeSpeed)
        stage.give("vhsChromaLoss", vhsChromaLoss)
        stage.give("vhsSharpenEnabled", vhsSharpenEnabled)
        stage.give("vhsSharpen", vhsSharpen)
        stage.give("vhsSharpenFrequency", vhsSharpenFrequency)
        stage.give("vhsEdgeWaveEnabled", vhsEdgeWaveEnabled)
        stage.give("vhsEdgeWave", vhsEdgeWave)
        stage.give("vhsEdgeWaveSpeed", vhsEdgeWaveSpeed)
        stage.give("vhsEdgeWaveFrequency", vhsEdgeWaveFrequency)
        stage.give("vhsEdgeWaveDetail", vhsEdgeWaveDetail)
        stage.give("scaleSettings", scaleSettings)
        stage.give("bandwidthScale", bandwidthScale)
        stage.give("verticalScale", verticalScale)
        stage.give("scaleWithVideoSize", scaleWithVideoSize)
        stage.give("steadyStart", steadyStart)
        stage.give("truePhase", truePhase)
        stage.give("singleDelay", singleDelay)
        stage.give("noiseInShadows", noiseInShadows)
        stage.give("sharpComb", sharpComb)
        return stage
    }

    /// Draws the picture with few levels of each color, mixed in a regular pattern of pixels.
    ///
    /// The filter `dither`. A parameter that is nil has its default, and is left out of the recipe.
    ///
    /// - Parameters:
    ///   - levels: Levels. From 2 to 16, default `3`.
    ///   - size: Pixel size. From 1 to 16 px, default `2`.
    public static func dither(
        levels: Int? = nil,
        size: Int? = nil
    ) -> Self {
        var stage = Self("dither")
        stage.give("levels", levels)
        stage.give("size", size)
        return stage
    }

    /// What `lines` of `edgeDetect` can be.
    public enum EdgeDetectLines: String, Sendable, CaseIterable {
        /// Light on dark.
        case light
        /// Dark on light.
        case dark
        /// Colored on dark.
        case colored
    }

    /// Draws edges, where brightness changes steeply, with the Sobel operator.
    ///
    /// The filter `edge-detect`. A parameter that is nil has its default, and is left out of the recipe.
    ///
    /// - Parameters:
    ///   - strength: Strength. From 0 to 8, default `2`.
    ///   - lines: Lines. By default `.light`.
    public static func edgeDetect(
        strength: Double? = nil,
        lines: EdgeDetectLines? = nil
    ) -> Self {
        var stage = Self("edge-detect")
        stage.give("strength", strength)
        stage.give("lines", lines)
        return stage
    }

    /// What `inks` of `halftone` can be.
    public enum HalftoneInks: String, Sendable, CaseIterable {
        /// Black.
        case black
        /// Cyan, magenta, yellow, black.
        case process
    }

    /// Prints the picture in dots, black alone or in the four inks of a press.
    ///
    /// The filter `halftone`. A parameter that is nil has its default, and is left out of the recipe.
    ///
    /// - Parameters:
    ///   - size: Dot spacing. From 3 to 60 px, default `12`.
    ///   - angle: Angle. From -90 to 90 °, default `45`.
    ///   - inks: Inks. By default `.black`.
    public static func halftone(
        size: Double? = nil,
        angle: Double? = nil,
        inks: HalftoneInks? = nil
    ) -> Self {
        var stage = Self("halftone")
        stage.give("size", size)
        stage.give("angle", angle)
        stage.give("inks", inks)
        return stage
    }

    /// Paints as with a brush: each pixel takes the mean color of the smoothest of the four squares that meet
    /// at it.
    ///
    /// The filter `kuwahara`. A parameter that is nil has its default, and is left out of the recipe.
    ///
    /// - Parameter radius: Radius. From 0 to 20 px, default `6`; no effect at `0`.
    public static func kuwahara(radius: Double? = nil) -> Self {
        var stage = Self("kuwahara")
        stage.give("radius", radius)
        return stage
    }

    /// Shows the picture's scan lines, and the mask of a tube's screen.
    ///
    /// The filter `crt`. A parameter that is nil has its default, and is left out of the recipe.
    ///
    /// - Parameters:
    ///   - scanlines: Scan Lines. How dark it is between two lines; bright lines are thicker. From 0 to 1,
    ///     default `0.5`; no effect at `0`.
    ///   - lineHeight: Line Height. The distance between lines, at least 2; at 0 the lines match the
    ///     television's rows in the picture. From 0 to 32 px, default `0`.
    ///   - rows: Television Rows. How many rows the television picture had, if Line Height is 0 and the
    ///     picture was enlarged: 480 for NTSC, 576 for PAL. A picture with hardly more rows uses its own.
    ///     From 16 to 1152 rows, default `480`.
    ///   - mask: Mask. How distinct the red, green and blue stripes are. From 0 to 1, default `0.4`; no
    ///     effect at `0`.
    ///   - stripeWidth: Stripe Width. The width of one color's stripe; three make a dot. From 0.5 to 16 px,
    ///     default `1`.
    public static func crt(
        scanlines: Double? = nil,
        lineHeight: Double? = nil,
        rows: Int? = nil,
        mask: Double? = nil,
        stripeWidth: Double? = nil
    ) -> Self {
        var stage = Self("crt")
        stage.give("scanlines", scanlines)
        stage.give("lineHeight", lineHeight)
        stage.give("rows", rows)
        stage.give("mask", mask)
        stage.give("stripeWidth", stripeWidth)
        return stage
    }

    /// Fills square blocks with their mean color, starting at the picture's top left.
    ///
    /// The filter `pixelate`. A parameter that is nil has its default, and is left out of the recipe.
    ///
    /// - Parameter size: Block size. From 1 to 200 px, default `16`; no effect at `1`.
    public static func pixelate(size: Int? = nil) -> Self {
        var stage = Self("pixelate")
        stage.give("size", size)
        return stage
    }

    /// Turns a photograph into a drawing: flat colors in few steps of brightness, with dark lines along
    /// edges.
    ///
    /// The filter `toon`. A parameter that is nil has its default, and is left out of the recipe.
    ///
    /// - Parameters:
    ///   - levels: Levels. From 2 to 12, default `6`.
    ///   - lines: Lines. From 0 to 1, default `0.6`.
    ///   - smoothness: Smoothness. From 0 to 12 px, default `4`.
    public static func toon(
        levels: Int? = nil,
        lines: Double? = nil,
        smoothness: Double? = nil
    ) -> Self {
        var stage = Self("toon")
        stage.give("levels", levels)
        stage.give("lines", lines)
        stage.give("smoothness", smoothness)
        return stage
    }
}
