// filter: pixelate
// title: Pixelate
// group: Stylize
// summary: Fills square blocks with the mean of their colors; they begin at the picture's top left.
// parameter: size "Block size" integer 1..200 default=16 identity=1 step=1 unit=px curve=square

// Spreads what pixelate-mean.glsl made: the pixels at multiples of a step hold the mean of the block they lie in, and
// every block holds such a pixel. values[0]: the block's width and height, the step along x and y.
ivec2 block(ivec2 p) { return ivec2(floor((vec2(p) + 0.5) / values[0].xy)); }

void main() {
    ivec2 p = area.xy + ivec2(gl_GlobalInvocationID.xy);
    if (p.x >= area.z || p.y >= area.w) return;
    vec2 step = values[0].zw;
    ivec2 wanted = block(p);
    ivec2 place = ivec2(ceil((vec2(wanted) * values[0].xy - 0.5) / step));
    // Rounding may put the place just before the block's edge.
    place += ivec2(lessThan(block(place * ivec2(step)), wanted));
    store(p, load(place));
}
