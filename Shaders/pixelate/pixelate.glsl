// filter: pixelate
// title: Pixelate
// group: Stylize
// summary: Covers the picture with a mosaic of single-colored squares.
// words: mosaic, censor, anonymize, blocks, hide, license plate, number plate, face, 8-bit
// parameter: size "Block size" integer 1..200 default=16 identity=1 step=1 unit=px curve=square

// Spreads the output of pixelate-mean.glsl: the pixels at multiples of a step contain the mean of their
// block, and every block contains such a pixel. blockSize is the block's width and height; steps is the
// number of pixels per step along x and y.
ivec2 block(ivec2 p) { return ivec2(floor((vec2(p) + 0.5) / blockSize)); }

void main() {
    ivec2 p = area.xy + ivec2(gl_GlobalInvocationID.xy);
    if (p.x >= area.z || p.y >= area.w) return;
    ivec2 wanted = block(p);
    ivec2 position = ivec2(ceil((vec2(wanted) * blockSize - 0.5) / vec2(steps)));
    // Due to rounding, the position may be just before the block's edge.
    position += ivec2(lessThan(block(position * steps), wanted));
    store(p, load(position));
}
