// filter: dither
// title: Dither
// group: Stylize
// summary: Draws the picture with few levels of each color, mixed by a regular pattern of pixels.
// parameter: levels "Levels" integer 2..16 default=3 step=1
// parameter: size "Pixel size" integer 1..16 default=2 step=1 unit=px

// Ordered dither (Bayer, “An optimum method for two-level rendition of continuous-tone pictures”, 1973) with his matrix
// of 8×8, laid from the picture's top left. Where the grid is coarser than the picture a pixel is the mean of what its
// places would be. values[0]: the levels less one, the pixel size, the places to look at along x and y.
float threshold(ivec2 p) {
    int diagonal = p.x ^ p.y;
    int rank = (diagonal & 1) << 5 | (p.y & 1) << 4 | (diagonal & 2) << 2 | (p.y & 2) << 1 | (diagonal & 4) >> 1
        | (p.y & 4) >> 2;
    return (float(rank) + 0.5) / 64.0;
}

void main() {
    ivec2 p = area.xy + ivec2(gl_GlobalInvocationID.xy);
    if (p.x >= area.z || p.y >= area.w) return;
    vec4 color = load(p);
    vec3 wanted = color.rgb * values[0].x;
    ivec2 places = ivec2(values[0].zw);
    vec3 sum = vec3(0.0);
    for (int y = 0; y < places.y; y++) {
        for (int x = 0; x < places.x; x++) {
            vec2 place = (vec2(p) + (vec2(x, y) + 0.5) / vec2(places)) * picture.zw;
            sum += floor(wanted + threshold(ivec2(place / values[0].y)));
        }
    }
    store(p, vec4(sum / (float(places.x * places.y) * values[0].x), color.a));
}
