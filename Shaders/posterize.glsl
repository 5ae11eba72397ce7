// filter: posterize
// title: Posterize
// group: Effects
// summary: Reduces the picture to a few flat tones, as on a poster.
// words: poster, steps, pop art, reduce colors
// parameter: levels "Levels" integer 2..32 default=4 step=1 curve=square

// The nearest of `levels` evenly spaced values from 0 to 1, and of the same spacing beyond, on encoded
// values.
vec4 posterize(vec4 color, int levels) {
    float steps = float(levels - 1);
    return vec4(floor(color.rgb * steps + 0.5) / steps, color.a);
}
