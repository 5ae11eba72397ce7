// The pure color of a hue, given in sixths of the circle: 0 and 6 are red, 1 yellow, 2 green, 3 cyan, 4 blue,
// 5 magenta.
vec3 pureColor(float hue) {
    return clamp(abs(mod(hue + vec3(0.0, 4.0, 2.0), 6.0) - 3.0) - 1.0, 0.0, 1.0);
}

// The hue of a color in sixths of the circle (A. R. Smith, Color Gamut Transform Pairs, 1978); 0 for grays.
// `chroma` is the difference between the color's largest and smallest channel.
float hueOf(vec3 color, float chroma) {
    if (!(chroma > 0.0)) return 0.0;
    vec3 d = (color - color.gbr) / chroma;
    float largest = max(color.r, max(color.g, color.b));
    return largest == color.r ? (d.g < 0.0 ? 6.0 + d.g : d.g) : largest == color.g ? 2.0 + d.b : 4.0 + d.r;
}
