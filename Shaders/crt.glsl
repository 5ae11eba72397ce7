// filter: crt
// title: Picture Tube
// group: Stylize
// summary: Adds the scan lines and the color stripes of an old television screen.
// words: tv, television, monitor, scan lines, scanlines, retro, arcade, phosphor, tube
// makes: color
// reads: place
// parameter: scanlines "Scan Lines" number 0..1 default=0.5 identity=0 step=0.01 help="How dark the gaps between lines are; bright lines are thicker."
// parameter: lineHeight "Line Height" number 0..32 default=0 step=0.5 unit=px help="The distance between lines, at least 2; 0 matches the rows of the television picture."
// parameter: rows "Television Rows" integer 16..1152 default=480 step=1 unit=rows help="How many rows the television picture had, if Line Height is 0 and the picture was enlarged: 480 for NTSC, 576 for PAL. A picture with only slightly more rows uses its own number."
// parameter: mask "Mask" number 0..1 default=0.4 identity=0 step=0.01 help="How distinct the red, green and blue stripes are."
// parameter: stripeWidth "Stripe Width" number 0.5..16 default=1 step=0.5 unit=px help="The width of one color's stripe; three make a dot."
// sample: scanlines=0.7 lineHeight=12 mask=0.6 stripeWidth=4

// The remaining amplitude of a wave if each pixel averages it over this number of periods.
float seenWave(float periods) {
    float x = 3.14159265 * periods;
    return x < 1e-3 ? 1.0 : x < 3.14159265 ? sin(x) / x : 0.0;
}

// The height of a line, and the beam's position in it. A line is one row of the television picture, or two
// rows if single rows would be too fine to distinguish: then the beam is on the upper one, as in the first
// field.
vec2 lineOf(float lineHeight, float rows) {
    if (lineHeight > 0.0) return vec2(max(lineHeight, 2.0), 0.5);
    float row = picture.y > 1.25 * rows ? picture.y / rows : 1.0;
    return row < 3.0 ? vec2(2.0 * row, 0.25) : vec2(row, 0.5);
}

// The beam is a raised cosine across a line, wider where it is brighter. The stripes are cosines along a row,
// offset by a third of a period from each other. Both roughly preserve the picture's mean brightness. Waves
// too fine for the pixels vanish.
vec4 crt(
    vec4 color, vec2 position, float scanlines, float lineHeight, float rows, float mask, float stripeWidth) {
    const float round = 6.2831853;
    float period = 3.0 * stripeWidth;
    vec2 line = lineOf(lineHeight, rows);
    float beam = 0.5 + 0.5 * cos(round * (position.y / line.x - line.y)) * seenWave(picture.w / line.x);
    vec3 bright = clamp(color.rgb, 0.0, 1.0);
    vec3 dark = scanlines * (1.0 - 0.6 * bright);
    vec3 lines = 1.0 + dark * (1.4 * beam - 1.0);
    vec3 wave = cos(round * (position.x / period - vec3(1.0, 3.0, 5.0) / 6.0));
    vec3 stripes = 1.0 + mask * seenWave(picture.z / period) * wave;
    return vec4(color.rgb * lines * stripes, color.a);
}
