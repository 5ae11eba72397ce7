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
// parameter: preset "Preset" file default="" extension=json help="A file of settings, as they are shared for NTSC and VHS effects, or one that comes along: bad-tracking, camcorder, clean-broadcast, composite-cable, fresh-tape, long-play, pal-tape, rental-tape, tape-of-a-tape, weak-antenna or worn-tape. What is set beside it has the last word."
// parameter: frame "Frame" integer 0..1000000 default=0 step=1 offsets=time help="The number of the frame in time: noise and wobble are different in each."
// parameter: randomSeed "Random Seed" integer -2147483648..2147483647 default=0 step=1 help="Another number throws all dice anew; the same one gives the same picture."
// parameter: resize480 "Reduce to a Television's Rows" toggle default=true help="Makes the picture 480 rows high, or 576 for PAL, before all else, since lengths are those of a television picture."
// parameter: restoreSize "Restore Size" choice none="Leave as It Is" nearest="Nearest" bilinear="Bilinear" bicubic="Bicubic" default=none help="Brings a picture that was reduced to a television's rows back to its own size, after all else: nearest keeps hard pixels, the others are soft, bicubic less so."
// parameter: standard "Standard" choice ntsc="NTSC" pal="PAL" default=ntsc help="The timing of lines and of the color carrier; PAL turns the phase of every other line round."
// parameter: generations "Generations" integer 1..8 default=1 step=1 help="How often the tape was copied: the whole chain is run so many times."
// parameter: useField "Fields" choice alternating="Alternating" upper="Upper Only" lower="Lower Only" both="All Rows at Once" interleaved-upper="Interleaved, Upper First" interleaved-lower="Interleaved, Lower First" numbered=true default=interleaved-upper help="Which rows a field has; one field alone is filled up with means of its rows."
// parameter: filterType "Low-Pass Filters" choice constant-k="Constant K, Soft" butterworth="Butterworth, Sharper" numbered=true default=butterworth help="The kind of all filters that take bandwidth away."
// section: Overlay
// parameter: overlayLeft "Text Above, Left" text default="" help="What a recorder writes over the picture that it plays, such as PLAY."
// parameter: overlayRight "Text Above, Right" text default="" help="What a recorder writes over the picture that it plays, such as SP."
// parameter: overlayDate "Text Below" text default="" help="What a camera records with the picture, such as a date: it wears with it."
// parameter: overlayCounter "Counter" toggle default=false help="A running time, from the number of the frame, which a recorder writes over the picture."
// section: Input
// parameter: inputLumaFilter "Luma Filter" choice none="None" box="Box" notch="Notch" numbered=true default=notch help="Takes out of the brightness what would be read as color."
// parameter: chromaLowpassIn "Chroma Low-Pass" choice none="None" light="Light" full="Full" numbered=true default=full help="How much of the color's detail is sent."
// section: Composite Signal
// parameter: videoScanlinePhaseShift "Phase Shift per Row" choice 0="0°" 90="90°" 180="180°" 270="270°" default=180 help="How far the color carrier goes on from row to row."
// parameter: videoScanlinePhaseShiftOffset "Phase Offset" integer 0..3 default=0 step=1 help="Where the color carrier begins, in quarters."
// parameter: compositePreemphasis "Composite Sharpening" number -1..2 default=1 step=0.05 help="Strengthens fine detail and colors of the composite signal, or softens it."
// parameter: compositeNoise "Composite Noise" toggle default=true help="Noise on the composite signal: it turns into grain and into specks of color."
// parameter: compositeNoiseIntensity "Composite Noise Intensity" number 0..1 default=0.05 step=0.01 curve=square help="How strong the noise is."
// parameter: compositeNoiseFrequency "Composite Noise Frequency" number 0..1 default=0.5 step=0.01 help="How fine the noise is, in cells a pixel."
// parameter: compositeNoiseDetail "Composite Noise Detail" integer 1..5 default=1 step=1 help="Octaves of finer noise that are added."
// parameter: snowIntensity "Snow" number 0..100 default=0.00025 step=0.01 curve=square help="How often short bright streaks occur."
// parameter: snowAnisotropy "Snow in Rows" number 0..1 default=0.5 step=0.01 help="Whether streaks come alone or many in a row."
// parameter: dropouts "Dropouts" number 0..1 default=0 step=0.01 curve=square help="How often the tape has no signal for a moment, which leaves bright dashes with a tail."
// section: Head Switching
// parameter: headSwitching "Head Switching" toggle default=true help="The lowest rows come from the next head, and lie too far to the side."
// parameter: headSwitchingHeight "Switched Rows" integer 0..24 default=8 step=1 unit=rows help="How many rows there are to it."
// parameter: headSwitchingOffset "Rows Out of Sight" integer 0..24 default=3 step=1 unit=rows help="How many of them are below the picture."
// parameter: headSwitchingHorizontalShift "Switching Shift" number -100..100 default=72 step=1 unit=px help="How far they lie to the side."
// parameter: headSwitchingStartMidLine "Begin Within a Row" toggle default=true help="Whether the first of them switches within the row, with a click."
// parameter: headSwitchingMidLinePosition "Begin At" number 0..1 default=0.95 step=0.01 help="Where in that row it switches."
// parameter: headSwitchingMidLineJitter "Switching Jitter" number 0..1 default=0.03 step=0.01 curve=square help="How much that place moves from field to field."
// section: Tracking
// parameter: trackingNoise "Tracking Noise" toggle default=true help="Noise and waves in the lowest rows, where the heads lose the track."
// parameter: trackingNoiseHeight "Tracking Rows" integer 0..120 default=12 step=1 unit=rows help="How many rows there are to it."
// parameter: trackingNoiseWaveIntensity "Tracking Waves" number -50..50 default=15 step=0.5 unit=px help="How far rows are moved."
// parameter: trackingNoiseSnowIntensity "Tracking Snow" number 0..1 default=0.025 step=0.005 curve=square help="How often streaks occur there."
// parameter: trackingNoiseSnowAnisotropy "Tracking Snow in Rows" number 0..1 default=0.25 step=0.01 help="Whether streaks come alone or many in a row."
// parameter: trackingNoiseNoiseIntensity "Tracking Noise Intensity" number 0..1 default=0.25 step=0.01 curve=square help="How strong the noise is there."
// parameter: tracking "Tracking Error" number 0..1 default=0 step=0.01 help="How far the tracking is off: a band of noise that wanders through the picture."
// parameter: trackingPosition "Position of the Band" number 0..1 default=0.7 step=0.01 help="Where the band is in frame 0, from the top to the bottom."
// section: Demodulation
// parameter: chromaDemodulation "Demodulation" choice box="Box" notch="Notch" comb-1="One-Line Comb" comb-2="Two-Line Comb" numbered=true default=notch help="How brightness and color are told apart again."
// parameter: lumaSmear "Luma Smear" number 0..1 default=0.5 step=0.01 help="How far brightness is smeared to the right."
// section: Ringing
// parameter: ringing "Ringing" toggle default=true help="Edges echo to the right."
// parameter: ringingFrequency "Ringing Frequency" number 0..1 default=0.45 step=0.01 help="How close the echoes are."
// parameter: ringingPower "Ringing Power" number 1..10 default=4 step=0.1 help="How many of them there are."
// parameter: ringingScale "Ringing Strength" number 0..10 default=4 step=0.1 help="How strong they are."
// section: Luma Noise
// parameter: lumaNoise "Luma Noise" toggle default=true help="Grain on the brightness."
// parameter: lumaNoiseIntensity "Luma Noise Intensity" number 0..1 default=0.01 step=0.01 curve=square help="How strong the noise is."
// parameter: lumaNoiseFrequency "Luma Noise Frequency" number 0..1 default=0.5 step=0.01 help="How fine the noise is, in cells a pixel."
// parameter: lumaNoiseDetail "Luma Noise Detail" integer 1..5 default=1 step=1 help="Octaves of finer noise that are added."
// section: Chroma Noise
// parameter: chromaNoise "Chroma Noise" toggle default=true help="Streaks of wrong color."
// parameter: chromaNoiseIntensity "Chroma Noise Intensity" number 0..1 default=0.1 step=0.01 curve=square help="How strong the noise is."
// parameter: chromaNoiseFrequency "Chroma Noise Frequency" number 0..0.5 default=0.05 step=0.01 help="How fine the noise is, in cells a pixel."
// parameter: chromaNoiseDetail "Chroma Noise Detail" integer 1..5 default=2 step=1 help="Octaves of finer noise that are added."
// section: Chroma Errors
// parameter: chromaPhaseError "Phase Error" number 0..1 default=0 step=0.01 help="Turns all hues by that part of the circle."
// parameter: chromaPhaseNoiseIntensity "Phase Noise" number 0..1 default=0.001 step=0.001 curve=square help="Turns the hues of every row by another angle."
// parameter: chromaDelayHorizontal "Delay to the Right" number -40..40 default=0 step=0.5 unit=px help="How far color lies beside its brightness."
// parameter: chromaDelayVertical "Delay Downwards" integer -20..20 default=0 step=1 unit=rows help="How far color lies below its brightness."
// parameter: vhsChromaVertBlend "Blend with the Row Above" toggle default=true help="Every row's color is mixed with that of the row above, as recorders do."
// parameter: chromaLowpassOut "Chroma Low-Pass Out" choice none="None" light="Light" full="Full" numbered=true default=full help="How much of the color's detail is left at the end."
// section: VHS
// parameter: vhsSettings "VHS" toggle default=true help="What a video recorder does to the signal."
// parameter: vhsTapeSpeed "Tape Speed" choice none="None" sp="SP" lp="LP" ep="EP" numbered=true default=lp help="The slower the tape, the less detail."
// parameter: vhsChromaLoss "Chroma Loss" number 0..1 default=0.000025 step=0.001 curve=square help="How often a row loses all color."
// parameter: vhsSharpenEnabled "Sharpen" toggle default=true help="The recorder sharpens what it plays."
// parameter: vhsSharpen "Sharpening" number 0..5 default=0.25 step=0.05 help="How much it sharpens."
// parameter: vhsSharpenFrequency "Sharpening Frequency" number 0.5..4 default=1 step=0.05 help="How fine the detail is that it sharpens."
// parameter: vhsEdgeWaveEnabled "Edge Wave" toggle default=true help="Rows sway to the sides."
// parameter: vhsEdgeWave "Wave" number 0..20 default=0.5 step=0.1 help="How far they sway."
// parameter: vhsEdgeWaveSpeed "Wave Speed" number 0..10 default=4 step=0.1 help="How fast they sway."
// parameter: vhsEdgeWaveFrequency "Wave Frequency" number 0..0.5 default=0.05 step=0.01 help="How close the waves are, from row to row."
// parameter: vhsEdgeWaveDetail "Wave Detail" integer 1..5 default=2 step=1 help="Octaves of finer waves that are added."
// section: Scale
// parameter: scaleSettings "Scale Lengths" toggle default=true help="Makes lengths longer or shorter, for pictures of more or fewer rows than a television has."
// parameter: bandwidthScale "Horizontal Scale" number 0.125..8 default=1 step=0.05 curve=square help="What lengths along rows are multiplied by."
// parameter: verticalScale "Vertical Scale" number 0.125..8.8 default=1 step=0.05 curve=square help="What numbers of rows are multiplied by."
// parameter: scaleWithVideoSize "Scale with the Picture's Height" toggle default=false help="Multiplies both by the picture's height over 480, or over 576 for PAL, so that the look is in proportion to the picture."
// section: Corrections
// parameter: steadyStart "No Dark Left Edge" toggle default=false help="Filters begin as if a row's first pixel had always been there, not with black."
// parameter: truePhase "True Phase Shifts" toggle default=false help="270° goes on by three quarters, not by one, and the offset counts at 0°, too."
// parameter: singleDelay "Scale Color's Delay Once" toggle default=false help="The delay to the right is multiplied by the scale once, not twice."
// parameter: noiseInShadows "Less Noise in Highlights" toggle default=false help="Noise is weaker where the picture is bright, and stronger, by up to a quarter, in its deepest shadows."
// parameter: sharpComb "Sharp Comb Filters" toggle default=false help="The comb filters leave detail between rows, and work only near the color carrier; else they soften, most where fields are interleaved."

// The kernels are in ntsc/, the passes in NTSC.swift.
