// filter: solarize
// title: Solarize
// group: Effects
// summary: Inverts tones brighter than a threshold, as when a print is exposed to light in the darkroom.
// words: sabattier, psychedelic
// parameter: threshold "Threshold" number 0..1 default=0.5 identity=1 step=0.005

// 1 - x for encoded values above the threshold, per channel, as in Pillow and ImageMagick.
vec4 solarize(vec4 color, float threshold) {
    return vec4(mix(color.rgb, 1.0 - color.rgb, greaterThan(color.rgb, vec3(threshold))), color.a);
}
