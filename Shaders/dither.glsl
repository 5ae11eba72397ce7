// filter: dither
// title: Dither
// group: Stylize
// summary: Shows the picture in a few colors, mixed in a pattern of pixels, as on an early computer.
// words: dots, retro, game boy, 1-bit, newspaper
// parameter: levels "Levels" integer 2..16 default=3 step=1
// parameter: size "Pixel size" integer 1..16 default=2 step=1 unit=px
// pass: result = dithered(entering)

// Ordered dithering (Bayer, “An optimum method for two-level rendition of continuous-tone pictures”, 1973)
// with Bayer's 8×8 matrix, aligned to the picture's top left.
float threshold(ivec2 p) {
    int diagonal = p.x ^ p.y;
    int rank = (diagonal & 1) << 5 | (p.y & 1) << 4 | (diagonal & 2) << 2 | (p.y & 2) << 1
        | (diagonal & 4) >> 1 | (p.y & 4) >> 2;
    return (float(rank) + 0.5) / 64.0;
}

// If the grid is coarser than the picture, a pixel is the mean of the dithered samples that it covers. Grid
// pixels that are not aligned with the pattern cover parts of several of its cells, so taking single samples
// would create a plaid pattern. The pattern repeats after 8 pixels.
vec4 dithered(ivec2 p) {
    vec4 color = entering(p);
    float steps = float(levels - 1);
    vec3 wanted = color.rgb * steps;
    ivec2 samples = ivec2(1);
    if (picture.zw != vec2(1.0)) samples = clamp(ivec2(ceil(4.0 * picture.zw / float(size))), 1, 8);
    vec3 sum = vec3(0.0);
    for (int y = 0; y < samples.y; y++) {
        for (int x = 0; x < samples.x; x++) {
            vec2 position = (vec2(p) + (vec2(x, y) + 0.5) / vec2(samples)) * picture.zw;
            sum += floor(wanted + threshold(ivec2(position / float(size))));
        }
    }
    return vec4(sum / (float(samples.x * samples.y) * steps), color.a);
}
