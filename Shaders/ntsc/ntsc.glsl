// filter: ntsc
// title: Analog Video
// group: Stylize
// summary: Makes the picture look as if it came from an NTSC broadcast or a VHS tape.
// space: srgb
// words: vhs, tape, video cassette, vcr, retro, tv, vintage, 80s, 90s, analogue, camcorder, pal, glitch
// makes: color
// reads: time
// sample: vhsTapeSpeed=ep compositeNoiseIntensity=0.1 lumaNoiseIntensity=0.03 vhsEdgeWave=2
// section: Tape
// parameter: preset "Preset" file default="" extension=json help="A settings file for NTSC and VHS effects, or a built-in preset: bad-tracking, camcorder, clean-broadcast, composite-cable, fresh-tape, long-play, pal-tape, rental-tape, tape-of-a-tape, weak-antenna or worn-tape. Parameters given with it take precedence."
// parameter: frame "Frame" integer 0..1000000 default=0 step=1 offsets=time help="The frame number: noise and wobble change with each frame."
// parameter: randomSeed "Random Seed" integer -2147483648..2147483647 default=0 step=1 help="Seed of all random effects; the same seed gives the same picture."
// parameter: resize480 "Reduce to Television Height" toggle default=true help="Scales the picture to 480 rows, or 576 for PAL, before everything else, because all lengths are meant for a television picture."
// parameter: restoreSize "Restore Size" choice none="Keep Reduced" nearest="Nearest" bilinear="Bilinear" bicubic="Bicubic" default=none help="Scales a picture that was reduced to television height back to its original size, after everything else. Nearest keeps pixels sharp; Bilinear is softest, Bicubic less so."
// parameter: standard "Standard" choice ntsc="NTSC" pal="PAL" default=ntsc help="The line timing and the color subcarrier; PAL reverses the phase of V on every other line."
// parameter: generations "Generations" integer 1..8 default=1 step=1 help="How many times the tape was copied: the whole chain runs that many times."
// parameter: useField "Fields" choice alternating="Alternating" upper="Upper Only" lower="Lower Only" both="All Rows at Once" interleaved-upper="Interleaved, Upper First" interleaved-lower="Interleaved, Lower First" numbered=true default=interleaved-upper help="Which rows a field contains; the missing rows of a single field are averaged from its own."
// parameter: filterType "Low-Pass Filters" choice constant-k="Constant K, Soft" butterworth="Butterworth, Sharper" numbered=true default=butterworth help="The type of all filters that limit bandwidth."
// section: Overlay
// parameter: overlayLeft "Text at Top Left" text default="" help="Text that the recorder overlays during playback, such as PLAY."
// parameter: overlayRight "Text at Top Right" text default="" help="Text that the recorder overlays during playback, such as SP."
// parameter: overlayDate "Text at Bottom" text default="" help="Text that the camera records in the picture, such as a date; it degrades with the picture."
// parameter: overlayCounter "Counter" toggle default=false help="A time counter, computed from the frame number, that the recorder overlays on the picture."
// section: Input
// parameter: inputLumaFilter "Luma Filter" choice none="None" box="Box" notch="Notch" numbered=true default=notch help="Removes detail from the brightness that would be decoded as color."
// parameter: chromaLowpassIn "Chroma Low-Pass" choice none="None" light="Light" full="Full" numbered=true default=full help="How much color detail is transmitted."
// section: Composite Signal
// parameter: videoScanlinePhaseShift "Phase Shift per Row" choice 0="0°" 90="90°" 180="180°" 270="270°" default=180 help="How far the phase of the color subcarrier advances from row to row."
// parameter: videoScanlinePhaseShiftOffset "Phase Offset" integer 0..3 default=0 step=1 help="The initial phase of the color subcarrier, in quarter turns."
// parameter: compositePreemphasis "Composite Sharpening" number -1..2 default=1 step=0.05 help="Strengthens or softens fine detail and colors in the composite signal."
// parameter: compositeNoise "Composite Noise" toggle default=true help="Noise in the composite signal, which becomes grain and specks of color."
// parameter: compositeNoiseIntensity "Composite Noise Intensity" number 0..1 default=0.05 step=0.01 curve=square help="How strong the noise is."
// parameter: compositeNoiseFrequency "Composite Noise Frequency" number 0..1 default=0.5 step=0.01 help="How fine the noise is, in cells per pixel."
// parameter: compositeNoiseDetail "Composite Noise Detail" integer 1..5 default=1 step=1 help="The number of octaves of finer noise."
// parameter: snowIntensity "Snow" number 0..100 default=0.00025 step=0.01 curve=square help="How often short bright streaks occur."
// parameter: snowAnisotropy "Snow in Rows" number 0..1 default=0.5 step=0.01 help="Whether streaks occur singly or are clustered in rows."
// parameter: dropouts "Dropouts" number 0..1 default=0 step=0.01 curve=square help="How often the tape's signal drops out, which leaves bright dashes with a tail."
// section: Head Switching
// parameter: headSwitching "Head Switching" toggle default=true help="The lowest rows are read by the next head and shifted sideways."
// parameter: headSwitchingHeight "Switched Rows" integer 0..24 default=8 step=1 unit=rows help="How many rows are affected."
// parameter: headSwitchingOffset "Hidden Rows" integer 0..24 default=3 step=1 unit=rows help="How many of these rows are below the visible picture."
// parameter: headSwitchingHorizontalShift "Switching Shift" number -100..100 default=72 step=1 unit=px help="How far these rows are shifted."
// parameter: headSwitchingStartMidLine "Begin Mid-Row" toggle default=true help="Whether the switch happens within the first of these rows, with a bright spike."
// parameter: headSwitchingMidLinePosition "Begin At" number 0..1 default=0.95 step=0.01 help="The position in the row where the switch happens."
// parameter: headSwitchingMidLineJitter "Switching Jitter" number 0..1 default=0.03 step=0.01 curve=square help="How much the position of the switch varies from field to field."
// section: Tracking
// parameter: trackingNoise "Tracking Noise" toggle default=true help="Noise and waves in the lowest rows, where the heads lose track."
// parameter: trackingNoiseHeight "Tracking Rows" integer 0..120 default=12 step=1 unit=rows help="How many rows are affected."
// parameter: trackingNoiseWaveIntensity "Tracking Waves" number -50..50 default=15 step=0.5 unit=px help="How far rows are shifted."
// parameter: trackingNoiseSnowIntensity "Tracking Snow" number 0..1 default=0.025 step=0.005 curve=square help="How often streaks occur in these rows."
// parameter: trackingNoiseSnowAnisotropy "Tracking Snow in Rows" number 0..1 default=0.25 step=0.01 help="Whether streaks occur singly or are clustered in rows."
// parameter: trackingNoiseNoiseIntensity "Tracking Noise Intensity" number 0..1 default=0.25 step=0.01 curve=square help="How strong the noise is in these rows."
// parameter: tracking "Tracking Error" number 0..1 default=0 step=0.01 help="How far the tracking is off: a band of noise wanders through the picture."
// parameter: trackingPosition "Band Position" number 0..1 default=0.7 step=0.01 help="The position of the noise band in frame 0, from top to bottom."
// parameter: jump "Jump" number 0..1 default=0 step=0.01 curve=square help="How many of the frames jump up or down, by up to a quarter of the picture, because vertical sync is lost."
// parameter: roll "Roll" number -5..5 default=0 step=0.05 help="How fast the picture rolls down through the black vertical blanking interval, in pictures per second; negative values roll it up."
// section: Demodulation
// parameter: chromaDemodulation "Demodulation" choice box="Box" notch="Notch" comb-1="One-Line Comb" comb-2="Two-Line Comb" numbered=true default=notch help="How brightness and color are separated when the signal is decoded."
// parameter: lumaSmear "Luma Smear" number 0..1 default=0.5 step=0.01 help="How far brightness is smeared to the right."
// section: Ringing
// parameter: ringing "Ringing" toggle default=true help="Edges echo to the right."
// parameter: ringingFrequency "Ringing Frequency" number 0..1 default=0.45 step=0.01 help="How close together the echoes are."
// parameter: ringingPower "Ringing Power" number 1..10 default=4 step=0.1 help="How many echoes there are."
// parameter: ringingScale "Ringing Strength" number 0..10 default=4 step=0.1 help="How strong the echoes are."
// section: Luma Noise
// parameter: lumaNoise "Luma Noise" toggle default=true help="Grain in the brightness."
// parameter: lumaNoiseIntensity "Luma Noise Intensity" number 0..1 default=0.01 step=0.01 curve=square help="How strong the noise is."
// parameter: lumaNoiseFrequency "Luma Noise Frequency" number 0..1 default=0.5 step=0.01 help="How fine the noise is, in cells per pixel."
// parameter: lumaNoiseDetail "Luma Noise Detail" integer 1..5 default=1 step=1 help="The number of octaves of finer noise."
// section: Chroma Noise
// parameter: chromaNoise "Chroma Noise" toggle default=true help="Streaks of false color."
// parameter: chromaNoiseIntensity "Chroma Noise Intensity" number 0..1 default=0.1 step=0.01 curve=square help="How strong the noise is."
// parameter: chromaNoiseFrequency "Chroma Noise Frequency" number 0..0.5 default=0.05 step=0.01 help="How fine the noise is, in cells per pixel."
// parameter: chromaNoiseDetail "Chroma Noise Detail" integer 1..5 default=2 step=1 help="The number of octaves of finer noise."
// section: Chroma Errors
// parameter: chromaPhaseError "Phase Error" number 0..1 default=0 step=0.01 help="Rotates all hues by this fraction of a turn."
// parameter: chromaPhaseNoiseIntensity "Phase Noise" number 0..1 default=0.001 step=0.001 curve=square help="Rotates the hues of every row by a different angle."
// parameter: chromaDelayHorizontal "Delay to the Right" number -40..40 default=0 step=0.5 unit=px help="How far color is shifted sideways relative to brightness."
// parameter: chromaDelayVertical "Delay Downwards" integer -20..20 default=0 step=1 unit=rows help="How far color is shifted down relative to brightness."
// parameter: vhsChromaVertBlend "Blend with the Row Above" toggle default=true help="Each row's color is blended with that of the row above, as VCRs do."
// parameter: chromaLowpassOut "Output Chroma Low-Pass" choice none="None" light="Light" full="Full" numbered=true default=full help="How much color detail is left at the end."
// section: VHS
// parameter: vhsSettings "VHS" toggle default=true help="What a video recorder does to the signal."
// parameter: medium "Medium" choice vhs="VHS" s-vhs="S-VHS" video8="Video8" hi8="Hi8" betamax="Betamax" u-matic="U-matic" betacam-sp="Betacam SP" type-c="1-Inch C" default=vhs help="The format of the tape: how much detail and color it keeps, and how noisy it is. Formats with a single speed ignore the tape speed."
// parameter: vhsTapeSpeed "Tape Speed" choice none="None" sp="SP" lp="LP" ep="EP" numbered=true default=lp help="The slower the tape, the less detail."
// parameter: vhsChromaLoss "Chroma Loss" number 0..1 default=0.000025 step=0.001 curve=square help="How often a row loses all color."
// parameter: vhsSharpenEnabled "Sharpen" toggle default=true help="The recorder sharpens the picture during playback."
// parameter: vhsSharpen "Sharpening" number 0..5 default=0.25 step=0.05 help="How strongly the recorder sharpens."
// parameter: vhsSharpenFrequency "Sharpening Frequency" number 0.5..4 default=1 step=0.05 help="How fine the sharpened detail is."
// parameter: vhsEdgeWaveEnabled "Edge Wave" toggle default=true help="Rows sway sideways."
// parameter: vhsEdgeWave "Wave" number 0..20 default=0.5 step=0.1 help="How far rows sway."
// parameter: vhsEdgeWaveSpeed "Wave Speed" number 0..10 default=4 step=0.1 help="How fast rows sway."
// parameter: vhsEdgeWaveFrequency "Wave Frequency" number 0..0.5 default=0.05 step=0.01 help="How close together the waves are, from row to row."
// parameter: vhsEdgeWaveDetail "Wave Detail" integer 1..5 default=2 step=1 help="The number of octaves of finer waves."
// section: Scale
// parameter: scaleSettings "Scale Lengths" toggle default=true help="Scales lengths, for pictures with more or fewer rows than a television picture."
// parameter: bandwidthScale "Horizontal Scale" number 0.125..8 default=1 step=0.05 curve=square help="The scale factor for horizontal lengths."
// parameter: verticalScale "Vertical Scale" number 0.125..8.8 default=1 step=0.05 curve=square help="The scale factor for vertical lengths, in rows."
// parameter: scaleWithVideoSize "Scale with the Picture's Height" toggle default=false help="Multiplies both factors by the picture's height divided by 480, or by 576 for PAL, so that the effect scales with the picture."
// section: Corrections
// parameter: steadyStart "No Dark Left Edge" toggle default=false help="Filters treat the area to the left of a row as a copy of its first pixel, not as black."
// parameter: truePhase "True Phase Shifts" toggle default=false help="270° advances the phase by three quarter turns, not by one, and the offset also applies at 0°."
// parameter: singleDelay "Scale Color Delay Once" toggle default=false help="The delay to the right is multiplied by the scale once, not twice."
// parameter: noiseInShadows "Less Noise in Highlights" toggle default=false help="Noise is weaker in bright areas, and up to a quarter stronger in the deepest shadows."
// parameter: sharpComb "Sharp Comb Filters" toggle default=false help="The comb filters preserve detail between rows and act only near the color subcarrier; otherwise they soften the picture, most where fields are interleaved."
// section: Sound
// parameter: soundEnabled "Tape Sound" toggle default=false help="Gives the sound of a video the sound of the tape as well. The following settings have no effect otherwise, and never change the picture."
// parameter: soundTrack "Sound Track" choice linear="Linear" hifi="Hi-Fi" default=linear help="Linear is the track along the edge of the tape: mono, with a bandwidth that depends on the tape speed. Hi-Fi is recorded by the rotating heads: stereo and clean, but it buzzes where the heads switch."
// parameter: soundHiss "Hiss" number 0..1 default=0.3 step=0.01 help="How strong the noise of the tape is; 0.3 is usual."
// parameter: soundHum "Hum" number 0..1 default=0.1 step=0.01 help="How strong the hum of the power supply is: 60 Hz, or 50 Hz for PAL."
// parameter: soundWow "Wow" number 0..1 default=0.3 step=0.01 help="How much the speed of the tape wavers slowly, so that long tones slide."
// parameter: soundFlutter "Flutter" number 0..1 default=0.3 step=0.01 help="How much the speed of the tape trembles, so that tones become rough."
// parameter: soundSaturation "Tape Saturation" number 0..1 default=0.3 step=0.01 help="How much loud sound, and treble in particular, is compressed and distorted."
// parameter: soundDropouts "Sound Dropouts" number 0..1 default=0.3 step=0.01 help="How often the sound fades for a moment, together with dropouts of the picture."

// The kernels are in ntsc/, the passes in NTSC.swift.
