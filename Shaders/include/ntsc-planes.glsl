// Stores luma and chroma of four samples.
void storePlanes(int texel, int y, vec4 luma, vec4 i, vec4 q) {
    ivec2 p = ivec2(texel, y) - resultOrigin;
    imageStore(result, p, luma);
    imageStore(result, p + ivec2(planeWidth(), 0), i);
    imageStore(result, p + ivec2(2 * planeWidth(), 0), q);
}
