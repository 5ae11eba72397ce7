// filter: black-white
// title: Black & White
// group: Color
// summary: Converts the picture to gray and lets you set the brightness of each color.
// space: srgb
// words: b&w, bw, monochrome, grayscale, greyscale, gray, noir, channel mix
// parameter: reds "Reds" number -1..2 default=0.299 step=0.01
// parameter: yellows "Yellows" number -1..2 default=0.886 step=0.01
// parameter: greens "Greens" number -1..2 default=0.587 step=0.01
// parameter: cyans "Cyans" number -1..2 default=0.701 step=0.01
// parameter: blues "Blues" number -1..2 default=0.114 step=0.01
// parameter: magentas "Magentas" number -1..2 default=0.413 step=0.01

// Every color is a combination of white, a primary and a secondary color: min + (max - mid) primary + (mid -
// min) secondary, on encoded values. Grays are unchanged. The default weights are the luma of each color,
// which makes the result BT.601 luma.
vec4 blackWhite(
    vec4 color, float reds, float yellows, float greens, float cyans, float blues, float magentas
) {
    vec3 c = color.rgb;
    float least = min(c.r, min(c.g, c.b));
    float most = max(c.r, max(c.g, c.b));
    float middle = max(min(c.r, c.g), min(max(c.r, c.g), c.b));
    float primary = c.r == most ? reds : c.g == most ? greens : blues;
    float secondary = c.b == least ? yellows : c.r == least ? cyans : magentas;
    return vec4(vec3(least + (most - middle) * primary + (middle - least) * secondary), color.a);
}
